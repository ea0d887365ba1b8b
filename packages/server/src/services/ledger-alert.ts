// SPDX-License-Identifier: Apache-2.0
import type { LedgerParts } from './ledger-parts.ts';

/** What the pages say about the ledger, beside what health says; null while it holds and may be written. */
export function ledgerAlert({ audit, ledger }: Pick<LedgerParts, 'audit' | 'ledger'>, baseUrl: string) {
  if (audit.problem !== null)
    return {
      title: 'The public ledger does not verify.',
      detail: `First failing ${audit.problem}. Nothing is signed until it is restored.`,
      url: `${baseUrl}/api/ironledger/verify`,
    };
  if (ledger.refusal === null) return null;
  return {
    title: 'The service does not sign at present.',
    detail: `The reason: ${ledger.refusal}.`,
    url: `${baseUrl}/api/chain/status`,
  };
}
