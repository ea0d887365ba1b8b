// SPDX-License-Identifier: Apache-2.0
/**
 * Numbers that everybody writes where one is to be shown: the examples of the IBAN registry and of national banks, and
 * three social security numbers that were printed on cards and forms. They belong to nobody, unless a text says whose they are.
 */
import type { Candidate, Validator } from './validator.ts';

const DOCUMENTED: ReadonlySet<string> = new Set(
  [
    'DE89370400440532013000 GB29NWBK60161331926819 GB82WEST12345698765432 FR1420041010050500013M02606',
    'FR7630006000011234567890189 NL91ABNA0417164300 ES9121000418450200051332 IT60X0542811101000000123456',
    'CH9300762011623852957 AT611904300234573201 BE68539007547034 PL61109010140000071219812874 SE4550000000058398257466',
    'NO9386011117947 DK5000400440116243 FI2112345600000785 IE29AIBK93115212345678 PT50000201231234567890154',
    'LU280019400644750000 CZ6508000000192000145399 HU42117730161111101800000000 GR1601101250000000012300695',
    'RO49AAAA1B31007593840000 TR330006100519786457841326 SA0380000000608010167519 AE070331234567890123456',
    '123456789 078051120 219099999',
  ].flatMap((line) => line.split(' ')),
);

/** My, his, for Bruno: then it is said to be somebody's, whatever it looks like. */
const SOMEBODYS =
  /(?<!\p{L})(?:my|mine|his|her|their|our|meine?|unsere?|ihre?|seine?|mon|ma|notre|mi|nuestr[ao]|meu|minha|nosso|il mio|mijn|onze|мой|моя|我的|私の)(?!\p{L})[^.!?\n]{0,40}$/iu;
const LOOKED_BACK = 60;

const isDocumented = ({ value, text, start }: Candidate): boolean =>
  DOCUMENTED.has(value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()) &&
  !SOMEBODYS.test(text.slice(Math.max(0, start - LOOKED_BACK), start));

/** A number behind its name, with no check digit to ask. */
export const undocumented: Validator = (candidate) => (isDocumented(candidate) ? 0 : 1);

/** What another validator says, of numbers that are no examples. */
export const unlessDocumented =
  (validator: Validator): Validator =>
  (candidate) =>
    isDocumented(candidate) ? 0 : validator(candidate);
