// SPDX-License-Identifier: Apache-2.0
/** The ledger's services, put together in the order in which they need each other, and taken down in reverse. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { createNodeCrypto } from '../crypto.ts';
import type { LedgerStores } from '../store/ledger-store.ts';
import { AnchorWait } from './anchor-wait.ts';
import { Anchoring } from './anchoring.ts';
import { Ledger, LedgerStartError } from './ledger.ts';
import { LedgerAudit } from './ledger-audit.ts';
import { LedgerFeeds } from './ledger-feeds.ts';
import type { PostQuantum } from './ledger-genesis.ts';
import { LEDGER_KEYS_FOLDER } from './ledger-keys.ts';
import { CheckpointMemory, MEMORY_FILE } from './ledger-memory.ts';
import { ProofSource } from './ledger-proofs.ts';
import { LedgerPublic } from './ledger-public.ts';
import { Publisher } from './ledger-publisher.ts';
import { Witnesses } from './ledger-witnesses.ts';
import { ProofBundles } from './proof-bundles.ts';
import { RatificationService } from './ratification.ts';
import { Revocation } from './revocation.ts';
import { StrictTable } from './strict-table.ts';
import { VerifyCertificate } from './verify-certificate.ts';
import { WitnessWatch } from './witness-watch.ts';

const HOUR_MS = 3_600_000;

export interface LedgerConfig {
  readonly origin: string | null;
  readonly keys_dir: string | null;
  readonly post_quantum: string;
  readonly heartbeat_hours: number;
  readonly full_scan_hours: number;
  readonly require_anchored: boolean;
  readonly witness_quorum: number;
  readonly witnesses: readonly { readonly url: string; readonly vkey: string }[];
}

export interface LedgerPartsOptions {
  readonly stores: LedgerStores;
  readonly dataDir: string;
  readonly config: LedgerConfig;
  /** The public address of the API; at the start as far as it is known. */
  readonly publicUrl: () => string;
  /** Signs cursors. */
  readonly cursorKey: Uint8Array;
  readonly constitution: { readonly version: string; readonly hash: string };
  readonly nowMs: () => number;
  readonly newId: (prefix: string) => string;
  readonly onError: (task: string, error: unknown) => void;
}

export interface LedgerParts {
  readonly ledger: Ledger;
  readonly publisher: Publisher;
  readonly anchoring: Anchoring;
  readonly anchorWait: AnchorWait;
  readonly bundles: ProofBundles;
  readonly verifyCertificate: VerifyCertificate;
  readonly ratification: RatificationService;
  readonly revocation: Revocation;
  readonly audit: LedgerAudit;
  readonly ledgerPublic: LedgerPublic;
  readonly strictTable: StrictTable;
  readonly feeds: LedgerFeeds;
  readonly witnessWatch: Pick<WitnessWatch, 'warning'>;
  stop(): Promise<void>;
}

/** @throws Error when the chain cannot be continued at all, or the settings ask for what only people can decide */
export async function openLedgerParts(options: LedgerPartsOptions): Promise<LedgerParts> {
  const { dataDir, config, publicUrl, cursorKey, constitution, onError } = options;
  const memory = new CheckpointMemory(join(dataDir, MEMORY_FILE));
  await mendTiles(options);
  const ledger = await openLedger(options, memory);
  const anchoring = new Anchoring(ledger, (error) => onError('anchoring', error));
  await anchoring.refresh();
  // One that is damaged refuses everything; what covers what is issued is not known of it.
  if (config.require_anchored && ledger.refusal === null && !anchoring.isOpen)
    throw new LedgerStartError(
      'ledger.require_anchored: no ratification in force covers what is issued now; council and authority decide that, a setting cannot',
    );
  const proofs = new ProofSource(ledger);
  const bundles = new ProofBundles(ledger, proofs);
  const publisher = new Publisher({
    ledger,
    memory,
    heartbeatMs: config.heartbeat_hours * HOUR_MS,
    onError: (error) => onError('checkpoints', error),
  });
  publisher.addTask(() => anchoring.catchUp());
  const witnesses = await startWitnesses(ledger, publisher, options);
  await publisher.start();
  const constitutionHash = constitution.hash;
  const audit = new LedgerAudit({
    ledger,
    fullScanMs: config.full_scan_hours * HOUR_MS,
    baseUrl: publicUrl,
    onError: (error) => onError('ledger audit', error),
  });
  audit.start();
  const witnessWatch = new WitnessWatch(ledger, witnesses.unheard);
  const ledgerPublic = new LedgerPublic({
    ledger,
    heartbeatMs: config.heartbeat_hours * HOUR_MS,
    integrity: () => audit.integrity(),
    warning: () => witnessWatch.warning(),
  });
  const { origin, hash: genesis } = ledger.governance.genesis;
  const feeds = new LedgerFeeds({ publisher, ledgerPublic, origin, genesis, baseUrl: publicUrl });
  return {
    ledger,
    publisher,
    anchoring,
    anchorWait: new AnchorWait({ publisher, proofs, onCosigned: witnesses.onCosigned }),
    bundles,
    verifyCertificate: new VerifyCertificate({ ledger, proofs, bundles, anchoring, audit, constitutionHash }),
    ratification: new RatificationService({ ledger, anchoring, publisher }),
    revocation: new Revocation({ ledger, publisher }),
    audit,
    ledgerPublic,
    strictTable: new StrictTable(ledger, cursorKey),
    feeds,
    witnessWatch,
    async stop() {
      await audit.stop();
      await publisher.stop();
      await witnesses.settled();
    },
  };
}

/** Tiles are a cache: those that are missing are written anew, and what speaks against that is for the audit to tell. */
async function mendTiles({ stores, onError }: LedgerPartsOptions): Promise<void> {
  try {
    const count = await stores.chain.mendTiles();
    if (count > 0) onError('ledger tiles', new Error(`some were missing: ${count} were written anew from the entries`));
  } catch (error) {
    if (error instanceof PlumblineError) throw error;
    onError('ledger tiles', error);
  }
}

/** @throws LedgerStartError when none can be begun or continued */
async function openLedger(options: LedgerPartsOptions, memory: CheckpointMemory): Promise<Ledger> {
  const { stores, dataDir, config, publicUrl, constitution, nowMs, newId } = options;
  // Later the policy says it, and what stands here decides nothing.
  if (config.witness_quorum > config.witnesses.length && (await stores.chain.head()).size === 0)
    throw new LedgerStartError(
      `ledger.witness_quorum: is ${config.witness_quorum}, and ledger.witnesses has ${config.witnesses.length}: nothing would ever count as anchored`,
    );
  return Ledger.open({
    stores,
    crypto: createNodeCrypto(),
    keysDir: config.keys_dir ?? join(dataDir, LEDGER_KEYS_FOLDER),
    memory,
    settings: {
      origin: config.origin,
      defaultOrigin: () => defaultOrigin(publicUrl()),
      postQuantum: config.post_quantum as PostQuantum,
      witness: { quorum: config.witness_quorum, keys: config.witnesses.map(({ vkey }) => vkey) },
    },
    constitution,
    nowMs,
    newId,
  });
}

/** Asks before anything is signed, with every checkpoint, and again with every look at the ledger for those that did not answer. */
async function startWitnesses(ledger: Ledger, publisher: Publisher, { config, onError }: LedgerPartsOptions) {
  const witnesses = new Witnesses({
    ledger,
    witnesses: config.witnesses,
    fetch: (input, init) => globalThis.fetch(input, init),
    onError: (error) => onError('witnesses', error),
  });
  const unheard = await witnesses.askFirst();
  if (unheard.length > 0 && (await ledger.stores.chain.checkpoints.newest()) !== null)
    onError('witnesses', new Error(`no answer before the first signature: ${unheard.join(', ')}`));
  let running = Promise.resolve();
  const push = (): void => {
    const pushed = witnesses.push().catch((error: unknown) => onError('witnesses', error));
    running = Promise.all([running, pushed]).then(() => {});
  };
  publisher.onCheckpoint(push);
  publisher.addTask(async () => push());
  return {
    settled: () => running,
    unheard: () => witnesses.unheard,
    onCosigned: (listener: () => void) => witnesses.onCosigned(listener),
  };
}

/** Two installs must never share an origin: without a public address it is random (ledger format, section 7). */
export function defaultOrigin(baseUrl: string): string {
  const { hostname, host } = new URL(baseUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const isLoopback = bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
  return isLoopback ? `plumbline.local/${randomBytes(8).toString('hex')}` : `${host}/log`;
}
