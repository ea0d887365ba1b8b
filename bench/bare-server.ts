// SPDX-License-Identifier: Apache-2.0
/**
 * The baseline of bench/http.ts: a bare Fastify route that validates the body by the contract's own schema and serialises
 * an answer of the same bytes. There is no response schema: like our route, it goes through JSON.stringify.
 */
import { readFileSync } from 'node:fs';
import { OPERATIONS } from '@plumbline/core/contract/operations.ts';
import Fastify from 'fastify';

const reply = JSON.parse(readFileSync(process.env.BARE_REPLY_FILE ?? '', 'utf8')) as unknown;
const app = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true } } });

app.get('/livez', () => 'ok');
app.post('/api/v1/evaluate', { schema: { body: OPERATIONS.evaluate.body } }, () => reply);
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close());
