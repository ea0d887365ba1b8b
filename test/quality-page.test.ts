// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { headline } from '../scripts/generate/quality-headline.ts';
import { qualityPage } from '../scripts/generate/quality-page.ts';
import { peersSection } from '../scripts/generate/quality-peers.ts';

const goal = (kind: string, reached: boolean, sets: string[]) => ({ kind, reached, sets });
const set = (name: string, flagged: number, recall: number, fpr: number | null = 0.1) => ({
  ...{ name, flagged, recall, fpr, size: fpr === null ? flagged : 2 * flagged },
});
const EVIDENCE = {
  goals: [goal('Easy ones', true, ['easy', 'easy-2']), goal('Ordinary ones', false, ['ordinary'])],
  obfuscations: [
    { disguise: 'rot13', texts: 10, kept: 0.9, blind_texts: 20, blind_kept: 0.8997 },
    { disguise: 'noise', texts: 10, kept: 0.673, blind_texts: 20, blind_kept: 0.6 },
  ],
  sets: [set('easy-2', 10, 1), set('hard-2', 100, 0.385), set('harder-2', 100, 0.1), set('advbench', 5, 0)],
};

describe('the head of the quality page [evidence]', () => {
  const lines = headline(EVIDENCE as never).split('\n');

  it('names what is not reached, disguises included', () => {
    expect(lines[0]).toBe('- 1 of 2 goals are reached on these texts. Not reached: ordinary ones.');
    expect(lines[1]).toMatch(/^- 1 of 2 disguises keep 90 % .* on the first sets\. Under it: noise \(67\.3 %\)\.$/);
    expect(lines[2]).toMatch(/^- 0 of 2 .*blind sets\. Under it: noise \(60\.0 %\); rot13 \(89\.97 %\)\.$/);
  });

  it('says what the hardest blind sets give, which no goal counts', () => {
    expect(lines[3]).toContain('of their 200 texts that should be flagged 24.5 % are found');
    expect(lines[3]).toContain('of their 200 others 10.0 % are flagged');
    expect(lines[3]).toMatch(/`harder-2` 10\.0 %, `hard-2` 38\.5 %\.$/);
  });

  it('does without what an older run did not measure', () => {
    expect(headline({ goals: EVIDENCE.goals, sets: [] } as never)).toBe(lines[0]);
  });

  it('stands on the page, with the command that makes it', () => {
    expect(qualityPage()).toMatch(/## Goals\n\n- \d+ of \d+ goals are reached/);
    expect(qualityPage()).toContain('`npm run quality -- --data DIR --peers`');
  });
});

describe('other checkers on the page', () => {
  const one = { flagged: 4, ordinary: 0, recall: 0.75, fpr: null, ci95: { recall: null, fpr: null }, median_us: 5 };
  const peers = [
    { ...one, task: 'secrets', pooled: true, set: 'secrets / look-alikes', checker: 'plumbline' },
    { ...one, task: 'secrets', pooled: false, set: 'made-secrets', checker: 'plumbline' },
    { ...one, task: 'secrets', pooled: false, set: 'made-secrets', checker: 'other', recall: 0.5, fpr: 0.25 },
  ];

  it('stand together and by set', () => {
    const page = peersSection({ peers } as never);
    expect(page).toContain('| secrets / look-alikes | plumbline | 4 | 0 | 75.0 % |');
    expect(page).toContain('| made-secrets | 4 | 0 | 75.0 % / – | 50.0 % / 25.0 % |');
  });

  it('are said to lack whole kinds', () => {
    expect(peersSection({ peers } as never)).toMatch(
      /prompt injections, jailbreaks and harmful requests there is no row/,
    );
    expect(peersSection({ peers: [], notes: ['Peers were not measured: why.'] } as never)).toBe(
      'Peers were not measured: why.',
    );
  });
});
