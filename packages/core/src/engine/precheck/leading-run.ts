// SPDX-License-Identifier: Apache-2.0

/** How matches of an expression begin: behind none of some characters, and with so many or more of some. */
export interface LeadingRun {
  /** By ASCII character, bits: IN_RUN, NOT_BEFORE. */
  readonly kinds: Uint8Array;
  readonly least: number;
}

const IN_RUN = 1;
const NOT_BEFORE = 2;
const ASCII = 0x80;
/** Shorter runs are in every word. */
const SHORTEST = 6;

/** `(?<![…])` and then `(?=[…]{16})` or `[…]{16,…`. */
const BEGINNING =
  /^\(\?<!\[((?:[^\]\\]|\\.)+)\]\)(?:\(\?=\[((?:[^\]\\]|\\.)+)\]\{(\d+)\}\)|\[((?:[^\]\\]|\\.)+)\]\{(\d+)(?:,\d*)?\})/;

/** Null for an expression whose matches begin in another way, or in one of several. */
export function leadingRunOf(source: string, flags: string): LeadingRun | null {
  const beginning = flags.includes('u') ? null : BEGINNING.exec(source);
  if (beginning === null || hasChoice(source)) return null;
  const [, before, ahead, aheadLeast, first, firstLeast] = beginning;
  const notBefore = charactersOf(before as string, flags);
  const inRun = charactersOf((ahead ?? first) as string, flags);
  const least = Number(aheadLeast ?? firstLeast);
  if (notBefore === null || inRun === null || least < SHORTEST) return null;
  const kinds = Uint8Array.from({ length: ASCII }, (_, unit) => {
    const character = String.fromCharCode(unit);
    return (inRun.test(character) ? IN_RUN : 0) | (notBefore.test(character) ? NOT_BEFORE : 0);
  });
  return { kinds, least };
}

/** A class of ASCII characters; null for one that may hold others. */
function charactersOf(body: string, flags: string): RegExp | null {
  return /^(?:[\x20-\x5b\x5d-\x7e]|\\[wd]|\\[^A-Za-z0-9])+$/.test(body) && !body.startsWith('^')
    ? new RegExp(`[${body}]`, flags)
    : null;
}

/** Whether an expression is one of several, rather than that a part of it is. */
function hasChoice(source: string): boolean {
  const bare = source.replace(/\\[\s\S]/g, '').replace(/\[[^\]]*\]/g, '');
  let depth = 0;
  for (const sign of bare) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '|' && depth === 0) return true;
  }
  return false;
}

/**
 * The next place from `from` on at which a match could begin; -1 where there is none. Most of a text is leapt over: what
 * isn't in the run ends any that reaches over it.
 */
export function nextStart({ kinds, least }: LeadingRun, text: string, from: number): number {
  const end = text.length;
  let start = from;
  while (start + least <= end) {
    let at = start + least - 1;
    while (at >= start && (kindOf(kinds, text, at) & IN_RUN) !== 0) at--;
    if (at >= start) start = at + 1;
    else if (start === 0 || (kindOf(kinds, text, start - 1) & NOT_BEFORE) === 0) return start;
    else {
      while (start < end && (kindOf(kinds, text, start) & NOT_BEFORE) !== 0) start++;
      start++;
    }
  }
  return -1;
}

function kindOf(kinds: Uint8Array, text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < ASCII ? (kinds[unit] as number) : 0;
}
