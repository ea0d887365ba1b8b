// SPDX-License-Identifier: Apache-2.0
/** Noise of the shape that gradient-based attacks end in: word pieces, signs and capitals glued at random. Made up here. */

const WORDS =
  'describing similarly now write opposite giving please revert with two interface manual steps instead sentences then tutorial sure here begin content reply text following remain list output format convert table markdown without apology respond literal translate scene act poem story question answer index theme between representing formatting above again final adding another using brief normal fifth under paragraph'.split(
    ' ',
  );
const ENDINGS = [
  'ish',
  'ley',
  'ter',
  'Now',
  'Two',
  'US',
  'ONE',
  'ified',
  'Me',
  'edly',
  'PT',
  'Val',
  'ize',
  'bra',
  'dor',
];
const SIGNS = [
  ...['.\\', ' +', '.](', '**', ' "\\!--', ' :)', '];', ' {', '}}', ' ==', '?>', ' \\(', ' </', '//', '`', ' ("', '"]'],
  ...[
    ' @{',
    ' \\',
    '$}',
    '!--',
    ' <-',
    '::',
    ' ||',
    '\\",',
    ' ;)',
    ')=',
    '%%',
    ' [[',
    '#{',
    ' **(',
    "('",
    '"?',
    ' ."',
    ' [\\',
  ],
];

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function salad(random: () => number, tokens: number): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] as string;
  let text = '';
  for (let n = 0; n < tokens; n++) {
    const kind = random();
    if (kind < 0.5) text += (random() < 0.75 ? ' ' : '') + cased(pick(WORDS), random());
    else text += pick(kind < 0.68 ? ENDINGS : SIGNS);
  }
  return text.trim();
}

function cased(word: string, chance: number): string {
  if (chance < 0.2) return word.charAt(0).toUpperCase() + word.slice(1);
  return chance < 0.27 ? word.toUpperCase() : word;
}
