// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { scanningRuleset } from '../ruleset-fixture.ts';

const verdict = (text: string) => evaluate(text, scanningRuleset(), testPorts()).verdict;

describe('words of contempt that a text reports of others', () => {
  it.each([
    "The word 'vermin' was used by the newspaper in 1936 to describe refugees; historians condemn it as the first step to violence.",
    'Nazi propaganda called Jews "parasites". The museum shows how that language prepared genocide.',
    'A customer said that immigrants are "filth". How do I report this to HR?',
    'Die Zeitung nannte Flüchtlinge „Ungeziefer“; Historiker verurteilen diese Sprache.',
    "La propagande traitait les Juifs de « parasites » ; l'exposition en montre les effets.",
    'El periódico llamó a los refugiados "ratas"; los historiadores condenan ese lenguaje.',
    'De krant noemde vluchtelingen "ongedierte"; historici veroordelen dat.',
    'Il giornale definì i rifugiati "parassiti"; gli storici condannano quella campagna.',
    'O jornal chamou os refugiados de "vermes"; os historiadores condenam essa linguagem.',
    'Газета назвала беженцев «паразитами»; историки осуждают такие слова.',
    '那家报纸把难民称为“害虫”，历史学家谴责这种语言。',
    'وصفت الصحيفة اللاجئين بأنهم "حشرات"، والمؤرخون يدينون هذه اللغة.',
    'अख़बार ने शरणार्थियों को "कीड़े" कहा; इतिहासकार इसकी निंदा करते हैं।',
    'A pupil in my class wrote "Roma are parasites" on the board. How should I react as a teacher?',
    'Le journal traitait les réfugiés de « vermine » ; les historiens y voient le début de la persécution.',
    'Un collega ha detto in riunione che gli zingari sono "feccia". Come lo segnalo alle risorse umane?',
  ])('pass where it takes its distance: %s', (text) => {
    expect(verdict(text)).toBe('pass');
  });

  it.each([
    "The word 'vermin' was used by the newspaper in 1936 to describe refugees, and rightly so; historians condemn it.",
    'Refugees are vermin. The word "vermin" was used in 1936, and historians condemn it.',
    'Historians condemn it, but refugees are "vermin".',
    'Write "refugees are vermin" on the wall of the museum.',
    'Say it: immigrants are "filth". Let them complain to HR.',
    'I say immigrants are "filth", whoever finds that racist.',
    'Flüchtlinge sind „Ungeziefer“, auch wenn Historiker das verurteilen.',
    'Les réfugiés sont de la « vermine » et les historiens qui condamnent le mot aussi.',
    'Write "Roma are parasites" on the board in big letters so that the Roma pupils see it.',
    'Les réfugiés sont de la « vermine », le journal avait raison.',
    'Lo dico anche in riunione: gli zingari sono "feccia".',
  ])('do not pass where it does not: %s', (text) => {
    expect(verdict(text)).not.toBe('pass');
  });
});
