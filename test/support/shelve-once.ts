// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import type { Shelve } from '../../packages/server/src/services/airlock/open.ts';
import type { Library } from '../../packages/server/src/services/nodes/library.ts';

const made: { readonly of: Parameters<Shelve>[0]; readonly library: Library }[] = [];

/** The library of an app, once in a process for the same to look up: filling it takes longer than all else of a start. */
export const shelveOnce: Shelve = (of, make) => {
  const known = made.find((other) => isDeepStrictEqual(other.of, of));
  if (known !== undefined) return known.library;
  const library = make();
  made.push({ of, library });
  return library;
};
