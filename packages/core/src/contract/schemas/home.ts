// SPDX-License-Identifier: Apache-2.0
/** The front page for programs: where everything starts. */
import { Type } from 'typebox';
import { ConstitutionRefSchema } from './evaluation.ts';
import { url } from './scalars.ts';

export const HomeIndexSchema = Type.Object(
  {
    name: Type.String({ description: 'Name of the service.' }),
    constitution: ConstitutionRefSchema,
    links: Type.Array(Type.Object({ name: Type.String(), url: url('Answers to GET.'), about: Type.String() })),
  },
  { title: 'HomeIndex' },
);
