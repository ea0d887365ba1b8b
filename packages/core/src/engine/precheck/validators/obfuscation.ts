// SPDX-License-Identifier: Apache-2.0
import { added, quadKey, quadsOf } from './quads.ts';
import type { Validator } from './validator.ts';

/** Words of attacks; ordinary words that happen to be spelled oddly are nobody's business. */
const ATTACKS =
  'ignor|disregard|instruction|systemprompt|prompt|bypass|jailbreak|overrid|unrestricted|uncensored|malware|ransomware|exploit|explosive|bomb|weapon|poison|suicid|murder|hack|phish|kill';
const ATTACK_WORDS = new RegExp(ATTACKS);
const ATTACK_QUADS = quadsOf(ATTACKS.split('|'));

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const LEET_SIGN = /[013457@$!]/;

/** Letters parted from each other that read as a word of an attack once joined. */
export const spacedLetters: Validator = ({ value }) =>
  ATTACK_WORDS.test(unleet(value.toLowerCase()).replace(/[^a-z]/g, '')) ? 1 : 0;

/** Words with digits for letters that read as a word of an attack; one is weak, two are plain. */
export const leetWords: Validator = ({ value, text, start, end }) => {
  if (!LEET_SIGN.test(value) || !readsAsAttack(value)) return 0;
  const near = `${text.slice(Math.max(0, start - 60), start)} ${text.slice(end, end + 60)}`.split(/\s+/);
  return near.some((word) => /[a-z][013457@$!][a-z]/i.test(word) && /^[a-z013457@$!]+$/i.test(word)) ? 1 : 0.7;
};

function readsAsAttack(word: string): boolean {
  if (!mayReadAsAttack(word)) return false;
  const lower = word.toLowerCase();
  const attack =
    ATTACK_WORDS.test(unleet(lower)) || (lower.includes('1') && ATTACK_WORDS.test(unleet(lower.replaceAll('1', 'l'))));
  return attack && !ATTACK_WORDS.test(lower);
}

/** Cheap: whether four letters in a row may begin a word of an attack, whichever letter a digit stands for. */
export function mayReadAsAttack(word: string): boolean {
  let one = 0;
  let other = 0;
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    one = added(one, LEET_UNITS[unit & BYTE] as number);
    other = added(other, unit === ONE ? SMALL_L : (LEET_UNITS[unit & BYTE] as number));
    if (ATTACK_QUADS.has(quadKey(one)) || ATTACK_QUADS.has(quadKey(other))) return true;
  }
  return false;
}

const BYTE = 0xff;
const ONE = 0x31;
const SMALL_L = 0x6c;
const LEET_UNITS = Uint8Array.from({ length: BYTE + 1 }, (_, unit) => unleet(String.fromCharCode(unit)).charCodeAt(0));

function unleet(text: string): string {
  let plain = '';
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i);
    plain += LEET[sign] ?? sign;
  }
  return plain;
}

/** A word whose letters of another script are look-alikes of Latin ones, as `pаypal` with a Cyrillic a. */
export const mixedScript: Validator = ({ value }) => {
  const latin = value.match(/[A-Za-z]/g)?.length ?? 0;
  const foreign = value.match(/[\u0370-\u052f]/g) ?? [];
  if (foreign.length === 0 || latin < 2 || latin + foreign.length < 4) return 0;
  return foreign.every((letter) => LOOK_ALIKES.includes(letter)) ? 1 : 0;
};

const LOOK_ALIKES = 'аеорсухіјѕԁһӏԛԝАВЕКМНОРСТУХІЈЅαοικνρτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';

/** Base64 that is not a known technical thing: digest, certificate, image, source map. */
export const longBase64: Validator = ({ value, text, start }) => {
  if (/^[0-9a-f]+$/i.test(value) || /^[A-Za-z]+$/.test(value) || !/[A-Z]/.test(value) || !/[a-z]/.test(value)) return 0;
  if ((value.match(/[/_-]/g)?.length ?? 0) / value.length > 0.06) return 0;
  const before = text.slice(Math.max(0, start - 60), start);
  return /base64,$|sha(256|384|512)[-:]|integrity|certificate|ssh-(rsa|ed25519)|eyj[\w-]*\.?$|PRIVATE KEY|PUBLIC KEY/i.test(
    before,
  )
    ? 0
    : 1;
};

/** Tag characters spell ASCII invisibly; flags of regions (black flag, tags, cancel tag) are their only ordinary use. */
export const tagText: Validator = ({ value, text, start }) => {
  const flag = text.slice(Math.max(0, start - 2), start) === '\u{1f3f4}' && value.endsWith('\u{e007f}');
  return flag && value.length <= 14 ? 0 : 1;
};
