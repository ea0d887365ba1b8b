// SPDX-License-Identifier: Apache-2.0
/** The folder of a witness: its name, its key, its memory. Nothing of it belongs to the log that it watches. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { KeyFileError, readKeyFile, writeNewKeyFile } from '@plumbline/client/node/key-file.ts';
import { isKeyName } from '@plumbline/core/ledger/vkey.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { isRecord } from '@plumbline/core/seal/statement.ts';
import { nodeCrypto } from '../crypto.ts';
import { readTextFile, writeNewFile } from '../files.ts';
import { UsageError } from '../io.ts';
import { WitnessStore } from './state-store.ts';
import { originOfLogKey, Witness } from './witness.ts';

const NAME_FILE = 'witness.json';
const KEY_FILE = 'witness-key.pem';
const STATE_FILE = 'witness.db';
const FOLDER_MODE = 0o700;

export interface OpenWitness {
  readonly name: string;
  readonly witness: Witness;
  readonly store: WitnessStore;
}

/** @throws UsageError when there is a witness already, or the name can't stand in a note */
export function initWitness(folder: string, name: string): void {
  if (!isKeyName(name)) throw new UsageError(`--name '${name}' must have no space and no '+'`);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (existsSync(join(folder, NAME_FILE))) throw new UsageError(`${folder} is a witness already`);
  asUsage(() => writeNewKeyFile(join(folder, KEY_FILE)));
  writeNewFile(join(folder, NAME_FILE), `${JSON.stringify({ name }, null, 2)}\n`);
}

/**
 * @throws UsageError for a folder that is no witness. A missing memory beside a key is refused too: a witness that forgot
 * would co-sign a second history.
 */
export function openWitness(folder: string, options: { readonly isNew?: boolean } = {}): OpenWitness {
  const name = nameIn(folder);
  const signer = asUsage(() => readKeyFile(join(folder, KEY_FILE)));
  if (signer.algorithm !== 'ed25519') throw new UsageError(`${folder}: the key of a witness is Ed25519`);
  const state = join(folder, STATE_FILE);
  if (!options.isNew && !existsSync(state)) {
    throw new UsageError(`${state} is gone: bring it back from a backup, or begin a new witness under a new key`);
  }
  const store = new WitnessStore(state);
  return { name, store, witness: new Witness({ name, signer, store, crypto: nodeCrypto, nowMs: Date.now }) };
}

/** @throws UsageError for a key that is of no log */
export function trustLogs(store: WitnessStore, vkeys: readonly string[]): void {
  for (const vkey of vkeys) {
    try {
      store.trust(originOfLogKey(vkey, nodeCrypto), vkey);
    } catch (error) {
      if (error instanceof FormatError) throw new UsageError(`${vkey}: ${error.message}`);
      throw error;
    }
  }
}

function nameIn(folder: string): string {
  const file = join(folder, NAME_FILE);
  if (!existsSync(file)) throw new UsageError(`${folder} is no witness; 'plumbline witness init' makes one`);
  let value: unknown;
  try {
    value = JSON.parse(readTextFile(file, 10_000));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is no JSON`);
  }
  if (!isRecord(value) || typeof value.name !== 'string' || !isKeyName(value.name)) {
    throw new UsageError(`${file} names no witness`);
  }
  return value.name;
}

function asUsage<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof KeyFileError) throw new UsageError(error.message);
    throw error;
  }
}
