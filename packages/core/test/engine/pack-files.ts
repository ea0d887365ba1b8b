// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePack, type PackFile, parsePack } from '../../src/engine/precheck/pack.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'patterns');

export const ARTICLES: ReadonlySet<number> = new Set(Array.from({ length: 42 }, (_, i) => i + 1));
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
export const never = (): boolean => false;

/** The published pack, as the repository has it. */
export const publishedFiles: readonly PackFile[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml') && name !== 'intent.yaml' && name !== 'structure.yaml')
  .sort()
  .map((name) => ({ path: `patterns/${name}`, text: readFileSync(join(FOLDER, name), 'utf8') }));
export const publishedVerdicts: Record<string, never> = JSON.parse(readFileSync(join(FOLDER, 'verdicts.json'), 'utf8'));
export const published = parsePack(publishedFiles, ARTICLES);
export const publishedPack = compilePack(published.patterns, sha256Hex);

/** A pack file with one pattern; `change` replaces lines of it. */
export function packFile(change: Readonly<Record<string, string>> = {}): PackFile {
  const lines = {
    id: '  - id: X01',
    name: '    name: Plum trade',
    category: '    category: crime',
    article: '    article: 38',
    severity: '    severity: high',
    confidence: '    confidence: 0.9',
    languages: '    languages: [en]',
    expressions: "    expressions:\n      - { source: '\\bbuy plums\\b', anchors: [plums] }",
    matches: '    matches: [buy plums, Buy plums now, please buy plums]',
    near_misses: '    near_misses: [buy pears, sell plums, plums]',
    explanation: '    explanation: The text asks someone to buy plums.',
    ...change,
  };
  return {
    path: 'own.yaml',
    text: `format: plumbline-patterns/1\ngroup: own\npatterns:\n${Object.values(lines).join('\n')}\n`,
  };
}
