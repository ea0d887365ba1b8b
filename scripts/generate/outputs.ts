// SPDX-License-Identifier: Apache-2.0
import { openapiText } from '../../packages/core/src/contract/openapi.ts';
import { clientRoutes } from './client-routes.ts';
import { configurationPage } from './configuration-page.ts';
import { errorsPage } from './errors-page.ts';
import { glossariesModule } from './glossaries-module.ts';
import { kernelsModule } from './kernels-module.ts';
import { operationsPage } from './operations-page.ts';
import { preparedRules } from './prepared-rules.ts';
import { qualityPage } from './quality-page.ts';
import { schemasPage } from './schemas-page.ts';

export interface Output {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: () => string;
}

/** Where a fresh clone listens. */
export const DEFAULT_URL = 'http://127.0.0.1:8787';

const ADDRESSES = { baseUrl: DEFAULT_URL, siteUrl: DEFAULT_URL };

export const OUTPUTS: readonly Output[] = [
  { path: 'spec/openapi.json', text: () => openapiText(ADDRESSES, 2) },
  { path: 'docs/reference/operations.md', text: () => operationsPage(DEFAULT_URL) },
  { path: 'docs/reference/schemas.md', text: () => schemasPage(ADDRESSES) },
  { path: 'docs/reference/errors.md', text: errorsPage },
  { path: 'docs/reference/configuration.md', text: configurationPage },
  { path: 'docs/reference/quality.md', text: qualityPage },
  { path: 'packages/client/src/generated/routes.ts', text: clientRoutes },
  { path: 'packages/core/src/engine/kernel/generated/kernels.ts', text: kernelsModule },
  { path: 'packages/core/src/engine/gloss/generated/glossaries.ts', text: glossariesModule },
  { path: 'constitution/prepared.json', text: () => preparedRules('constitution') },
  { path: 'patterns/prepared.json', text: () => preparedRules('patterns') },
];
