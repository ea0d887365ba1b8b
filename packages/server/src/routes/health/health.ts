// SPDX-License-Identifier: Apache-2.0
import { VERSION_LABEL } from '@plumbline/core/contract/version.ts';
import type { Handler } from '../../http/call.ts';
import type { HealthReport } from '../../services/health.ts';
import type { RouteServices } from '../services.ts';

const HEALTH_JSON = 'application/health+json';

/** GET /api/health: 200 while it passes or warns, 503 with the same data when it fails. */
export const health =
  ({ health }: RouteServices): Handler =>
  async ({ accept }) => {
    const report = await health.report();
    const failed = report.status === 'fail';
    if (accept === HEALTH_JSON) return { text: healthJson(report), type: HEALTH_JSON, failed };
    return { data: report, failed };
  };

/** draft-inadarei-api-health-check: each check is a list of measurements. */
function healthJson({ status, checks }: HealthReport): string {
  const lists = Object.entries(checks).map(([name, { status, observed, unit, time }]) => [
    name,
    [{ status, observedValue: observed, ...(unit !== undefined && { observedUnit: unit }), time }],
  ]);
  return JSON.stringify({ status, version: VERSION_LABEL, checks: Object.fromEntries(lists) });
}
