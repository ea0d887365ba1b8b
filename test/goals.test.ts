// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { SetEvidence } from '../quality/evidence.ts';
import { goalEvidence } from '../quality/goals.ts';
import { isHeldBack } from '../quality/sets.ts';

const NONE = { precision: null, recall: null, f1: null, fpr: null, auc: null };

function set(name: string, size: number, flagged: number, found: Partial<SetEvidence>) {
  const ci95 = { precision: null, recall: null, fpr: null };
  const about = { name, license: 'CC0-1.0', sha256: '', category: null, threshold: '' };
  return { ...about, size, flagged, ci95, ...NONE, ...found } as SetEvidence;
}

const goalOf = (kind: string, sets: SetEvidence[]) => goalEvidence(sets).find((goal) => goal.kind === kind);

describe('goals', () => {
  it('count the second set of a name together with the first, by its texts', () => {
    const sets = [set('jailbreaks', 20, 20, { recall: 0.5 }), set('jailbreaks-2', 80, 80, { recall: 1 })];
    const goal = goalOf('Jailbreak attempts', sets);
    expect(goal).toMatchObject({ value: 0.9, texts: 100, reached: false, sets: ['jailbreaks', 'jailbreaks-2'] });
  });

  it('weigh the AUC of each set by its pairs', () => {
    const sets = [set('hate-functional', 2, 1, { auc: 0 }), set('hate-functional-2', 6, 3, { auc: 1 })];
    expect(goalOf('Hateful against neutral sentences', sets)).toMatchObject({ value: 0.9, texts: 8 });
    expect(goalOf('Hateful against neutral sentences', [])).toMatchObject({ value: null, reached: null });
  });

  it('ask that unsafe twins are found beside the questions that only look unsafe', () => {
    const goal = goalOf('Unsafe twins of such questions', [set('unsafe-twins-2', 100, 100, { recall: 0.8 })]);
    expect(goal).toMatchObject({ measure: 'recall', bound: 0.8, reached: true });
  });

  it('do not list the misses of second sets', () => {
    expect(['ordinary-2', 'kinds-pii-held-out', 'ordinary'].map(isHeldBack)).toEqual([true, true, false]);
  });
});
