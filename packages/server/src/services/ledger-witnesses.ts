// SPDX-License-Identifier: Apache-2.0
/**
 * Asks witnesses to co-sign each checkpoint (c2sp.org/tlog-witness). A witness that has seen more than this ledger holds is
 * the proof that entries are missing, and one that has seen others the proof of a fork: then nothing is signed any more.
 */

import { setTimeout as sleep } from 'node:timers/promises';
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
import { RECOVERY } from './signed-for.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
/** A start, or a command, waits no longer for witnesses that do not answer. */
const FIRST_ANSWER_MS = 5_000;
/** The proof does not hold for what the witness has seen: another root at this size or before. */
const NO_EXTENSION = 422;
const UNKNOWN_LOG = 404;

export interface WitnessesOptions {
  readonly ledger: Pick<Ledger, 'stores' | 'crypto' | 'refuse'>;
  readonly witnesses: readonly { readonly url: string; readonly vkey: string }[];
  readonly fetch: typeof globalThis.fetch;
  readonly onError: (error: unknown) => void;
}

/** What a witness has told since the start of its newest checkpoint against ours. */
export type WitnessFinding =
  | { readonly kind: 'cosigned'; readonly size: number }
  /** It has co-signed more than is signed here, or others. */
  | { readonly kind: 'ahead' | 'forked'; readonly seen: number; readonly size: number }
  | { readonly kind: 'unknown_log' }
  | { readonly kind: 'silent'; readonly reason: string | null };

const SILENT: WitnessFinding = { kind: 'silent', reason: null };

/** The witness was never told of this log. */
class UnknownLog extends Error {}

function refusedBy({ key }: Witness, answer: WitnessAnswer): Error {
  const message = `witness ${key.name}: ${JSON.stringify(answer)}`;
  return answer.kind === 'refused' && answer.status === UNKNOWN_LOG ? new UnknownLog(message) : new Error(message);
}

interface Witness {
  readonly url: string;
  readonly key: VerifierKey;
  /** Size that it is known to have co-signed. */
  seen: number | null;
  busy: boolean;
  /** A checkpoint was published while it was asked about an older one. */
  isBehind: boolean;
  /** Has told since the start what it knows of this log, be it that it does not know it. */
  hasAnswered: boolean;
  finding: WitnessFinding;
}

export class Witnesses {
  readonly #options: WitnessesOptions;
  readonly #witnesses: readonly Witness[];
  readonly #listeners = new Set<() => void>();

  /** @throws FormatError for a vkey that is none */
  constructor(options: WitnessesOptions) {
    this.#options = options;
    this.#witnesses = options.witnesses.map(({ url, vkey }) => ({
      url: url.replace(/\/+$/, '').replace(/\/add-checkpoint$/, ''),
      key: parseVerifierKey(vkey, options.ledger.crypto),
      seen: null,
      busy: false,
      isBehind: false,
      hasAnswered: false,
      finding: SILENT,
    }));
  }

  /** Tells of each co-signature that was kept. @returns ends it */
  onCosigned(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Sends the newest checkpoint to every witness that has not co-signed it; one that does not answer is asked again. May run
   * beside itself: one that is slow to answer keeps no other waiting.
   */
  async push(): Promise<void> {
    if (this.#witnesses.length === 0) return;
    const newest = await this.#options.ledger.stores.chain.checkpoints.newest();
    if (newest === null) return;
    await Promise.all(this.#witnesses.map((witness) => this.#bring(witness, newest)));
  }

  /** Once more where a checkpoint was published meanwhile. */
  async #bring(witness: Witness, newest: StoredCheckpoint): Promise<void> {
    if (witness.busy) {
      witness.isBehind = true;
      return;
    }
    witness.isBehind = false;
    await this.#ask(witness, newest).catch((error) => this.#failed(witness, error));
    if (!witness.isBehind) return;
    const later = await this.#options.ledger.stores.chain.checkpoints.newest();
    if (later !== null) await this.#bring(witness, later);
  }

  #failed(witness: Witness, error: unknown): void {
    witness.finding = error instanceof UnknownLog ? { kind: 'unknown_log' } : { kind: 'silent', reason: `${error}` };
    this.#options.onError(error);
  }

  /** Of every witness what it said last. */
  get findings(): readonly { readonly name: string; readonly finding: WitnessFinding }[] {
    return this.#witnesses.map(({ key, finding }) => ({ name: key.name, finding }));
  }

  /**
   * Before anything is signed: asks every witness about the newest checkpoint that there is, and waits a few seconds for the
   * answers. One that knows better has made the ledger refuse by then. What nobody could be asked about is signed all the
   * same: a witness that is away must not stop the log (decision 0174).
   * @returns names of those that have not answered
   */
  async askFirst(withinMs = FIRST_ANSWER_MS): Promise<readonly string[]> {
    const late = new AbortController();
    const timer = sleep(withinMs, undefined, { signal: late.signal }).catch(() => {});
    await Promise.race([this.push(), timer]);
    late.abort();
    return this.unheard;
  }

  /** Names of the witnesses that have not told since the start what they know of this log. */
  get unheard(): readonly string[] {
    return this.#witnesses.filter(({ hasAnswered }) => !hasAnswered).map(({ key }) => key.name);
  }

  async #ask(witness: Witness, checkpoint: StoredCheckpoint): Promise<void> {
    if (witness.seen === checkpoint.size) return;
    witness.busy = true;
    try {
      witness.seen ??= await this.#remembered(witness);
      let sent = checkpoint;
      let answer = await this.#send(witness, sent);
      if (answer.kind === 'conflict') {
        // Another process on this database may have published meanwhile.
        sent = (await this.#options.ledger.stores.chain.checkpoints.newest()) ?? checkpoint;
        witness.hasAnswered = true;
        if (answer.size > sent.size) return this.#refuseBehind(witness, answer.size, sent.size);
        witness.seen = answer.size;
        answer = await this.#send(witness, sent);
      }
      if (answer.kind === 'refused') {
        const { status } = answer;
        witness.hasAnswered ||= status === NO_EXTENSION || status === UNKNOWN_LOG;
        if (status === NO_EXTENSION) return this.#refuseForked(witness, sent.size);
      }
      if (answer.kind !== 'cosigned') throw refusedBy(witness, answer);
      await this.#keep(witness, sent, answer);
      witness.hasAnswered = true;
      witness.finding = { kind: 'cosigned', size: sent.size };
    } finally {
      witness.busy = false;
    }
  }

  /** It answers with the size that it has co-signed: more than was signed here means that entries are missing. */
  #refuseBehind(witness: Witness, seen: number, size: number): void {
    const { key } = witness;
    witness.finding = { kind: 'ahead', seen, size };
    this.#options.ledger.refuse(
      `the ledger holds ${size} signed entries, and the witness ${key.name} has co-signed ${seen}; ${RECOVERY}`,
    );
  }

  /** Of the size that it has co-signed, or a smaller one, it knows another root: this is another ledger by the same key. */
  #refuseForked(witness: Witness, size: number): void {
    const { key, seen } = witness;
    witness.finding = { kind: 'forked', seen: seen ?? 0, size };
    this.#options.ledger.refuse(
      `the ledger of ${size} entries does not extend the ${seen} that the witness ${key.name} has co-signed: they are other entries; ${RECOVERY}`,
    );
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
    for (const listener of this.#listeners) listener();
  }
}
