// SPDX-License-Identifier: Apache-2.0
/** contract section 4, /api/constitution. */
import { Type } from 'typebox';
import { ConstitutionRefSchema } from './evaluation.ts';
import { hex64, isoTime } from './scalars.ts';

const ArticleSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    title: Type.String(),
    rule: Type.String({ description: 'The normative text.' }),
    rationale: Type.String(),
    categories: Type.Array(Type.String()),
    examples: Type.Object({
      compliant: Type.Array(Type.String()),
      violating: Type.Array(Type.String()),
    }),
  },
  { title: 'Article' },
);

const TitleSchema = Type.Object(
  { n: Type.Integer({ minimum: 1 }), title: Type.String(), articles: Type.Array(ArticleSchema) },
  { title: 'ConstitutionTitle' },
);

const AmendmentSchema = Type.Object(
  {
    version: Type.String({ description: 'The version that the amendment made.' }),
    ratified_at: isoTime('When it was ratified.'),
    articles: Type.Array(Type.Integer({ minimum: 1 })),
    summary: Type.String(),
  },
  { title: 'Amendment' },
);

/** Exactly the text that was hashed, and the hash: a reader can check it with these members alone. */
export const ConstitutionSchema = Type.Object(
  {
    version: Type.String(),
    hash: hex64('SHA-256 of the RFC 8785 form of the other members.'),
    license: Type.String(),
    titles: Type.Array(TitleSchema),
    creed: Type.String(),
    amendments: Type.Array(AmendmentSchema),
  },
  { title: 'Constitution' },
);

export const ArticleAnswerSchema = Type.Object(
  {
    article: ArticleSchema,
    title: Type.Object({ n: Type.Integer({ minimum: 1 }), title: Type.String() }),
    constitution: ConstitutionRefSchema,
  },
  { title: 'ArticleAnswer' },
);
