// SPDX-License-Identifier: Apache-2.0
/** What a verifier brings along: keys in any form in which they are handed out, each told by its content. */
import { existsSync } from 'node:fs';
import type { GivenKey } from '@plumbline/core/ledger/given-keys.ts';
import { keysInText, keysProblem } from '@plumbline/core/ledger/keys-in-text.ts';
import { parseVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { isHex64 } from '@plumbline/core/seal/hex.ts';
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
 * @param values each a verifier key (`name+id+key`), or a file: verifier keys a line, PEM public keys, JWK sets, in any mix
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
  const found = keysInText(readTextFile(path, MAX_KEYS_BYTES), nodeCrypto);
  const problem = keysProblem(found);
  if (problem !== null) throw new UsageError(`${path}: ${problem}`);
  return found;
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
