// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ordinaryTexts, seeded } from './texts.ts';

/** One set of texts with one truth: everything in `flagged` should be found, nothing in `ordinary`. */
export interface PeerSet {
  readonly name: string;
  readonly task: 'secrets' | 'pii' | 'abuse';
  readonly flagged: readonly string[];
  readonly ordinary: readonly string[];
}

interface Row {
  readonly text: string;
  readonly label: 0 | 1;
  readonly categories: readonly string[];
  readonly source: string;
  readonly lang: string;
}

const MOST = 3_000;
const LOOK_ALIKES = ['synthetic-borderline', 'synthetic-technical', 'npm-lockfile'];

/** The labelled development set of the folder, or, without one, texts made here with a fixed seed. */
export function peerSets(dataDir: string | null): PeerSet[] {
  return dataDir === null ? madeSets() : labelledSets(dataDir);
}

function labelledSets(dataDir: string): PeerSet[] {
  const lines = gunzipSync(readFileSync(join(dataDir, 'dev.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Row);
  const pick = (keep: (row: Row) => boolean) =>
    rows
      .filter(keep)
      .map((row) => row.text)
      .slice(0, MOST);
  const lookAlikes = pick((row) => row.label === 0 && LOOK_ALIKES.includes(row.source));
  const code = pick((row) => row.label === 0 && row.source.endsWith('-source'));
  const harmful = (category: string) => pick((row) => row.label === 1 && row.categories.includes(category));
  const abuse = ({ label, categories }: Row) =>
    label === 1 && (categories.includes('hate') || categories.includes('harassment'));
  const comment = ({ label, source }: Row) => label === 0 && /tweets|comments|toxi|germeval|edos/.test(source);
  // Lists of words are English: texts in other languages say something about the list, not about how it reads.
  const abuseIn = (name: string, isOfIt: (row: Row) => boolean): PeerSet => ({
    name: `hate and harassment / other comments, ${name}`,
    task: 'abuse',
    flagged: pick((row) => abuse(row) && isOfIt(row)),
    ordinary: pick((row) => comment(row) && isOfIt(row)),
  });
  return [
    { name: 'secrets / look-alikes', task: 'secrets', flagged: harmful('secrets'), ordinary: lookAlikes },
    { name: 'secrets / source code', task: 'secrets', flagged: [], ordinary: code },
    { name: 'personal data / look-alikes', task: 'pii', flagged: harmful('pii'), ordinary: lookAlikes },
    { name: 'personal data / source code', task: 'pii', flagged: [], ordinary: code },
    abuseIn('English', ({ lang }) => lang === 'en'),
    abuseIn('other languages', ({ lang }) => lang !== 'en'),
  ];
}

const ALNUM = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function madeSets(): PeerSet[] {
  const random = seeded(42);
  const some = (count: number, alphabet = ALNUM) =>
    Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  const digits = (count: number) => some(count, '0123456789');
  const hex = (count: number) => some(count, '0123456789abcdef');
  const many = (make: () => string) => Array.from({ length: 40 }, make);
  const secrets = [
    ...many(() => `aws_access_key_id = ${'AK'}IA${some(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`),
    ...many(() => `git clone https://oauth2:${'ghp'}_${some(36)}@git.example.com/team/app.git`),
    ...many(() => `SLACK_TOKEN=${'xox'}b-${digits(12)}-${digits(12)}-${some(24)}`),
    ...many(() => `DATABASE_URL=postgres://app:${some(18)}@db.internal:5432/app`),
    ...many(() => `{"api_secret": "${some(32)}"}`),
  ];
  const lookAlikes = [
    ...many(() => `"integrity": "sha512-${some(86)}=="`),
    ...many(() => `commit ${hex(40)}`),
    ...many(() => `request ${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)} took ${digits(3)} ms`),
    ...many(() => `image: registry.example.com/app@sha256:${hex(64)}`),
    ...many(() => 'API_KEY=your-api-key-here'),
  ];
  const personal = [
    ...many(() => `Please charge card ${luhn(`4${digits(14)}`)} and send the receipt.`),
    ...many(
      () =>
        `My social security number is ${100 + Number(digits(2))}-${10 + Number(digits(1))}-${1000 + Number(digits(3))}.`,
    ),
    ...many(() => `You can reach Maria Keller at maria.keller${digits(2)}@example.org or 555-01${digits(2)}.`),
  ];
  return [
    { name: 'secrets / look-alikes (made here)', task: 'secrets', flagged: secrets, ordinary: lookAlikes },
    { name: 'personal data / look-alikes (made here)', task: 'pii', flagged: personal, ordinary: lookAlikes },
    { name: 'ordinary texts (made here)', task: 'abuse', flagged: [], ordinary: ordinaryTexts(200, 400, 9) },
  ];
}

/** Appends the check digit of ISO/IEC 7812-1. */
function luhn(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
