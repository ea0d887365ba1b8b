// SPDX-License-Identifier: Apache-2.0
/** The languages that a pattern lists are those of its examples, of the examples of its rules over structure, and of FLAGGED_IN. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { guessLanguage } from '../../../src/engine/intake/language.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';
import { FLAGGED_IN } from './flagged-in.ts';

interface Row {
  readonly id: string;
  readonly pattern?: string;
  readonly languages?: readonly string[];
  readonly matches?: readonly string[];
}

const FOLDER = join(import.meta.dirname, '../../../../../patterns');
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => parse(readFileSync(join(FOLDER, name), 'utf8')) as { patterns?: Row[]; rules?: Row[] });
const patterns = files.flatMap((file) => file.patterns ?? []);
const rules = files.flatMap((file) => file.rules ?? []);

const examplesOf = (id: string): readonly string[] =>
  [...patterns.filter((row) => row.id === id), ...rules.filter((row) => row.pattern === id)].flatMap((row) =>
    (row.matches ?? []).map((text) => text.replaceAll('⟨join⟩', '')),
  );

const told = (texts: readonly string[]) => texts.flatMap((text) => guessLanguage(text) ?? []);

describe('the languages that a pattern lists', () => {
  const some = patterns.filter(({ languages }) => !languages?.includes('any'));

  it.each(some.map(({ id, languages = [] }) => [id, languages] as const))('%s are those of its texts', (id, listed) => {
    const shown = FLAGGED_IN.filter(([pattern]) => pattern === id).map(([, language]) => language);
    expect([...listed].sort()).toEqual([...new Set([...told(examplesOf(id)), ...shown])].sort());
  });

  it.each(FLAGGED_IN)('%s flags in %s: %s', (id, language, text) => {
    const flags = evaluate(text, shippedRuleset({ classifier: null }), testPorts()).flags;
    expect(flags.map(({ pattern_id }) => pattern_id)).toContain(id);
    // Short texts of close languages may be told none, or a neighbour that the guess has learned.
    const guess = guessLanguage(text);
    if (LEARNED.has(language) && guess !== null) expect(guess).toBe(language);
  });
});

const LEARNED = new Set('en fr de es pt it nl zh ar hi ru ja ko'.split(' '));
