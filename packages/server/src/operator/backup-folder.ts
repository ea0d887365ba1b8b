// SPDX-License-Identifier: Apache-2.0
/** What a backup consists of: the database, its newest checkpoint as a signed note, and a manifest. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArgumentError } from './keys-deployment.ts';

export const DATABASE_FILE = 'plumbline.db';
export const CHECKPOINT_FILE = 'checkpoint';
const MANIFEST_FILE = 'manifest.json';
const FORMAT = 'plumbline-backup/v1';

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly made_at: string;
  /** Hex SHA-256 of the database file. */
  readonly database_sha256: string;
  /** Null for a ledger that was never begun. */
  readonly ledger: {
    readonly origin: string;
    readonly genesis: string;
    readonly size: number;
    readonly head: string;
    readonly checkpoint_size: number | null;
  } | null;
}

export async function writeManifest(folder: string, parts: Pick<Manifest, 'made_at' | 'ledger'>): Promise<Manifest> {
  const manifest: Manifest = {
    format: FORMAT,
    database_sha256: await fileSha256(join(folder, DATABASE_FILE)),
    ...parts,
  };
  writeDurably(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** @throws ArgumentError for a folder that is no backup, or whose database is not the one that was written */
export async function readBackup(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')) as Manifest;
  } catch (error) {
    throw new ArgumentError(`${folder} is no backup: ${(error as Error).message}`);
  }
  if (manifest.format !== FORMAT) throw new ArgumentError(`${folder} is no backup of the format ${FORMAT}`);
  const found = await fileSha256(join(folder, DATABASE_FILE)).catch((error: Error) => error.message);
  if (found === manifest.database_sha256) return manifest;
  throw new ArgumentError(`${join(folder, DATABASE_FILE)} is not as it was written: it has changed, or was cut short`);
}

export function writeDurably(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flush: true });
  syncPath(join(path, '..'));
}

/** Waits until a file's bytes, or a folder's names, are on disk. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
