// SPDX-License-Identifier: Apache-2.0
/**
 * Asks witnesses to co-sign each checkpoint (c2sp.org/tlog-witness). A witness that has seen more than this ledger holds is
 * the proof that entries are missing: then nothing is signed any more.
 */

import { cosignaturesOn, cosignatureVerifier } from '@plumbline/core/ledger/cosignature.ts';
import { checkNote, withSignatures } from '@plumbline/core/ledger/note.ts';
import { proveConsistency } from '@plumbline/core/ledger/tile-reader.ts';
import { parseVerifierKey, type VerifierKey } from '@plumbline/core/ledger/vkey.ts';
import {
  formatAddCheckpoint,
  parseWitnessAnswer,
  type WitnessAnswer,
} from '@plumbline/core/ledger/witness-protocol.ts';
import type { StoredCheckpoint } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;

export interface WitnessesOptions {
  readonly ledger: Ledger;
  readonly witnesses: readonly { readonly url: string; readonly vkey: string }[];
  readonly fetch: typeof globalThis.fetch;
  readonly onError: (error: unknown) => void;
}

interface Witness {
  readonly url: string;
  readonly key: VerifierKey;
  /** Size that it is known to have co-signed. */
  seen: number | null;
  busy: boolean;
}

export class Witnesses {
  readonly #options: WitnessesOptions;
  readonly #witnesses: readonly Witness[];

  /** @throws FormatError for a vkey that is none */
  constructor(options: WitnessesOptions) {
    this.#options = options;
    this.#witnesses = options.witnesses.map(({ url, vkey }) => ({
      url: url.replace(/\/+$/, '').replace(/\/add-checkpoint$/, ''),
      key: parseVerifierKey(vkey, options.ledger.crypto),
      seen: null,
      busy: false,
    }));
  }

  /** Sends the newest checkpoint to every witness that has not co-signed it; one that does not answer is asked again. */
  async push(): Promise<void> {
    if (this.#witnesses.length === 0) return;
    const { ledger, onError } = this.#options;
    const newest = await ledger.stores.chain.checkpoints.newest();
    if (newest === null) return;
    await Promise.all(this.#witnesses.map((witness) => this.#ask(witness, newest).catch(onError)));
  }

  async #ask(witness: Witness, checkpoint: StoredCheckpoint): Promise<void> {
    if (witness.busy || witness.seen === checkpoint.size) return;
    witness.busy = true;
    try {
      witness.seen ??= await this.#remembered(witness);
      let answer = await this.#send(witness, checkpoint);
      if (answer.kind === 'conflict') {
        if (this.#isBehind(witness, answer.size, checkpoint.size)) return;
        witness.seen = answer.size;
        answer = await this.#send(witness, checkpoint);
      }
      if (answer.kind !== 'cosigned') throw new Error(`witness ${witness.key.name}: ${JSON.stringify(answer)}`);
      await this.#keep(witness, checkpoint, answer);
    } finally {
      witness.busy = false;
    }
  }

  /** It answers with the size that it has co-signed: more than we hold means that entries are missing here. */
  #isBehind({ key }: Witness, seen: number, size: number): boolean {
    if (seen <= size) return false;
    this.#options.ledger.refuse(
      `the ledger holds ${size} entries, and the witness ${key.name} has co-signed ${seen}; restore the newest backup, then check it with plumbline restore --verify`,
    );
    return true;
  }

  async #remembered({ key }: Witness): Promise<number> {
    const seen = await this.#options.ledger.stores.chain.checkpoints.newestCosignatures();
    return seen.find(({ witness }) => witness === key.name)?.size ?? 0;
  }

  async #send({ url, seen }: Witness, checkpoint: StoredCheckpoint): Promise<WitnessAnswer> {
    const { ledger, fetch } = this.#options;
    const old = seen ?? 0;
    const { tiles } = ledger.stores.chain;
    const proof = old === 0 ? [] : await proveConsistency(tiles, old, checkpoint.size, ledger.crypto);
    const body = formatAddCheckpoint({ old, proof, note: checkpoint.note });
    const response = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (text.length > MAX_ANSWER_BYTES) throw new Error('a witness answered with too much');
    return parseWitnessAnswer(response.status, response.headers.get('content-type') ?? '', text);
  }

  /** Only a good line of the key that was configured is kept. */
  async #keep(
    witness: Witness,
    checkpoint: StoredCheckpoint,
    { signatures }: Extract<WitnessAnswer, { kind: 'cosigned' }>,
  ): Promise<void> {
    const { ledger } = this.#options;
    const verifier = cosignatureVerifier(witness.key, ledger.crypto);
    if (verifier === null) throw new Error(`witness ${witness.key.name}: its key cannot be checked here`);
    const own = signatures.filter(({ name, keyHash }) => name === verifier.name && keyHash === verifier.keyHash);
    const note = withSignatures(
      checkpoint.note,
      own.map(({ line }) => line),
    );
    const [good] = cosignaturesOn(note, [verifier]);
    const [first] = own;
    if (good === undefined || first === undefined || checkNote(note, [verifier]).failed.length > 0)
      throw new Error(`witness ${witness.key.name}: its co-signature is wrong`);
    await ledger.stores.chain.checkpoints.addCosignature({
      size: checkpoint.size,
      witness: witness.key.name,
      line: first.line.trimEnd(),
      witnessedAtS: good.timeS,
    });
    witness.seen = checkpoint.size;
  }
}
