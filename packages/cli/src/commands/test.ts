// SPDX-License-Identifier: Apache-2.0
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Question } from '@plumbline/core/engine/judge-model/opinion.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { OpenedJudge } from '@plumbline/server/operator/second-judge.ts';
import { paintFor } from '../colour.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { parseLine } from '../jsonl.ts';
import { readLines } from '../lines.ts';
import { numberSource } from '../number-source.ts';
import { openJudge } from '../open-judge.ts';
import { type Case, caseOf } from '../quality/cases.ts';
import { type Ask, type CaseResult, judgeCase } from '../quality/judge-case.ts';
import { renderReport, reportOf } from '../quality/report.ts';
import { loadRuleset, RULE_OPTIONS } from '../ruleset.ts';

const GOALS = ['precision', 'recall', 'f1'] as const;
export type Goals = Readonly<Partial<Record<(typeof GOALS)[number], number>>>;

/**
 * `test CASES.jsonl`: labelled cases against rules and model, as a regression test of a policy. 0 when every case is as
 * expected or, where a goal is given, when all goals are reached; 1 when not; 2 when a line is no case, or when the second
 * judge was asked and never answered.
 */
export async function testCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...RULE_OPTIONS,
      json: { type: 'boolean' },
      judge: { type: 'boolean' },
      'min-precision': { type: 'string' },
      'min-recall': { type: 'string' },
      'min-f1': { type: 'string' },
    },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('usage: plumbline test CASES.jsonl (or - for stdin)');
  const goals = goalsOf(values);
  const judge = values.judge ? await openJudge(io) : null;
  const ruleset = loadRuleset(values, io, judge?.judgeModel);
  const cases = readCases(path === '-' ? io.stdin : createReadStream(path), path, ruleset);
  const count = { asked: 0, answered: 0 };
  const results = await judgeAll(cases, ruleset, judge, count).finally(() => judge?.close());
  if (results.length === 0) throw new UsageError(`${path} holds no case`);
  const report = reportOf(results, goals, ruleset, judge === null ? null : count);
  io.stdout.write(values.json ? `${JSON.stringify(report)}\n` : renderReport(report, results, paintFor(io)));
  if (count.asked > 0 && count.answered === 0) {
    io.stderr.write(`plumbline: the second judge never answered (${count.asked} questions)\n`);
    return EXIT.usage;
  }
  return report.reached ? EXIT.pass : EXIT.fail;
}

/** In order; with a second judge as many at once as its model takes. */
async function judgeAll(
  cases: AsyncIterable<Case>,
  ruleset: Ruleset,
  judge: OpenedJudge | null,
  count: { asked: number; answered: number },
): Promise<CaseResult[]> {
  const ask = judge === null ? null : askCounting(judge, ruleset, count);
  const results: CaseResult[] = [];
  let running: Promise<CaseResult>[] = [];
  for await (const test of cases) {
    running.push(judgeCase(test, ruleset, ask));
    if (running.length < (judge?.inFlight ?? 1)) continue;
    results.push(...(await Promise.all(running)));
    running = [];
  }
  return [...results, ...(await Promise.all(running))];
}

function askCounting(judge: OpenedJudge, ruleset: Ruleset, count: { asked: number; answered: number }): Ask {
  return async (question: Question, text: string) => {
    const opinion = await judge.ask(question, text, ruleset);
    count.asked += 1;
    if (opinion.status === 'ok') count.answered += 1;
    return opinion;
  };
}

/** A faulty line stops the run: a case that is passed over in silence proves nothing. */
async function* readCases(stream: Readable, path: string, { articles }: Pick<Ruleset, 'articles'>) {
  let line = 0;
  try {
    for await (const text of readLines(stream)) {
      line += 1;
      if (text?.trim() === '') continue;
      const row = parseLine(text, line);
      const test = 'error' in row ? row : caseOf(named(row), line, articles);
      if ('error' in test) throw new UsageError(`${path}:${line}: ${test.error.detail}`);
      yield test;
    }
  } catch (error) {
    if (error instanceof UsageError || !('code' in (error as object))) throw error;
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

/** Reports call a case by its id as it was written. */
function named({ row, line }: { readonly row: Readonly<Record<string, unknown>>; readonly line: string }) {
  return typeof row.id === 'number' ? { ...row, id: numberSource(line, 'id') } : row;
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
