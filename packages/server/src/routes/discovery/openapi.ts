// SPDX-License-Identifier: Apache-2.0
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/v1/openapi.json and its mirror on the site: the same bytes. */
export const openapiDocument =
  ({ catalogue }: RouteServices): Handler =>
  () => ({ document: catalogue.openapi('all') });

/** GET /openapi.json: the proof surface only. */
export const proofSurface =
  ({ catalogue }: RouteServices): Handler =>
  () => ({ document: catalogue.openapi('proof') });
