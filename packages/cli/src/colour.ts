// SPDX-License-Identifier: Apache-2.0
import type { Io } from './io.ts';

export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  /** Red and underlined; carets take over where there is no colour. */
  readonly flagged: (text: string) => string;
  readonly enabled: boolean;
}

/** Colour on a terminal only, never under NO_COLOR (no-color.org), always under FORCE_COLOR. */
export function paintFor(io: Io): Paint {
  const forced = io.env.FORCE_COLOR !== undefined && io.env.FORCE_COLOR !== '0';
  const enabled = forced || (io.stdout.isTTY === true && !io.env.NO_COLOR);
  const sgr = (open: string, close: string) => (text: string) =>
    enabled ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    enabled,
    bold: sgr('1', '22'),
    dim: sgr('2', '22'),
    red: sgr('31', '39'),
    yellow: sgr('33', '39'),
    green: sgr('32', '39'),
    flagged: sgr('4;31', '24;39'),
  };
}
