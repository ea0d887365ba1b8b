// SPDX-License-Identifier: Apache-2.0
/** The mailbox (contract 3.3). What comes in is judged, kept for its time, compared with what is true here, and read by nobody. */
import { hash, timingSafeEqual } from 'node:crypto';
import { occurredErrors } from '@plumbline/core/contract/gateway-rules.ts';
import type { BodyOf, OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Screening } from '@plumbline/core/engine/screen.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { canonicalJson } from '@plumbline/core/seal/jcs.ts';
import { ulidTimeMs } from '@plumbline/core/ulid.ts';
import type { ReceiptCounts, ReceiptOutcome, ReceiptRecord, ReceiptStore } from '../../store/receipt-store.ts';
import { AnswerKeeper, type ClaimedCall, type StoredAnswer } from '../idempotency.ts';
import type { Caller } from '../tiers.ts';

export type ReceiptBody = BodyOf<Operations['submitReceipt']>;
export type ReceiptAnswer = OutputOf<Operations['submitReceipt']>;
export type ReceiptMetadata = OutputOf<Operations['readReceipt']>;

export const RECEIPT_DAYS = 90;
const KEPT_MS = RECEIPT_DAYS * 86_400_000;
/** An id of the future was made by nobody; clocks of several processes may differ by this much. */
const SKEW_MS = 5 * 60_000;

/** What a receipt may be right or wrong about. */
export interface Truths {
  readonly constitutionHash: string;
  readonly contractHash: () => string;
  readonly openapiHash: () => string;
  readonly knowsAnswer: (answerHash: string) => Promise<boolean>;
  readonly knowsCertificate: (id: string) => Promise<boolean>;
}

export interface ReceiptsOptions {
  readonly store: ReceiptStore;
  readonly screen: (text: string) => Promise<Screening>;
  readonly truths: Truths;
  readonly nowMs: () => number;
  readonly newId: (prefix: string) => string;
}

export interface Submitted {
  readonly data: ReceiptAnswer;
  /** Kept for the caller's Idempotency-Key, in the transaction of the receipt. */
  readonly stored: StoredAnswer | null;
}

export class Receipts {
  readonly #options: ReceiptsOptions;

  constructor(options: ReceiptsOptions) {
    this.#options = options;
  }

  /** @throws PlumblineError invalid_value for `occurred_at`, overloaded */
  async submit(body: ReceiptBody, caller: Caller, claimed: ClaimedCall | undefined): Promise<Submitted> {
    const { store, nowMs, newId } = this.#options;
    const receivedAtMs = nowMs();
    const errors = occurredErrors(body.occurred_at, receivedAtMs);
    if (errors.length > 0)
      throw new PlumblineError('invalid_value', { detail: `${errors[0]?.pointer}: ${errors[0]?.detail}`, errors });
    const content = canonicalJson(body);
    const contentHash = hash('sha256', content);
    const matches = await this.#matches(body.observed);
    const receipt = {
      id: newId('rcp_'),
      receivedAtMs,
      expiresAtMs: receivedAtMs + KEPT_MS,
      contentHash,
      kind: body.kind,
      quarantined: await this.#isFlagged(body),
      commitment: body.withdraw_commitment ?? null,
      content,
      dayKey: hash('sha256', `${caller.partition} ${contentHash}`),
    };
    const keeper = claimed === undefined ? null : new AnswerKeeper(claimed);
    const answerOf = (outcome: ReceiptOutcome) => answerFor(outcome, matches);
    const outcome = await store.insert(receipt, (kept) => keeper?.answer(answerOf(kept), undefined) ?? null);
    return { data: answerOf(outcome), stored: keeper?.stored ?? null };
  }

  /** @throws PlumblineError not_found, expired */
  async metadata(id: string): Promise<ReceiptMetadata> {
    const record = await this.#held(id);
    return {
      receipt_id: record.id,
      status: 'public_untrusted_mailbox',
      kind: record.kind,
      state: record.quarantined ? 'quarantined' : 'held',
      ...timesOf(record),
      content_hash: record.contentHash,
      withdrawable: record.commitment !== null,
    };
  }

  /** @throws PlumblineError not_found, expired, state_conflict, withheld_by_policy */
  async withdraw(id: string, preimage: string): Promise<OutputOf<Operations['withdrawReceipt']>> {
    const { store, nowMs } = this.#options;
    const { commitment } = await this.#held(id);
    if (commitment === null)
      throw new PlumblineError('state_conflict', { detail: 'The receipt came without a withdraw_commitment.' });
    if (!opens(commitment, preimage))
      throw new PlumblineError('withheld_by_policy', { detail: '/preimage: is not what the commitment was made of.' });
    const erasedAtMs = nowMs();
    if (!(await store.withdraw(id, erasedAtMs))) throw new PlumblineError('not_found');
    return { receipt_id: id, erased: true, erased_at: new Date(erasedAtMs).toISOString() };
  }

  counts(): Promise<ReceiptCounts> {
    return this.#options.store.counts(this.#options.nowMs());
  }

  /** The id tells its own time: what is past it is gone, and no record of it is needed to say so. */
  async #held(id: string): Promise<ReceiptRecord> {
    const { store, nowMs } = this.#options;
    const atMs = ulidTimeMs(id);
    if (atMs + KEPT_MS <= nowMs()) throw new PlumblineError('expired');
    const record = atMs > nowMs() + SKEW_MS ? null : await store.find(id);
    if (record === null) throw new PlumblineError('not_found');
    return record;
  }

  /** A statement is flagged by anything that is found in it; what an agent calls itself, by what does not pass. */
  async #isFlagged(body: ReceiptBody): Promise<boolean> {
    const { screen } = this.#options;
    const names = [body.agent_id, body.client_name, body.client_version, ...(body.capabilities ?? [])];
    const named = await screen(names.filter((name) => name !== undefined).join('\n'));
    if (named.verdict !== 'pass' || body.statement === undefined) return named.verdict !== 'pass';
    const stated = await screen(body.statement);
    return stated.verdict !== 'pass' || stated.flags.length > 0;
  }

  /** Members of which nothing is kept or published to compare with are left out. */
  async #matches(observed: ReceiptBody['observed']): Promise<Readonly<Record<string, boolean>>> {
    const { truths } = this.#options;
    const { constitution_hash, contract_hash, openapi_hash, answer_hash, certificate_id } = observed ?? {};
    return {
      ...(constitution_hash !== undefined && { constitution_hash: constitution_hash === truths.constitutionHash }),
      ...(contract_hash !== undefined && { contract_hash: contract_hash === truths.contractHash() }),
      ...(openapi_hash !== undefined && { openapi_hash: openapi_hash === truths.openapiHash() }),
      ...(answer_hash !== undefined && { answer_hash: await truths.knowsAnswer(answer_hash) }),
      ...(certificate_id !== undefined && { certificate_id: await truths.knowsCertificate(certificate_id) }),
    };
  }
}

function answerFor({ receipt, duplicate }: ReceiptOutcome, matches: Readonly<Record<string, boolean>>): ReceiptAnswer {
  return {
    receipt_id: receipt.id,
    status: 'public_untrusted_mailbox',
    ...timesOf(receipt),
    content_hash: receipt.contentHash,
    observed_matches: matches,
    duplicate,
    mutates: true,
    chain_write: false,
    grants_authority: false,
    is_instruction: false,
    is_mcp_tool: false,
  };
}

function timesOf({ receivedAtMs, expiresAtMs }: ReceiptRecord) {
  return { received_at: new Date(receivedAtMs).toISOString(), expires_at: new Date(expiresAtMs).toISOString() };
}

/** Text as UTF-8, or bytes in hex: people make commitments of both. */
function opens(commitment: string, preimage: string): boolean {
  const wanted = Buffer.from(commitment, 'hex');
  const forms = [Buffer.from(preimage, 'utf8')];
  if (/^(?:[0-9a-fA-F]{2})+$/.test(preimage)) forms.push(Buffer.from(preimage, 'hex'));
  return forms.some((bytes) => timingSafeEqual(hash('sha256', bytes, 'buffer'), wanted));
}
