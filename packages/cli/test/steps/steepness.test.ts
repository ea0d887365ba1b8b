// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { attacks } from '../../src/steps/attack-texts.ts';
import { countSteps } from '../../src/steps/count-steps.ts';
import { expressionTree } from '../../src/steps/expression-tree.ts';
import { MOST_STEPS, steepness } from '../../src/steps/steepness.ts';

const steps = (source: string, text: string, flags = 'i') =>
  countSteps(expressionTree(source, flags), text, 1_000_000).steps;

describe('countSteps', () => {
  it('asks for each character as a backtracking engine does, and leaps over what matched', () => {
    expect(steps('ab', 'xxabxx')).toBe(6);
    expect(steps('a{0,3}b', 'aaa')).toBe(3 + 4 + (2 + 3) + (1 + 2));
    expect(steps('a', 'bbbb')).toBe(4);
    expect(steps('a(?:b|bc)d', 'abcd')).toBeGreaterThan(steps('abcd', 'abcd'));
  });

  it.each([
    ['(?:ab){2,3}?c', 'ababc', true],
    ['(?<![a-z])plums\\b', 'x plums!', true],
    ['(?<!x )plums', 'x plums', false],
    ['(?=.{0,9}figs)plums', 'plums figs', true],
    ['(?!plums)p', 'plums', false],
    ['^buy$', 'buy', true],
    ['(?<v>\\w{2})-\\d{1,3}?;', 'ab-12;', true],
    ['(?:a|b){0,9}c', 'ababc', true],
    ['[^\\S\\n]{2}\\p{L}', '  Ä', true],
  ])('reads %s in %j as the platform does', (source, text, found) => {
    expect(new RegExp(source, 'iu').test(text)).toBe(found);
    expect(countSteps(expressionTree(source, 'iu'), text, 1_000_000).found).toBe(found);
  });

  it('stops where it is enough', () => {
    expect(countSteps(expressionTree('a{0,9}a{0,9}!', ''), 'a'.repeat(400), 100).steps).toBe(100);
  });
});

describe('steepness', () => {
  it.each([
    'buy[a-z ]{0,5000}[a-z ]{0,5000}plums',
    'buy[a-z ]{0,400}[a-z ]{0,400}plums',
    '\\bbuy\\b.{0,300}\\d{0,300}.{0,300}plums',
    'buy\\w{0,200}\\s{0,200}\\w{0,200}plums',
    'buy(?:[a-z]{1,20} ?){0,20}!',
    '(?:[a-z ]{0,40}x){3}buy',
    '(?:buy|get)[^.!?]{0,200}(?:some|any|the)?[^.!?]{0,200}(?:plums|figs)',
    '(?:buy|sell)[\\s\\S]{0,500}(?:plums|figs)[\\s\\S]{0,500}(?:now|today)',
    'купи[а-я ]{0,300}[а-яё\\s]{0,300}сливы',
    'buy(?:\\s{1,300}|[\\s,]{1,300}){3}plums',
    '(?<=buy )[a-z ]{0,300}[a-z, ]{0,300}plums',
  ])('refuses %s, whose repeats multiply', (source) => {
    expect(steepness(source, 'i')).toBe(MOST_STEPS);
  });

  it.each([
    '\\bbuy\\s{1,3}plums\\b',
    'buy[^.!?]{0,60}sell[^.!?]{0,60}plums',
    'buy[a-z ]{0,5000}plums',
    'token=[A-Za-z0-9]{20,4000}(?:\\.[A-Za-z0-9]{20,4000}){2}',
    '(?:\\w{1,20}\\s{1,3}){0,20}plums',
    '(?<![\\w-])(?:plums|figs|pears)(?![\\w-])',
  ])('accepts %s', (source) => {
    expect(steepness(source, 'i')).toBeLessThan(MOST_STEPS / 2);
  });

  it('writes out what an expression asks for', () => {
    expect(attacks(expressionTree('buy[a-z ]{0,5}(?:plums|figs)', 'i'), 100)).toContain('buyfigs');
  });
});
