// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadRuleset } from '../packages/cli/src/ruleset.ts';
import type { Evidence } from '../quality/evidence.ts';
import { repositorySets } from '../quality/sets.ts';

const evidence = JSON.parse(readFileSync(new URL('../quality/evidence.json', import.meta.url), 'utf8')) as Evidence;
const ruleset = loadRuleset({});

describe('quality/evidence.json', () => {
  it('is about the rules that ship: npm run quality renews it [evidence]', () => {
    expect(evidence.ruleset_hash).toBe(ruleset.hash);
  });

  it('is about the very sets of the repository', () => {
    const shipped = repositorySets(ruleset.constitution).map(({ name, sha256 }) => ({ name, sha256 }));
    expect(shipped.length).toBeGreaterThan(10);
    expect(evidence.sets.map(({ name, sha256 }) => ({ name, sha256 }))).toEqual(expect.arrayContaining(shipped));
  });
});
