// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { ArgumentError } from './keys-deployment.ts';
import type { Remembered } from './stored-ledger.ts';

const TIMEOUT_MS = 15_000;
const MAX_CHECKPOINT_CHARS = 1_000_000;

/** A checkpoint from a file, or from an address: of a mirror, a reader or a witness. @throws ArgumentError */
export async function readCheckpointAt(place: string): Promise<Remembered> {
  try {
    const note = /^https?:\/\//.test(place) ? await fetchText(place) : readFileSync(place, 'utf8');
    if (note.length > MAX_CHECKPOINT_CHARS) throw new Error('is too long to be a checkpoint');
    return { who: place, note };
  } catch (error) {
    throw new ArgumentError(`--checkpoint ${place}: ${(error as Error).message}`);
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.text();
}
