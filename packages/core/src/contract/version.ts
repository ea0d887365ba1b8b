// SPDX-License-Identifier: Apache-2.0

/** The label of the service contract (spec section 9): `version` of every envelope, `info.version` of OpenAPI. */
export const VERSION_LABEL = 'v103.4_WITNESS';
