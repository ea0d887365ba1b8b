// SPDX-License-Identifier: Apache-2.0
/** The ledger of a data folder, opened by a command beside a service that may be running. */
import { join } from 'node:path';
import { roleOf } from '@plumbline/core/ledger/policy.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { type Config, ConfigError } from '../config.ts';
import { createNodeCrypto } from '../crypto.ts';
import { Governance } from '../services/ledger-governance.ts';
import { LEDGER_KEYS_FOLDER, readKeyring } from '../services/ledger-keys.ts';
import { CheckpointMemory, MEMORY_FILE } from '../services/ledger-memory.ts';
import { Witnesses, type WitnessesOptions } from '../services/ledger-witnesses.ts';
import { signedForProblem } from '../services/signed-for.ts';
import { openStore, storeUrl } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import type { OperatorIo } from './keys-deployment.ts';
import { commandConfig, requireDatabase } from './working-folder.ts';

export interface OpenedLedger {
  readonly dataDir: string;
  readonly folder: string;
  readonly store: Store;
  readonly governance: Governance;
  /** As configured. */
  readonly witnesses: WitnessesOptions['witnesses'];
  /** For what does not stop the command. */
  readonly warn: (text: string) => void;
}

const crypto = createNodeCrypto();

/** @throws ConfigError where there is no ledger yet */
export async function withLedger<T>(io: OperatorIo, action: (opened: OpenedLedger) => Promise<T>): Promise<T> {
  const config = commandConfig(io.env);
  requireDatabase(config);
  const url = storeUrl(config.dataDir, config.secrets.databaseUrl);
  const store = await openStore({ url });
  try {
    if ((await store.ledger.chain.head()).size === 0) throw new ConfigError(['the ledger has not been begun']);
    const governance = await Governance.read(store.ledger.chain, crypto);
    const { witnesses } = config.settings.ledger;
    const warn = (text: string) => void io.stderr.write(`${text}\n`);
    return await action({ dataDir: config.dataDir, folder: keysFolder(config), store, governance, witnesses, warn });
  } finally {
    await store.close();
  }
}

const keysFolder = ({ settings, dataDir }: Config) => settings.ledger.keys_dir ?? join(dataDir, LEDGER_KEYS_FOLDER);

/**
 * The guard of the service, for an entry that is written without it: what was signed for must still be there, by the data
 * folder, the database and the configured witnesses.
 * @throws ConfigError
 */
export async function refuseWhenBehind({ dataDir, store, witnesses, warn }: OpenedLedger): Promise<void> {
  const stores = store.ledger;
  const memory = new CheckpointMemory(join(dataDir, MEMORY_FILE));
  let problem = await signedForProblem(stores.chain, memory, crypto);
  const asked = new Witnesses({
    ledger: {
      stores,
      crypto,
      refuse: (reason) => {
        problem ??= reason;
      },
    },
    witnesses,
    fetch: (input, init) => globalThis.fetch(input, init),
    onError: (error) => warn((error as Error).message),
  });
  const unheard = problem === null ? await asked.askFirst() : [];
  if (problem !== null) throw new ConfigError([problem]);
  if (unheard.length > 0) warn(`no answer from ${unheard.join(', ')}: going on without`);
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
