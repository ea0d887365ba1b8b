// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costMicro, fromMicro, toMicro } from '../../../src/services/model-endpoint/money.ts';

describe('money of models', () => {
  it.each([
    ['0', 0],
    ['0.000001', 1],
    ['0.15', 150_000],
    ['12', 12_000_000],
    ['999999999.999999', 999_999_999_999_999],
  ])('reads and writes %s without a float', (decimal, micro) => {
    expect(toMicro(decimal)).toBe(micro);
    expect(fromMicro(micro)).toBe(decimal);
  });

  it('is rounded up, once', () => {
    const prices = { inputMicro: toMicro('0.15'), outputMicro: toMicro('0.6') };
    expect(costMicro({ input: 0, output: 0 }, prices)).toBe(0);
    expect(costMicro({ input: 1, output: 0 }, prices)).toBe(1);
    expect(costMicro({ input: 1_000, output: 500 }, prices)).toBe(450);
    expect(costMicro({ input: 1_001, output: 11 }, prices)).toBe(157);
  });

  it('never charges less than is owed, nor a millionth more than rounding needs', () => {
    const tokens = fc.nat(10_000_000);
    const price = fc.nat(100_000_000);
    fc.assert(
      fc.property(tokens, tokens, price, price, (input, output, inputMicro, outputMicro) => {
        const owed = BigInt(input) * BigInt(inputMicro) + BigInt(output) * BigInt(outputMicro);
        const charged = BigInt(costMicro({ input, output }, { inputMicro, outputMicro })) * 1_000_000n;
        return charged >= owed && charged - owed < 1_000_000n;
      }),
      { seed: 20261121 },
    );
  });
});
