// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { scanAll } from '../../../src/engine/classify/scan-decoded.ts';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { intake } from '../../../src/engine/intake/intake.ts';
import type { Classifier, DecodedText } from '../../../src/engine/stages.ts';
import { finding, testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

/** Finds harm in whatever says «plums», and notes what it was shown. */
function plumScan() {
  const seen: string[] = [];
  const found = finding({ source: 'ai_scan', pattern_id: null, category: 'crime', article: 38, end_utf16: 3 });
  const classifier: Classifier = {
    name: 'plums',
    hash: '0'.repeat(64),
    scan: ({ given }) => {
      seen.push(given);
      const hit = given.includes('plums');
      return { categories: hit ? [{ category: 'crime', score: 0.9 }] : [], findings: hit ? [found] : [] };
    },
  };
  return { classifier, seen };
}
const hidden = (text: string): DecodedText => ({ text, layers: ['base64'], start_utf16: 6, end_utf16: 30 });

describe('the AI scan on what a text hides [scan-decoded]', () => {
  it('finds there what it finds in plain writing, at the place of the encoded run', () => {
    const { classifier } = plumScan();
    const { findings, categories } = scanAll(classifier, intake('Look: …'), [hidden('steal the plums')]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ start_utf16: 6, end_utf16: 30, decoded_from: ['base64'] });
    expect(categories).toEqual([{ category: 'crime', score: 0.9 }]);
  });

  it('reads the text alone where it hides nothing, and all of what it hides in four scans at most', () => {
    const { classifier, seen } = plumScan();
    scanAll(classifier, intake('nothing here'), []);
    scanAll(
      classifier,
      intake('much here'),
      Array.from({ length: 9 }, (_, i) => hidden(`part ${i}`)),
    );
    expect(seen).toEqual([
      'nothing here',
      'much here',
      'part 0',
      'part 1',
      'part 2',
      ['part 3', 'part 4', 'part 5', 'part 6', 'part 7', 'part 8'].join('\n\n'),
    ]);
  });

  it('is part of an evaluation, which says how it was hidden', () => {
    const { classifier } = plumScan();
    const text = `Look: ${Buffer.from('We will steal the plums of our neighbours tonight').toString('base64')}`;
    const { verdict, flags } = evaluate(text, shippedRuleset({ classifier }), testPorts());
    const flag = flags.find(({ source }) => source === 'ai_scan');
    expect(verdict).toBe('fail');
    expect(flag?.decoded_from).toEqual(['base64']);
    expect(flag?.explanation).toContain('sure after decoding base64');
  });
});
