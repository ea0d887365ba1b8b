// SPDX-License-Identifier: Apache-2.0
import { codePointLength } from '@plumbline/core/contract/code-point-length.ts';
import { findDuplicate } from '@plumbline/core/contract/json-faults.ts';
import { BOUNDS } from '@plumbline/core/contract/limits.ts';
import { EXIT, type Io, write } from './io.ts';
import { readLines } from './lines.ts';
import { asWritten, numberSource } from './number-source.ts';
import { startProgress } from './progress.ts';
import { inert } from './render.ts';

/** A line that cannot be judged is answered in its place, so that line n out belongs to line n in. */
export interface LineError {
  readonly id: unknown;
  readonly error: { readonly code: string; readonly detail: string };
}

export type LineResult = Readonly<Record<string, unknown>> | LineError;

const FLUSH_BYTES = 65_536;
const MAX_NAMED = 10;
const MAX_NAME_LENGTH = 40;

/**
 * Judges stdin line by line and answers in the same order. Blank lines are passed over. Exit code 2 when any line could
 * not be judged, 0 otherwise: in a bulk run the verdicts are data, not an outcome. Members that are not read are named on
 * stderr at the end: exported rows carry labels and dates, and need not be stripped of them.
 * @param members names that are read, beside `id`
 */
export async function judgeLines(
  io: Io,
  members: readonly string[],
  judge: (row: Readonly<Record<string, unknown>>) => LineResult,
): Promise<number> {
  const progress = startProgress(io);
  const read = new Set(['id', ...members]);
  const unread = new Set<string>();
  let pending = '';
  let lineNumber = 0;
  let refused = 0;
  for await (const line of readLines(io.stdin)) {
    lineNumber += 1;
    if (line?.trim() === '') continue;
    const result = judgeLine(line, lineNumber, (row) => {
      for (const name in row) if (!read.has(name) && unread.size <= MAX_NAMED) unread.add(name);
      return judge(row);
    });
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
  if (unread.size > 0)
    io.stderr.write(`plumbline: only ${[...read].join(', ')} are read of a line; not ${listOf(unread)}\n`);
  return refused === 0 ? EXIT.pass : EXIT.usage;
}

/** Names are whatever stood in the input: shown short, and without what drives a terminal. */
function listOf(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, MAX_NAMED).map((name) => inert(name.slice(0, MAX_NAME_LENGTH).toWellFormed()));
  return names.size > MAX_NAMED ? `${shown.join(', ')} and others` : shown.join(', ');
}

function judgeLine(
  line: string | null,
  lineNumber: number,
  judge: (row: Record<string, unknown>) => LineResult,
): LineResult {
  const parsed = parseLine(line, lineNumber);
  if ('error' in parsed) return parsed;
  const id = givenId(parsed.line, parsed.row);
  if (isId(parsed.row.id)) return judge({ ...parsed.row, id });
  return { id: null, error: { code: 'invalid_type', detail: `'id' of line ${lineNumber} is no string and no number` } };
}

/** One line as an object, or the error to answer with. */
export function parseLine(
  line: string | null,
  lineNumber: number,
): { readonly row: Record<string, unknown>; readonly line: string } | LineError {
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
  const duplicate = findDuplicate(line);
  if (duplicate !== null) {
    const object = row as Record<string, unknown>;
    const detail = `line ${lineNumber} has '${duplicate}' twice, and which one counts is anybody's guess`;
    const id = duplicate !== '/id' && isId(object.id) ? givenId(line, object) : null;
    return { id, error: { code: 'duplicate_member', detail } };
  }
  return { row: row as Record<string, unknown>, line };
}

/** What is given back as it came, and can be told apart and sorted. */
const isId = (value: unknown): boolean => value == null || typeof value === 'string' || typeof value === 'number';

/** A number by its digits: 9007199254740993 is no number of JavaScript, and rows are joined by what comes back. */
const givenId = (line: string, { id = null }: Readonly<Record<string, unknown>>): unknown =>
  typeof id === 'number' ? asWritten(numberSource(line, 'id')) : id;

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

/** The same for a text that is judged: it has the length that the service takes. */
export function boundedMember(row: Readonly<Record<string, unknown>>, name: string): { text: string } | LineError {
  const member = textMember(row, name);
  if ('error' in member || codePointLength(member.text) <= BOUNDS.textCodePoints) return member;
  const most = BOUNDS.textCodePoints.toLocaleString('en-GB');
  return { id: row.id ?? null, error: { code: 'too_long', detail: `'${name}' has more than ${most} code points` } };
}
