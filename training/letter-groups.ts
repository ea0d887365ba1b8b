// SPDX-License-Identifier: Apache-2.0
/**
 * Writes which groups of letters tell the languages in Latin script: packages/core/src/engine/intake/generated/letter-groups.ts.
 * Run with the folder of the training data as its argument (decision 0328).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LANGUAGE_TABLES, languageOfWords, sampleLanguage } from '../packages/core/src/engine/intake/language.ts';
import { FUNCTION_WORDS } from '../packages/core/src/engine/intake/language-profiles.ts';
import { eachGroup, FIFTHS, WEIGHT_SIGNS } from '../packages/core/src/engine/intake/letter-groups.ts';

const LANGUAGES = 'en fr de es pt it nl pl tr vi sv da no fi cs sk ro hu id ca'.split(' ');
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };
/** The most telling ones. */
const KEPT = 3000;
/** A word that stands everywhere says no more than what some others say. */
const DAMPING = 0.6;
const UNSEEN = 0.00005;
/** Texts of which no model may learn, and such as are filled in by a program. */
const LEFT_OUT =
  /^(?:surge-toxicity|open-assistant-prompts|germeval2018|bbq-contexts|kingfisher-rules|memos-ui-text|synthetic-.*|bias-madlibs)$/;
const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'packages/core/src/engine/intake/generated/letter-groups.ts');
/** Addresses, code, placeholders. */
const NOT_PROSE = /https?:\S+|\S+@\S+|`[^`]*`|<[^>]*>|%?\{[^}]*\}|[A-Za-z]*[_.(][A-Za-z_.()]+|\b[a-z]+[A-Z]\w*/g;
/** Only by function words: the table must not learn from itself. */
const toldByWords = (text: string) => {
  const units = Uint16Array.from({ length: Math.min(text.length, 400) }, (_, i) => text.charCodeAt(i));
  return languageOfWords(sampleLanguage(units, units.length));
};
const WORD = /[a-zß-öø-ɏḀ-ỿ]{1,24}/g;

const words = new Map(LANGUAGES.map((language) => [language, new Map<string, number>()]));

function learn(language: string, text: string, times: number): void {
  const counts = words.get(SAME[language] ?? language);
  if (counts === undefined) return;
  for (const [word] of text.normalize('NFC').toLowerCase().matchAll(WORD))
    counts.set(word, (counts.get(word) ?? 0) + times);
}

const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString('utf8').split('\n').filter(Boolean);
const prose = (text: string) => text.replace(NOT_PROSE, ' ');

/** Labels of the data are those of whole sources: what is English by its words is no Polish. */
function learnRows(path: string): void {
  const seen = new Set<string>();
  let english = 0;
  for (const line of linesOf(path)) {
    const { text, lang, source } = JSON.parse(line) as { text: string; lang: string; source: string };
    if (LEFT_OUT.test(source) || seen.has(text)) continue;
    seen.add(text);
    if (lang === 'en' ? english++ % 5 !== 0 : toldByWords(text) === 'en') continue;
    learn(lang, prose(text), 1);
  }
}

const SHORTEST_PARAGRAPH = 80;

/** Paragraphs that function words tell. */
function learnCorpus(path: string): void {
  let english = 0;
  for (const line of linesOf(path)) {
    const language = line.length < SHORTEST_PARAGRAPH ? null : toldByWords(line);
    if (language === null || (language === 'en' && english++ % 10 !== 0)) continue;
    learn(language, prose(line), 1);
  }
}

function learnGlossaries(): void {
  for (const language of ['de', 'es', 'fr', 'it', 'nl', 'pt']) {
    const lines = readFileSync(join(ROOT, `packages/core/glossaries/${language}.txt`), 'utf8').split('\n');
    for (const line of lines.filter((some) => !some.startsWith('#'))) {
      const [english = '', forms = ''] = line.split('\t');
      learn(language, forms, 3);
      if (language === 'de') learn('en', english, 3);
    }
  }
}

/** Groups with their share of each language's. */
function shares(): Map<string, Float64Array> {
  const found = new Map<string, Float64Array>();
  const totals = new Float64Array(LANGUAGES.length);
  LANGUAGES.forEach((language, k) => {
    for (const [word, count] of words.get(language) as Map<string, number>) {
      const weight = count ** DAMPING;
      eachGroup(word, LANGUAGE_TABLES.scripts(), (a, b, c) => {
        const group = String.fromCharCode(a, b, c).replaceAll('\0', '.');
        const counts = found.get(group) ?? new Float64Array(LANGUAGES.length);
        found.set(group, counts);
        counts[k] = (counts[k] as number) + weight;
        totals[k] = (totals[k] as number) + weight;
      });
    }
  });
  for (const counts of found.values())
    counts.forEach((n, k) => {
      counts[k] = n / (totals[k] as number) + UNSEEN;
    });
  return found;
}

const MIDDLE = (WEIGHT_SIGNS.length - 1) / 2;
const signOf = (nats: number) =>
  WEIGHT_SIGNS.charAt(Math.max(0, Math.min(WEIGHT_SIGNS.length - 1, Math.round(nats * FIFTHS) + MIDDLE)));

function entries(): string[] {
  const rated = [...shares()].map(([group, share]) => {
    const mean = share.reduce((a, b) => a + b) / share.length;
    const nats = [...share].map((n) => Math.log(n / mean));
    const telling = nats.reduce((sum, n, k) => sum + n * (share[k] as number), 0);
    return { entry: group + nats.map(signOf).join(''), telling };
  });
  const kept = rated.sort((a, b) => b.telling - a.telling).slice(0, KEPT);
  return kept.map(({ entry }) => entry).sort();
}

const data = process.argv[2] as string;
learnRows(join(data, 'train.jsonl.gz'));
learnCorpus(join(data, 'corpus.txt.gz'));
learnGlossaries();
for (const [language, some] of Object.entries(FUNCTION_WORDS)) learn(language, some, 5);

const all = entries();
const rows: string[] = [];
for (let i = 0; i < all.length; i += 5) rows.push(`  '${all.slice(i, i + 5).join('')}',`);
writeFileSync(
  OUT,
  [
    '// SPDX-License-Identifier: Apache-2.0',
    '// Written by training/letter-groups.ts. Not to be edited.',
    '',
    `export const LETTER_LANGUAGES: readonly string[] = '${LANGUAGES.join(' ')}'.split(' ');`,
    '',
    '/** Groups of three letters, a blank before or behind a word and points before a single letter, each with a weight a language. */',
    'export const LETTER_GROUPS: string = [',
    ...rows,
    "].join('');",
    '',
  ].join('\n'),
);
