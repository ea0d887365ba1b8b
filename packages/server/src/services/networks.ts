// SPDX-License-Identifier: Apache-2.0
import { createHmac } from 'node:crypto';
import type { NetworkSaltStore, NoticeStore } from '../store/store.ts';
import {
  forwardedAddresses,
  forwardedForAddresses,
  networkOf,
  plainAddress,
  trustedNetworks,
} from './networks-address.ts';
import { dayOf } from './quota.ts';

/** Someone sends forwarding headers whom configuration does not trust: all users behind that proxy share one quota. */
export const UNTRUSTED_FORWARDING = 'untrusted_forwarding';
/** A trusted proxy passed on both kinds of forwarding headers, and they disagree: neither is believed. */
export const CONTRADICTING_FORWARDING = 'contradicting_forwarding';
/** A trusted proxy passed on an address that cannot be read, or none: whoever is behind it shares one quota. */
export const UNREADABLE_FORWARDING = 'unreadable_forwarding';

const NETWORK_PARTITION = 'net:';
const SALT_BYTES = 32;
const NAME_LENGTH = 22;
const MAX_CACHED = 5_000;
const NOTICE_INTERVAL_MS = 5_000;
/** Windows of a minute reach so far back over midnight. */
const REACH_MS = 60_000;
const DAY_MS = 86_400_000;

export interface ForwardingHeaders {
  readonly forwarded?: string | undefined;
  readonly xForwardedFor?: string | undefined;
}

export interface NetworksOptions {
  readonly salts: NetworkSaltStore;
  readonly notices: NoticeStore;
  /** CIDRs whose forwarding headers are believed. */
  readonly trustedProxies: readonly string[];
  /** 48..64 */
  readonly ipv6PrefixBits: number;
  readonly nowMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** A notice could not be written; the request goes on. */
  readonly onError: (error: unknown) => void;
}

/** Names the network of a client without keeping its address. */
export class Networks {
  readonly #options: NetworksOptions;
  readonly #isTrusted: (address: string) => boolean;
  /** Address to partition, of one day. Emptied with the day's salt. */
  readonly #partitions = new Map<string, string>();
  readonly #unwritten = new Map<string, number>();
  #salt: { readonly day: number; readonly bytes: Promise<Buffer> } | null = null;
  /** Yesterday's, for the first minute of a day: who is who from one day to the next is known no longer. */
  #formerSalt: Promise<Buffer | null> | null = null;
  /** Names of yesterday by those of today. */
  readonly #formers = new Map<string, string>();
  #day = -1;
  #noticedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: NetworksOptions) {
    this.#options = options;
    this.#isTrusted = trustedNetworks(options.trustedProxies);
  }

  /**
   * The client's counting key, `net:` + HMAC-SHA-256 of its network under the salt of the day.
   * @param peer address of the socket
   */
  partitionOf(peer: string, headers: ForwardingHeaders): string | Promise<string> {
    const address = this.#clientAddress(peer, headers);
    const nowMs = this.#options.nowMs();
    if (dayOf(nowMs) === this.#day) {
      const known = this.#partitions.get(address);
      if (known !== undefined) return known;
    }
    return this.#name(address, nowMs);
  }

  /** What the same network was called before midnight, in the minute after; null at any other time. */
  formerOf(partition: string): string | null {
    return this.#formers.get(partition) ?? null;
  }

  /** Writes what was noticed. */
  async flushNotices(): Promise<void> {
    for (const [name, count] of [...this.#unwritten]) {
      this.#unwritten.delete(name);
      try {
        await this.#options.notices.record(name, count, this.#options.nowMs());
      } catch (error) {
        this.#unwritten.set(name, (this.#unwritten.get(name) ?? 0) + count);
        throw error;
      }
    }
  }

  /** Right to left, over proxies that are trusted, to the first address that is not. */
  #clientAddress(peer: string, { forwarded, xForwardedFor }: ForwardingHeaders): string {
    if (forwarded === undefined && xForwardedFor === undefined) return peer;
    if (!this.#isTrusted(peer)) {
      this.#notice(UNTRUSTED_FORWARDING);
      return peer;
    }
    const older = xForwardedFor === undefined ? null : this.#walk(peer, forwardedForAddresses(xForwardedFor));
    const newer = forwarded === undefined ? null : this.#walk(peer, forwardedAddresses(forwarded));
    if (older !== null && newer !== null && older !== newer) {
      // The proxy writes one of them; the other may be the client's own invention.
      this.#notice(CONTRADICTING_FORWARDING);
      return peer;
    }
    return older ?? newer ?? peer;
  }

  #walk(peer: string, hops: readonly (string | null)[]): string {
    let nearest = plainAddress(peer) ?? peer;
    for (let i = hops.length - 1; i >= 0; i--) {
      const hop = hops[i];
      if (hop === null || hop === undefined) {
        this.#notice(UNREADABLE_FORWARDING);
        return nearest;
      }
      nearest = hop;
      if (!this.#isTrusted(hop)) return nearest;
    }
    return nearest;
  }

  async #name(address: string, nowMs: number): Promise<string> {
    const day = dayOf(nowMs);
    const salt = await this.#saltOf(day, nowMs);
    // A socket that is gone has no address: such requests share one name.
    const network = networkOf(address, this.#options.ipv6PrefixBits) ?? 'none';
    const partition = partitionUnder(salt, network);
    const former = await this.#formerSalt?.catch(() => null);
    if (former != null && this.#formers.size < MAX_CACHED)
      this.#formers.set(partition, partitionUnder(former, network));
    if (this.#day !== day || this.#partitions.size >= MAX_CACHED) this.#partitions.clear();
    this.#day = day;
    this.#partitions.set(address, partition);
    return partition;
  }

  #saltOf(day: number, nowMs: number): Promise<Buffer> {
    if (this.#salt?.day === day) return this.#salt.bytes;
    const sinceMidnightMs = nowMs - day * DAY_MS;
    const candidate = Buffer.from(this.#options.randomBytes(SALT_BYTES)).toString('hex');
    const bytes = this.#options.salts.saltOf(day, candidate).then((hex) => Buffer.from(hex, 'hex'));
    if (this.#salt?.day === day - 1) this.#remember(this.#salt.bytes, REACH_MS);
    // One that starts in that minute, beside others that share their windows with it, knows what they know.
    else if (sinceMidnightMs < REACH_MS)
      this.#remember(this.#options.salts.knownSaltOf(day - 1).then(fromHex), REACH_MS - sinceMidnightMs);
    const salt = { day, bytes };
    this.#salt = salt;
    // A failed read must not be remembered as the day's salt.
    bytes.catch(() => {
      if (this.#salt === salt) this.#salt = null;
    });
    return bytes;
  }

  #remember(salt: Promise<Buffer | null>, forMs: number): void {
    // Where it cannot be read the network counts anew; the request goes on.
    salt.catch(() => {});
    this.#formerSalt = salt;
    setTimeout(() => {
      this.#formerSalt = null;
      this.#formers.clear();
    }, forMs).unref();
  }

  #notice(name: string): void {
    this.#unwritten.set(name, (this.#unwritten.get(name) ?? 0) + 1);
    const nowMs = this.#options.nowMs();
    if (nowMs - this.#noticedAtMs < NOTICE_INTERVAL_MS) return;
    this.#noticedAtMs = nowMs;
    this.flushNotices().catch(this.#options.onError);
  }
}

const fromHex = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'));

function partitionUnder(salt: Buffer, network: string): string {
  return NETWORK_PARTITION + createHmac('sha256', salt).update(network).digest('base64url').slice(0, NAME_LENGTH);
}
