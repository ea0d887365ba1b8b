// SPDX-License-Identifier: Apache-2.0
/** Whatever opens the store says in one line why it cannot. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.ts';
import { runOperator } from '../../src/operator/index.ts';
import { systemProblem } from '../../src/store/system-problem.ts';
import { temporaryFolder } from '../e2e/test-app.ts';
import { capturedIo } from './captured-io.ts';

const COMMANDS = [
  'serve',
  'keys list',
  'keys ledger list',
  'usage export --month 2026-10',
  'ledger erased',
  'shadow report',
];
/** Put together, so that nobody takes it for a real one. */
const PASSWORD = ['open', 'sesame'].join('-');

describe('a store that cannot be opened [store-problem]', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function refusal(command: readonly string[], env: Record<string, string>): Promise<string> {
    const io = capturedIo({ PLUMBLINE_DATA_DIR: folder, PORT: '0', ...env });
    expect(await runOperator(command, io)).toBe(1);
    expect(io.err().trim().split('\n')).toHaveLength(1);
    return io.err().trim();
  }

  it.each(COMMANDS)('is told in one line, without the password: PostgreSQL away, %s', async (command) => {
    const env = { PLUMBLINE_DATABASE_URL: `postgres://plumbline:${PASSWORD}@127.0.0.1:1/plumbline` };
    expect(await refusal(command.split(' '), env)).toBe(
      'PLUMBLINE_DATABASE_URL: PostgreSQL at 127.0.0.1:1 cannot be used: nothing answers there; is it running?',
    );
  });

  it.each([
    [
      'a name that nobody has',
      `postgres://p:${PASSWORD}@nohost.invalid/p`,
      /^PLUMBLINE_DATABASE_URL: .*nohost\.invalid:5432 .*(?:no host|looked up)/,
    ],
    ['no address', `postgres://p:${PASSWORD}/@127.0.0.1/p`, /^PLUMBLINE_DATABASE_URL: is no address such as/],
    [
      'no socket',
      `postgres://p:${PASSWORD}@%2Fnowhere/p`,
      /^PLUMBLINE_DATABASE_URL: .*\/nowhere:5432 .*no such socket/,
    ],
  ])('is told by what is wrong with the address: %s', async (_, url, told) => {
    const line = await refusal(['keys', 'list'], { PLUMBLINE_DATABASE_URL: url });
    expect(line).toMatch(told);
    expect(line).not.toContain(PASSWORD);
  });

  it('is told where something else answers', async () => {
    const other: Server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    try {
      const url = `postgres://p:${PASSWORD}@127.0.0.1:${port}/p`;
      expect(await refusal(['keys', 'list'], { PLUMBLINE_DATABASE_URL: url })).toMatch(
        `PostgreSQL at 127.0.0.1:${port}`,
      );
    } finally {
      other.close();
    }
  });

  it('is told in the words of the server where that refuses', async () => {
    const database = await testDatabase();
    try {
      const url = new URL(database.url);
      url.pathname = '/nobody-made-this';
      expect(await refusal(['keys', 'list'], { PLUMBLINE_DATABASE_URL: url.href })).toBe(
        `PLUMBLINE_DATABASE_URL: PostgreSQL at ${url.hostname}:${url.port} cannot be used: database "nobody-made-this" does not exist`,
      );
    } finally {
      await database.drop();
    }
  });

  it('is told by the doctor beside everything else', async () => {
    const io = capturedIo({
      PLUMBLINE_DATA_DIR: folder,
      PORT: '0',
      PLUMBLINE_DATABASE_URL: `postgres://p:${PASSWORD}@127.0.0.1:1/p`,
    });
    expect(await runOperator(['doctor'], io)).toBe(1);
    expect(io.out()).toMatch(/^FAIL +store +PLUMBLINE_DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1 .*is it running\?$/m);
    expect(io.out()).not.toContain(PASSWORD);
  });

  it.each([
    [
      'a text',
      () => writeFileSync(join(folder, 'plumbline.db'), 'The library opens at nine. '.repeat(40)),
      /plumbline\.db: it is no database/,
    ],
    ['a folder', () => mkdirSync(join(folder, 'plumbline.db')), /plumbline\.db: it cannot be opened/],
    [
      'a file in place of the data folder',
      () => {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
      },
      /: (?:it is a file|a part of the path is a file)/,
    ],
  ])('is told by its file: %s', async (_, spoil, told) => {
    spoil();
    for (const command of [['serve'], ['keys', 'list']]) expect(await refusal(command, {})).toMatch(told);
  });

  it.each([
    [
      'a link that leads nowhere',
      () => symlinkSync(join(folder, 'gone'), join(folder, 'data')),
      'data',
      /leads nowhere/,
    ],
    ['below such a link', () => symlinkSync(join(folder, 'gone'), join(folder, 'data')), 'data/inner', /leads nowhere/],
    ['below a file', () => writeFileSync(join(folder, 'file'), ''), 'file/data', /a part of the path is a file/],
    ['below links in a circle', () => symlinkSync('loop', join(folder, 'loop')), 'loop/data', /in a circle/],
    ['where nobody can make one', () => undefined, '/proc/plumbline/data', /no folder can be made there|file system/],
  ])('is told by its folder, which is not there yet: %s', async (_, spoil, path, told) => {
    spoil();
    const env = { PLUMBLINE_DATA_DIR: path.startsWith('/') ? path : join(folder, path) };
    for (const command of ['serve', 'keys issue --tier free --label x'])
      expect(await refusal(command.split(' '), env)).toMatch(told);
  });

  it.each(['data', 'data/inner', 'file/data'])('which the doctor tells before the first start: %s', async (path) => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'gone'), join(folder, 'data'));
    const io = capturedIo({ PLUMBLINE_DATA_DIR: join(folder, path), PORT: '0' });
    expect(await runOperator(['doctor'], io)).toBe(1);
    expect(io.out()).toMatch(/^FAIL +data folder +\S+ cannot be made: \S+: /m);
  });

  it('so is a pepper that cannot be used, by start, commands and doctor', async () => {
    expect(await refusal('keys list'.split(' '), { PLUMBLINE_KEY_PEPPER: 'short' })).toMatch(
      /^PLUMBLINE_KEY_PEPPER: needs/,
    );
    writeFileSync(join(folder, 'key-pepper'), 'damaged');
    for (const command of ['serve', 'keys list'])
      expect(await refusal(command.split(' '), {})).toMatch(/key-pepper: is damaged/);
    const io = capturedIo({ PLUMBLINE_DATA_DIR: folder, PORT: '0' });
    expect(await runOperator(['doctor'], io)).toBe(1);
    expect(io.out()).toMatch(/^FAIL +key pepper +\S+key-pepper: is damaged/m);
  });

  it('and one that is gone while keys need it: no new one takes its place [pepper-lost]', async () => {
    const env = { PLUMBLINE_DATA_DIR: folder, PORT: '0' };
    expect(await runOperator('keys issue --tier standard --label shop'.split(' '), capturedIo(env))).toBe(0);
    rmSync(join(folder, 'key-pepper'));
    for (const command of ['serve', 'keys list'])
      expect(await refusal(command.split(' '), {})).toMatch(/key-pepper: is missing, and 1 issued key cannot/);
    const io = capturedIo(env);
    expect(await runOperator(['doctor'], io)).toBe(1);
    expect(io.out()).toMatch(/^FAIL +key pepper +\S+key-pepper: is missing/m);
    writeFileSync(join(folder, 'key-pepper'), `${'0123456789abcdef'.repeat(4)}\n`);
    expect(await runOperator('keys list'.split(' '), capturedIo(env))).toBe(0);
  });

  it('is told by its rights, whatever the file', () => {
    const error = (facts: object) => Object.assign(new Error('no'), facts);
    expect(systemProblem(error({ code: 'EACCES', syscall: 'open', path: '/data/key-pepper' }))).toBe(
      '/data/key-pepper: this user may not read or write it, or a folder above it (EACCES)',
    );
    expect(systemProblem(error({ code: 'ENOSPC', syscall: 'write' }))).toBe(
      'a file (write): the disk is full (ENOSPC)',
    );
    expect(systemProblem(error({ code: 'ECONNRESET', syscall: 'read' }))).toBe(null);
    expect(systemProblem(new Error('a fault of ours'))).toBe(null);
  });
});
