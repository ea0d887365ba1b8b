// SPDX-License-Identifier: Apache-2.0
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { describe, expect, it } from 'vitest';
import { nodePorts } from '../../../../cli/src/ports.ts';
import { loadRuleset } from '../../../../cli/src/ruleset.ts';

const ruleset = loadRuleset({});
const told = (text: string) =>
  evaluate(text, ruleset, nodePorts).flags.filter(({ category }) => category === 'secrets');
const WEAK = ['Tiger', '4471'].join('');
const STRONG = ['qX7!', 'kd2', 'P9#'].join('');

describe('passwords told in sentences', () => {
  it('are found behind their name, in many languages', () => {
    for (const lead of [
      'the pw for the nas is',
      'When prompted for a password, type',
      'Das Kennwort des Servers lautet',
      "J'ai changé mon mot de passe, c'est maintenant",
      'mitt lösenord är',
      'lozinka je',
      'wifi şifresi',
      'пароль от вайфая',
      'mật khẩu wifi:',
      'הסיסמה היא',
    ])
      for (const value of [WEAK, STRONG]) expect(told(`${lead} ${value}`).length, lead).toBeGreaterThan(0);
  });

  it('are found where somebody minds the rules of passwords and tells one', () => {
    for (const lead of [
      'my password, which I should change, is',
      'the root password must not leave this room: it is',
      'mein Passwort, das ich ändern muss, ist',
      'mon mot de passe, qui doit changer, est',
    ])
      expect(told(`${lead} ${STRONG}`).length, lead).toBeGreaterThan(0);
    for (const lead of [
      'a password should be at least 8 characters, e.g.',
      'a good password that is longer is',
      'пароль должен быть не короче 8 знаков, например',
      '密码至少8位,例如',
    ])
      expect(told(`${lead} ${STRONG}`), lead).toEqual([]);
  });

  it('are found before their name, in pairs and before a host', () => {
    for (const text of [
      `I use ${WEAK} as my password everywhere`,
      `it's ${WEAK}, the password I mean`,
      `You can use my account: deploy, ${WEAK}`,
      `just ssh into ada:${WEAK}@db01.example.org`,
      `ssh ada@10.2.3.4 (${WEAK})`,
      `I typed ${WEAK} but it says wrong password`,
      `what's the password? ${WEAK}`,
      `the archive is encrypted with ${WEAK}`,
      `page.fill(getByLabelText(/password/i), '${WEAK}')`,
      `my password is ${['Secret', '123'].join('')}`,
    ])
      expect(told(text).length, text).toBeGreaterThan(0);
  });

  it('are named as what they are and shown by no explanation', () => {
    for (const { explanation } of told(`What about ${STRONG} for the Instagram password?`)) {
      expect(explanation).toContain('a password');
      expect(explanation).not.toContain(STRONG);
    }
  });

  it('are no rules of passwords, products, amounts and addresses', () => {
    for (const text of [
      'The password must be 8-64characters long.',
      'How do I reset my Office365 password?',
      'Use WPA2 as the password protection.',
      `${WEAK} is a weak password.`,
      'Your password expires in 14d.',
      'The password policy is PCI-DSS4 compliant.',
      'Try logging in with Chrome128 and Firefox130.',
      'The login is at 9:30am / 14:00pm',
      'from:bob2@example.com to:amy3@example.com',
    ])
      expect(told(text), text).toEqual([]);
  });
});
