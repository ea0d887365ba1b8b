// SPDX-License-Identifier: Apache-2.0
import { residentMb, startProgram } from './service.ts';
import { goal, median, round, type Table } from './table.ts';

const STARTS = 5;
const IDLE_AFTER_MS = 20_000;
const GOALS = { startMs: 2_000, idleMb: 250 };

/** `bin/up` on an installed clone: time until it answers, memory when idle. The baseline is Node doing nothing. */
export async function benchStart(): Promise<readonly Table[]> {
  const startMs: number[] = [];
  const idleMb: number[] = [];
  const nodeMs: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const empty = await startProgram(
      ['node', '-e', 'require("http").createServer((_, r) => r.end()).listen(process.env.PORT)'],
      '/',
    );
    nodeMs.push(empty.startedInMs);
    await empty.stop();
    const service = await startProgram(['bin/up'], '/livez');
    startMs.push(service.startedInMs);
    if (i === STARTS - 1) {
      // Idle is after the start: warmed up, index built, the start's garbage given back.
      await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS));
      idleMb.push(residentMb(service.pid));
    }
    await service.stop();
  }
  return [
    {
      name: 'start',
      what: `bin/up on an installed clone, fresh data folder, median of ${STARTS}`,
      columns: ['what', 'value', 'ratio to an empty Node server'],
      rows: [
        ['time to the first answer', `${round(median(startMs) / 1000)} s`, round(median(startMs) / median(nodeMs))],
        ['resident memory, 20 s after the start', `${round(median(idleMb), 0)} MB`, null],
      ],
      notes: [
        goal('answers within 2 s', median(startMs) <= GOALS.startMs),
        goal('at most 250 MB idle', median(idleMb) <= GOALS.idleMb),
      ],
    },
  ];
}
