// SPDX-License-Identifier: Apache-2.0
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Config } from '../config-schema.ts';
import type { Certify } from '../services/certify.ts';
import type { Catalogue } from '../services/documents-catalogue.ts';
import type { GatewayParts } from '../services/gateway/parts.ts';
import type { Health } from '../services/health.ts';
import type { LedgerParts } from '../services/ledger-parts.ts';
import type { Verification } from '../services/verification.ts';
import type { Voice } from '../services/voice/voice.ts';
import type { Pages } from '../web/pages.ts';

/** What routes may call. No store, no request, no reply. */
export interface RouteServices extends LedgerParts, GatewayParts {
  readonly newId: (prefix: string) => string;
  readonly certify: Certify;
  readonly verification: Verification;
  readonly voice: Voice;
  readonly catalogue: Catalogue;
  readonly health: Health;
  readonly pages: Pages;
  readonly ruleset: Ruleset;
  readonly config: Config;
  /** Public addresses without a closing slash; never derived from the Host header. */
  readonly baseUrl: () => string;
  readonly siteUrl: () => string;
}
