// SPDX-License-Identifier: Apache-2.0
/** Envelopes and problems, contract 1.1 and 1.3: the one place where an answer gets its outer form. */
import { errorEnvelopeOf } from '@plumbline/core/contract/schemas/envelope.ts';
import { VERSION_LABEL } from '@plumbline/core/contract/version.ts';
import type { Meta } from './call.ts';
import { numberText } from './json-text.ts';

/** What envelopes say about the deployment. */
export interface Identity {
  readonly system: string;
  readonly siteUrl: () => string;
  /** False while health warns of or reports a failure. */
  readonly operational: () => boolean;
}

let last = { atMs: Number.NaN, iso: '' };

/** Answers of one commit share their millisecond, and formatting it for each of them would show. */
export function isoOf(atMs: number): string {
  if (last.atMs !== atMs) last = { atMs, iso: new Date(atMs).toISOString() };
  return last.iso;
}

export function v1(requestId: string, nowIso: string, data: unknown, meta: Meta): object {
  return { ok: true, api: 'v1', version: VERSION_LABEL, request_id: requestId, generated_at: nowIso, data, meta };
}

const V1_START = `{"ok":true,"api":"v1","version":${JSON.stringify(VERSION_LABEL)},"request_id":"`;

/**
 * The text of JSON.stringify(v1(…)): ASCII but for what `data` and `meta` hold.
 * @param data JSON already
 * @param meta JSON already
 */
export function v1Text(requestId: string, nowIso: string, data: string, meta: string): string {
  return `${V1_START}${requestId}","generated_at":"${nowIso}","data":${data},"meta":${meta}}`;
}

/** The text of JSON.stringify(meta). */
export function metaText(meta: Meta): string {
  const { usage, warnings, credentials, duration_ms, trace_id } = meta;
  if (usage === undefined || warnings !== undefined || duration_ms === undefined) return JSON.stringify(meta);
  const cost = usage.cost === null ? 'null' : JSON.stringify(usage.cost);
  const trace = trace_id === undefined ? '' : `,"trace_id":"${trace_id}"`;
  return `{"usage":{"tier":"${usage.tier}","unit":"check","limit":${usage.limit},"used":${usage.used},"remaining":${
    usage.remaining
  },"resets_at":"${usage.resets_at}","cost":${cost}},"credentials":"${credentials}","duration_ms":${numberText(duration_ms)}${trace}}`;
}

export function pub(identity: Identity, requestId: string, nowIso: string, data: unknown, failed = false): object {
  const operational = identity.operational() && !failed;
  return {
    ok: !failed,
    status: operational ? 'ONLINE' : 'DEGRADED',
    system: identity.system,
    generated_at: nowIso,
    version: VERSION_LABEL,
    collective: operational ? 'OPERATIONAL' : 'DEGRADED',
    request_id: requestId,
    data,
  };
}

/** V1Error or PubError, by the path alone. */
export function errorEnvelope(
  identity: Identity,
  path: string,
  requestId: string,
  nowIso: string,
  problem: object,
): object {
  const common = { request_id: requestId, generated_at: nowIso, data: null, error: problem };
  if (errorEnvelopeOf(path) === 'v1') return { ok: false, api: 'v1', version: VERSION_LABEL, ...common };
  return {
    ok: false,
    status: 'ERROR',
    system: identity.system,
    version: VERSION_LABEL,
    collective: identity.operational() ? 'OPERATIONAL' : 'DEGRADED',
    ...common,
  };
}
