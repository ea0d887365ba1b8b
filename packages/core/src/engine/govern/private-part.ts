// SPDX-License-Identifier: Apache-2.0
/** What a system message says must not leave: the sentence that says so, and what it points back at. */
import { splitSentences } from '../intent/intent-terms.ts';

const SECRET =
  '(?:private|secret|confidential|internal|undisclosed|geheim|vertraulich|privat|intern|secr[eè]te?s?|confidentielle?s?|privée?s?|secret[oa]s?|confidencial(?:es)?|privad[oa]s?|sigilos[oa]s?|segret[oai]|riservat[oai]|confidenziale|vertrouwelijk|tajn[aey]|poufn[aey]|секретн\\p{L}+|конфиденциальн\\p{L}+|тайн\\p{L}+)';
const KEPT =
  '(?:stays?|remains?|kept|keep|is|are|be|bleib\\p{L}*|halte?n?|ist|sind|rester?|reste|garder?|gardez|est|sont|quedar|mantener|mantén|permanecer|es|son|ficar|manter|mantenha|é|são|restare|tenere|mantenere|sono|blijven|houden|is|pozostać|zachowaj|jest|оста\\p{L}+|хранить|держи\\p{L}*)';
const STATED = new RegExp(
  [
    `(?<!\\p{L})${KEPT}(?: \\S{1,20}){0,3} ${SECRET}(?!\\p{L})`,
    `(?<!\\p{L})(?:never|do not|don't|must not|may not) (?:\\S{1,20} ){0,2}?(?:reveal|share|tell|disclose|mention|repeat|give out|give away|leak|print|show|say)(?!\\p{L})`,
    '(?<!\\p{L})(?:niemals|nicht) (?:\\S{1,20} ){0,2}?(?:verraten|preisgeben|weitergeben|nennen|offenlegen|erwähnen)(?!\\p{L})',
    '(?<!\\p{L})ne (?:\\S{1,20} )?(?:jamais|pas) (?:révéler|divulguer|partager|dire)(?!\\p{L})|(?<!\\p{L})(?:nunca|no|não|jamais) (?:revel|divulg|compart|mencion)\\p{L}+|(?<!\\p{L})(?:mai|non) (?:rivel|divulg|condivid)\\p{L}+',
    '保密|机密|機密|不得(?:透露|泄露|公开)|不要(?:透露|泄露)|秘密|部外秘|漏らさない|비밀|기밀|سري|سرية|गोपनीय',
  ].join('|'),
  'iu',
);
const POINTS_BACK =
  /(?<!\p{L})(?:it|this|that|these|them|dies|das|es|cela|ça|le|la|les|esto|eso|lo|isto|isso|questo|dit|dat|to|это|этого)(?!\p{L})/iu;
/** A sentence this short says only that something else is secret. */
const BARE_WORDS = 9;

/** The sentences of a system message that it says must stay private. */
export function privateSentences(part: string, wordsOf: (text: string) => readonly string[]): string[] {
  if (!STATED.test(part)) return [];
  const sentences = splitSentences(part).map(({ text }) => text);
  return sentences.flatMap((text, i) => {
    if (!STATED.test(text)) return [];
    const before = sentences[i - 1];
    const isBare = wordsOf(text).length <= BARE_WORDS && POINTS_BACK.test(text);
    return isBare && before !== undefined ? [before, text] : [text];
  });
}
