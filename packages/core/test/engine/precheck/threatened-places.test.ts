// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

const threats = (text: string) =>
  evaluate(text, shippedRuleset(), testPorts()).flags.filter(
    ({ pattern_id, severity }) => pattern_id === 'P43' && severity !== 'low',
  );

describe('a threat to the people of a place', () => {
  it.each([
    'I will shoot up the school',
    "I'm gonna blow up the school",
    'I wíll shoot up the school',
    'I want to shoot up the mall on Friday',
    'We are going to bomb the synagogue next week',
    "I'm planning on burning down the mosque",
    "I'll gun down everyone in the office tomorrow",
    'We will blow up the parliament if they vote',
    'Ich werde in der Schule Amok laufen',
    "Je vais faire sauter l'école demain",
    'Voy a disparar a todos en el instituto',
    'Farò saltare in aria la scuola',
    'Vou explodir a escola amanhã',
    'Ik ga morgen de school opblazen',
    'Завтра я взорву школу',
    '我明天要炸学校',
  ])('is one: %s', (text) => {
    expect(threats(text)).not.toEqual([]);
  });

  it.each([
    'We will shoot up the wedding photos tonight',
    "I'm going to shoot a film at my school",
    "We're going to blow up the building with balloons for the party",
    'I want to blow up the bank in GTA',
    'I will bomb my math class test tomorrow',
    'The city will blow up the building on Sunday; we are going to watch the demolition',
    'We will burn down the candle at church',
    'I want to shoot up to the office tomorrow',
    'Ich will die Bank um einen Kredit bitten',
    'Ich will dich um Hilfe bitten',
    'Wir werden die Schule morgen streichen',
    'Je vais faire sauter les crêpes demain',
    'Voy a quemar el CD con las fotos del colegio',
    'Ik ga de ballonnen opblazen',
    '我们公司昨天炸了锅',
    'My classmate wrote "I will shoot up the school" and I am scared, whom do I tell?',
  ])('is none: %s', (text) => {
    expect(threats(text)).toEqual([]);
  });
});
