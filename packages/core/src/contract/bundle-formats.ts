// SPDX-License-Identifier: Apache-2.0
/** Forms in which the proof of an anchored certificate can be taken along (ledger format, section 9). */
export const BUNDLE_FORMATS = ['iron', 'sigstore', 'tlog-proof'] as const;
export type BundleFormat = (typeof BUNDLE_FORMATS)[number];
