// SPDX-License-Identifier: Apache-2.0
/**
 * Look-alikes of ASCII letters, chosen by eye from the Unicode code charts; written as escapes, because that they look
 * alike is the point. Two kinds: symbols and phonetic letters that no language's spelling needs, folded everywhere; and
 * letters of living scripts, folded only where `confusables.ts` finds a disguise.
 */

/** ASCII letter to the characters that look like it. */
type Pairs = Readonly<Record<string, string>>;

function table(pairs: Pairs): readonly (readonly [number, string])[] {
  return Object.entries(pairs).flatMap(([ascii, characters]) =>
    Array.from(characters, (character) => [character.codePointAt(0) as number, ascii] as const),
  );
}

/** The letters a to z in a row of code points. */
function alphabetAt(start: number): readonly (readonly [number, string])[] {
  return Array.from({ length: 26 }, (_, n) => [start + n, String.fromCharCode(0x61 + n)] as const);
}

/** Phonetic letters, small capitals, modifier letters. */
const PHONETIC: Pairs = {
  a: '\u0251\u1d00\u1d43',
  b: '\u0299\u1d03\u0185\u0184',
  c: '\u1d04\u2184',
  d: '\u1d05',
  e: '\u1d07\u212e',
  f: '\ua730',
  g: '\u0261\u0262\u1d83',
  h: '\u029c',
  i: '\u0269\u026a\u1d7b\u2d4a',
  j: '\u1d0a',
  k: '\u1d0b',
  l: '\u029f\u1d0c\u01c0',
  m: '\u1d0d',
  n: '\u0274',
  o: '\u1d0f\u1d11',
  p: '\u1d18',
  q: '\ua7af',
  r: '\u0280\u027c',
  s: '\ua731\u01bd',
  t: '\u1d1b',
  u: '\u1d1c\u028b',
  v: '\u1d20',
  w: '\u1d21\u026f',
  y: '\u028f\u0263',
  z: '\u1d22',
};

/** Stand for one ASCII letter wherever they are. U+1F150 and U+1F170: negative circled and negative squared letters. */
export const LATIN_LOOKALIKES: ReadonlyMap<number, string> = new Map([
  ...table(PHONETIC),
  ...alphabetAt(0x1f150),
  ...alphabetAt(0x1f170),
]);

const CYRILLIC: Pairs = {
  a: '\u0430\u0410',
  b: '\u0412\u0432\u042c\u044c\u0462\u0463',
  c: '\u0441\u0421\u0481\u0480',
  d: '\u0501\u0500',
  e: '\u0435\u0415\u04bd\u04bc\u0454\u0404',
  g: '\u050d\u050c',
  h: '\u04bb\u04ba\u041d\u043d\u04a2\u04a3\u04c9\u04ca',
  i: '\u0456\u0406',
  j: '\u0458\u0408',
  k: '\u043a\u041a\u049f\u049e\u049b\u049a',
  l: '\u04cf\u04c0',
  m: '\u043c\u041c\u04cd\u04ce',
  n: '\u043f\u041f',
  o: '\u043e\u041e\u0473\u0472',
  p: '\u0440\u0420\u048f\u048e',
  q: '\u051b\u051a',
  r: '\u0433\u0413',
  s: '\u0455\u0405',
  t: '\u0442\u0422\u04ad\u04ac',
  v: '\u0475\u0474',
  w: '\u051d\u051c\u0461\u0460',
  x: '\u0445\u0425\u04b3\u04b2',
  y: '\u0443\u0423\u04af\u04ae\u04b1\u04b0',
  z: '\u0505\u0504',
};

const GREEK: Pairs = {
  a: '\u03b1\u0391',
  b: '\u03b2\u0392',
  c: '\u03f2\u03f9',
  e: '\u03b5\u0395\u03f5\u03a3',
  f: '\u03dd\u03dc',
  h: '\u0397',
  i: '\u03b9\u0399',
  j: '\u03f3',
  k: '\u03ba\u039a\u03f0',
  m: '\u039c',
  n: '\u03b7\u039d',
  o: '\u03bf\u039f\u03c3\u03c2',
  p: '\u03c1\u03a1\u03f1',
  q: '\u03d9\u03d8',
  s: '\u03db',
  t: '\u03c4\u03a4',
  u: '\u03c5',
  v: '\u03bd',
  w: '\u03c9',
  x: '\u03c7\u03a7',
  y: '\u03b3\u03a5',
  z: '\u03b6\u0396',
};

const ARMENIAN: Pairs = {
  d: '\u056a',
  f: '\u0586',
  g: '\u0581',
  h: '\u0570',
  j: '\u0575',
  l: '\u056c',
  n: '\u0578\u057c',
  o: '\u0585\u0555',
  q: '\u0566\u0563',
  s: '\u054f',
  u: '\u057d\u054d',
  w: '\u0561',
};

const CHEROKEE: Pairs = {
  a: '\u13aa',
  b: '\u13f4',
  c: '\u13df',
  d: '\u13a0',
  e: '\u13ac',
  g: '\u13c0',
  h: '\u13bb',
  i: '\u13a5',
  j: '\u13ab',
  k: '\u13e6',
  l: '\u13de',
  m: '\u13b7',
  p: '\u13e2',
  r: '\u13a1\u13d2',
  s: '\u13da',
  t: '\u13a2',
  v: '\u13d9',
  w: '\u13b3\u13d4',
  y: '\u13a9',
  z: '\u13c3',
};

const LISU: Pairs = {
  a: '\ua4ee',
  b: '\ua4d0',
  c: '\ua4da',
  d: '\ua4d3',
  e: '\ua4f0',
  f: '\ua4dd',
  g: '\ua4d6',
  h: '\ua4e7',
  i: '\ua4f2',
  j: '\ua4d9',
  k: '\ua4d7',
  l: '\ua4e1',
  m: '\ua4df',
  n: '\ua4e0',
  o: '\ua4f3',
  p: '\ua4d1',
  r: '\ua4e3',
  s: '\ua4e2',
  t: '\ua4d4',
  u: '\ua4f4',
  v: '\ua4e6',
  w: '\ua4ea',
  x: '\ua4eb',
  y: '\ua4ec',
  z: '\ua4dc',
};

const COPTIC: Pairs = {
  a: '\u2c81\u2c80',
  b: '\u2c83\u2c82',
  c: '\u2ca5\u2ca4',
  e: '\u2c89\u2c88',
  h: '\u2c8f\u2c8e',
  i: '\u2c93\u2c92',
  k: '\u2c95\u2c94',
  m: '\u2c99\u2c98',
  n: '\u2c9b\u2c9a',
  o: '\u2c9f\u2c9e',
  p: '\u2ca3\u2ca2',
  t: '\u2ca7\u2ca6',
  x: '\u2cad\u2cac',
  y: '\u2ca9\u2ca8',
  z: '\u2c8d\u2c8c',
};

/** The other case of a letter looks like the same letter unless the tables say otherwise. */
function withBothCases(pairs: readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
  const map = new Map(pairs);
  for (const [codePoint, ascii] of pairs) {
    const character = String.fromCharCode(codePoint);
    for (const twin of [character.toLowerCase(), character.toUpperCase()]) {
      if (!map.has(twin.charCodeAt(0))) map.set(twin.charCodeAt(0), ascii);
    }
  }
  return map;
}

/** Letters of other scripts, capital and small, that look like one ASCII letter. All in the basic plane. */
export const SCRIPT_LOOKALIKES = withBothCases(
  [CYRILLIC, GREEK, ARMENIAN, CHEROKEE, LISU, COPTIC].flatMap((pairs) => table(pairs)),
);

/** Cyrillic ve, ghe, em, en, pe, te, soft sign: small, they look like small capitals at best. */
export const FAINT_LOOKALIKES: ReadonlySet<number> = new Set([0x432, 0x433, 0x43c, 0x43d, 0x43f, 0x442, 0x44c]);

/** ASCII letters that hide in Cyrillic words. */
export const CYRILLIC_TWINS: ReadonlyMap<number, number> = new Map(
  Object.entries({
    a: 0x0430,
    c: 0x0441,
    e: 0x0435,
    i: 0x0456,
    j: 0x0458,
    k: 0x043a,
    m: 0x043c,
    o: 0x043e,
    p: 0x0440,
    s: 0x0455,
    t: 0x0442,
    x: 0x0445,
    y: 0x0443,
  }).map(([latin, cyrillic]) => [latin.charCodeAt(0), cyrillic] as const),
);
