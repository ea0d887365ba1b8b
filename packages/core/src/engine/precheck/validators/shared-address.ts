// SPDX-License-Identifier: Apache-2.0
/** Addresses that look like a person's and are a list's, a programme's, a message's or a stand-in. */

/** Hosts of mailing lists and of trackers of faults. */
const LIST_HOST =
  /@(?:[\w-]+\.)*(?:lists?\d?|listes|listas|listserv|mailman|bugs?|buildd|alioth-lists|rt)\.[\w-]+\.(?:[\w-]+\.)*[a-z]{2,}$|@(?:googlegroups\.com|vger\.kernel\.org)$/i;
/** What nobody is called. */
const LIST_NAME =
  /^bugs?-[\w.+-]+@|[a-z0-9][-_.](?:devel|porters|announce|discuss|request|commits|patches|bugs|l10n|i18n|maintainers|translators|subscribe|unsubscribe)@|^(?:ftp|list|host|bug|key)master@|[-_.]trans[-_.]\w{2,3}@|^(?:\w{2,16}bugs?|secure|bugs?|translations?|keyring|listmaster)@/i;
/** Of an organisation; whoever has a mailbox at a provider may be called so. */
const TEAM_NAME = /[a-z0-9][-_.](?:dev|developers|users?|list|security|help|support|team|admins?|info|reports|group)@/i;
const PROVIDER =
  /@(?:g(?:oogle)?mail|gmx|web|yahoo|ymail|hotmail|outlook|live|msn|icloud|me|mac|proton(?:mail)?|pm|mail|aol|qq|163|126|yandex|t-online|freenet|orange|free|laposte|wanadoo|libero|wp|o2|onet|naver|hanmail|daum|tutanota|tuta|zoho|fastmail|posteo|comcast|verizon|att|rediffmail|uol|bol|terra|seznam)\./i;
/** What manuals write where the reader's own would stand. */
const STAND_IN =
  /^(?:test|my|your|sample|example|demo|dummy|fake)[-_.]?(?:new[-_.]?)?(?:users?|name|accounts?|e?-?mail|address|admins?|group)\d*@|@(?:my|your)-?(?:org|organi[sz]ation|company|domain|site|corp|project|server|host|app)\./i;

/** Whether an address is that of a list or a team, or stands in for one. */
export const isOfManyOrNobody = (value: string): boolean =>
  LIST_HOST.test(value) ||
  (!PROVIDER.test(value) && (LIST_NAME.test(value) || TEAM_NAME.test(value) || STAND_IN.test(value)));

/** Mail programs number messages by date and time, where people put a birthday; a quotation names where it was said by such a number. */
const DATED = /^(?:19|20)\d{2}(?:[01]\d[0-3]\d[012]\d[0-5]\d|[A-Z][a-z]{2}\d)/;
/** What a list is called before its address. */
const CALLED_LIST = /\bmailing[- ]list:?\s{1,2}[<(]?$/i;
const CITED = /(?:\bin|message-id:|references:|in-reply-to:)\s{1,2}<$/i;

/** Whether it numbers a message or is called a list, by what stands before it. */
export const isMessage = (value: string, before: string): boolean =>
  !PROVIDER.test(value) &&
  (DATED.test(value) ||
    CALLED_LIST.test(before) ||
    (CITED.test(before) && (value.slice(0, value.indexOf('@')).match(/\d/g)?.length ?? 0) >= 4));
