// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { pubEnvelope } from '../schemas/envelope.ts';
import { HomeIndexSchema } from '../schemas/home.ts';

const PAGE = {
  method: 'GET',
  tag: 'pages',
  envelope: 'raw',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'document',
  output: Type.String({ description: 'An HTML document.' }),
  produces: ['text/html'],
  successStatus: 200,
  cost: 'none',
} as const;

export const home = defineOperation({
  ...PAGE,
  id: 'home',
  path: '/',
  summary: 'The front page',
  description: 'Names the service, lets a person try evaluate, links what exists. As JSON: the links alone.',
  produces: ['text/html', 'application/json'],
  representations: { 'application/json': pubEnvelope(HomeIndexSchema) },
  errors: [],
  examples: [
    { name: 'the page', accept: 'text/html', expect: { status: 200, mediaType: 'text/html', contains: '<form' } },
    {
      name: 'the index for programs',
      accept: 'application/json',
      expect: { status: 200, mediaType: 'application/json', contains: '/api/v1/openapi.json' },
    },
  ],
});

/** contract 10: the browser page verifies certificates and ledgers without network. */
export const verifyPage = defineOperation({
  ...PAGE,
  id: 'verifyPage',
  path: '/verify',
  summary: 'Verify in the browser',
  description:
    "Checks certificates' proofs and whole ledgers in the reader's browser, by the code of the command line. Files that are " +
    'chosen are sent nowhere.',
  errors: [],
  examples: [
    { name: 'the page', accept: 'text/html', expect: { status: 200, mediaType: 'text/html', contains: '<form' } },
  ],
});

export const pageModule = defineOperation({
  ...PAGE,
  id: 'pageModule',
  path: '/modules/:path',
  spansPath: true,
  summary: 'A module of the verify page',
  description:
    'JavaScript that the page imports: core as it runs in the service, without its types. Nothing else is here.',
  params: Type.Object({
    path: Type.String({ pattern: '^[@A-Za-z0-9._/-]{1,200}$', description: 'As imported by the page.' }),
  }),
  output: Type.String({ description: 'A JavaScript module.' }),
  produces: ['text/javascript'],
  errors: ['not_found'],
  examples: [
    {
      name: 'what the page begins with',
      params: { path: 'page/verify.js' },
      expect: { status: 200, mediaType: 'text/javascript', contains: 'verifyFile' },
    },
    { name: 'not imported', params: { path: 'core/index.ts' }, expect: { status: 404, code: 'not_found' } },
  ],
});

export const problemIndex = defineOperation({
  ...PAGE,
  id: 'problemIndex',
  path: '/problems',
  summary: 'Every problem that this service reports',
  description: 'A table of all codes, with status and title, each linked to its page.',
  errors: [],
  examples: [
    {
      name: 'the index',
      accept: 'text/html',
      expect: { status: 200, mediaType: 'text/html', contains: 'invalid_json' },
    },
  ],
});

/** contract 1.1: one page per code, from the same table as the code. */
export const problemPage = defineOperation({
  ...PAGE,
  id: 'problemPage',
  path: '/problems/:code',
  summary: 'What a problem means and what to do',
  description: 'The page that `type` and `docs` of a problem link.',
  params: Type.Object({
    code: Type.String({ pattern: '^[a-z][a-z_]{1,63}$', description: 'A code of the catalogue.' }),
  }),
  errors: ['not_found'],
  examples: [
    {
      name: 'the page of too_long',
      params: { code: 'too_long' },
      accept: 'text/html',
      expect: { status: 200, mediaType: 'text/html', contains: 'code points' },
    },
    { name: 'no such code', params: { code: 'nothing_like_it' }, expect: { status: 404, code: 'not_found' } },
  ],
});
