// SPDX-License-Identifier: Apache-2.0
/** The log in the forms that other people's software reads. */
import { PlumblineError } from '@plumbline/core/errors.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { Handler } from '../../http/call.ts';
import { documentOf, JSON_UTF8, TEXT_UTF8 } from '../../services/documents.ts';
import { logVkeys, signingJwks } from '../../services/ledger-public-keys.ts';
import type { RouteServices } from '../services.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** GET /log/checkpoint. */
export const logCheckpoint =
  ({ ledgerPublic }: RouteServices): Handler =>
  async () => ({ text: await ledgerPublic.checkpoint(), type: TEXT_UTF8 });

/** GET /log/tile/…: full tiles never change, partial ones are replaced by wider ones. */
export const logTile =
  ({ ledgerPublic }: RouteServices): Handler =>
  async ({ params }) => {
    const tile = await ledgerPublic.tile(params.path ?? '');
    if (tile === null) throw new PlumblineError('not_found', { detail: 'No published checkpoint implies this tile.' });
    const { bytes, isFull } = tile;
    const headers = isFull ? { 'cache-control': IMMUTABLE } : {};
    return { text: Buffer.from(bytes), type: 'application/octet-stream', headers };
  };

/** Keys change with policies: the one in force dates the document. */
const policyMs = ({ ledger }: RouteServices) => timestampMs(ledger.governance.current.ts);

/** GET /log/keys.txt. */
export const logKeys =
  (services: RouteServices): Handler =>
  () => ({ document: documentOf(logVkeys(services.ledger), TEXT_UTF8, policyMs(services)) });

/** GET /.well-known/jwks.json. */
export const jwks =
  (services: RouteServices): Handler =>
  () => ({ document: documentOf(JSON.stringify(signingJwks(services.ledger)), JSON_UTF8, policyMs(services)) });

/** GET /log/statement/{index}. */
export const logStatement =
  ({ ledgerPublic }: RouteServices): Handler =>
  async ({ params }) => ({
    text: JSON.stringify(await ledgerPublic.statement(Number(params.index))),
    type: JSON_UTF8,
  });

/** GET /api/chain/feed.atom. */
export const headsFeed =
  ({ feeds }: RouteServices): Handler =>
  async () => ({ text: await feeds.atom(), type: 'application/atom+xml; charset=utf-8' });

/** GET /api/chain/heads. */
export const headsStream =
  ({ feeds }: RouteServices): Handler =>
  async ({ query, gone, lastEventId }) => ({
    text: await feeds.stream({
      limit: Number(query.limit ?? Number.POSITIVE_INFINITY),
      seen: lastEventId(),
      gone: gone(),
    }),
    type: 'text/event-stream',
    // Proxies of this kind keep an answer back until they have all of it.
    headers: { 'x-accel-buffering': 'no' },
  });
