// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';
import { NOTE_ALGORITHMS, parseVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import type { Settings } from './config-schema.ts';

type At = readonly [pointer: string, text: string];

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** Keys of witnesses must be what `plumbline witness init` prints, each once. @returns problems as `[pointer, message]` */
export function witnessProblems({ ledger }: Pick<Settings, 'ledger'>): At[] {
  const keys = ledger.witnesses.map(({ vkey }) => nameOf(vkey));
  return keys.flatMap(({ name, problem }, i): At[] => {
    if (problem !== null) return [[`/ledger/witnesses/${i}/vkey`, problem]];
    const first = keys.findIndex((other) => other.name === name);
    return first === i ? [] : [[`/ledger/witnesses/${i}/vkey`, `is another key of ${name}, which stands at ${first}`]];
  });
}

function nameOf(vkey: string): { readonly name: string; readonly problem: string | null } {
  try {
    const { name, algorithm } = parseVerifierKey(vkey, { sha256 });
    const isWitness = algorithm === NOTE_ALGORITHMS.cosignature;
    return { name, problem: isWitness ? null : 'is no key of a witness: the key of a log, perhaps' };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { name: '', problem: error.message };
  }
}
