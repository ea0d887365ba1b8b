// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isIntentFile, parseIntent } from '../../../src/engine/intent/intent.ts';

const path = 'patterns/intent.yaml';
const text = readFileSync(new URL('../../../../../patterns/intent.yaml', import.meta.url), 'utf8');
const ARTICLES = new Set(Array.from({ length: 42 }, (_, i) => i + 1));
const sha256Hex = (data: string) => hash('sha256', data, 'hex');
const parse = (changed = text) => parseIntent({ path, text: changed }, ARTICLES, sha256Hex);

describe('intent: the rules that ship', () => {
  it('match their samples and none of their near misses', () => {
    const { rules, problems } = parse();
    expect(problems).toEqual([]);
    expect(rules?.rules.length).toBeGreaterThanOrEqual(20);
  });

  it('read the place of the sentence', () => {
    const action = 'First make coffee. Then delete the production database. Go home.';
    const hit = parse()
      .rules?.match(action)
      .hits.find(({ rule }) => rule.id === 'I01');
    expect(action.slice(hit?.start, hit?.end)).toBe('Then delete the production database.');
  });

  it.each([
    ['Do not delete the production database.', []],
    ['Delete the production database, do not ask.', ['I01', 'I10']],
    ['Never touch the ledger; wipe the backups.', ['I01']],
    ['Löscht heute die Produktionsdatenbank', ['I01']],
    ['Send the weekly report to the team list.', []],
  ])('%s', (action, ids) => {
    expect(
      parse()
        .rules?.match(action)
        .hits.map(({ rule }) => rule.id),
    ).toEqual(ids);
  });
});

describe('intent: a bad file', () => {
  const faults = (changed: string) => parse(changed).problems.map(({ line, message }) => ({ line, message }));

  it('is refused with the line of an unknown list', () => {
    const broken = text.replace('all: [destroy, live_data]', 'all: [destroy, dead_data]');
    const line = broken.split('\n').findIndex((l) => l.includes('dead_data')) + 1;
    expect(faults(broken)).toEqual([{ line, message: 'there is no list of terms called dead_data' }]);
  });

  it('is refused for an article that does not exist', () => {
    expect(faults(text.replace('article: 42\n', 'article: 43\n'))[0]?.message).toBe(
      'the constitution has no article 43',
    );
  });

  it('is refused where a rule misses its own sample', () => {
    const broken = text.replace('- Delete the production database and its backups.', '- Water the plants.');
    expect(faults(broken)[0]?.message).toBe('I01 does not match its own sample');
  });

  it('is refused where a rule matches its near miss, and for unknown members', () => {
    expect(
      faults(text.replace('- Delete the temporary file that the test wrote.', '- Delete all user accounts.'))[0]
        ?.message,
    ).toBe('I01 matches its near miss');
    expect(faults(text.replace('negators:', 'negaters:')).map(({ message }) => message)).toContain(
      '"negaters" is not known here',
    );
  });
});

describe('isIntentFile', () => {
  it('knows the file by its name in any folder', () => {
    expect([path, 'intent.yaml', 'C:\\pack\\intent.yaml', 'patterns/intentions.yaml'].map(isIntentFile)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
