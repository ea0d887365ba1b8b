// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { logVerifier, parseCheckpoint, signCheckpoint } from '../../src/ledger/checkpoint.ts';
import { emptyRoot } from '../../src/ledger/merkle.ts';
import {
  decideAddCheckpoint,
  formatAddCheckpoint,
  parseAddCheckpoint,
  parseWitnessAnswer,
  SIZE_MEDIA_TYPE,
  type WitnessedState,
} from '../../src/ledger/witness-protocol.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { cosignLine, LOG_VKEY } from './anchored.ts';
import { crypto, freshLog, KEYS, ORIGIN } from './test-log.ts';

const log = freshLog();
const first = log.publish();
for (let i = 0; i < 40; i++) log.heartbeat();
const second = log.publish();
const seen: WitnessedState = { size: 3, root: parseCheckpoint(first).root };
const proof = await log.consistency(3);
const verifier = logVerifier(LOG_VKEY, crypto);
if (!verifier) throw new Error('no log key');

const decide = (body: string, stored: WitnessedState | null) =>
  decideAddCheckpoint(body, (origin) => (origin === ORIGIN ? { verifiers: [verifier], stored } : null), crypto);
const status = (body: string, stored: WitnessedState | null) => decide(body, stored).status;

describe('decideAddCheckpoint', () => {
  it('co-signs a first checkpoint, an extension, and the same one again', () => {
    expect(status(formatAddCheckpoint({ old: 0, proof: [], note: first }), null)).toBe(200);
    const answer = decide(formatAddCheckpoint({ old: 3, proof, note: second }), seen);
    if (answer.status !== 200) throw new Error(answer.detail);
    expect(answer.next).toEqual({ size: 43, root: log.frontier.root() });
    expect(second.startsWith(`${answer.text}\n`)).toBe(true);
    expect(status(formatAddCheckpoint({ old: 43, proof: [], note: second }), answer.next)).toBe(200);
  });

  it('co-signs an empty log', () => {
    const note = signCheckpoint({ origin: ORIGIN, size: 0, root: emptyRoot(crypto) }, [KEYS.log], crypto);
    expect(status(formatAddCheckpoint({ old: 0, proof: [], note }), null)).toBe(200);
  });

  it('answers 404 for an unknown origin and 403 for keys that are not trusted', () => {
    const elsewhere = signCheckpoint({ ...log.checkpointNow(), origin: 'other.example/log' }, [KEYS.log], crypto);
    expect(status(formatAddCheckpoint({ old: 0, proof: [], note: elsewhere }), null)).toBe(404);
    const stranger = signCheckpoint(log.checkpointNow(), [KEYS.stranger], crypto);
    expect(status(formatAddCheckpoint({ old: 0, proof: [], note: stranger }), null)).toBe(403);
    expect(status(formatAddCheckpoint({ old: 0, proof: [], note: second.replace('\n43\n', '\n42\n') }), null)).toBe(
      403,
    );
  });

  it('answers 400 for an old size past the checkpoint and for bodies that are none', () => {
    expect(status(formatAddCheckpoint({ old: 44, proof: [], note: second }), seen)).toBe(400);
    for (const body of [
      '',
      'old 3\n',
      `old -1\n\n${first}`,
      `old 3\nAAAA\n\n${second}`,
      `new 3\n\n${first}`,
      'old 0\n\nx',
    ]) {
      expect(status(body, null)).toBe(400);
    }
    const long = Array.from({ length: 64 }, () => new Uint8Array(32));
    expect(status(formatAddCheckpoint({ old: 3, proof: long, note: second }), seen)).toBe(400);
  });

  it('answers 409 with the size it has for another old size', () => {
    expect(decide(formatAddCheckpoint({ old: 2, proof, note: second }), seen)).toMatchObject({ status: 409, size: 3 });
    expect(decide(formatAddCheckpoint({ old: 0, proof: [], note: second }), seen)).toMatchObject({
      status: 409,
      size: 3,
    });
    expect(decide(formatAddCheckpoint({ old: 3, proof, note: second }), null)).toMatchObject({ status: 409, size: 0 });
  });

  it('answers 422 for a wrong proof, a proof with old 0, and the same size under another root', () => {
    const short = proof.slice(1);
    expect(status(formatAddCheckpoint({ old: 3, proof: short, note: second }), seen)).toBe(422);
    expect(status(formatAddCheckpoint({ old: 0, proof, note: second }), null)).toBe(422);
    const fork = signCheckpoint({ origin: ORIGIN, size: 3, root: new Uint8Array(32) }, [KEYS.log], crypto);
    expect(status(formatAddCheckpoint({ old: 3, proof: [], note: fork }), seen)).toBe(422);
    const forked = { size: 3, root: new Uint8Array(32) };
    expect(status(formatAddCheckpoint({ old: 3, proof, note: second }), forked)).toBe(422);
  });
});

describe('parseAddCheckpoint', () => {
  it('reads what formatAddCheckpoint writes', () => {
    const request = { old: 3, proof, note: second };
    expect(parseAddCheckpoint(formatAddCheckpoint(request))).toEqual(request);
  });
});

describe('parseWitnessAnswer', () => {
  it('reads co-signatures, conflicts and refusals', () => {
    const line = cosignLine(second);
    const answer = parseWitnessAnswer(200, 'text/plain', line);
    expect(answer.kind === 'cosigned' && answer.signatures.map((signature) => signature.line)).toEqual([line]);
    expect(parseWitnessAnswer(409, SIZE_MEDIA_TYPE, '17\n')).toEqual({ kind: 'conflict', size: 17 });
    expect(parseWitnessAnswer(409, 'text/html', 'no')).toEqual({ kind: 'refused', status: 409 });
    expect(parseWitnessAnswer(403, 'text/plain', '')).toEqual({ kind: 'refused', status: 403 });
    expect(() => parseWitnessAnswer(200, 'text/plain', '')).toThrow(FormatError);
    expect(() => parseWitnessAnswer(409, SIZE_MEDIA_TYPE, 'many')).toThrow(FormatError);
  });
});
