// SPDX-License-Identifier: Apache-2.0
/** W3C Trace Context, level 1: accepted and continued, never required. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The trace id of a valid `traceparent`, or undefined. Version ff and all-zero ids are invalid (section 3.2.2). */
export function traceIdOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const match = TRACEPARENT.exec(header);
  if (match === null || match[1] === 'ff' || (match[1] === '00' && match[5] !== undefined)) return undefined;
  if (/^0+$/.test(match[2] ?? '') || /^0+$/.test(match[3] ?? '')) return undefined;
  return match[2];
}

const CALLER_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's own Request-Id when it has the form of contract 1.1; it comes back as Client-Request-Id. */
export function clientRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && CALLER_ID.test(header) ? header : undefined;
}
