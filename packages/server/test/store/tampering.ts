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

/** Changes one bit of the byte at `at`, counted from 0, in a byte column that holds `bytes`. */
export function byteChanged(
  url: string,
  { table, column, seq }: { readonly table: string; readonly column: string; readonly seq: number },
  at: number,
  bytes: Uint8Array,
): string {
  const changed = Buffer.from(bytes);
  changed[at] = (bytes[at] as number) ^ 1;
  const hex = changed.toString('hex');
  const literal = url.startsWith('postgres') ? `decode('${hex}', 'hex')` : `x'${hex}'`;
  return `UPDATE ${table} SET ${column} = ${literal} WHERE seq = ${seq}`;
}
