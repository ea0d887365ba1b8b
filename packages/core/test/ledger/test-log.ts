// SPDX-License-Identifier: Apache-2.0
/** A real log in memory: real keys from fixed seeds, real signatures, and a clock that ticks once per entry. */
import { createNodeCrypto } from '@plumbline/server/crypto.ts';
import { type Checkpoint, signCheckpoint } from '../../src/ledger/checkpoint.ts';
import { type EntrySignature, entryHeaderBytes, GENESIS_PREV } from '../../src/ledger/entry.ts';
import { Frontier } from '../../src/ledger/frontier.ts';
import { leafHash } from '../../src/ledger/merkle.ts';
import { type Policy, policyKeyText, policySha256 } from '../../src/ledger/policy.ts';
import { proveConsistency, proveInclusion, type TileSource } from '../../src/ledger/tile-reader.ts';
import { TileWriter } from '../../src/ledger/tile-writer.ts';
import { fromBase64 } from '../../src/seal/base64.ts';
import { type CertificateFacts, certificateStatement, pairDigests } from '../../src/seal/certificate.ts';
import { type Signer, signerKey } from '../../src/seal/crypto.ts';
import { type DsseEnvelope, envelopePayload, signEnvelope } from '../../src/seal/dsse.ts';
import { toHex } from '../../src/seal/hex.ts';
import {
  constitutionStatement,
  genesisStatement,
  heartbeatStatement,
  policyStatement,
} from '../../src/seal/ledger-statements.ts';
import { decodeSpki } from '../../src/seal/spki.ts';
import { type Statement, statementBytes } from '../../src/seal/statement.ts';
import { timestampOf } from '../../src/seal/timestamp.ts';
import { testSigner } from '../seal/test-keys.ts';

export const crypto = createNodeCrypto();
export const ORIGIN = 'ledger.example/iron';
export const START_MS = Date.parse('2026-01-01T00:00:00.000Z');

export const KEYS = {
  log: testSigner(1),
  logPq: testSigner(1, 'ml-dsa-44'),
  issuer: testSigner(2),
  issuerPq: testSigner(2, 'ml-dsa-44'),
  witness: testSigner(3),
  anchor: testSigner(4),
  council: [testSigner(5), testSigner(6), testSigner(7)],
  authority: testSigner(8),
  stranger: testSigner(99),
} as const;

/** Not random, but different each time: tests want the same log twice. */
export function saltOf(n: number): Uint8Array {
  return crypto.sha256(Uint8Array.of(n & 255, (n >> 8) & 255, (n >> 16) & 255));
}

export function nonceOf(n: number): string {
  return toHex(saltOf(1_000_000 + n)).slice(0, 32);
}

const role = (signers: readonly Signer[], threshold = 1) => ({
  threshold,
  keys: signers.map((signer) => policyKeyText(signerKey(signer))),
});

/** Policy 0: nobody can ratify. */
export const POLICY_0: Policy = {
  v: 1,
  epoch: 0,
  not_before: timestampOf(START_MS),
  roles: {
    council: role([]),
    authority: role([]),
    anchor: role([KEYS.anchor]),
    issuer: role([KEYS.issuer, KEYS.issuerPq]),
    log: role([KEYS.log, KEYS.logPq]),
  },
  witness: { quorum: 0, keys: [] },
  prev_policy_sha256: null,
};

/** The first council: two of three, and the authority. */
export const POLICY_1: Policy = {
  ...POLICY_0,
  epoch: 1,
  roles: { ...POLICY_0.roles, council: role(KEYS.council, 2), authority: role([KEYS.authority]) },
  prev_policy_sha256: policySha256(POLICY_0, crypto),
};

/** Tiles kept by level, number and width, as a table would. */
export class MemoryTiles implements TileSource {
  readonly rows = new Map<string, Uint8Array>();

  put(level: number, n: number, width: number, bytes: Uint8Array): void {
    this.rows.set(`${level}/${n}/${width}`, bytes);
  }

  async readTile(level: number, n: number, width: number): Promise<Uint8Array> {
    // Tiles only grow: any wider one begins with the one asked for.
    for (let wider = width; wider <= 256; wider++) {
      const bytes = this.rows.get(`${level}/${n}/${wider}`);
      if (bytes) return bytes;
    }
    throw new Error(`no tile ${level}/${n}/${width}`);
  }
}

export interface AppendOptions {
  readonly type: string;
  readonly subject: string;
  readonly statement: Statement<object>;
  readonly signers: readonly Signer[];
}

export class TestLog {
  readonly headers: Uint8Array[] = [];
  readonly leaves: Uint8Array[] = [];
  readonly statements: DsseEnvelope[] = [];
  readonly checkpoints: string[] = [];
  readonly tiles = new MemoryTiles();
  readonly frontier = new Frontier(crypto);
  readonly #writer = TileWriter.empty(crypto);

  get size(): number {
    return this.headers.length;
  }

  get nowMs(): number {
    return START_MS + this.size * 1000;
  }

  get genesis(): string {
    return toHex(this.leaves[0] as Uint8Array);
  }

  append({ type, subject, statement, signers }: AppendOptions): number {
    return this.appendEnvelope(type, subject, signEnvelope(statementBytes(statement), signers), signers);
  }

  appendEnvelope(type: string, subject: string, envelope: DsseEnvelope, signers: readonly Signer[]): number {
    const byId = new Map(signers.map((signer) => [signer.keyId, signerKey(signer)]));
    const signatures: EntrySignature[] = envelope.signatures.map(({ keyid, sig }) => ({
      signature: fromBase64(sig),
      publicKey: byId.get(keyid) ?? decodeSpki(new Uint8Array(0)),
    }));
    const payloadDigest = crypto.sha256(envelopePayload(envelope));
    const last = this.leaves.at(-1);
    const prev = last ? toHex(last) : GENESIS_PREV;
    const seq = this.size;
    this.push(entryHeaderBytes({ seq, prev, ts: timestampOf(this.nowMs), type, subject, payloadDigest, signatures }));
    this.statements.push(envelope);
    return seq;
  }

  /** A header as it is, for logs that are wrong on purpose. */
  push(header: Uint8Array): void {
    const leaf = leafHash(header, crypto);
    this.headers.push(header);
    this.leaves.push(leaf);
    this.frontier.append(leaf);
    for (const { level, n, width, bytes } of this.#writer.append(leaf)) this.tiles.put(level, n, width, bytes);
  }

  heartbeat(): number {
    const facts = { log_origin: ORIGIN, size: this.size, root: toHex(this.frontier.root()) };
    const statement = heartbeatStatement(facts, saltOf(this.size));
    return this.append({ type: 'heartbeat', subject: `hb_${this.size}`, statement, signers: [KEYS.anchor] });
  }

  policy(policy: Policy, signers: readonly Signer[]): number {
    const statement = policyStatement({ log_origin: ORIGIN, policy }, saltOf(this.size), crypto);
    return this.append({ type: 'policy', subject: `policy_${policy.epoch}`, statement, signers });
  }

  checkpointNow(): Checkpoint {
    return { origin: ORIGIN, size: this.size, root: this.frontier.root() };
  }

  /** Signs a checkpoint over what is there, and publishes the tiles of the right edge. */
  publish(signers: readonly Signer[] = [KEYS.log, KEYS.logPq]): string {
    for (const { level, n, width, bytes } of this.#writer.partials()) this.tiles.put(level, n, width, bytes);
    const note = signCheckpoint(this.checkpointNow(), signers, crypto);
    this.checkpoints.push(note);
    return note;
  }

  inclusion(index: number, size = this.size): Promise<Uint8Array[]> {
    return proveInclusion(this.tiles, index, size, crypto);
  }

  consistency(from: number, to = this.size): Promise<Uint8Array[]> {
    return proveConsistency(this.tiles, from, to, crypto);
  }
}

/** Genesis, policy 0 and the constitution: what a fresh data folder begins with. */
export function freshLog(): TestLog {
  const log = new TestLog();
  const facts = {
    origin: ORIGIN,
    policy_sha256: policySha256(POLICY_0, crypto),
    software: 'plumbline',
    created_at: timestampOf(START_MS),
  };
  const statement = genesisStatement(facts, saltOf(0), crypto);
  log.append({ type: 'genesis', subject: 'genesis', statement, signers: [KEYS.anchor] });
  log.policy(POLICY_0, [KEYS.anchor]);
  const constitution = constitutionStatement({ log_origin: ORIGIN, version: '1.8' }, 'c'.repeat(64), saltOf(2));
  log.append({ type: 'constitution', subject: 'constitution_1.8', statement: constitution, signers: [KEYS.anchor] });
  return log;
}

/** A fresh log with its first council. */
export function governedLog(): TestLog {
  const log = freshLog();
  log.policy(POLICY_1, [KEYS.anchor, KEYS.council[0], KEYS.council[1], KEYS.authority]);
  return log;
}

export const PROMPT = 'What does the plumb line show?';
export const RESPONSE = 'Whether the wall stands upright — nothing else.';

export function certificateFacts(n: number, issuedAtMs: number): CertificateFacts {
  return {
    cert_id: `cert_${String(n).padStart(26, '0')}`,
    log_origin: ORIGIN,
    issued_at: timestampOf(issuedAtMs),
    expires_at: timestampOf(issuedAtMs + 365 * 24 * 3600 * 1000),
    decision: 'allow',
    verdict: 'pass',
    model: null,
    constitution: { version: '1.8', hash: 'c'.repeat(64) },
    ruleset_hash: 'd'.repeat(64),
    stages: [{ n: 1, name: 'intake', status: 'ok' }],
  };
}

export function issue(n: number, issuedAtMs: number, signers: readonly Signer[] = [KEYS.issuer, KEYS.issuerPq]) {
  const statement = certificateStatement(
    certificateFacts(n, issuedAtMs),
    pairDigests(PROMPT, RESPONSE, crypto),
    saltOf(n),
  );
  return signEnvelope(statementBytes(statement), signers);
}
