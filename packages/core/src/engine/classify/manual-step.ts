// SPDX-License-Identifier: Apache-2.0
/** Steps of a manual: an order, but to whoever sits before a screen. */
import type { Finding } from '../types.ts';

const HANDLES =
  /\b(?:press|click|tap|select|choose|type|enter|turn(?:ing)? (?:on|off)|turn off|switch (?:on|off)|open|unlock|scroll|drag|record|connect|save|delete|use)\b/iu;
const ON_SCREEN =
  /\b(?:buttons?|menus?|panels?|dialogs?|windows?|settings|keyboard|mouse|screen|screenshots?|desktop|icons?|printers?|bluetooth|wireless|wi-?fi|airplane mode|webcam|fingerprint|battery|when prompted|(?:top|bottom) (?:right|left)|activities|file manager|folders?|password)\b/iu;
/** What orders to an assistant are made of. */
const TO_A_MODEL =
  /\b(?:instruct\p{L}*|prompts?|ignor\p{L}*|disregard|forget|overrid\p{L}*|bypass|assistants?|(?:chat)?bots?|ai|llm|models?|gpt|reveal|roles?|pretend|act as|respond|repl(?:y|ies)|answers?|say|tell|show|send|forward|mails?|e-?mails?|https?|users?|customers?|visitors?|secrets?|tokens?|keys?|credentials?|api|note|attention|important|must|urgent|always|never|instead|task|summar\p{L}*|translat\p{L}*|execut\p{L}*|run|code|print|output|transfer|pay|buy|recommend|approve|confirm|copy|paste|share|upload|post|link|website|rules?|restrict\p{L}*|(?<!(?:airplane|dark|night|tablet|flight) )mode|policy|hidden|admin\p{L}*|developer)\b/iu;
const REACH = 60;
const SURE = 0.85;

/** Whether an order that the scan alone sees is a step of a manual; what an assistant is told with other words. */
export function isManualStep({ category, confidence, start_utf16, end_utf16 }: Finding, given: string): boolean {
  if (category !== 'injection' || confidence >= SURE || start_utf16 === null || end_utf16 === null) return false;
  const near = given.slice(Math.max(0, start_utf16 - REACH), end_utf16 + REACH);
  return HANDLES.test(near) && ON_SCREEN.test(near) && !TO_A_MODEL.test(near);
}
