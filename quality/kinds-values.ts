// SPDX-License-Identifier: Apache-2.0
/** Values with the form, and where there is one the checksum, of true ones. */

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const ALPHABETS: Readonly<Record<string, string>> = {
  hex: '0123456789abcdef',
  HEX: '0123456789ABCDEF',
  an: DIGITS + UPPER + LOWER,
  low: LOWER + DIGITS,
  up: UPPER + DIGITS,
  btt: `${UPPER}234567`,
  base: `${UPPER}${LOWER}${DIGITS}+/`,
  url: `${UPPER}${LOWER}${DIGITS}-_`,
  mix: `${LOWER}${DIGITS}!@#$%^&*(-_=+)`,
  dig: DIGITS,
  let: UPPER + LOWER,
};
const FIRST = ['Lena', 'Tomás', 'Amina', 'Jonas', 'Priya', 'Oleg', 'Chloe', 'Marek', 'Ines', 'Kofi', 'Sara', 'Hugo'];
const LAST = ['Keller', 'Okafor', 'Duarte', 'Lindqvist', 'Petrov', 'Marchetti', 'Haddad', 'Nowak', 'Byrne', 'Visser'];
const WORDS = ['harbour', 'lantern', 'copper', 'meadow', 'thistle', 'walnut', 'glacier', 'saddle', 'orchid', 'pepper'];
const SIGNS = '!#$%&*+-?@^_';

export class Maker {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** @throws Error for a name that is none */
  value(name: string, length: number, suffix: string): string {
    const named = this.#named(name + suffix, length);
    if (named !== null) return named;
    const alphabet = ALPHABETS[name];
    if (alphabet === undefined) throw new Error(`no such value: ${name}${length}${suffix}`);
    return this.some(alphabet, length);
  }

  some(alphabet: string, length: number): string {
    return Array.from({ length }, () => this.pick([...alphabet])).join('');
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T;
  }

  #digits(length: number): string {
    return this.some(DIGITS, length);
  }

  #named(name: string, length: number): string | null {
    const make = this.#makers[name];
    return make === undefined ? null : make(length);
  }

  #personName(): string {
    return `${this.pick(FIRST)} ${this.pick(LAST)}`;
  }

  #mail(): string {
    const plain = (text: string) =>
      text
        .normalize('NFD')
        .replace(/[^A-Za-z]/g, '')
        .toLowerCase();
    return `${plain(this.pick(FIRST))}.${plain(this.pick(LAST))}${this.#digits(2)}@mail.example.net`;
  }

  /** As a person or a generator of passwords would write it. */
  #password(signs = SIGNS): string {
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    const forms = [
      () => `${capital(this.pick(WORDS))}${this.some(signs, 1)}${this.#digits(2)}${this.some(LOWER, 2)}`,
      () =>
        `${this.some(ALPHABETS.an as string, 5)}${this.some(signs, 1)}${this.some(ALPHABETS.an as string, 6)}${this.#digits(1)}`,
      () => `${capital(this.pick(WORDS)).replace('o', '0').replace('e', '3')}${this.#digits(3)}${this.some(signs, 1)}`,
    ];
    return this.pick(forms)();
  }

  readonly #makers: Readonly<Record<string, (length: number) => string>> = {
    k: () => 'KEY',
    x: () => '',
    pw: () => this.#password(),
    pwurl: () => this.#password('!*-_~'),
    weak: () => `${this.pick(WORDS)}${this.#digits(2)}`,
    phrase: () => `${this.pick(WORDS)} ${this.pick(WORDS)} ${this.pick(WORDS)}`,
    uuid: () => [8, 4, 4, 4, 12].map((length) => this.some(ALPHABETS.hex as string, length)).join('-'),
    az: () => `${this.some(ALPHABETS.an as string, 3)}8Q~${this.some(ALPHABETS.an as string, 34)}`,
    jwt: () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: this.#digits(7), iat: 1_804_341_405 })}.${this.some(ALPHABETS.url as string, 43)}`;
    },
    name: () => this.#personName(),
    first: () => this.pick(FIRST),
    last: () => this.pick(LAST),
    mail: () => this.#mail(),
    oct: () => String(1 + Math.floor(this.#random() * 250)),
    h: (length) => this.some(ALPHABETS.hex as string, length),
    d: (length) => this.#digits(length),
    dn: (length) => this.some('23456789', 1) + this.some('23456789', length - 1),
    dd: () => String(10 + Math.floor(this.#random() * 18)),
    dm: () => `0${1 + Math.floor(this.#random() * 9)}`,
    y: () => String(50 + Math.floor(this.#random() * 48)),
    card: (length) => luhn(`4${this.#digits(length - 2)}`),
    cards: (length) => grouped(luhn(`5${this.some('12345', 1)}${this.#digits(length - 3)}`), ' '),
    cardd: (length) => grouped(luhn(`4${this.#digits(length - 2)}`), '-'),
    amex: () => luhn(`37${this.#digits(12)}`),
    imei: () => luhn(`35${this.#digits(12)}`),
    ibanDE: () => grouped(iban('DE', this.#digits(18)), ' '),
    ibanFR: () => iban('FR', this.#digits(23)),
    ibanGB: () => iban('GB', `NWBK${this.#digits(14)}`),
    ibanNL: () => iban('NL', `INGB${this.#digits(10)}`),
    ibanES: () => iban('ES', this.#digits(20)),
    ssn: (length) => {
      const parts = [String(101 + Math.floor(this.#random() * 560)), `${this.#digits(1)}4`, `3${this.#digits(3)}`];
      return parts.join(length === 9 ? '' : '-');
    },
    cpf: (length) => {
      const number = weighted11(this.#digits(9));
      return length === 11 ? number : number.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
    },
    dni: () => {
      const number = `4${this.#digits(7)}`;
      return number + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(number) % 23);
    },
    bsn: () =>
      this.#until(
        () => `1${this.#digits(8)}`,
        (n) => weightedSum(n, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
      ),
    pesel: () =>
      this.#until(
        () => `8503${this.#digits(7)}`,
        (n) => weightedSum(n, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
      ),
    cnid: () => {
      const body = `110105198${this.#digits(1)}03${this.some('01', 1)}${this.some('1234567', 1)}${this.#digits(3)}`;
      return body + '10X98765432'.charAt(weightedSum(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11);
    },
    nir: () => {
      const body = `2${this.#digits(2)}0475${this.#digits(6)}`;
      return body + String(97 - Number(BigInt(body) % 97n)).padStart(2, '0');
    },
  };

  #until(make: () => string, holds: (value: string) => boolean): string {
    for (;;) {
      const value = make();
      if (holds(value)) return value;
    }
  }
}

const weightedSum = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);

/** The two check digits of a Brazilian CPF. */
function weighted11(body: string): string {
  let digits = body;
  for (let i = 0; i < 2; i++) {
    const sum = [...digits].reverse().reduce((total, digit, n) => total + Number(digit) * (n + 2), 0);
    digits += String(((sum * 10) % 11) % 10);
  }
  return digits;
}

/** Appends the check digit of ISO/IEC 7812-1. */
function luhn(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** Puts the check digits of ISO 13616 behind the country. */
function iban(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((character) => Number.parseInt(character, 36)).join('');
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`;
}

const grouped = (text: string, by: string) => (text.match(/.{1,4}/g) ?? []).join(by);
