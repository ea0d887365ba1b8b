// SPDX-License-Identifier: Apache-2.0
/** What a verifier brings along: keys in any form in which they are handed out, each told by its content. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { publicKeyOf } from '@plumbline/client/node/crypto.ts';
import type { GivenKey } from '@plumbline/core/ledger/given-keys.ts';
import { parseVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { isHex64 } from '@plumbline/core/seal/hex.ts';
import { isRecord } from '@plumbline/core/seal/statement.ts';
import { nodeCrypto } from '../crypto.ts';
import { readTextFile } from '../files.ts';
import { UsageError } from '../io.ts';

const MAX_KEYS_BYTES = 1_000_000;

export interface TrustedKeys {
  /** Verifier keys of logs and witnesses. */
  readonly vkeys: readonly string[];
  /** Keys of issuers, of the log, or the one that signs entries. */
  readonly publicKeys: readonly GivenKey[];
}

/**
 * @param values each a verifier key (`name+id+key`), or a file: verifier keys a line, PEM public keys, or a JWK set
 * @throws UsageError
 */
export function readTrustedKeys(values: readonly string[]): TrustedKeys {
  const vkeys: string[] = [];
  const publicKeys: GivenKey[] = [];
  for (const value of values) {
    const found = existsSync(value) ? keysInFile(value) : { vkeys: [vkeyOf(value, '--key')], publicKeys: [] };
    vkeys.push(...found.vkeys);
    publicKeys.push(...found.publicKeys);
  }
  return { vkeys, publicKeys };
}

function keysInFile(path: string): TrustedKeys {
  const text = readTextFile(path, MAX_KEYS_BYTES);
  const pems = text.match(/-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g);
  if (pems) return { vkeys: [], publicKeys: pems.map((pem) => importKey(path, ANY_USE, () => createPublicKey(pem))) };
  if (text.trimStart().startsWith('{')) return { vkeys: [], publicKeys: keysOfJwkSet(path, text) };
  const lines = text.split('\n').map((line) => line.trim());
  const vkeys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (vkeys.length === 0) throw new UsageError(`${path}: holds no key`);
  return { vkeys: vkeys.map((line) => vkeyOf(line, path)), publicKeys: [] };
}

function keysOfJwkSet(path: string, text: string): GivenKey[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${path}: is no JSON`);
  }
  const keys = isRecord(value) && Array.isArray(value.keys) ? value.keys : [value];
  return keys.map((jwk) => {
    const { role, retired_at } = isRecord(jwk) ? jwk : {};
    const uses = {
      role: typeof role === 'string' ? role : null,
      retiredAt: typeof retired_at === 'number' ? retired_at : null,
    };
    return importKey(path, uses, () => createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }));
  });
}

const ANY_USE = { role: null, retiredAt: null };

function importKey(
  path: string,
  uses: Omit<GivenKey, 'key'>,
  read: () => ReturnType<typeof createPublicKey>,
): GivenKey {
  try {
    return { key: publicKeyOf(read()), ...uses };
  } catch (error) {
    throw new UsageError(`${path}: holds a key that is neither Ed25519 nor ML-DSA-44 (${(error as Error).message})`);
  }
}

function vkeyOf(text: string, source: string): string {
  try {
    return parseVerifierKey(text, nodeCrypto).text;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new UsageError(`${source}: '${text.slice(0, 80)}' is neither a file nor a verifier key (${error.message})`);
  }
}

/** The one name of the log keys among these, when there is exactly one. Witness keys (algorithm 4) name witnesses. */
export function originOfKeys(vkeys: readonly string[]): string | null {
  const logKeys = vkeys.map((text) => parseVerifierKey(text, nodeCrypto)).filter(({ algorithm }) => algorithm !== 4);
  const names = new Set(logKeys.map(({ name }) => name));
  return names.size === 1 ? ([...names][0] as string) : null;
}

/** @throws UsageError */
export function genesisOption(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!isHex64(value)) throw new UsageError('--genesis must be 64 lower-case hexadecimal digits');
  return value;
}
