// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { holds } from '../../src/contract/holds.ts';

describe('holds', () => {
  it('lets objects have more members and lists more elements', () => {
    expect(holds({ a: 1, b: [{ c: 2, d: 3 }, { c: 4 }] }, { b: [{ c: 4 }] })).toBe(true);
  });

  it('wants every member and every element that is expected', () => {
    expect(holds({ a: 1 }, { b: undefined })).toBe(false);
    expect(holds({ a: [1, 2] }, { a: [3] })).toBe(false);
    expect(holds({ a: { b: 1 } }, { a: { b: 2 } })).toBe(false);
    expect(holds(null, {})).toBe(false);
    expect(holds('x', ['x'])).toBe(false);
  });

  it('takes an empty list at its word', () => {
    expect(holds([], [])).toBe(true);
    expect(holds([1], [])).toBe(false);
  });
});
