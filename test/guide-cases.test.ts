// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { guideRunner, missingLine, stepsOf } from './support/guide.ts';

const GUIDE = 'test-a-policy.md';

const readGuide = () => readFileSync(new URL(`../docs/guides/${GUIDE}`, import.meta.url), 'utf8');

/** The guide's own two cases, and two pairs. */
function cases(): string {
  const guide = readGuide();
  const shown = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const pairs = [
    { prompt: 'What is on the agenda?', response: 'The budget and the move.', expect: 'allow' },
    { prompt: 'Who opens the door on Sunday?', response: 'The caretaker, at nine.', label: 0 },
  ];
  return shown + pairs.map((pair) => JSON.stringify(pair)).join('\n');
}

describe(GUIDE, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  writeFileSync(join(folder, 'cases.jsonl'), cases());
  writeFileSync(join(folder, 'allow.yaml'), /```yaml\n([\s\S]*?)```/.exec(readGuide())?.[1] ?? '');
  const run = guideRunner(folder, Date.now(), {});
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(stepsOf(GUIDE))('shows commands that work: $command', async ({ command, shown }) => {
    const output = await run(command);
    expect(missingLine(output, shown), output).toBeNull();
  });
});
