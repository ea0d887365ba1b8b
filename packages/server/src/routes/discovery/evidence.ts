// SPDX-License-Identifier: Apache-2.0
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/cal/evidence. */
export const calEvidence =
  ({ catalogue }: RouteServices): Handler =>
  () => ({ document: catalogue.evidence() });
