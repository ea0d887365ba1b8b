// SPDX-License-Identifier: Apache-2.0
import { allSame, digitsOf } from './checksum.ts';
import { isMessage, isOfManyOrNobody } from './shared-address.ts';
import type { Validator } from './validator.ts';

/** A telephone number rather than a date, a version, a price, a time stamp or a serial number. */
export const phone: Validator = ({ value, text, start, end }) => {
  // An extension is no part of the number.
  const digits = digitsOf(value.replace(/x\d{1,5}$/, ''));
  if (digits.length < 7 || digits.length > 15 || allSame(digits) || new Set(digits).size < 3) return 0;
  if (
    /^\(?(19|20)\d{2}[-./ ](0?[1-9]|1[0-2])[-./ ]\d/.test(value) ||
    /^\d{1,2}[-./]\d{1,2}[-./](19|20)\d{2}\b/.test(value)
  )
    return 0;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(value)) return 0;
  // Years from and to, and a count with zeros before it.
  if (/^(?:19|20)\d{2}[-–. ](?:19|20)\d{2}$|^000\d+$/.test(value)) return 0;
  // A postcode of the United States stands behind its state: MA 02110-1301.
  if (/^\d{5}-\d{4}$/.test(value) && /\b[A-Z]{2}\s{1,2}$/.test(text.slice(Math.max(0, start - 4), start))) return 0;
  const before = text[start - 1] ?? ' ';
  const extension = /^x\d{1,5}(?!\w)/.exec(text.slice(end, end + 8));
  const after = text[end + (extension?.[0].length ?? 0)] ?? ' ';
  if (/[\w$€£#=/.,:_-]/.test(before) && !/[:=,]/.test(before)) return 0;
  return /[\w/%_]/.test(after) || /^[-.]\d/.test(text.slice(end, end + 2)) ? 0 : 1;
};

/** Hosts that documentation reserves (RFC 2606, RFC 6761) and addresses that belong to no person. */
const NO_PERSON =
  /^(no-?reply|do-?not-?reply|support|info|admin|help|contact|sales|abuse|security|postmaster|webmaster|root|git|user|users?name|name|you|your|email|mail|me|someone|test|example|foo|bar|press|team|hello|office|service|services|billing|accounts?|accounting|accountspayable|invoices?|orders?|jobs?|careers?|hr|recruiting|payroll|finance|legal|privacy|dpo|compliance|reception|enquir(?:y|ies)|inquir(?:y|ies)|bookings?|reservations?|events?|marketing|media|news|newsletter|feedback|community|maintainers?|developers?|dev|ops|noc|alerts?|notifications?|mailer-daemon|bounces?|lists?|customer-?(?:care|service)|kontakt|buchhaltung|rechnung(?:en)?|vertrieb|verkauf|bewerbung(?:en)?|bestellung(?:en)?|datenschutz|contacto|contabilidad|ventas|ayuda|soporte|compras|pedidos|contato|vendas|suporte|contabilidade|comptabilite|facturation|commandes?|contatto|contabilita|vendite|ordini|fatturazione|assistenza|administratie|verkoop|klantenservice|boekhouding|inkoop)[\d]*@/i;

/** An address of a person; those of roles, passwords before hosts, version specifiers and decorators are not. */
export const email: Validator = ({ value, text, start, end }) => {
  if (NO_PERSON.test(value) || isOfManyOrNobody(value) || isMessage(value, text.slice(Math.max(0, start - 24), start)))
    return 0;
  // What stands before the host in an address of the web is a password.
  if (text[start - 1] === ':' && /\/\/[^\s/@]{1,80}:$/.test(text.slice(Math.max(0, start - 84), start))) return 0;
  if (/\.(png|jpe?g|gif|svg|webp|js|ts|css|json|md|html?|py|local|localhost|invalid|internal|lan)$/i.test(value))
    return 0;
  return text[end] === ':' && /^:[\w~/]/.test(text.slice(end, end + 2)) ? 0 : 1;
};

/** A public IPv4 address: not private, loopback, link local, multicast, documentation (RFC 5737) or a version number. */
export const publicIp: Validator = ({ value }) => {
  const octets = value.split('.').map(Number);
  if (octets.length !== 4 || octets.some((octet) => octet > 255)) return 0;
  const [a, b, c] = octets as [number, number, number, number];
  if (a === 0 || a === 10 || a === 127 || a >= 224) return 0;
  if ((a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254)) return 0;
  if ((a === 192 && b === 0) || (a === 198 && b === 51 && c === 100) || (a === 203 && b === 0 && c === 113)) return 0;
  return (a === 8 && b === 8) || (a === 1 && b === 1) ? 0 : 1;
};

/** A public address of either version; of the sixth, neither local nor for documentation (RFC 4193, 4291, 3849). */
export const publicAddress: Validator = (candidate) => {
  if (!candidate.value.includes(':')) return publicIp(candidate);
  return /^(?:fe[89ab]|f[cd]|ff|0{1,4}:|2001:0?db8)/i.test(candidate.value) ? 0 : 1;
};

const FEWEST_DIGITS = 5;
const DATE =
  /^(?:\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d{2}|(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2})$|^(?:19|20)\d{2}[-/](?:19|20)?\d{2}$/;

/** A number that stands behind the name of what numbers people: digits enough, no date, no stand-in. */
export const labelledNumber: Validator = ({ value }) => {
  const digits = digitsOf(value);
  if (digits.length < FEWEST_DIGITS || allSame(digits) || DATE.test(value.trim())) return 0;
  // Words in capitals after a number are no part of it, and a number with a fraction is an amount.
  return /[A-Z]{6,}|\d\.\d{1,2}$|^[A-Z]{5,}/.test(value) ? 0 : 1;
};

/** What is told of a number rather than the number itself: how long it is, how it looks, whose the firm is. */
const ABOUT_NUMBER =
  /\b(?:has|have|hat|a|ma|tiene|tem|comes|starts|begins|beginnt|looks|like|such as|format|between|digits|ziffern|cifr\w{1,2}|dígitos|chiffres|e\.g)\s{1,2}$|\b(?:example|e\.g\.|z\.\s?B\.)/i;

/** A number that a sentence tells behind its name, with some words between: longer than a count, no date, a year or an amount. */
export const toldNumber: Validator = (candidate) => {
  const { match, value } = candidate;
  const digits = digitsOf(value).length;
  const signs = value.replace(/[^0-9A-Z]/g, '').length;
  if (signs < FEWEST_TOLD || digits > MOST_TOLD || ABOUT_NUMBER.test(match[0].slice(0, match[0].lastIndexOf(value))))
    return 0;
  return /^(?:19|20)\d{2}[ ./-]/.test(value) && DATE.test(value.replaceAll(' ', '')) ? 0 : labelledNumber(candidate);
};
const FEWEST_TOLD = 6;
const MOST_TOLD = 20;
