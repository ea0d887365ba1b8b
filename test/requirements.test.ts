// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';

const TITLE = /\b(?:it|describe|test)(?:\.each\([\s\S]*?\))?\(\s*(['"`])([\s\S]*?)\1/g;
const CITATION = /\[([a-z0-9-]+)\]/g;

const cited = new Set(
  globSync(['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'])
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(TITLE)])
    .flatMap((title) => [...(title[2] ?? '').matchAll(CITATION)].map((citation) => citation[1] ?? '')),
);

describe('requirements', () => {
  it('have different ids', () => {
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(REQUIREMENTS.length);
  });

  it('are each cited by a test', () => {
    expect(REQUIREMENTS.filter(({ id }) => !cited.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('are all that tests cite', () => {
    const known = new Set(REQUIREMENTS.map(({ id }) => id));
    expect([...cited].filter((id) => !known.has(id))).toEqual([]);
  });
});
