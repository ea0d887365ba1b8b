// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { calibrationOf, type Scored, scanCalibration } from '../quality/calibration.ts';
import { calibrationSection } from '../scripts/generate/quality-calibration.ts';

const TEXT: Scored = { expected: false, categories: [], risk: 0, scores: [], scanFlags: [] };
const hate = { ...TEXT, expected: true, categories: ['hate', 'violence'] };
const named = (category: string, confidence: number) => ({ scanFlags: [{ category, confidence }] });
const JUDGED: Scored[] = [
  { ...hate, risk: 0.55, ...named('hate', 0.55), scores: [{ category: 'hate', score: 0.5 }] },
  { ...hate, risk: 0.57, ...named('crime', 0.57), scores: [{ category: 'hate', score: 0.3 }] },
  { ...TEXT, risk: 0.5, ...named('hate', 0.5) },
  TEXT,
  // Nobody said of what kind it is: it proves nothing about kinds.
  { ...TEXT, expected: true, ...named('hate', 0.99) },
];

describe('calibration [evidence]', () => {
  it('holds the risk score against what should be flagged', () => {
    expect(calibrationOf(JUDGED)).toEqual([
      { bin: 0, texts: 2, predicted: 0, observed: 0.5 },
      { bin: 0.5, texts: 3, predicted: 0.54, observed: 0.6667 },
    ]);
  });

  it('tells that something is wrong from of which kind it is', () => {
    const { confidence } = scanCalibration(JUDGED, 'unseen');
    const bin = { bin: 0.5, flags: 3, predicted: 0.54, observed: 0.6667, category_right: 0.3333 };
    expect(confidence).toEqual([bin]);
  });

  it('has bins of each category: its scores, and the flags that name it', () => {
    const [crime, ofHate] = scanCalibration(JUDGED, 'unseen').categories;
    expect(crime).toMatchObject({ category: 'crime', texts: 0, confidence: [{ flags: 1, category_right: 0 }] });
    expect(ofHate).toEqual({
      category: 'hate',
      texts: 2,
      score: [
        { bin: 0, texts: 2, predicted: 0, observed: 0 },
        { bin: 0.2, texts: 1, predicted: 0.3, observed: 1 },
        { bin: 0.4, texts: 1, predicted: 0.5, observed: 1 },
      ],
      confidence: [{ bin: 0.5, flags: 2, predicted: 0.525, observed: 0.5, category_right: 0.5 }],
    });
  });

  it('is on the page by category, and the page does without it', () => {
    const calibration = calibrationOf(JUDGED);
    const page = calibrationSection({ calibration, ai_scan_calibration: [scanCalibration(JUDGED, 'unseen')] } as never);
    expect(page).toContain('| sources that training never saw | 0.5 | 3 | 54 % | 67 % | 33 % |');
    expect(page).toContain('| hate | 2 | 50 % / 50 % (2) |');
    expect(page).toContain('| hate | 2 | 0.000 → 0.000 (2) | 0.300 → 1.000 (1) | 0.500 → 1.000 (1) |');
    expect(calibrationSection({ calibration } as never)).not.toContain('sure of');
  });
});
