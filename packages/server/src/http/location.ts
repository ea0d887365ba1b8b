// SPDX-License-Identifier: Apache-2.0
/** Where that lives which a request has made: from the declaration of the operation and the members of the answer. */
import type { Operation } from '@plumbline/core/contract/operation.ts';
import type { StoredAnswer } from '../services/idempotency.ts';

/** A path; it stands on the address that the caller used. Null where nothing is made. */
export function locationOf({ location }: Operation, data: unknown): string | null {
  if (location === undefined) return null;
  const members = data as Readonly<Record<string, unknown>>;
  return location.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(members[name])));
}

/** The same for an answer that was kept as bytes. */
export function storedLocation(operation: Operation, { status, body }: StoredAnswer): string | null {
  if (operation.location === undefined || status >= 300) return null;
  return locationOf(operation, (JSON.parse(Buffer.from(body).toString('utf8')) as { readonly data: unknown }).data);
}
