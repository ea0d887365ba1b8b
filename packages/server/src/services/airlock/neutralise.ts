// SPDX-License-Identifier: Apache-2.0
/** Takes the form of a delimiter from text that imitates one: chat templates, role labels, fences, tags. */

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  // Wide and ornamental brackets and bars first, so that one rule reads them all.
  [/[\uff1c\u3008\u27e8\u276e\ufe64](?=[<|\uff5c\uff1c\u3008\u27e8\u276e/!\p{L}])/gu, '<'],
  [/(?<=[\p{L}\p{N}|\uff5c>])[\uff1e\u3009\u27e9\u276f\ufe65]/gu, '>'],
  // <|im_start|>, <<SYS>>, </data>
  [/<{1,4}[|\uff5c]{0,2}(?=[/!?\p{L}_])/gu, '‹'],
  [/(?<=[\p{L}\p{N}_"'/]|--)[|\uff5c]{0,2}>{1,4}/gu, '›'],
  [/<{2,}|«{2,}/g, '‹'],
  [/>{2,}|»{2,}/g, '›'],
  // [INST] … [/INST]
  [/\[(\/?\s{0,4}(?:INST|SYS|SYSTEM|USER|ASSISTANT|DATA|END|BEGIN)\b[^\]\n]{0,40})\]/giu, '($1)'],
  // Lines of rules and fences; a line break keeps its place.
  [/([-=*#_~`])\1{2,}/g, '$1$1'],
];
/** `system:` at the beginning of a line, however it is dressed. */
const ROLE_LINE =
  /(^|\n)([ \t>*#_-]{0,8})(system|developer|assistant|user|human|tool|function|ai|bot|administrator|admin)((?:[ \t]{1,4}(?:prompt|message|note|instructions?|role))?[*_ \t]{0,4})[:\uff1a](?=\s|\S)/giu;

export function neutralise(text: string): string {
  let inert = text;
  for (const [expression, replacement] of REPLACEMENTS) inert = inert.replace(expression, replacement);
  return inert.replace(ROLE_LINE, '$1$2($3$4)');
}
