// SPDX-License-Identifier: Apache-2.0

/** How many entries at the beginning of an ordered list something holds of; found by halving. */
export function countBefore<T>(list: readonly T[], holds: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
