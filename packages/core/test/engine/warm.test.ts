// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Ports } from '../../src/engine/types.ts';
import { warmRuleset } from '../../src/engine/warm.ts';
import { testPorts } from './finding.ts';
import { shippedRuleset } from './ruleset-fixture.ts';

describe('warmRuleset', () => {
  it('judges every sample of every pattern and every example of a breach, one a step', () => {
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
    expect(steps).toBe(samples.length + breaches.length);
    expect(hashed).toEqual(expect.arrayContaining([...samples, ...breaches]));
  });

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
