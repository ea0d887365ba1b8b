// SPDX-License-Identifier: Apache-2.0
/**
 * What council and authority have signed, taken in: checked against the policy in force, recorded as an entry, acted upon.
 * Nothing else can anchor: there is no setting, no key and no route that stands in for the signatures.
 */
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { type EntrySignature, entryHeaderBytes, GENESIS_PREV } from '@plumbline/core/ledger/entry.ts';
import { judgeRotation, rotationOf } from '@plumbline/core/ledger/key-rotation.ts';
import { unknownPolicyMember } from '@plumbline/core/ledger/policy.ts';
import { judgePolicy, policyOf } from '@plumbline/core/ledger/policy-chain.ts';
import { acceptRatification, coversCertificate } from '@plumbline/core/ledger/ratification.ts';
import { envelopeSigners } from '@plumbline/core/ledger/signers.ts';
import { toBase64 } from '@plumbline/core/seal/base64.ts';
import { type DsseEnvelope, envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import {
  type Ratification,
  ratificationHash,
  ratificationOf,
  unknownRatificationMember,
} from '@plumbline/core/seal/ratification-statement.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import { PREDICATES, parseStatement, type Statement } from '@plumbline/core/seal/statement.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { AppendOptions, AppendUnit } from '../store/ledger-store.ts';
import { type Anchoring, coveredBy } from './anchoring.ts';
import type { Ledger } from './ledger.ts';
import { rotationKey, unitOf } from './ledger-entries.ts';
import type { Publisher } from './ledger-publisher.ts';
import { ratificationRow } from './ratification-row.ts';

export type Submission = OutputOf<Operations['submitRatification']>;
export type RatificationTerms = OutputOf<Operations['ratificationTerms']>;

type Recorded = Pick<Submission, 'status' | 'sha256' | 'index' | 'block_hash'>;

/** Of judging one ratification, while others come in. */
const MAX_ATTEMPTS = 16;
const MAX_SEQ = Number.MAX_SAFE_INTEGER;

export interface RatificationOptions {
  readonly ledger: Ledger;
  readonly anchoring: Anchoring;
  readonly publisher: Publisher;
}

export class RatificationService {
  readonly #options: RatificationOptions;

  constructor(options: RatificationOptions) {
    this.#options = options;
  }

  async terms(submitUrl: string): Promise<RatificationTerms> {
    const { ledger } = this.#options;
    await ledger.follow();
    const { governance, origin } = ledger;
    return {
      log_origin: origin,
      genesis: governance.genesis.hash,
      policy_epoch: governance.current.policy.epoch,
      policy_sha256: governance.current.sha256,
      policy: governance.current.policy,
      issuer_key_id: issuerKeyId(ledger),
      submit_url: submitUrl,
    };
  }

  /** @throws PlumblineError invalid_value for what is no statement, state_conflict with the reason of a refusal */
  async submit(envelope: DsseEnvelope): Promise<Submission> {
    const { ledger, anchoring } = this.#options;
    const statement = malformedAs(() => parseStatement(envelopePayload(envelope)));
    ledger.assertSigning(statement.predicateType === PREDICATES.policy);
    await anchoring.refresh();
    switch (statement.predicateType) {
      case PREDICATES.ratification:
        return this.#ratify(envelope);
      case PREDICATES.policy:
        return this.#adopt(envelope, statement);
      case PREDICATES.key:
        return this.#rotate(envelope, statement);
      default:
        throw malformed(`a ${statement.predicateType} is not submitted here`);
    }
  }

  async #ratify(submitted: DsseEnvelope): Promise<Submission> {
    const { anchoring, publisher } = this.#options;
    const ratification = malformedAs(() => ratificationOf(submitted));
    refuseMember('ratification', unknownRatificationMember(ratification));
    const recorded = await this.#recordAnew(submitted, ratification);
    await anchoring.catchUp();
    await publisher.publish();
    return { kind: 'ratification', ...recorded, certificates: await this.#outcome(ratification) };
  }

  /** Others may be recorded between judging and writing, a veto of the same among them: then it is judged again. */
  async #recordAnew(submitted: DsseEnvelope, ratification: Ratification): Promise<Recorded> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#record(submitted, ratification);
      } catch (error) {
        const isRefused = !(error instanceof PlumblineError) || error.code !== 'state_conflict' || error.extra?.reason;
        if (isRefused || attempt === MAX_ATTEMPTS) throw error;
        await this.#options.anchoring.refresh();
      }
    }
  }

  async #record(submitted: DsseEnvelope, ratification: Ratification): Promise<Recorded> {
    const { ledger, anchoring } = this.#options;
    const { governance, crypto, origin, stores } = ledger;
    const used = await stores.ratifications.findByNonce(ratification.predicate.nonce);
    const nowMs = ledger.nowMs();
    const { grounds } = anchoring;
    const verdict = acceptRatification(
      submitted,
      { policy: governance.current, origin, nowMs, hasNonce: () => used !== null, vetoes: anchoring.vetoes },
      crypto,
    );
    const taken = verdict.accepted ? verdict : verdict.veto;
    if (taken === null) {
      const { reason, detail } = verdict as Exclude<typeof verdict, { accepted: true }>;
      if (reason === 'malformed') throw malformed(detail);
      throw refusal(reason, detail);
    }
    if (ratification.form === 'listed') await this.#assertKnown(ratification, anchoring.vetoes);
    const envelope = normalEnvelope(submitted, taken.signatures, ledger);
    const sha256 = ratificationHash(envelope, crypto);
    const unit = unitOf(
      { type: 'ratification', subject: ledger.newId('rat_'), atMs: nowMs },
      envelopePayload(envelope),
      taken.signatures,
      crypto,
    );
    const row = { kind: 'ratification', ratification: ratificationRow(ratification, sha256, envelope, nowMs) } as const;
    const entry = await this.#append({ ...unit, rows: [row] }, grounds);
    return { status: verdict.accepted ? 'accepted' : 'veto_recorded', sha256, ...entry };
  }

  async #adopt(envelope: DsseEnvelope, statement: Statement<object>): Promise<Submission> {
    const { ledger, anchoring, publisher } = this.#options;
    const { governance, crypto, origin } = ledger;
    const next = malformedAs(() => policyOf(statement, crypto));
    refuseMember('policy', unknownPolicyMember(next));
    const known = [governance.current, next].flatMap(({ keys }) => Object.values(keys).flat());
    const signers = malformedAs(() => envelopeSigners(envelope, known, crypto));
    if (!signers.ok) throw refusal(signers.reason, signers.detail);
    const nowMs = ledger.nowMs();
    const verdict = judgePolicy(statement, signers.keys, governance.chain, origin, nowMs, crypto);
    if (!verdict.ok) throw refusal(verdict.reason, verdict.detail);
    const problem = await ledger.successionProblem(next);
    if (problem !== null) throw refusal(problem.reason, problem.detail);
    const facts = { type: 'policy', subject: ledger.newId('policy_'), atMs: nowMs };
    const entry = await this.#append(unitOf(facts, envelopePayload(envelope), signers.signatures, crypto));
    await anchoring.refresh();
    await publisher.publish();
    return { kind: 'policy', status: 'accepted', sha256: verdict.policy.sha256, ...entry, certificates: [] };
  }

  /** The signatures of both keys are all that it needs: it names a successor, and only a policy gives that one a role. */
  async #rotate(envelope: DsseEnvelope, statement: Statement<object>): Promise<Submission> {
    const { ledger, publisher } = this.#options;
    const { governance, crypto, origin } = ledger;
    const rotation = malformedAs(() => rotationOf(statement, crypto));
    if (rotation.newKey === null) throw malformed('new_key, the public part of the new key, is missing');
    const known = [...Object.values(governance.current.keys).flat(), rotation.newKey];
    const signers = malformedAs(() => envelopeSigners(envelope, known, crypto));
    if (!signers.ok) throw refusal(signers.reason, signers.detail);
    const verdict = judgeRotation(rotation, signers.keys, governance.chain, origin, crypto);
    if (!verdict.ok) throw refusal(verdict.reason, verdict.detail);
    const nowMs = ledger.nowMs();
    if (timestampMs(rotation.overlapUntil) <= nowMs) throw refusal('expired', 'the overlap has ended already');
    const facts = { type: 'key', subject: ledger.newId('key_'), atMs: nowMs };
    const unit = unitOf(facts, envelopePayload(envelope), signers.signatures, crypto);
    const entry = await this.#append({ ...unit, idempotency: rotationKey(rotation) });
    await publisher.publish();
    const sha256 = ratificationHash(normalEnvelope(envelope, signers.signatures, ledger), crypto);
    return { kind: 'key', status: 'accepted', sha256, ...entry, certificates: [] };
  }

  /** On the grounds that it was judged by, or not at all. */
  async #append(
    unit: AppendUnit,
    grounds: AppendOptions = { requirePolicySeq: this.#options.ledger.governance.current.seq },
  ): Promise<{ index: number; block_hash: string }> {
    malformedAs(() => assertFits(unit));
    const { seq, leaf } = await this.#options.ledger.append(unit, grounds);
    return { index: seq, block_hash: toHex(leaf) };
  }

  /** A list that names something else than what was issued here would be recorded and do nothing. */
  async #assertKnown({ subjects, predicate }: Ratification, vetoes: readonly Ratification[]): Promise<void> {
    const { anchoring, ledger } = this.#options;
    const { certificates } = ledger.stores;
    for (const { name, digest } of subjects) {
      const record = await certificates.find(name);
      if (record?.payloadSha256 !== digest.sha256) throw refusal('unknown_certificate', `${name} was not issued here`);
      if (!ledger.governance.isIssuer(record.issuerKeyId))
        throw refusal('unknown_issuer', `${name} was issued to a test key, and is never anchored`);
      if (record.revokedSeq !== null) throw refusal('revoked', `${name} is revoked`);
      // A veto of a window speaks of what was issued in it: only the record says when that was.
      const isVetoed = vetoes.some((veto) => coversCertificate(veto, coveredBy(record)));
      if (predicate.decision !== 'approve') continue;
      if (isVetoed) throw refusal('vetoed', `the authority has vetoed ${name}`);
      const damage = record.anchoredSeq === null && record.envelope !== null ? anchoring.rows.problem(record) : null;
      if (damage !== null) throw refusal('damaged', `the row of ${name} does not verify: ${damage}`);
    }
  }

  async #outcome({ form, subjects }: Ratification): Promise<Submission['certificates']> {
    if (form === 'window') return [];
    const { certificates } = this.#options.ledger.stores;
    const records = await Promise.all(subjects.map(({ name }) => certificates.find(name)));
    return records.flatMap((record) =>
      record === null
        ? []
        : [{ certificate_id: record.id, anchored: record.anchoredSeq !== null, index: record.anchoredSeq }],
    );
  }
}

/** The key that issues here, also while the policy names the one before it too. */
function issuerKeyId(ledger: Ledger): string {
  const own = ledger.ownKey('issuer')?.keyId;
  const ids = ledger.governance.current.keys.issuer
    .filter(({ algorithm }) => algorithm === 'ed25519')
    .map((key) => keyIdOf(key, ledger.crypto));
  return ids.find((id) => id === own) ?? (ids[0] as string);
}

/** One form, whatever spelling it was submitted in: hashes of it must be the same for everybody. */
function normalEnvelope(
  envelope: DsseEnvelope,
  signatures: readonly EntrySignature[],
  { crypto }: Ledger,
): DsseEnvelope {
  return {
    payload: toBase64(envelopePayload(envelope)),
    payloadType: envelope.payloadType,
    signatures: signatures.map(({ publicKey, signature }) => ({
      keyid: keyIdOf(publicKey, crypto),
      sig: toBase64(signature),
    })),
  };
}

/** @throws FormatError when the signatures do not fit into one header */
function assertFits({ entry, payload }: AppendUnit): void {
  try {
    entryHeaderBytes({ ...entry, payloadDigest: payload.digest, seq: MAX_SEQ, prev: GENESIS_PREV });
  } catch (error) {
    throw new FormatError('statement', (error as Error).message);
  }
}

function malformedAs<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw malformed(error.message);
  }
}

/** Who signed it took it to mean something. */
function refuseMember(what: string, member: string | null): void {
  if (member !== null) throw malformed(`${what}: has a member ${JSON.stringify(member)} that is not known here`);
}

function malformed(detail: string): PlumblineError {
  const errors = [{ pointer: '/envelope', code: 'invalid_value', detail } as const];
  return new PlumblineError('invalid_value', { detail, errors });
}

function refusal(reason: string, detail: string): PlumblineError {
  return new PlumblineError('state_conflict', { detail: `Refused: ${reason}, ${detail}.`, extra: { reason } });
}
