// SPDX-License-Identifier: Apache-2.0
/**
 * The baseline of bench/http.ts: a bare Fastify route that validates the body by the contract's own schema and serialises
 * the service's own answers to the same bodies, one after the other, so that the bytes sent are the same in number and
 * kind. There is no response schema: like our route, it goes through JSON.stringify.
 */
import { readFileSync } from 'node:fs';
import { OPERATIONS } from '@plumbline/core/contract/operations.ts';
import Fastify from 'fastify';

const replies = JSON.parse(readFileSync(process.env.BARE_REPLIES_FILE ?? '', 'utf8')) as readonly unknown[];
let sent = 0;
const app = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true } } });

app.get('/livez', () => 'ok');
app.post('/api/v1/evaluate', { schema: { body: OPERATIONS.evaluate.body } }, () => replies[sent++ % replies.length]);
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close());
