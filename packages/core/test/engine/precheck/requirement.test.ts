// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlainFinder } from '../../../src/engine/precheck/find-windows.ts';
import { type Requirement, requirementOf } from '../../../src/engine/precheck/requirement.ts';
import { planWindows } from '../../../src/engine/precheck/window-plan.ts';
import { randomTexts } from '../kernel/random-texts.ts';
import { published } from '../pack-files.ts';

/** Whether a text holds what is required, the slow way. */
function meets(requirement: Requirement, text: string): boolean {
  const bytes = Array.from({ length: text.length }, (_, i) => {
    const unit = text.charAt(i);
    return unit < '\x80' ? unit.toLowerCase() : '\x80';
  }).join('');
  const holds = (part: Requirement): boolean => {
    if (part.kind === 'literals') return part.literals.some((literal) => bytes.includes(literal));
    return part.kind === 'all' ? part.parts.every(holds) : part.parts.some(holds);
  };
  return holds(requirement);
}

const literals = (...all: string[]) => ({ kind: 'literals', literals: all });

describe('requirementOf', () => {
  it.each([
    ['\\b(?:bribe|extort)s?\\b', literals('bribe', 'extort')],
    ['\\bkn(?:ew|ow)ledge\\s{1,3}(?:of|about)\\b', literals('knewled', 'knowled')],
    ['(?:abra)?cadabra{2,}', literals('cadabr', 'abracad')],
    ['quartz(?=feldspar)', literals('quartz')],
    ['caf[eé]zinho', literals('cafezin', 'caf\x80zin')],
  ])('reads what %s requires', (source, wanted) => {
    expect(requirementOf(source, 'i')).toEqual(wanted);
  });

  it.each([
    ['a branch may be anything', 'quartz|\\d{4}'],
    ['it may be left out', '(?:quartz)?'],
    ['a class of many characters', '[a-z]{40}'],
    ['ordinary text has it anyway', '\\bthe\\b'],
    ['the reader does not know the syntax', '(?i:quartz)'],
  ])('requires nothing where %s', (_, source) => {
    expect(requirementOf(source, 'i')).toBeNull();
  });

  it('does not trust letters that have look-alikes beyond ASCII under both flags', () => {
    expect(requirementOf('quartz', 'iu')).toEqual(literals('quartz'));
    expect(requirementOf('kvass', 'iu')).toBeNull();
    expect(/kvass/iu.test('\u212avas\u017f')).toBe(true);
  });

  it('is met by whatever an expression of the published pack matches', () => {
    const expressions = published.patterns.flatMap((pattern) =>
      pattern.expressions.map(({ source, flags }) => ({
        regex: new RegExp(source, `g${flags}`),
        requirement: requirementOf(source, flags),
      })),
    );
    const known = expressions.filter(({ requirement }) => requirement !== null);
    expect(known.length).toBeGreaterThan(200);
    let matches = 0;
    const check = (text: string) => {
      for (const { regex, requirement } of known) {
        for (const [match] of text.matchAll(regex)) {
          matches++;
          expect(meets(requirement as Requirement, match), `${regex} ${JSON.stringify(match)}`).toBe(true);
        }
      }
    };
    for (const pattern of published.patterns) for (const text of pattern.matches) check(text);
    fc.assert(
      fc.property(randomTexts, (text) => {
        check(text.slice(0, 3_000));
      }),
      { seed: 111, numRuns: 60 },
    );
    expect(matches).toBeGreaterThan(published.patterns.length);
  });
});

describe('windows', () => {
  it('are kept wherever their expression matches', () => {
    const plan = planWindows(published.patterns, null);
    const careful = new PlainFinder(plan);
    const every = new PlainFinder({ ...plan, demands: plan.demands.map(() => null) });
    const matching = (finder: PlainFinder, text: string) => {
      const count = finder.find(text);
      return Array.from({ length: count }, (_, i) => Array.from(finder.list.subarray(3 * i, 3 * i + 3))).filter(
        ([index, start, end]) => {
          const { regex } = plan.expressions[index as number] as { regex: RegExp };
          regex.lastIndex = 0;
          return regex.test(text.slice(start, (end as number) + 8));
        },
      );
    };
    const check = (text: string) => {
      expect(matching(careful, text)).toEqual(matching(every, text));
    };
    for (const pattern of published.patterns) for (const text of pattern.matches) check(text);
    fc.assert(
      fc.property(randomTexts, (text) => {
        check(text.slice(0, 3_000));
      }),
      { seed: 112, numRuns: 60 },
    );
  });
});
