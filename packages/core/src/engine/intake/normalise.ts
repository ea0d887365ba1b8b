// SPDX-License-Identifier: Apache-2.0
import { foldConfusables } from './confusables.ts';
import { FoldedText, straightBack, type WayBack } from './normalise-buffer.ts';
import {
  BIDI,
  CLASSES_SEEN,
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
  REPLACE,
  TAG,
  TARGETS,
} from './normalise-classes.ts';

/** How often something was taken out or folded. */
export interface Removed {
  invisible: number;
  bidi: number;
  tag: number;
  confusable: number;
}

/** A text ready for matching, with the way back. Offsets are UTF-16 units. */
export interface Normalised extends WayBack {
  readonly text: string;
  /** In more than letter case. */
  readonly changed: boolean;
  readonly removed: Readonly<Removed>;
  /** Surrogate pairs in the given text. */
  readonly pairs: number;
}

/** What a sequence becomes. */
interface Folded {
  readonly text: string;
  /** Whether that is more than lower case. */
  readonly changed: boolean;
}

/** What a base becomes without any marks, and whether that ends in an ASCII letter. */
interface Bare {
  readonly bare: string;
  readonly latin: boolean;
}

/** Marks that one base may carry. No spelling needs more; stacked marks beyond it are dropped, which bounds the work. */
const MAX_MARKS = 8;
/** From this many marks on, a Latin letter is written over to hide it, and the bare letter is what counts. */
const OVERWRITTEN = 3;

/**
 * NFKC, lower case, typographic quotes and dashes and Unicode spaces to ASCII; invisible, bidi, tag and control
 * characters removed; look-alikes folded to ASCII. Plain text is only lower-cased. U+FDFA and U+FDFB stay
 * as they are. Normalising the result again changes nothing.
 *
 * @param plain whether all units are of PLAIN_UNITS
 * @param units those of `given`
 */
export function normalise(given: string, plain: boolean, units: Uint16Array): Normalised {
  if (plain) return untouched(given);
  const reader = new Reader(given, units);
  reader.read();
  const folded = reader.out;
  foldConfusables(given, folded, reader.removed);
  const { removed, pairs } = reader;
  return { text: folded.text(given.isWellFormed()), changed: folded.changed, removed, pairs, ...folded.wayBack() };
}

function untouched(given: string): Normalised {
  const removed = { invisible: 0, bidi: 0, tag: 0, confusable: 0 };
  const { toGiven, rangeToGiven } = straightBack(given.length);
  return { text: given.toLowerCase(), changed: false, removed, pairs: 0, toGiven, rangeToGiven };
}

/** Reads a text once: letters that stand alone in runs, the others a base with its marks at a time. */
class Reader {
  readonly out: FoldedText;
  readonly removed: Removed = { invisible: 0, bidi: 0, tag: 0, confusable: 0 };
  /** Surrogate pairs read. */
  pairs = 0;
  readonly #given: string;
  readonly #units: Uint16Array;
  /** The base that waits for its marks; -1 when none does. */
  #base = -1;
  #baseClass = KEEP;
  #start = 0;
  #end = 0;
  #marks = '';
  #markCount = 0;
  #jamoCount = 0;
  /** By sequence, or by code point where one stands alone. */
  readonly #known = new Map<string | number, Folded>();
  readonly #bases = new Map<string, Bare>();

  constructor(given: string, units: Uint16Array) {
    this.#given = given;
    this.#units = units;
    this.out = new FoldedText(given.length);
  }

  read(): void {
    for (let i = 0; i < this.#given.length; ) i = this.#readOthers(this.#readRun(i));
    this.#flush();
  }

  /** Copies units that become one unit each, up to one that doesn't; that one's base is left to be read with it. */
  #readRun(start: number): number {
    const units = this.#units;
    const length = this.#given.length;
    this.out.reserve(length - start);
    const target = this.out.units;
    const shift = this.out.length - start;
    let seen = 0;
    let replaced = 0;
    let i = start;
    for (; i < length; i++) {
      const unit = units[i] as number;
      const kind = CLASSES_SEEN[unit] as number;
      if (!isOneToOne(kind)) break;
      const folded = TARGETS[unit] as number;
      target[i + shift] = folded;
      seen |= folded;
      replaced += kind >> 2;
    }
    if (i < length && i > start) {
      i--;
      replaced -= (CLASSES_SEEN[units[i] as number] as number) >> 2;
    }
    this.out.seen |= seen;
    if (replaced > 0) this.out.changed = true;
    this.out.advance(i - start, start);
    return i;
  }

  /** Reads at least one code point, and on to the next that starts a run. */
  #readOthers(start: number): number {
    const given = this.#given;
    let i = start;
    while (i < given.length) {
      const codePoint = given.codePointAt(i) as number;
      const next = codePoint > 0xffff ? i + 2 : i + 1;
      const kind = classOf(codePoint);
      if (kind >= INVISIBLE) this.#drop(kind, i, next);
      else if (kind === EXTEND || kind === EXTEND_JAMO) this.#extend(kind, i, next);
      else {
        this.#flush();
        if (i > start && next === i + 1 && isOneToOne(kind)) return i;
        this.#base = codePoint;
        this.#baseClass = kind;
        this.#start = i;
        this.#end = next;
      }
      if (next === i + 2) this.pairs++;
      i = next;
    }
    return i;
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
    if (kind === KEEP) this.out.pushAll(String.fromCodePoint(base), this.#start, this.#end);
    else if (kind === EXPAND) this.#push(this.#known.get(base) ?? this.#fold(base, String.fromCodePoint(base), false));
    else {
      this.out.push(TARGETS[base] as number, this.#start, this.#end);
      if (kind !== LOWER) this.out.changed = true;
      if (kind === DISGUISE) this.removed.confusable++;
    }
  }

  #flushSequence(): void {
    const base = this.#base < 0 ? '' : String.fromCodePoint(this.#base);
    const { bare, latin } = this.#bareOf(base);
    if (latin && this.#markCount >= OVERWRITTEN) {
      this.removed.confusable++;
      this.#push(this.#folded(bare, false));
      this.out.changed = true;
    } else {
      this.#push(this.#folded(base + this.#marks, latin));
      if (this.#markCount > MAX_MARKS) this.out.changed = true;
    }
  }

  #bareOf(base: string): Bare {
    const known = this.#bases.get(base);
    if (known !== undefined) return known;
    const bare = withoutMarks(this.#folded(base, false).text);
    const result = { bare, latin: ENDS_IN_LETTER.test(bare) };
    if (this.#bases.size < MAX_KNOWN) this.#bases.set(base, result);
    return result;
  }

  /** Every unit of a sequence comes from the whole of it. */
  #push({ text, changed }: Folded): void {
    this.out.pushAll(text, this.#start, this.#end);
    if (changed) this.out.changed = true;
  }

  #folded(sequence: string, latin: boolean): Folded {
    return this.#known.get(sequence) ?? this.#fold(sequence, sequence, latin);
  }

  #fold(key: string | number, sequence: string, latin: boolean): Folded {
    const text = latin ? withoutLooseMarks(foldText(sequence)) : withMostMarks(foldText(sequence));
    const folded = { text, changed: text !== sequence.toLowerCase() };
    if (this.#known.size < MAX_KNOWN) this.#known.set(key, folded);
    return folded;
  }
}

const isOneToOne = (kind: number) => kind !== 0 && kind <= REPLACE;

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
