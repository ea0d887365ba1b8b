// SPDX-License-Identifier: Apache-2.0
/** The documentation that ships with the service, read once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentPassage, passagesOf } from './markdown-passages.ts';

/** Pages for people, in the root of the software. Decisions, tests and schemas are for those who build it. */
const PAGES = ['README.md', 'SECURITY.md', 'constitution/README.md', 'packages/client/README.md'];
const FOLDERS = ['docs/guides', 'docs/explanation', 'docs/reference'];
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
    .flatMap((path) => passagesOf(path, readFileSync(join(root, path), 'utf8')));
}
