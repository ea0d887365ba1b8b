// SPDX-License-Identifier: Apache-2.0
import { contentWords, wordsOf } from './words.ts';

/** So many words that carry a subject are a request, however they are put. */
const SUBJECT_WORDS = 2;
/** A verb and its pronoun ("tell me") ask for nothing. */
const BARE_WORDS = 2;
/** Words of manner that are left over when an order is cut, and mean nothing by themselves. */
const LEFTOVER =
  /^[\s\p{P}]*(?:(?:please|thanks|thank you|now|then|instead|and|but|so|ok|okay|hello|hi|hey|this|that|it|the|bitte|danke|jetzt|und|s'il (?:te|vous) plaît|merci|por favor|gracias|y|et)(?!\p{L})[\s\p{P}]*)*$/iu;
const ASKING =
  /[?？؟]\s*$|^[\s\p{P}]*(?:(?:please|bitte|por favor|kindly|can you|could you|then|and)[\s\p{P}]+)*(?:tell|write|give|make|show|list|name|explain|describe|define|compute|calculate|solve|translate|summari[sz]e|draw|draft|create|find|sing|help|count|add|sort|compare|convert|what|who|why|when|where|which|how|is|are|do|does|erzähl|schreib|nenn|erklär|zeig|übersetz|was|wer|wie|wann|wo|warum|raconte|écris|explique|traduis|donne|dis|quel|quelle|cuenta|cuéntame|escribe|explica|traduce|dame|dime|qué|quién|cómo)\p{L}{0,3}(?![\p{L}])[^.!?]*[\p{L}\p{N}]/imu;

/** Whether what a cut left is still a request: of a subject, a sum or a question, not a bare politeness. */
export function asksSomething(rest: string): boolean {
  if (contentWords(rest).size >= SUBJECT_WORDS) return true;
  if (LEFTOVER.test(rest)) return false;
  return ASKING.test(rest) && wordsOf(rest).length > BARE_WORDS;
}
