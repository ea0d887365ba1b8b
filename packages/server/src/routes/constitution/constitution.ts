// SPDX-License-Identifier: Apache-2.0
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/constitution, as JSON, Markdown or plain text. */
export const constitution =
  ({ catalogue }: RouteServices): Handler =>
  ({ accept }) => ({ document: catalogue.constitution(accept) });
