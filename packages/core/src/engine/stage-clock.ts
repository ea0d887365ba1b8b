// SPDX-License-Identifier: Apache-2.0
import { type Ports, STAGES, type Stage, type StageName, type StageStatus } from './types.ts';

const NUMBERS = Object.fromEntries(STAGES.map(({ n, name }) => [name, n])) as Readonly<Record<StageName, number>>;

/**
 * Writes down the stages as they end. A lap is the time since the last one, without what passed between two steps, so the
 * laps add up to what was done for this text.
 */
export class StageClock {
  readonly stages: Stage[] = [];
  readonly #now: Ports['now'];
  #last: number;

  constructor(ports: Pick<Ports, 'now'>) {
    this.#now = ports.now;
    this.#last = ports.now();
  }

  /** @param aheadMs what `spend` told of this stage */
  lap(name: StageName, engine: string, status: StageStatus = 'ok', detail?: string, aheadMs = 0): void {
    const duration_ms = Math.max(0, Math.round((this.spend() + aheadMs) * 1000) / 1000);
    const stage = { n: NUMBERS[name], name, status, duration_ms, engine };
    this.stages.push(detail === undefined ? stage : { ...stage, detail });
  }

  /** Milliseconds since the last lap, of which none counts any more: of a stage that is written down later. */
  spend(): number {
    const now = this.#now();
    const passed = now - this.#last;
    this.#last = now;
    return passed;
  }

  /** Leaves out what passed between two steps. */
  skip(awayMs: number): void {
    this.#last += awayMs;
  }

  /** What a stage does behind its lap: the time since the last one is added to it, and a fault worsens its status. */
  prolong(name: StageName, fault: string | null): void {
    const at = this.stages.findIndex((stage) => stage.name === name);
    const stage = this.stages[at];
    if (stage === undefined) return;
    const duration_ms = Math.max(0, Math.round((stage.duration_ms + this.spend()) * 1000) / 1000);
    const longer = { ...stage, duration_ms };
    this.stages[at] = fault === null ? longer : { ...longer, status: 'failed', detail: fault };
  }
}

const WORST_LAST: readonly StageStatus[] = ['ok', 'skipped', 'degraded', 'failed'];

/** The stages of several texts as one list: durations summed, the worst status, what each said. */
export function mergeStages(lists: readonly (readonly Stage[])[]): Stage[] {
  const [first = [], ...others] = lists;
  return first.map((stage) => {
    let { status, duration_ms } = stage;
    // Where a remote model spoke to one text only, the stage as a whole is no more deterministic than that part of it.
    let leading = stage;
    const details = stage.detail === undefined ? [] : [stage.detail];
    for (const list of others) {
      for (const other of list) {
        if (other.name !== stage.name) continue;
        duration_ms += other.duration_ms;
        if (WORST_LAST.indexOf(other.status) > WORST_LAST.indexOf(status)) status = other.status;
        if (other.deterministic === false && leading.deterministic !== false) leading = other;
        if (other.detail !== undefined && !details.includes(other.detail)) details.push(other.detail);
      }
    }
    const merged = { ...leading, status, duration_ms: Math.round(duration_ms * 1000) / 1000 };
    return details.length === 0 ? merged : { ...merged, detail: details.join('; ') };
  });
}
