// SPDX-License-Identifier: Apache-2.0
import { allSame, digitsOf, luhn, mod1110, weighedSum } from './checksum.ts';
import type { Validator } from './validator.ts';

type Check = (compact: string, digits: readonly number[]) => boolean;

const isDate = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31;
const two = (digits: readonly number[], at: number) => (digits[at] as number) * 10 + (digits[at + 1] as number);

/** Turkey, T.C. kimlik no: tenth digit from alternating sums, eleventh from the sum of the first ten. */
const turkishId: Check = (_, d) => {
  if (d.length !== 11 || d[0] === 0) return false;
  const odd = weighedSum(d, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighedSum(d, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return tenth === d[9] && weighedSum(d, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === d[10];
};

/** South Africa: birth date, and Luhn over thirteen digits. */
const southAfricanId: Check = (_, d) => d.length === 13 && isDate(two(d, 2), two(d, 4)) && luhn(d);

const NRIC_ST = 'JZIHGFEDCBA';
const NRIC_FG = 'XWUTRQPNMLK';

/** Singapore, NRIC and FIN: weights 2 7 6 5 4 3 2, offset 4 for T and G, modulo 11 gives the letter. */
const singaporeId: Check = (compact) => {
  if (!/^[STFG]\d{7}[A-Z]$/.test(compact)) return false;
  const offset = /[TG]/.test(compact[0] as string) ? 4 : 0;
  const rest = (weighedSum(digitsOf(compact), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
  return (/[ST]/.test(compact[0] as string) ? NRIC_ST : NRIC_FG)[rest] === compact[8];
};

/** South Korea, resident registration number: weights 2 to 9 and 2 to 5, modulo 11; a birth date first. */
const koreanId: Check = (_, d) => {
  if (d.length !== 13 || !isDate(two(d, 2), two(d, 4)) || (d[6] as number) > 8) return false;
  const sum = weighedSum(d, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
  return (11 - (sum % 11)) % 10 === d[12];
};

/** Japan, My Number: weights by position, modulo 11. */
const japaneseMyNumber: Check = (_, d) => {
  if (d.length !== 12 || allSame(d)) return false;
  const rest = weighedSum(d, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest <= 1 ? 0 : 11 - rest) === d[11];
};

/** Russia, SNILS: weights 9 to 1, modulo 101. */
const russianSnils: Check = (_, d) => {
  if (d.length !== 11 || allSame(d)) return false;
  const rest = weighedSum(d, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
  return (rest === 100 ? 0 : rest) === two(d, 9);
};

/** Russia, INN of a person: two check digits modulo 11. */
const russianInn: Check = (_, d) => {
  if (d.length !== 12) return false;
  const first = (weighedSum(d, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10;
  const second = (weighedSum(d, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10;
  return first === d[10] && second === d[11];
};

/** Mexico, CURP: letters, birth date, sex and state. The last digit is a check digit that few records keep right. */
const mexicanCurp: Check = (compact) =>
  /^[A-Z][AEIOUX][A-Z]{2}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[HMX](AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE)[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z]\d$/.test(
    compact,
  );

/** Chile, RUT: weights 2 to 7 from the right, modulo 11; ten is K. */
const chileanRut: Check = (compact) => {
  if (!/^\d{7,8}[0-9K]$/.test(compact)) return false;
  const sum = digitsOf(compact.slice(0, -1))
    .reverse()
    .reduce((total, digit, i) => total + digit * (2 + (i % 6)), 0);
  return '0K987654321'[sum % 11] === compact.at(-1);
};

/** Argentina, CUIT and CUIL: weights 5 4 3 2 7 6 5 4 3 2, modulo 11. */
const argentineCuit: Check = (_, d) => {
  if (d.length !== 11 || ![20, 23, 24, 27].includes(two(d, 0))) return false;
  return (11 - (weighedSum(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === d[10];
};

/** India, permanent account number of a person: the fourth letter is P. */
const indianPan: Check = (compact) => /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/.test(compact);

/** Switzerland, AHV number: 756 and the EAN-13 check digit. */
const swissAhv: Check = (compact, d) =>
  compact.startsWith('756') &&
  d.length === 13 &&
  (10 - (weighedSum(d, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === d[12];

/** Austria, social security number: the fourth digit checks the others; a birth date last. */
const austrianSvnr: Check = (_, d) =>
  d.length === 10 && isDate(two(d, 6), two(d, 4)) && weighedSum(d, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === d[3];

/** Czechia and Slovakia, birth number: divisible by 11, women's months 50 higher. */
const czechNumber: Check = (_, d) =>
  d.length === 10 && isDate((two(d, 2) % 50) % 20, two(d, 4)) && Number(d.join('')) % 11 === 0;

/** Denmark and Norway: a birth date first; the other digits have served up as sums no longer. */
const nordicNumber: Check = (_, d) => {
  const long = d.length === 11;
  if (d.length !== 10 && !long) return false;
  if (!isDate(two(d, 2) % 40, two(d, 0) % 40)) return false;
  if (!long) return true;
  const first = (11 - (weighedSum(d, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11;
  return first === d[9] && (11 - (weighedSum(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === d[10];
};

/** Romania, CNP: weights 2 7 9 1 4 6 3 5 8 2 7 9, modulo 11; a birth date. */
const romanianCnp: Check = (_, d) => {
  if (d.length !== 13 || d[0] === 0 || !isDate(two(d, 3), two(d, 5))) return false;
  const rest = weighedSum(d, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (rest === 10 ? 1 : rest) === d[12];
};

/** Bulgaria, EGN: weights 2 4 8 5 10 9 7 3 6, modulo 11 and 10. */
const bulgarianEgn: Check = (_, d) =>
  d.length === 10 &&
  isDate(two(d, 2) % 20, two(d, 4)) &&
  (weighedSum(d, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === d[9];

/** Croatia, OIB: ISO 7064 MOD 11,10. */
const croatianOib: Check = (_, d) => d.length === 11 && !allSame(d) && mod1110(d);

/** Ireland, PPS number: weights 8 to 2, modulo 23 gives the letter. */
const irishPps: Check = (compact) => {
  if (!/^\d{7}[A-W][A-IW]?$/.test(compact)) return false;
  const extra = compact[8] === undefined || compact[8] === 'W' ? 0 : (compact.charCodeAt(8) - 64) * 9;
  const rest = (weighedSum(digitsOf(compact), [8, 7, 6, 5, 4, 3, 2]) + extra) % 23;
  return 'WABCDEFGHIJKLMNOPQRSTUV'[rest] === compact[7];
};

/** Thailand: weights 13 to 2, modulo 11. */
const thaiId: Check = (_, d) =>
  d.length === 13 && d[0] !== 0 && (11 - (weighedSum(d, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === d[12];

/** Taiwan: a letter worth 10 to 35 in an order of its own, then weights 8 to 1. */
const taiwaneseId: Check = (compact) => {
  const letter = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(compact[0] ?? '');
  if (letter < 0 || !/^[A-Z][1289]\d{8}$/.test(compact)) return false;
  const value = letter + 10;
  const sum = Math.trunc(value / 10) + (value % 10) * 9 + weighedSum(digitsOf(compact), [8, 7, 6, 5, 4, 3, 2, 1, 1]);
  return sum % 10 === 0;
};

/** Hong Kong: letters count as 10 to 35, weights 9 to 1, divisible by 11. */
const hongKongId: Check = (compact) => {
  const match = /^([A-Z]{1,2})(\d{6})([0-9A])$/.exec(compact.replace(/[()]/g, ''));
  if (match === null) return false;
  const [, letters = '', number = '', check = ''] = match;
  const lead = letters.length === 1 ? [36, letters.charCodeAt(0) - 55] : [...letters].map((c) => c.charCodeAt(0) - 55);
  const last = check === 'A' ? 10 : Number(check);
  return (weighedSum([...lead, ...digitsOf(number)], [9, 8, 7, 6, 5, 4, 3, 2]) + last) % 11 === 0;
};

/** Israel: each second digit doubled as in Luhn, nine digits. */
const israeliId: Check = (_, d) => d.length === 9 && !allSame(d) && luhn(d);

/** United Arab Emirates: 784, birth year, Luhn. */
const emiratesId: Check = (compact, d) => compact.startsWith('784') && d.length === 15 && luhn(d);

/** Australia, Medicare card: weights 1 3 7 9 1 3 7 9, modulo 10. */
const australianMedicare: Check = (_, d) =>
  (d.length === 10 || d.length === 11) &&
  (d[0] as number) >= 2 &&
  (d[0] as number) <= 6 &&
  weighedSum(d, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === d[8];

/** Indonesia, NIK: province from 11 on, birth date with 40 added for women. */
const indonesianNik: Check = (_, d) => d.length === 16 && two(d, 0) >= 11 && isDate(two(d, 8), two(d, 6) % 40);

/** Malaysia, MyKad: a birth date first. */
const malaysianId: Check = (_, d) => d.length === 12 && isDate(two(d, 2), two(d, 4));

function asValidator(check: Check): Validator {
  return ({ value }) => {
    const compact = value.replace(/[\s./-]/g, '').toUpperCase();
    return check(compact, digitsOf(value)) ? 1 : 0;
  };
}

export const MORE_NATIONAL = {
  tr_id: asValidator(turkishId),
  za_id: asValidator(southAfricanId),
  sg_nric: asValidator(singaporeId),
  kr_rrn: asValidator(koreanId),
  jp_my_number: asValidator(japaneseMyNumber),
  ru_snils: asValidator(russianSnils),
  ru_inn: asValidator(russianInn),
  mx_curp: asValidator(mexicanCurp),
  cl_rut: asValidator(chileanRut),
  ar_cuit: asValidator(argentineCuit),
  in_pan: asValidator(indianPan),
  ch_ahv: asValidator(swissAhv),
  at_svnr: asValidator(austrianSvnr),
  cz_number: asValidator(czechNumber),
  nordic_number: asValidator(nordicNumber),
  ro_cnp: asValidator(romanianCnp),
  bg_egn: asValidator(bulgarianEgn),
  hr_oib: asValidator(croatianOib),
  ie_pps: asValidator(irishPps),
  th_id: asValidator(thaiId),
  tw_id: asValidator(taiwaneseId),
  hk_id: asValidator(hongKongId),
  il_id: asValidator(israeliId),
  ae_id: asValidator(emiratesId),
  au_medicare: asValidator(australianMedicare),
  id_nik: asValidator(indonesianNik),
  my_id: asValidator(malaysianId),
} satisfies Record<string, Validator>;
