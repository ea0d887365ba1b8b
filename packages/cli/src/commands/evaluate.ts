// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Evaluation, Flag } from '@plumbline/core/engine/types.ts';
import { paintFor } from '../colour.ts';
import { decodeUtf8, EXIT, type Io, readAll, UsageError } from '../io.ts';
import { boundedMember, judgeLines, type LineResult } from '../jsonl.ts';
import { requireReadable } from '../judged-text.ts';
import { nodePorts } from '../ports.ts';
import { renderEvaluation } from '../render.ts';
import { loadRuleset, RULE_OPTIONS } from '../ruleset.ts';

/** `evaluate [TEXT|FILE|-]`, in process: no server, no network, nothing kept. */
export async function evaluateCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...RULE_OPTIONS,
      json: { type: 'boolean' },
      jsonl: { type: 'boolean' },
      text: { type: 'string' },
      file: { type: 'string' },
    },
  });
  if (values.jsonl && (positionals.length > 0 || values.text !== undefined || values.file !== undefined)) {
    throw new UsageError('--jsonl reads standard input and takes no text or file');
  }
  const ruleset = loadRuleset(values, io);
  if (values.jsonl) return judgeLines(io, ['text'], (row) => evaluateLine(row, ruleset));
  const text = await textOf(positionals, values, io);
  const evaluation = evaluate(text, ruleset, nodePorts);
  io.stdout.write(values.json ? `${JSON.stringify(evaluation)}\n` : renderEvaluation(evaluation, text, paintFor(io)));
  return EXIT[evaluation.verdict];
}

/** One word with a folder or an ending: a mistyped file name must not pass as a text. */
const LOOKS_LIKE_A_PATH = /^\S*(?:[\\/]\S+|\.[a-z0-9]{1,5})$/i;

/** Where the text comes from: a named source, else the one positional argument, else standard input. */
async function textOf(positionals: string[], named: { text?: string; file?: string }, io: Io): Promise<string> {
  const sources = [named.text, named.file, ...positionals].filter((value) => value !== undefined);
  if (sources.length > 1) throw new UsageError('one text at a time; quote it, or use --jsonl for many');
  const [argument] = positionals;
  let text: string;
  if (named.text !== undefined) text = named.text;
  else if (named.file !== undefined) text = readFile(named.file);
  else if (argument === undefined || argument === '-') text = await readAll(io.stdin);
  else if (existsSync(argument) && statSync(argument).isFile()) text = readFile(argument);
  else if (LOOKS_LIKE_A_PATH.test(argument)) {
    const fault = existsSync(argument) ? `${argument} is no file` : `there is no file ${argument}`;
    throw new UsageError(`${fault}; if it is the text, use --text`);
  } else text = argument;
  requireReadable(text, 'the text');
  return text;
}

function readFile(path: string): string {
  try {
    return decodeUtf8(readFileSync(path), path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

function evaluateLine(row: Readonly<Record<string, unknown>>, ruleset: Ruleset): LineResult {
  const member = boundedMember(row, 'text');
  if ('error' in member) return member;
  return lineOf(row.id ?? null, evaluate(member.text, ruleset, nodePorts));
}

function lineOf(id: unknown, evaluation: Evaluation): LineResult {
  const { verdict, risk_score, flags } = evaluation;
  return { id, verdict, risk_score, flags: flags.map(briefFlag), ...(evaluation.degraded ? { degraded: true } : {}) };
}

/** What a line of a bulk run says of a flag. */
export function briefFlag(flag: Flag): Readonly<Record<string, unknown>> {
  const { category, pattern_id, source, severity, confidence, span } = flag;
  return { category, pattern_id, source, severity, confidence, article: flag.article.number, span };
}
