// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadClassifier } from '../../../src/engine/classify/classify.ts';
import { coverageOf } from '../../../src/engine/classify/coverage.ts';
import type { ModelDescription } from '../../../src/engine/classify/model-file.ts';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { govern } from '../../../src/engine/govern/govern.ts';
import type { Classifier } from '../../../src/engine/stages.ts';
import { finding, testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

const { sha256Hex } = testPorts();
const shipped = readFileSync(new URL('../../../../../models/scan.bin', import.meta.url));
const HEADER_BYTES = 12;

/** The shipped weights under another description. */
function described(training: unknown): Uint8Array {
  const end = HEADER_BYTES + shipped.readUInt32LE(8);
  const description = { ...JSON.parse(shipped.subarray(HEADER_BYTES, end).toString('utf8')), training };
  const json = Buffer.from(JSON.stringify(description));
  const text = Buffer.concat([json, Buffer.alloc((4 - ((HEADER_BYTES + json.length) % 4)) % 4, 0x20)]);
  const header = Buffer.from(shipped.subarray(0, HEADER_BYTES));
  header.writeUInt32LE(text.length, 8);
  return Buffer.concat([header, text, shipped.subarray(end)]);
}

const SWEDISH = 'Jag vill inte att det ska vara så här, men vi har inte något annat val och det är också för sent nu.';
const ENGLISH = 'This is what I wanted to say about the matter, and there is nothing that you could add to it today.';
const found = finding({ source: 'ai_scan', pattern_id: null, confidence: 0.9, what: 'It is close.', end_utf16: 20 });
const scanning = (findings: readonly (typeof found)[]): Classifier => ({
  name: 'learned-english',
  hash: '0'.repeat(64),
  covers: (language) => language === 'en',
  scan: () => ({ categories: [], findings }),
});
const judged = (text: string, findings: readonly (typeof found)[]) =>
  evaluate(text, shippedRuleset({ classifier: scanning(findings) }), testPorts());

describe('languages of the AI scan [language-covered]', () => {
  it('are those that the weights say they have learned from enough texts of both sorts', () => {
    const covers = coverageOf({
      training: { languages: { en: [900, 400], sv: [125, 0], ko: [469, 39] } },
    } as unknown as ModelDescription);
    expect(['en', 'sv', 'ko', 'sw'].map(covers)).toEqual([true, false, false, false]);
    expect(coverageOf({} as ModelDescription)('sw')).toBe(true);
  });

  it('are read from the weights file', () => {
    const classifier = loadClassifier(described({ languages: { en: [60, 60], ja: [60, 0] } }), sha256Hex);
    expect([classifier.covers?.('en'), classifier.covers?.('ja')]).toEqual([true, false]);
    expect(() => loadClassifier(described({ languages: { en: 7 } }), sha256Hex)).toThrow('texts of a language');
  });

  it('count in full, others for less: what would fail goes to a person', () => {
    const [english, swedish] = [judged(ENGLISH, [found]), judged(SWEDISH, [found])];
    expect([english.input.language, swedish.input.language]).toEqual(['en', 'sv']);
    expect([english.verdict, swedish.verdict]).toEqual(['fail', 'review']);
    expect([english.flags[0]?.confidence, swedish.flags[0]?.confidence]).toEqual([0.9, 0.54]);
    expect(swedish.flags[0]?.explanation).toContain("has learned little of the text's language");
  });

  it('are said where they are not covered, also when nothing was found', () => {
    const evaluation = judged(SWEDISH, []);
    expect(evaluation.verdict).toBe('pass');
    expect(evaluation.summary).toBe(
      'Nothing was found in this text, but the AI scan has learned little of its language (sv): what only a reader of it would see may have been missed.',
    );
    expect(evaluation.stages.find(({ name }) => name === 'ai_scan')?.detail).toContain('(sv)');
    expect(judged(ENGLISH, []).summary).not.toContain('language');
  });

  it('are told for a threat in a language that no pattern and no scan knows: nothing says that it keeps to anything', () => {
    const ruleset = shippedRuleset({ classifier: scanning([]) });
    const threat = 'Zabiję cię, znam twój adres i wiem gdzie pracujesz.';
    const { input, verdict, summary } = evaluate(threat, ruleset, testPorts());
    expect([input.language, verdict]).toEqual(['pl', 'pass']);
    expect(summary).not.toContain('keeps to');
    const { decision, explanation } = govern(
      threat,
      'Thank you for the message, see you tomorrow.',
      ruleset,
      testPorts(),
    );
    expect(decision).toBe('allow');
    expect(explanation).toBe(
      'Allowed: nothing was found in prompt and response, though the AI scan has learned little of the language of one (pl).',
    );
  });

  it('neither lower nor vouch where nobody can tell the language', () => {
    const untold = judged('Schwarzenegger Martinez Kowalski', [found]);
    expect(untold.input.language).toBeNull();
    expect([untold.verdict, untold.flags[0]?.confidence]).toEqual(['fail', 0.9]);
    expect(untold.stages.find(({ name }) => name === 'ai_scan')?.detail).toBeUndefined();
  });
});
