// SPDX-License-Identifier: Apache-2.0
import { allSame, digitsOf, luhn, mod1110, remainder97, weighedSum } from './checksum.ts';
import type { Validator } from './validator.ts';

type Check = (compact: string, digits: readonly number[]) => boolean;

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** Spain, DNI: number modulo 23 gives the letter. */
const spanishDni: Check = (compact) =>
  /^\d{8}[A-Z]$/.test(compact) && DNI_LETTERS[Number(compact.slice(0, 8)) % 23] === compact[8];

/** Spain, NIE: X, Y, Z stand for 0, 1, 2. */
const spanishNie: Check = (compact) =>
  /^[XYZ]\d{7}[A-Z]$/.test(compact) &&
  DNI_LETTERS[Number(`${'XYZ'.indexOf(compact[0] as string)}${compact.slice(1, 8)}`) % 23] === compact[8];

/** France, NIR: 97 minus the number modulo 97; 2A and 2B (Corsica) count as 19 and 18. */
const frenchNir: Check = (compact) => {
  if (!/^[1-478]\d{2}(0[1-9]|1[0-2]|[2-9]\d)(\d{2}|2[AB])\d{8}$/.test(compact)) return false;
  const body = compact.slice(0, 13).replace('2A', '19').replace('2B', '18');
  return 97 - remainder97(body) === Number(compact.slice(13));
};

const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Italy, codice fiscale (D.M. 23/12/1976): positions weigh differently by parity, the sum modulo 26 is the last letter. */
const italianTaxCode: Check = (compact) => {
  if (!/^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/.test(compact))
    return false;
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const c = compact.charCodeAt(i);
    const value = c < 58 ? c - 48 : c - 65;
    sum += i % 2 === 0 ? (ODD_VALUES[value] as number) : value;
  }
  return compact.charCodeAt(15) - 65 === sum % 26;
};

/** Netherlands, BSN: the eleven test, last weight -1. */
const dutchBsn: Check = (_, digits) =>
  digits.length === 9 && !allSame(digits) && weighedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;

/** United Kingdom, NHS number: modulus 11. */
const britishNhs: Check = (_, digits) => {
  if (digits.length !== 10 || allSame(digits)) return false;
  const check = (11 - (weighedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return check !== 10 && check === digits[9];
};

/** United Kingdom, national insurance number: no check digit, but letters that are never issued. */
const britishNino: Check = (compact) =>
  /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/.test(compact) && !/^(BG|GB|NK|KN|TN|NT|ZZ)/.test(compact);

/** Brazil, CPF: two digits modulo 11. */
const brazilianCpf: Check = (_, digits) => {
  if (digits.length !== 11 || allSame(digits)) return false;
  const first = ((weighedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  const second = ((weighedSum(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  return first === digits[9] && second === digits[10];
};

/** Germany, tax identification number: ISO 7064 MOD 11,10; one digit of the first ten occurs twice or three times. */
const germanTaxId: Check = (_, digits) => {
  if (digits.length !== 11 || digits[0] === 0) return false;
  const distinct = new Set(digits.slice(0, 10)).size;
  return (distinct === 8 || distinct === 9) && mod1110(digits);
};

/** Poland, PESEL: weights 1 3 7 9, and a month that carries the century. */
const polishPesel: Check = (_, digits) => {
  if (digits.length !== 11) return false;
  const month = ((digits[2] as number) * 10 + (digits[3] as number)) % 20;
  const day = (digits[4] as number) * 10 + (digits[5] as number);
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  return (10 - (weighedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === digits[10];
};

/** Portugal, NIF: modulus 11. */
const portugueseNif: Check = (_, digits) => {
  if (digits.length !== 9 || ![1, 2, 3, 5, 6, 8, 9].includes(digits[0] as number)) return false;
  const rest = weighedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === digits[8];
};

/** Belgium, national register number: 97 minus the number modulo 97, with 2 before it for births from 2000. */
const belgianNumber: Check = (_, digits) => {
  if (digits.length !== 11) return false;
  const body = digits.slice(0, 9).join('');
  const check = Number(digits.slice(9).join(''));
  return [body, `2${body}`].some((number) => 97 - remainder97(number) === check);
};

/** Sweden, personal number: Luhn over the last ten digits, and a date. */
const swedishNumber: Check = (_, digits) => {
  const last = digits.slice(-10);
  if (digits.length !== 10 && digits.length !== 12) return false;
  const month = (last[2] as number) * 10 + (last[3] as number);
  const day = (last[4] as number) * 10 + (last[5] as number);
  return month >= 1 && month <= 12 && ((day >= 1 && day <= 31) || (day >= 61 && day <= 91)) && luhn(last);
};

/** Finland, personal identity code: number modulo 31 gives the last character. */
const finnishCode: Check = (compact) =>
  /^\d{6}[-+A-Y]\d{3}[0-9A-Y]$/.test(compact) &&
  '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(compact.slice(0, 6) + compact.slice(7, 10)) % 31] === compact[10];

/** Canada, social insurance number: Luhn; 0 and 8 are never first. */
const canadianSin: Check = (_, digits) => digits.length === 9 && digits[0] !== 0 && digits[0] !== 8 && luhn(digits);

/** Australia, tax file number: weighed sum divisible by 11. */
const australianTfn: Check = (_, digits) =>
  digits.length === 9 && !allSame(digits) && weighedSum(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;

const VERHOEFF_D = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const VERHOEFF_P = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** India, Aadhaar: Verhoeff; 0 and 1 are never first. */
const indianAadhaar: Check = (_, digits) => {
  if (digits.length !== 12 || (digits[0] as number) < 2) return false;
  const check = [...digits].reverse().reduce((c, digit, i) => {
    const permuted = Number((VERHOEFF_P[i % 8] as string)[digit]);
    return Number((VERHOEFF_D[c] as string)[permuted]);
  }, 0);
  return check === 0;
};

/** China, resident identity number: ISO 7064 MOD 11-2, with a birth date. */
const chineseId: Check = (compact) => {
  if (!/^[1-8]\d{5}(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[0-9X]$/.test(compact)) return false;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  return '10X98765432'[weighedSum(digitsOf(compact.slice(0, 17)), weights) % 11] === compact[17];
};

/** United States: area not 000, 666 or 9xx, group not 00, serial not 0000; numbers of advertisements are no one's. */
const usSsn: Check = (_, digits) => {
  const number = digits.join('');
  return (
    digits.length === 9 &&
    !/^(000|666|9)/.test(number) &&
    number.slice(3, 5) !== '00' &&
    number.slice(5) !== '0000' &&
    !allSame(digits) &&
    number !== '078051120' &&
    number !== '219099999' &&
    number !== '123456789'
  );
};

function asValidator(check: Check): Validator {
  return ({ value }) => {
    const compact = value.replace(/[\s./]/g, '').toUpperCase();
    const bare = compact.replaceAll('-', '');
    const digits = digitsOf(value);
    return check(bare, digits) || check(compact, digits) ? 1 : 0;
  };
}

export const NATIONAL = {
  us_ssn: asValidator(usSsn),
  es_dni: asValidator((compact, digits) => spanishDni(compact, digits) || spanishNie(compact, digits)),
  fr_nir: asValidator(frenchNir),
  it_codice_fiscale: asValidator(italianTaxCode),
  nl_bsn: asValidator(dutchBsn),
  gb_nhs: asValidator(britishNhs),
  gb_nino: asValidator(britishNino),
  br_cpf: asValidator(brazilianCpf),
  de_tax_id: asValidator(germanTaxId),
  pl_pesel: asValidator(polishPesel),
  pt_nif: asValidator(portugueseNif),
  be_number: asValidator(belgianNumber),
  se_number: asValidator(swedishNumber),
  fi_code: asValidator(finnishCode),
  ca_sin: asValidator(canadianSin),
  au_tfn: asValidator(australianTfn),
  in_aadhaar: asValidator(indianAadhaar),
  cn_id: asValidator(chineseId),
} satisfies Record<string, Validator>;
