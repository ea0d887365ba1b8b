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
  'escrib[ea](?:me)?|escríb[ea]me|expl[ií]c[a](?:me)?|expliquez?|explique(?:me)?|dame|dime|deme|dígame|m[uú]estra(?:me)?|cu[eé]nta(?:me)?|enumera|crea|diseña|redacta|inventa|propón|enséñame|ayúdame|haz(?:me)?',
  'escrev[ae](?:-me)?|descrev[ae]|dê(?:-me)?|dá(?:-me)?|mostre|conte|crie|elabore|invente|sugira|ensin[ae](?:-me)?|ajud[ae](?:-me)?|faça|diga(?:-me)?|liste',
  'scrivi(?:mi)?|spiega(?:mi)?|descrivi(?:mi)?|dammi|dimmi|mostra(?:mi)?|elenca(?:mi)?|proponi|insegnami|aiutami|fammi|racconta(?:mi)?',
  'schrijf|leg|beschrijf|geef|toon|vertel|noem|maak|ontwerp|bedenk|leer|zeg',
  'напиши(?:те)?|расскажи(?:те)?|объясни(?:те)?|опиши(?:те)?|перечисли(?:те)?|дай(?:те)?|составь(?:те)?|придумай(?:те)?|покажи(?:те)?|научи(?:те)?|помоги(?:те)?|назови(?:те)?|скажи(?:те)?|сделай(?:те)?|напиши(?:те)?',
  'napisz|wyjaśnij|opisz|podaj|wymień|stwórz|pokaż|powiedz|naucz|pomóż|daj|tuliskan|jelaskan|buatkan?|berikan|sebutkan|ajari|hãy|viết|giải thích|liệt kê|mô tả|cho tôi|hướng dẫn',
  'اكتب|اشرح|أعطني|قدم|أخبرني|صف|علمني|लिखो|लिखिए|बताओ|बताइए|समझाओ|समझाइए',
].join('|');
const ORDERED = new RegExp(`^[^\\p{L}]{0,8}(?:${ORDERS})(?![\\p{L}])`, 'u');
/** How they begin, so that hardly any sentence of another kind is tried. */
const INITIALS: ReadonlySet<string> = new Set([...'seboglnzvfhmdéràçciptwjuanнродсп', ...'اأقصعलबस', 'п']);

/** Words for "how" with what follows in a text that is not English; in Latin script such words are English ones too. */
const HOW =
  /(?<!\p{L})(?:wie (?:man|ich|du|er|sie|wir|jemand|einer?|sich)|hoe (?:je|men|ik|hij|ze|we|iemand|een)|comment|cómo|como|come|jak|nasıl|bagaimana|cách|cara|hur man|hvordan|как|كيف|कैसे) (?=\p{L})/gu;
/** Without blanks between words, and with the ask at the end of a sentence in two of the languages. */
const UNSPACED =
  /如何|怎么|怎麼|怎样|怎樣|什么|什麼|哪[些里个种]|请|請|告诉|告訴|教我|帮我|幫我|给我|給我|[写寫]|列出|描述|解释|解釋|说明|提供|制定|设计|方法|办法|步骤|吗|教え|書い|ください|作り方|どう|방법|어떻게|알려|설명|작성/u;
const UNSPACED_HOW = /如何|怎么|怎麼|怎样|怎樣|方法は|어떻게/u;

const QUESTION = /[?？؟]["”’'»)\s]{0,4}$/u;
const FIRST_FOREIGN = 0x370;
const FIRST_UNSPACED = 0x3040;
/** A comma, a dash or "and" ends what is asked for where somebody goes on to something else. */
const JOINT = /[,，、;—–]| - | (?:und|et|y|e|en|и|i|ve|dan|và|and) /u;
/** A clause that is cut off there says enough from this length on. UTF-16 units, the second in scripts without blanks. */
const ENOUGH = { spaced: 20, unspaced: 8 };

/** @param foreign the text is known to be in another language than English */
export function asksAbroad(part: string, foreign: boolean): readonly Ask[] {
  const unit = firstLetter(part);
  const abroad = foreign || unit >= FIRST_FOREIGN;
  if (unit >= FIRST_UNSPACED) return asksUnspaced(part);
  const asks: Ask[] = [];
  const meant = INITIALS.has(String.fromCharCode(unit)) && ORDERED.test(part);
  if (meant || (abroad && QUESTION.test(part))) asks.push({ words: part, meant });
  if (abroad) {
    for (const { index } of part.matchAll(HOW)) {
      if (index > 0) asks.push({ words: `${trimmed(part.slice(index))}?`, meant: false });
      const clause = cut(part.slice(index), ENOUGH.spaced);
      if (clause !== null) asks.push({ words: `${clause}?`, meant: false });
    }
  }
  return asks;
}

function asksUnspaced(part: string): readonly Ask[] {
  if (!UNSPACED.test(part)) return [];
  const asks: Ask[] = [{ words: part, meant: /[写寫書]|작성/u.test(part) }];
  const how = UNSPACED_HOW.exec(part);
  const from = how?.index ?? 0;
  if (from > 0) asks.push({ words: `${trimmed(part.slice(from))}？`, meant: false });
  const clause = cut(part.slice(from), ENOUGH.unspaced);
  if (clause !== null) asks.push({ words: `${clause}？`, meant: false });
  return asks;
}

function firstLetter(part: string): number {
  for (let at = 0; at < part.length; at++) {
    const unit = part.charCodeAt(at);
    if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0xe0 && unit < 0x2000) || unit >= FIRST_UNSPACED) return unit;
  }
  return 0;
}

/** Up to the first joint behind enough words; null where there is none. */
function cut(clause: string, enough: number): string | null {
  const at = clause.slice(enough).search(JOINT);
  return at < 0 ? null : clause.slice(0, enough + at);
}

const trimmed = (clause: string) => clause.replace(/[\s.!?。？！]{1,8}$/u, '');

/** A wish says enough to be judged from this many units on. */
export const leastAbroad = (text: string, { start }: Part): number =>
  firstLetter(text.slice(start, start + 12)) >= FIRST_UNSPACED ? 7 : 15;
