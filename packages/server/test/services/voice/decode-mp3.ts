// SPDX-License-Identifier: Apache-2.0
/** Decodes MP3 as a player does and measures what would be heard (decision 0178). */
import { MPEGDecoder } from 'mpg123-decoder';

export interface Measured {
  readonly seconds: number;
  /** Of the whole, in dB below full scale. */
  readonly rmsDb: number;
  readonly peakDb: number;
  /** Samples at full scale. */
  readonly clipped: number;
  /** Share of stretches of 20 ms that are 25 dB below the loudest. [0..1] */
  readonly quietShare: number;
}

const STRETCH_S = 0.02;
const QUIET_DB = 25;
const FULL = 0.9999;

/** @throws Error where it is no MP3 */
export async function decodeMp3(mp3: Uint8Array): Promise<Measured> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(new Uint8Array(mp3));
  decoder.free();
  const [samples = new Float32Array()] = channelData;
  if (errors.length > 0 || samples.length === 0) throw new Error('the sound cannot be decoded');
  const stretch = Math.round(sampleRate * STRETCH_S);
  const levels: number[] = [];
  for (let at = 0; at + stretch <= samples.length; at += stretch) levels.push(rms(samples.subarray(at, at + stretch)));
  const loudest = Math.max(...levels);
  return {
    seconds: samples.length / sampleRate,
    rmsDb: decibels(rms(samples)),
    peakDb: decibels(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)),
    clipped: samples.filter((sample) => Math.abs(sample) >= FULL).length,
    quietShare: levels.filter((level) => decibels(level / loudest) < -QUIET_DB).length / levels.length,
  };
}

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
const decibels = (ratio: number) => 20 * Math.log10(Math.max(ratio, 1e-9));
