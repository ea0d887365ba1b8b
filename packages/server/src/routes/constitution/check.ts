// SPDX-License-Identifier: Apache-2.0
import type { ActionCheckInput } from '@plumbline/core/engine/types.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** POST /api/constitution/check: advisory, costs no check. */
export const checkConstitution =
  ({ verification }: RouteServices): Handler =>
  ({ body }) => ({ data: verification.checkAction({ ...(body as ActionCheckInput) }) });
