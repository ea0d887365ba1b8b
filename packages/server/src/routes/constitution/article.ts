// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/constitution/{number}. */
export const article =
  ({ catalogue }: RouteServices): Handler =>
  ({ accept, params }) => {
    const document = catalogue.article(Number(params.number), accept);
    if (document === null) throw new PlumblineError('not_found', { detail: 'There is no article of this number.' });
    return { document };
  };
