// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../../entropy/bigrams.ts';

/**
 * Words that stand in for a secret in documentation, templates and tests, wherever they are in a value. A random value
 * spells none of them by chance. One is the subject 1234567890 of the token that every tutorial shows, in base64.
 */
const STAND_IN =
  /example|placeholder|eyJzdWIiOiIxMjM0NTY3ODkw|changeme|change[-_ ]me|redacted|removed|insert[-_ ]|replace[-_ ]|your[-_ ]?(?:own|api|access|secret|token|key|pass|app|client|auth|user|bot|account|project|org|db|database|personal|private)|<your|dummy|[-_]here\b|goes[-_ ]?here|undefined|process\.env|os\.environ|getenv|secrets\.|xxxx|\*\*\*|####|\.\.\.|\u2026|\u2022\u2022|0000000|aaaaaaa|fixme|to[-_]?do\b|not[-_ ](?:set|real|a[-_ ](?:real|secret|key|token))/i;
/** Words that stand in only where they are words of their own. */
const STAND_IN_WORD =
  /(?:^|[^a-z])(?:fake|sample|mock|stub|none|null|nil|true|false|yes|your|empty|default|optional|required|invalid|expired|string|value|foo|bar|baz|demo|unused|masked|hidden|secret[-_ ]?(?:key|value|name)|tbd)(?:[^a-z]|$)/i;
/** A reference to where the secret is kept: a variable, a template, a call, a member. */
const REFERENCE =
  /^[$%@&]\w+%?$|^\*[a-z_]+$|^\$[A-Za-z_{(]|^@[\w.-]+$|^--?[a-z][a-z-]{0,24}$|^--|\$\{|\{\{|\$\(|%\(|<%|^<[^>]*>$|^\{[^}]*\}$|^\[[^\]]*\]$|^%[sdv]$|^#\{|^\w+\(|\w\(\)|^(?:self|this|ctx|env|config|settings|process|req|request|props|state|options|args|params|app|data|user)(?:\.\w+)+|^[A-Za-z_*]+(?:\.[A-Za-z_*]+)+$|^[A-Za-z_]\w*\.[A-Z][A-Z_]{3,}$|^[A-Za-z_]\w*\[|=>|->|::|^v\d{1,3}\.\d{1,3}\.\d{1,4}-|^vault:|^arn:|^ref:|^!\w|\[[A-Za-z]-[A-Za-z]|\\[dwsS][{+*]|\]\{\d/;
const LOCATION =
  /^(?:https?|ftp|file|s3|data|mailto|urn|git|ssh|postgres\w*|mysql|redis|mongodb)\b[:+]|^[.~]{0,2}\/[\w.-]+\/|^[A-Za-z]:\\|\.(?:json|ya?ml|txt|pem|key|crt|png|jpe?g|svg|js|ts|py|html?|md|css|xml|env|sh|go|java|rb|php|sql|log|conf|ini|toml|zip|t?gz|tar|bz2|xz|zst|whl|deb|rpm|jar|dmg|iso|pdf|docx?|xlsx?|csv|gif|webp|woff2?|ttf|mp[34])$/i;
/** Counting, the alphabet and the keyboard. */
export const SEQUENCE = /^(?:0?1234567?8?9?0?|abcdef\w{0,2}|qwerty\w{0,3}|a1b2c3\w{0,2}|0123456789abcdef|deadbeef)$/i;
/** Bits per character above which a run of letters is no word of a language. */
const WORD_BITS = 5.3;

/** Whether a value is what templates and documentation put in a secret's place, or says where the secret is kept. */
export function standsIn(value: string): boolean {
  return (
    STAND_IN.test(value) ||
    (STAND_IN_WORD.test(value) && !isLongDraw(value)) ||
    REFERENCE.test(value) ||
    (LOCATION.test(value) && !((isLongDraw(value) || isLongBase64(value)) && isDigitsAmong(value)))
  );
}

/** No path of such a length has neither a point nor a hyphen. */
const isLongBase64 = (value: string) => /^[A-Za-z0-9+/]{64,}={0,2}$/.test(value);

/** Paths hold words; what has digits between its letters all along is base64 that begins with a slash. */
const isDigitsAmong = (value: string) => (value.match(/\d[A-Za-z]|[A-Za-z]\d/g)?.length ?? 0) >= 6;

/** In a long random value digits part off three or four letters that are such a word. */
const isLongDraw = (value: string) =>
  value.length >= 32 && !/(?:^|[^a-z0-9])(?:[a-z]{3,9})(?:[^a-z0-9]|$)/i.test(value);

/**
 * The share of a value that is made of words: letters of one case, or capitalised, that read as language.
 * @param enough reads no further once the share is above this: a value of nothing but names is long and has many of them
 */
export function wordShare(value: string, enough = 1): number {
  const most = enough * value.length;
  let letters = 0;
  PIECE.lastIndex = 0;
  for (let hit = PIECE.exec(value); hit !== null && letters <= most; hit = PIECE.exec(value)) {
    if (languageScore(hit[0]) < WORD_BITS) letters += hit[0].length;
  }
  return letters / value.length;
}
const PIECE = /[A-Z]?[a-z]{3,}|[A-Z]{4,}|[\u00c0-\u{10ffff}]{2,}/gu;

/** Whether a text has so many different characters; reads no further than it must. */
export function hasDistinct(text: string, count: number): boolean {
  const seen = new Set<string>();
  for (const character of text) if (seen.add(character).size >= count) return true;
  return false;
}

/** Whether most characters follow the one before them in the alphabet or in counting, `a1b2c3d4` too. */
export function isCounting(value: string): boolean {
  const letters = value.replace(/[^A-Za-z]/g, '').toLowerCase();
  return (
    counts(value) ||
    (letters.length >= 8 &&
      letters.length < value.length &&
      letters.length >= value.length * FEWEST_LETTERS &&
      counts(letters))
  );
}

function counts(value: string): boolean {
  let steps = 0;
  for (let i = 1; i < value.length; i++) if (value.charCodeAt(i) === value.charCodeAt(i - 1) + 1) steps++;
  return steps / (value.length - 1) > MOST_STEPS;
}
const MOST_STEPS = 0.6;
/** Of letters in counting that has digits between; fewer count by chance. */
const FEWEST_LETTERS = 0.4;

/** How often neighbours differ in kind: lower case, upper case, digit, sign. */
export function kindChanges(value: string): number {
  let changes = 0;
  let last = -1;
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    const kind = c >= 97 && c <= 122 ? 0 : c >= 65 && c <= 90 ? 1 : c >= 48 && c <= 57 ? 2 : 3;
    if (last >= 0 && kind !== last) changes++;
    last = kind;
  }
  return changes;
}

/** Names of algorithms mix letters and digits as tokens do. */
export const ALGORITHM =
  /sha-?\d|aes[-_\d]|hmac|pbewith|pbkdf|poly1305|chacha|salsa\d|md5|rsa[-_\d]|25519|curve|utf-?8|base64|x86|amd64|arm64/i;
/** In a longer value such letters and digits meet by chance. */
const LONGEST_ALGORITHM = 40;

/** The guard of a header, made unlike any other. */
export const CONSTANT_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){4,}$/;

const NO_TOKEN = 0;
export const SURE = 1;
const LIKELY = 0.9;
const MIN_TOKEN = 8;
const LONG_TOKEN = 16;
/** Longer runs of digits and signs are no number with a unit. */
export const LONGEST_AMOUNT = 30;

/**
 * How plausible a value is as a token or key that a machine made: letters and digits without words. Names, paths,
 * references, counting and documentation values are told apart.
 * @returns 0 to 1
 */
export function tokenPlausibility(value: string): number {
  if (value.length < MIN_TOKEN || CONSTANT_NAME.test(value) || !hasDistinct(value, 5)) return NO_TOKEN;
  // By its letters and digits most is told apart; the words of documentation are many and are looked for last.
  const plausible = byMakeUp(value);
  if (plausible === NO_TOKEN || SEQUENCE.test(value) || isCounting(value)) return NO_TOKEN;
  return standsIn(value) || (value.length < LONGEST_ALGORITHM && ALGORITHM.test(value)) ? NO_TOKEN : plausible;
}

function byMakeUp(value: string): number {
  const digits = digitsIn(value);
  if (digits === value.length) return value.length >= 24 ? LIKELY : NO_TOKEN;
  if (digits === 0) return lettersOnly(value);
  const words = wordShare(value, 0.45);
  if (words >= 0.45 || (words >= 0.3 && (digits < 6 || /\.[A-Za-z]/.test(value)))) return NO_TOKEN;
  if (/^[a-z]{1,6}[-_.]?\d{1,6}$/i.test(value)) return NO_TOKEN;
  if (value.length < LONGEST_AMOUNT && /^\d[\d.,:/ -]*[a-z]{0,3}$/i.test(value)) return NO_TOKEN;
  if (value.length >= LONG_TOKEN) return SURE;
  return kindChanges(value) >= 4 || (kindChanges(value) >= 3 && value.length >= 10) ? LIKELY : NO_TOKEN;
}

export function digitsIn(value: string): number {
  let digits = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit >= 0x30 && unit <= 0x39) digits++;
  }
  return digits;
}

/** Letters alone are random when no word is in them; signs alone between words make a name. */
function lettersOnly(value: string): number {
  if (value.length < 12 || /[-_.:/ ]/.test(value.slice(1, -1)) || wordShare(value, 0.25) > 0.25) return NO_TOKEN;
  if (languageScore(value) < 5.6 && kindChanges(value) / value.length < 0.4) return NO_TOKEN;
  return hasDistinct(value, 8) ? LIKELY : NO_TOKEN;
}
