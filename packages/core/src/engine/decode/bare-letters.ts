// SPDX-License-Identifier: Apache-2.0
import { LATIN_LOOKALIKES, SCRIPT_LOOKALIKES } from '../intake/confusables-table.ts';

/** Letters that nothing parts from their strokes, hooks and tails, by the letter that they look like; by eye from the code charts. */
const STRUCK: Readonly<Record<string, string>> = {
  A: '\u00c6\u023a',
  a: '\u00e6\u1d8f\u1e9a\u2c65',
  B: '\u0181\u0182\u0243\ua796',
  b: '\u00df\u0180\u0183\u0253\u1d6c\u1d80\ua797',
  C: '\u0187\u023b\ua792\ua7c4',
  c: '\u0188\u023c\u0255\ua793\ua794',
  D: '\u00d0\u0110\u0189\u018a\u018b\ua7c7',
  d: '\u00f0\u0111\u018c\u0221\u0256\u0257\u1d6d\u1d81\u1d91\ua7c8',
  E: '\u0190\u0246',
  e: '\u0247\u0259\u025b\u1d92\u2c78\uab34',
  F: '\u0191\ua798',
  f: '\u0192\u1d6e\u1d82\ua799',
  G: '\u0193\u01e4\ua7a0',
  g: '\u01e5\u0260\ua7a1',
  H: '\u0126\u2c67\ua7aa',
  h: '\u0127\u0266\u2c68\ua795',
  I: '\u0196\u0197',
  i: '\u0131\u0268\u1d96',
  J: '\u0248\ua7b2',
  j: '\u0237\u0249\u025f\u0284\u029d',
  K: '\u0198\u2c69\ua740\ua742\ua744\ua7a2',
  k: '\u0138\u0199\u1d84\u2c6a\ua741\ua743\ua745\ua7a3',
  L: '\u0141\u023d\u2c60\u2c62\ua748\ua7ad',
  l: '\u0142\u019a\u0234\u026b\u026c\u026d\u1d85\u2c61\ua749\ua78e\uab37\uab38\uab39',
  M: '\u2c6e',
  m: '\u0271\u1d6f\u1d86\uab3a',
  N: '\u014a\u019d\u0220\ua790\ua7a4',
  n: '\u014b\u019e\u0235\u0272\u0273\u1d70\u1d87\ua791\ua7a5\uab3b',
  O: '\u00d8\u0186\u019f\u01fe\ua74a\ua74c',
  o: '\u00f8\u01ff\u0254\u0275\u2c7a\ua74b\ua74d',
  P: '\u00de\u01a4\u2c63\ua750\ua752\ua754',
  p: '\u00fe\u01a5\u1d71\u1d7d\u1d88\ua751\ua753\ua755',
  Q: '\u024a\ua756\ua758',
  q: '\u024b\u02a0\ua757\ua759',
  R: '\u01a6\u024c\u2c64\ua7a6',
  r: '\u024d\u027d\u027e\u1d72\u1d73\u1d89\ua7a7\uab49',
  S: '\u2c7e\ua7a8\ua7c5\ua7c9',
  s: '\u023f\u0282\u1d74\u1d8a\ua7a9\ua7ca',
  T: '\u0166\u01ac\u01ae\u023e',
  t: '\u0167\u01ab\u01ad\u0236\u0288\u1d75\u2c66',
  U: '\u0244\ua7b8',
  u: '\u0289\u028a\u1d99\ua7b9\uab4e\uab4f\uab52',
  V: '\u01b2\ua75e',
  v: '\u2c71\u2c74\u1d8c\ua75f',
  W: '\u2c72',
  w: '\u2c73',
  x: '\u1d8d\uab56\uab57\uab58\uab59',
  Y: '\u01b3\u024e\u1efe',
  y: '\u01b4\u024f\u1eff\uab5a',
  Z: '\u01b5\u0224\u2c6b\u2c7f\ua7c6',
  z: '\u01b6\u0225\u0240\u0290\u0291\u1d76\u1d8e\u2c6c',
};

const struck = new Map(Object.entries(STRUCK).flatMap(([bare, all]) => Array.from(all, (one) => [one, bare] as const)));

/** Letters, marks, and what nobody sees between them. */
const IN_WORD = /^[\p{L}\p{M}\p{Cf}]$/u;
const UNSEEN = /[\p{M}\p{Cf}]/gu;
const ASCII_LETTERS = /^[A-Za-z]{1,2}$/;

/** What each unit is in a word: null where it stands in none. Filled as units are met. */
const known = new Map<number, string | null>();

/** A unit of a word without accents and strokes, empty for a mark; itself where no ASCII letter is under it; null where it stands in no word. */
export function bareLetter(unit: number): string | null {
  let bare = known.get(unit);
  if (bare === undefined) {
    bare = makeBare(String.fromCharCode(unit));
    known.set(unit, bare);
  }
  return bare;
}

function makeBare(character: string): string | null {
  if (!IN_WORD.test(character)) return null;
  const plain = character.normalize('NFKD').replace(UNSEEN, '');
  if (plain === '' || ASCII_LETTERS.test(plain)) return plain;
  const code = plain.charCodeAt(0);
  return struck.get(plain) ?? LATIN_LOOKALIKES.get(code) ?? SCRIPT_LOOKALIKES.get(code) ?? character;
}
