// SPDX-License-Identifier: Apache-2.0
/** `plumbline keys ledger …`: which keys sign the ledger, and how one follows another. */

import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KeyFileError, publicPem, readKeyFile, writeNewKeyFile } from '@plumbline/client/node/key-file.ts';
import { roleOf } from '@plumbline/core/ledger/policy.ts';
import { toBase64 } from '@plumbline/core/seal/base64.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { signEnvelope } from '@plumbline/core/seal/dsse.ts';
import { keyStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { encodeSpki } from '@plumbline/core/seal/spki.ts';
import { statementBytes } from '@plumbline/core/seal/statement.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import { ulid } from '@plumbline/core/ulid.ts';
import { ConfigError } from '../config.ts';
import { createNodeCrypto } from '../crypto.ts';
import { rotationKey, signedUnit } from '../services/ledger-entries.ts';
import { KEY_FILES, type KeyName, type Keyring, keyFile, OVERLAP_FILES, readKeyring } from '../services/ledger-keys.ts';
import { startProblems } from '../services/ledger-overlap.ts';
import { freshSalt } from '../services/ledger-salt.ts';
import { lostSeconds, neededFor } from '../services/second-keys.ts';
import { syncPath, writeDurably } from './backup-folder.ts';
import { ArgumentError, exitCodeOf, type OperatorIo } from './keys-deployment.ts';
import { currentKey, type OpenedLedger, refuseWhenBehind, withLedger } from './opened-ledger.ts';

const USAGE = `Usage: plumbline keys ledger list [--json]
       plumbline keys ledger rotate log|issuer|anchor --reason TEXT [--overlap-days N] [--out FILE]
       plumbline keys ledger activate log|issuer|anchor
`;
/** Entries carry Ed25519 only, so the ML-DSA-44 keys change by policy alone. */
const ROTATING = ['log', 'issuer', 'anchor'] as const;
type Rotating = (typeof ROTATING)[number];
const DEFAULT_OVERLAP_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

/** @returns exit code: 0, 1 when something is amiss or could not be done, 2 for wrong arguments */
export function runLedgerKeys(args: string[], io: OperatorIo): Promise<number> {
  const [verb, ...rest] = args;
  const run = verb !== undefined && Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  return exitCodeOf(io, USAGE, async () => {
    if (!run) throw new ArgumentError(`keys ledger: say ${Object.keys(VERBS).join(', ')}`);
    await run(rest, io).catch((error: unknown) => {
      throw error instanceof KeyFileError ? new ConfigError([error.message]) : error;
    });
  });
}

const VERBS: Readonly<Record<string, (args: string[], io: OperatorIo) => Promise<void>>> = { list, rotate, activate };

async function list(args: string[], io: OperatorIo): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const { rows, problems } = await withLedger(io, async ({ folder, governance }) => {
    const keyring = readKeyring(folder);
    const names = Object.keys(KEY_FILES) as KeyName[];
    const found = names.map((name) => rowOf(name, keyring.signers[name], governance) ?? missingRow(name));
    const others = [...keyring.otherSeconds].flatMap(
      ([name, signer]) => rowOf(`issuer-mldsa44 (${name})`, signer, governance) ?? [],
    );
    const rows = [...found, ...others, ...pendingRows(folder, governance)].map((row) =>
      withNeed(row, keyring, governance),
    );
    const lost = lostSeconds(keyring.seconds, governance.chain);
    const problems = startProblems(keyring, governance.current);
    return { rows, problems: lost === null || problems.length > 0 ? problems : [lost] };
  });
  io.stdout.write(values.json ? `${JSON.stringify({ keys: rows, problems })}\n` : rows.map(lineOf).join(''));
  if (problems.length > 0) throw new ConfigError([...problems]);
}

interface KeyRow {
  readonly name: string;
  /** Null where the folder has no such key that can be used. */
  readonly key_id: string | null;
  readonly algorithm: string;
  /** Its role in the policy in force; null where the policy does not name it. */
  readonly policy_role: string | null;
  /** Of ML-DSA-44 keys of the issuer: epochs of policies whose certificates have no other key here for their bundles. */
  readonly needed_for_policies?: readonly number[];
}

function withNeed(row: KeyRow, { seconds }: Keyring, { chain }: OpenedLedger['governance']): KeyRow {
  const signer = seconds.find(({ keyId }) => keyId === row.key_id);
  return signer === undefined ? row : { ...row, needed_for_policies: neededFor(signer, seconds, chain) };
}

const missingRow = (name: KeyName): KeyRow => ({
  name,
  key_id: null,
  algorithm: KEY_FILES[name],
  policy_role: null,
});

function rowOf(name: string, signer: Signer | undefined, { current }: OpenedLedger['governance']): KeyRow | null {
  if (signer === undefined) return null;
  const { keyId, algorithm } = signer;
  return { name, key_id: keyId, algorithm, policy_role: roleOf(current, signerKey(signer)) };
}

function pendingRows(folder: string, governance: OpenedLedger['governance']): KeyRow[] {
  const next = ROTATING.filter((role) => existsSync(nextFile(folder, role))).map(
    (role) => [`${role} (next)`, nextFile(folder, role)] as const,
  );
  const former = [['log (former)', formerFile(folder)] as const].filter(([, file]) => existsSync(file));
  return [...next, ...former].flatMap(([name, file]) => rowOf(name, readKeyFile(file), governance) ?? []);
}

function lineOf({ name, key_id, algorithm, policy_role, needed_for_policies: epochs = [] }: KeyRow): string {
  const need =
    epochs.length === 0 ? '' : `  needed for bundles of certificates issued under policy ${epochs.join(', ')}`;
  const role = key_id === null ? 'missing' : (policy_role ?? 'in no policy');
  return `${`${name.padEnd(15)}  ${algorithm.padEnd(9)}  ${role.padEnd(12)}  ${key_id ?? ''}`.trimEnd()}${need}\n`;
}

const nextFile = (folder: string, role: Rotating) => join(folder, `${role}.next.pem`);
const formerFile = (folder: string) => join(folder, OVERLAP_FILES.former);

/** Makes the next key and puts on record that the old one names it. It signs nothing until a policy names it too. */
async function rotate(args: string[], io: OperatorIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      'overlap-days': { type: 'string', default: String(DEFAULT_OVERLAP_DAYS) },
      out: { type: 'string' },
    },
  });
  const role = roleIn(positionals);
  const reason = values.reason;
  if (reason === undefined || !/^[\x20-\x7e]{1,200}$/.test(reason))
    throw new ArgumentError('keys ledger rotate: --reason takes up to 200 printable characters; they become public');
  if (!/^[1-9]\d{0,2}$/.test(values['overlap-days']))
    throw new ArgumentError('keys ledger rotate: --overlap-days is a count');
  const overlapMs = Number(values['overlap-days']) * DAY_MS;
  await withLedger(io, async (opened) => {
    const old = currentKey(opened, role);
    await refuseWhenBehind(opened);
    const file = nextFile(opened.folder, role);
    // A run that was cut off after making the key goes on with it; one that was recorded is not recorded twice.
    const next = existsSync(file) ? readKeyFile(file) : writeNewKeyFile(file);
    syncPath(opened.folder);
    const { unit, envelope } = successionOf(opened, role, { old, next, reason, overlapMs });
    writeDurably(`${file}.pub`, publicPem(encodeSpki(signerKey(next))));
    const what = `${role} key ${old.keyId} names ${next.keyId}\n`;
    if (values.out === undefined) {
      io.stdout.write(`entry ${(await opened.store.ledger.chain.append(unit)).seq}: ${what}`);
    } else {
      writeNew(values.out, `${JSON.stringify(envelope, null, 2)}\n`);
      io.stdout.write(`${values.out}: ${what}Hand it in: plumbline ratify submit ${values.out} --url ADDRESS\n`);
    }
    io.stdout.write(
      `Now let council and authority sign a policy that has both: plumbline ratify propose policy --${role} ${file}.pub\n` +
        `Once it is accepted: plumbline keys ledger activate ${role}, and start the service anew.\n`,
    );
  });
}

function writeNew(file: string, text: string): void {
  if (existsSync(file)) throw new ConfigError([`${file} is there already, and is not written over`]);
  writeFileSync(file, text, { flag: 'wx' });
}

interface Succession {
  readonly old: Signer;
  readonly next: Signer;
  readonly reason: string;
  readonly overlapMs: number;
}

function successionOf({ governance }: OpenedLedger, role: Rotating, succession: Succession) {
  const { old, next, reason, overlapMs } = succession;
  const atMs = Date.now();
  const facts = {
    log_origin: governance.genesis.origin,
    role,
    old_key_id: old.keyId,
    new_key_id: next.keyId,
    new_key: toBase64(encodeSpki(signerKey(next))),
    overlap_until: timestampOf(atMs + overlapMs),
    reason,
  };
  const statement = keyStatement(facts, freshSalt());
  const subject = `key_${ulid(atMs, randomBytes(10))}`;
  const unit = signedUnit({ type: 'key', subject, atMs }, statement, [old, next], createNodeCrypto());
  const idempotency = rotationKey({ oldKeyId: old.keyId, newKeyId: next.keyId });
  return { unit: { ...unit, idempotency }, envelope: signEnvelope(statementBytes(statement), [old, next]) };
}

/** Lets the next key take its place: only once a policy names it for the role. */
async function activate(args: string[], io: OperatorIo): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const role = roleIn(positionals);
  await withLedger(io, async ({ folder, governance }) => {
    const file = nextFile(folder, role);
    if (!existsSync(file)) throw new ConfigError([`no rotation of the ${role} key is under way`]);
    const next = readKeyFile(file);
    if (roleOf(governance.current, signerKey(next)) !== role)
      throw new ConfigError([`policy ${governance.current.policy.epoch} does not name ${next.keyId} for ${role} yet`]);
    const place = keyFile(folder, role);
    const kept = role === 'log' ? formerFile(folder) : retiredFile(place);
    // Two rotations within one overlap: the older key signs no more.
    if (existsSync(kept)) renameSync(kept, retiredFile(kept));
    // A second name first: a crash leaves the old key or the new one in place, never none.
    if (existsSync(place)) linkSync(place, kept);
    renameSync(file, place);
    syncPath(folder);
    io.stdout.write(
      `${role} key ${next.keyId} is in place; the former one is ${kept}. Start the service anew.\n` +
        (role === 'log' ? 'Until the overlap ends, or a policy drops the former key, both sign checkpoints.\n' : ''),
    );
  });
}

const retiredFile = (file: string) => `${file}.retired-${timestampOf(Date.now()).replaceAll(/[:.]/g, '-')}`;

function roleIn([role, ...more]: readonly string[]): Rotating {
  const found = ROTATING.find((name) => name === role);
  if (found === undefined || more.length > 0)
    throw new ArgumentError(`keys ledger: name one of ${ROTATING.join(', ')}`);
  return found;
}
