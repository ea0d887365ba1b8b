// SPDX-License-Identifier: Apache-2.0
/** Makes the engine compile its expressions while the service is already there, instead of during a caller's request. */
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { warmRuleset } from '@plumbline/core/engine/warm.ts';
import { backgroundFailure } from '../events.ts';
import type { Log } from '../log.ts';
import { createPorts } from './ruleset-ports.ts';

/** Requests wait no longer than this for the warming, or one text longer. */
const SLICE_MS = 5;

/**
 * Judges the ruleset's own texts in slices between requests.
 * @param onDone when there is nothing left to do
 * @returns stops it; without effect once it is done
 */
export function startWarming(ruleset: Ruleset, log: Log, onDone: () => void): () => void {
  const steps = warmRuleset(ruleset, createPorts(Date.now));
  let next = setImmediate(slice);
  function slice(): void {
    try {
      const end = performance.now() + SLICE_MS;
      while (performance.now() < end) {
        if (steps.next().done !== true) continue;
        onDone();
        return;
      }
      next = setImmediate(slice);
    } catch (error) {
      backgroundFailure(log, 'warming', error);
    }
  }
  return () => clearImmediate(next);
}
