// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { prepareRules } from '../../src/constitution/prepared.ts';
import { buildRuleset, type RulesetInput } from '../../src/engine/ruleset.ts';
import { testPorts } from './finding.ts';
import { fewInput, shippedInput } from './ruleset-fixture.ts';

const build = (changes: Partial<RulesetInput> = {}) =>
  buildRuleset({ ...shippedInput(), ...changes }, testPorts().sha256Hex);

const buildFew = (changes: Partial<RulesetInput> = {}) =>
  buildRuleset({ ...fewInput(), ...changes }, testPorts().sha256Hex);

describe('buildRuleset', () => {
  it('puts the shipped parts together under one hash', () => {
    const { ruleset, problems } = build();
    expect(problems).toEqual([]);
    expect(ruleset?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(ruleset?.pack.size).toBe(52);
    expect(ruleset?.articles.size).toBe(42);
    expect(ruleset?.intent?.rules.length).toBeGreaterThan(0);
  });

  it('has the same hash whatever the order of the files, and another when a part changes', () => {
    const input = fewInput();
    const hash = buildFew().ruleset?.hash;
    const reversed = {
      patternFiles: [...input.patternFiles].reverse(),
      constitutionFiles: [...input.constitutionFiles].reverse(),
    };
    expect(buildFew({ constitutionFiles: reversed.constitutionFiles }).ruleset?.hash).toBe(hash);
    const thresholds = { ...input.thresholds, review_medium_count: 3 };
    expect(buildFew({ thresholds }).ruleset?.hash).not.toBe(hash);
    const patternFiles = input.patternFiles.map(({ path, text }) => ({
      path,
      text: text.replace('confidence: 0.9', 'confidence: 0.91'),
    }));
    expect(buildFew({ patternFiles }).ruleset?.hash).not.toBe(hash);
    const withoutIntent = input.patternFiles.filter(({ path }) => !path.endsWith('intent.yaml'));
    expect(buildFew({ patternFiles: withoutIntent }).ruleset).toMatchObject({ intent: null });
    expect(buildFew({ patternFiles: withoutIntent }).ruleset?.hash).not.toBe(hash);
  });

  it('leaves retention out of the hash: it decides nothing', () => {
    expect(buildFew({ retentionDays: 1 }).ruleset?.hash).toBe(buildFew({ retentionDays: 90 }).ruleset?.hash);
  });

  it('refuses an expression that is not known to be linear, at its place [patterns]', () => {
    const input = shippedInput();
    const patternFiles = input.patternFiles.filter(({ path }) => !/(?:intent|structure)\.yaml$/.test(path));
    const none = build({ patternFiles, verdictFile: { path: 'patterns/verdicts.json', text: '{}' } });
    expect(none.ruleset).toBeNull();
    expect(none.problems.length).toBeGreaterThan(52);
    expect(none.problems[0]).toMatchObject({ message: expect.stringMatching(/not checked for linear time/) });
    expect(patternFiles.map(({ path }) => path)).toContain(none.problems[0]?.path);
    expect(buildFew({ verdictFile: { path: 'patterns/verdicts.json', text: '[' } }).problems).toEqual([
      { path: 'patterns/verdicts.json', line: 1, column: 1, message: 'this is no file of verdicts on expressions' },
    ]);
  });

  it('runs the examples of files that nobody checked before, once [patterns]', () => {
    const input = fewInput();
    const change = (text: string) =>
      text.replace(/ {4}matches:\n {6}- .*\n/, '    matches:\n      - Nothing of the kind.\n');
    const patternFiles = input.patternFiles.map((file) =>
      file.path.endsWith('injection.yaml') ? { ...file, text: change(file.text) } : file,
    );
    const place = { path: 'patterns/injection.yaml', column: 9, message: 'P01: this text must match and does not' };
    const wrong = buildFew({ patternFiles, preparedFiles: [], tried: false });
    expect([wrong.ruleset, wrong.problems]).toMatchObject([null, [place]]);
    expect(wrong.problems[0]?.line).toBeGreaterThan(10);
    const preparedFiles = [{ path: 'patterns/prepared.json', text: prepareRules(patternFiles, testPorts().sha256Hex) }];
    expect(buildFew({ patternFiles, preparedFiles, tried: false }).problems).toEqual([]);
    expect(buildFew({ patternFiles, preparedFiles: [], tried: true }).problems).toEqual([]);
  });

  it('runs nothing that is not known to come to an end, and says so once where there are no verdicts', () => {
    const verdictFile = { path: 'patterns/verdicts.json', text: '' };
    const { problems } = buildFew({ verdictFile, preparedFiles: [], tried: false });
    expect(problems).toMatchObject([{ path: 'patterns/verdicts.json', line: 1, column: 1 }]);
    expect(problems[0]?.message).toContain('pack lint --write-verdicts');
  });

  it('reports the problems of all parts at once, with file and line, and builds nothing', () => {
    const input = fewInput();
    const spoil = (name: string, from: string | RegExp, to: string) => (file: { path: string; text: string }) =>
      file.path.endsWith(name) ? { ...file, text: file.text.replace(from, to) } : file;
    const { ruleset, problems } = buildFew({
      patternFiles: input.patternFiles
        .map(spoil('injection.yaml', /article: \d+/, 'article: 77'))
        .map(spoil('intent.yaml', 'severity: high', 'severity: grave')),
      modelBytes: new Uint8Array([1, 2, 3]),
      modelPath: 'models/other.bin',
    });
    expect(ruleset).toBeNull();
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['patterns/injection.yaml', 'patterns/intent.yaml', 'models/other.bin']),
    );
    for (const problem of problems) expect(problem.line).toBeGreaterThanOrEqual(1);
  });
});
