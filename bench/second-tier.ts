// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { readModel } from '@plumbline/core/engine/classify/model-file.ts';
import { WindowScorer } from '@plumbline/core/engine/classify/windows.ts';
import { SecondTier } from '@plumbline/core/engine/deep/second-tier.ts';
import { nodePorts } from '../packages/cli/src/ports.ts';
import { median } from './table.ts';
import { ordinaryTexts, seeded } from './texts.ts';

const TEXTS = 120;
const LENGTH = 1_000;
const MODEL = new URL('../models/scan.bin', import.meta.url);

/** What the second tier adds to a text that it is asked about, in ms: of words that it knows, and of words never seen. */
export function secondTierMs(): { readonly known: number; readonly unseen: number } {
  const model = readModel(new Uint8Array(readFileSync(MODEL)), nodePorts.sha256Hex);
  const { deep } = model.description;
  if (deep === undefined || model.deep === null) throw new Error('the model has no second tier');
  const scorer = new WindowScorer(model);
  const tier = new SecondTier(deep, model.deep);
  const judgeMs = (text: string) => {
    // Above every bar, so that the network is asked whatever the first tier says.
    const windows = scorer.windows(text).map((window) => ({ ...window, margins: deep.bars.map((bar) => bar + 1) }));
    const startedMs = performance.now();
    tier.judge(text, windows);
    return performance.now() - startedMs;
  };
  const known = ordinaryTexts(TEXTS, LENGTH, 4);
  for (let i = 0; i < 20; i++) for (const text of known) judgeMs(text);
  const unseen = newWords(2 * TEXTS);
  for (const text of unseen.slice(TEXTS)) judgeMs(text);
  return { known: median(known.map(judgeMs)), unseen: median(unseen.slice(0, TEXTS).map(judgeMs)) };
}

/** Texts of words that no vocabulary has and no two of which are the same. */
function newWords(count: number): string[] {
  const random = seeded(5);
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26));
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < LENGTH) text += `${Array.from({ length: 4 + Math.floor(random() * 5) }, letter).join('')} `;
    return text.slice(0, LENGTH);
  });
}
