// SPDX-License-Identifier: Apache-2.0
/** What each route stands on: where that fails, health says that the route is not ready. */
import type { Operation } from '@plumbline/core/contract/operation.ts';
import { OPERATION_LIST } from '@plumbline/core/contract/operations.ts';
import type { RouteNeeds } from './health.ts';

/** Operations of verification that stand on the ledger. */
const CERTIFICATES: ReadonlySet<string> = new Set(['/api/v1/certify', '/api/v1/verify']);
const ADVICE = '/api/constitution/check';

export const ROUTE_NEEDS: readonly RouteNeeds[] = OPERATION_LIST.map((operation) => {
  const { path, tag } = operation;
  const onLedger = tag === 'ledger' || CERTIFICATES.has(path);
  const needs = needsOf(operation);
  return { path: path.replace(/:(\w+)/g, '{$1}'), needs: onLedger ? [...needs, 'ledger'] : needs };
});

function needsOf({ path, tag, cost }: Operation): readonly string[] {
  if (cost !== 'none' || tag === 'gateway' || tag === 'nodes') return ['engine', 'store', 'disk'];
  return tag === 'verification' || path === ADVICE ? ['engine'] : [];
}
