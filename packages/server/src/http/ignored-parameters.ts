// SPDX-License-Identifier: Apache-2.0
/**
 * What a GET says of parameters that it does not know (contract 1.2). Every answer names them in a field, whatever its form;
 * the V1 envelope has a place for warnings as well, in documents too.
 */
import { type Document, documentOf } from '../services/documents.ts';
import type { Warning } from './call.ts';

export const IGNORED_PARAMETERS = 'ignored-parameters';

/** A list of strings (RFC 9651); null where nothing was ignored. Characters that no field can hold are shown as `?`. */
export function ignoredField(warnings: readonly Warning[]): string | null {
  if (warnings.length === 0) return null;
  const names = warnings.flatMap(({ code, pointer }) =>
    code === 'unknown_parameter' && pointer !== undefined ? [nameIn(pointer)] : [],
  );
  if (names.length === 0) return null;
  return names
    .map((name) => `"${name.replace(/[^\x20-\x7e]/gu, '?').replace(/["\\]/g, (character) => `\\${character}`)}"`)
    .join(', ');
}

/** A parameter's pointer has one segment. */
const nameIn = (pointer: string) => pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');

/** The document with the warnings in `meta`: another content under another address, so it has a tag of its own. */
export function documentWith(document: Document, warnings: readonly Warning[]): Document {
  const { meta, ...envelope } = JSON.parse(document.bytes.toString('utf8')) as { readonly meta?: object };
  const body = JSON.stringify({ ...envelope, meta: { ...meta, warnings } });
  return documentOf(body, document.type, Date.parse(document.lastModified), document.headers);
}
