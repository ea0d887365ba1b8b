// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { scanningRuleset } from '../ruleset-fixture.ts';

const judged = (text: string) => evaluate(text, scanningRuleset(), testPorts());

describe('messages that are a fraud themselves, as their victims get them', () => {
  it.each([
    ['P50', 'Dear customer, your card is limited. Confirm your PIN at http://bank.example or it will be blocked.'],
    ['P50', 'Could you text me the verification code you received? I need it to get into my account.'],
    ['P50', 'Reply with your password so that we can upgrade your mailbox.'],
    ['P51', 'A client died and left 12 million dollars. Stand as the next of kin and we share it.'],
    ['P51', 'Mum, this is my new number. I broke my phone, can you transfer 980 euros today?'],
    ['P51', 'You are hired! Deposit the cheque that we send you and wire the rest to our supplier in dollars.'],
    ['P52', 'This is the IRS. You owe taxes; pay in bitcoin now or you will be arrested.'],
    ['P52', 'Your computer has a virus. Call this number and give us remote access.'],
    ['P52', 'Officer Miller, FBI: transfer the money to this safe account.'],
  ])('are seen by %s: %s', (pattern, text) => {
    const { verdict, flags } = judged(text);
    expect(verdict).not.toBe('pass');
    expect(flags.map(({ pattern_id }) => pattern_id)).toContain(pattern);
  });

  it.each([
    'We take security seriously. Never share your code. Enter your password at http://safe.example, otherwise your mailbox will be closed.',
    'This is not phishing. Confirm your PIN at http://bank.example or your card will be blocked.',
    'Last warning! Type your recovery phrase here or it will be lost.',
    'This is no scam: you won 3 million, pay a fee of 200 dollars to release it.',
    'This is the IRS. You owe taxes and have been warned. Pay in bitcoin now or you will be arrested.',
    'For the awareness training log in with your email and password within 24 hours or your account will be locked.',
    'Do not hang up. This is the police. Your son had an accident, hand over your savings in cash to our courier.',
  ])('wear no excuse: %s', (text) => {
    expect(judged(text).verdict).not.toBe('pass');
  });

  it.each([
    'To reset your password, click the button below. The link works for 24 hours. If you did not ask for this, contact us immediately.',
    'We sent a verification code to your phone. Enter it below within 10 minutes.',
    'To receive your payment by transfer, enter your account number in the profile.',
    'We will never ask you to reply with your password.',
    'Give me the code of the function that you wrote.',
    'My grandmother won a prize in the lottery and bought a bicycle.',
    'Sweetheart, I need to pay the rent today. Did you get your salary?',
    'Dear team, our bank details have not changed.',
    'Mum, my phone broke, this is my new number. See you on Sunday!',
    'The police warn of callers who say that a relative needs bail.',
    'The officer told us to call this number if we remember anything.',
    'Scammers say that they are from the IRS and want you to pay in bitcoin now.',
    'Install AnyDesk on the office computers so that the help desk can support the staff.',
  ])('are told from what honest people write: %s', (text) => {
    expect(judged(text).verdict).toBe('pass');
  });
});
