// SPDX-License-Identifier: Apache-2.0
import { createNodeCrypto } from '@plumbline/client/node/crypto.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';

/** The verifier's needs, met by Node. */
export const nodeCrypto: Crypto = createNodeCrypto();
