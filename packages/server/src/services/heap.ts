// SPDX-License-Identifier: Apache-2.0
/** How the heap of the process grows and shrinks. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * A full collection comes when so much more is held than after the last one. The rules are some 70 MB that live as long as the
 * process, and V8 counts the bytes of bodies too: left to itself it went through all of that for every batch of 4 MB.
 */
const GROWTH_PERCENT = 50;
/** By then the search index is built too. */
const AFTER_MS = 3_000;

/**
 * For all threads of the process. Young garbage is collected by the thread that made it: helpers shorten a pause of a
 * millisecond by nothing and take some hundredths of the processor time.
 */
export function tuneHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--no-parallel-scavenge');
}

/**
 * Gives back what only the start needed: parsed files, plans, code that ran once. One full collection, some time after the start. V8 would do the same at its leisure; an idle service would meanwhile hold a
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
