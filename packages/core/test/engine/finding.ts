// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';
import type { Finding, Ports } from '../../src/engine/types.ts';

/** A finding with the given members; the rest are those of an ordinary high injection at the beginning. */
export function finding(members: Partial<Finding> = {}): Finding {
  return {
    source: 'precheck',
    pattern_id: 'P01',
    category: 'injection',
    article: 31,
    severity: 'high',
    confidence: 0.9,
    start_utf16: 0,
    end_utf16: 10,
    decoded_from: [],
    matched: '',
    masked: false,
    what: 'It tries to override earlier instructions.',
    ...members,
  };
}

/** A sensitive finding at the place of `value` in `text`. */
export function secretIn(text: string, value: string, members: Partial<Finding> = {}): Finding {
  const start = text.indexOf(value);
  return finding({
    pattern_id: 'P26',
    category: 'secrets',
    article: 26,
    severity: 'critical',
    start_utf16: start,
    end_utf16: start + value.length,
    matched: value,
    masked: true,
    what: 'A credential stands in the text.',
    ...members,
  });
}

/** Ids count up, so that two runs can be compared; time stands still. */
export function testPorts(): Ports {
  let ids = 0;
  return {
    now: () => 0,
    wallNowMs: () => Date.UTC(2026, 10, 21),
    sha256Hex: (data) => hash('sha256', data, 'hex'),
    newId: (prefix) => `${prefix}${String(++ids).padStart(26, '0')}`,
  };
}

/** Looks like a cloud access key and belongs to nobody; put together here, so that no scanner stumbles over the source. */
export const FAKE_CLOUD_KEY = ['AKIA', 'IOSFODNN', '7EXAMPLE'].join('');
/** A well-known test number with a right check digit. */
export const TEST_CARD = ['4111', '1111', '1111', '1111'].join(' ');
