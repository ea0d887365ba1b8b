// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { DEFAULT_THRESHOLDS } from '@plumbline/core/engine/types.ts';
import { describe, expect, it } from 'vitest';
import { command } from '../quality/evidence.ts';
import { peerSetsOf } from '../quality/peer-sets.ts';
import { familiesEvidence, peerEvidence, runPeers, thresholdEvidence, thresholdWords } from '../quality/published.ts';
import type { LabelledSet } from '../quality/sets.ts';

describe('what the evidence says beside the run [evidence]', () => {
  it('has the thresholds of the weights and of the judgement that ship', () => {
    const { judgement, ai_scan: bands } = thresholdEvidence(DEFAULT_THRESHOLDS);
    expect(judgement).toEqual(DEFAULT_THRESHOLDS);
    expect(new Set(bands.map(({ score }) => score)).size).toBeGreaterThan(1);
    for (const { review, fail } of bands) expect(0 < review && review <= fail && fail <= 1).toBe(true);
    expect(thresholdWords({ ...DEFAULT_THRESHOLDS, fail_high_confidence: 0.7 })).toContain('from confidence 0.7 on');
  });

  it('has every family that was left out, with its sources', () => {
    const measured = JSON.parse(readFileSync(new URL('../models/families.json', import.meta.url), 'utf8'));
    const { families, mean_auc: mean } = familiesEvidence();
    expect(families.map(({ name }) => name)).toEqual(Object.keys(measured.families));
    for (const { name, sources, auc } of families) {
      expect(sources).toMatch(/[a-z]/);
      expect(auc).toBe(measured.families[name].auc);
    }
    expect(mean).toBe(measured.means.auc);
  });

  it('says why peers are missing, and rates them where they are not', async () => {
    const none = { pooled: [], bySet: [], missing: expect.stringContaining('not measured') };
    expect(await runPeers(null, false, [])).toEqual(none);
    const one = {
      task: 'pii',
      set: 's',
      checker: 'c',
      flagged: 4,
      hits: 3,
      ordinary: 0,
      alarms: 0,
      median_us: 5,
    } as const;
    expect(peerEvidence({ pooled: [one], bySet: [{ ...one, hits: 1 }], missing: null })).toMatchObject([
      { pooled: true, task: 'pii', checker: 'c', recall: 0.75, fpr: null },
      { pooled: false, set: 's', recall: 0.25 },
    ]);
  });

  it('names the command that makes it, with what must be installed for it', () => {
    expect(command(true, true)).toBe('npm run quality -- --data DIR --peers');
    expect(command(false, false)).toBe('npm run quality');
  });

  it('asks other checkers about each set of their own kind, and about ordinary texts that they trip over', () => {
    const row = (n: number, categories: readonly string[]) => {
      const flagged = categories.length > 0;
      return { id: `${n}`, text: `text ${n}`, flagged, category: categories[0] ?? null, categories };
    };
    const set = (name: string, rows: ReturnType<typeof row>[]): LabelledSet => {
      return { name, license: 'CC0-1.0', sha256: '', category: null, origin: 'repository', rows };
    };
    const asked = peerSetsOf([
      set('keys', [row(1, ['secrets']), row(2, [])]),
      set('mixed-comments', [row(3, ['crime', 'hate']), row(4, ['harassment']), row(5, ['crime']), row(6, [])]),
      set('crimes', [row(7, ['crime']), row(8, ['hate']), row(9, ['fraud'])]),
      set('flask-source', [row(10, [])]),
      set('ordinary', [row(11, [])]),
    ]);
    expect(asked.map(({ task, name, flagged, ordinary }) => [task, name, flagged.length, ordinary.length])).toEqual([
      ['secrets', 'keys', 1, 1],
      ['secrets', 'flask-source', 0, 1],
      ['pii', 'flask-source', 0, 1],
      ['abuse', 'mixed-comments', 2, 1],
    ]);
  });
});
