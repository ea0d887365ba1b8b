// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import type { Ports } from '../../src/engine/types.ts';
import { warmRuleset } from '../../src/engine/warm.ts';
import { ORDINARY_TEXTS } from '../../src/engine/warm-texts.ts';
import { testPorts } from './finding.ts';
import { shippedRuleset } from './ruleset-fixture.ts';

describe('warmRuleset', () => {
  it('judges ordinary texts, every sample of every pattern and every example of a breach, one a step', () => {
    const ruleset = shippedRuleset();
    const hashed: (string | Uint8Array)[] = [];
    const base = testPorts();
    const ports: Ports = {
      ...base,
      sha256Hex: (data) => {
        hashed.push(data);
        return base.sha256Hex(data);
      },
    };
    const steps = [...warmRuleset(ruleset, ports)].length;
    const breaches = [...ruleset.articles.values()].flatMap(({ examples }) => examples.violating);
    const samples = [...ruleset.pack.samples, ...(ruleset.structure?.samples ?? [])];
    expect(steps).toBe(4 * ORDINARY_TEXTS.length + samples.length + breaches.length);
    expect(hashed.slice(0, ORDINARY_TEXTS.length)).toEqual(ORDINARY_TEXTS);
    expect(hashed).toEqual(expect.arrayContaining([...samples, ...breaches]));
  });

  it.each(ORDINARY_TEXTS.map((text) => [text.slice(0, 40), text]))(
    'finds nothing in an ordinary text: %s…',
    (_, text) => {
      // Otherwise it would make expressions compile that ordinary texts never meet.
      expect(evaluate(text, shippedRuleset(), testPorts()).flags).toEqual([]);
      expect(evaluate(`“${text}”`, shippedRuleset(), testPorts()).flags).toEqual([]);
    },
  );

  it('meets every pattern', () => {
    const { pack } = shippedRuleset();
    const met = new Set(
      pack.samples.flatMap((text) => pack.match(text, () => false).matches.map(({ pattern }) => pattern)),
    );
    expect(met.size).toBe(pack.size);
  });

  it('judges nothing before it is asked for a step', () => {
    const failing: Ports = {
      ...testPorts(),
      newId: () => {
        throw new Error('judged');
      },
    };
    const warming = warmRuleset(shippedRuleset(), failing);
    expect(() => warming.next()).toThrow('judged');
  });
});
