// SPDX-License-Identifier: Apache-2.0
/**
 * `minLength` and `maxLength` count code points, and ajv walks the whole string for each of them. A string has at most as
 * many code points as UTF-16 units and at least half as many, so nearly all of them need no walk.
 */
import { codePointLength } from '@plumbline/core/contract/code-point-length.ts';
import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';

const LENGTHS: CodeKeywordDefinition = {
  keyword: ['maxLength', 'minLength'],
  type: 'string',
  schemaType: 'number',
  error: { message: 'has a length out of bounds', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
  code(cxt: KeywordCxt): void {
    const { keyword, data, schemaCode, gen } = cxt;
    const length = _`${gen.scopeValue('func', { ref: codePointLength })}(${data})`;
    cxt.fail(
      keyword === 'maxLength'
        ? _`${data}.length > ${schemaCode} && ${length} > ${schemaCode}`
        : _`${data}.length < 2 * ${schemaCode} && ${length} < ${schemaCode}`,
    );
  },
};

/** Puts these in the place of ajv's own: the same strings are valid, and errors carry the same `params`. */
export function countLengthsLazily(ajv: Pick<Ajv, 'removeKeyword' | 'addKeyword'>): void {
  ajv.removeKeyword('maxLength').removeKeyword('minLength').addKeyword(LENGTHS);
}
