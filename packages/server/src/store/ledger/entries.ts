// SPDX-License-Identifier: Apache-2.0
/** Reading entries and payloads, the same on both drivers. */
import { Frontier } from '@plumbline/core/ledger/frontier.ts';
import { HASH_BYTES } from '@plumbline/core/ledger/merkle.ts';
import { edgeFromTiles, type TileSource } from '@plumbline/core/ledger/tile-reader.ts';
import { hashesAtLevel, TILE_WIDTH } from '@plumbline/core/ledger/tiles.ts';
import { concatBytes } from '@plumbline/core/seal/bytes.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import type { Kysely } from 'kysely';
import type { EntryRange, LedgerStore, StoredEntry, StoredRow } from '../ledger-store.ts';
import { type EntryTable, type LedgerTables, plainBytes } from './schema.ts';
import type { LedgerDriver } from './tx.ts';

const PAGE_ROWS = 500;
const MAX_OF_ONE_SUBJECT = 1_000;

type Hash = Pick<Crypto, 'sha256'>;

type EntryReaders = Pick<
  LedgerStore,
  'head' | 'entry' | 'entries' | 'findBySubject' | 'newestOfType' | 'leafOf' | 'payload' | 'rows'
>;

/** Member by member: spreading a row of the driver costs as much as reading it. */
const storedEntry = ({ seq, type, subject, header, leaf }: EntryTable): StoredEntry => ({
  seq,
  type,
  subject,
  header: plainBytes(header),
  leaf: plainBytes(leaf),
});

export function entryReaders(
  db: Kysely<LedgerTables>,
  driver: Pick<LedgerDriver, 'readRows'>,
  crypto: Pick<Crypto, 'sha256'>,
): EntryReaders {
  const entries = () => db.selectFrom('ledger_entry').select(['seq', 'leaf', 'type', 'subject', 'header']);
  const orNull = (row: EntryTable | undefined): StoredEntry | null => (row ? storedEntry(row) : null);
  return {
    head: () => readHead(db, crypto),
    entry: async (seq) => orNull(await entries().where('seq', '=', seq).executeTakeFirst()),
    entries: (range) => entryPages(db, range),
    async findBySubject(subject) {
      const found = entries().where('subject', '=', subject).orderBy('seq').limit(MAX_OF_ONE_SUBJECT);
      return (await found.execute()).map(storedEntry);
    },
    newestOfType: async (type) =>
      orNull(await entries().where('type', '=', type).orderBy('seq', 'desc').limit(1).executeTakeFirst()),
    async leafOf(seq) {
      const row = await db.selectFrom('ledger_entry').select('leaf').where('seq', '=', seq).executeTakeFirst();
      return row ? plainBytes(row.leaf) : null;
    },
    async payload(seq) {
      const row = await db
        .selectFrom('ledger_payload')
        .select(['bytes', 'erased_at_ms'])
        .where('seq', '=', seq)
        .executeTakeFirst();
      if (!row) return null;
      if (row.bytes !== null) return { state: 'kept', bytes: plainBytes(row.bytes) };
      return { state: 'erased', erasedAtMs: row.erased_at_ms ?? 0 };
    },
    rows: (from, to) => rowPages(driver, from, to),
  };
}

async function readHead(db: Kysely<LedgerTables>, crypto: Hash): ReturnType<LedgerStore['head']> {
  const row = await db.selectFrom('ledger_head').selectAll().executeTakeFirst();
  if (row === undefined) return derivedHead(db, crypto, 'the row is missing');
  const head = { size: row.size, lastLeaf: plainBytes(row.last_leaf), edge: plainBytes(row.edge) };
  try {
    return { ...head, root: Frontier.from(crypto, head.size, head.edge).root() };
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) return derivedHead(db, crypto, error.message);
    throw error;
  }
}

/** For reading on in a ledger that is damaged: nothing is appended to it. */
async function derivedHead(db: Kysely<LedgerTables>, crypto: Hash, problem: string): ReturnType<LedgerStore['head']> {
  const last = await db.selectFrom('ledger_entry').select(['seq', 'leaf']).orderBy('seq', 'desc').limit(1).execute();
  const size = (last[0]?.seq ?? -1) + 1;
  const lastLeaf = last[0] === undefined ? new Uint8Array(0) : plainBytes(last[0].leaf);
  try {
    const frontier = new Frontier(crypto, size, await edgeFromTiles(tileSource(db), size, crypto));
    return { size, lastLeaf, edge: frontier.bytes(), root: frontier.root(), problem };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
    return { size, lastLeaf, edge: new Uint8Array(0), root: new Uint8Array(HASH_BYTES), problem };
  }
}

/** Whether rows are missing of the tiles that a ledger of this size has. */
export async function lacksTiles(db: Kysely<LedgerTables>, size: number): Promise<boolean> {
  const rows = await db
    .selectFrom('ledger_tile')
    .select(({ fn }) => ['level', fn.countAll().as('count')])
    .groupBy('level')
    .execute();
  for (let level = 0; hashesAtLevel(size, level) > 0; level++) {
    // The open tile of level 0 has no row: the entries hold its hashes.
    const tiles = hashesAtLevel(size, level) / TILE_WIDTH;
    const count = Number(rows.find((row) => row.level === level)?.count ?? 0);
    if (count < (level === 0 ? Math.floor(tiles) : Math.ceil(tiles))) return true;
  }
  return false;
}

/** PostgreSQL's driver takes a Buffer for bytea; SQLite's takes any Uint8Array, which a Buffer is. */
export function parameter(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

async function* rowPages(
  driver: Pick<LedgerDriver, 'readRows'>,
  from: number,
  to: number | null,
): AsyncGenerator<readonly StoredRow[]> {
  const end = to ?? Number.MAX_SAFE_INTEGER;
  for (let at = from; at < end; ) {
    const page = await driver.readRows(at, end, PAGE_ROWS);
    if (page.length > 0) yield page;
    if (page.length < PAGE_ROWS) return;
    at = (page.at(-1) as StoredRow).seq + 1;
  }
}

async function* entryPages(db: Kysely<LedgerTables>, range: EntryRange): AsyncGenerator<readonly StoredEntry[]> {
  const { types, descending = false } = range;
  let { from, to = Number.MAX_SAFE_INTEGER, limit: left = Number.MAX_SAFE_INTEGER } = range;
  if (types?.length === 0) return;
  while (from < to && left > 0) {
    const rows = Math.min(PAGE_ROWS, left);
    let query = db
      .selectFrom('ledger_entry')
      .select(['seq', 'leaf', 'type', 'subject', 'header'])
      .where('seq', '>=', from)
      .where('seq', '<', to)
      .orderBy('seq', descending ? 'desc' : 'asc')
      .limit(rows);
    if (types) query = query.where('type', 'in', types);
    const page = (await query.execute()).map(storedEntry);
    if (page.length > 0) yield page;
    if (page.length < rows) return;
    left -= page.length;
    const last = (page.at(-1) as StoredEntry).seq;
    if (descending) to = last;
    else from = last + 1;
  }
}

/** Two megabytes, enough for sixteen million entries. */
const MAX_CACHED_TILES = 256;

/**
 * Remembers the tiles that nearly every proof needs: all above level 0, and the open one at its right edge. Tiles only
 * grow, so one that was read serves every narrower wish. The full ones of level 0 are many, and each is wanted rarely.
 */
export class TileCache implements TileSource {
  readonly #source: TileSource;
  readonly #tiles = new Map<string, Uint8Array>();

  constructor(source: TileSource) {
    this.#source = source;
  }

  /** After tiles were written anew. */
  forget(): void {
    this.#tiles.clear();
  }

  async readTile(level: number, n: number, width: number): Promise<Uint8Array> {
    if (level === 0 && width === TILE_WIDTH) return this.#source.readTile(level, n, width);
    const key = `${level}/${n}`;
    const cached = this.#tiles.get(key);
    if (cached && cached.length >= width * HASH_BYTES) return cached;
    const bytes = await this.#source.readTile(level, n, width);
    if (this.#tiles.size >= MAX_CACHED_TILES) this.#tiles.clear();
    this.#tiles.set(key, bytes);
    return bytes;
  }
}

/** The tiles in the table; the open one at level 0 is read off the entries. */
export function tileSource(db: Kysely<LedgerTables>): TileSource {
  return {
    async readTile(level, n, width) {
      const row = await db
        .selectFrom('ledger_tile')
        .select('bytes')
        .where('level', '=', level)
        .where('n', '=', n)
        .executeTakeFirst();
      const bytes = row ? plainBytes(row.bytes) : level === 0 ? await openTile(db, n, width) : new Uint8Array(0);
      if (bytes.length < width * HASH_BYTES) throw new RangeError(`tile ${level}/${n} is not ${width} hashes wide`);
      return bytes;
    },
  };
}

async function openTile(db: Kysely<LedgerTables>, n: number, width: number): Promise<Uint8Array> {
  // A full one has a row of its own; where that is missing, the tiles want rebuilding.
  if (width === TILE_WIDTH) return new Uint8Array(0);
  const rows = await db
    .selectFrom('ledger_entry')
    .select('leaf')
    .where('seq', '>=', n * TILE_WIDTH)
    .where('seq', '<', n * TILE_WIDTH + width)
    .orderBy('seq')
    .execute();
  return concatBytes(rows.map(({ leaf }) => leaf));
}
