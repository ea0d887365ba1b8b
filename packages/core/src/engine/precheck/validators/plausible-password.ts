// SPDX-License-Identifier: Apache-2.0
import {
  hasDistinct,
  isCounting,
  kindChanges,
  LONGEST_AMOUNT,
  SEQUENCE,
  SURE,
  standsIn,
  wordShare,
} from './plausible-secret.ts';

/** What people write where a password would be, and words of forms about passwords. */
const NO_PASSWORD =
  /^(?:pass(?:word|wd|phrase|code|wort)?s?\d{0,3}|pwd|pw|pin|(?:\d{1,3}[a-z]{0,2})?(?:secret|password)\d{0,4}|s[e3]k?cr?[e3]t\d{0,3}|sekrit|salt\d{0,4}|user(?:name)?|login|admin|root|guest|anonymous@?|test(?:ing)?|text|string|str|bytes?|char|varchar\w*|bool(?:ean)?|int|object|any|type|hidden|show|hide|visible|reset|forgot(?:ten)?|forgotpassword|change|changed|confirm(?:ation)?|new|old|current|repeat|again|enter|input|field|form|label|submit|save|cancel|update|create|required|optional|missing|wrong|incorrect|invalid|valid|weak|strong|empty|blank|null|none|nil|undefined|unknown|true|false|yes|no|on|off|ok|error|failed|disabled|enabled|prompt|auto|basic|bearer|plain|plaintext|encrypted|hash(?:ed)?|md5|(?:scram-)?sha[-\d]*|bcrypt|scrypt|pbkdf2?|hkdf|hmac|argon2\w{0,2}|aes(?:-\w+){0,2}|base64|env|config|settings|default|self|this|value|key|token|credentials?|auth|authentication|authori[sz]ation|oauth2?|account|email|mail|phone|name|id|foo(?:bar)?|bar|baz|qux|abc|xyz|asdf\w*|lorem|ipsum|options?|params?|args?|data|result|response|request|the|your|my|a|an|is|was|for|and|or|not|with|must|should|will|can|has|to|of|in|if|else|return|await|async|new|const|let|var|function|def|class|import|from|public|private|static|final|secure|security|policy|policies|manager|protected?|authenticate|generator|generate[dr]?|length|strength|expir(?:y|ed|es|ation)|contraseña|clave|mot|passwort|kennwort|senha|wachtwoord|parola|hasło|пароль|密码|密碼|パスワード|비밀번호|암호|şifre)$/iu;

const BEYOND_LATIN = /[^\u0021-\u024f\u2010-\u2027\u20ac]/;

/** `widget.user.password2` */
const MEMBERS = /^[a-z_]\w*(?:\.[a-z_]\w*){2,}$/i;

/** Whether a value is a word of forms, documentation or code about passwords, or holds the word itself. */
export function isFormWord(value: string): boolean {
  const bare = value.replace(/[^\p{L}\p{N}]+$/u, '');
  if (NO_PASSWORD.test(bare) || bare.split(' ').some((word) => NO_PASSWORD.test(word))) return true;
  if (bare.split(/[_-]/).every((word) => NO_PASSWORD.test(word))) return true;
  return /pass|pwd|secret|token|credential|keyboard|shh|chang(?:e|it)/i.test(value) && !/\d/.test(value);
}

/** Parameters and members of a program, lists and alternatives of an expression. */
const CODE = /^\*{1,2}[a-z_]\w*\W*$|^\[\d{1,4}\]|^:\w|\w\|$|^_[a-z]+\d?(?:_[a-z]+){2,}$/i;
/** What crypt(3) keeps of a password: nobody can log in with it. */
const HASHED = /^\$(?:2[abxy]?|[156y]|apr1|argon2\w{0,2}|pbkdf2[\w-]{0,12}|s?crypt)\$/;

/** `user=name=…`, `pass:…`: signs of assignment between words, or the word itself; a password has digits around them. */
const isNamesAndSigns = (value: string) =>
  (/=\w+=/.test(value) || (/pass|pwd/i.test(value) && /[^A-Za-z]/.test(value))) && !/\d/.test(value);

/**
 * How plausible a value is as a password that a person chose: nearly anything but the words of forms and templates.
 * @param literal true where quotes or a file of settings make the value a literal
 * @returns 0 to 1
 */
export function passwordPlausibility(value: string, literal: boolean): number {
  if (value.length < 4 || value.length > 128 || isNamesAndSigns(value) || BEYOND_LATIN.test(value)) return 0;
  if (!hasDistinct(value, 3) || SEQUENCE.test(value)) return 0;
  if (/[&|]/.test(value) && /[=&|]\w+[&|]|[&|]\w+=/.test(value)) return 0;
  if (
    /required|nullable/.test(value) ||
    /^[#.:][a-z-]+$/i.test(value) ||
    CODE.test(value) ||
    HASHED.test(value) ||
    (value.length >= LONGEST_AMOUNT && isCounting(value))
  )
    return 0;
  if (NO_PASSWORD.test(value.replace(/[^\p{L}\p{N}]+$/u, '')) || /^[a-z]+_[a-z_]*pass/i.test(value)) return 0;
  if (
    /^\p{Lu}\p{Ll}+$/u.test(value) ||
    /^[\W_]+$/u.test(value) ||
    /^0x|^\d{1,5}$|^\d[\d.,]*(?:px|ms|s|%|em|rem)?$/i.test(value) ||
    standsIn(value)
  )
    return 0;
  if (MEMBERS.test(value) && wordShare(value) > 0.5) return 0;
  const mixed = /\d/.test(value) && /\p{L}/u.test(value);
  const sign = /[!@#$%^&*+=?~`|€£§]/.test(value);
  if (mixed || (sign && /\p{L}/u.test(value))) return literal || kindChanges(value) >= 2 ? SURE : 0.9;
  if (/^[A-Za-z]{8,}$/.test(value) && kindChanges(value) >= 3 && wordShare(value) < 0.3) return 0.9;
  if (!literal) return 0;
  return /^[\p{Ll}]{6,32}$/u.test(value) || /^\p{L}[\p{L}_-]{7,32}$/u.test(value) ? 0.75 : 0;
}
