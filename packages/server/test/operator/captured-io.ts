// SPDX-License-Identifier: Apache-2.0
import { Writable } from 'node:stream';
import { buildOnce } from '../../../../test/support/build-once.ts';
import type { OperatorIo } from '../../src/operator/keys-deployment.ts';

export interface CapturedIo extends OperatorIo {
  readonly out: () => string;
  readonly err: () => string;
}

/** Streams that remember what a command wrote. */
export function capturedIo(env: Record<string, string>): CapturedIo {
  const [stdout, out] = captured();
  const [stderr, err] = captured();
  return { stdout, stderr, env, build: buildOnce, out, err };
}

function captured(): [Writable, () => string] {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return [stream, () => text];
}
