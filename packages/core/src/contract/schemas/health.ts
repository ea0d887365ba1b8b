// SPDX-License-Identifier: Apache-2.0
/** contract section 4, /api/health, and the application/health+json form of the same. */
import { Type } from 'typebox';
import { isoTime, openEnum } from './scalars.ts';

const healthStatus = () => openEnum(['pass', 'warn', 'fail']);
const observed = () => Type.Unknown({ description: 'What was measured.' });

const CheckSchema = Type.Object(
  {
    status: healthStatus(),
    observed: observed(),
    unit: Type.Optional(Type.String()),
    time: isoTime('When it was measured; at most 5 s ago.'),
  },
  { title: 'HealthCheck' },
);

export const HealthSchema = Type.Object(
  {
    status: healthStatus(),
    uptime_s: Type.Number({ minimum: 0 }),
    checks: Type.Record(Type.String(), CheckSchema),
    routes: Type.Array(
      Type.Object({ path: Type.String(), ready: Type.Boolean(), reason: Type.Optional(Type.String()) }),
    ),
    drift: Type.Object({ max_age_s: Type.Literal(60) }),
  },
  {
    title: 'Health',
    description: 'Each check does its work: writes and reads a row, tries a key, measures the clock.',
  },
);

/** draft-inadarei-api-health-check: each check is a list of measurements. */
export const HealthJsonSchema = Type.Object(
  {
    status: healthStatus(),
    version: Type.String(),
    releaseId: Type.Optional(Type.String()),
    checks: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object({
          status: healthStatus(),
          observedValue: observed(),
          observedUnit: Type.Optional(Type.String()),
          time: isoTime('When it was measured.'),
        }),
      ),
    ),
  },
  { title: 'HealthJson' },
);
