// SPDX-License-Identifier: Apache-2.0
import { inject } from 'vitest';
import type { TestDatabase } from './postgres.ts';
import type {} from './postgres-setup.ts';

/**
 * A database on the run's PostgreSQL. Drop it when the test file is done.
 * @param like another of them, which nobody has open, to begin with what is in it
 */
export async function testDatabase(like?: string): Promise<TestDatabase> {
  const broker = inject('postgresBroker');
  const url = await ask(like === undefined ? broker : `${broker}?like=${encodeURIComponent(like)}`);
  return {
    url,
    async drop() {
      await ask(`${broker}?drop=${encodeURIComponent(url)}`);
    },
  };
}

async function ask(address: string): Promise<string> {
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(`no PostgreSQL for this test: ${text}`);
  return text;
}
