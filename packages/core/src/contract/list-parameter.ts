// SPDX-License-Identifier: Apache-2.0
/** Values of a query parameter that takes several, separated by commas; in lower case, without those that are empty. */
export const listValues = (list: string): string[] =>
  list
    .split(',')
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== '');
