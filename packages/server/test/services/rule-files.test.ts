// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildOnce } from '../../../../test/support/build-once.ts';
import { loadConfig } from '../../src/config.ts';
import { forThreads, type RuleFile, textsOf } from '../../src/services/rule-files.ts';
import { compileRules, readRules } from '../../src/services/ruleset.ts';
import { createPorts } from '../../src/services/ruleset-ports.ts';

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

  it('come to the same ruleset in a thread, which is handed the tables of it', () => {
    const ports = createPorts(Date.now);
    const ruleset = compileRules(files, ports, buildOnce);
    const handed = structuredClone(forThreads(files, ruleset));
    expect(handed.tables?.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
    const again = compileRules(handed, ports);
    expect(again.hash).toBe(ruleset.hash);
    for (const text of ruleset.pack.samples)
      expect(again.pack.match(text, never)).toEqual(ruleset.pack.match(text, never));
    const others = { ...handed, hash: 'f'.repeat(64) };
    expect(() => compileRules(others, ports)).toThrow(`${ruleset.hash} here and to ${others.hash} before`);
  });
});
