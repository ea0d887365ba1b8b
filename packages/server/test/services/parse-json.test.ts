// SPDX-License-Identifier: Apache-2.0
import { ERRORS, PlumblineError } from '@plumbline/core/errors.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/services/parse-json.ts';

function refusal(text: string): { code: string; pointer: string | undefined } {
  try {
    parseJson(text);
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { code: error.code, pointer: error.errors[0]?.pointer };
  }
  return { code: 'none', pointer: undefined };
}

/** What the scan must agree with: a count of members and levels on the parsed value. */
function shapeOf(value: unknown): { depth: number; members: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, members: 0 };
  const children = Object.values(value).map(shapeOf);
  return {
    depth: 1 + Math.max(0, ...children.map((child) => child.depth)),
    members: (Array.isArray(value) ? 0 : children.length) + children.reduce((sum, child) => sum + child.members, 0),
  };
}

function isSame(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

describe('parseJson', () => {
  it('gives the value of any valid JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        const { depth, members } = shapeOf(value);
        fc.pre(depth <= 32 && members <= 2_000 && !/\\u(0000|d[89a-f])/i.test(text));
        expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });

  it('makes objects without a prototype', () => {
    const value = parseJson('{"a":[{"__proto__":{"polluted":true}}],"constructor":1}') as Record<string, never>;
    expect(Object.getPrototypeOf(value)).toBeNull();
    const inner = (value.a as unknown as Record<string, unknown>[])[0] ?? {};
    expect(Object.getPrototypeOf(inner)).toBeNull();
    expect(Object.keys(inner)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['{"x":[0,{"b/c":1,"d":{"k":1},"b/c":2}]}', '/x/1/b~1c'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['{"a\\"":1,"b":"\\\\","a\\"":3}', '/a"'],
  ])('refuses the duplicate member in %s', (text, pointer) => {
    expect(refusal(text)).toEqual({ code: 'duplicate_member', pointer });
  });

  it.each([
    ['{"text":"\\u0000"}', '/text'],
    ['{"text":["a","\\ud800"]}', '/text/1'],
    ['{"text":"\\uDC00\\uD800"}', '/text'],
    ['{"\\ud800":1}', ''],
  ])('refuses NUL and lone surrogates in %s', (text, pointer) => {
    expect(refusal(text)).toEqual({ code: 'invalid_unicode', pointer });
  });

  it('takes a surrogate pair that is written as escapes, and an escaped backslash before u0000', () => {
    expect(parseJson('{"text":"\\ud83d\\ude00 \\\\u0000"}')).toEqual(
      Object.assign(Object.create(null), { text: '\u{1f600} \\u0000' }),
    );
  });

  it.each(['', '{', '{"a":1,}', "{'a':1}", '[1 2]', 'nul', '{"a":1}x', '\ufeff{}'])('refuses %j as JSON', (text) => {
    expect(refusal(text).code).toBe('invalid_json');
  });

  it('takes 32 levels and 2,000 members and not one more', () => {
    const nested = (n: number) => '['.repeat(n) + ']'.repeat(n);
    const wide = (n: number) => `{${Array.from({ length: n }, (_, i) => `"m${i}":${i}`).join(',')}}`;
    expect(refusal(nested(32)).code).toBe('none');
    expect(refusal(nested(33)).code).toBe('too_deep');
    expect(refusal(nested(400_000)).code).toBe('too_deep');
    expect(refusal(wide(2_000)).code).toBe('none');
    expect(refusal(wide(2_001)).code).toBe('too_deep');
  });

  it('says which bound was passed, and its page tells all of them', () => {
    const many = (n: number) => `[${Array(n).fill(0).join(',')}]`;
    expect(refusal(many(20_000)).code).toBe('none');
    const wide = `{${Array.from({ length: 2_001 }, (_, i) => `"m${i}":0`).join(',')}}`;
    const said = ['['.repeat(33) + ']'.repeat(33), wide, many(20_001)].map((text) => {
      try {
        return parseJson(text);
      } catch (error) {
        return (error as PlumblineError).message;
      }
    });
    const bounds = ['32 levels', '2,000 members', '20,000 elements of arrays'];
    expect(said).toEqual(bounds.map((bound) => `At most ${bound} are read.`));
    for (const bound of bounds) expect(ERRORS.too_deep.page).toContain(bound);
  });

  it('counts members and levels however far apart they stand', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 8 });
    const spaced = (value: unknown, widths: readonly number[]) => {
      let next = 0;
      const gap = () => ' '.repeat(widths[next++ % widths.length] ?? 0);
      return JSON.stringify(value).replace(/[[\]{},:]/g, (sign) => `${gap()}${sign}${gap()}`);
    };
    // Without strings that hold signs: those are no structure.
    const value = fc
      .jsonValue({ maxDepth: 4, noUnicodeString: true } as never)
      .map((any) => JSON.parse(JSON.stringify(any), (_, child) => (typeof child === 'string' ? 'text' : child)));
    fc.assert(
      fc.property(value, gaps, (any, widths) => {
        const text = spaced(any, widths);
        fc.pre(isSame(text, any));
        expect(refusal(text).code).toBe(refusal(JSON.stringify(any)).code);
      }),
      { seed: 20261122, numRuns: 500 },
    );
    const wide = (n: number) => `{${Array.from({ length: n }, (_, i) => `"m${i}"${' '.repeat(40)}:${i}`).join(',')}}`;
    expect(refusal(wide(2_000)).code).toBe('none');
    expect(refusal(wide(2_001)).code).toBe('too_deep');
    expect(refusal(`{"a":1,${' '.repeat(99)}"a":2}`).code).toBe('duplicate_member');
  });

  it('names a duplicate before the depth, as the order of checks wants', () => {
    expect(refusal(`{"a":1,"b":${'['.repeat(50)}${']'.repeat(50)},"a":2}`).code).toBe('duplicate_member');
  });
});
