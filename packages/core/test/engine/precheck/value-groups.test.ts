// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { withoutNames } from '../../../src/engine/precheck/value-groups.ts';
import { published } from '../pack-files.ts';

describe('withoutNames', () => {
  it('counts every group that catches and no other', () => {
    const { source, values } = withoutNames('(a)(?:b)(?<!c)(?<=d)\\((?<v>[(\\]]e)|[^(](?<w>f)(?=g)(?<v>h)');
    expect(source).toBe('(a)(?:b)(?<!c)(?<=d)\\(([(\\]]e)|[^(](f)(?=g)(h)');
    expect(values).toEqual([2, 4, 3]);
  });

  it('refers by number to what was referred to by name', () => {
    expect(withoutNames('(a)(?<v>[xy])-\\k<v>')).toEqual({ source: '(a)([xy])-(?:\\2)', values: [2] });
  });

  it('leaves expressions without names as they are', () => {
    expect(withoutNames('\\(x\\)(y)')).toEqual({ source: '\\(x\\)(y)', values: [] });
  });

  it('catches what the names of the published expressions catch', () => {
    let named = 0;
    for (const { expressions, matches } of published.patterns) {
      for (const { source, flags } of expressions) {
        const { source: unnamed, values } = withoutNames(source);
        for (const text of matches) {
          const hit = new RegExp(source, flags).exec(text);
          const plain = new RegExp(unnamed, flags).exec(text);
          expect(plain?.[0]).toBe(hit?.[0]);
          if (hit?.groups === undefined) continue;
          named++;
          const byName = Object.values(hit.groups).find((value) => value !== undefined);
          expect(values.map((group) => plain?.[group]).find((value) => value !== undefined)).toBe(byName);
        }
      }
    }
    expect(named).toBeGreaterThan(20);
  });
});
