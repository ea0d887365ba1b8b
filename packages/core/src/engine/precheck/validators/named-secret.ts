// SPDX-License-Identifier: Apache-2.0
import { isAlone, looksLikeLoneSecret } from './lone-secret.ts';
import { mayBeNamed, mayNameVendor } from './may-be-named.ts';
import { CONSTANT_NAME, tokenPlausibility } from './plausible-secret.ts';
import {
  BETWEEN,
  isEncrypted,
  NAME_REACH,
  NO_SECRET,
  nearestName,
  SHOUTED,
  STRONG_NAME,
  VENDOR,
  WEAK_NAME,
} from './secret-names.ts';
import { isRemarkedAsSecret, unnamedPlausibility } from './unnamed-secret.ts';
import type { Candidate, Validator } from './validator.ts';

interface Named {
  readonly value: string;
  /** The text of the line before the value; of the line above where the value begins its own. */
  readonly before: string;
  /** The value begins its line. */
  readonly begins: boolean;
}

/** Signs and a tag at the most: the name stands on the line above. */
const BEGINS_LINE = /^\s*(?:<[\w:.-]{1,30}>)?[\s"'`|>+-]*(?:(?:value|default)["']?\s?[:=][\s"']{0,3})?$/i;
/** Between a name and its default on the third line. */
const TYPE_LINE = /^\s*["']?type["']?\s?:/i;
const withoutTag = (line: string) =>
  line.trim().replace(/(?<=\S)<\/?[\w:.-]{1,30}>$|^<(?:string|value|data|text|[\w-]{1,16}-value)>$/, '');

/** A sign of assignment within a value that a name, a sign and a quote stand before: `token: "f4K9…=q81Z…"`. */
function whole(candidate: Candidate): Pick<Candidate, 'value' | 'text' | 'start'> {
  const { match, text, value } = candidate;
  const run = match[0];
  if (
    run.length === value.length ||
    run.indexOf('=') < FEWEST_BEFORE_SIGN ||
    !/\d/.test(run.slice(0, run.indexOf('=')))
  )
    return candidate;
  const at = candidate.start - run.lastIndexOf(value);
  const near = text.slice(Math.max(0, at - 6), at);
  return /[:=,>(]\s{0,3}@?["'`]?$|[\w-]\s$/.test(near) ? { value: run, text, start: at } : candidate;
}
const FEWEST_BEFORE_SIGN = 4;

/** A run such as `api_key=f4K9…` holds its own name. */
function named(candidate: Candidate): Named {
  const { value, text, start } = whole(candidate);
  const bare = withoutEnd(value);
  const dash = value.startsWith('-') && /\$\{\w{1,40}:$/.test(text.slice(Math.max(0, start - 48), start)) ? 1 : 0;
  const cut = start === candidate.start ? Math.max(bare.lastIndexOf('=') + 1, dash) : 0;
  const at = start + cut;
  const window = text.slice(Math.max(0, at - NAME_REACH), at);
  const lineBreak = window.lastIndexOf('\n');
  const own = lineBreak < 0 ? window : window.slice(lineBreak + 1);
  const begins = lineBreak >= 0 && BEGINS_LINE.test(own);
  const before = begins ? `${withoutTag(nameAbove(window.slice(0, lineBreak)))} ${withoutTag(own)}` : own;
  return { value: bare.slice(cut), before, begins };
}

/** The last of some lines; the one before it where that only says of what type the value is. */
function nameAbove(lines: string): string {
  const last = lastLine(lines);
  const isType = last.length < lines.length && TYPE_LINE.test(last);
  return isType ? lastLine(lines.slice(0, lines.length - last.length - 1)) : last;
}

const lastLine = (lines: string) => lines.slice(lines.lastIndexOf('\n') + 1);

const ENDS = '=.-_';
function withoutEnd(value: string): string {
  let end = value.length;
  while (end > 0 && ENDS.includes(value[end - 1] as string)) end--;
  return end === value.length ? value : value.slice(0, end);
}

/** Whether nothing but what belongs to it stands behind the last name. @param names to be found all */
function lastNamed(names: RegExp, before: string): boolean {
  let end = -1;
  names.lastIndex = 0;
  for (let match = names.exec(before); match !== null; match = names.exec(before)) end = names.lastIndex;
  return end >= 0 && BETWEEN.test(before.slice(end));
}

/** A sign of assignment close before the value, a definition, a setter or an option of a command. */
const HANDED =
  /[:=].{0,11}$|[:=]\s?[\w.]{1,40}\(["']$|#\s?define\s{1,4}\w{1,40}\s{1,8}["']$|\.set\w{1,30}\(["']?$|\s--?[\w-]{2,40}\s["']?$|<[\w.:-]{0,30}key>$|^\s*ENV\s{1,4}\w{1,40}\s{1,4}["']?$|\.(?:set|put|add|define|header)\w{0,20}\(["'][\w.-]{1,40}["'],\s?["']$/;

/** A remark on the line above says what the value on this line is. */
const REMARK_ABOVE = /^\s*(?:#|\/\/|--|;|\/?\*|<!--)/;

/** What stands around a value is cheaper to ask than whether it is plausible, and seldom says that it is a secret. */
function plausibleByName(candidate: Candidate, { value, before, begins }: Named, alone: boolean): number {
  if (lastNamed(STRONG_NAME, before))
    return NO_SECRET.test(nearestName(before)) || isEncrypted(candidate) ? 0 : tokenPlausibility(value);
  if (value.length < 16 || NO_SECRET.test(before)) return 0;
  const weak = lastNamed(WEAK_NAME, before);
  const told = (weak && HANDED.test(before)) || (mayNameVendor(before) && VENDOR.test(before));
  const shouted = !told && SHOUTED.test(before);
  const remarked = !weak && ((begins && isRemarkedAbove(before)) || isRemarkedAsSecret(candidate));
  if (!told && !shouted && !remarked && (weak || !alone)) return 0;
  const plausible = tokenPlausibility(value);
  if (told || (shouted && plausible === 1)) return plausible * 0.8;
  if (weak || plausible === 0) return 0;
  if (remarked && plausible === 1) return 0.9;
  return alone && looksLikeLoneSecret(candidate.value, value) ? 0.7 : 0;
}

const isRemarkedAbove = (before: string) => REMARK_ABOVE.test(before) && before.search(STRONG_NAME) >= 0;

function isHexadecimal(value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    const isDigit = unit >= 0x30 && unit <= 0x39;
    if (!isDigit && !((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66) && unit !== HYPHEN) return false;
  }
  return true;
}
const HYPHEN = 0x2d;

/**
 * A run of letters and digits whose name says that it is a secret, or that a vendor's name stands before, or that is the
 * whole text, or that is random beyond doubt. The name decides how random it must look.
 */
export const namedSecret: Validator = (candidate) => {
  const own = named(candidate);
  const alone = isAlone(candidate);
  if (alone || mayBeNamed(own.before) || isRemarkedAsSecret(candidate)) {
    const byName = plausibleByName(candidate, own, alone);
    if (byName > 0) return byName;
  }
  // Of a digest or an id only a name says that it is a secret, and they are most of what comes here.
  if (isHexadecimal(own.value) || CONSTANT_NAME.test(own.value)) return 0;
  const unnamed = unnamedPlausibility(candidate, own.value, own.before);
  return unnamed === 0 || NO_SECRET.test(own.before) || isEncrypted(candidate) ? 0 : unnamed;
};
