// SPDX-License-Identifier: Apache-2.0
/**
 * Vitest's global setup: one PostgreSQL for the whole run, started when the first test file asks for a database, so that
 * runs that need none pay nothing.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { createDatabase, type PostgresServer, startPostgres, type TestDatabase } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresBroker: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | null = null;
  const databases = new Map<string, TestDatabase>();
  const broker = createServer((request, response) => {
    const answer = async (): Promise<string> => {
      const { searchParams } = new URL(request.url ?? '/', 'http://broker');
      const url = searchParams.get('drop');
      if (url !== null) {
        await databases.get(url)?.drop();
        databases.delete(url);
        return '';
      }
      server ??= startPostgres();
      const database = await createDatabase((await server).url, searchParams.get('like'));
      databases.set(database.url, database);
      return database.url;
    };
    answer().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  project.provide('postgresBroker', `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`);
  return async () => {
    broker.closeAllConnections();
    broker.close();
    if (server !== null) await (await server).stop();
  };
}
