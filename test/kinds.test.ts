// SPDX-License-Identifier: Apache-2.0
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { describe, expect, it } from 'vitest';
import { nodePorts } from '../packages/cli/src/ports.ts';
import { loadRuleset } from '../packages/cli/src/ruleset.ts';
import { type KindFile, kindTexts } from '../quality/kinds.ts';

const ruleset = loadRuleset({});

/** The kinds of a file whose texts are not all judged alike, or not as they should be. */
function wronglyJudged(file: KindFile, shouldBeFlagged: boolean): Set<string> {
  const wrong = kindTexts(file).filter(({ text, open }) => {
    return open && (evaluate(text, ruleset, nodePorts).verdict !== 'pass') !== shouldBeFlagged;
  });
  return new Set(wrong.map(({ kind }) => kind));
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
