// SPDX-License-Identifier: Apache-2.0
import { IBAN_LENGTHS } from './bank.ts';
import { kindChanges, wordShare } from './plausible-secret.ts';
import type { Candidate } from './validator.ts';

/** What a log, a comment, a list or a string literal puts around a line that is nothing but a value. */
const WRAPPED_BEFORE =
  /^[\s#/*+>|;"'`-]*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d\S{0,8})?\s+|\d{1,4} \d{1,4}\.\d{1,6} )?[\s#/*+>"'`]*$/;
const WRAPPED_AFTER = /^(?:\\[nr]|[\s"'`,;+*/\\])*$/;
const MOST_WRAPPING = 48;

/** Whether a text is one value and what wraps it. */
export function isAlone({ value, text, start, end }: Candidate): boolean {
  if (text.length - value.length > MOST_WRAPPING) return false;
  return WRAPPED_BEFORE.test(text.slice(0, start)) && WRAPPED_AFTER.test(text.slice(end));
}

/** A line of a key block: as long as such lines are or with the signs of base64, and random. */
function isKeyLine(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{48,}$/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  if (!KEY_LINE_LENGTHS.has(value.length) && !/[+/]/.test(value)) return false;
  return wordShare(value) < 0.3 && kindChanges(value) / value.length >= 0.3;
}
const KEY_LINE_LENGTHS: ReadonlySet<number> = new Set([64, 70, 76]);

/** What is base64 of a text is that text: it is read decoded as well. */
export function decodesToText(value: string): boolean {
  if (!/^[A-Za-z0-9+/]+$/.test(value)) return false;
  const decoded = atob(value.slice(0, value.length - (value.length % 4)));
  return decoded.replace(/[^\x20-\x7e\s]/g, '').length / decoded.length > 0.9;
}

/** Letters and digits in no order: neither a digest, nor an identifier of a thing, nor a number, an account or a file. */
function readsAsMachineMade(value: string): boolean {
  if (
    value.length < 20 ||
    value.length > 400 ||
    (/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(value) && value.length === IBAN_LENGTHS[value.slice(0, 2)]) ||
    /^(?:0x)?[0-9a-f-]+$|^-|^age1[a-z0-9]{50}|^(?:nonce|subnet|vpc|sg|vol|eni|ami|snap|rtb|igw|i)-|^(?:pod|node|container|layer)\//i.test(
      value,
    ) ||
    /^sha\d|==$|\/.*\//.test(value)
  )
    return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  const cased = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return digits >= 3 && wordShare(value) < 0.3 && (cased || digits >= 8) && kindChanges(value) / value.length >= 0.12;
}

/** Whether a text that is nothing but this value reads as a secret. @param run the value with what belongs to no token */
export function looksLikeLoneSecret(run: string, value: string): boolean {
  return !run.startsWith('--') && (readsAsMachineMade(value) || isKeyLine(value)) && !decodesToText(value);
}
