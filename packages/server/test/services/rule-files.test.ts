// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KernelFinder } from '@plumbline/core/engine/precheck/kernel-windows.ts';
import { describe, expect, it, vi } from 'vitest';
import { buildOnce } from '../../../../test/support/build-once.ts';
import { loadConfig } from '../../src/config.ts';
import { forThreads, type RuleFile, textsOf } from '../../src/services/rule-files.ts';
import { compileRules, readRules } from '../../src/services/ruleset.ts';
import { createPorts } from '../../src/services/ruleset-ports.ts';
import { startApp, WIDE } from '../e2e/test-app.ts';

const { paths, settings } = loadConfig({}, '/');
const files = readRules({
  ...paths,
  modelNamed: false,
  thresholds: settings.thresholds,
  retentionDays: settings.retention.record_days,
});
const never = () => false;
const all: readonly RuleFile[] = [
  ...files.constitutionFiles,
  ...files.patternFiles,
  files.verdictFile,
  ...files.preparedFiles,
];

describe('the files of the rules', () => {
  it('are handed to threads without a copy', () => {
    const handed = structuredClone({ all, model: files.modelBytes });
    for (const [i, { bytes }] of all.entries()) {
      expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(handed.all[i]?.bytes).toEqual(bytes);
    }
    // Shared memory: what is written through one of the two is seen through the other.
    const { bytes } = all[0] as RuleFile;
    const first = bytes[0] as number;
    bytes[0] = first ^ 1;
    expect(handed.all[0]?.bytes[0]).toBe(first ^ 1);
    bytes[0] = first;
    expect(files.modelBytes?.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(handed.model?.buffer.byteLength).toBe(files.modelBytes?.length);
  });

  it('are the texts that lie on disk', () => {
    const { constitutionFiles, patternFiles, verdictFile, preparedFiles, allowFile } = textsOf(files);
    const texts = [...constitutionFiles, ...patternFiles, verdictFile, ...(preparedFiles ?? [])];
    expect(texts.map(({ path }) => path)).toEqual(all.map(({ path }) => path));
    for (const { path, text } of texts) expect(text).toBe(readFileSync(path, 'utf8'));
    expect(allowFile).toBeNull();
  });

  it('come to the same ruleset in a thread, which is handed the tables of it and makes none', () => {
    const ports = createPorts(Date.now);
    const ruleset = compileRules(files, ports, buildOnce);
    const handed = structuredClone(forThreads(files, ruleset));
    const { image, of } = handed.tables as NonNullable<typeof handed.tables>;
    expect(image.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
    const made = vi.spyOn(KernelFinder, 'create');
    const again = compileRules(handed, ports);
    expect(made).not.toHaveBeenCalled();
    expect(again.hash).toBe(ruleset.hash);
    for (const text of ruleset.pack.samples)
      expect(again.pack.match(text, never)).toEqual(ruleset.pack.match(text, never));
    // As of a service that was exchanged on disk while it ran.
    for (const tables of [
      { image: { ...image, code: `${image.code}A` }, of },
      { image, of: `${of}0` },
    ]) {
      const other = compileRules({ ...handed, tables }, ports);
      expect(made).toHaveBeenCalledOnce();
      made.mockClear();
      const [text] = ruleset.pack.samples as [string];
      expect(other.pack.match(text, never)).toEqual(ruleset.pack.match(text, never));
    }
    made.mockRestore();
  });

  it('are handed without tables where there is no memory for them', () => {
    const tables = () => {
      throw new RangeError('Array buffer allocation failed');
    };
    const { pack } = compileRules(files, createPorts(Date.now), buildOnce);
    expect(structuredClone(forThreads(files, { pack: { ...pack, tables } })).tables).toBeNull();
  });

  it('reach the threads of a service with their tables, which it reads when one starts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-thread-'));
    const worker = join(folder, 'worker.mjs');
    const code =
      "import { workerData } from 'node:worker_threads'; export default () => ({ value: [workerData.tables.image.bytes.length] });";
    writeFileSync(worker, code);
    const app = await startApp(
      { ...WIDE, PLUMBLINE_LIMITS_IN_PROCESS_BYTES: '0' },
      { judgeFile: pathToFileURL(worker).href },
    );
    try {
      const [size] = await app.context.pool.evaluateAll(['a text'], new AbortController().signal);
      expect(size).toBe(app.context.ruleset.pack.tables()?.image.bytes.length);
    } finally {
      await app.close();
      rmSync(folder, { recursive: true });
    }
  });
});
