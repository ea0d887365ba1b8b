// SPDX-License-Identifier: Apache-2.0
import type { Opinion } from '@plumbline/core/engine/judge-model/opinion.ts';
import { describe, expect, it } from 'vitest';
import { OpinionCache } from '../../../src/services/judge-model/opinion-cache.ts';

const said = (unfounded = 0): Opinion => ({ status: 'ok', claims: [], unfounded, durationMs: 900 });

describe('the memory of opinions', () => {
  it('forgets what was used least recently, and takes no time', () => {
    const cache = new OpinionCache(2);
    cache.put('a', said(1));
    cache.put('b', said(2));
    expect(cache.get('a')).toEqual({ ...said(1), durationMs: 0 });
    cache.put('c', said(3));
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map((opinion) => opinion?.status)).toEqual([
      'ok',
      undefined,
      'ok',
    ]);
    expect(cache.size).toBe(2);
  });

  it('does not remember that nobody answered', () => {
    const cache = new OpinionCache(2);
    cache.put('a', { status: 'timeout', why: 'timeout', durationMs: 1 });
    cache.put('b', { status: 'skipped', why: 'a test key', durationMs: 0 });
    expect(cache.size).toBe(0);
  });

  it('can be switched off', () => {
    const cache = new OpinionCache(0);
    cache.put('a', said());
    expect(cache.get('a')).toBeUndefined();
  });
});
