// SPDX-License-Identifier: Apache-2.0
/** Passwords that somebody tells in a sentence: «my password is …», «use … as the passphrase», «ada:…@host». */
import { isFormWord, passwordPlausibility } from './plausible-password.ts';
import { ALGORITHM, kindChanges, wordShare } from './plausible-secret.ts';
import type { Candidate, Validator } from './validator.ts';

const SIGN = /[!#$%^&*+?~€£§]/;
const kindsOf = (value: string) =>
  [/[a-z]/, /[A-Z]/, /\d/, SIGN].reduce((kinds, kind) => kinds + (kind.test(value) ? 1 : 0), 0);
/** From letters to digits and back: three such steps and more have neither products nor words with a year. */
const stepsOf = (value: string) => value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;

/** Products, standards and places are words with a number, as many passwords are. */
const PRODUCT =
  /^(?:i?(?:phone|pad|os|cloud)|i(?:phone|pad|mac)|windows?|win|office|microsoft|ms|azure|android|chrome|firefox|safari|edge|opera|galaxy|pixel|samsung|google|github|gitlab|python|java|node|php|mysql|mariadb|postgres(?:ql)?|oracle|mongo(?:db)?|redis|log|k|ubuntu|debian|fedora|centos|rhel|wpa|wep|tls|ssl|ssh|ip(?:v)?|https?|oauth|openid|saml|fido|u|webauthn|totp|otp|mfa|sha|md|aes|des|rsa|ntlmv?|lm|bcrypt|argon|scrypt|pbkdf|crypt|utf|iso|rfc|cve|kb|mp|bip|pkcs|x|base|din|en|nist|sp|keepass\w{0,3}|lastpass|bitwarden|dashlane|enpass|fritz\w{0,4}|room|raum|page|seite|step|section|chapter|version|ver|v|build|field|form|slot|level|part|line|port|table|figure|row|column|col|case|level|option|answer|question|file|image|item|day|week|year|jan\w*|feb\w*|mar|march|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*|covid|gpt|claude|gemini|llama|web|type|phase|tier|gate|terminal|zone|block|unit|floor|apt|group|team|class|grade|user|account|server|host|client|device|model)[-_. #]?\d{1,4}(?:[a-z]{0,3}|pro|plus|max|mini)$/i;
/** A number and its unit, a time, a date. */
const AMOUNT = /^\d[\d.,:/+-]*(?:\p{Ll}{0,16}|\p{Lu}{0,4})$|^\d{1,2}:\d\d/u;

/** How plausible a value is as a password that stands in a sentence; a word and a number only where the sentence hands it over. */
function sentencePlausibility(value: string): number {
  if (value.length < 6 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return 0;
  if (
    AMOUNT.test(value) ||
    PRODUCT.test(value) ||
    ALGORITHM.test(value) ||
    /&#?\d/.test(value) ||
    /argon2|[a-z]crypt/i.test(value)
  )
    return 0;
  if (/^[0-9a-f]{8}-|^\w+\.\w{2,4}$|@[\w-]+\.\w/i.test(value)) return 0;
  return passwordPlausibility(value, false);
}

/** What nobody writes near the word for any other purpose. */
const isStrong = (value: string) =>
  (SIGN.test(value) && kindsOf(value) >= 3) ||
  stepsOf(value) >= 3 ||
  (kindsOf(value) >= 3 && kindChanges(value) >= 4 && wordShare(value) < MOST_WORDS);
const MOST_WORDS = 0.34;

/** Where the match begins in the text: its own index counts from the window that was read. */
const startOf = ({ match, value, start }: Candidate) => start - match[0].lastIndexOf(value);

const withoutStop = (value: string) => value.replace(/[.,;:?)\]。，]+$/, '');

/** Hashes, and examples of bad ones. */
const SAMPLE =
  /(?<!\p{L})(?:hash(?:ed)?|encrypt\w*|contains?|such as|like|e\.g|for example|ones?|weak|common|bad|worst|old|older|longer|shorter|reset|wie(?! folgt)|como mínimo|например)(?!\p{L})|比如|例如/iu;
/** Rules of passwords. Somebody who minds them may tell one as well («my password, which must be kept safe, is …»). */
const RULE =
  /(?<!\p{L})(?:must|should|needs?|at least|minimum|min|characters?|stored|sent|expires?|valid|requires?|required|never|avoid|with(?:out)? (?:at|a|any|more)|between|mindestens|muss|müssen|debe|doit|devono|deve|musi|должен)(?!\p{L})|至少/iu;
/** What tells one in spite of such words. */
const TELLS = /[\s’'](?:is|was|it[’']?s|ist|lautet|est|es|è|é)\s{1,3}["'`“«„‚]?$/iu;

/** What is told of passwords rather than one of them. */
const ABOUT =
  /^s?[\s-](?:manag|polic|protect|hash|field|store|vault|tool|app\b|generat|prompt|check|database|page|form|file|type|provider|service|option|encrypt|algorithm|length|expir|hint|strength|cracker|list)/i;

/** The last words before a value that hand it over. */
const HANDS_OVER =
  /(?:^|[\s’'])(?:is|was|are|be|to|as|now|still|either|type|enter|use|with|using|it[’']?s|s|ist|lautet|war|bleibt|auf|mit|jetzt|est|était|maintenant|sera|es|era|será|ahora|con|è|sono|adesso|é|são|agora|foi|com|är|er|on|je|jest|este|e|sunt|byl[oa]?|było|adalah|ialah|είναι|это)\s{1,3}["'`“«„‚]?$|(?:[:：=→，,–—?]|->|\s-)\s{0,3}["'`“«„‚]?$/iu;
/** Names that leave no doubt and need no verb: the name, whose it is, the value. */
const OTHER_LANGUAGE = /^(?!pass|pw|key|psk|secret|shared|pre|wi|wlan|hot)/i;
const WIFI_KEY = /^(?:wi|wlan|hot)/i;
const WHOSE = /^\p{L}{0,6}\s{1,3}(?:\p{L}{1,9}\s{1,3})?["'`“«„]?$/u;
const BEYOND_LATIN = /^[\u0250-\uffff]/;
const NEXT_SENTENCE = /[.!]\s|\?\s(?!\s{0,2}(?:(?:a:|it[’']?s|is|[–-])\s|["'`“]?$))/i;
/** A reader’s own: here even the words of examples are told as true. */
const OWN =
  /(?:(?<!\p{L})(?:my|mein|mon|mi|mia|minha|mijn|moje|mitt|min|мой)|我的)\s{1,2}(?:\p{L}{2,14}\s{1,2}){0,2}$/iu;

/** Whether it is told what passwords are to be, rather than one of them. */
const isOfPasswords = (glue: string, value: string) =>
  SAMPLE.test(glue) || (RULE.test(glue) && !(TELLS.test(glue) && isStrong(value)));

/** Behind the name of a password. */
export const toldInSentence: Validator = (candidate) => {
  const { match, text } = candidate;
  const value = withoutStop(candidate.value);
  const nameAt = startOf(candidate);
  const plausible = sentencePlausibility(value) || ownPlausibility(candidate, value);
  if (plausible === 0) return 0;
  const head = match[0].slice(0, match[0].length - candidate.value.length);
  const glue = head.replace(NAME, '');
  if (ABOUT.test(glue) || isOfPasswords(glue, value) || NEXT_SENTENCE.test(glue) || /^[-_]?\w{0,3}[=(]/.test(glue))
    return 0;
  if (/[\w\\/.$-]/.test(text[nameAt - 1] ?? ' ') && /^[a-z]/i.test(head)) return 0;
  if (/^pass[^a-z]/i.test(head)) return /\b(?:is|was|now)\s["'`“]?$|[:=]\s?["'`“]?$/i.test(glue) ? plausible : 0;
  if (BEYOND_LATIN.test(head) || HANDS_OVER.test(glue)) return plausible;
  if ((OTHER_LANGUAGE.test(head) || WIFI_KEY.test(head)) && WHOSE.test(glue)) return plausible;
  return isStrong(value) ? plausible : 0;
};

const NAME =
  /^(?:pass(?:word|phrase|code|wort|wd|ord)?s?|p(?:wd?|sk)|(?:shared|pre-shared) (?:secret|key)|(?:wi-?fi|wlan|hotspot)[^\n.]{0,40}?(?:key|schlüssel|clé|code|clave|chave)|[^\s:：=,]{1,12}(?:\s(?:de\s(?:passe|la)|kh[aẩ]u|sandi|السر|المرور))?)/i;

function ownPlausibility(candidate: Candidate, value: string): number {
  if (!/^(?:secret|password|passwort|pass)\d{2,6}[!?*#$]?$/i.test(value)) return 0;
  const at = startOf(candidate);
  return OWN.test(candidate.text.slice(Math.max(0, at - 40), at)) ? 0.9 : 0;
}

const NAMED_AFTER =
  /^["'`”»“]?(?:,?\s(?:as|is|was|for|ist|war|als|est|comme|es|como|è|come|é|jest|jako|a|an|my|mein|mon|mi)\s|\s\p{L}{2,12}\sas\s|,\s(?:the|that|it|my|das|mein|le|mon|la|mi)\b|\s(?:but|because|since|after|weil|porque|parce)\s|\?\s(?:it|this|that)[’']?s\s)/iu;

/** Before the name of a password: «use … as the passphrase». */
export const toldBefore: Validator = ({ match, value, text, start }) => {
  const plausible = sentencePlausibility(value);
  const glue = match[0].slice(match[0].lastIndexOf(value) + value.length);
  if (
    plausible === 0 ||
    !NAMED_AFTER.test(glue) ||
    /\b(?:weak|bad|common|poor|terrible|not|no|never|example|schwach\w*|schlecht\w*)\b/i.test(glue)
  )
    return 0;
  if (/\b(?:like|as|e\.g\.|example|wie|comme|como)\s["'`“«„]?$/i.test(text.slice(Math.max(0, start - 12), start)))
    return 0;
  return isStrong(value) || kindsOf(value) >= 3 || /^["'`”»“]?,?\s(?:as|is|ist|als|comme|como)\s/i.test(glue)
    ? plausible
    : 0;
};

/** The second of a pair: a name and its password. */
export const toldPair: Validator = ({ value, text, end }) => {
  const bare = withoutStop(value);
  // Where the list goes on, it is one of places, products or numbers.
  if (/^,?\s(?:and|or|und|oder|et|ou|y|o)\s/i.test(text.slice(end, end + 6))) return 0;
  return isStrong(bare) || kindsOf(bare) >= 2 ? sentencePlausibility(bare) : 0;
};

/** Labels of addresses, and schemes. */
const LABEL =
  /^(?:e-?mails?|mail|mailto|from|to|cc|bcc|contact|kontakt|contacto|contatto|author|by|reply-to|sender|recipient|users?|username|login|accounts?|acct|id|name|correo|courriel|posta|poczta|adres+e?|address|owner|maintainer|paypal|skype|xmpp|sips?|im|jabber|msn|h323|ssh|git|tel|image|npm|pkg|github|version|ref|tag|urn|web|via)$/i;
/** What is done with the name, the password and the host. */
const REACHED =
  /\b(?:ssh|scp|sftp|ftps?|rsync|telnet|vnc|rdp|smb|cifs|nfs|mount|curl|wget|psql|mysql|connect(?:ing|ion|ed)?|log ?in|login|credentials?|creds|pass(?:word|wd)?|server|host|proxy|zugang\w*|anmeld\w*|push|clone|pull|deploy)\b/i;

/** A name, a password and a host without a scheme. */
export const hostPassword: Validator = ({ value, match, text, start, end }) => {
  const name = match[0].slice(0, Math.max(0, match[0].lastIndexOf(value) - 1));
  const host = match[0].slice(match[0].lastIndexOf(value) + value.length + 1);
  const plausible = passwordPlausibility(value, false);
  if (plausible === 0 || isFormWord(value)) return 0;
  // With a number or a port the host is one.
  if (/^\d|:\d/.test(host)) return plausible;
  if (LABEL.test(name) || AMOUNT.test(value) || PRODUCT.test(value) || /^sha\d/i.test(host)) return 0;
  if (SIGN.test(value) && kindsOf(value) >= 3) return plausible;
  const reached =
    REACHED.test(text.slice(Math.max(0, start - name.length - 60), start)) ||
    /^:[\w~/]/.test(text.slice(end + 1 + host.length, end + 3 + host.length));
  return reached && (kindsOf(value) >= 2 || !host.includes('.')) ? plausible : 0;
};
