// SPDX-License-Identifier: Apache-2.0
import type { BundleReport } from '@plumbline/core/ledger/verify-iron.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import type { Paint } from '../colour.ts';
import { inert } from '../render.ts';
import { checkTable, headline } from './check-table.ts';

const FORMS: Readonly<Record<BundleReport['form'], string>> = {
  iron: 'iron bundle',
  sigstore: 'sigstore bundle',
  'tlog-proof': 'tlog proof',
  certificate: 'certificate without a proof',
  unknown: 'unknown file',
};

/** What a form proves where that is less than a reader may think. */
const LIMITS: Partial<Readonly<Record<BundleReport['form'], string>>> = {
  iron: 'A bundle shows the ledger up to its checkpoint: a later revocation is not in it.',
  sigstore: 'This proves that the anchor entry is in the log, not what the certificate says.',
  'tlog-proof': 'This proves that the entry is in the log that the keys sign for, not what it means.',
};

export function renderFileReport(report: BundleReport, paint: Paint): string {
  const { verified, form, checks, certificate, checkpoint } = report;
  const parts = [
    FORMS[form],
    ...(certificate ? [certificate.predicate.cert_id] : []),
    ...(checkpoint ? [`${checkpoint.origin} at ${checkpoint.size} entries`] : []),
  ];
  const lines = headline(verified, 'VERIFIED', 'NOT VERIFIED', parts.join(', '), paint) + checkTable(checks, paint);
  const says = certificate ? [`The certificate says: ${sayingOf(certificate)}.`] : [];
  const limit = verified ? LIMITS[form] : undefined;
  return lines + [...says, ...(limit ? [limit] : [])].map((line) => `${inert(line)}\n`).join('');
}

function sayingOf({ predicate }: NonNullable<BundleReport['certificate']>): string {
  return `decision ${predicate.decision}, verdict ${predicate.verdict}, issued ${predicate.issued_at}`;
}

/** The same as one JSON object: names as in the API. */
export function fileReportJson({ verified, form, checks, certificate, checkpoint }: BundleReport): object {
  return {
    verified,
    form,
    checks,
    certificate: certificate && {
      certificate_id: certificate.predicate.cert_id,
      issued_at: certificate.predicate.issued_at,
      decision: certificate.predicate.decision,
      verdict: certificate.predicate.verdict,
      commitment: certificate.commitment,
    },
    checkpoint: checkpoint && { origin: checkpoint.origin, size: checkpoint.size, root: toHex(checkpoint.root) },
  };
}
