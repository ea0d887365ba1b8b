// SPDX-License-Identifier: Apache-2.0
/** The baseline of a document: a bare Fastify route that sends the same bytes, made before the first request. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const bytes = readFileSync(process.env.BARE_DOCUMENT_FILE ?? '');
const app = Fastify();

app.get('/livez', () => 'ok');
app.get('/api/v1/handshake', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close());
