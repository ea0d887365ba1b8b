// SPDX-License-Identifier: Apache-2.0
/** The documentation that ships with the service, read once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentPassage, passagesOf } from './markdown-passages.ts';

/** Pages for people, in the root of the software. Decisions, tests and schemas are for those who build it. */
const PAGES = ['README.md', 'SECURITY.md', 'constitution/README.md', 'packages/client/README.md'];
const FOLDERS = ['docs/guides', 'docs/explanation', 'docs/reference'];
/** Written by programs, from the code. */
const GENERATED = 'docs/reference/';
/** Tables of types, without a sentence in them. */
const LEFT_OUT = new Set(['docs/reference/schemas.md']);

/** @param root folder of the software; pages that are not there are left out */
export function readDocumentation(root: string): DocumentPassage[] {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  return [...PAGES, ...folders]
    .filter((path) => !LEFT_OUT.has(path) && existsSync(join(root, path)))
    .flatMap((path) => passagesOf(path, readFileSync(join(root, path), 'utf8'), path.startsWith(GENERATED)));
}

const PLAIN_WORDS = 'constitution/plain-words.md';

/**
 * What the articles are about in the words in which people ask.
 * @param version of the constitution in use; a page for another one says nothing about it
 * @returns by number of the article
 */
export function readPlainWords(root: string, version: string): ReadonlyMap<number, string> {
  const path = join(root, PLAIN_WORDS);
  const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (!page.includes(`For version ${version}.`)) return new Map();
  return new Map(
    [...page.matchAll(/^- (.+) Article (\d+)\.$/gm)].map(([, words = '', number]) => [Number(number), words]),
  );
}

const QUESTIONS = 'docs/questions.md';

/** @returns questions that sections of the documentation answer, by the id of the passage; none where the page is not there */
export function readAskedQuestions(root: string): ReadonlyMap<string, readonly string[]> {
  const path = join(root, QUESTIONS);
  const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [, ...sections] = page.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [id = '', ...lines] = section.split('\n');
      return [id.trim(), lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2))];
    }),
  );
}
