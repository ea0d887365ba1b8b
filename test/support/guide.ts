// SPDX-License-Identifier: Apache-2.0
/** Runs the commands of a guide as a reader would, and holds their output against what the guide shows. */
import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { programFile } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface GuideStep {
  readonly command: string;
  /** Lines that the output has, in this order; `…` stands for anything. */
  readonly shown: readonly string[];
}

/** The `sh` blocks of a guide, each with the `text` block that follows it. */
export function stepsOf(guide: string): GuideStep[] {
  const text = readFileSync(join(ROOT, 'docs', 'guides', guide), 'utf8');
  const blocks = [...text.matchAll(/```(sh|text)\n([\s\S]*?)```/g)].map(([, kind, body]) => ({
    kind,
    body: body ?? '',
  }));
  return blocks.flatMap(({ kind, body }, n) => {
    if (kind !== 'sh') return [];
    const next = blocks[n + 1];
    const shown =
      next?.kind === 'text'
        ? next.body
            .trim()
            .split('\n')
            .map((line) => line.trim())
        : [];
    return [{ command: body, shown }];
  });
}

/**
 * Puts `plumbline` into a folder, under a clock that stands still: what a guide shows must not depend on the day.
 * @param timeMs null for a guide that runs a service, which needs a clock that goes
 * @returns runs a step; rejects when its exit code is not 0
 */
export function guideRunner(folder: string, timeMs: number | null, env: Readonly<Record<string, string>>) {
  const clock = join(folder, 'clock.mjs');
  writeFileSync(clock, timeMs === null ? '' : `Date.now = () => ${timeMs};\n`);
  const main = programFile('cli');
  const command = join(folder, 'plumbline');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" --import "${clock}" "${main}" "$@"\n`);
  chmodSync(command, 0o755);
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const path = `${folder}:${join(process.execPath, '..')}:${PATH}`;
  const given = { ...env, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
  return (step: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn('sh', ['-e', '-c', step], { cwd: folder, env: { ...given, PATH: path } });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      child.once('close', (code) =>
        code === 0 ? resolve(out) : reject(new Error(`exit code ${code}: ${step}\n${out}`)),
      );
    });
}

/** The first shown line that the output does not have where it should; null when all are there. */
export function missingLine(output: string, shown: readonly string[]): string | null {
  let at = 0;
  for (const line of shown) {
    for (const part of line.split('…')) {
      const found = output.indexOf(part, at);
      if (found === -1) return line;
      at = found + part.length;
    }
  }
  return null;
}
