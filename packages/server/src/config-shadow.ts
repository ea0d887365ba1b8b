// SPDX-License-Identifier: Apache-2.0
/** Settings of the candidate ruleset that runs beside the live one. */
import { Type } from 'typebox';

const folder = (description: string) =>
  Type.Union([Type.String({ minLength: 1 }), Type.Null()], { default: null, description });

export const ShadowSettings = {
  patterns_dir: folder('Folder of a candidate pattern pack. Default: the live one.'),
  model_file: folder('Weights of a candidate model. Default: the live ones.'),
  constitution_dir: folder('Folder of a candidate constitution. Default: the live one.'),
  every: Type.Integer({ default: 1, minimum: 1, maximum: 1_000_000, description: 'Every n-th evaluated text.' }),
  max_queue: Type.Integer({
    default: 32,
    minimum: 1,
    maximum: 1_000,
    description: 'Texts that may wait for the candidate; beyond that they are counted as skipped.',
  }),
};
