// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Evaluation } from '@plumbline/core/engine/types.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedVoice } from '../../../src/services/voice/embedded.ts';
import { Voice } from '../../../src/services/voice/voice.ts';
import { decodeMp3 } from './decode-mp3.ts';
import { readMp3 } from './mp3.ts';

const engine = new EmbeddedVoice({ maxQueue: 4, timeoutMs: 30_000 });
const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');
const passing = { verdict: 'pass', degraded: false, flags: [] } as unknown as Evaluation;
const voiceOf = (judgement: Partial<Evaluation> = {}) =>
  new Voice({ engine, judge: () => ({ ...passing, ...judgement }), sha256Hex });
const never = new AbortController().signal;
const SENTENCE = 'The service checks text against a published constitution.';

afterAll(() => engine.close());

describe('speaking', () => {
  it('makes MP3 of the length that the words take, marked as made by a machine [voice-marked]', async () => {
    const { sound, textHash } = await voiceOf().speak({ text: SENTENCE }, never);
    const { tag, seconds } = readMp3(sound as Buffer);
    expect(textHash).toBe(sha256Hex(SENTENCE));
    expect(tag).toContain('AI-Generated');
    // Eight words, at 100 to 220 words a minute.
    expect(seconds).toBeGreaterThan(2.1);
    expect(seconds).toBeLessThan(5);
  });

  it('is as loud as speech is in every voice, with pauses and without clipping, as long as its frames say [voice-sound]', async () => {
    for (const voice of engine.voices) {
      const sound = (await voiceOf().speak({ text: SENTENCE, voice }, never)).sound as Buffer;
      const { seconds, rmsDb, peakDb, clipped, quietShare } = await decodeMp3(sound);
      // A decoder takes away what the encoder had to put in front.
      expect(Math.abs(seconds - readMp3(sound).seconds)).toBeLessThan(0.15);
      expect([voice, rmsDb > -36 && rmsDb < -12]).toEqual([voice, true]);
      expect([voice, peakDb > -15 && peakDb <= 0]).toEqual([voice, true]);
      expect(clipped).toBe(0);
      // Speech has gaps between its sounds; noise and hum have none, and silence has nothing else.
      expect([voice, quietShare > 0.05 && quietShare < 0.7]).toEqual([voice, true]);
    }
  });

  it('takes as much longer as it has more to say', async () => {
    const secondsOf = async (text: string) =>
      (await decodeMp3((await voiceOf().speak({ text }, never)).sound as Buffer)).seconds;
    const ratio = (await secondsOf(`${SENTENCE} ${SENTENCE} ${SENTENCE}`)) / (await secondsOf(SENTENCE));
    expect(ratio).toBeGreaterThan(2.7);
    expect(ratio).toBeLessThan(3.3);
  });

  it('is the same sound for the same text', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => voiceOf().speak({ text: SENTENCE }, never)));
    expect(first?.sound).toEqual(second?.sound);
  });

  it('has more than one voice', async () => {
    const sounds = await Promise.all(
      engine.voices.map(async (voice) => (await voiceOf().speak({ text: 'One.', voice }, never)).sound as Buffer),
    );
    expect(new Set(sounds.map((sound) => sha256Hex(sound.toString('latin1')))).size).toBe(3);
  });

  it('sends the first sentence before the last is made [voice-realtime]', async () => {
    const text = `${SENTENCE} `.repeat(4);
    const { sound } = await voiceOf().speak({ text, mode: 'realtime' }, never);
    const pieces: Buffer[] = [];
    for await (const piece of sound as Readable) pieces.push(piece as Buffer);
    expect(pieces.length).toBe(4);
    const whole = await voiceOf().speak({ text }, never);
    expect(Buffer.concat(pieces).equals(whole.sound as Buffer)).toBe(true);
  });
});

describe('refusing', () => {
  const flag = { article: { number: 5, title: 'No harm' } } as unknown as Evaluation['flags'][number];

  it('does not speak what fails [voice-refused]', async () => {
    const voice = voiceOf({ verdict: 'fail', flags: [flag], summary: 'It breaks article 5.' });
    await expect(voice.speak({ text: 'words' }, never)).rejects.toMatchObject({ code: 'content_refused' });
  });

  it('does not speak what could not be judged', async () => {
    const voice = voiceOf({ verdict: 'review', degraded: true });
    await expect(voice.speak({ text: 'words' }, never)).rejects.toMatchObject({ code: 'node_unavailable' });
  });

  it('says that no voice is configured', async () => {
    const voice = new Voice({ engine: null, judge: () => passing, sha256Hex });
    await expect(voice.speak({ text: 'words' }, never)).rejects.toMatchObject({ code: 'node_unavailable' });
  });

  it('says that it can read no word, as a fault of the request: trying again will not help', async () => {
    for (const text of ['条約は公開されている。', '…', '😀'])
      await expect(voiceOf().speak({ text }, never)).rejects.toMatchObject({
        code: 'invalid_value',
        errors: [{ pointer: '/text' }],
      });
  });

  it('knows no other voices', async () => {
    await expect(voiceOf().speak({ text: 'words', voice: 'nobody' }, never)).rejects.toMatchObject({
      code: 'invalid_value',
      errors: [{ pointer: '/voice' }],
    });
  });
});

describe('bounds', () => {
  it('refuses what the queue cannot hold, and speaks again afterwards', async () => {
    const calls = Array.from({ length: 6 }, () => voiceOf().speak({ text: SENTENCE }, never));
    const settled = await Promise.allSettled(calls);
    const refused = settled.filter((call) => call.status === 'rejected');
    expect(refused.map((call) => call.reason.code)).toEqual(['overloaded', 'overloaded']);
    await expect(voiceOf().speak({ text: 'Again.' }, never)).resolves.toBeDefined();
  });

  it('gives up a sentence that takes too long, and speaks again afterwards', async () => {
    const hasty = new EmbeddedVoice({ maxQueue: 2, timeoutMs: 1 });
    await expect(hasty.speak(SENTENCE.repeat(4), 'clear', never)).rejects.toMatchObject({ code: 'node_unavailable' });
    await hasty.close();
    await expect(engine.speak('Again.', 'clear', never)).resolves.toBeDefined();
  });

  it('stops when the caller has left', async () => {
    const caller = new AbortController();
    const speaking = voiceOf().speak({ text: `${SENTENCE} `.repeat(20) }, caller.signal);
    caller.abort();
    await expect(speaking).rejects.toThrow();
  });
});
