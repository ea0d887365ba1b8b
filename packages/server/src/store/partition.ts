// SPDX-License-Identifier: Apache-2.0
/** How a counting key is named: the line of a key, or a network under the salt of the day. */
export const KEY_PARTITION = 'key:';
export const NETWORK_PARTITION = 'net:';
