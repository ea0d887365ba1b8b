// SPDX-License-Identifier: Apache-2.0
import { uriPassword } from './secret.ts';
import type { Validator } from './validator.ts';

/** A name, a colon and what stands for a password. */
const PAIR = /^[\w.@+\\-]{1,80}:(?<password>[\x21-\x7e]{4,120})$/;

/** Base64 of `name:password`, as the scheme Basic (RFC 7617) and the files of registries have it. */
export const encodedPair: Validator = (candidate) => {
  const bare = candidate.value.replace(/=+$/, '');
  if (bare.length % 4 === 1) return 0;
  const password = PAIR.exec(atob(bare))?.groups?.password;
  return password === undefined ? 0 : uriPassword({ ...candidate, value: password });
};
