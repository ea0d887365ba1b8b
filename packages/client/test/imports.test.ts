// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What a page loads; `node/` is an entry of its own that only programs on Node import. */
const SOURCES = globSync('packages/client/src/**/*.ts').filter((file) => !file.includes('/src/node/'));

it('the client takes types from core and nothing at run time, so that a page loads no schema library', () => {
  expect(SOURCES.length).toBeGreaterThan(5);
  for (const file of SOURCES) {
    const imports = readFileSync(file, 'utf8').match(/^(import|export) .*? from '[^.'][^']*';$/gm) ?? [];
    for (const line of imports) expect(line, file).toMatch(/^import type .* from '@plumbline\/core\//);
  }
});
