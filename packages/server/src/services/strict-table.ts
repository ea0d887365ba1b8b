// SPDX-License-Identifier: Apache-2.0
/** The strict table (contract section 5): rows of hashes, and a plain refusal for whoever asks for what they are about. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { listValues } from '@plumbline/core/contract/list-parameter.ts';
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { STRICT_FIELDS } from '@plumbline/core/contract/schemas/ledger.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { StrictRow } from '@plumbline/core/ledger/entry.ts';
import type { EntryRange } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';
import { rowOf } from './ledger-public.ts';

type Table = OutputOf<Operations['strictTable']>;
export type StrictQuery = Readonly<Record<string, string | undefined>>;

const LISTS = ['fields', 'include', 'expand'] as const;
const FIELDS: ReadonlySet<string> = new Set(STRICT_FIELDS);
const DEFAULT_LIMIT = 100;
const MAC_CHARS = 22;

export class StrictTable {
  readonly #ledger: Ledger;
  readonly #cursorKey: Uint8Array;

  /** @param cursorKey a secret of the deployment: cursors are signed */
  constructor(ledger: Ledger, cursorKey: Uint8Array) {
    this.#ledger = ledger;
    this.#cursorKey = cursorKey;
  }

  /** @throws PlumblineError invalid_parameter, invalid_cursor */
  async read(query: StrictQuery): Promise<Table> {
    const fields = fieldsOf(query);
    const limit = Number(query.limit ?? DEFAULT_LIMIT);
    const descending = query.order === 'desc';
    const range = this.#range(query, descending);
    const rows: StrictRow[] = [];
    // One row more than asked for tells whether there is another page.
    for await (const page of this.#ledger.stores.chain.entries({ ...range, descending, limit: limit + 1 }))
      rows.push(...page.map((entry) => rowOf(entry, this.#ledger.crypto)));
    const shown = rows.slice(0, limit);
    const last = shown.at(-1)?.index;
    const next = rows.length > limit && last !== undefined ? this.#cursor(query, last) : null;
    return {
      rows: fields === null ? shown : shown.map((row) => pick(row, fields)),
      omitted: ['description', 'preimage'],
      cursor: { next },
    };
  }

  #range(query: StrictQuery, descending: boolean): EntryRange {
    const after = query.cursor === undefined ? null : this.#read(query, query.cursor);
    const from = Math.max(Number(query.from ?? 0), !descending && after !== null ? after + 1 : 0);
    const last = query.to === undefined ? null : Number(query.to);
    const bounds = [last === null ? null : last + 1, descending ? after : null].filter((bound) => bound !== null);
    return {
      from,
      ...(bounds.length > 0 && { to: Math.min(...bounds) }),
      ...(query.kind !== undefined && { types: [query.kind] }),
    };
  }

  /** Tied to filter and order: under others it means something else. */
  #cursor(query: StrictQuery, last: number): string {
    return `${last}.${this.#mac(query, last)}`;
  }

  #read(query: StrictQuery, cursor: string): number {
    const match = /^(0|[1-9][0-9]{0,14})\.([A-Za-z0-9_-]{22})$/.exec(cursor);
    const last = Number(match?.[1]);
    const good =
      match !== null && timingSafeEqual(Buffer.from(match[2] as string), Buffer.from(this.#mac(query, last)));
    if (!good) throw new PlumblineError('invalid_cursor');
    return last;
  }

  #mac({ from = '', to = '', kind = '', order = 'asc' }: StrictQuery, last: number): string {
    const text = ['strict-table', from, to, kind, order, String(last)].join('\n');
    return createHmac('sha256', this.#cursorKey).update(text).digest('base64url').slice(0, MAC_CHARS);
  }
}

const valuesOf = (list: string | undefined) => listValues(list ?? '');

/** Null: all of them. */
function fieldsOf(query: StrictQuery): ReadonlySet<string> | null {
  for (const list of LISTS) {
    const unknown = valuesOf(query[list]).some((value) => !FIELDS.has(value));
    if (!unknown) continue;
    const detail = `Knows ${STRICT_FIELDS.join(', ')}.`;
    throw new PlumblineError('invalid_parameter', {
      detail,
      errors: [{ pointer: `/${list}`, code: 'invalid_parameter', detail }],
    });
  }
  const chosen = valuesOf(query.fields);
  return chosen.length === 0 ? null : new Set(chosen);
}

function pick(row: StrictRow, fields: ReadonlySet<string>): Table['rows'][number] {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name)));
}
