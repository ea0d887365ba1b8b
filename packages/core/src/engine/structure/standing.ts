// SPDX-License-Identifier: Apache-2.0
/**
 * Where words stand, which can make an order of them that they would not be elsewhere: in a sentence of another language
 * than the text, in a value that a tool gave back, or as a rule for customers in a text about something else. Asked only of
 * what a rule's words have matched, so it costs ordinary texts nothing.
 */
import type { Place } from './concept-index.ts';
import { isForeignPart } from './foreign-part.ts';

export const STANDINGS = ['foreign', 'data', 'stray'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Whether a place of a text, in small letters, stands so. */
export function standsSo(standing: Standing, text: string, place: Place): boolean {
  const sentence = sentenceAround(text, place);
  if (standing === 'foreign') return isForeignPart(text, sentence);
  return standing === 'data' ? isInData(text, place) : isStray(text, sentence);
}

/** A stop ends a sentence where something else than a name or a number goes on behind it. */
const END = /[!?\n。！？؟।]|\.(?=[\s"”»)]|$)/g;

export function sentenceAround(text: string, { start, end }: Place): Place {
  const from = Math.max(0, start - REACH);
  const before = [...text.slice(from, start).matchAll(END)].at(-1);
  END.lastIndex = end;
  const behind = END.exec(text);
  END.lastIndex = 0;
  return {
    start: before === undefined ? from : from + before.index + 1,
    end: Math.min(behind === null ? text.length : behind.index + 1, end + REACH),
  };
}
const REACH = 400;

/** What tools give back: a value of JSON, or what a mark or a heading calls a result. */
const RESULT_OF_TOOL =
  /<\/?(?:tool|function|search|observation|web|page|retrieved|document|result|output)[a-z_-]{0,20}[\s>]|(?:\[|\b)(?:tool|function|search|api|command|plugin|mcp|web|browser|retriever)[ _](?:results?|outputs?|responses?|call results?)\b|(?:^|\n)\s{0,4}(?:observation|function|tool) ?:/i;
const MEMBER = /["']\s{0,3}:\s{0,3}["'[{]/;
/** The end of one value and the beginning of the next. */
const NEXT = /["']\s{0,3},\s{0,3}["']/;
/** So far before the words a result's mark or a member's name may stand. */
const BEFORE = 600;

function isInData(text: string, { start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  // The words are one value: a label and the next one are not.
  const words = text.slice(start, end);
  if (words.includes('\n') || MEMBER.test(words) || NEXT.test(words)) return false;
  return MEMBER.test(before) || RESULT_OF_TOOL.test(before);
}

/** Shorter texts are no other content that an order could be hidden in. In letters. */
const MIN_REST = 25;
/** Who gives rules for customers openly: to staff, to an assistant, or in a list of such rules. */
const OPENLY =
  /\b(?:you are (?:an? |the )(?:\p{L}+ ){0,4}(?:assistant|agent|bot|chatbot|helper|clerk|representative)|you are \p{L}+, (?:an? |the )|your (?:task|job|role) is|(?:support|sales|call|service|customer) (?:script|guide|manual|policy|playbook)|playbook|price list|talking points|faq|training for|acceptance criteria|user stor(?:y|ies)|du bist ein|sie sind ein|leitfaden|tu es un|vous êtes un|eres un|você é um|sei un assistente|je bent een)\b|你是一|ты\s(?:ассистент|помощник|бот)|вы\s(?:ассистент|помощник|оператор)|أنت مساعد|तुम एक|आप एक/iu;
/** Whom such rules are about. Where the rest speaks of them too, it is about serving them. */
const SERVED =
  /\b(?:customers?|clients?|users?|callers?|shoppers?|guests?|buyers?|patients?|kunden?|kundin|nutzer|benutzer|gäste?|clientes?|usuarios?|clienti?|utent[ei]|usuários?|klant(?:en)?|gebruikers?)\b|客户|顾客|用户|клиент|покупател|пользовател|العميل|العملاء|المستخدم|ग्राहक|उपयोगकर्ता/iu;
/** Who speaks of himself writes to somebody who serves with him, as far as pay goes. */
const SPOKEN = /(?<!\p{L})(?:i|i['’]m|my|ich|mir|j['’]ai|moi|yo|eu|io|ik|я|мне)(?!\p{L})|我/iu;

function isStray(text: string, { start, end }: Place): boolean {
  const rest = `${text.slice(Math.max(0, start - AROUND), start)}\n${text.slice(end, end + AROUND)}`;
  if ((rest.match(LETTERS)?.length ?? 0) < MIN_REST && !CHINESE.test(rest)) return false;
  return !SERVED.test(rest) && !OPENLY.test(rest) && !SPOKEN.test(rest);
}
const AROUND = 2_000;
const LETTERS = /\p{L}/gu;
/** Says in a third of the signs what others say in letters. */
const CHINESE = /[\u4e00-\u9fff][^\n]{0,40}[\u4e00-\u9fff][^\n]{0,40}[\u4e00-\u9fff]/;
