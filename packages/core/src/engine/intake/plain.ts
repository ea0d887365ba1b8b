// SPDX-License-Identifier: Apache-2.0
import type { Intake } from '../stages.ts';
import { normalise, type Removed } from './normalise.ts';
import { textOfUnits, UnitBuffer } from './units.ts';

/**
 * A text without its disguises and with its capitals: invisible characters are gone, compatibility forms, dashes and
 * look-alikes are what they stand for. Secrets and personal data are looked for in it, because a key is no key in lower case.
 */
export interface PlainForm {
  readonly text: string;
  /** Range of the given text behind a range of this one. UTF-16 units, half open. */
  readonly rangeToGiven: (start: number, end: number) => readonly [number, number];
}

/** A normalised text and what it came from. Only `normalised` is in lower case. */
type Source = Pick<Intake, 'given' | 'normalised' | 'changed' | 'removed' | 'toGiven' | 'rangeToGiven'>;

/** Null where the text wears no disguise that a secret could hide in; most texts that normalisation changes wear none. */
export function plainForm(source: Source): PlainForm | null {
  if (!source.changed || !isVeiled(source.given, source.removed)) return null;
  return { text: withCapitals(source), rangeToGiven: source.rangeToGiven };
}

const NEEDS_WORK = /[^\t\n\r\x20-\x7e]/;
const units = new UnitBuffer();

/** The same of a text that no intake has read. */
export function plainFormOf(given: string): PlainForm | null {
  if (!NEEDS_WORK.test(given)) return null;
  const { text, changed, removed, toGiven, rangeToGiven } = normalise(given, false, units.read(given, false));
  return plainForm({ given, normalised: text, changed, removed, toGiven, rangeToGiven });
}

/** The text without its disguises, or as it is. */
export const withoutDisguise = (text: string) => plainFormOf(text)?.text ?? text;

/**
 * What intake doesn't count: controls; letters and digits in compatibility forms beside others (a single one is a list
 * mark, a month or an exponent); a number in groups that other signs than blanks and hyphens hold together.
 */
const VEIL = new RegExp(
  [
    '[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]',
    '[\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a][0-9A-Za-z\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a]',
    '[0-9A-Za-z][\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a]',
    '[\\u2070\\u2074-\\u2079\\u2080-\\u2089\\u2460-\\u249b\\u24ea-\\u24ff\\u2776-\\u2793]{2}',
    '\\ud835[\\udc00-\\udfff]|\\ud83c[\\udd00-\\udd69]',
    '[0-9A-Z][\\u00a0\\u2000-\\u200a\\u2010-\\u2015\\u202f\\u205f\\u2212\\u3000\\ufe63\\uff0d][0-9A-Z]{2,6}[\\u00a0\\u2000-\\u200a\\u2010-\\u2015\\u202f\\u205f\\u2212\\u3000\\ufe63\\uff0d][0-9A-Z]',
  ].join('|'),
);

function isVeiled(given: string, { invisible, bidi, tag, confusable }: Readonly<Removed>): boolean {
  return invisible + bidi + tag + confusable > 0 || VEIL.test(given);
}

/** Unit by unit of the normalised text, so that its way back holds for this one too. */
function withCapitals({ given, normalised, toGiven }: Source): string {
  const out = new Uint16Array(normalised.length);
  for (let i = 0; i < normalised.length; i++) {
    const at = toGiven(i);
    const unit = normalised.charCodeAt(i);
    const was = given.charCodeAt(at);
    const isLetter = unit >= 97 && unit <= 122;
    out[i] = isLetter && was !== unit && isCapital(given, at, was) ? unit - 32 : unit;
  }
  return textOfUnits(out, 0, out.length);
}

function isCapital(given: string, at: number, unit: number): boolean {
  if (unit < 0x80) return unit >= 65 && unit <= 90;
  const shown = String.fromCodePoint(given.codePointAt(at) as number).normalize('NFKC');
  return shown !== shown.toLowerCase();
}
