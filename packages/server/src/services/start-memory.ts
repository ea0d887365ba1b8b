// SPDX-License-Identifier: Apache-2.0
/** Gives back what only the start needed: parsed files, plans, code that ran once. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then the search index is built too. */
const AFTER_MS = 3_000;

/**
 * One full collection, some time after the start. V8 would do the same at its leisure; an idle service would meanwhile hold a
 * third more than it needs. It pauses the thread for some 100 ms, once.
 * @returns stops it; without effect once it is done
 */
export function scheduleStartCollection(): () => void {
  const timer = setTimeout(collect, AFTER_MS).unref();
  return () => clearTimeout(timer);
}

/** V8 lends its collector only while this flag is set. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  gc();
}
