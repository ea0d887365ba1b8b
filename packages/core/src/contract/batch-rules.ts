// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode, FieldError } from '../errors.ts';
import { codePointLength } from './code-point-length.ts';
import { BOUNDS } from './limits.ts';
import type { Wire } from './operation.ts';
import type { BatchRequestSchema } from './schemas/requests.ts';
import { NOT_BLANK } from './schemas/scalars.ts';

/** Why the text of an item gets no verdict; its neighbours get theirs. */
export interface ItemFault {
  readonly code: ErrorCode;
  readonly detail: string;
}

const NOT_BLANK_TEXT = new RegExp(NOT_BLANK);

/** What evaluate would refuse of a text by itself: the bounds of contract 1.6. */
export function itemFault(text: string): ItemFault | null {
  if (!NOT_BLANK_TEXT.test(text))
    return { code: 'too_short', detail: 'The text needs at least 1 code point that is not white space.' };
  if (text.length <= BOUNDS.textCodePoints) return null;
  const has = codePointLength(text);
  if (has <= BOUNDS.textCodePoints) return null;
  const most = BOUNDS.textCodePoints.toLocaleString('en-GB');
  return {
    code: 'too_long',
    detail: `The text has ${has.toLocaleString('en-GB')} code points; takes at most ${most}.`,
  };
}

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
      detail: `The texts have ${shown(codePoints)} code points together; at most ${shown(BOUNDS.batchCodePoints)} are read.`,
      limit: BOUNDS.batchCodePoints,
    });
  return errors.slice(0, BOUNDS.fieldErrors);
}

const shown = (count: number) => count.toLocaleString('en-GB');
