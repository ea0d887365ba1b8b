// SPDX-License-Identifier: Apache-2.0
/** Which PREVIEWs nobody can anchor, because their rows were changed in the database or damaged on the disk. */
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import { AnchorableRows } from '../services/anchorable-rows.ts';
import type { HealthStatus } from '../services/health.ts';
import { Governance } from '../services/ledger-governance.ts';
import type { CertificateRecord, CertificateStore, LedgerStores } from '../store/ledger-store.ts';

export interface CertificateCheck {
  readonly name: string;
  readonly status: HealthStatus;
  readonly detail: string;
}

/** What is older is covered by a window in force, or can only be listed: and no list is taken that names a damaged one. */
const WINDOW_MS = 31 * 86_400_000;
/** Some 4 s: each costs a signature or two. */
const MAX_READ = 10_000;
const MAX_NAMED = 20;
const PAGE = 64;

interface Damaged {
  readonly id: string;
  readonly problem: string;
}

/**
 * Reads what may be anchored: what ratifications in force cover, and what was issued within the longest window.
 * @returns one for all, and one for each that does not verify; none where there is no ledger yet
 */
export async function certificateChecks(
  stores: LedgerStores,
  crypto: Crypto,
  nowMs: number,
): Promise<CertificateCheck[]> {
  if ((await stores.chain.head()).size === 0) return [];
  const governance = await Governance.read(stores.chain, crypto);
  const rows = new AnchorableRows({ governance, crypto, origin: governance.genesis.origin }, () => {});
  const damaged: Damaged[] = [];
  const seen = new Set<string>();
  for await (const record of anchorable(stores, governance, crypto, nowMs)) {
    if (seen.has(record.id)) continue;
    if (seen.size === MAX_READ) return reported(damaged, `the first ${MAX_READ.toLocaleString('en-GB')}`);
    seen.add(record.id);
    const problem = rows.problem(record);
    if (problem !== null) damaged.push({ id: record.id, problem });
  }
  return reported(damaged, seen.size.toLocaleString('en-GB'));
}

async function* anchorable(
  { certificates, ratifications }: LedgerStores,
  governance: Governance,
  crypto: Crypto,
  nowMs: number,
): AsyncGenerator<CertificateRecord> {
  const ranges: Range[] = [];
  for (const { decision, expiresAtMs, scope } of await ratifications.ofEpoch(governance.current.policy.epoch)) {
    if (decision !== 'approve' || expiresAtMs <= nowMs) continue;
    if (scope.form === 'window') ranges.push(scope);
    else yield* listed(certificates, scope.certificateIds);
  }
  const issuers = new Set(governance.chain.flatMap(({ keys }) => keys.issuer.map((key) => keyIdOf(key, crypto))));
  const newest = { fromMs: nowMs - WINDOW_MS, untilMs: Number.MAX_SAFE_INTEGER };
  ranges.push(...[...issuers].map((issuerKeyId) => ({ issuerKeyId, ...newest })));
  for (const range of ranges) yield* issuedIn(certificates, range);
}

async function* listed(certificates: CertificateStore, ids: readonly string[]): AsyncGenerator<CertificateRecord> {
  for (const id of ids) {
    const record = await certificates.find(id);
    if (record?.anchoredSeq === null && record.revokedSeq === null && record.envelope !== null) yield record;
  }
}

interface Range {
  readonly issuerKeyId: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

async function* issuedIn(certificates: CertificateStore, range: Range): AsyncGenerator<CertificateRecord> {
  let after: CertificateRecord | null = null;
  do {
    const page: readonly CertificateRecord[] = await certificates.previews(
      range.issuerKeyId,
      range.fromMs,
      range.untilMs,
      { after, limit: PAGE },
    );
    yield* page;
    after = page.length === PAGE ? (page.at(-1) ?? null) : null;
  } while (after !== null);
}

function reported(damaged: readonly Damaged[], read: string): CertificateCheck[] {
  const of = `${read} PREVIEW${read === '1' ? '' : 's'} of the last 31 days and of ratifications in force`;
  if (damaged.length === 0) return [{ name: 'certificates', status: 'pass', detail: `${of}: all verify` }];
  const more = damaged.length > MAX_NAMED ? `, of which ${MAX_NAMED} are named` : '';
  const remedy = 'put the rows back from a backup, or end them with plumbline ledger erase';
  return [
    {
      name: 'certificates',
      status: 'warn',
      detail: `${of}: ${damaged.length} cannot be anchored${more}; ${remedy}`,
    },
    ...damaged.slice(0, MAX_NAMED).map(({ id, problem }) => ({ name: id, status: 'warn' as const, detail: problem })),
  ];
}
