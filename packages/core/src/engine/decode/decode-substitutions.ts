// SPDX-License-Identifier: Apache-2.0
import { isPlausible, type Run, textOf } from './decode-plausible.ts';

/** Fewer replacements than this are an address, a format string or a stray sign. */
const MIN_REPLACED = 3;

interface Scheme {
  /** One encoded character (or row of bytes); global. */
  readonly pattern: RegExp;
  readonly decode: (match: string) => string | null;
  /** Last touch on the region: soft line breaks, plus signs. */
  readonly finish?: (region: string) => string;
}

/** Replaces what a scheme encodes, from the line of the first to the line of the last; the words between stay. */
function substituted(text: string, scheme: Scheme): Run | null {
  let first = -1;
  let last = 0;
  let replaced = 0;
  for (const match of text.matchAll(scheme.pattern)) {
    if (first < 0) first = match.index;
    last = match.index + match[0].length;
    replaced += match[0].length;
  }
  if (first < 0) return null;
  if (replaced < MIN_REPLACED * 3) return null;
  const run = wholeTokens(text, first, last);
  const from = text.lastIndexOf('\n', first) + 1;
  const lineEnd = text.indexOf('\n', last);
  // The words around belong to what was meant; where they make it implausible, the run is judged alone.
  const line = decodeRegion(text.slice(from, lineEnd < 0 ? text.length : lineEnd), scheme);
  if (line !== null && isPlausible(line)) return { text: line, ...run };
  const alone = decodeRegion(text.slice(run.start, run.end), scheme);
  return alone !== null && isPlausible(alone) ? { text: alone, ...run } : null;
}

/** Null when nothing in the region decodes. */
function decodeRegion(region: string, scheme: Scheme): string | null {
  let count = 0;
  const decoded = region.replace(scheme.pattern, (match) => {
    const character = scheme.decode(match);
    if (character === null) return match;
    count += 1;
    return character;
  });
  if (count === 0) return null;
  const finished = scheme.finish?.(decoded) ?? decoded;
  return finished === region ? null : finished;
}

/** The run with the words that it starts and ends in, so that a person sees what was meant. */
function wholeTokens(text: string, first: number, last: number): { start: number; end: number } {
  let start = first;
  let end = last;
  while (start > 0 && first - start < 64 && !/\s/.test(text[start - 1] as string)) start--;
  while (end < text.length && end - last < 64 && !/\s/.test(text[end] as string)) end++;
  return { start, end };
}

const bytesToText = (hexPairs: readonly string[]): string | null =>
  textOf(Uint8Array.from(hexPairs, (pair) => Number.parseInt(pair, 16)));

const asList = (run: Run | null): Run[] => (run === null ? [] : [run]);
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The text of bytes written as a sign and two hex digits each. */
function hexTriplesToText(triples: string): string | null {
  const bytes = new Uint8Array(triples.length / 3);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(triples.slice(3 * i + 1, 3 * i + 3), 16);
  return textOf(bytes);
}

/** Percent-encoding (RFC 3986, section 2.1); a plus is a space where no %20 says otherwise. */
export function percentTexts(text: string): Run[] {
  if (!text.includes('%')) return [];
  return asList(
    substituted(text, {
      pattern: /(?:%[0-9a-fA-F]{2})+/g,
      decode: hexTriplesToText,
      finish: (region) => (/%20/.test(text) ? region : region.replace(/(?<=\w)\+(?=\w)/g, ' ')),
    }),
  );
}

/** Quoted-printable (RFC 2045, section 6.7), upper-case hex and soft line breaks. */
export function quotedTexts(text: string): Run[] {
  if (!text.includes('=') || countOf(text, /=[0-9A-F]{2}/g) < MIN_REPLACED) return [];
  return asList(
    substituted(text, {
      pattern: /(?:=[0-9A-F]{2})+/g,
      decode: hexTriplesToText,
      finish: (region) => region.replace(/=\r?\n/g, ''),
    }),
  );
}

const SOFT_BREAK = /(?<=[A-Za-z])=[ \t]*\r?\n(?=[A-Za-z])/g;

/** Quoted-printable that encodes nothing and only cuts words, by soft line breaks. */
export function softBrokenTexts(text: string): Run[] {
  const breaks = [...text.matchAll(SOFT_BREAK)];
  const [first] = breaks;
  const last = breaks.at(-1);
  if (first === undefined || last === undefined || breaks.length < MIN_REPLACED) return [];
  const run = wholeTokens(text, first.index, last.index + last[0].length);
  const from = text.lastIndexOf('\n', first.index) + 1;
  const lineEnd = text.indexOf('\n', last.index + last[0].length);
  const plain = text.slice(from, lineEnd < 0 ? text.length : lineEnd).replace(/=[ \t]*\r?\n/g, '');
  return isPlausible(plain) ? [{ text: plain, ...run }] : [];
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  Tab: '\t',
  NewLine: '\n',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  excl: '!',
  quest: '?',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  sol: '/',
  lowbar: '_',
  hyphen: '-',
  shy: '',
  ZeroWidthSpace: '',
};

/** Character references of HTML. */
export function htmlTexts(text: string): Run[] {
  if (!text.includes('&')) return [];
  return asList(
    substituted(text, {
      pattern: /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,14});/g,
      decode: (match) => {
        const name = match.slice(1, -1);
        if (!name.startsWith('#')) return ENTITIES[name] ?? null;
        const hex = /^#[xX]/.test(name);
        return character(Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10));
      },
    }),
  );
}

/** A code point that a reader could see. */
const character = (codePoint: number): string | null =>
  codePoint >= 9 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff)
    ? String.fromCodePoint(codePoint)
    : null;

/** Escapes of programming languages: \u0069, \u{69}, \U00000069, \x69 beside others, \151, U+0069, and \n between them. */
export function escapeTexts(text: string): Run[] {
  if (!text.includes('\\') && !text.includes('U+')) return [];
  if (countOf(text, /\\u|\\U|\\[0-3][0-7]{2}|U\+[0-9a-fA-F]{4}/g) < MIN_REPLACED) return [];
  return asList(
    substituted(text, {
      pattern:
        /(?:\\u[0-9a-fA-F]{4})+|\\u\{[0-9a-fA-F]{1,6}\}|\\U[0-9a-fA-F]{8}|\\x[0-9a-fA-F]{2}|(?:\\[0-3][0-7]{2})+|U\+[0-9a-fA-F]{4,6} ?|\\[nt"'\\]/g,
      decode: unescaped,
    }),
  );
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', "'": "'", '\\': '\\' };

function unescaped(match: string): string | null {
  if (/^\\u[0-9a-fA-F]/.test(match)) {
    return String.fromCharCode(
      ...match
        .slice(2)
        .split('\\u')
        .map((digits) => Number.parseInt(digits, 16)),
    );
  }
  if (/^\\[0-3]/.test(match)) {
    return bytesToText(
      match
        .slice(1)
        .split('\\')
        .map((digits) => Number.parseInt(digits, 8).toString(16)),
    );
  }
  const digits = /[0-9a-fA-F]{2,}/.exec(match.slice(2))?.[0];
  return digits === undefined ? (SHORT_ESCAPES[match[1] as string] ?? null) : character(Number.parseInt(digits, 16));
}
