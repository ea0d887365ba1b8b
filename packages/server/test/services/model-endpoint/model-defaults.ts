// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import type { ModelSettings } from '../../../src/config-models.ts';

const PLACE = { url: 'http://127.0.0.1:1/v1', model: 'test-model' };

/** A model with the defaults of the settings. */
export const MODEL_DEFAULTS = loadConfig(
  { PLUMBLINE_MODELS: JSON.stringify({ test: PLACE }) },
  join(import.meta.dirname, 'no-file-here'),
).settings.models.test as ModelSettings;
