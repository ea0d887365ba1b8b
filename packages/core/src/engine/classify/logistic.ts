// SPDX-License-Identifier: Apache-2.0
/** exp is only "implementation-approximated" in ECMAScript; this uses + - * / alone, so every machine gets the same bits. */
const LN2 = Math.LN2;
const TERMS = 14;

function expOfMinus(y: number): number {
  const halvings = Math.floor(y / LN2);
  const rest = y - halvings * LN2;
  let sum = 1;
  for (let k = TERMS; k >= 1; k--) sum = 1 - (rest / k) * sum;
  for (let k = 0; k < halvings; k++) sum /= 2;
  return sum;
}

/** 1 / (1 + e^-x), in [0..1]. */
export function logistic(x: number): number {
  if (x >= 0) return 1 / (1 + expOfMinus(Math.min(x, 40)));
  const e = expOfMinus(Math.min(-x, 40));
  return e / (1 + e);
}
