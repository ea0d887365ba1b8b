// SPDX-License-Identifier: Apache-2.0
/** Loggers by subsystem: JSON lines on stderr. Nothing a caller sent is ever handed to them. */
import { destination, type Logger, pino } from 'pino';

export type Log = Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The root of all loggers; `child` it with a subsystem. */
export function createLog(
  level: LogLevel,
  sink: { write(line: string): void } = destination({ fd: 2, sync: false }),
): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' }, sink);
}

export function subsystem(log: Log, name: string): Log {
  return log.child({ subsystem: name });
}
