// SPDX-License-Identifier: Apache-2.0
/** Settings of the airlock between the public and the nodes. Its rules are fixed; what it says in a crisis is not. */
import { type Static, Type } from 'typebox';

const HELP =
  'What you write sounds as if you or somebody near you may be in danger. A program cannot help with that; a person can. If it is urgent, call the emergency number of your country now (112 in Europe, 911 in North America). Crisis lines listen at any hour, free and in confidence: 988 in the USA and Canada, 116 123 in the United Kingdom, Ireland and much of Europe, 13 11 14 in Australia; findahelpline.com names one near you. If you can, tell someone you trust where you are.';

export const AirlockSchema = Type.Object(
  {
    help: Type.String({
      minLength: 40,
      maxLength: 1_500,
      default: HELP,
      description: 'What somebody is told who may be in danger. Name the lines of your country.',
    }),
    deadline_ms: Type.Integer({
      default: 15_000,
      minimum: 100,
      maximum: 60_000,
      description: 'How long a node may take to answer.',
    }),
    hash_days: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 30,
      description: 'Days that keyed hashes of questions and answers are kept. The texts themselves never are.',
    }),
  },
  { additionalProperties: false, default: {}, description: 'The way of public text to a node and of its answer back.' },
);

export type AirlockSettings = Static<typeof AirlockSchema>;
