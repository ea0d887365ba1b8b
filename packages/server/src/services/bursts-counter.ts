// SPDX-License-Identifier: Apache-2.0
import type { PolicyState } from './quota.ts';

export interface WindowPolicy {
  /** Name of contract 1.5. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** What was taken, and where it stands: giving back must hit the cell it was taken from. */
export interface Taken {
  readonly admitted: boolean;
  readonly cell: number;
  readonly state: PolicyState;
}

interface Cells {
  cell: number;
  current: number;
  previous: number;
}

const DEFAULT_MAX_PARTITIONS = 20_000;

/** What a partition was called before; null where it had no other name. */
export type FormerOf = (partition: string) => string | null;

/**
 * A sliding window over two cells, per partition. The previous cell counts by the share of it that the window still
 * covers, so a caller cannot spend twice on the edge of a minute. Memory is bounded: cells that no longer matter go first,
 * then those that have been idle longest.
 */
export class BurstCounter {
  readonly policy: WindowPolicy;
  readonly #maxPartitions: number;
  /** In order of each partition's newest cell. */
  readonly #partitions = new Map<string, Cells>();

  readonly #formerOf: FormerOf;

  constructor(policy: WindowPolicy, maxPartitions: number = DEFAULT_MAX_PARTITIONS, formerOf: FormerOf = () => null) {
    this.policy = policy;
    this.#maxPartitions = maxPartitions;
    this.#formerOf = formerOf;
  }

  get size(): number {
    return this.#partitions.size;
  }

  /** Counts one request, or refuses it and counts nothing. */
  take(partition: string, nowMs: number, limit: number = this.policy.limit): Taken {
    const cells = this.#cellsOf(partition, nowMs);
    const admitted = weighted(cells, this.policy.windowMs, nowMs) + 1 <= limit;
    if (admitted) cells.current += 1;
    return { admitted, cell: cells.cell, state: windowState(this.policy, cells, nowMs, limit) };
  }

  /** Takes a request off again that should not count. */
  giveBack(partition: string, cell: number): void {
    const cells = this.#partitions.get(partition);
    if (cells === undefined) return;
    if (cells.cell === cell) cells.current = Math.max(0, cells.current - 1);
    else if (cells.cell === cell + 1) cells.previous = Math.max(0, cells.previous - 1);
  }

  state(partition: string, nowMs: number, limit: number = this.policy.limit): PolicyState {
    const { windowMs } = this.policy;
    const cell = Math.floor(nowMs / windowMs);
    const known = this.#known(partition);
    const cells = known === undefined ? { cell, current: 0, previous: 0 } : advanced(known, cell);
    return windowState(this.policy, cells, nowMs, limit);
  }

  #cellsOf(partition: string, nowMs: number): Cells {
    const cell = Math.floor(nowMs / this.policy.windowMs);
    const known = this.#known(partition);
    if (known !== undefined && cell <= known.cell) {
      // A clock that steps back must not open a new cell: the newer one goes on. Where it is set back by more, what was
      // taken last counts as taken now, or else a caller would wait until that time has come again.
      if (cell < known.cell - 1) known.cell = cell;
      this.#partitions.set(partition, known);
      return known;
    }
    const next = known === undefined ? { cell, current: 0, previous: 0 } : advanced(known, cell);
    if (!this.#partitions.delete(partition)) this.#makeRoom(cell);
    this.#partitions.set(partition, next);
    return next;
  }

  /** Networks have another name each day: what they took before midnight counts on under the new one. */
  #known(partition: string): Cells | undefined {
    const cells = this.#partitions.get(partition);
    if (cells !== undefined) return cells;
    const former = this.#formerOf(partition);
    const taken = former === null ? undefined : this.#partitions.get(former);
    return taken && { ...taken };
  }

  #makeRoom(cell: number): void {
    if (this.#partitions.size < this.#maxPartitions) return;
    let first = true;
    for (const [partition, cells] of this.#partitions) {
      if (!first && cells.cell >= cell - 1) return;
      this.#partitions.delete(partition);
      first = false;
    }
  }
}

function advanced(cells: Cells, cell: number): Cells {
  if (cell <= cells.cell) return cells;
  return { cell, current: 0, previous: cell === cells.cell + 1 ? cells.current : 0 };
}

/** Share of the previous cell that a window ending now still covers, 0..1. */
export function previousWeight(windowMs: number, nowMs: number): number {
  return 1 - (nowMs % windowMs) / windowMs;
}

/** What counts of two cells. */
export function weighted(
  { current, previous }: Pick<Cells, 'current' | 'previous'>,
  windowMs: number,
  nowMs: number,
): number {
  return previous === 0 ? current : current + previous * previousWeight(windowMs, nowMs);
}

/**
 * What is left, and for how long no more than that will be: the edge of a cell gives nothing back at once.
 * @param cells counts of the cell that `nowMs` lies in and of the one before
 */
export function windowState(
  { name, windowMs }: WindowPolicy,
  cells: { readonly current: number; readonly previous: number },
  nowMs: number,
  limit: number,
): PolicyState {
  const intoMs = nowMs % windowMs;
  const used = cells.current + cells.previous * (1 - intoMs / windowMs);
  const remaining = Math.max(0, Math.floor(limit - used + 1e-9));
  const moreMs = waitForRoom(cells, windowMs, intoMs, limit - remaining);
  // For longer than a window nothing is promised but to who has to wait.
  const waitMs = remaining > 0 && (used === 0 || moreMs > windowMs) ? windowMs : moreMs;
  return { name, limit, windowS: windowMs / 1_000, remaining, resetS: Math.max(1, Math.ceil(waitMs / 1_000)) };
}

/** When fewer than `limit` count: later in this cell, as the previous one fades, or in the next, as this one does. */
function waitForRoom(
  { current, previous }: { readonly current: number; readonly previous: number },
  windowMs: number,
  intoMs: number,
  limit: number,
): number {
  if (current + 1 <= limit && previous > 0) return windowMs * (1 - (limit - 1 - current) / previous) - intoMs;
  const fade = current === 0 ? 0 : Math.max(0, 1 - (limit - 1) / current);
  return windowMs - intoMs + windowMs * fade;
}
