// SPDX-License-Identifier: Apache-2.0
/** Which articles a question names by their numbers. */

const NUMBER = '(?:no\\.?|nr\\.?|number|#)?\\s*(\\d{1,3})(?![\\d.]*\\d)';
const WORD = '\\b(?:articles?|artikels?|art[ií]culos?|articol[oi]|artigos?|arts?\\b\\.?)';
/** `article 14`, `Art. 14`, `articles 3, 7 and 9`. */
const NAMED = new RegExp(
  `${WORD}\\s*${NUMBER}((?:\\s*(?:,|and|or|to|und|et|y|e|&|/|-|–)+\\s*(?:${WORD})?\\s*\\d{1,3}\\b)*)`,
  'giu',
);
/** `the 14th article`. */
const ORDINAL = /\b(\d{1,3})(?:st|nd|rd|th)\s+article\b/giu;
/** `Art. 17 of the GDPR`, `Article 5 GDPR`: the law of somebody else. */
const ELSEWHERE =
  /^\s*(?:(?:of|in|from|under)\s+(?!(?:the\s+|your\s+|this\s+|our\s+|its\s+)?(?:constitution|plumbline|articles?|service|rules|creed|charter)\b|(?:yours?|force|short|plain|full|brief|detail|other|simple|one|a|an|it|this|that|all|english)\b)|\(?\p{Lu}{2,})/u;

/**
 * @param isKnown whether there is an article of that number
 * @returns numbers in the order in which they are named, each once
 */
export function articlesNamed(question: string, isKnown: (number: number) => boolean): number[] {
  const text = question.normalize('NFKC');
  const numbers: number[] = [];
  for (const match of [...text.matchAll(NAMED), ...text.matchAll(ORDINAL)]) {
    const [whole, first = '', others = ''] = match;
    if (ELSEWHERE.test(text.slice(match.index + whole.length))) continue;
    numbers.push(Number(first), ...[...others.matchAll(/\d{1,3}/g)].map(([number]) => Number(number)));
  }
  return [...new Set(numbers)].filter(isKnown);
}
