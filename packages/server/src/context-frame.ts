// SPDX-License-Identifier: Apache-2.0
/** The part of the composer that makes the HTTP frame. */
import type { Ports } from '@plumbline/core/engine/types.ts';
import type { Config } from './config-schema.ts';
import type { Addresses } from './context-addresses.ts';
import { backgroundFailure, leakedCredential } from './events.ts';
import { createAdmit } from './http/admission.ts';
import type { Frame } from './http/frame.ts';
import type { OverloadGuard } from './http/overload.ts';
import { createNoteUnavailable } from './http/unavailable.ts';
import { type Log, subsystem } from './log.ts';
import { Allowances } from './services/allowances.ts';
import { Bursts } from './services/bursts.ts';
import type { Health } from './services/health.ts';
import { Idempotency } from './services/idempotency.ts';
import type { JudgePool } from './services/judge-pool.ts';
import type { KeyService } from './services/keys.ts';
import type { Networks } from './services/networks.ts';
import type { TierTable } from './services/tiers.ts';
import type { Store } from './store/store.ts';

const EMPTY: ReadonlySet<string> = new Set();

/** What the frame is made of; the composer has made all of it before. */
export interface FrameParts {
  readonly networks: Networks;
  readonly keys: KeyService;
  readonly health: Health;
  readonly overload: OverloadGuard;
  readonly addresses: Addresses;
  readonly pool: JudgePool;
}

export interface FrameBase {
  readonly config: Config;
  readonly nowMs: () => number;
  readonly ports: Ports;
  readonly store: Store;
  readonly log: Log;
  readonly tiers: TierTable;
}

export function createFrame(base: FrameBase, { networks, keys, health, overload, addresses, pool }: FrameParts): Frame {
  const { nowMs, ports, log, tiers, store } = base;
  const { settings } = base.config;
  const { hsts, limits } = settings;
  const bursts = new Bursts({
    nowMs,
    shared: limits.shared ? store.windows : null,
    instances: limits.instances,
    formerOf: (partition) => networks.formerOf(partition),
  });
  const allowances = new Allowances({ usage: store.usage, windows: store.windows, nowMs });
  const usedChecks = (partition: string, day: number) => store.usage.used(partition, day);
  const origins = new Set(settings.cors.site_origins);
  const httpLog = subsystem(log, 'http');
  return {
    identity: { system: settings.system, siteUrl: addresses.siteUrl, operational: () => health.operational() },
    headers: {
      hsts:
        hsts.max_age_s === 0
          ? null
          : `max-age=${hsts.max_age_s}${hsts.include_subdomains ? '; includeSubDomains' : ''}`,
      siteOrigins: () => origins.union(siteOrigin(addresses.siteUrl())),
    },
    log: httpLog,
    noteUnavailable: createNoteUnavailable(httpLog, () => performance.now()),
    accessLevel: settings.log.requests ? 'info' : 'debug',
    overload,
    parseElsewhere: (bytes) => pool.parse(bytes),
    challenge: `Bearer realm="${settings.service}", error="invalid_token"`,
    admit: createAdmit({ keys, networks, bursts, allowances, usedChecks, tiers, limits, nowMs }),
    reportLeaked: (candidates) => {
      leakedCredential(log);
      for (const candidate of candidates.slice(0, 5))
        keys.flagLeaked(candidate).catch((error) => backgroundFailure(log, 'leaked keys', error));
    },
    idempotency: new Idempotency(store.ledger.idempotency, nowMs),
    newId: ports.newId,
    now: nowMs,
  };
}

function siteOrigin(siteUrl: string): ReadonlySet<string> {
  return URL.canParse(siteUrl) ? new Set([new URL(siteUrl).origin]) : EMPTY;
}
