// SPDX-License-Identifier: Apache-2.0
/** Insults as words: how one says them elsewhere, whether they are bad, and what is to be made polite. */
import type { Stretch } from './prevention.ts';

const LANGUAGE =
  '(?:english|french|german|spanish|italian|portuguese|dutch|russian|polish|turkish|arabic|hindi|chinese|mandarin|japanese|korean|latin|greek|swedish|danish|norwegian|finnish|irish|welsh|scots|another language|other languages|your language)';
const BAD =
  '(?:(?:really|very|so|that|considered|too|such) ){0,2}(?:a )?(?:bad|rude|offensive|vulgar|swear ?words?|slur|insult(?:ing)?|impolite|strong|mean)';
const POLITE =
  '(?:(?:more|something|a bit|bit|sound|an?|very|much) ){0,3}(?:polite(?:r|ly)?|professional(?:ly)?|friendl(?:y|ier)|kind(?:er|ly)?|nic(?:e|er|ely)|calm(?:er|ly)?|respectful(?:ly)?|formal(?:ly)?|soft(?:er)?|diplomatic(?:ally)?|constructive)';
const MENDED = '(?:turn|make|rewrite|rephrase|reword|change|convert|put|say|translate|edit|fix)';

/** What is asked of: how it is said elsewhere, whether it is bad; and behind a colon, what is to be softened. */
const FORMS = [
  new RegExp(`\\bhow (?:do|would|can) (?:you|i|they|we|one) say (?<said>[^.!?\\n]{2,60}?) in ${LANGUAGE}`, 'giu'),
  new RegExp(
    `\\b(?:is|are|was) (?:it |saying |the word |the words |the phrase )?(?<said>[^.!?\\n]{2,60}?) ${BAD}\\b`,
    'giu',
  ),
  new RegExp(
    `\\b${MENDED} (?:(?:this|that|it|the following|my)(?: \\p{L}{2,12})? )?(?:in a |in)?(?:to )?${POLITE}(?: \\p{L}{2,12}){0,3}:(?<said>[^\\n]{2,300})`,
    'giu',
  ),
];
/** Who wants to have it said to somebody. */
const SAID_TO =
  /\b(?:send (?:it|this|that)|tell (?:him|her|them)|post (?:it|this)|worse|meaner|harsher|more (?:insulting|hurtful)|so that (?:he|she|they)|insult (?:him|her|them)|make (?:him|her|them) cry)\b/iu;

/** Stretches in which an insult is a word that is talked about; half open, in UTF-16 units, in order. */
export function insultsSpokenOf(text: string): readonly Stretch[] {
  if (SAID_TO.test(text)) return [];
  for (const form of FORMS) {
    const found = [...text.matchAll(form)].slice(0, 8).map(({ index, 0: whole, groups }) => {
      const said = groups?.said ?? '';
      const start = index + whole.lastIndexOf(said);
      return { start, end: start + said.length, instead: 'it' };
    });
    if (found.length > 0) return found;
  }
  return [];
}
