// SPDX-License-Identifier: Apache-2.0
/** Builds the Go program from Debian's sources, without network, and asks it questions. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase64 } from '@plumbline/core/seal/base64.ts';

const GOPATH = '/usr/share/gocode';
const PROGRAM = ['main.go', 'ratification.go'].map((file) => new URL(`go/${file}`, import.meta.url).pathname);

export type Question = { readonly Op: string } & Readonly<Record<string, unknown>>;

export interface GoChecker {
  /** One answer per question: `ok`, or `refused: …`. */
  ask(questions: readonly Question[]): string[];
  close(): void;
}

/** Byte arrays travel as base 64, as encoding/json takes them. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return toBase64(value);
  return Array.isArray(value) ? value.map(plain) : value;
}

export function buildGoChecker(): GoChecker {
  if (!existsSync(join(GOPATH, 'src/golang.org/x/mod/sumdb'))) {
    throw new Error('Go and its checksum-database library are missing: run test/strangers/install.sh');
  }
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-strangers-'));
  const program = join(folder, 'strangers');
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH,
    GOCACHE: join(folder, 'cache'),
    GOFLAGS: '',
    CGO_ENABLED: '0',
  };
  execFileSync('go', ['build', '-o', program, ...PROGRAM], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  return {
    ask(questions) {
      const lines = questions.map((question) =>
        JSON.stringify(Object.fromEntries(Object.entries(question).map(([name, value]) => [name, plain(value)]))),
      );
      const input = `${lines.join('\n')}\n`;
      return execFileSync(program, { input, maxBuffer: 1 << 26, encoding: 'utf8' })
        .trimEnd()
        .split('\n');
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
