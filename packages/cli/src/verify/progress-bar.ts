// SPDX-License-Identifier: Apache-2.0
import type { Io } from '../io.ts';
import { barOf } from '../progress.ts';

const REDRAW_MS = 100;

export interface ProgressBar {
  readonly show: (done: number, total: number | null) => void;
  readonly end: () => void;
}

/** A bar on stderr where a person can see it, nothing where a program reads along. */
export function startProgressBar(io: Io, nowMs: () => number = () => performance.now()): ProgressBar {
  if (!io.stderr.isTTY) return { show: () => undefined, end: () => undefined };
  const startedMs = nowMs();
  let drawnMs = Number.NEGATIVE_INFINITY;
  let last: [done: number, total: number | null] | null = null;
  const draw = (done: number, total: number | null) => {
    const seconds = (nowMs() - startedMs) / 1000;
    const rate = seconds > 0 ? `, ${Math.round(done / seconds)}/s` : '';
    io.stderr.write(`\r\x1b[2K${barOf(done, total ?? undefined)}${done} entries${rate}`);
  };
  return {
    show: (done, total) => {
      last = [done, total];
      if (nowMs() - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs();
      draw(done, total);
    },
    end: () => {
      if (last) draw(...last);
      io.stderr.write('\n');
    },
  };
}
