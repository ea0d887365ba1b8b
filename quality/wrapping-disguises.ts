// SPDX-License-Identifier: Apache-2.0
/** Disguises that are only around a text. */

type Disguise = (text: string) => string;

/** Nobody is deceived by them, yet a checker that weighs all words alike is. */
export const WRAPPINGS: Readonly<Record<string, Disguise>> = {
  'in quotes': (text) => `“${text}”`,
  'behind a greeting, before thanks': (text) => `Hello there! ${text} Thanks in advance!`,
  'in a fence of code': (text) => `\`\`\`\n${text}\n\`\`\``,
  'as an item of a list, in bold': (text) => `1. **${text}**`,
  'as a turn to be answered': (text) => `Question: ${text}\nAnswer:`,
  'in JSON': (text) => JSON.stringify({ messages: [{ role: 'user', content: text }] }),
  'as a mail': (text) => `Subject: a question\n\nHi,\n\n${text}\n\nBest regards,\nTom`,
};
