// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { govern } from '../../../src/engine/govern/govern.ts';
import { wholeValueEnd } from '../../../src/engine/precheck/whole-value.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

/** Made up here; put together at run time. */
const STEM = 'Xk9Qm2' + 'Zp7Lw4';

/** What belongs to the value that begins with STEM, whose expression saw no more than STEM. */
const whole = (text: string) => {
  const start = text.indexOf(STEM);
  return text.slice(start, wholeValueEnd('assigned_password', text, start, start + STEM.length));
};

describe('the whole of a secret value [evaluate-secret-masked]', () => {
  it.each([
    ['a sign within', `password ${STEM}!#tail9 and more`, `${STEM}!#tail9`],
    ['a sign at its end', `password ${STEM}!`, `${STEM}!`],
    ['a separator within', `password: ${STEM},tail9;Q more`, `${STEM},tail9;Q`],
    ['brackets of its own', `password: ${STEM}(9)<1>x more`, `${STEM}(9)<1>x`],
    ['blanks within quotes', `password: "${STEM}, the big; one!", user: "bob"`, `${STEM}, the big; one!`],
    ['quotes that are escaped', `{"a": "password: \\"${STEM},x\\" now"}`, `${STEM},x`],
    ['signs beyond ASCII', `password: ${STEM}€–9 more`, `${STEM}€–9`],
  ])('holds %s', (_, text, expected) => expect(whole(text)).toBe(expected));

  it.each([
    ['the stop of a sentence', `The password is ${STEM}. Thanks.`],
    ['a comma', `The password is ${STEM}, thanks.`],
    ['the next member', `{password:${STEM},user:bob}`],
    ['the next setting', `password=${STEM};database=x`],
    ['the next parameter', `?password=${STEM}&page=2`],
    ['a word of a list', `password ${STEM},alice,bob`],
    ['a bracket that it did not open', `login(password=${STEM}).then(go)`],
    ['a tag', `<password>${STEM}</password>`],
    ['an escape', `"password: ${STEM}\\nuser: bob"`],
    ['a quote', `'password: ${STEM}' is what it said`],
    ['letters of another script', `密码：${STEM}，请保存`],
    ['its host', `https://${STEM}@git.example/x`],
    ['quotes that close on another line', `password: "${STEM}\nnext "line"`],
  ])('ends before %s', (_, text) => expect(whole(text)).toBe(STEM));

  it('of an address goes up to the last at sign before the host', () => {
    const text = `postgres://admin:${STEM}@x!9@db.example/x?y=a@b`;
    const start = text.indexOf(STEM);
    expect(text.slice(start, wholeValueEnd('uri_password', text, start, start + STEM.length))).toBe(`${STEM}@x!9`);
    expect(wholeValueEnd('card', `${STEM}!x`, 0, STEM.length)).toBe(STEM.length);
  });

  it.each([
    ['a sign', `my password ${STEM}!#tail9.`, 'tail9'],
    ['a separator', `password: ${STEM},tail9;Q more`, 'tail9'],
    ['quotes', `password: "${STEM}, tail; nine!"`, 'nine'],
    ['an address', `postgres://admin:${STEM}@tail9@db.example/x`, 'tail9'],
  ])('is in no flag, explanation or suggestion behind %s', (_, text, tail) => {
    const evaluation = evaluate(text, shippedRuleset(), testPorts());
    expect(evaluation.verdict).not.toBe('pass');
    expect(JSON.stringify(evaluation)).not.toContain(tail);
    expect(JSON.stringify(govern(text, 'Noted.', shippedRuleset(), testPorts()))).not.toContain(tail);
    expect(JSON.stringify(govern('Go on.', text, shippedRuleset(), testPorts()))).not.toContain(tail);
  });
});
