// SPDX-License-Identifier: Apache-2.0
import { openStore } from '../packages/server/src/store/open.ts';
import { genesisUnits, noteUnit, START_MS, signTree } from '../packages/server/test/store/ledger-units.ts';

const AT_ONCE = 500;

/** A log of `size` entries with one checkpoint over all. The signature is the same in each: no pass looks at it twice. */
export async function fillLedger(file: string, size: number): Promise<void> {
  const store = await openStore({ url: file });
  const { chain } = store.ledger;
  const unit = noteUnit('n');
  await chain.appendAll(genesisUnits());
  for (let at = 3; at < size; at += AT_ONCE) {
    const count = Math.min(AT_ONCE, size - at);
    await chain.appendAll(
      Array.from({ length: count }, (_, i) => ({ ...unit, entry: { ...unit.entry, subject: `n_${at + i}` } })),
    );
  }
  await chain.checkpoints.publish(signTree, START_MS);
  await store.close();
}
