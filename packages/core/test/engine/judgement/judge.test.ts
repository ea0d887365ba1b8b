// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge, mergeFindings, type StageFact } from '../../../src/engine/judgement/judge.ts';
import { CATEGORIES, DEFAULT_THRESHOLDS, type Finding, SEVERITIES } from '../../../src/engine/types.ts';
import { finding } from '../finding.ts';

const OK: readonly StageFact[] = ['intake', 'precheck', 'entropy', 'ai_scan'].map(
  (name) => ({ name, status: 'ok' }) as StageFact,
);
const judged = (findings: readonly Finding[], stages = OK, thresholds = DEFAULT_THRESHOLDS) =>
  judge(findings, stages, thresholds);
const apart = (members: Partial<Finding>, i: number) =>
  finding({ ...members, start_utf16: i * 50, end_utf16: i * 50 + 5 });

describe('judge: verdict [evaluate-verdict]', () => {
  it.each([
    ['nothing', [], 'pass'],
    ['one critical of any confidence', [finding({ severity: 'critical', confidence: 0.1 })], 'fail'],
    ['one high at 0.8', [finding({ confidence: 0.8 })], 'fail'],
    ['one high under 0.8', [finding({ confidence: 0.799 })], 'review'],
    ['one medium', [finding({ severity: 'medium' })], 'pass'],
    ['two medium', [apart({ severity: 'medium' }, 0), apart({ severity: 'medium' }, 1)], 'review'],
    ['many low', [0, 1, 2, 3, 4].map((i) => apart({ severity: 'low' }, i)), 'pass'],
  ] as const)('%s', (_, findings, verdict) => {
    expect(judged(findings).verdict).toBe(verdict);
  });

  it('follows other thresholds', () => {
    const strict = { ...DEFAULT_THRESHOLDS, fail_high_confidence: 0.5, review_medium_count: 1 };
    expect(judged([finding({ confidence: 0.5 })], OK, strict).verdict).toBe('fail');
    expect(judged([finding({ severity: 'medium' })], OK, strict).verdict).toBe('review');
  });
});

describe('judge: degraded [evaluate-degraded]', () => {
  const failed = (name: string, status = 'failed') =>
    OK.map((stage) => (stage.name === name ? ({ ...stage, status } as StageFact) : stage));

  it.each(['intake', 'precheck', 'entropy', 'ai_scan'])('a failed %s keeps a text from passing', (name) => {
    const judgement = judged([], failed(name));
    expect(judgement).toMatchObject({ verdict: 'review', degraded: true, withheld_by: [name], risk_score: 0 });
  });

  it('says so and judges on where the stage is configured to fail open', () => {
    const open = { ...DEFAULT_THRESHOLDS, on_failure: { ...DEFAULT_THRESHOLDS.on_failure, entropy: 'open' as const } };
    expect(judged([], failed('entropy'), open)).toMatchObject({ verdict: 'pass', degraded: true, withheld_by: [] });
  });

  it('judges without an AI scan that is not required', () => {
    const relaxed = { ...DEFAULT_THRESHOLDS, ai_scan_required: false };
    expect(judged([], failed('ai_scan'), relaxed)).toMatchObject({ verdict: 'pass', degraded: true });
    expect(judged([], failed('ai_scan', 'skipped'), relaxed)).toMatchObject({ verdict: 'pass', degraded: false });
  });

  it('ranks texts that pass by what the scan takes for likely, and lets it move no verdict', () => {
    const risk = (suspicion: number, findings: readonly Finding[] = []) =>
      judge(findings, OK, DEFAULT_THRESHOLDS, suspicion);
    expect(risk(0.6)).toMatchObject({ verdict: 'pass', risk_score: 0.18 });
    expect(risk(1).risk_score).toBeLessThan(0.4);
    const medium = [finding({ severity: 'medium', confidence: 0.8 })];
    expect(risk(0.9, medium).risk_score).toBeGreaterThan(risk(0, medium).risk_score);
    expect(risk(1, medium)).toMatchObject({ verdict: 'pass', risk_score: 0.399 });
  });

  it('never softens a fail', () => {
    expect(judged([finding()], failed('ai_scan')).verdict).toBe('fail');
  });
});

describe('judge: merging', () => {
  it('takes two sources that agree on a place for one finding that is surer', () => {
    const scan = finding({ source: 'ai_scan', pattern_id: null, confidence: 0.6, start_utf16: 5, end_utf16: 40 });
    const merged = mergeFindings([finding({ confidence: 0.7 }), scan]);
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ source: 'precheck', pattern_id: 'P01', confidence: 0.79 });
  });

  it('lets the pattern speak where a surer scan is as grave, and the graver where it is not', () => {
    const scan = finding({ source: 'ai_scan', pattern_id: null, confidence: 0.96 });
    expect(mergeFindings([finding({ confidence: 0.7 }), scan])).toMatchObject([
      { pattern_id: 'P01', confidence: 0.974 },
    ]);
    const light = finding({ severity: 'low', confidence: 0.7 });
    expect(mergeFindings([light, scan])).toMatchObject([{ source: 'ai_scan', severity: 'high' }]);
  });

  it('keeps both where the articles differ', () => {
    const scan = finding({ source: 'ai_scan', pattern_id: null, article: 2 });
    expect(judged([finding(), scan]).triggered_articles).toEqual([2, 31]);
  });

  it('keeps findings of different patterns and of different places', () => {
    expect(mergeFindings([finding(), finding({ pattern_id: 'P02' })])).toHaveLength(2);
    expect(mergeFindings([apart({}, 0), apart({}, 1)])).toHaveLength(2);
  });

  it('stays masked when either was', () => {
    const scan = finding({ source: 'ai_scan', pattern_id: null, masked: true });
    expect(mergeFindings([finding(), scan])[0]?.masked).toBe(true);
  });
});

const anyFinding = fc
  .record({
    source: fc.constantFrom('precheck' as const, 'entropy' as const, 'ai_scan' as const),
    pattern: fc.integer({ min: 1, max: 4 }),
    category: fc.constantFrom(...CATEGORIES),
    article: fc.integer({ min: 1, max: 5 }),
    severity: fc.constantFrom(...SEVERITIES),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    start: fc.integer({ min: 0, max: 60 }),
    length: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ pattern, start, length, ...rest }) =>
    finding({
      ...rest,
      pattern_id: rest.source === 'precheck' ? `P0${pattern}` : null,
      start_utf16: start,
      end_utf16: start + length,
    }),
  );

describe('judge: properties', () => {
  const run = (property: fc.IProperty<[Finding[]]>) => fc.assert(property, { seed: 20261121, numRuns: 400 });

  it('does not depend on the order of the findings [evaluate-deterministic]', () => {
    run(
      fc.property(fc.array(anyFinding, { maxLength: 12 }), (findings) => {
        const { findings: _, ...forward } = judged(findings);
        const { findings: __, ...backward } = judged([...findings].reverse());
        expect(backward).toEqual(forward);
      }),
    );
  });

  it('loses no article and keeps the gravest first', () => {
    run(
      fc.property(fc.array(anyFinding, { maxLength: 12 }), (findings) => {
        const judgement = judged(findings);
        expect(judgement.triggered_articles).toEqual(
          [...new Set(findings.map((f) => f.article))].sort((a, b) => a - b),
        );
        const ranks = judgement.findings.map((f) => SEVERITIES.indexOf(f.severity));
        expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
      }),
    );
  });

  it('keeps the score in [0..1] at three decimals and in the band of the verdict', () => {
    run(
      fc.property(fc.array(anyFinding, { maxLength: 12 }), (findings) => {
        const { risk_score, verdict } = judged(findings);
        expect(risk_score).toBe(Math.round(risk_score * 1000) / 1000);
        const [low, high] = { pass: [0, 0.399], review: [0.4, 0.699], fail: [0.7, 1] }[verdict] as [number, number];
        expect(risk_score).toBeGreaterThanOrEqual(low);
        expect(risk_score).toBeLessThanOrEqual(high);
      }),
    );
  });
});
