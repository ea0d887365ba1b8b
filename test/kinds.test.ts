// SPDX-License-Identifier: Apache-2.0
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { describe, expect, it } from 'vitest';
import { nodePorts } from '../packages/cli/src/ports.ts';
import { loadRuleset } from '../packages/cli/src/ruleset.ts';
import { type KindFile, kindTexts } from '../quality/kinds.ts';

const ruleset = loadRuleset({});

/** What the rules say without the AI scan, whose slips are told elsewhere. */
function isFlaggedByRules(text: string): boolean {
  const { flags } = evaluate(text, ruleset, nodePorts);
  return flags.some(({ source, severity }) => source !== 'ai_scan' && (severity === 'high' || severity === 'critical'));
}

/** The kinds of a file of which a text is not judged as it should be. */
function wronglyJudged(file: KindFile, shouldBeFlagged: boolean): Set<string> {
  const open = kindTexts(file).filter((row) => row.open);
  return new Set(open.filter(({ text }) => isFlaggedByRules(text) !== shouldBeFlagged).map(({ kind }) => kind));
}

describe('texts by kind', () => {
  it('flags secrets as files, commands, settings and chats hold them', () => {
    const known = ['openvpn auth file', 'freeradius', 'fortigate'];
    expect([...wronglyJudged('secrets', true)].filter((kind) => !known.includes(kind))).toEqual([]);
  });

  it('passes what only looks like a secret', () => {
    expect([...wronglyJudged('secret-look-alikes', false)]).toEqual([]);
  });

  it('flags personal data of many countries, in forms, logs and chats', () => {
    expect([...wronglyJudged('personal-data', true)]).toEqual([]);
  });

  it('passes numbers, dates and addresses that lead to no private person', () => {
    expect([...wronglyJudged('personal-look-alikes', false)]).toEqual([]);
  });

  it('holds kinds back that no rule was mended by', () => {
    for (const file of ['secrets', 'secret-look-alikes', 'personal-data', 'personal-look-alikes'] as const)
      expect(kindTexts(file).filter(({ open }) => !open).length, file).toBeGreaterThan(50);
  });
});
