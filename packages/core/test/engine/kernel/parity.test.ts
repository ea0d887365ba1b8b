// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FeatureReader, SEGMENT_LENGTH } from '../../../src/engine/classify/features.ts';
import { KernelSums } from '../../../src/engine/classify/kernel-sums.ts';
import { readModel } from '../../../src/engine/classify/model-file.ts';
import { PlainSums, type SegmentSums, STRIDE } from '../../../src/engine/classify/segment-sums.ts';
import { PlainFinder } from '../../../src/engine/precheck/find-windows.ts';
import { KernelFinder } from '../../../src/engine/precheck/kernel-windows.ts';
import { planWindows, type WindowFinder } from '../../../src/engine/precheck/window-plan.ts';
import { KernelSurvey } from '../../../src/engine/survey/kernel-survey.ts';
import { PlainSurvey } from '../../../src/engine/survey/plain-survey.ts';
import type { TextSurvey } from '../../../src/engine/survey/survey.ts';
import { published, sha256Hex } from '../pack-files.ts';
import { EDGE_TEXTS, randomTexts } from './random-texts.ts';

const RUNS = { seed: 110, numRuns: 400 };

function made<T>(kernel: T | null): T {
  if (kernel === null) throw new Error('kernels do not run here');
  return kernel;
}

function sameOnAll(check: (text: string) => void): void {
  for (const text of EDGE_TEXTS) check(text);
  fc.assert(
    fc.property(randomTexts, (text) => {
      check(text);
    }),
    RUNS,
  );
}

describe('survey kernel', () => {
  const kernel = made(KernelSurvey.create());

  function everything(survey: TextSurvey) {
    const { text, ascii, plain } = survey;
    const { latin, counts, scores } = survey.language(Math.min(400, text.length));
    const measures = survey.measures();
    const { count, list } = survey.pieces();
    return {
      ascii,
      plain,
      units: Array.from(survey.units.subarray(0, text.length)),
      latin,
      counts: Array.from(counts),
      scores: Array.from(scores),
      ...measures,
      windowBits: Array.from(measures.windowBits),
      windowCosts: Array.from(measures.windowCosts),
      isForeign: Array.from(measures.isForeign),
      pieces: Array.from(list.subarray(0, 3 * count)),
      runs: survey.longRuns(),
      climbs: survey.climbs(),
      signs: survey.signs(),
    };
  }

  it('gives what the plain survey gives, on any text', () => {
    sameOnAll((text) => expect(everything(kernel.read(text))).toEqual(everything(new PlainSurvey(text))));
  });
});

describe('precheck kernel', () => {
  const watched = ['final authority', '|take over|', 'résister'];
  const plan = planWindows(published.patterns, watched);
  const kernel = made(KernelFinder.create(plan));
  const plain = new PlainFinder(plan);

  function found(finder: WindowFinder, text: string) {
    const count = finder.find(text);
    return {
      windows: Array.from(finder.list.subarray(finder.first, finder.first + 3 * count)),
      watched: finder.watched,
    };
  }

  it('finds the windows that the plain finder finds, in the same order, on any text', () => {
    sameOnAll((text) => expect(found(kernel, text)).toEqual(found(plain, text)));
  });

  it('sees watched literals as the plain finder does', () => {
    for (const text of ['no human has Final Authority', 'they take over', 'they take overs', 'RÉSISTER', 'nothing']) {
      expect(found(kernel, text), text).toEqual(found(plain, text));
    }
    expect(found(kernel, 'no human has Final Authority').watched).toBe(true);
    expect(found(kernel, 'nothing').watched).toBe(false);
  });
});

describe('scan kernel', () => {
  const file = new URL('../../../../../models/scan.bin', import.meta.url);
  const model = readModel(new Uint8Array(readFileSync(file)), sha256Hex);
  const kernel = made(KernelSums.create(model));
  const plain = new PlainSums(model);

  function sums(reader: SegmentSums, text: string) {
    const segments = Math.max(1, Math.ceil(text.length / SEGMENT_LENGTH));
    const all = Array.from(reader.segments(text, segments).subarray(0, segments * STRIDE));
    const stretch = [Math.min(3, text.length), Math.min(900, text.length)] as const;
    const heads = reader.heads(text, ...stretch);
    return { all, heads: Array.from(heads.sums.subarray(0, model.description.heads.length)), words: heads.words };
  }

  it('adds up the same integers as the plain reader, on any text', () => {
    sameOnAll((text) => expect(sums(kernel, text)).toEqual(sums(plain, text)));
  });

  it('adds up the same integers once the marks of seen features start over', () => {
    const reader = new FeatureReader();
    expect(reader.words.length).toBeGreaterThan(0);
    const text = 'one two three four five six seven eight nine ten '.repeat(24_000);
    expect(sums(kernel, text)).toEqual(sums(plain, text));
  });
});
