// SPDX-License-Identifier: Apache-2.0

/** A window of 64 units is dense from here on: prose has 3.9 to 4.4 Shannon bits, and 3.6 to 4.3 under the model. */
export const DENSE_BITS = 4.95;
export const DENSE_COST = 5.6;

export const isDense = (bits: number, cost: number): boolean => bits >= DENSE_BITS || cost >= DENSE_COST;
