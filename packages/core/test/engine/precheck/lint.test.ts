// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { lintPack } from '../../../src/engine/precheck/lint.ts';
import { parsePack } from '../../../src/engine/precheck/pack.ts';
import { type CheckLinear, checkVerdicts, verdictFor, verdictKey } from '../../../src/engine/precheck/verdicts.ts';
import { ARTICLES, packFile, published, publishedFiles, publishedVerdicts, sha256Hex } from '../pack-files.ts';

const fromFile: CheckLinear = (source, flags) =>
  verdictFor(source, flags, publishedVerdicts, sha256Hex) ?? { status: 'unknown', method: 'bounded', checker: 'none' };
const linear: CheckLinear = () => ({ status: 'linear', method: 'proof', checker: 'test' });

describe('lintPack', () => {
  it('finds nothing wrong with the published pack', () => {
    const report = lintPack(publishedFiles, ARTICLES, fromFile);
    expect(report.problems).toEqual([]);
    expect(report.checked.patterns).toBe(52);
  });

  it('names the example that does not match, and the near miss that does', () => {
    const change = {
      matches: '    matches: [buy plums, buy pears, buy plums c]',
      near_misses: '    near_misses: [a, buy plums, c]',
    };
    const { problems } = lintPack([packFile(change)], ARTICLES, linear);
    expect(problems).toEqual([
      { path: 'own.yaml', line: 13, column: 26, message: 'X01: this text must match and does not' },
      { path: 'own.yaml', line: 14, column: 22, message: 'X01: this text must not match and does' },
    ]);
  });

  it('says how many examples are needed where there are some', () => {
    const messages = (matches: string) =>
      lintPack([packFile({ matches })], ARTICLES, linear).problems.map(({ message }) => message);
    expect(messages('    matches: [buy plums, buy pears]').join()).toMatch(/matches must not have fewer than 3 items/);
    expect(messages('    matches: []').join()).toMatch(/matches must not have fewer than 3 items/);
  });

  it('names an expression whose anchors miss what it matches', () => {
    const expressions = "    expressions:\n      - { source: 'buy (plums|figs)', anchors: [figs] }";
    const { problems } = lintPack([packFile({ expressions })], ARTICLES, linear);
    expect(problems.map((p) => p.message).join()).toContain('no anchor');
  });

  it.each(['vulnerable', 'unknown'] as const)('refuses an expression that is %s', (status) => {
    const { problems } = lintPack([packFile()], ARTICLES, () => ({
      status,
      method: 'proof',
      checker: 't',
      detail: 'exponential',
    }));
    expect(problems).toMatchObject([{ path: 'own.yaml', line: 12 }]);
    expect(problems[0]?.message).toContain('exponential');
  });
});

describe('checkVerdicts', () => {
  it('has a good verdict for every published expression, and none that no expression uses', () => {
    expect(checkVerdicts(published.patterns, publishedVerdicts, sha256Hex, published.report)).toEqual([]);
    const used = new Set(
      published.patterns.flatMap((p) => p.expressions.map((e) => verdictKey(e.source, e.flags, sha256Hex))),
    );
    expect(new Set(Object.keys(publishedVerdicts))).toEqual(used);
  });

  it('refuses an expression that nobody checked', () => {
    const own = parsePack([packFile()], ARTICLES);
    const problems = checkVerdicts(own.patterns, {}, sha256Hex, own.report);
    expect(problems).toMatchObject([{ path: 'own.yaml', line: 12 }]);
    expect(problems[0]?.message).toContain('not checked');
  });

  it('forgets a verdict when the flags change', () => {
    const key = verdictKey('a', 'i', sha256Hex);
    expect(verdictFor('a', '', { [key]: { status: 'linear', method: 'proof', checker: 't' } }, sha256Hex)).toBeNull();
  });
});
