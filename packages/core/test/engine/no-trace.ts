// SPDX-License-Identifier: Apache-2.0
import { expect } from 'vitest';

/** No run of six characters of the secret after its first four, plain or inside anything that decodes. */
export function expectNoTrace(json: string, secret: string): void {
  const encoded = json.match(/[A-Za-z0-9+/=]{12,}/g) ?? [];
  const hex = json.match(/(?:[0-9a-f]{2}){8,}/g) ?? [];
  const readings = [
    json,
    ...encoded.map((run) => Buffer.from(run, 'base64').toString('latin1')),
    ...hex.map((run) => Buffer.from(run, 'hex').toString('latin1')),
  ];
  for (let i = 4; i + 6 <= secret.length; i++) {
    const piece = secret.slice(i, i + 6);
    for (const reading of readings) expect(reading).not.toContain(piece);
  }
}
