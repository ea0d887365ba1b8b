// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { DEFAULT_THRESHOLDS } from '@plumbline/core/engine/types.ts';
import { describe, expect, it } from 'vitest';
import { familiesEvidence, peerEvidence, runPeers, thresholdEvidence, thresholdWords } from '../quality/published.ts';

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
    expect(await runPeers(null, false)).toEqual({ figures: [], missing: expect.stringContaining('not measured') });
    const figures = [{ set: 's', checker: 'c', flagged: 4, hits: 3, ordinary: 0, alarms: 0, median_us: 5 }];
    expect(peerEvidence({ figures, missing: null })).toMatchObject([{ checker: 'c', recall: 0.75, fpr: null }]);
  });
});
