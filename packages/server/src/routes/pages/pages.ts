// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /. */
export const home =
  ({ pages }: RouteServices): Handler =>
  ({ accept }) => ({ document: pages.home(accept) });

/** GET /verify. */
export const verifyPage =
  ({ pages }: RouteServices): Handler =>
  () => ({ document: pages.verify() });

/** GET /modules/…: what the verify page imports. */
export const pageModule =
  ({ pages }: RouteServices): Handler =>
  ({ params }) => {
    const document = pages.module(params.path ?? '');
    if (document === null) throw new PlumblineError('not_found', { detail: 'No page imports this.' });
    return { document };
  };

/** GET /problems. */
export const problemIndex =
  ({ pages }: RouteServices): Handler =>
  () => ({ document: pages.problemIndex() });

/** GET /problems/{code}. */
export const problemPage =
  ({ pages }: RouteServices): Handler =>
  ({ params }) => {
    const document = pages.problem(params.code ?? '');
    if (document === null) throw new PlumblineError('not_found', { detail: 'There is no such code.' });
    return { document };
  };
