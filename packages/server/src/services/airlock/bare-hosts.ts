// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses without a scheme, told by their form. A dotted name with a path, a query, a fragment or a port is one, whatever its
 * ending is. A dotted name alone carries nothing but itself and may be a file, a member of an object or the end of a
 * sentence: it is one where its ending is hardly anything else, or behind an @.
 */

/** Full stops that browsers read as one, ideographic and full-width ones among them. */
const DOT = '[.\\u3002\\uff0e\\uff61]';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}_-]{0,61}[\\p{L}\\p{N}\\p{M}])?';
const LABELS = `(?:${LABEL}${DOT}){1,8}`;
/** Two letters or more: versions, sums and abbreviations have none. */
const ENDING = '(?:xn--[a-z0-9-]{2,59}|\\p{L}[\\p{L}\\p{M}]{1,62})(?![\\p{L}\\p{N}\\p{M}_])';
const KNOWN_ENDING =
  '(?:com|net|org|io|ai|dev|app|co|info|biz|xyz|site|online|top|me|ru|cn|de|uk|eu|us|fr|nl|example|test|shop|click|pictures|photos|website|' +
  'cloud|club|icu|buzz|cyou|rest|monster|quest|lol|wtf|vip|win|bid|loan|men|gdn|link|live|pw|tk|ga|cf|gq|cc|su|ua|by|jp|kr|tw|hk|br|mx|ch|es|pt|se|dk|fi|cz|gr|tr|ir|za|au|nz|ca|' +
  'xn--[a-z0-9-]{2,59}|рф|рус|бел|укр|срб|қаз|онлайн|сайт|москва|中国|中國|香港|台湾|台灣|公司|网络|网址|在线|商店|한국|भारत|みんな|コム|ｃｏｍ|ｎｅｔ|ｏｒｇ)(?![\\p{L}\\p{N}\\p{M}_-])';
const PORT = '(?::\\d{1,5}(?!\\d))';
/** A question mark or a number sign begins what carries data only where something follows it. */
const TAIL = `(?:[/\\\\\\uff0f]|[?#](?=[\\p{L}\\p{N}%_&=]))[^\\s<>"'\`)\\]}]{0,2000}`;
const TAIL_OF_KNOWN = `[/\\\\\\uff0f?#\\uff1f\\uff03][^\\s<>"'\`)\\]}]{0,2000}`;
const BEGIN = '(?<![\\p{L}\\p{N}\\p{M}_/\\\\])';
/** `main.go:12` is a place in a file. */
const FILES =
  'ts|tsx|js|jsx|mjs|cjs|py|go|rs|md|json|yaml|yml|toml|html|css|sh|txt|sql|java|kt|rb|php|cpp|hpp|xml|log|vue|swift|lua|pl';

const WITH_TAIL = new RegExp(`${BEGIN}${LABELS}${ENDING}${DOT}?${PORT}?${TAIL}`, 'giu');
const WITH_PORT = new RegExp(`${BEGIN}${LABELS}(?!(?:${FILES}):)${ENDING}${DOT}?${PORT}`, 'giu');
const KNOWN = new RegExp(`${BEGIN}(?<![.-])${LABELS}${KNOWN_ENDING}(?:${TAIL_OF_KNOWN})?`, 'giu');
const MAIL = new RegExp(`(?<=[\\p{L}\\p{N}_+.-]@)${LABELS}${ENDING}`, 'giu');
/** A number of bits alone behind it makes it a network. */
const IPV4 = new RegExp(`(?<![\\p{N}.])\\d{1,3}(?:${DOT}\\d{1,3}){3}${PORT}?(?!/\\d{1,2}(?![\\w/?#.-]))${TAIL}`, 'giu');
const IPV6 = new RegExp(`\\[([0-9a-f]{0,4}(?::[0-9a-f.]{0,15}){2,8})\\](${PORT}?)(${TAIL})`, 'giu');

/** @param placeOf writes host and path so that nothing opens it */
export function bareHostsApart(text: string, placeOf: (address: string) => string): string {
  const apart = (match: string) => placeOf(match.replace(/[／？＃]/g, (sign) => sign.normalize('NFKC')));
  return text
    .replace(
      IPV6,
      (_, host: string, port: string, tail: string) => `(${host.replaceAll(':', '[:]')})${port}${apart(tail)}`,
    )
    .replace(IPV4, apart)
    .replace(WITH_TAIL, apart)
    .replace(WITH_PORT, apart)
    .replace(KNOWN, apart)
    .replace(MAIL, apart);
}
