// SPDX-License-Identifier: Apache-2.0
/** What the configured witnesses say of our newest checkpoint: a service asks them before it signs, and a doctor as well. */
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import type { HealthStatus } from '../services/health.ts';
import { Witnesses, type WitnessesOptions, type WitnessFinding } from '../services/ledger-witnesses.ts';
import { RECOVERY } from '../services/signed-for.ts';
import type { LedgerStores } from '../store/ledger-store.ts';

export interface WitnessCheck {
  readonly name: string;
  readonly status: HealthStatus;
  readonly detail: string;
}

/** One for each witness. Their co-signatures are theirs to give, and are not kept: a doctor writes nothing. */
export async function witnessChecks(
  stores: LedgerStores,
  witnesses: WitnessesOptions['witnesses'],
  crypto: Crypto,
): Promise<WitnessCheck[]> {
  const { chain } = stores;
  const checkpoints = { ...chain.checkpoints, addCosignature: async () => true };
  const asked = new Witnesses({
    ledger: { stores: { ...stores, chain: { ...chain, checkpoints } }, crypto, refuse: () => {} },
    witnesses,
    fetch: (input, init) => globalThis.fetch(input, init),
    onError: () => {},
  });
  const newest = await chain.checkpoints.newest();
  if (newest !== null) await asked.askFirst();
  return asked.findings.map(({ name, finding }) => ({
    name: `witness ${name}`,
    ...(newest === null ? { status: 'pass', detail: 'not asked: nothing is signed yet' } : judged(finding)),
  }));
}

function judged(finding: WitnessFinding): Pick<WitnessCheck, 'status' | 'detail'> {
  switch (finding.kind) {
    case 'cosigned':
      return { status: 'pass', detail: `has co-signed our newest checkpoint, ${finding.size} entries` };
    case 'ahead':
      return {
        status: 'fail',
        detail: `has co-signed ${finding.seen} entries, and our newest checkpoint has ${finding.size}; ${RECOVERY}`,
      };
    case 'forked':
      return {
        status: 'fail',
        detail: `our newest checkpoint of ${finding.size} entries does not extend the ${finding.seen} that it has co-signed: they are other entries; ${RECOVERY}`,
      };
    case 'unknown_log':
      return { status: 'warn', detail: 'does not know this log: give its operator the keys of /log/keys.txt' };
    default:
      return {
        status: 'warn',
        detail: `does not answer${finding.reason === null ? ' in time' : `: ${finding.reason}`}`,
      };
  }
}
