// SPDX-License-Identifier: Apache-2.0
/** A log as a service publishes it, in a folder or on a port. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { encodeEntryBundle, hashesAtLevel, TILE_WIDTH, tilePath, tilesOf } from '@plumbline/core/ledger/tiles.ts';
import type { TestLog } from '../../../core/test/ledger/test-log.ts';

const WITHHELD = new Set(['anchor', 'town']);

/** Writes the newest checkpoint, its tiles and entry bundles, and the statements that are public. */
export async function publishTo(folder: string, log: TestLog): Promise<void> {
  const put = (path: string, bytes: Uint8Array | string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  };
  put('checkpoint', log.checkpoints.at(-1) ?? '');
  for (const tile of tilesOf(log.size)) put(tilePath(tile), await log.tiles.readTile(tile.level, tile.n, tile.width));
  for (let n = 0; n * TILE_WIDTH < hashesAtLevel(log.size, 0); n++) {
    const entries = log.headers.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH);
    put(tilePath({ level: 'entries', n, width: entries.length }), encodeEntryBundle(entries));
  }
  for (const [seq, envelope] of log.statements.entries()) {
    const type = /"type":"([a-z]+)"/.exec(Buffer.from(log.headers[seq] ?? []).toString())?.[1] ?? '';
    if (!WITHHELD.has(type)) put(`statement/${seq}`, JSON.stringify(envelope));
  }
}

export interface Served {
  readonly url: string;
  readonly requests: string[];
  readonly server: Server;
}

/** Serves a folder's files. `fail` may answer a path with a status of its own. */
export async function serve(
  folder: string,
  fail: (path: string, nth: number) => number | null = () => null,
): Promise<Served> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    requests.push(path);
    const status = fail(path, requests.filter((other) => other === path).length);
    if (status !== null) return response.writeHead(status).end('no');
    try {
      return response.end(readFileSync(join(folder, path)));
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server };
}
