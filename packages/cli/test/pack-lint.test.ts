// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintPackFiles, VERDICTS_FILE } from '../src/pack-lint.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const pack = (source: string, article = 38) => `format: plumbline-patterns/1
group: own
patterns:
  - id: X01
    name: Plum trade
    category: crime
    article: ${article}
    severity: high
    confidence: 0.9
    languages: [en]
    expressions:
      - { source: '${source}', anchors: [plums] }
    matches: [buy plums, Buy plums now, please buy plums]
    near_misses: [buy pears, sell figs, a plum]
    explanation: The text asks someone to buy plums.
`;

describe('lintPackFiles', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'));
    file = join(folder, 'own.yaml');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('accepts a good pack and writes its verdicts beside it', async () => {
    writeFileSync(file, pack('\\bbuy plums\\b'));
    expect(await lintPackFiles([folder], { writeVerdicts: true })).toEqual({ problems: [], checked: 1 });
    const verdicts = Object.values(JSON.parse(readFileSync(join(folder, VERDICTS_FILE), 'utf8')));
    expect(verdicts).toMatchObject([{ status: 'linear', method: 'proof' }]);
  });

  it.each(['(a+)+$|buy plums', 'buy (x|x)*plums(x|x)*!|buy plums'])(
    'refuses %s, which is not linear',
    async (source) => {
      writeFileSync(file, pack(source));
      const { problems } = await lintPackFiles([file]);
      expect(problems).toMatchObject([{ path: file, line: 12 }]);
      expect(problems[0]?.message).toContain('linear time');
    },
  );

  it('refuses repeats that multiply, though their time is linear [patterns]', async () => {
    writeFileSync(file, pack('buy[a-z ]{0,5000}[a-z ]{0,5000}plums'));
    const { problems } = await lintPackFiles([folder], { writeVerdicts: true });
    expect(problems).toMatchObject([{ path: file, line: 12, column: 19 }]);
    expect(problems[0]?.message).toMatch(
      /^X01: the expression takes too many steps \(3000 steps a character or more\)/,
    );
    expect(existsSync(join(folder, VERDICTS_FILE))).toBe(false);
  });

  it('writes no verdicts for a pack with a fault, whatever it is [patterns]', async () => {
    for (const [from, to] of [
      ['please buy plums', 'please buy'],
      ['sell figs', 'to buy plums'],
      ['severity: high', 'severity: grave'],
    ] as const) {
      writeFileSync(file, pack('buy plums').replace(from, to));
      expect((await lintPackFiles([folder], { writeVerdicts: true })).problems).toHaveLength(1);
      expect(existsSync(join(folder, VERDICTS_FILE))).toBe(false);
    }
  });

  it('names the line of an article that the constitution does not have', async () => {
    writeFileSync(file, pack('buy plums', 77));
    expect((await lintPackFiles([file])).problems).toMatchObject([{ path: file, line: 7 }]);
  });

  it('names the pattern whose shape is wrong', async () => {
    writeFileSync(file, pack('buy plums').replace('severity: high', 'severity: grave'));
    const [problem] = (await lintPackFiles([file])).problems;
    expect(problem?.message).toMatch(/^X01: patterns\.0\.severity must be one of/);
  });

  it('says so when a path is missing', async () => {
    expect((await lintPackFiles([join(folder, 'none.yaml')])).problems).toHaveLength(1);
  });

  it.each(['intent.yaml', 'structure.yaml'])('checks %s beside the patterns', async (name) => {
    writeFileSync(file, pack('\\bbuy plums\\b'));
    const text = readFileSync(join(ROOT, 'patterns', name), 'utf8');
    writeFileSync(join(folder, name), text);
    expect(await lintPackFiles([folder])).toEqual({ problems: [], checked: 1 });
    writeFileSync(join(folder, name), text.replace('severity: high', 'severity: grave'));
    const { problems } = await lintPackFiles([folder]);
    expect(problems.map(({ path }) => path)).toContain(join(folder, name));
    expect((await lintPackFiles([join(folder, name)])).problems.length).toBeGreaterThan(0);
  });

  it('accepts the published pack', async () => {
    const published = join(ROOT, 'patterns');
    expect(await lintPackFiles([published])).toEqual({ problems: [], checked: 52 });
  }, 120_000);
});
