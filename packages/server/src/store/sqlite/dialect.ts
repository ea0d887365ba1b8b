// SPDX-License-Identifier: Apache-2.0
import type { SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteConnection } from './connection.ts';

/** Kysely's SQLite dialect over `node:sqlite`, sharing the one connection with the commit queue. */
export function nodeSqliteDialect(connection: SqliteConnection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Others with rows to give write as well: RETURNING. */
const READS = /^\s*select\b/i;

class NodeSqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #handle: KyselyConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#handle = new KyselyConnection(connection);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#connection.take();
    return this.#handle;
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin();
  }

  async commitTransaction(): Promise<void> {
    await this.#handle.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async releaseConnection(): Promise<void> {
    this.#connection.release();
  }

  async destroy(): Promise<void> {}
}

class KyselyConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.whileBusy(() => this.#run<Row>(query));
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#connection.prepare(query.sql);
    const parameters = query.parameters as readonly SQLInputValue[];
    if (statement.columns().length > 0) {
      const rows = statement.all(...parameters) as Row[];
      if (!READS.test(query.sql)) this.#assertKept();
      return { rows };
    }
    const { changes } = statement.run(...parameters);
    this.#assertKept();
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** Within a transaction the commit asks. */
  #assertKept(): void {
    if (!this.#connection.db.isTransaction) this.#connection.assertFile();
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('node:sqlite: streaming is not used');
  }
}
