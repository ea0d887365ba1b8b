// SPDX-License-Identifier: Apache-2.0
/** What a text asks for in other languages than English: by the sign of a question, words for "how", and orders. */
import type { Part } from './parts.ts';

/** What is asked for in a part, to be read by itself. */
export interface Ask {
  readonly words: string;
  /** It is an order to write, tell or make something. */
  readonly meant: boolean;
}

/** Orders as sentences begin with them, none of them English words. */
const ORDERS = [
  'schreibe?n?|erklär(?:e|en)?|beschreib(?:e|en)?|nenn(?:e|en)?|gib|geben sie|zeige?|zeigen sie|erzähle?|verrate?|liste|erstelle?|entwirf|entwickle|verfasse?|formuliere?|skizziere?|mach|hilf|sag',
  'écri(?:s|vez)|rédigez?|expliquez?|décri(?:s|vez)|donnez?|montrez?|racontez?|dis|dites|listez?|créez?|inventez?|conçois|concevez|proposez?|aidez?|fais|faites|apprends|indiquez?|détaillez?',
  'escrib[ea](?:me)?|escríb[ea]me|explica(?:me)?|expliquez?|explique(?:me)?|dame|dime|deme|dígame|muestra(?:me)?|muéstra(?:me)?|cuenta(?:me)?|cuénta(?:me)?|enumera|crea|diseña|redacta|inventa|propón|enséñame|ayúdame|haz(?:me)?',
  'escrev[ae](?:-me)?|descrev[ae]|dê(?:-me)?|dá(?:-me)?|mostre|conte|crie|elabore|invente|sugira|ensin[ae](?:-me)?|ajud[ae](?:-me)?|faça|diga(?:-me)?|liste',
  'scrivi(?:mi)?|spiega(?:mi)?|descrivi(?:mi)?|dammi|dimmi|mostra(?:mi)?|elenca(?:mi)?|proponi|insegnami|aiutami|fammi|racconta(?:mi)?',
  'schrijf|leg|beschrijf|geef|toon|vertel|noem|maak|ontwerp|bedenk|leer|zeg',
  'напиши(?:те)?|расскажи(?:те)?|объясни(?:те)?|опиши(?:те)?|перечисли(?:те)?|дай(?:те)?|составь(?:те)?|придумай(?:те)?|покажи(?:те)?|научи(?:те)?|помоги(?:те)?|назови(?:те)?|скажи(?:те)?|сделай(?:те)?|напиши(?:те)?',
  'napisz|wyjaśnij|opisz|podaj|wymień|stwórz|pokaż|powiedz|naucz|pomóż|daj|tuliskan|jelaskan|buatkan?|berikan|sebutkan|ajari|hãy|viết|giải thích|liệt kê|mô tả|cho tôi|hướng dẫn',
  'اكتب|اشرح|أعطني|قدم|أخبرني|صف|علمني|लिखो|लिखिए|बताओ|बताइए|समझाओ|समझाइए',
].join('|');
const ORDERED = new RegExp(`^[^\\p{L}]{0,8}(?:${ORDERS})(?![\\p{L}])`, 'u');
/** Words for "how" with what follows in a text that is not English; in Latin script such words are English ones too. */
const HOW =
  /(?<!\p{L})(?:wie (?:man|ich|du|er|sie|wir|jemand|einer?|sich)|hoe (?:je|men|ik|hij|ze|we|iemand|een)|comment|cómo|como|come|jak|nasıl|bagaimana|cách|cara|hur man|hvordan|как|كيف|कैसे) (?=\p{L})/gu;
/** Without blanks between words, and with the ask at the end of a sentence in two of the languages. */
const UNSPACED =
  /如何|怎么|怎麼|怎样|怎樣|什么|什麼|哪[些里个种]|请|請|告诉|告訴|教我|帮我|幫我|给我|給我|[写寫]|列出|描述|解释|解釋|说明|提供|制定|设计|方法|办法|步骤|吗|教え|書い|ください|作り方|どう|방법|어떻게|알려|설명|작성/u;
const UNSPACED_HOW = /如何|怎么|怎麼|怎样|怎樣|方法は|어떻게/gu;
const WRITTEN = /[写寫書]|작성/u;

const QUESTION = /[?؟]["”’'»)\s]{0,4}$/u;
const FIRST_FOREIGN = 0x370;
const FIRST_UNSPACED = 0x3040;
/** A comma, a dash or "and" ends what is asked for where somebody goes on to something else. */
const JOINT = /[,、;—–]| - | (?:und|et|y|e|en|и|ve|dan|và|and|but|so|then) /u;
/** A clause that is cut off there says enough from this length on. UTF-16 units, the second in scripts without blanks. */
const ENOUGH = { spaced: 20, unspaced: 8 };

const NONE: readonly Ask[] = [];

/** @param foreign the text is known to be in another language than English */
export function asksAbroad(text: string, place: Part, longest: number, foreign: boolean): readonly Ask[] {
  const at = firstLetter(text, place);
  const unit = text.charCodeAt(at);
  const abroad = foreign || unit >= FIRST_FOREIGN;
  const mayOrder = BEGINNINGS[keyAt(text, at)] === 1;
  if (!abroad && !mayOrder) return NONE;
  const part = text.slice(place.start, place.end);
  if (unit >= FIRST_UNSPACED)
    return UNSPACED.test(part) ? clauses(part, UNSPACED_HOW, WRITTEN.test(part), true, longest) : NONE;
  const meant = mayOrder && ORDERED.test(part);
  if (!abroad) return meant ? [{ words: part.slice(0, longest), meant }] : NONE;
  return clauses(part, HOW, meant, meant || QUESTION.test(part), longest);
}

/** Five bits of three units each, of which the last may be any where an order has two: most words are told by them to begin none. */
const keyAt = (text: string, at: number) =>
  ((text.charCodeAt(at) & 31) << 10) | ((text.charCodeAt(at + 1) & 31) << 5) | (text.charCodeAt(at + 2) & 31);
const BEGINNINGS = new Uint8Array(1 << 15);
for (const order of ORDERS.replace(/\([^()]*\)/gu, '').split('|')) {
  const letters = /^\p{L}{1,3}/u.exec(order)?.[0] ?? '';
  const first = keyAt(letters, 0);
  BEGINNINGS.fill(1, first, first + (letters.length < 3 ? 32 : 1));
}

/** The part where it is one wish, and what stands behind each "how" in it. */
function clauses(part: string, how: RegExp, meant: boolean, whole: boolean, longest: number): readonly Ask[] {
  const asks: Ask[] = whole ? [{ words: part.slice(0, longest), meant }] : [];
  for (const { index } of part.matchAll(how)) {
    const clause = part.slice(index, index + longest).replace(/[\s.!?。]{1,8}$/u, '');
    if (index > 0 || !whole) asks.push({ words: `${clause}?`, meant: false });
    const first = cut(clause, how === HOW ? ENOUGH.spaced : ENOUGH.unspaced);
    if (first !== null) asks.push({ words: `${first}?`, meant: false });
  }
  return asks;
}

/** Where the first letter of a part stands; its end where it has none. */
function firstLetter(text: string, { start, end }: Part): number {
  let at = start;
  while (at < end && !isLetter(text.charCodeAt(at))) at++;
  return at;
}

const isLetter = (unit: number) =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0xe0 && unit < 0x2000) || unit >= FIRST_UNSPACED;

/** Up to the first joint behind enough words; null where there is none. */
export function cut(clause: string, enough: number): string | null {
  const at = clause.slice(enough).search(JOINT);
  return at < 0 ? null : clause.slice(0, enough + at);
}

/** A wish says enough to be judged from this many units on. */
export const leastAbroad = (text: string, place: Part): number =>
  text.charCodeAt(firstLetter(text, place)) >= FIRST_UNSPACED ? 7 : 15;
