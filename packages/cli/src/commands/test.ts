// SPDX-License-Identifier: Apache-2.0
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { paintFor } from '../colour.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { parseLine } from '../jsonl.ts';
import { readLines } from '../lines.ts';
import { caseOf } from '../quality/cases.ts';
import { type CaseResult, judgeCase } from '../quality/judge-case.ts';
import { renderReport, reportOf } from '../quality/report.ts';
import { loadRuleset, RULE_OPTIONS } from '../ruleset.ts';

const GOALS = ['precision', 'recall', 'f1'] as const;
export type Goals = Readonly<Partial<Record<(typeof GOALS)[number], number>>>;

/**
 * `test CASES.jsonl`: labelled cases against rules and model, as a regression test of a policy. 0 when every case is as
 * expected or, where a goal is given, when all goals are reached; 1 when not; 2 when a line is no case.
 */
export async function testCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...RULE_OPTIONS,
      json: { type: 'boolean' },
      'min-precision': { type: 'string' },
      'min-recall': { type: 'string' },
      'min-f1': { type: 'string' },
    },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('usage: plumbline test CASES.jsonl (or - for stdin)');
  const goals = goalsOf(values);
  const ruleset = loadRuleset(values);
  const results: CaseResult[] = [];
  for await (const test of readCases(path === '-' ? io.stdin : createReadStream(path), path))
    results.push(judgeCase(test, ruleset));
  if (results.length === 0) throw new UsageError(`${path} holds no case`);
  const report = reportOf(results, goals, ruleset.hash);
  io.stdout.write(values.json ? `${JSON.stringify(report)}\n` : renderReport(report, results, paintFor(io)));
  return report.reached ? EXIT.pass : EXIT.fail;
}

/** A faulty line stops the run: a case that is passed over in silence proves nothing. */
async function* readCases(stream: Readable, path: string) {
  let line = 0;
  try {
    for await (const text of readLines(stream)) {
      line += 1;
      if (text?.trim() === '') continue;
      const row = parseLine(text, line);
      const test = 'error' in row ? row : caseOf(row.row, line);
      if ('error' in test) throw new UsageError(`${path}:${line}: ${test.error.detail}`);
      yield test;
    }
  } catch (error) {
    if (error instanceof UsageError || !('code' in (error as object))) throw error;
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

function goalsOf(values: Readonly<Record<string, string | boolean | undefined>>): Goals {
  const goals: Partial<Record<(typeof GOALS)[number], number>> = {};
  for (const name of GOALS) {
    const given = values[`min-${name}`];
    if (given === undefined) continue;
    const goal = Number(given);
    if (given === '' || !(goal >= 0 && goal <= 1)) throw new UsageError(`--min-${name} is a number from 0 to 1`);
    goals[name] = goal;
  }
  return goals;
}
