// SPDX-License-Identifier: Apache-2.0
import type { Log } from '../log.ts';

const EVERY_MS = 10_000;

/** Tells the log of a refusal that has a cause below the service, such as a full disk. */
export type NoteUnavailable = (requestId: string, cause: Error) => void;

/**
 * Every request meets the same fault: it is told once in ten seconds for each cause, with how often it was met since.
 * @param clockMs monotonic
 */
export function createNoteUnavailable(log: Log, clockMs: () => number): NoteUnavailable {
  const told = new Map<string, { atMs: number; unsaid: number }>();
  return (requestId, { name, message }) => {
    const nowMs = clockMs();
    const last = told.get(message);
    if (last !== undefined && nowMs - last.atMs < EVERY_MS) {
      last.unsaid++;
      return;
    }
    // Messages of disks, databases and threads are few; whatever else comes must not fill the memory.
    if (last === undefined && told.size >= 100) told.clear();
    told.set(message, { atMs: nowMs, unsaid: 0 });
    log.error(
      { event: 'unavailable', request_id: requestId, cause: { name, message }, unsaid: last?.unsaid ?? 0 },
      'refused for a fault below the service',
    );
  };
}
