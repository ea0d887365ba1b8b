// SPDX-License-Identifier: Apache-2.0
import { EXIT, type Io, write } from './io.ts';
import { readLines } from './lines.ts';
import { startProgress } from './progress.ts';

/** A line that cannot be judged is answered in its place, so that line n out belongs to line n in. */
export interface LineError {
  readonly id: unknown;
  readonly error: { readonly code: string; readonly detail: string };
}

export type LineResult = Readonly<Record<string, unknown>> | LineError;

const FLUSH_BYTES = 65_536;

/**
 * Judges stdin line by line and answers in the same order. Blank lines are passed over. Exit code 2 when any line could
 * not be judged, 0 otherwise: in a bulk run the verdicts are data, not an outcome.
 */
export async function judgeLines(
  io: Io,
  judge: (row: Readonly<Record<string, unknown>>) => LineResult,
): Promise<number> {
  const progress = startProgress(io);
  let pending = '';
  let lineNumber = 0;
  let refused = 0;
  for await (const line of readLines(io.stdin)) {
    lineNumber += 1;
    if (line?.trim() === '') continue;
    const result = judgeLine(line, lineNumber, judge);
    if ('error' in result) refused += 1;
    pending += `${JSON.stringify(result)}\n`;
    if (pending.length >= FLUSH_BYTES) {
      await write(io.stdout, pending);
      pending = '';
    }
    progress.step(line === null ? 0 : Buffer.byteLength(line) + 1, refused);
  }
  if (pending !== '') await write(io.stdout, pending);
  progress.end(refused);
  return refused === 0 ? EXIT.pass : EXIT.usage;
}

function judgeLine(
  line: string | null,
  lineNumber: number,
  judge: (row: Record<string, unknown>) => LineResult,
): LineResult {
  const parsed = parseLine(line, lineNumber);
  return 'error' in parsed ? parsed : judge(parsed.row);
}

/** One line as an object, or the error to answer with. */
export function parseLine(
  line: string | null,
  lineNumber: number,
): { readonly row: Record<string, unknown> } | LineError {
  if (line === null) return { id: null, error: { code: 'invalid_unicode', detail: `line ${lineNumber} is not UTF-8` } };
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return { id: null, error: { code: 'invalid_json', detail: `line ${lineNumber} is not JSON` } };
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return { id: null, error: { code: 'invalid_type', detail: `line ${lineNumber} is not an object` } };
  }
  return { row: row as Record<string, unknown> };
}

/** The member as text, or the error to answer with. Lone surrogates and NUL are refused as over the network. */
export function textMember(row: Readonly<Record<string, unknown>>, name: string): { text: string } | LineError {
  const value = row[name];
  const id = row.id ?? null;
  if (value === undefined) return { id, error: { code: 'missing_member', detail: `'${name}' is missing` } };
  if (typeof value !== 'string') return { id, error: { code: 'invalid_type', detail: `'${name}' is not a string` } };
  if (value.trim() === '') return { id, error: { code: 'too_short', detail: `'${name}' is empty` } };
  if (!value.isWellFormed() || value.includes('\0')) {
    return { id, error: { code: 'invalid_unicode', detail: `'${name}' holds NUL or half of a surrogate pair` } };
  }
  return { text: value };
}
