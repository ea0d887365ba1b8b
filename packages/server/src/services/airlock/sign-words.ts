// SPDX-License-Identifier: Apache-2.0
/** What a hexadecimal digit can be called. */

/** In the order of the digits: in six languages, and in the spelling alphabets of radio, English and German. */
const NAMES: readonly string[] = [
  'zero one two three four five six seven eight nine',
  'null eins zwei drei vier fünf sechs sieben acht neun',
  'zéro un deux trois quatre cinq six sept huit neuf',
  'cero uno dos tres cuatro cinco seis siete ocho nueve',
  'zero uno due tre quattro cinque sei sette otto nove',
  'zero um dois três quatro cinco seis sete oito nove',
  'naught wun too tree fower fife sixer sevener ait niner',
  '〇 一 二 三 四 五 六 七 八 九',
  '- - - - - - - - - - alfa bravo charlie delta echo foxtrot',
  '- - - - - - - - - - alpha bravo charly delta echo fox',
  '- - - - - - - - - - anton berta cäsar dora emil friedrich',
  '- - - - - - - - - - able baker caesar dog easy foxtrott',
];

const DIGITS = '0123456789abcdef';

export const WORDS: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap((names) =>
    names.split(' ').flatMap((name, at): [string, string][] => (name === '-' ? [] : [[name, DIGITS[at] as string]])),
  ),
);

const SIGNALS = '----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----. .- -... -.-. -.. . ..-.';

export const MORSE: ReadonlyMap<string, string> = new Map(
  SIGNALS.split(' ').map((signal, at) => [signal, DIGITS[at] as string]),
);

/** By character code, of either case. */
export const BYTE_NAMES: ReadonlyMap<number, string> = new Map(
  [...DIGITS].flatMap((digit): [number, string][] => [
    [digit.charCodeAt(0), digit],
    [digit.toUpperCase().charCodeAt(0), digit],
  ]),
);
