// SPDX-License-Identifier: Apache-2.0
// Where the flags of a text are: it is cut where one begins or ends, so that those that overlap can be shown as well.

/** Characters as the service counts them: code points, of which an emoji has one and a JavaScript string two. */
export function countCharacters(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * The whole text in pieces, in order. Flags are named by their index; one without a place, or of no length, is in no piece.
 * @param flags as answered; their spans are over this very text
 * @returns `flags`: those that cover the piece, `begins` and `ends`: those of them whose first or last piece it is
 */
export function piecesOf(text, flags) {
  const places = flags.flatMap(({ span }, index) =>
    span === null || span.start_utf16 >= span.end_utf16
      ? []
      : [{ index, start: span.start_utf16, end: span.end_utf16 }],
  );
  const cuts = new Set([0, text.length, ...places.flatMap(({ start, end }) => [start, end])]);
  const sorted = [...cuts].sort((a, b) => a - b);
  const indexes = (found) => found.map(({ index }) => index);
  return sorted.slice(0, -1).map((from, nth) => {
    const to = sorted[nth + 1];
    const covering = places.filter(({ start, end }) => start <= from && to <= end);
    return {
      text: text.slice(from, to),
      flags: indexes(covering),
      begins: indexes(covering.filter(({ start }) => start === from)),
      ends: indexes(covering.filter(({ end }) => end === to)),
    };
  });
}

/** They show nothing, or turn the reading order of what follows. Joiners belong to emoji and to many scripts. */
const UNSEEN = /(?:(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}])+/gu;
const SHOWS_NOTHING = /^[\p{Cc}\p{Cf}\p{Co}\p{Z}]+$/u;

/** A text with the characters named that nobody would see, as excerpts name them. */
export function visible(text) {
  return SHOWS_NOTHING.test(text) && text.trim() !== '' ? named(text) : text.replace(UNSEEN, named);
}

function named(characters) {
  const [first, ...more] = characters;
  const name = `U+${first.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return more.length === 0 ? `(${name})` : `(${name} and ${more.length} more)`;
}
