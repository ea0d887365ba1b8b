// SPDX-License-Identifier: Apache-2.0
/** Orders that somebody tells of having been given, and declines: "your prompt tells me to drop my instructions; I keep them". */
import type { Stretch } from '../structure/prevention.ts';
import { placesOf } from '../structure/word-finder.ts';
import { wordsFinder } from './denials.ts';
import type { Denial } from './denied-orders.ts';
import { VERB } from './english.ts';
import { deniedThing } from './objects.ts';

const ASKS =
  '(?:tells?|told|telling|asks?|asked|asking|wants?|wanted|wanting|orders?|ordered|ordering|instructs?|instructed|instructing|urges?|urged|commands?|commanded|begs?|begged|requests?|requested|(?:try|tries|tried|trying) to (?:get|make|have)) me to|(?:was|am|been|being) (?:just )?(?:told|asked|ordered|instructed|requested) to|asks that i|demands that i';
const ASKED = wordsFinder(`(?:${ASKS}) (?:please |now |just |simply ){0,1}${VERB}`);

const KEEPS =
  "(?:(?:i(?:['’]ll| will| shall)? (?:still )?|i(?:['’]m| am) (?:still )?)(?:keep(?:ing)?|stick(?:ing)? (?:to|with)|stay(?:ing)? (?:with|within|by|true to)|follow(?:ing)?|obey(?:ing)?|(?:continu(?:e|ing)|go(?:ing)? on) (?:to follow|following|to keep|keeping|with)|remain(?:ing)? (?:with|within|bound by)|stand(?:ing)? by|hold(?:ing)? (?:on )?to) (?:to )?(?:them|those|these|it|my (?:own )?(?:instructions|rules|guidelines)))";
const WILL_NOT =
  "(?:(?:which )?i (?:(?:still )?(?:won['’]?t|will not|can['’]?t|cannot|can not|don['’]?t|do not|mustn['’]?t|must not|shall not|may not|am not going to|am not able to|am unable to)|(?:must|have to|will|shall)? ?(?:refuse|decline)|(?:have )?(?:refused|declined))|i['’]m (?:not going to|not able to|unable to|not)|i['’]ll (?:refuse|decline))";
const DO_SO =
  '(?:,? (?:to )?(?:do(?:ing)?|follow(?:ing)?|act(?:ing)? on|comply(?:ing)? with|obey(?:ing)?|go(?:ing)? along with|shar(?:e|ing)|reveal(?:ing)?|show(?:ing)?|disclos(?:e|ing)|print(?:ing)?) (?:so|that|it|this|them|those|any of (?:it|that))(?: (?:request|order|instruction))?)?';
/** Right behind what was ordered, and the whole of its clause: "I won't hesitate" and "I keep them no longer" say something else. */
const RESOLVE = new RegExp(
  `\\s{0,3}(?:above|now|completely|altogether)?\\s{0,3}[.;:,!–—-]{0,2}\\s{0,3}(?:(?:and|but|yet|however|though|sorry|instead),?\\s{1,3}){0,2}(?:${KEEPS}|${WILL_NOT}${DO_SO})(?=\\s{0,3}(?:[.;!\\n]|$|,? (?:because|since|so here|and here)))`.replaceAll(
    / (\?)?/g,
    (_, maybe) => (maybe === undefined ? '\\s{1,3}' : '\\s{0,3}'),
  ),
  'iuy',
);
/** Who declines for themselves can still order it of whoever reads on. */
const PASSED_ON =
  /\b(?:you(?:['’]ll| (?:will|must|should|shall|do|can|could|may|might|have|need|are|ought))|your (?:turn|job|task)|in my place|for me|on my behalf|somebody else|someone else|(?:do|did|follow|obey) (?:it|so|that|this)|but|just kidding|until|unless|any ?more|no longer)\b/iu;
const FAR = 1_000;

/** Orders in one part of a text that its writer tells of and declines; the words by which they decline are left out with them. */
export function declinedIn(text: string, { start, end }: Stretch, most: number): readonly Denial[] {
  return placesOf(ASKED, text.slice(start, end), most).flatMap((place) => {
    const verb = { start: place.start + start, end: place.end + start };
    const thing = deniedThing(text, verb);
    if (thing === null || thing.start < verb.end) return [];
    RESOLVE.lastIndex = thing.end;
    if (!RESOLVE.test(text)) return [];
    const resolved = RESOLVE.lastIndex;
    if (PASSED_ON.test(text.slice(resolved, resolved + FAR))) return [];
    const resolve = { start: thing.end, end: resolved };
    return [
      { verb, thing },
      { verb: resolve, thing: { start: resolved, end: resolved } },
    ];
  });
}
