// SPDX-License-Identifier: Apache-2.0
import { VERSION_LABEL } from '@plumbline/core/contract/version.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/openapi. The strong ETag of the document is the SHA-256 of its bytes. */
export const openapiPointer =
  ({ catalogue, baseUrl, siteUrl }: RouteServices): Handler =>
  () => ({
    data: {
      canonical: `${baseUrl()}/api/v1/openapi.json`,
      mirror: `${siteUrl()}/openapi/v1.json`,
      sha256: catalogue.openapi('all').etag.slice(1, -1),
      version: VERSION_LABEL,
    },
  });
