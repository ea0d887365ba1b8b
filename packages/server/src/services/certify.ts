// SPDX-License-Identifier: Apache-2.0
/**
 * Certification: the seventh stage. What was found is signed and kept; nothing goes to the chain unless a ratified window
 * covers the moment of issue, and only a checkpoint over the anchor makes the answer say `anchored`.
 */
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Ruled } from '@plumbline/core/engine/govern/govern.ts';
import { scanModels } from '@plumbline/core/engine/judge-model/apply.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Ports, Stage } from '@plumbline/core/engine/types.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { type Certificate, certificateText, commitmentText } from '@plumbline/core/seal/certificate.ts';
import type { Signer } from '@plumbline/core/seal/crypto.ts';
import { type DsseEnvelope, signText } from '@plumbline/core/seal/dsse.ts';
import { saltText } from '@plumbline/core/seal/statement.ts';
import { timestampMs, timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { Effect, NewCertificate } from '../store/ledger-store.ts';
import type { AnchorWait } from './anchor-wait.ts';
import { type Anchoring, coveredBy, type Grounds } from './anchoring.ts';
import { newCertificate } from './certificate-record.ts';
import type { ClaimedCall, StoredAnswer } from './idempotency.ts';
import type { Ledger } from './ledger.ts';
import type { AnchorProof } from './ledger-proofs.ts';
import { endedWarning, type PendingAnchor, pendingWarning } from './pending-anchor.ts';
import type { Usage } from './quota.ts';
import type { Caller } from './tiers.ts';
import type { Made, Verification } from './verification.ts';

export type Certification = OutputOf<Operations['certify']>;

/** Version of the seventh stage, beside ENGINES of the six that analyse. */
export const ATTESTATION_ENGINE = 'attest/1';
/**
 * A window answers `anchored` when a checkpoint comes within this time, with the co-signatures that the policy asks for, else
 * PREVIEW; the anchor stands either way.
 */
const ANCHOR_WAIT_MS = 4_000;
/** Ratifications that are recorded while a certificate is written make it look again, so often. */
const MAX_ATTEMPTS = 4;
const DAY_MS = 86_400_000;

export interface CertifyOptions {
  readonly verification: Verification;
  readonly ruleset: Ruleset;
  readonly ledger: Ledger;
  readonly sha256Hex: Ports['sha256Hex'];
  readonly anchoring: Anchoring;
  readonly anchorWait: AnchorWait;
  readonly baseUrl: () => string;
  /** When the second signature is made, where the policy asks for one. */
  readonly secondSignature: string;
  /** Null: certificates do not expire. */
  readonly validDays: number | null;
  readonly onError: (task: string, error: unknown) => void;
}

export interface CertifyResult {
  readonly data: Certification;
  readonly usage: Usage;
  /** Kept for the caller's Idempotency-Key, in the transaction of the certificate. */
  readonly stored: StoredAnswer | null;
  /** Of a PREVIEW whose anchor is on the chain already: what it still waits for. */
  readonly pending?: PendingAnchor;
  /** Of a PREVIEW: why the window that covers the moment does not count any more. */
  readonly endedWindow?: string;
}

interface Issued {
  readonly envelope: DsseEnvelope;
  readonly certificate: Certificate;
  readonly row: NewCertificate;
  readonly isLive: boolean;
  readonly stages: readonly Stage[];
}

interface Times {
  readonly createdAtMs: number;
  readonly issued_at: string;
  readonly expiresAtMs: number | null;
  readonly expires_at: string | null;
}

/** A ratified window, and what was judged by when it was found open. */
interface Window {
  readonly ratification: string;
  readonly grounds: Grounds;
}

export class Certify {
  readonly #options: CertifyOptions;
  #policy = { ts: '', ms: 0 };
  #times: Times | null = null;

  constructor(options: CertifyOptions) {
    this.#options = options;
  }

  /** A PREVIEW, or anchored at once where a ratified window covers it. @throws PlumblineError ledger_unavailable and those of quotas */
  certify(
    pair: { readonly prompt: string; readonly response: string },
    caller: Caller,
    claimed: ClaimedCall | undefined,
  ): Promise<CertifyResult> {
    this.#options.ledger.assertSigning();
    return this.#options.verification.governInto(pair, caller, 'certify', (governance) => {
      const issued = this.#issue(governance, caller);
      const window = issued.isLive ? this.#window(issued) : null;
      if (window === null) return this.#keep(issued, governance, claimed, this.#endedWindow(issued));
      return { effect: (usage: Usage) => this.#anchor(issued, governance, usage, window, claimed) };
    });
  }

  #issue(governance: Ruled, caller: Caller): Issued {
    const { ledger, ruleset, sha256Hex } = this.#options;
    const startedMs = performance.now();
    const isLive = caller.environment === 'live';
    // A clock that was set back must not date it before the policy whose keys sign it: it would never verify.
    const createdAtMs = Math.max(ledger.nowMs(), this.#policyMs());
    const { issued_at, expires_at, expiresAtMs } = this.#timesAt(createdAtMs);
    const signers = this.#signers(isLive, issued_at);
    const attested = [...governance.stages.map(({ n, name, status }) => ({ n, name, status })), ATTESTED];
    const facts = {
      cert_id: ledger.newId('cert_'),
      log_origin: ledger.origin,
      issued_at,
      expires_at,
      decision: governance.decision,
      verdict: governance.verdict,
      model: scanModels(ruleset),
      constitution: { version: ruleset.constitution.version, hash: ruleset.constitution.hash },
      ruleset_hash: ruleset.hash,
      stages: attested,
    };
    // Of the exact texts: what the judgement says of its input.
    const digests = { prompt_sha256: governance.input.input.sha256, response_sha256: governance.output.input.sha256 };
    const salt = saltText(ledger.salt());
    const { envelope, payload } = signText(certificateText(facts, digests, salt), signers);
    const saltBase64Url = asBase64Url(salt);
    const certificate = {
      predicate: { ...facts, state: 'PREVIEW' as const, salt },
      pair: digests,
      saltBase64Url,
      commitment: sha256Hex(commitmentText(digests, saltBase64Url)),
      payloadSha256: sha256Hex(payload),
    };
    const times = { createdAtMs, expiresAtMs };
    const row = newCertificate(certificate, envelope, (signers[0] as Signer).keyId, times);
    const stage = { ...ATTESTED, duration_ms: roundMs(performance.now() - startedMs), engine: ATTESTATION_ENGINE };
    return { envelope, certificate, row, isLive, stages: [...governance.stages, stage] };
  }

  /** Ed25519; ML-DSA-44 too where that is not left to the bundle. */
  #signers(isLive: boolean, issuedAt: string): readonly Signer[] {
    const { ledger, secondSignature } = this.#options;
    const first = ledger.signer(isLive ? 'issuer' : 'test-issuer');
    const second = isLive && secondSignature === 'issue' ? ledger.secondSigner(issuedAt) : null;
    return second === null || typeof second === 'string' ? [first] : [first, second];
  }

  /** Certificates of one slice share their millisecond. */
  #timesAt(createdAtMs: number): Times {
    if (this.#times?.createdAtMs === createdAtMs) return this.#times;
    const { validDays } = this.#options;
    const expiresAtMs = validDays === null ? null : createdAtMs + validDays * DAY_MS;
    const expires_at = expiresAtMs === null ? null : timestampOf(expiresAtMs);
    this.#times = { createdAtMs, issued_at: timestampOf(createdAtMs), expiresAtMs, expires_at };
    return this.#times;
  }

  /** When the policy in force came into force. */
  #policyMs(): number {
    const { ts } = this.#options.ledger.governance.current;
    if (this.#policy.ts !== ts) this.#policy = { ts, ms: timestampMs(ts) };
    return this.#policy.ms;
  }

  /** PREVIEW: a row in the transaction of the charge, and nothing on the chain. */
  #keep(
    issued: Issued,
    governance: Ruled,
    claimed: ClaimedCall | undefined,
    endedWindow: string | null,
  ): Made<CertifyResult> {
    const data = this.#view(issued, governance);
    const certificate = issued.row;
    if (claimed === undefined) {
      const more = endedWindow !== null && { endedWindow };
      return { keep: { certificate }, result: (usage) => ({ data, usage, stored: null, ...more }) };
    }
    const warnings = endedWindow === null ? undefined : [endedWarning(endedWindow)];
    let stored: StoredAnswer | null = null;
    const build = (usage: Usage) => {
      stored = claimed.render(data, usage, warnings);
      return stored;
    };
    return {
      keep: { certificate, answer: { claim: claimed.claim, build } },
      result: (usage) => ({ data, usage, stored }),
    };
  }

  /** In a ratified window: certificate and anchor share a transaction; the answer waits for the checkpoint. */
  async #anchor(
    issued: Issued,
    governance: Ruled,
    usage: Usage,
    window: Window,
    claimed: ClaimedCall | undefined,
  ): Promise<CertifyResult> {
    const { ledger } = this.#options;
    const preview = { data: this.#view(issued, governance), usage, stored: null };
    // Kept with the certificate: should the request end without a better one, asking again gives the same certificate.
    const answer = claimed && {
      claim: claimed.claim,
      build: () =>
        claimed.render(preview.data, usage, [pendingWarning({ index: null, waitsFor: 'pending_checkpoint' })]),
      isProvisional: true,
    };
    const effect = { rows: [{ kind: 'certificate', certificate: issued.row } as const], ...(answer && { answer }) };
    const seq = await this.#append(issued, effect, window);
    if (seq === null) {
      await ledger.stores.chain.write(effect);
      return preview;
    }
    const proof = await this.#proofOf(seq);
    if (proof?.status !== 'proven')
      return { ...preview, pending: { index: seq, waitsFor: proof?.status ?? 'pending_proof' } };
    const { inclusion, note } = proof;
    const anchor = { index: seq, block_hash: inclusion.leaf, checkpoint: note };
    const data = { ...preview.data, state: 'anchored' as const, chain_anchor: anchor, chain_proof: inclusion };
    return { ...preview, data };
  }

  /**
   * Null when it cannot be read. The certificate is kept and charged by then, so that a failure here must not say that nothing
   * happened: the answer is the PREVIEW, and verify tells what became of it.
   */
  async #proofOf(seq: number): Promise<Exclude<AnchorProof, { status: 'broken' }> | null> {
    const { anchorWait, onError } = this.#options;
    try {
      const proof = await anchorWait.proof(seq, ANCHOR_WAIT_MS);
      if (proof.status === 'broken') throw new Error(proof.detail);
      return proof;
    } catch (error) {
      onError('proof of a new certificate', error);
      return null;
    }
  }

  /** Null when a policy or a veto of this very moment leaves no window open: it is a PREVIEW like any other then. */
  async #append(issued: Issued, effect: Effect, window: Window): Promise<number | null> {
    const { anchoring } = this.#options;
    let open: Window | null = window;
    for (let attempt = 0; open !== null && attempt < MAX_ATTEMPTS; attempt++) {
      const unit = anchoring.unit(issued.row, open.ratification);
      const rows = [...(effect.rows ?? []), ...(unit.rows ?? [])];
      try {
        return (await anchoring.append({ ...unit, ...effect, rows }, open.grounds)).seq;
      } catch (error) {
        if (!(error instanceof PlumblineError && error.code === 'state_conflict')) throw error;
        await anchoring.refresh();
        open = this.#window(issued);
      }
    }
    return null;
  }

  #endedWindow({ row, isLive }: Issued): string | null {
    return isLive ? this.#options.anchoring.endedWindow(coveredBy(row)) : null;
  }

  #window({ row }: Issued): Window | null {
    const { anchoring } = this.#options;
    const found = anchoring.windowFor(coveredBy(row));
    return found && { ratification: found.sha256, grounds: anchoring.grounds };
  }

  #view({ envelope, certificate, row, stages }: Issued, governance: Ruled): Certification {
    const { predicate, pair, saltBase64Url, commitment } = certificate;
    return {
      certificate_id: predicate.cert_id,
      state: 'PREVIEW',
      decision: governance.decision,
      verdict: governance.verdict,
      subject: { commitment, salt: saltBase64Url, ...pair },
      statement: asBase64Url(envelope.payload),
      envelope,
      key_id: row.issuerKeyId,
      issued_at: predicate.issued_at,
      expires_at: predicate.expires_at,
      constitution: predicate.constitution,
      ruleset_hash: predicate.ruleset_hash,
      stages,
      verify_url: `${this.#options.baseUrl()}/api/v1/verify?cert=${predicate.cert_id}`,
      chain_anchor: null,
    };
  }
}

const ATTESTED = { n: 7, name: 'attestation', status: 'ok' } as const;

/** The same bytes in the other alphabet: a payload need not be decoded for that. */
const asBase64Url = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const roundMs = (ms: number) => Math.round(ms * 1000) / 1000;
