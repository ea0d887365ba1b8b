// SPDX-License-Identifier: Apache-2.0
import type { FieldError } from '../errors.ts';
import { codePointLength } from './code-point-length.ts';
import { BOUNDS } from './limits.ts';
import type { Wire } from './operation.ts';
import type { BatchRequestSchema } from './schemas/requests.ts';

/** The rules of a batch that JSON Schema cannot say: ids differ, all texts together keep the bound of contract 1.6. */
export function batchErrors(body: Wire<typeof BatchRequestSchema>): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  let codePoints = 0;
  for (const [i, item] of body.items.entries()) {
    if (seen.has(item.id))
      errors.push({ pointer: `/items/${i}/id`, code: 'invalid_value', detail: 'An earlier item has the same id.' });
    seen.add(item.id);
    codePoints += codePointLength(item.text);
  }
  if (codePoints > BOUNDS.batchCodePoints)
    errors.unshift({
      pointer: '/items',
      code: 'too_long',
      detail: `The texts have ${codePoints} code points together; at most ${BOUNDS.batchCodePoints} are read.`,
      limit: BOUNDS.batchCodePoints,
    });
  return errors.slice(0, BOUNDS.fieldErrors);
}
