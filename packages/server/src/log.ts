// SPDX-License-Identifier: Apache-2.0
/** Loggers by subsystem: JSON lines on stderr. Nothing a caller sent is ever handed to them. */
import { destination, type Logger, pino } from 'pino';

export type Log = Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Of lines that wait to be written; more are dropped. */
const MAX_WAITING_BYTES = 1_000_000;

/** A log that cannot be written (a full disk) is lost: the service goes on, and its health tells of the disk. */
function standardError() {
  const sink = destination({ fd: 2, sync: false, maxLength: MAX_WAITING_BYTES });
  return sink.on('error', () => {
    // At the end of the process it would be tried until there is room, for ever.
    sink.flushSync = () => {};
  });
}

/** The root of all loggers; `child` it with a subsystem. */
export function createLog(level: LogLevel, sink: { write(line: string): void } = standardError()): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' }, sink);
}

export function subsystem(log: Log, name: string): Log {
  return log.child({ subsystem: name });
}
