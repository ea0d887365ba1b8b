// SPDX-License-Identifier: Apache-2.0
import type { Io } from './io.ts';

export interface Progress {
  readonly step: (bytes: number, refused: number) => void;
  readonly end: (refused: number) => void;
}

const REDRAW_MS = 100;
const BAR_WIDTH = 30;

/** A bar on stderr where a person can see it; a share of the whole where the size of stdin is known, else a count. */
export function startProgress(io: Io, nowMs: () => number = () => performance.now()): Progress {
  if (!io.stderr.isTTY) return { step: () => undefined, end: () => undefined };
  const startedMs = nowMs();
  let drawnMs = startedMs;
  let done = 0;
  let doneBytes = 0;
  const draw = (refused: number) => {
    const seconds = (nowMs() - startedMs) / 1000;
    const rate = seconds > 0 ? Math.round(done / seconds) : 0;
    io.stderr.write(`\r\x1b[2K${barOf(doneBytes, io.stdinBytes)}${done} judged, ${refused} refused, ${rate}/s`);
  };
  return {
    step: (bytes, refused) => {
      done += 1;
      doneBytes += bytes;
      if (nowMs() - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs();
      draw(refused);
    },
    end: (refused) => {
      draw(refused);
      io.stderr.write('\n');
    },
  };
}

/** A bar with its share, or nothing where the whole is not known. */
export function barOf(done: number, total: number | undefined): string {
  if (!total) return '';
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)}% `;
}
