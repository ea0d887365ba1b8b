// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { buildOnce } from '../../../../test/support/build-once.ts';
import type { DataFile } from '../../src/constitution/parse.ts';
import { prepareRules } from '../../src/constitution/prepared.ts';
import { JOIN_MARK } from '../../src/constitution/yaml-source.ts';
import type { Ruleset, RulesetInput } from '../../src/engine/ruleset.ts';
import { testPorts } from '../engine/finding.ts';
import { shippedInput, shippedPrepared } from '../engine/ruleset-fixture.ts';
import { sha256Hex } from './pack.ts';

const shipped = shippedInput();
const preparedFiles = shippedPrepared();

const build = (changes: Partial<RulesetInput>) => buildOnce({ ...shipped, ...changes }, testPorts().sha256Hex);
const withText = (files: readonly DataFile[], name: string, change: (text: string) => string): DataFile[] =>
  files.map((file) => (file.path.endsWith(`/${name}`) ? { ...file, text: change(file.text) } : file));
/** Everything that the rules hold; their functions are shown by what follows from them. */
const contentOf = (rules: Ruleset | null): string =>
  JSON.stringify(rules, (_, value: unknown) => (value instanceof Map ? [...value] : value));

describe('prepared rules', () => {
  it('come to the same rules as reading the files', () => {
    const prepared = build({ preparedFiles });
    expect(prepared.problems).toEqual([]);
    const read = build({});
    expect(contentOf(prepared.ruleset)).toBe(contentOf(read.ruleset));
    expect(contentOf(read.ruleset).length).toBeGreaterThan(100_000);
    for (const text of read.ruleset?.structure?.samples ?? [])
      expect(prepared.ruleset?.structure?.match(text)).toEqual(read.ruleset?.structure?.match(text));
  });

  it('are there for every file that ships', () => {
    const names = preparedFiles.flatMap(({ text }) => Object.entries(JSON.parse(text).files as object));
    const files = [...shipped.constitutionFiles, ...shipped.patternFiles];
    expect(new Map(names.map(([name, { sha256 }]) => [name, sha256]))).toEqual(
      new Map(files.map(({ path, text }) => [path.replace(/.*\//, ''), sha256Hex(text)])),
    );
  });

  it('stand for exactly their bytes: a file with another byte is read and checked', () => {
    const patternFiles = withText(shipped.patternFiles, 'structure.yaml', (text) =>
      text.replace('matches:', 'mathces:'),
    );
    const { ruleset, problems } = build({ patternFiles, preparedFiles });
    expect(ruleset).toBeNull();
    expect(problems).toContainEqual(expect.objectContaining({ path: 'patterns/structure.yaml' }));
    const harmless = withText(shipped.patternFiles, 'fraud.yaml', (text) => `${text}# a remark\n`);
    expect(build({ patternFiles: harmless, preparedFiles }).ruleset?.hash).toBe(build({}).ruleset?.hash);
  });

  it('stand for one file of that name only', () => {
    const patternFiles = shipped.patternFiles.map((file) =>
      file.path.endsWith('/intent.yaml') ? { ...file, path: 'patterns/other.yaml' } : file,
    );
    expect(build({ patternFiles, preparedFiles }).ruleset).toBeNull();
  });

  it('still name the line of what another file makes wrong', () => {
    const text = shipped.patternFiles.find(({ path }) => path.endsWith('/fraud.yaml'))?.text.split('\n') ?? [];
    const verdictFile = { path: 'patterns/verdicts.json', text: '{}' };
    const { problems } = build({ verdictFile, preparedFiles });
    const first = problems.find(({ path }) => path === 'patterns/fraud.yaml');
    expect(first?.message).toContain('not checked for linear time');
    expect(text[(first?.line ?? 0) - 1]).toContain('source:');
    expect(problems).toEqual(build({ verdictFile }).problems);
  });

  it('are not asked of a file that is none', () => {
    const none = ['', '{}', '[]', 'null', '{"format":"plumbline-prepared/1"}'];
    const files = none.map((text, i) => ({ path: `${i}/prepared.json`, text }));
    const message = 'this is no file of prepared rules';
    expect(build({ preparedFiles: [...preparedFiles, ...files] })).toEqual({
      ruleset: null,
      problems: files.map(({ path }) => ({ path, line: 1, column: 1, message })),
    });
  });

  it('keep the join marks on disk and lose them in the rules', () => {
    const text = `n: 1\ntitle: ab${JOIN_MARK}cd\n`;
    const written = prepareRules([{ path: 'x/title-1.yaml', text }], sha256Hex);
    expect(JSON.parse(written).files['title-1.yaml'].value).toEqual({ n: 1, title: `ab${JOIN_MARK}cd` });
    expect(preparedFiles[1]?.text).toContain(JOIN_MARK);
    expect(JSON.stringify(build({ preparedFiles }).ruleset?.pack)).not.toContain(JOIN_MARK);
  });
});
