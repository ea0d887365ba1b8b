// SPDX-License-Identifier: Apache-2.0
/** Whether a text holds an address that a reader could follow, decided by its form. */

/** Endings that are hardly ever anything but those of a host, in any case of letters. */
const ENDINGS =
  'com|net|org|info|biz|io|ai|dev|app|xyz|gov|edu|mil|eu|uk|de|fr|nl|ru|cn|jp|br|au|ch|onion|localhost|online|shop|site|tech|cloud';
/**
 * Endings of hosts that a sentence without a space after its full stop could bring about too: only in small letters, or in
 * capitals with their host. Those that are extensions of files or words of every day (`md`, `py`, `is`, `in`) are not here.
 */
const WIDER =
  'su|pw|me|tk|ml|ga|gq|cf|ws|tv|cc|co|la|ly|gg|gd|gl|vc|xxx|ac|ad|ae|af|ag|al|ao|ar|ax|az|ba|bd|bg|bh|bi|bn|bo|bt|bw|bz|ca|cl|cr|cu|cv|cy|cz|dj|dk|dz|ec|ee|eg|es|et|fi|fj|fm|ge|gh|gi|gr|gt|gy|hk|hn|hr|ht|hu|ie|il|im|iq|ir|je|jo|ke|kh|kr|kw|ky|kz|lk|lt|lu|lv|ma|mc|mg|mk|mn|mo|mt|mu|mv|mx|mz|nf|ng|np|nu|nz|om|pe|pf|pg|ph|pk|pt|qa|ro|rw|sc|sd|se|sg|si|sk|sl|sn|sv|sx|sy|tc|td|tg|th|tj|tl|tm|tn|tr|tt|tw|tz|ua|ug|uy|uz|ve|vg|vn|vu|ye|za|zm|zw|top|live|club|vip|icu|cyou|sbs|bond|lol|monster|buzz|cfd|click|link|pics|pictures|photos|quest|wtf|bid|loan|win|racing|webcam|casino|bet|poker|porn|sex|dating|gift|gifts|fun|mobi|asia|blog|guru|ninja|rocks|agency|digital|ltd|cash|exchange|finance|tube|press|pro|army|autos|beauty|boats|cam|homes|makeup|mom|motorcycles|skin|tattoo|wiki|yachts|zone';
/** Endings in other scripts, bare or before a path. */
const FOREIGN =
  'рф|укр|бел|срб|мкд|қаз|мон|онлайн|сайт|ком|орг|дети|москва|中国|中國|公司|网络|网址|网站|在线|香港|台湾|台灣|新加坡|한국|닷컴|みんな|コム|テスト|भारत|ไทย|ישראל|xn--[a-z0-9-]{2,59}';
/** What nobody has registered an ending for: names of files and of what runs them. */
const FILES = 'js|mjs|cjs|ts|tsx|jsx|json|jsonl|yaml|yml|toml|html?|css|csv|txt|log|lock|pdf|php|xml|exe|bin|sql';

const LABEL = '[\\p{L}\\p{N}-]{1,63}';
/** Of a longer host the last labels are found: bounded, so that no text makes this slow. */
const HOST = `(?<![\\p{L}\\p{N}-])${LABEL}(?:\\.${LABEL}){0,6}`;
const END = '(?![\\p{L}\\p{N}_(-])(?!\\.\\p{L})';

/** Schemes, hosts with www, numbers of hosts and domains, Markdown and HTML links. */
const ADDRESS = new RegExp(
  [
    '[a-z][a-z0-9+.-]{1,19}://',
    '\\b(?:mailto|javascript|data|vbscript|file|tel|magnet|ipfs|urn):\\S',
    '\\bhxxps?\\b',
    '\\bwww\\d?\\.[a-z0-9-]',
    '\\]\\s?\\(\\s?\\S+\\s?\\)',
    '<a\\s',
    '\\b(?:\\d{1,3}\\.){3}\\d{1,3}(?=[:/])',
    // The same number in one piece, or in hexadecimal: browsers take both.
    '(?<![\\w.,/-])(?:[1-3]?\\d{9}|4[0-2]\\d{8}|0x[0-9a-f]{6,8})/[\\p{L}?#]',
    '\\b0x[0-9a-f]{1,8}(?:\\.(?:0x[0-9a-f]{1,8}|\\d{1,3})){1,3}(?=[:/])',
    `${HOST}\\.(?:${ENDINGS})\\b(?!\\.[a-z])`,
    `${HOST}\\.(?:${FOREIGN})${END}`,
    // Any other ending is an address only with what follows an address: `it works.In time` is a sentence.
    `${HOST}\\.(?!(?:${FILES})[/?#:])[a-z]{2,24}(?:[/?#][^\\s/]|:\\d)`,
    `(?<![\\p{L}\\p{N}-])(?=[^\\s.]*\\p{L})${LABEL}(?:\\.${LABEL}){0,6}\\.[\\p{L}\\p{N}]{0,23}(?![a-z])\\p{L}[\\p{L}\\p{N}]{0,23}(?:[/?#][^\\s/]|:\\d)`,
  ].join('|'),
  'iu',
);
const SMALL = new RegExp(`${HOST}\\.(?:${WIDER})${END}`, 'u');
const CAPITAL = new RegExp(
  `(?<![\\p{L}\\p{N}-])[A-Z0-9-]{1,63}(?:\\.[A-Z0-9-]{1,63}){0,6}\\.(?:${WIDER.toUpperCase()})${END}`,
  'u',
);

/** Characters that are not seen and would hide an address. */
const UNSEEN = /(?!\s)[\p{Cf}\p{Mn}\p{Cc}]/gu;
/** The signs of an address as a page or an address bar would read them: `evil&#46;com`, `evil%2Ecom`. */
const ESCAPED: readonly (readonly [RegExp, string])[] = [
  [/&#0{0,6}46;?|&#x0{0,6}2e;?|&period;|%2e/giu, '.'],
  [/&#0{0,6}47;?|&#x0{0,6}2f;?|&sol;|%2f/giu, '/'],
  [/&#0{0,6}58;?|&#x0{0,6}3a;?|&colon;|%3a/giu, ':'],
];
/** `example[.]com`, `example (dot) com`: ways to write an address so that people can still use it. */
const BRACKETED_DOT = /\s?(?:\[\.?\s?(?:\.|dot)\s?\]|\(\s?(?:\.|dot)\s?\)|\{\s?(?:\.|dot)\s?\})\s?/giu;
const SPELLED_DOT = /\s?\sdot\s\s?/giu;
/** The ideographic full stop, which browsers take for the dot of a host name (UTS 46); `。` after NFKC. */
const WIDE_DOT = /(?<=[a-z0-9-])\u3002(?=[a-z0-9])/giu;

/** Whether a text holds an address that a reader could follow. */
export function holdsAddress(text: string): boolean {
  const plain = readable(text);
  const joined = plain.replace(BRACKETED_DOT, '.');
  // `polka dot live music`: of what is spelled out only the endings count that are nothing else.
  return isFollowed(plain) || isFollowed(joined) || ADDRESS.test(joined.replace(SPELLED_DOT, '.'));
}

const isFollowed = (text: string) => ADDRESS.test(text) || SMALL.test(text) || CAPITAL.test(text);

function readable(text: string): string {
  const plain = text.normalize('NFKC').replace(UNSEEN, '').replaceAll('%25', '%').replaceAll('&amp;', '&');
  return ESCAPED.reduce((rest, [form, sign]) => rest.replace(form, sign), plain).replace(WIDE_DOT, '.');
}
