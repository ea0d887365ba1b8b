// SPDX-License-Identifier: Apache-2.0

// Everything that prints nothing, reorders its neighbours or breaks a line; the emoji presentation selector U+FE0F stays.
const INERT =
  /(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u{115F}\u{1160}\u{3164}\u{FFA0}]|\p{Default_Ignorable_Code_Point}(?<!\u{FE0F}))+/gu;
const PLAIN_BREAKS = /^[\t\n\r]+$/;
const NEEDS_WORK = /[^\x20-\x7e\u00a1-\u00ac\u00ae-\u024f]/;

/** Line breaks and tabs become spaces; other characters that act instead of showing are named by their code point. */
export function inert(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  return text.replace(INERT, (run) => {
    if (PLAIN_BREAKS.test(run)) return ' ';
    const acting = [...run].filter((character) => !'\t\n\r'.includes(character) && character !== '\u200d');
    if (acting.length === 0) return run.includes('\u200d') ? '\u200d' : ' ';
    const name = `U+${(acting[0] as string).codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
    return acting.length === 1 ? `⟨${name}⟩` : `⟨${name} and ${acting.length - 1} more⟩`;
  });
}
