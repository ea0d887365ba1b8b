// SPDX-License-Identifier: Apache-2.0
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';

const PATTERNS = join(import.meta.dirname, '..', '..', 'patterns');

/**
 * A folder of few of the rules that ship, for tests that ask for any rules or for these: building all of them takes more than
 * such a test does.
 * @param kept names of its rule files
 */
export function copyRules(folder: string, ...kept: readonly string[]): void {
  const isKept = (name: string) => !name.endsWith('.yaml') || kept.includes(name);
  cpSync(PATTERNS, folder, { recursive: true, filter: (path) => isKept(basename(path)) });
}
