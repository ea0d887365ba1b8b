// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { type ShadowCount, type ShadowReport, shadowReports } from '../services/shadow.ts';
import { ArgumentError, exitCodeOf, type OperatorIo, withDeployment } from './keys-deployment.ts';

const USAGE = 'Usage: plumbline shadow report [--json]\n';

/**
 * Tells where candidate rules differ from the live ones.
 * @param args what stands after `shadow`
 * @returns exit code: 0, 1 when it could not be done, 2 for wrong arguments
 */
export function runShadow(args: string[], io: OperatorIo): Promise<number> {
  const [verb, ...rest] = args;
  return exitCodeOf(io, USAGE, async () => {
    if (verb !== 'report')
      throw new ArgumentError(verb === undefined ? 'shadow: say what to do' : `shadow: there is no '${verb}'`);
    const { values } = parseArgs({ args: rest, options: { json: { type: 'boolean' } } });
    const reports = await withDeployment(io, async ({ store }) => shadowReports(await store.notices.list()));
    io.stdout.write(values.json ? `${JSON.stringify(reports)}\n` : describe(reports));
  });
}

function describe(reports: readonly ShadowReport[]): string {
  if (reports.length === 0) return 'No candidate has judged anything here.\n';
  return reports.map(describeOne).join('\n');
}

function describeOne({ candidate, judged, skipped, verdicts, added, dropped, regraded }: ShadowReport): string {
  const lines = [`candidate ${candidate}: ${judged} texts judged, ${skipped} skipped`];
  const list = (title: string, counts: readonly ShadowCount[]) => {
    if (counts.length > 0)
      lines.push(`  ${title}`, ...counts.map(({ name, count }) => `    ${String(count).padStart(8)}  ${name}`));
  };
  list('verdicts, live to candidate', verdicts);
  list('found by the candidate only', added);
  list('found by the live rules only', dropped);
  list('found by both, graded otherwise by the candidate', regraded);
  return `${lines.join('\n')}\n`;
}
