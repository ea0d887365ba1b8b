// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { ledgerFault, outcomeUnknown } from '../ledger/fault.ts';
import { plainBytes } from '../ledger/schema.ts';
import type { CommitProof, LedgerDriver, LedgerTx, TxResult } from '../ledger/tx.ts';
import type { StoredRow } from '../ledger-store.ts';
import { isConflict, isServerFault, publicFault } from './fault.ts';
import { postgresLedgerTx } from './ledger-tx.ts';

const MAX_ATTEMPTS = 8;
const RETRY_SPREAD_MS = 20;
/** How often, and how far apart, the database is asked what became of a commit whose answer was lost. */
const MAX_QUESTIONS = 5;
const QUESTION_SPACING_MS = 300;

/** Whether there is a payload row at all tells one that was erased from one that is gone. */
type RowValues = [
  seq: number,
  leaf: Uint8Array,
  type: string,
  subject: string,
  header: Uint8Array,
  isBeside: boolean,
  payload: Uint8Array | null,
];
const ROWS = {
  name: 'ledger-rows',
  text: `SELECT e.seq, e.leaf, e.type, e.subject, e.header, p.seq IS NOT NULL, p.bytes
    FROM ledger_entry e LEFT JOIN ledger_payload p ON p.seq = e.seq
    WHERE e.seq >= $1 AND e.seq < $2 ORDER BY e.seq LIMIT $3`,
  rowMode: 'array',
} as const;

function rowOf([seq, leaf, type, subject, header, isBeside, payload]: RowValues): StoredRow {
  const kept = payload && plainBytes(payload);
  return {
    seq,
    leaf: plainBytes(leaf),
    type,
    subject,
    header: plainBytes(header),
    payload: isBeside ? kept : undefined,
  };
}

class LostCommit extends Error {
  readonly proof: CommitProof | null;
  readonly value: unknown;

  constructor(cause: unknown, proof: CommitProof | null, value: unknown) {
    super('the connection was lost while committing', { cause });
    this.proof = proof;
    this.value = value;
  }
}

export function postgresLedger(pool: Pool): LedgerDriver {
  const once = async <T>(work: (tx: LedgerTx) => Promise<TxResult<T>>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { value, proof } = await work(postgresLedgerTx(client));
      await commit(client, proof, value);
      client.release();
      return value;
    } catch (error) {
      await abandon(client, error instanceof LostCommit);
      throw error;
    }
  };

  return {
    async transact(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(work);
        } catch (error) {
          if (error instanceof LostCommit) {
            if (await isCommitted(pool, error)) return error.value as Awaited<ReturnType<typeof once<never>>>;
          } else if (!isConflict(error)) throw error;
          if (attempt === MAX_ATTEMPTS) throw error instanceof LostCommit ? outcomeUnknown(error) : error;
        }
        await sleep(Math.random() * RETRY_SPREAD_MS * attempt);
      }
    },
    async readRows(from, to, limit) {
      const { rows } = await pool.query<RowValues>({ ...ROWS, values: [from, to, limit] });
      return rows.map(rowOf);
    },
    // The old version of the row goes with the next VACUUM; nothing that a client may do takes it away sooner.
    erasing: (work) => work(),
    publicFault: (error) => ledgerFault(publicFault(error)),
  };
}

async function commit(client: PoolClient, proof: CommitProof | null, value: unknown): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    // A conflict or a constraint was answered: then nothing was committed. A lost connection answers nothing.
    if (isServerFault(error)) throw new LostCommit(error, proof, value);
    throw error;
  }
}

/** @throws PlumblineError `ledger_unavailable` while the database does not say */
async function isCommitted(pool: Pool, lost: LostCommit): Promise<boolean> {
  if (!lost.proof) return false;
  for (let question = 1; ; question++) {
    try {
      const client = await pool.connect();
      try {
        // Waits for the lost session, if it still holds the head: only then is the answer final.
        await client.query('BEGIN');
        const tx = postgresLedgerTx(client);
        await tx.lockHead();
        return await tx.holds(lost.proof);
      } finally {
        await abandon(client, false);
      }
    } catch (error) {
      if (question === MAX_QUESTIONS) throw outcomeUnknown(error);
    }
    await sleep(QUESTION_SPACING_MS * question);
  }
}

/** A connection that cannot even roll back is thrown away; the server rolls back when it sees it gone. */
async function abandon(client: PoolClient, isBroken: boolean): Promise<void> {
  if (isBroken) {
    client.release(true);
    return;
  }
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
