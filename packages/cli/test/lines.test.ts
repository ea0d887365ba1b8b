// SPDX-License-Identifier: Apache-2.0
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from '../src/lines.ts';

async function linesOf(chunks: readonly Buffer[]): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of readLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it('splits at LF and CR LF, keeps a last line without an ending', async () => {
    expect(await linesOf([Buffer.from('a\r\nb\n\nc')])).toEqual(['a', 'b', '', 'c']);
  });

  it('keeps U+2028 and U+2029 inside their line', async () => {
    expect(await linesOf([Buffer.from('"a\u2028b"\n"c\u2029d"\n')])).toEqual(['"a\u2028b"', '"c\u2029d"']);
  });

  it('gives null for a line that is not UTF-8 and goes on', async () => {
    expect(await linesOf([Buffer.from([0xff, 10, 0x61, 10])])).toEqual([null, 'a']);
  });

  it('does not depend on where the chunks are cut, not even inside a character', async () => {
    const text = 'één\n🦊 two\n\nlast';
    const bytes = Buffer.from(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 6 }), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = edges.slice(1).map((end, i) => bytes.subarray(edges[i], end));
        expect(await linesOf(chunks)).toEqual(text.split('\n'));
      }),
      { seed: 11 },
    );
  });
});
