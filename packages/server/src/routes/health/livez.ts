// SPDX-License-Identifier: Apache-2.0
import type { Handler } from '../../http/call.ts';
import { TEXT_UTF8 } from '../../services/documents.ts';

/** GET /livez: depends on nothing but the process. */
export const livez = (): Handler => () => ({ text: 'ok\n', type: TEXT_UTF8 });
