// SPDX-License-Identifier: Apache-2.0
/** The ledger of a data folder, opened by a command beside a service that may be running. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { roleOf } from '@plumbline/core/ledger/policy.ts';
import { compareWithRemembered } from '@plumbline/core/ledger/restore-guard.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { type Config, ConfigError, loadConfig } from '../config.ts';
import { createNodeCrypto } from '../crypto.ts';
import { Governance } from '../services/ledger-governance.ts';
import { LEDGER_KEYS_FOLDER, readKeyring } from '../services/ledger-keys.ts';
import { CheckpointMemory, MEMORY_FILE } from '../services/ledger-memory.ts';
import { openStore, storeUrl } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import type { OperatorIo } from './keys-deployment.ts';

export interface OpenedLedger {
  readonly dataDir: string;
  readonly folder: string;
  readonly store: Store;
  readonly governance: Governance;
}

/** @throws ConfigError where there is no ledger yet */
export async function withLedger<T>(io: OperatorIo, action: (opened: OpenedLedger) => Promise<T>): Promise<T> {
  const config = loadConfig(io.env, process.cwd());
  const url = storeUrl(config.dataDir, config.secrets.databaseUrl);
  if (config.secrets.databaseUrl === null && !existsSync(url)) throw new ConfigError([`there is no database ${url}`]);
  const store = await openStore({ url });
  try {
    if ((await store.ledger.chain.head()).size === 0) throw new ConfigError(['the ledger has not been begun']);
    const governance = await Governance.read(store.ledger.chain, createNodeCrypto());
    return await action({ dataDir: config.dataDir, folder: keysFolder(config), store, governance });
  } finally {
    await store.close();
  }
}

const keysFolder = ({ settings, dataDir }: Config) => settings.ledger.keys_dir ?? join(dataDir, LEDGER_KEYS_FOLDER);

/** The guard of the service, for an entry that is written without it: what was signed for must still be there. */
export async function refuseWhenBehind({ dataDir, store: { ledger } }: OpenedLedger): Promise<void> {
  const { chain } = ledger;
  const { size } = await chain.head();
  const notes = [
    await new CheckpointMemory(join(dataDir, MEMORY_FILE)).read(),
    (await chain.checkpoints.newest())?.note,
  ];
  for (const note of notes) {
    if (note === null || note === undefined) continue;
    const finding = await compareWithRemembered(chain.tiles, size, parseCheckpoint(note), createNodeCrypto());
    if (finding !== 'holds')
      throw new ConfigError([`the ledger is ${finding}: 'plumbline restore --verify' says more`]);
  }
}

/** The key in the folder that signs for a role. @throws ConfigError */
export function currentKey({ folder, governance }: OpenedLedger, role: 'log' | 'issuer' | 'anchor'): Signer {
  const { signers, problems } = readKeyring(folder);
  const signer = signers[role];
  if (signer === undefined) throw new ConfigError([...problems, `the ${role} key is missing from ${folder}`]);
  if (roleOf(governance.current, signerKey(signer)) !== role)
    throw new ConfigError([`the ${role} key in ${folder} is not one that the policy in force names`]);
  return signer;
}
