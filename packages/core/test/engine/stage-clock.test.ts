// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { mergeStages, StageClock } from '../../src/engine/stage-clock.ts';

function clockOf(times: readonly number[]): StageClock {
  let at = 0;
  return new StageClock({ now: () => times[at++] ?? 0 });
}

describe('StageClock', () => {
  it('writes laps that add up to the whole, to the microsecond', () => {
    const clock = clockOf([10, 10.0254, 12, 12]);
    clock.lap('intake', 'intake/1');
    clock.lap('precheck', 'patterns/1', 'degraded', 'time was used up');
    clock.lap('entropy', 'entropy/1');
    expect(clock.stages).toEqual([
      { n: 1, name: 'intake', status: 'ok', duration_ms: 0.025, engine: 'intake/1' },
      {
        n: 2,
        name: 'precheck',
        status: 'degraded',
        duration_ms: 1.975,
        engine: 'patterns/1',
        detail: 'time was used up',
      },
      { n: 3, name: 'entropy', status: 'ok', duration_ms: 0, engine: 'entropy/1' },
    ]);
  });

  it('adds what a stage took ahead of its lap, and leaves out what passed between two steps', () => {
    const clock = clockOf([0, 1, 3, 104, 104, 105]);
    const [decoding, measuring] = [clock.spend(), clock.spend()];
    clock.skip(95);
    clock.lap('precheck', 'patterns/1', 'ok', undefined, decoding);
    clock.lap('entropy', 'entropy/1', 'ok', undefined, measuring);
    clock.prolong('precheck', null);
    expect(clock.stages.map(({ name, duration_ms }) => [name, duration_ms])).toEqual([
      ['precheck', 8],
      ['entropy', 2],
    ]);
  });
});

describe('mergeStages', () => {
  it('sums durations and keeps the worst status and every detail', () => {
    const first = clockOf([0, 1, 3]);
    first.lap('intake', 'intake/1');
    first.lap('precheck', 'patterns/1', 'failed', 'stopped');
    const second = clockOf([0, 2, 4]);
    second.lap('intake', 'intake/1');
    second.lap('precheck', 'patterns/1', 'degraded', 'late');
    expect(mergeStages([first.stages, second.stages])).toEqual([
      { n: 1, name: 'intake', status: 'ok', duration_ms: 3, engine: 'intake/1' },
      { n: 2, name: 'precheck', status: 'failed', duration_ms: 4, engine: 'patterns/1', detail: 'stopped; late' },
    ]);
  });
});
