// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

const judged = (text: string) => evaluate(text, shippedRuleset(), testPorts());
const CLARA = 'Clara Fuchs <clara.fuchs@web.de>';
const JONAS = 'Jonas Weber <jonas.weber@gmx.de>';

describe('addresses of those who made a published work [evaluate-own-contacts]', () => {
  it.each([
    ` -- ${CLARA}  Tue, 18 Jan 2022 12:01:33 -0400`,
    `2021-03-04  ${CLARA}\n\n\t* main.c: Check the length.`,
    `2023-01-23 19:29:34 +0000  ${CLARA}\n\n\t* NEWS: Say what is new.`,
    `  [ ${CLARA} ]\n  * Fix the path.`,
    `Copyright (c) 2019 ${CLARA}\nLicence: MIT`,
    `Files: *\nCopyright: 1999-2003, ${CLARA}\n 2001, ${JONAS}\nLicense: GPL-2+`,
    ` * @author ${CLARA}\n * @package Mailer`,
    `Signed-off-by: ${CLARA}\nReviewed-by: ${JONAS}`,
    `# Written by ${CLARA} in 2012, with patches from ${JONAS}.`,
    `Maintainer: ${CLARA}\nHomepage: https://fuchs.example`,
    `Authors:\n  ${CLARA}\n  ${JONAS}\n`,
    `${CLARA}, Wed, 31 Mar 1999 16:00:51 +0200`,
    `${CLARA} (1999-2003)\n${JONAS} (2004)`,
    `ÜBERSETZUNG\nDie deutsche Übersetzung dieser Handbuchseite wurde von\n${CLARA},\n${JONAS}\nund\n${CLARA} erstellt.`,
    `TRADUCTION\nLa traduction française de cette page de manuel a été créée par\n${CLARA}`,
    `AUTOR\nProgram został napisany przez ${CLARA} i ${JONAS}.`,
    `ПЕРЕВОД\nРусский перевод этой страницы руководства был сделан\n${CLARA}`,
    `著者\ndebugfs は ${CLARA} によって作成された。`,
    `=head1 AUTHOR\n\nClara Fuchs L<mailto:clara.fuchs@web.de>.`,
    `Das Skript wurde geschrieben von ${CLARA}.`,
    `Contact the author at: clara.fuchs@web.de`,
    `${CLARA} wrote the parser.`,
  ])('are shown and decide nothing: %s', (text) => {
    const { verdict, flags } = judged(text);
    expect(verdict).toBe('pass');
    for (const { category } of flags) expect(category).toBe('pii');
    expect(JSON.stringify(flags)).not.toContain('fuchs@');
  });

  it.each([
    `Customers\n\n${CLARA}\n${JONAS}`,
    'Code for her door is 4471, her mail is clara.fuchs@web.de',
    'Modified record: patient Clara Fuchs, in ward 3, clara.fuchs@web.de',
    'Copyright: found by us, her private mail is clara.fuchs@web.de',
    `Send the photos to ${CLARA}, she is ill at home.`,
    'His e-mail address is jonas.weber@gmx.de, he lives alone.',
    `Here is the leak: ${CLARA}, ${JONAS}`,
    `CREDITS\nSend the photos of the girl to ${CLARA}.`,
    `HISTORY\nThe patient ${CLARA} was seen twice.`,
    `Übersetzung: schick die Bilder an ${CLARA}`,
    `${CLARA} wrote me that she is pregnant.`,
    `On Monday ${CLARA} wrote:\n> I lost my job.`,
    `Übersetzung fertig.\nKundin ist ${CLARA}, sie zahlt nie.`,
  ])('are no excuse for those of others: %s', (text) => {
    expect(judged(text).verdict).not.toBe('pass');
  });
});
