// SPDX-License-Identifier: Apache-2.0
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Runs statements past all interfaces, as somebody with the database open would. Resolves to the rows changed. */
export async function past(url: string, ...statements: string[]): Promise<number> {
  let changed = 0;
  if (!url.startsWith('postgres')) {
    const db = new DatabaseSync(url);
    for (const statement of statements) changed = Number(db.prepare(statement).run().changes);
    db.close();
    return changed;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) changed = (await client.query(statement)).rowCount ?? 0;
  await client.end();
  return changed;
}
