// SPDX-License-Identifier: Apache-2.0
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../test/support/postgres.ts';
import { testDatabase } from '../../../../test/support/test-database.ts';
import { openStore } from '../../src/store/open.ts';
import type { CheckUnit, Store } from '../../src/store/store.ts';

describe('a PostgreSQL that drops its connections', () => {
  let database: TestDatabase;
  let store: Store;
  let admin: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    store = await openStore({ url: database.url });
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });

  afterAll(async () => {
    await admin.end();
    await store.close();
    await database.drop();
  });

  const unit: CheckUnit = { charge: { partition: 'net:a', day: 1, units: 1, limit: null }, checks: [] };
  const dropConnections = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

  it('costs the requests under way a 503 at most, and is forgotten with the next', async () => {
    let granted = 0;
    const refused: unknown[] = [];
    const spend = async () => {
      try {
        await store.usage.commit(unit);
        granted += 1;
      } catch (error) {
        refused.push(error);
      }
    };
    let running = true;
    const load = Array.from({ length: 5 }, async () => {
      while (running) await spend();
    });
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await dropConnections();
    }
    running = false;
    await Promise.all(load);
    for (const error of refused) expect(error).toMatchObject({ code: 'overloaded', status: 503 });
    await dropConnections();
    // A connection that died while idle may still be handed out once; then the pool knows.
    await expect
      .poll(() =>
        store.usage.commit(unit).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(granted).toBeGreaterThan(0);
    // Nothing acknowledged is lost; a commit whose answer got lost may have been kept as well.
    const used = await store.usage.used('net:a', 1);
    expect(used).toBeGreaterThanOrEqual(granted + 1);
    expect(used).toBeLessThanOrEqual(granted + 1 + refused.length);
  });
});

describe('a PostgreSQL that is away', () => {
  it('is a 503 in every interface, and is found again when it is back', async () => {
    const database = await testDatabase();
    const way = await wayTo(database.url);
    const store = await openStore({ url: way.url });
    await store.probe.check(1);
    await way.close();
    const attempts: Record<string, () => Promise<unknown>> = {
      commit: () => store.usage.commit({ charge: null, checks: [] }),
      used: () => store.usage.used('net:a', 1),
      find: () => store.keys.find('x'),
      flags: () => store.checks.recentFlags(1),
      salt: () => store.salts.saltOf(1, 'x'),
      notices: () => store.notices.list(),
      probe: () => store.probe.check(2),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const error = await attempt().then(
        () => 'answered',
        (reason: unknown) => reason,
      );
      expect(error, name).toMatchObject({ code: 'overloaded', status: 503, retryAfterS: 5 });
    }
    await way.open();
    for (const attempt of Object.values(attempts)) await attempt();
    await store.close();
    await way.close();
    await database.drop();
  });
});

/** A TCP way to a server that can be closed, with all who are on it. */
async function wayTo(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port || 5432) };
  const sockets = new Set<Socket>();
  const way = createServer((from) => {
    const to = connect(target);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = way.address() as AddressInfo;
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    open: () => listen(port),
    async close() {
      const closed = new Promise<void>((resolve) => way.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
