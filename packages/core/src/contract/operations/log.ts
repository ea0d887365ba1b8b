// SPDX-License-Identifier: Apache-2.0
/** The log in the forms that other people's software reads: C2SP tiles, verifier keys, JWKS, feeds. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { JwksSchema } from '../schemas/certificate.ts';
import { PublicStatementSchema } from '../schemas/ledger.ts';

const RAW = {
  method: 'GET',
  tag: 'ledger',
  envelope: 'raw',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'live',
  successStatus: 200,
  errors: ['ledger_unavailable'],
  cost: 'none',
  proof: true,
} as const;

export const logCheckpoint = defineOperation({
  ...RAW,
  id: 'logCheckpoint',
  path: '/log/checkpoint',
  summary: 'The newest checkpoint',
  description: 'A signed note (c2sp.org/tlog-checkpoint), with the co-signatures of witnesses.',
  output: Type.String(),
  produces: ['text/plain'],
  examples: [
    { name: 'newest', expect: { status: 200, mediaType: 'text/plain', contains: '\n\n\u2014 ' } },
    { name: 'as JSON there is none', accept: 'application/json', expect: { status: 406, code: 'not_acceptable' } },
  ],
});

export const logTile = defineOperation({
  ...RAW,
  id: 'logTile',
  path: '/log/tile/:path',
  spansPath: true,
  summary: 'A tile of the log',
  description:
    'c2sp.org/tlog-tiles: `{level}/{n}` with 32 bytes a hash, `entries/{n}` with the entries, `.p/{width}` for partial ' +
    'tiles. Only tiles that a published checkpoint implies exist. Full tiles never change. The slashes of the path are ' +
    'slashes of the address.',
  params: Type.Object({
    path: Type.String({
      pattern: '^(entries|[0-6])/(x[0-9]{3}/){0,5}[0-9]{3}(\\.p/[1-9][0-9]{0,2})?$',
      description: 'Level and number, in groups of three digits.',
    }),
  }),
  output: Type.String({ description: 'Bytes.' }),
  produces: ['application/octet-stream'],
  errors: ['ledger_unavailable', 'not_found'],
  examples: [
    {
      name: 'the first leaf hash',
      params: { path: '0/000.p/1' },
      expect: { status: 200, mediaType: 'application/octet-stream' },
    },
    { name: 'not published', params: { path: '6/000' }, expect: { status: 404, code: 'not_found' } },
  ],
});

export const logKeys = defineOperation({
  ...RAW,
  id: 'logKeys',
  path: '/log/keys.txt',
  summary: 'Verifier keys of the log and its witnesses',
  description: 'One vkey (c2sp.org/signed-note) a line, the log key first.',
  cache: 'document',
  output: Type.String(),
  produces: ['text/plain'],
  examples: [{ name: 'vkeys', expect: { status: 200, mediaType: 'text/plain', contains: '+' } }],
});

export const logStatement = defineOperation({
  ...RAW,
  id: 'logStatement',
  path: '/log/statement/:index',
  summary: 'The public statement of an entry',
  description:
    'The DSSE envelope of genesis, policy, key, constitution, ratification, revocation, membership and erasure entries. ' +
    'One that was erased by law says so. Statements of other entries are given to nobody: 403.',
  params: Type.Object({
    index: Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$', description: 'Index of the entry.' }),
  }),
  output: PublicStatementSchema,
  produces: ['application/json'],
  errors: ['ledger_unavailable', 'not_found', 'withheld_by_policy'],
  examples: [
    {
      name: 'genesis',
      params: { index: '0' },
      expect: { status: 200, data: { payloadType: 'application/vnd.in-toto+json' } },
    },
    { name: 'no such entry', params: { index: '999999999' }, expect: { status: 404, code: 'not_found' } },
  ],
});

export const jwks = defineOperation({
  ...RAW,
  id: 'jwks',
  path: '/.well-known/jwks.json',
  summary: 'Public keys of this deployment',
  description:
    'Keys of issuer, anchor and log as JSON Web Keys, retired ones included; `role` says what each may sign.',
  cache: 'document',
  output: JwksSchema,
  produces: ['application/json'],
  examples: [{ name: 'keys', expect: { status: 200, data: { keys: [{ kty: 'OKP', alg: 'EdDSA', role: 'issuer' }] } } }],
});

export const headsFeed = defineOperation({
  ...RAW,
  id: 'headsFeed',
  path: '/api/chain/feed.atom',
  summary: 'The newest checkpoints as an Atom feed',
  description: 'RFC 4287. One entry a checkpoint, newest first; the signed note is its content.',
  output: Type.String(),
  produces: ['application/atom+xml'],
  examples: [{ name: 'feed', expect: { status: 200, mediaType: 'application/atom+xml', contains: '<feed xmlns=' } }],
});

export const headsStream = defineOperation({
  ...RAW,
  id: 'headsStream',
  path: '/api/chain/heads',
  summary: 'Checkpoints as they are published',
  description:
    'Server-sent events: `checkpoint` with size, root and the signed note as JSON; the newest one at once. The id of an ' +
    'event is its size. Streams end after an hour at most: connect again, and `Last-Event-ID` brings what was missed of the ' +
    'last 500 entries. A comment comes every 15 s while nothing happens. 200 streams are open at once, then 503.',
  query: Type.Object({
    limit: Type.Optional(
      Type.String({ pattern: '^[1-9][0-9]{0,3}$', description: 'End after this many events; default: do not.' }),
    ),
  }),
  output: Type.String(),
  produces: ['text/event-stream'],
  errors: ['ledger_unavailable', 'overloaded'],
  examples: [
    {
      name: 'the newest one',
      query: { limit: '1' },
      expect: { status: 200, mediaType: 'text/event-stream', contains: 'event: checkpoint' },
    },
  ],
});
