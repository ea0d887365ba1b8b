// SPDX-License-Identifier: Apache-2.0
/** Answers that are a no and nothing else. In a longer one the same words may mean anything, so only a whole answer counts. */

const SORRY =
  "i'm sorry|i am sorry|so sorry|sorry|my apologies|apologies|unfortunately|es tut mir leid|tut mir leid|entschuldigung|leider|bedaure|je suis désolée?|désolée?|malheureusement|lo siento|disculpa|lamentablemente|sinto muito|desculpe|desculpa|infelizmente|mi dispiace|spiacente|purtroppo|het spijt me|helaas|przepraszam|przykro mi|niestety|извините|простите|к сожалению|很抱歉|抱歉|对不起|對不起|不好意思|申し訳ありませんが|申し訳ありません|申し訳ございません|ごめんなさい|すみませんが|すみません|죄송합니다만|죄송합니다|죄송하지만|미안합니다|آسف|عذرا|عذراً|أعتذر|माफ़ कीजिए|माफ कीजिए|क्षमा करें|üzgünüm|xin lỗi";
const POLITE =
  'thank you|thanks|danke|merci|gracias|obrigad[oa]|grazie|bedankt|dank je|dziękuję|спасибо|谢谢|謝謝|ありがとう|감사합니다|شكرا|धन्यवाद|but|and|aber|und|mais|et|pero|mas|ma|maar|ale|но|但是|但|لكن|लेकिन';
const NO = [
  "absolutely not|certainly not|definitely not|not a chance|no way|nope|never|request denied|denied|i can ?not do (?:that|this)|i can't do (?:that|this)|i can ?not|i can't|i won't do (?:that|this)|i won't|i will not do (?:that|this)|i will not|i refuse to do (?:that|this)|i refuse|i decline|i must decline|that's a no|i'd rather not|no",
  'nein|niemals|auf keinen fall|das (?:mache|tue) ich nicht|mache ich nicht|das geht nicht|ich weigere mich|das lehne ich ab|ich lehne ab|kommt nicht in ?frage|ausgeschlossen',
  "non|jamais|hors de question|pas question|je refuse|c'est non|je ne peux pas|je ne le ferai pas|impossible",
  'nunca|jamás|ni hablar|de ninguna manera|me niego|no puedo|no lo haré|no voy a hacerlo',
  'não|nem pensar|de jeito nenhum|de modo nenhum|recuso(?:-me)?|me recuso|não posso|não vou fazer isso',
  'assolutamente no|mai|neanche per sogno|mi rifiuto|non posso|non lo farò',
  'nee|nooit|geen sprake van|ik weiger|dat doe ik niet|dat kan ik niet',
  'nigdy|odmawiam|nie ma mowy|nie mogę|nie zrobię tego|nie',
  'нет|никогда|ни за что|отказываюсь|я отказываюсь|не могу|не буду|я не буду|я не могу',
  '不行|不可以|不能|不可能|绝不|絕不|我拒绝|我拒絕|拒绝|拒絕|我不能|不会|不',
  'いいえ|いや|だめです|ダメです|駄目です|できません|出来ません|お断りします|お断りいたします|無理です|嫌です',
  '아니요|아니오|아뇨|안 됩니다|안됩니다|안 돼요|안돼요|싫습니다|거절합니다|거부합니다|할 수 없습니다|못 합니다',
  'لا|كلا|أرفض|لا أستطيع|لن أفعل ذلك|لن أفعل|أبدا',
  'जी नहीं|नहीं|बिल्कुल नहीं|कभी नहीं|मैं मना करता हूँ|मैं मना करता हूं|मैं नहीं कर सकता',
  'hayır|asla|olmaz|reddediyorum|yapamam|không thể|tôi từ chối|không',
].join('|');

const GAP = '[\\s\\p{P}]*';
const SOFT = `(?:${SORRY}|${POLITE})`;
const BARE = new RegExp(`^${GAP}(?:${SOFT}${GAP}){0,2}(?:${NO})(?:${GAP}(?:${SOFT}|${NO})){0,3}${GAP}$`, 'u');
/** A longer answer says something else besides. */
const MAX_UNITS = 80;

/** Whether an answer is so short, blanks aside, that it may be one: most are not, and need not be straightened to know. */
export function isBrief(answer: string): boolean {
  let units = 0;
  for (let i = 0; i < answer.length; i++) {
    const unit = answer.charCodeAt(i);
    if (unit !== BLANK && unit !== TAB && ++units > MAX_UNITS) return false;
  }
  return true;
}

const BLANK = 32;
const TAB = 9;

/** Whether the whole answer is a short no ("Sorry, no."), in lower case on straightened quotes. */
export function isBareNo(answer: string): boolean {
  return answer.length <= MAX_UNITS && BARE.test(answer);
}
