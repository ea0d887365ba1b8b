// SPDX-License-Identifier: Apache-2.0
/** Names that begin as those of a secret and say something of it. */

/** What is told of a secret: where it is sent, how it is called. */
export const ABOUT_SECRET =
  /(?:key|token|secret)[_.-]?(?:header\w{0,5}|names?|prefix|field|param\w{0,6}|type|kind|format|location|pattern|regexp?|label)["'\])]{0,3}\s{0,4}(?:=|:|,|=>|:=)\s{0,4}["'`]?$/i;

/** What is told of a password rather than the password: its age, its length, where it is kept. */
export const ABOUT_PASSWORD =
  /(?:pass(?:word|wd|phrase|code)?|pwd|passwort|kennwort)[_.-]?(?:(?:max|min)\w{0,12}|age|len(?:gth)?|expir\w{0,8}|timeout|ttl|type|field(?:name)?|label|names?|file(?:name)?|path|ur[li]|hints?|char(?:s|set|acters)?|alphabet|reg_?exp?|pattern|policy|rules?|columns?|col|strength|encoder|hash(?:er|ers|ing|_?algo\w{0,8})|format|prompt|placeholder|title|message|msg|errors?|attempts|reset\w{0,12}|rotation|manager|provider|version|required|enabled|visible|changed?|updated|created|validators?|encoding|algo\w{0,8}|method|history|counts?|arn|env(?:_var)?|link|button|input|view|selector|locator|xpath|id)["'\])]{0,3}\s{0,4}(?:[=:,>]|=>|:=)\s{0,4}[a-z@]{0,2}["'`]?$/i;
