// SPDX-License-Identifier: Apache-2.0

/** Unicode code points of a string; half of a surrogate pair counts as one. No allocation. */
export function codePointLength(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length - 1; i++) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      pairs += 1;
      i += 1;
    }
  }
  return text.length - pairs;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
