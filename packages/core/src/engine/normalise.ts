// SPDX-License-Identifier: Apache-2.0
import { foldConfusables } from './confusables.ts';
import { FoldedText } from './normalise-buffer.ts';
import {
  BIDI,
  CONTROL,
  classOf,
  DISGUISE,
  EXPAND,
  EXTEND,
  EXTEND_JAMO,
  foldText,
  INVISIBLE,
  KEEP,
  LOWER,
  TAG,
  targetOf,
} from './normalise-classes.ts';

/** How often something was taken out or folded. */
export interface Removed {
  invisible: number;
  bidi: number;
  tag: number;
  confusable: number;
}

/** A text ready for matching, with the way back. Offsets are UTF-16 units. */
export interface Normalised {
  readonly text: string;
  /** In more than letter case. */
  readonly changed: boolean;
  readonly removed: Readonly<Removed>;
  readonly toGiven: (offset: number) => number;
  readonly rangeToGiven: (start: number, end: number) => readonly [number, number];
}

/** Marks that one base may carry. No spelling needs more; stacked marks beyond it are dropped, which bounds the work. */
const MAX_MARKS = 8;
/** From this many marks on, a Latin letter is written over to hide it, and the bare letter is what counts. */
const OVERWRITTEN = 3;

/**
 * NFKC, lower case, typographic quotes and dashes and Unicode spaces to ASCII; invisible, bidi, tag and control
 * characters removed; look-alikes folded to ASCII. Text that is plain ASCII is only lower-cased. U+FDFA and U+FDFB stay
 * as they are. Normalising the result again changes nothing.
 */
export function normalise(given: string, plainAscii: boolean): Normalised {
  if (plainAscii) return identity(given);
  const reader = new Reader(given);
  reader.read();
  const folded = reader.out;
  foldConfusables(given, folded, reader.removed);
  return {
    text: folded.text(),
    changed: folded.changed,
    removed: reader.removed,
    toGiven: (offset) => folded.toGiven(offset),
    rangeToGiven: (start, end) => folded.rangeToGiven(start, end),
  };
}

function identity(given: string): Normalised {
  const within = (offset: number) => Math.max(0, Math.min(offset, given.length));
  return {
    text: given.toLowerCase(),
    changed: false,
    removed: { invisible: 0, bidi: 0, tag: 0, confusable: 0 },
    toGiven: within,
    rangeToGiven: (start, end) => [within(start), within(Math.max(start, end))],
  };
}

/** Reads a text once, a base with its marks at a time. */
class Reader {
  readonly out: FoldedText;
  readonly removed: Removed = { invisible: 0, bidi: 0, tag: 0, confusable: 0 };
  readonly #given: string;
  /** The base that waits for its marks; -1 when none does. */
  #base = -1;
  #baseClass = KEEP;
  #start = 0;
  #end = 0;
  #marks = '';
  #markCount = 0;
  #jamoCount = 0;
  readonly #known = new Map<string, string>();

  constructor(given: string) {
    this.#given = given;
    this.out = new FoldedText(given.length);
  }

  read(): void {
    const given = this.#given;
    let i = 0;
    while (i < given.length) {
      const codePoint = given.codePointAt(i) as number;
      const next = codePoint > 0xffff ? i + 2 : i + 1;
      const kind = classOf(codePoint);
      if (kind >= INVISIBLE) this.#drop(kind, i, next);
      else if (kind === EXTEND || kind === EXTEND_JAMO) this.#extend(kind, i, next);
      else {
        this.#flush();
        this.#base = codePoint;
        this.#baseClass = kind;
        this.#start = i;
        this.#end = next;
      }
      i = next;
    }
    this.#flush();
    this.out.close(given.length);
  }

  #drop(kind: number, start: number, end: number): void {
    this.out.changed = true;
    if (kind === CONTROL) return;
    if (kind === BIDI) this.removed.bidi++;
    else if (kind === TAG) this.removed.tag += isFlagTag(this.#base) ? 0 : 1;
    else if (kind === INVISIBLE && !isOrthographic(this.#given, start, end)) this.removed.invisible++;
  }

  #extend(kind: number, start: number, end: number): void {
    if (kind === EXTEND_JAMO) {
      // A syllable is a lead, a vowel and a final; and only Hangul takes them.
      if (this.#jamoCount === 2 || (this.#base >= 0 && this.#base < FIRST_HANGUL)) this.#flush();
      this.#jamoCount++;
    }
    if (this.#base < 0 && this.#marks === '') this.#start = start;
    this.#end = end;
    this.#markCount++;
    if (this.#markCount <= MAX_MARKS) this.#marks += this.#given.slice(start, end);
  }

  #flush(): void {
    if (this.#marks !== '') this.#flushSequence();
    else if (this.#base >= 0) this.#flushSingle();
    this.#base = -1;
    this.#marks = '';
    this.#markCount = 0;
    this.#jamoCount = 0;
  }

  #flushSingle(): void {
    const kind = this.#baseClass;
    const base = this.#base;
    if (kind === KEEP) this.out.pushCodePoint(base, this.#start, this.#end);
    else if (kind === EXPAND) this.#pushText(String.fromCodePoint(base));
    else {
      this.out.push(targetOf(base), this.#start, this.#end);
      if (kind !== LOWER) this.out.changed = true;
      if (kind === DISGUISE) this.removed.confusable++;
    }
  }

  #flushSequence(): void {
    const base = this.#base < 0 ? '' : String.fromCodePoint(this.#base);
    const bare = withoutMarks(this.#fold(base, false));
    const latin = ENDS_IN_LETTER.test(bare);
    if (latin && this.#markCount >= OVERWRITTEN) {
      this.removed.confusable++;
      this.#pushText(bare);
      this.out.changed = true;
    } else {
      this.#pushText(base + this.#marks, latin);
      if (this.#markCount > MAX_MARKS) this.out.changed = true;
    }
  }

  /** Every unit of a sequence comes from the whole of it. */
  #pushText(sequence: string, latin = false): void {
    const folded = this.#fold(sequence, latin);
    for (let i = 0; i < folded.length; i++) this.out.push(folded.charCodeAt(i), this.#start, this.#end);
    if (folded !== sequence.toLowerCase()) this.out.changed = true;
  }

  #fold(sequence: string, latin: boolean): string {
    const known = this.#known.get(sequence);
    if (known !== undefined) return known;
    const folded = latin ? withoutLooseMarks(foldText(sequence)) : withMostMarks(foldText(sequence));
    if (this.#known.size < MAX_KNOWN) this.#known.set(sequence, folded);
    return folded;
  }
}

/** A text repeats its sequences, so each is folded once; the cap bounds what a hostile text can make us hold. */
const MAX_KNOWN = 2_048;

const FIRST_HANGUL = 0x1100;
const ENDS_IN_LETTER = /[a-z]$/;

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}+/gu, '');

/** Marks that found no letter to join on a Latin base: strokes drawn through it, dots that lower-casing left. */
const withoutLooseMarks = (text: string) => text.replace(/(\p{Script=Latin})[\u0300-\u036f\u20d0-\u20ff]+/gu, '$1');

/** Decomposition can double the marks; what is left must pass through unchanged the next time. */
function withMostMarks(text: string): string {
  if (text.length <= MAX_MARKS) return text;
  return text.replace(/(\p{M}{8})\p{M}+/gu, '$1');
}

/** The waving black flag, whose region is spelt in tags (England, Scotland, Wales). */
const isFlagTag = (base: number) => base === 0x1f3f4;

/**
 * Invisible characters that spelling or emoji need: variation selectors and joiners after a character that is neither
 * ASCII nor Latin, and the byte order mark at the very start.
 */
function isOrthographic(given: string, start: number, end: number): boolean {
  const unit = given.charCodeAt(start);
  if (unit === 0xfeff) return start === 0;
  const selector = unit >= 0xfe00 && unit <= 0xfe0f;
  if (!selector && unit !== 0x200c && unit !== 0x200d) return false;
  const before = start > 0 ? given.charCodeAt(start - 1) : 0;
  if (selector && unit === 0xfe0f && given.charCodeAt(end) === 0x20e3) return true;
  return before >= 0x370 && !isJoinerOrSelector(before);
}

const isJoinerOrSelector = (unit: number) =>
  (unit >= 0xfe00 && unit <= 0xfe0f && unit !== 0xfe0f) || (unit >= 0x200b && unit <= 0x200f) || unit === 0x2060;
