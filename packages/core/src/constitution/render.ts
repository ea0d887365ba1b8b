// SPDX-License-Identifier: Apache-2.0
import { articleOf } from './articles.ts';
import type { Article, Constitution, ConstitutionTitle } from './types.ts';

/** The whole constitution as CommonMark. */
export function constitutionMarkdown(constitution: Constitution): string {
  const parts = [
    `# The constitution, version ${constitution.version}`,
    `Published ${constitution.published_at.slice(0, 10)} · ${constitution.license} · SHA-256 \`${constitution.hash}\``,
    `> ${escapeMarkdown(constitution.creed)}`,
    ...constitution.titles.flatMap((title) => [
      `## ${titleHeading(title)}`,
      ...title.articles.map((article) => articleSection(article, 3)),
    ]),
  ];
  if (constitution.amendments.length > 0) parts.push('## Amendments', amendmentLines(constitution, '- '));
  return `${parts.join('\n\n')}\n`;
}

/** The whole constitution as plain text, without its examples: rules and reasons, to be read from top to bottom. */
export function constitutionText(constitution: Constitution): string {
  const parts = [
    `THE CONSTITUTION, VERSION ${constitution.version}`,
    `Published ${constitution.published_at.slice(0, 10)}, ${constitution.license}\nSHA-256 ${constitution.hash}`,
    constitution.creed,
    ...constitution.titles.flatMap((title) => [
      titleHeading(title).toUpperCase(),
      ...title.articles.map(({ number, title, rule, rationale }) => `${number}. ${title}\n${rule}\n${rationale}`),
    ]),
  ];
  if (constitution.amendments.length > 0) parts.push('AMENDMENTS', amendmentLines(constitution, ''));
  return `${parts.join('\n\n')}\n`;
}

/** One article as CommonMark, or null where the constitution has none of that number. */
export function articleMarkdown(constitution: Constitution, number: number): string | null {
  const article = articleOf(constitution, number);
  return article && `${articleSection(article, 1)}\n`;
}

function articleSection(article: Article, level: number): string {
  const parts = [
    `${'#'.repeat(level)} Article ${article.number}. ${article.title}`,
    `**${escapeMarkdown(article.rule)}**`,
    escapeMarkdown(article.rationale),
  ];
  if (article.categories.length > 0) parts.push(`Categories: ${article.categories.join(', ')}`);
  parts.push('Keeps to it:', ...article.examples.compliant.map(codeBlock));
  parts.push('Breaks it:', ...article.examples.violating.map(codeBlock));
  return parts.join('\n\n');
}

/** Examples are shown as given, in a fence longer than any run of backticks inside (CommonMark 4.5). */
function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** What could start a construct inside a paragraph of CommonMark. An underscore inside a word cannot (6.2). */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*[\]<>#&|]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&');
}

function amendmentLines({ amendments }: Constitution, bullet: string): string {
  return amendments
    .map(({ version, ratified_at, articles, summary }) => {
      const named = `${articles.length === 1 ? 'article' : 'articles'} ${articles.join(', ')}`;
      return `${bullet}${version}, ${ratified_at.slice(0, 10)}, ${named}: ${summary}`;
    })
    .join('\n');
}

const titleHeading = ({ n, title }: ConstitutionTitle) => `Title ${roman(n)} · ${title}`;

/** 1 to 99: more titles no pack can have. */
function roman(n: number): string {
  const tens = ['', 'X', 'XX', 'XXX', 'XL', 'L', 'LX', 'LXX', 'LXXX', 'XC'];
  const units = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];
  return `${tens[Math.floor(n / 10)]}${units[n % 10]}`;
}
