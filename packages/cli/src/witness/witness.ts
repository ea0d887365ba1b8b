// SPDX-License-Identifier: Apache-2.0
/** A witness: decides after c2sp.org/tlog-witness, remembers on disk, and only then co-signs. */
import { logVerifier } from '@plumbline/core/ledger/checkpoint.ts';
import { cosign } from '@plumbline/core/ledger/cosignature.ts';
import { NOTE_ALGORITHMS, parseVerifierKey, verifierKey } from '@plumbline/core/ledger/vkey.ts';
import { decideAddCheckpoint, parseAddCheckpoint, SIZE_MEDIA_TYPE } from '@plumbline/core/ledger/witness-protocol.ts';
import type { Crypto, Signer } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import type { WitnessStore } from './state-store.ts';

/** Another request may have moved the log on between reading and writing: then the question is a new one. */
const MAX_ROUNDS = 5;

export interface WitnessParts {
  /** Name of its key in notes. */
  readonly name: string;
  /** Ed25519, used for nothing else. */
  readonly signer: Signer;
  readonly store: WitnessStore;
  readonly crypto: Crypto;
  readonly nowMs: () => number;
}

export interface WitnessReply {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
}

const TEXT = 'text/plain; charset=utf-8';

export class Witness {
  readonly #parts: WitnessParts;

  constructor(parts: WitnessParts) {
    this.#parts = parts;
  }

  get vkey(): string {
    const { name, signer, crypto } = this.#parts;
    return verifierKey(name, NOTE_ALGORITHMS.cosignature, signer.publicKeyRaw, crypto).text;
  }

  /** The answer to the body of one add-checkpoint request. Throws only what the store throws; nothing was signed then. */
  addCheckpoint(body: string): WitnessReply {
    const { store, crypto, nowMs, name, signer } = this.#parts;
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      let before: ReturnType<WitnessStore['find']> = null;
      const decision = decideAddCheckpoint(
        body,
        (origin) => {
          before = store.find(origin);
          return this.#logOf(origin, before);
        },
        crypto,
      );
      if (decision.status === 409) return { status: 409, mediaType: SIZE_MEDIA_TYPE, body: `${decision.size}\n` };
      if (decision.status !== 200) return { status: decision.status, mediaType: TEXT, body: `${decision.detail}\n` };
      const { next, checkpoint, text } = decision;
      const atMs = nowMs();
      const row = { ...next, origin: checkpoint.origin, note: parseAddCheckpoint(body).note, atMs };
      if (!store.compareAndSet(before, row)) continue;
      return { status: 200, mediaType: TEXT, body: cosign(text, name, signer, Math.floor(atMs / 1000), crypto) };
    }
    return { status: 503, mediaType: TEXT, body: 'the log moves on too fast; try again\n' };
  }

  #logOf(origin: string, stored: ReturnType<WitnessStore['find']>) {
    const { store, crypto } = this.#parts;
    const keys = store.keysOf(origin).map((text) => parseVerifierKey(text, crypto));
    if (keys.length === 0) return null;
    return { verifiers: keys.flatMap((key) => logVerifier(key, crypto) ?? []), stored };
  }
}

/** The origin of a log's verifier key. @throws FormatError for a key that signs no log */
export function originOfLogKey(text: string, crypto: Crypto): string {
  const { name, algorithm, publicKey } = parseVerifierKey(text, crypto);
  if (!publicKey || algorithm === NOTE_ALGORITHMS.cosignature) throw new FormatError('verifier key', 'is of no log');
  return name;
}
