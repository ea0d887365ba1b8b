// SPDX-License-Identifier: Apache-2.0
/** Reads MP3 by its frame headers (ISO 11172-3 section 2.4.1.3, MPEG-2 low rates of ISO 13818-3), as a player would. */

const BIT_RATES_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_HZ = [22_050, 24_000, 16_000];
/** MPEG-2 layer III. */
const SAMPLES = 576;

export interface Mp3 {
  readonly tag: string;
  readonly frames: number;
  readonly seconds: number;
}

/** @throws Error where a byte belongs to no frame */
export function readMp3(bytes: Uint8Array): Mp3 {
  const data = Buffer.from(bytes);
  const size = data.subarray(6, 10).reduce((sum, part) => (sum << 7) | part, 0);
  const tagEnd = data.toString('latin1', 0, 3) === 'ID3' ? 10 + size : 0;
  let at = tagEnd;
  let frames = 0;
  let seconds = 0;
  while (at < data.length) {
    const head = data.readUInt32BE(at);
    if (head >>> 20 !== 0xfff || ((head >>> 17) & 7) !== 1) throw new Error(`no frame at byte ${at}`);
    const rateHz = RATES_HZ[(head >>> 10) & 3] as number;
    const kbps = BIT_RATES_KBPS[(head >>> 12) & 15] as number;
    at += Math.floor((72_000 * kbps) / rateHz) + ((head >>> 9) & 1);
    frames++;
    seconds += SAMPLES / rateHz;
  }
  if (at !== data.length) throw new Error('the last frame is cut off');
  return { tag: data.toString('latin1', 0, tagEnd).replaceAll('\0', ''), frames, seconds };
}
