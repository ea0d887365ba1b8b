// SPDX-License-Identifier: Apache-2.0
/** Values that nothing before them names: told by what they are made of, by what stands after them and around them. */
import { decodesToText } from './lone-secret.ts';
import { ALGORITHM, kindChanges, standsIn, wordShare } from './plausible-secret.ts';
import type { Candidate } from './validator.ts';

interface Makeup {
  readonly digits: number;
  readonly upper: number;
  readonly lower: number;
  /** Letters that no hexadecimal number has. */
  readonly beyondHex: number;
}

function makeupOf(value: string): Makeup {
  let digits = 0;
  let upper = 0;
  let lower = 0;
  let beyondHex = 0;
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if (c >= 48 && c <= 57) digits++;
    else if (c >= 65 && c <= 90) upper++;
    else if (c >= 97 && c <= 122) lower++;
    if ((c >= 71 && c <= 90) || (c >= 103 && c <= 122)) beyondHex++;
  }
  return { digits, upper, lower, beyondHex };
}

const MIN_MIXED = 20;
const MIN_ONE_CASE = 24;
const MOST_LENGTH = 600;

/** Whether letters and digits are in no order that words, names, numbers or digests in hexadecimal have. */
export function isRandomRun(value: string, shortest = MIN_MIXED): boolean {
  const length = value.length;
  if (length < shortest || length > MOST_LENGTH) return false;
  const { digits, upper, lower, beyondHex } = makeupOf(value);
  if (digits < 1 || digits > length * 0.8 || beyondHex < 4) return false;
  if ((value.match(/[_-]/g)?.length ?? 0) > length / 8 || ALGORITHM.test(value)) return false;
  const changes = kindChanges(value) / length;
  // Few digits are made up for by capitals in no order.
  if (upper >= 3 && lower >= 3) return changes >= (digits < 3 ? 0.35 : 0.28) && wordShare(value) < 0.2;
  return (
    length >= Math.max(shortest, MIN_ONE_CASE) && digits >= length * 0.12 && changes >= 0.25 && wordShare(value) < 0.2
  );
}

/** What vendors put before a token: a few short words, each ended by a sign. */
const PREFIX_WORD = /^[A-Za-z][A-Za-z0-9]{0,11}[_-](?=[A-Za-z0-9_-]{16})/;
const MOST_WORDS = 4;
const BLOCK_LINE = 48;
const HEX_TAIL = /^[0-9a-f]{32,64}$/;
/** Files and marks of builds are called so, too. */
const FILE_PREFIX =
  /^(?:im(?:g|age)|file|cache|hash|md5|sha\d*|commit|rev|etag|id|chunk|build|index|main|css|js|asset|font|media|thumb|avatar|photo|video|layer|key|obj|object|run|job|trace|span|req|request|page|node|vpc|subnet|sg|snap|vol|ami|igw|eni|rtb|pod|container|nonce|tmp|temp|test|doc|user|session)[_-]/i;
/** Services number their customers, prices, calls and messages so. */
const OBJECT_PREFIX =
  /^(?:cus|price|prod|sub|si|pi|ch|in|ii|acct|evt|txn|pm|card|src|ba|py|po|tr|seti|plan|promo|il|cn|dp|fee|mandate|link|plink|sku|or|we|org|team|proj|asst|thread|msg|resp|rs|fc|call|step|batch|ft|chatcmpl|cmpl|gen|vs|item|conv|toolu|msgbatch|inv|ord|order|sess|cart|event|wamid|tweet|post|dpl|prj|deployment|release|version|snapshot)[_-](?!.*_secret_)/i;

/** A token that begins as vendors let theirs begin, whoever the vendor is. */
export function hasVendorForm(value: string): boolean {
  let tail = value;
  // What a token begins with may look like one more word before it: every word may be the last one.
  for (let words = 0; words < MOST_WORDS; words++) {
    const word = PREFIX_WORD.exec(tail)?.[0];
    if (word === undefined) return false;
    tail = tail.slice(word.length);
    if (HEX_TAIL.test(tail)) return word.endsWith('_') && makeupOf(tail).digits < tail.length;
    if (isRandomRun(tail)) return true;
  }
  return false;
}

/** Packages and files are named by what they run on. */
const PLATFORM =
  /[-_.](?:x64|x86(?:_64)?|amd64|arm(?:64|hf|v\d)?|aarch64|i[36]86|win32|windows|darwin|linux|android|freebsd|msvc|musl|gnu(?:eabihf)?)(?![a-z0-9])/gi;
const isForPlatform = (value: string) => (value.match(PLATFORM)?.length ?? 0) >= 2;

/** Publishable keys of payment services; files, pictures, certificates and public keys in base64 begin so. */
const PUBLIC_START =
  /^(?:pk_(?:live|test)_|iVBORw0|\/9j\/|R0lGOD|UklGR|d09G|AGFzb|H4sI|UEsDB|JVBER|PD94|PHN2Z|AAAAB3N|AAAAC3N|AAAAE2V|MI[A-Z][\w+/]{3}[CD]C|MFkw|MFww|MIGfM|MIIBIj|sha\d|[13][1-9A-HJ-NP-Za-km-z]{25,33}$|bc1|age1|Qm[1-9A-HJ-NP-Za-km-z]{44}$|bafy|0x|UC[\w-]{22}$)/;
/** What is named so is open to all, or a name itself. */
const PUBLIC_NAME =
  /(?:\b|_|[a-z](?=[A-Z]))(?:ids?|Ids?|IDs?|uuid|guid|[nN]once|rev|[aA]ddress|addr|contract|wallet|tx|txid|block|cid|ipfs|channel|playlist|video|track|album|artist|sheet|spreadsheet|document|folder|file|image|img|src|href|class|boundary|challenge|mappings|invoice|order|message|reference|ref|ETag|cert|certificate|ssh|[sS]ignature|sign|sig|nonce|pubkey|host|url|uri|path|data|base64|fontface|slug|icon|content|description|title|label|sample|[hH]ash|[hH]ashes|[cC]hecksum|serial|expected|bundle|resolved|h1|zh|kid|x5t|x5c|bh|tag|iv|ciphertext|cipher|blob|blurhash|thumbhash|polyline|[dD]igest|snapshot|match|ray|pin|verification|marker|state|accept|modulus|exponent|etag)["'\]]?[ \t]{0,4}(?:[:=,(]|=>|:=|\s)[\s"'`([{@]{0,10}$|["'](?:x|y|n|e)["']\s{0,3}:\s{0,3}["']$|[Ww]eb[Ss]ocket|base64,|ssh-|\bspotify|Subject|Message-I[dD]|https?:/;

const QUOTES = '"\'`';
const isQuoted = ({ text, start, end }: Candidate) => {
  const quote = text[start - 1];
  return quote !== undefined && QUOTES.includes(quote) && text[end] === quote;
};
/** After a sign of assignment, a list's dash or an opening bracket. */
const ASSIGNED = /(?:[\w\])"'][ \t]{0,8}(?::?=|=>|:)[ \t]{0,8}|[\w)\]:=][([{]\s{0,4}|,[ \t]{0,4})["'`]?$/;

/** Lines of base64 above or below: a certificate, a picture, a body of a message. */
function isInBlock({ text, start, end }: Candidate): boolean {
  const above = text.slice(Math.max(0, start - 90), start);
  const below = text.slice(end, end + 90);
  return (
    /[A-Za-z0-9+/]{40}[^\n\w]{0,4}\n[^\n\w]{0,12}$/.test(above) ||
    /^=?=?[^\n\w]{0,4}\n[^\n\w]{0,12}[A-Za-z0-9+/]{20}/.test(below)
  );
}

/** Parts joined by dots, each as random as the others, as signed tokens are. */
const isDotted = (value: string) =>
  value.length >= 40 &&
  /^[\w-]{6,}(?:\.[\w-]{6,}){1,3}$/.test(value) &&
  isRandomRun(value.replaceAll('.', '')) &&
  value.split('.').every((part) => wordShare(part) < 0.34);

/** Neither a path nor a list of members. */
const isLiteralRun = (value: string) =>
  !/[.~]/.test(value) && (value.length >= 40 || !value.includes('/')) && isRandomRun(value);

/** Words of secrets somewhere before it, such as the name of a command. */
const NAMED_ON_LINE = /secret|token|passw|credential|api[ _-]?key|access[ _-]?key|mc alias/i;

const PADDED = /^[A-Za-z0-9+/]+={1,2}$/;

/**
 * A random value as a literal or with the form of a vendor's token.
 * @param value what the name was cut from
 * @param before what stands before it on its line
 */
export function unnamedPlausibility(candidate: Candidate, value: string, before: string): number {
  if (value.length < MIN_MIXED || value.length > MOST_LENGTH) return 0;
  // Most runs are names, paths or numbers, which their letters and digits tell.
  const vendor = hasVendorForm(value) || isDotted(value);
  if (!vendor && !isLiteralRun(value)) return 0;
  // A line of base64: nothing quotes or assigns it, and there are many.
  if (value.length >= BLOCK_LINE && candidate.text[candidate.start - 1] === '\n' && !PREFIX_WORD.test(value)) return 0;
  if (PUBLIC_START.test(value) || FILE_PREFIX.test(value) || OBJECT_PREFIX.test(value) || isForPlatform(value))
    return 0;
  if (PUBLIC_NAME.test(before) || standsIn(value) || isInBlock(candidate)) return 0;
  if (vendor) return 0.9;
  if (before === '' && PADDED.test(candidate.value)) return 0;
  return (isQuoted(candidate) || ASSIGNED.test(before) || NAMED_ON_LINE.test(before)) && !decodesToText(value)
    ? 0.8
    : 0;
}

const REMARK =
  /^["'`;,]{0,3}[ \t]{1,8}(?:#|\/\/|--|<-|\/\*|<!--|;)[^\n]{0,48}\b(?:token|secret|password|passwd|passphrase|credentials?|(?:api|master|private|access|encryption|signing|deploy(?:er)?|auth|root|wallet|signer|owner)[ _-]?key)\b/i;

/** A remark behind the value says that it is a secret. */
export function isRemarkedAsSecret({ text, end }: Candidate): boolean {
  return mayBeRemarked(text, end) && REMARK.test(text.slice(end, end + 80));
}

/** Cheap: whether a blank and what a remark may begin with stand behind a value and its quote. */
function mayBeRemarked(text: string, end: number): boolean {
  const last = Math.min(text.length, end + MOST_BEFORE_REMARK);
  let at = end;
  while (at < last && ENDS_VALUE.includes(text.charAt(at))) at++;
  const blanks = at;
  while (at < last && BLANKS.includes(text.charAt(at))) at++;
  return at > blanks && at < last && BEGINS_REMARK.includes(text.charAt(at));
}

const ENDS_VALUE = '"\'`;,';
const BLANKS = ' \t';
const BEGINS_REMARK = '#/-<;';
const MOST_BEFORE_REMARK = 12;
