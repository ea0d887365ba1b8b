// SPDX-License-Identifier: Apache-2.0
/** Contract section 5. */
import type { Handler } from '../../http/call.ts';
import { nextPage } from '../next-page.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/ironledger/verify: 200 also where it is broken. */
export const ironledgerVerify =
  ({ audit }: RouteServices): Handler =>
  async () => ({ data: await audit.report() });

/** GET /api/ironledger/strict-table and its aliases. @param path the one that the next page is read from */
export const strictTable =
  ({ strictTable, baseUrl }: RouteServices, path: string): Handler =>
  async ({ query }) => {
    const data = await strictTable.read(query);
    return { data, next: nextPage(`${baseUrl()}${path}`, query, data.cursor.next) };
  };

/** GET /api/chain/status. */
export const chainStatus =
  ({ ledgerPublic }: RouteServices): Handler =>
  async () => ({ data: await ledgerPublic.status() });

/** GET /api/chain/latest. */
export const chainLatest =
  ({ ledgerPublic }: RouteServices): Handler =>
  async () => ({ data: await ledgerPublic.latest() });

const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text));

/** GET /api/chain/proof/inclusion. */
export const inclusionProof =
  ({ ledgerPublic }: RouteServices): Handler =>
  async ({ query }) => ({ data: await ledgerPublic.inclusion(Number(query.index), numberOf(query.size)) });

/** GET /api/chain/proof/consistency. */
export const consistencyProof =
  ({ ledgerPublic }: RouteServices): Handler =>
  async ({ query }) => ({ data: await ledgerPublic.consistency(Number(query.from), numberOf(query.to)) });
