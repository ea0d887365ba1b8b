// SPDX-License-Identifier: Apache-2.0
import { type Static, Type } from 'typebox';
import { CATEGORIES, type Category, SEVERITIES } from '../engine/types.ts';

const strict = { additionalProperties: false } as const;
/** Not empty, no white space at either end: what a reader would not see must not change a hash. */
export const TRIMMED = '^\\S(?:[\\s\\S]*\\S)?$';
const Sentence = (maxLength: number) => Type.String({ maxLength, pattern: TRIMMED });
const Examples = Type.Array(Sentence(2000), { minItems: 1, maxItems: 3, uniqueItems: true });
const CategoryName = Type.Enum([...CATEGORIES] as [Category, ...Category[]]);
const Utc = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });

export const ArticleSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, maximum: 999 }),
    title: Sentence(80),
    rule: Sentence(600),
    rationale: Sentence(1200),
    /** Empty where the article governs how the service itself behaves. */
    categories: Type.Array(CategoryName, { uniqueItems: true }),
    examples: Type.Object({ compliant: Examples, violating: Examples }, strict),
  },
  strict,
);

export const TitleSchema = Type.Object(
  {
    n: Type.Integer({ minimum: 1, maximum: 99 }),
    title: Sentence(80),
    articles: Type.Array(Type.Unknown(), { minItems: 1 }),
  },
  strict,
);

export const AmendmentSchema = Type.Object(
  {
    /** The version that the amendment made. */
    version: Type.String({ pattern: '^\\d+\\.\\d+$' }),
    ratified_at: Utc,
    articles: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, uniqueItems: true }),
    summary: Sentence(600),
  },
  strict,
);

export const HeadSchema = Type.Object(
  {
    version: Type.String({ pattern: '^\\d+\\.\\d+$' }),
    license: Sentence(80),
    published_at: Utc,
    creed: Sentence(600),
    amendments: Type.Array(AmendmentSchema),
  },
  strict,
);

const LlmId = Type.String({ pattern: '^LLM(?:0[1-9]|10):20\\d\\d$' });
const AgenticId = Type.String({ pattern: '^ASI(?:0[1-9]|10):20\\d\\d$' });
const AtlasId = Type.String({ pattern: '^AML\\.T\\d{4}(?:\\.\\d{3})?$' });

export const CategorySchema = Type.Object(
  {
    key: CategoryName,
    title: Sentence(60),
    description: Sentence(300),
    article: Type.Integer({ minimum: 1 }),
    severity: Type.Enum([...SEVERITIES]),
    sensitive: Type.Boolean(),
    remediation: Sentence(300),
    mappings: Type.Object(
      {
        owasp_llm: Type.Array(LlmId, { uniqueItems: true }),
        owasp_agentic: Type.Array(AgenticId, { uniqueItems: true }),
        atlas: Type.Array(AtlasId, { uniqueItems: true }),
      },
      strict,
    ),
  },
  strict,
);

export const CategoriesSchema = Type.Object({ categories: Type.Array(Type.Unknown(), { minItems: 1 }) }, strict);

export type ArticleData = Static<typeof ArticleSchema>;
export type TitleData = Static<typeof TitleSchema>;
export type HeadData = Static<typeof HeadSchema>;
export type CategoryData = Static<typeof CategorySchema>;
