// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/seal/format-error.ts';
import { readConcepts } from '../../src/search/concepts-file.ts';
import { sensesOfForm } from '../../src/search/lemmas.ts';

const file = readFileSync(new URL('../../../../models/concepts.bin', import.meta.url));
const concepts = readConcepts(file);

describe('the concept index', () => {
  it('knows words, and what is broader than they are', () => {
    const [car] = concepts.senses('car')?.noun ?? [];
    const [automobile] = concepts.senses('automobile')?.noun ?? [];
    expect(car).toBe(automobile);
    const [vehicle] = concepts.senses('vehicle')?.noun ?? [];
    const above = (concept: number, levels: number): number[] =>
      levels === 0 ? [] : [...concepts.broader(concept)].flatMap((broader) => [broader, ...above(broader, levels - 1)]);
    expect(above(car as number, 4)).toContain(vehicle);
  });

  it('knows what is the same as another part of speech', () => {
    const payment = concepts.senses('payment')?.noun ?? [];
    const related = (concepts.senses('pay')?.verb ?? []).flatMap((concept) => [...concepts.related(concept)]);
    expect(payment.some((concept) => related.includes(concept))).toBe(true);
  });

  it('does not know what is no word', () => {
    for (const word of ['', 'zzyzx', 'Car', 'ä', 'aaaaaaaaa', '~'.repeat(80)]) expect(concepts.senses(word)).toBeNull();
  });

  it('leads forms back to their base', () => {
    for (const [form, base, part] of [
      ['mice', 'mouse', 'noun'],
      ['went', 'go', 'verb'],
      ['stopping', 'stop', 'verb'],
      ['policies', 'policy', 'noun'],
      ['sadder', 'sad', 'adjective'],
      ['happiest', 'happy', 'adjective'],
      ['burned', 'burn', 'verb'],
    ] as const)
      expect(sensesOfForm(form, concepts)[part]).toEqual(concepts.senses(base)?.[part]);
  });

  it('refuses other files and cut ones, and reads damaged ones without ever leaving its range', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('PLCN'),
      Buffer.alloc(64),
      file.subarray(0, -1),
      file.subarray(0, 40),
    ])
      expect(() => readConcepts(bytes)).toThrow(FormatError);
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const damaged = Buffer.from(file);
        damaged[at] = byte;
        try {
          const read = readConcepts(damaged);
          for (const concept of read.senses('automobile')?.noun ?? []) expect(concept).toBeLessThan(read.concepts);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { seed: 3, numRuns: 30 },
    );
  });
});
