// SPDX-License-Identifier: Apache-2.0
import type { CheckLinear, LinearVerdict } from '@plumbline/core/engine/precheck/verdicts.ts';
import { MOST_STEPS, steepness } from './steps/steepness.ts';

const CHECKER = 'recheck 4.5.0';
const STEPS = 'plumbline steps 1';
const TIMEOUT_MS = 10_000;
/** A fixed seed: the same expression gets the same verdict on every machine. */
const FUZZ_SEED = 20261121;

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
  readonly error?: { readonly kind: string };
}
type CheckSync = (source: string, flags: string, parameters: Readonly<Record<string, unknown>>) => Diagnostics;

/**
 * The pure JavaScript build of recheck: no JVM, no native program, nothing spawned. First the automaton checker, whose
 * answer is a proof; where it can't tell (look-around and other things beyond automata), the fuzzing checker. Linear time may
 * still be steep, since repeats with bounds multiply: so what takes too many steps a character is refused as well.
 */
export async function linearChecker(): Promise<CheckLinear> {
  const module: { checkSync?: CheckSync; default?: { checkSync: CheckSync } } = await import(
    'recheck/lib/browser.js' as string
  );
  const checkSync = (module.checkSync ?? module.default?.checkSync) as CheckSync;
  const checkLinear: CheckLinear = (source, flags) => {
    const proof = checkSync(source, flags, { checker: 'automaton', timeout: TIMEOUT_MS });
    if (proof.status !== 'unknown') return verdictOf(proof, 'proof');
    const fuzz = { checker: 'fuzz', timeout: TIMEOUT_MS, randomSeed: FUZZ_SEED };
    return verdictOf(checkSync(source, flags, fuzz), 'bounded');
  };
  return (source, flags) => {
    const verdict = checkLinear(source, flags);
    return verdict.status === 'linear' && steepness(source, flags) >= MOST_STEPS ? STEEP : verdict;
  };
}

const STEEP: LinearVerdict = {
  status: 'steep',
  method: 'bounded',
  checker: STEPS,
  detail: `${MOST_STEPS} steps a character or more`,
};

function verdictOf(found: Diagnostics, method: LinearVerdict['method']): LinearVerdict {
  const status = found.status === 'safe' ? 'linear' : found.status;
  const detail = status === 'linear' ? undefined : (found.complexity?.summary ?? found.error?.kind);
  return { status, method, checker: CHECKER, ...(detail === undefined ? {} : { detail }) };
}
