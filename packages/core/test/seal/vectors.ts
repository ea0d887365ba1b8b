// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/** A golden file of spec/vectors. The caller names the shape; a wrong one fails at the first member read. */
export function vector<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../../spec/vectors/${name}.json`, import.meta.url), 'utf8')) as T;
}
