// SPDX-License-Identifier: Apache-2.0
/** Forms that recur on the wire. Bounds of strings are code points: JSON Schema counts them so, and so does contract D18. */
import { type TSchema, Type } from 'typebox';

const OPEN = 'Open: values may be added. Treat an unknown one as the most severe.';

/** An enumeration of an answer: the values known today, documented as open (contract 1.7). */
export function openEnum<Values extends string[]>(values: readonly [...Values], description = '') {
  return Type.Enum(values, { type: 'string', description: description === '' ? OPEN : `${description} ${OPEN}` });
}

/** An enumeration of a request: exactly these values. */
export function choice<Values extends string[]>(values: readonly [...Values], description: string) {
  return Type.Enum(values, { type: 'string', description });
}

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export function count(description: string, options: Readonly<Record<string, unknown>> = {}) {
  return Type.Integer({ minimum: 0, description, ...options });
}

export function unit(description: string) {
  return Type.Number({ minimum: 0, maximum: 1, description });
}

export function hex64(description: string) {
  return Type.String({ pattern: '^[0-9a-f]{64}$', description });
}

export function isoTime(description: string) {
  return Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$', description });
}

/** `prefix` + ULID (Crockford base32, 26 characters). */
export function ulid(prefix: string, description: string) {
  return Type.String({ pattern: `^${prefix}[0-9A-HJKMNP-TV-Z]{26}$`, description });
}

export function url(description: string) {
  return Type.String({ pattern: '^https?://', description });
}

/** Text of a request: at least one character that is not white space, at most `maxCodePoints`. */
export function requestText(maxCodePoints: number, description: string) {
  return Type.String({
    minLength: 1,
    maxLength: maxCodePoints,
    // White space only counts as empty (contract 1.6); this very pattern is what reports too_short.
    pattern: NOT_BLANK,
    description: `${description} 1 to ${maxCodePoints.toLocaleString('en-GB')} code points; white space only counts as empty.`,
  });
}

/** The pattern of `requestText`: the error mapper knows it by identity. `\s` lacks U+0085 of Unicode's White_Space. */
export const NOT_BLANK = '[^\\s\\u0085]';
