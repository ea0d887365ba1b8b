// SPDX-License-Identifier: Apache-2.0
import { codePointLength } from '@plumbline/core/contract/code-point-length.ts';
import { BOUNDS } from '@plumbline/core/contract/limits.ts';
import { UsageError } from './io.ts';

const shown = (count: number) => count.toLocaleString('en-GB');

/**
 * What the service would refuse is not judged here either: a pass on this side would be worth nothing there.
 * @param what as it is called in the refusal, such as "the prompt"
 * @throws UsageError for a text that is empty, too long, or holds what UTF-8 cannot carry
 */
export function requireReadable(text: string, what: string): void {
  if (text.trim() === '') throw new UsageError(`${what} is empty`);
  if (!text.isWellFormed() || text.includes('\0'))
    throw new UsageError(`${what} holds NUL or half of a surrogate pair`);
  const length = codePointLength(text);
  if (length > BOUNDS.textCodePoints)
    throw new UsageError(`${what} has ${shown(length)} code points; at most ${shown(BOUNDS.textCodePoints)} are read`);
}
