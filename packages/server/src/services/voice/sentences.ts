// SPDX-License-Identifier: Apache-2.0
/** Cuts a text into what is spoken in one breath, so that the first sound need not wait for the last word. */

/** UTF-16 units of one piece: some 20 s of sound. */
const MAX_UNITS = 300;
/** Letters and digits that the embedded voice reads; the rest it leaves out. */
const SPEAKABLE = /[A-Za-z0-9]/;
const CLAUSE_END = /[,;:)\]–—-]\s+\S*$|\s+\S*$/;

/** Sentences in order, each at most MAX_UNITS long; white space between them is dropped. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    sentences.push(...piecesOf(segment.trim()));
  }
  return sentences.filter((sentence) => sentence !== '');
}

/** What an English voice can read of it: accents are dropped, other scripts stay out. Empty when no word is left. */
export function speakable(sentence: string): string {
  const plain = sentence
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim();
  return SPEAKABLE.test(plain) ? plain : '';
}

/** Cuts at the last clause or word that fits; a run without white space is cut where it has to be. */
function piecesOf(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_UNITS) {
    const head = rest.slice(0, MAX_UNITS);
    const cut = head.search(CLAUSE_END);
    const at = cut > 0 ? cut + 1 : wholeCharacters(head);
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  pieces.push(rest);
  return pieces;
}

/** Not between the halves of a surrogate pair. */
function wholeCharacters(head: string): number {
  const last = head.charCodeAt(head.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? head.length - 1 : head.length;
}
