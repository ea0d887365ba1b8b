// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verdictKey } from '@plumbline/core/engine/precheck/verdicts.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOperator } from '../../src/operator/index.ts';
import { temporaryFolder } from '../e2e/test-app.ts';
import { capturedIo } from './captured-io.ts';

const PACK = `format: plumbline-patterns/1
group: own
patterns:
  - id: X01
    name: Plum trade
    category: crime
    article: 38
    severity: high
    confidence: 0.9
    languages: [en]
    expressions:
      - { source: 'buy plums', anchors: [plums] }
    matches: [buy plums, Buy plums now, please buy plums]
    near_misses: [buy pears, sell figs, a plum]
    explanation: The text asks someone to buy plums.
`;
const VERDICTS = {
  [verdictKey('buy plums', 'i', (data) => createHash('sha256').update(data).digest('hex'))]: {
    status: 'linear',
    method: 'proof',
    checker: 'test',
  },
};

describe('a start on a pack of the operator', () => {
  let folder: string;
  let patterns: string;
  beforeEach(() => {
    folder = temporaryFolder();
    patterns = join(folder, 'patterns');
    mkdirSync(patterns);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What a command says that does not start. */
  async function refusal(command: 'serve' | 'doctor', pack: string, verdicts: object | null = VERDICTS) {
    writeFileSync(join(patterns, 'own.yaml'), pack);
    if (verdicts !== null) writeFileSync(join(patterns, 'verdicts.json'), JSON.stringify(verdicts));
    const io = capturedIo({ PLUMBLINE_DATA_DIR: folder, PLUMBLINE_PATTERNS_DIR: patterns, PORT: '0' });
    expect(await runOperator([command], io)).toBe(1);
    return io.out() + io.err();
  }

  it.each(['serve', 'doctor'] as const)(
    '%s refuses a text that must match and does not, and a near miss that does, at their places [patterns]',
    async (command) => {
      const said = await refusal(
        command,
        PACK.replace('please buy plums', 'buy the plums').replace('sell figs', 'to buy plums'),
      );
      expect(said).toContain(`${join(patterns, 'own.yaml')}:13:41: X01: this text must match and does not`);
      expect(said).toContain(`${join(patterns, 'own.yaml')}:14:30: X01: this text must not match and does`);
    },
  );

  it('names what is wrong in the files besides the verdicts that are missing [patterns]', async () => {
    const said = await refusal('serve', PACK.replace('severity: high', 'severity: grave'), null);
    expect(said).toMatch(/own\.yaml:8:15: X01: patterns\.0\.severity must be one of/);
    expect(said).toMatch(/verdicts\.json:1:1: .*pack lint --write-verdicts/);
  });
});
