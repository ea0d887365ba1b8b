// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { ArticleAnswerSchema, ConstitutionSchema } from '../schemas/constitution.ts';

const TEXTS = {
  'text/markdown': Type.String({ description: 'The text as Markdown.' }),
  'text/plain': Type.String({ description: 'The text as plain text.' }),
} as const;

const DOCUMENT = {
  method: 'GET',
  tag: 'constitution',
  envelope: 'pub',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'document',
  produces: ['application/json', 'text/markdown', 'text/plain'],
  representations: TEXTS,
  successStatus: 200,
  cost: 'none',
  proof: true,
} as const;

/** contract section 4 and 1.7. */
export const constitution = defineOperation({
  ...DOCUMENT,
  id: 'constitution',
  path: '/api/constitution',
  summary: 'The constitution',
  description:
    'The full text, as JSON, Markdown or plain text by the Accept header. Its hash can be recomputed from it.',
  output: ConstitutionSchema,
  errors: [],
  examples: [
    {
      name: 'as JSON',
      expect: {
        status: 200,
        mediaType: 'application/json',
        data: {
          version: '1.8',
          titles: [
            { n: 1, articles: [{ number: 1 }] },
            { n: 7, articles: [{ number: 42 }] },
          ],
        },
      },
    },
    {
      name: 'as Markdown',
      accept: 'text/markdown',
      expect: { status: 200, mediaType: 'text/markdown', contains: '# ' },
    },
    { name: 'as plain text', accept: 'text/plain', expect: { status: 200, mediaType: 'text/plain', contains: '42' } },
    { name: 'not as an image', accept: 'image/png', expect: { status: 406, code: 'not_acceptable' } },
  ],
});

export const article = defineOperation({
  ...DOCUMENT,
  id: 'article',
  path: '/api/constitution/:number',
  summary: 'One article',
  description: 'The article, the title it stands under, and the version and hash of the constitution.',
  params: Type.Object({ number: Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: 'Number of the article.' }) }),
  output: ArticleAnswerSchema,
  errors: ['not_found'],
  examples: [
    {
      name: 'the seventh',
      params: { number: '7' },
      expect: { status: 200, data: { article: { number: 7, title: 'Honesty' }, title: { n: 2 } } },
    },
    { name: 'no such article', params: { number: '900' }, expect: { status: 404, code: 'not_found' } },
    { name: 'not a number', params: { number: 'first' }, expect: { status: 404, code: 'not_found' } },
  ],
});
