// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { isMessage, isOfManyOrNobody } from '../../../src/engine/precheck/validators/shared-address.ts';

describe('addresses that are no person’s', () => {
  it.each([
    'wood-devel@lists.carvers.org',
    'bug-chisel@carvers.org',
    'chisel-announce@carvers.org',
    'chisel-users@carvers.org',
    'l10n-list@carvers.org',
    'carving@googlegroups.com',
    'ftpmaster@carvers.org',
    'test-user@carvers.org',
    'my_new_admins@myorg.com',
    'anna@yourcompany.com',
  ])('are those of lists, teams and stand-ins: %s', (address) => {
    expect(isOfManyOrNobody(address)).toBe(true);
  });

  it.each([
    'clara.fuchs@web.de',
    'jonas-dev@gmail.com',
    'ladybug@gmail.com',
    'anna-request@gmail.com',
    'my.name@gmail.com',
    'mia_admin@gmx.de',
    'listerine.jones@mail.com',
    'bugsy.malone@yahoo.com',
    'example-lover@icloud.com',
    'mytilda@fuchs.de',
  ])('are not taken for those of people: %s', (address) => {
    expect(isOfManyOrNobody(address)).toBe(false);
  });

  it('number messages', () => {
    expect(isMessage('199710281816.KAA29614@wall.org', 'said it in <')).toBe(true);
    expect(isMessage('8854@jpl.nasa.gov', 'Larry Wall in <')).toBe(true);
    expect(isMessage('jane.doe84@gmail.com', 'Her address is on the mailing list: ')).toBe(false);
    expect(isMessage('jane.doe1984@gmail.com', 'She is signed in <')).toBe(false);
    expect(isMessage('19850312@fuchs.de', 'Write to ')).toBe(false);
    expect(isMessage('198503121030@web.de', 'Write to ')).toBe(false);
    expect(isMessage('8854312@qq.com', 'Li Wei <')).toBe(false);
    expect(isMessage('clara.fuchs@web.de', 'who lives in <')).toBe(false);
  });
});
