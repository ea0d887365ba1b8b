// SPDX-License-Identifier: Apache-2.0
import { timingSafeEqual } from 'node:crypto';
import {
  type Credential,
  type CredentialEnvironment,
  mintCredential,
  parseCredential,
} from '@plumbline/core/contract/credential.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { KeyEnvironment, KeyLimits, KeyRecord, KeyStore } from '../store/store.ts';
import { BurstCounter } from './bursts-counter.ts';
import { KeyCache } from './keys-cache.ts';
import { keyHash } from './keys-pepper.ts';
import { LimitError } from './quota.ts';
import { type Caller, type TierName, type TierTable, type TierTerms, termsOf } from './tiers.ts';

/** `vp_`: contract 1.4. The first three are what a key has unless others are named. */
export const DEFAULT_SCOPES = ['verify:evaluate', 'verify:govern', 'verify:certify'] as const;
export const SCOPES = [
  ...DEFAULT_SCOPES,
  'memory:read',
  'memory:write',
  'memory:delete',
  'memory:review',
  'towns:moderate',
  'ledger:anchor',
  'admin:keys',
  'admin:members',
  'admin:config',
] as const;
export const ROTATION_OVERLAP_MS = 24 * 3_600_000;

const RANDOM_BYTES = 128;
const MINUTE_MS = 60_000;
const MAX_UNWRITTEN_USES = 10_000;
const DEFAULT_FAILURES_PER_MINUTE = 30;
const KEY_PARTITION = 'key:';
const ID_LENGTH = 12;
const BEARER = 'Bearer ';
const FAILURE_POLICY = 'credential-min';

export interface KeyServiceOptions {
  readonly store: KeyStore;
  /** From `loadPepper`. */
  readonly pepper: Uint8Array;
  readonly prefix: string;
  readonly tiers: TierTable;
  readonly nowMs: () => number;
  /** Cryptographic randomness. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Refused credentials (401 and 403) in 60 s and network before 429. */
  readonly failuresPerMinute?: number;
  /** Knows the tokens of ephemeral registrations, which give no access. */
  readonly isTraceToken?: (token: string) => boolean;
}

export interface IssueRequest {
  readonly tier: TierName;
  readonly label: string;
  readonly owner?: string | null;
  /** Default: the three verify scopes. */
  readonly scopes?: readonly string[];
  readonly environment?: CredentialEnvironment;
  readonly expiresAtMs?: number | null;
  readonly limits?: KeyLimits | null;
}

/** The plain key exists here and nowhere else. */
export interface IssuedKey {
  readonly key: string;
  readonly record: KeyRecord;
}

/** Issues keys and tells who holds one. */
export class KeyService {
  readonly #options: KeyServiceOptions;
  readonly #cache = new KeyCache();
  readonly #failures: BurstCounter;
  readonly #uses = new Map<string, number>();

  constructor(options: KeyServiceOptions) {
    this.#options = options;
    this.#failures = new BurstCounter({
      name: FAILURE_POLICY,
      limit: options.failuresPerMinute ?? DEFAULT_FAILURES_PER_MINUTE,
      windowMs: MINUTE_MS,
    });
  }

  /**
   * Who sends this Authorization header. A key that does not work never falls back to the free tier.
   * @param header value of Authorization
   * @param networkPartition the client's network: refused credentials are limited by it
   * @throws PlumblineError `scheme_unsupported`, `credential_malformed`, `credential_unknown`, `credential_expired`,
   *   `credential_revoked`, `trace_token_not_credential`; LimitError `rate_limited` after too many of them
   */
  async authenticate(header: string, networkPartition: string): Promise<Caller> {
    try {
      const token = bearerToken(header);
      const credential = this.#parse(token);
      const nowMs = this.#options.nowMs();
      const cached = this.#cache.get(credential.id, token, nowMs);
      if (cached !== null) {
        requireUsable(cached.record, nowMs);
        this.#markUsed(credential.id, nowMs);
        return cached.caller;
      }
      return await this.#lookUp(token, credential, nowMs);
    } catch (error) {
      throw this.refused(error, networkPartition);
    }
  }

  /**
   * The holder of a key that was verified within the last seconds, at once; null says nothing: ask `authenticate`. A token
   * equal to one that was verified has the right form and checksum, so neither is computed again.
   * @param header value of Authorization
   */
  recall(header: string): Caller | null {
    if (!header.startsWith(BEARER)) return null;
    const token = header.slice(BEARER.length);
    const nowMs = this.#options.nowMs();
    const idAt = this.#options.prefix.length + '_live_'.length;
    const id = token.slice(idAt, idAt + ID_LENGTH);
    const cached = this.#cache.get(id, token, nowMs);
    if (cached === null) return null;
    const state = stateOf(cached.record, nowMs);
    if (state === 'revoked' || state === 'expired') return null;
    this.#markUsed(id, nowMs);
    return cached.caller;
  }

  /**
   * Counts a request that its credential, or the want of one, kept out.
   * @param error 401 or 403; anything else is no fault of the caller and comes back uncounted
   * @returns what to throw: the error, or LimitError `rate_limited` after too many of them from this network
   */
  refused(error: unknown, networkPartition: string): unknown {
    if (!(error instanceof PlumblineError) || (error.status !== 401 && error.status !== 403)) return error;
    const taken = this.#failures.take(networkPartition, this.#options.nowMs());
    if (taken.admitted) return error;
    return new LimitError('rate_limited', FAILURE_POLICY, {
      detail: 'Too many refused credentials from this network.',
      retryAfterS: taken.state.resetS,
      states: [taken.state],
    });
  }

  /** @throws PlumblineError `invalid_value` for an unknown scope, a label or owner that lists can't show, or limits on a tier that has none */
  async issue(request: IssueRequest): Promise<IssuedKey> {
    requireIssuable(request);
    const environment = request.environment ?? 'live';
    const { key, id } = this.#mint(environment);
    const record: KeyRecord = {
      id,
      hash: keyHash(this.#options.pepper, key).toString('hex'),
      lineId: id,
      environment,
      tier: request.tier,
      label: request.label.trim(),
      owner: request.owner?.trim() ?? null,
      scopes: [...new Set(request.scopes ?? DEFAULT_SCOPES)],
      limits: request.limits ?? null,
      createdAtMs: this.#options.nowMs(),
      lastUsedAtMs: null,
      expiresAtMs: request.expiresAtMs ?? null,
      state: 'active',
      overlapEndsAtMs: null,
      leakedAtMs: null,
    };
    await this.#options.store.insert(record);
    this.#cache.clear();
    return { key, record };
  }

  list(): Promise<KeyRecord[]> {
    return this.#options.store.list();
  }

  /**
   * A new key in place of an old one, with the same rights and the same day quota; the old one works 24 h longer.
   * @throws PlumblineError `not_found`; `state_conflict` when the old one is not active
   */
  async rotate(id: string): Promise<IssuedKey> {
    const old = await this.#options.store.find(id);
    if (old === null) throw new PlumblineError('not_found', { detail: 'There is no key with this id.' });
    const nowMs = this.#options.nowMs();
    const { key, id: nextId } = this.#mint(old.environment);
    const record: KeyRecord = {
      ...old,
      id: nextId,
      hash: keyHash(this.#options.pepper, key).toString('hex'),
      createdAtMs: nowMs,
      lastUsedAtMs: null,
      leakedAtMs: null,
    };
    const usable = stateOf(old, nowMs) === 'active';
    if (!usable || !(await this.#options.store.rotate(id, record, nowMs + ROTATION_OVERLAP_MS)))
      throw new PlumblineError('state_conflict', { detail: 'Only an active key can be rotated.' });
    this.#cache.clear();
    return { key, record };
  }

  /** @throws PlumblineError `not_found` */
  async revoke(id: string): Promise<void> {
    if (!(await this.#options.store.revoke(id)))
      throw new PlumblineError('not_found', { detail: 'There is no key with this id.' });
    this.#cache.clear();
  }

  /**
   * A key was seen in an address or a body. When it is one of ours, it is marked as wanting rotation; the caller learns
   * nothing either way.
   */
  async flagLeaked(keyText: string): Promise<void> {
    const credential = parseCredential(keyText, this.#options.prefix);
    if (credential === null) return;
    const record = await this.#options.store.find(credential.id);
    if (record === null || !this.#matches(keyText, record)) return;
    await this.#options.store.markLeaked(record.id, this.#options.nowMs());
  }

  /** Writes the minutes of last use; called now and then, never in a request. */
  async flushUses(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = new Map(this.#uses);
    this.#uses.clear();
    try {
      await this.#options.store.touch(uses);
    } catch (error) {
      for (const [id, atMs] of uses) if (!this.#uses.has(id)) this.#uses.set(id, atMs);
      throw error;
    }
  }

  #parse(token: string): Credential {
    if (this.#options.isTraceToken?.(token)) throw new PlumblineError('trace_token_not_credential');
    const credential = parseCredential(token, this.#options.prefix);
    if (credential === null) throw new PlumblineError('credential_malformed');
    return credential;
  }

  async #lookUp(token: string, { id }: Credential, nowMs: number): Promise<Caller> {
    const missing = this.#cache.isMissing(id, nowMs);
    const record = missing ? null : await this.#options.store.find(id);
    if (record === null) {
      // The same work as for a key that exists: the time of the answer must not tell.
      keyHash(this.#options.pepper, token);
      if (!missing) this.#cache.putMissing(id, nowMs);
      throw new PlumblineError('credential_unknown');
    }
    if (!this.#matches(token, record)) throw new PlumblineError('credential_unknown');
    requireUsable(record, nowMs);
    const caller = callerOf(record, this.#options.tiers);
    this.#cache.put(token, record, caller, nowMs);
    this.#markUsed(id, nowMs);
    return caller;
  }

  #matches(token: string, record: KeyRecord): boolean {
    return timingSafeEqual(keyHash(this.#options.pepper, token), Buffer.from(record.hash, 'hex'));
  }

  #markUsed(id: string, nowMs: number): void {
    if (this.#uses.size < MAX_UNWRITTEN_USES) this.#uses.set(id, nowMs - (nowMs % MINUTE_MS));
  }

  #mint(environment: CredentialEnvironment): { key: string; id: string } {
    return mintCredential(environment, this.#options.randomBytes(RANDOM_BYTES), this.#options.prefix);
  }
}

/** Without an expression: a header of 16 KiB of spaces must cost nothing. */
function bearerToken(header: string): string {
  const space = header.indexOf(' ');
  const scheme = space === -1 ? header : header.slice(0, space);
  if (scheme.toLowerCase() !== 'bearer') throw new PlumblineError('scheme_unsupported');
  return space === -1 ? '' : header.slice(space).trim();
}

/** `expired` and the end of a rotation are not written anywhere: they follow from the clock. */
export function stateOf(record: KeyRecord, nowMs: number): 'active' | 'rotating' | 'revoked' | 'expired' {
  if (record.state === 'revoked') return 'revoked';
  if (record.state === 'rotating' && (record.overlapEndsAtMs ?? 0) <= nowMs) return 'revoked';
  if (record.expiresAtMs !== null && record.expiresAtMs <= nowMs) return 'expired';
  return record.state;
}

function requireUsable(record: KeyRecord, nowMs: number): void {
  const state = stateOf(record, nowMs);
  if (state === 'revoked') throw new PlumblineError('credential_revoked');
  if (state === 'expired') throw new PlumblineError('credential_expired');
}

function callerOf(record: KeyRecord, tiers: TierTable): Caller {
  return {
    kind: 'key',
    tier: record.tier,
    partition: KEY_PARTITION + record.lineId,
    keyId: record.id,
    environment: record.environment,
    scopes: new Set(record.scopes),
    terms: billed(termsOf(record.tier, record.limits, tiers), record.environment),
    limits: record.limits,
  };
}

/** Lists show a key a line. What turns the direction of writing would garble it as well. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Contract 1.1: cost is null where none is charged, and a test key is charged nothing. */
const billed = (terms: TierTerms, environment: KeyEnvironment): TierTerms =>
  environment === 'test' ? { ...terms, price: null } : terms;

/** An owner is a name or an address of mail. */
const LONGEST_OWNER = 254;

function requireIssuable({ label, owner, scopes, tier, limits }: IssueRequest): void {
  const refuse = (detail: string) => new PlumblineError('invalid_value', { detail });
  const name = owner?.trim();
  if (name === '' || (name?.length ?? 0) > LONGEST_OWNER)
    throw refuse(`An owner has 1 to ${LONGEST_OWNER} characters, or is left out.`);
  if (CONTROLS.test(name ?? '')) throw refuse('An owner has no line breaks and no other control characters.');
  if (label.trim() === '' || label.length > 120) throw refuse('A label has 1 to 120 characters.');
  if (CONTROLS.test(label.trim())) throw refuse('A label has no line breaks and no other control characters.');
  const known: readonly string[] = SCOPES;
  const unknown = scopes?.find((scope) => !known.includes(scope));
  if (unknown !== undefined) throw refuse(`There is no scope ${unknown}. Scopes: ${SCOPES.join(', ')}.`);
  if (scopes?.length === 0) throw refuse('A key needs at least one scope.');
  if (limits && tier !== 'enterprise') throw refuse('Only keys of tier enterprise carry their own limits.');
}
