// SPDX-License-Identifier: Apache-2.0
import type { Kysely } from 'kysely';

/** Numbered from 1 without gaps, forward only, never edited once released. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  up(db: Kysely<unknown>, driver: 'sqlite' | 'postgres'): Promise<void>;
}
