// SPDX-License-Identifier: Apache-2.0
/** Contract section 5. */
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/ironledger/verify: 200 also where it is broken. */
export const ironledgerVerify =
  ({ audit }: RouteServices): Handler =>
  async () => ({ data: await audit.report() });

/** GET /api/ironledger/strict-table and its aliases. */
export const strictTable =
  ({ strictTable }: RouteServices): Handler =>
  async ({ query }) => ({ data: await strictTable.read(query) });

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
