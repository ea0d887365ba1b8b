// SPDX-License-Identifier: Apache-2.0
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { countLengthsLazily } from '../../src/http/string-lengths.ts';

const SCHEMA = { type: 'string', minLength: 3, maxLength: 5 };
const ASTRAL = '\u{1f600}';

function validators() {
  const plain = new Ajv2020({ allErrors: true });
  const lazy = new Ajv2020({ allErrors: true });
  countLengthsLazily(lazy);
  return { plain: plain.compile(SCHEMA), lazy: lazy.compile(SCHEMA) };
}

const facts = ({ keyword, instancePath, params }: ErrorObject) => ({ keyword, instancePath, params });

describe('countLengthsLazily', () => {
  it('says of every length what ajv says, errors included', () => {
    const { plain, lazy } = validators();
    for (let plainUnits = 0; plainUnits <= 12; plainUnits++) {
      for (let pairs = 0; pairs <= 12; pairs++) {
        const text = 'a'.repeat(plainUnits) + ASTRAL.repeat(pairs);
        expect(lazy(text)).toBe(plain(text));
        expect(lazy.errors?.map(facts)).toEqual(plain.errors?.map(facts));
      }
    }
  });

  it('counts code points where units alone do not decide', () => {
    const { lazy } = validators();
    expect(lazy(ASTRAL.repeat(2))).toBe(false);
    expect(lazy(ASTRAL.repeat(5))).toBe(true);
    expect(lazy(ASTRAL.repeat(6))).toBe(false);
  });
});
