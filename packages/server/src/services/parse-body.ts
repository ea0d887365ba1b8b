// SPDX-License-Identifier: Apache-2.0
/** Bytes of a body to a value, in whichever thread; what is refused there travels as data. */
import { isAscii, isUtf8 } from 'node:buffer';
import { type ErrorCode, type FieldError, PlumblineError } from '@plumbline/core/errors.ts';
import { parseJson, withoutPrototypes } from './parse-json.ts';

/** As parseJson. @throws PlumblineError invalid_unicode for what is not UTF-8, else as parseJson */
export function parseBody(bytes: Buffer): unknown {
  return parseJson(decode(bytes));
}

function decode(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw new PlumblineError('invalid_unicode', { detail: 'The body is not valid UTF-8.' });
  return bytes.toString('utf8');
}

/** A structured clone of what parseBody gave or threw. */
export type Parsed =
  | { readonly value: unknown }
  | { readonly refusal: { readonly code: ErrorCode; readonly detail: string; readonly errors: readonly FieldError[] } };

export function parseForClone(bytes: Uint8Array): Parsed {
  try {
    return { value: parseBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    const { code, detail, errors } = error;
    return { refusal: { code, detail, errors } };
  }
}

/** What parseBody would have given or thrown: a clone has lost both the missing prototypes and the class of the error. */
export function fromClone(parsed: Parsed): unknown {
  if ('value' in parsed) return withoutPrototypes(parsed.value).value;
  const { code, detail, errors } = parsed.refusal;
  throw new PlumblineError(code, { detail, errors });
}
