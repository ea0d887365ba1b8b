// SPDX-License-Identifier: Apache-2.0
import type { Handler } from '../../http/call.ts';
import { TEXT_UTF8 } from '../../services/documents.ts';
import type { RouteServices } from '../services.ts';

/** GET /readyz: 503 while it drains or a check fails. */
export const readyz =
  ({ health }: RouteServices): Handler =>
  async () => {
    const ready = await health.ready();
    return { text: ready ? 'ok\n' : 'not ready\n', type: TEXT_UTF8, failed: !ready };
  };
