// SPDX-License-Identifier: Apache-2.0
/** The baseline of bench/http.ts: a bare Fastify route with the same request schema, answering a body of the same bytes. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const reply = JSON.parse(readFileSync(process.env.BARE_REPLY_FILE ?? '', 'utf8')) as unknown;
const app = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } });

app.get('/livez', () => 'ok');
app.post(
  '/api/v1/evaluate',
  {
    schema: {
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: { text: { type: 'string', minLength: 1, maxLength: 50_000 } },
      },
    },
  },
  () => reply,
);
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close());
