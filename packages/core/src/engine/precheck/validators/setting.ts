// SPDX-License-Identifier: Apache-2.0
/** Whether a value is all that a setting has, and what of it is the value. */
import { NAME_REACH } from './secret-names.ts';
import type { Candidate } from './validator.ts';

const IN_QUERY = /[?&"'][\w.[\]-]{1,40}=$/;
/** `${name:…}` and `${name:-…}`: what stands in where nothing else is set. */
const IN_BRACES = /\$\{[\w.-]{1,60}:$/;

/** The next parameter of an address or a form is no part of a value, nor is what ends a default. */
export function bareValue(value: string, before: string): string {
  if (before.endsWith(':') && IN_BRACES.test(before)) {
    // Behind a question mark stands what a shell says where nothing is set.
    return /^[?+]/.test(value) ? '' : value.replace(/^[-=]/, '').replace(/\}.*$/, '');
  }
  if (!value.includes('&')) return value;
  const rest = /&[\w.[\]-]{1,40}=/.exec(value);
  return rest && IN_QUERY.test(before) ? value.slice(0, rest.index) : value;
}

/** A name and a sign at the start of a line, after the word of a shell, a mark of a list, of a remark or of a difference. */
const SETTING =
  /^\s*(?:(?:export|setx?|local|readonly|declare|env|arg|-e|[#;]|\/\/|[-*+]) {0,6}["']?|\$env:)?[\p{L}\p{N}_.[\]-]+(?:[?:]?= ?|：|:\s{1,3})$/iu;

/** `NAME=value` or `name: value` alone on its line, or a value between tags. */
export function isSetting({ text, start, end }: Candidate): boolean {
  // No further than needed: a text may be one line.
  const near = text.slice(Math.max(0, start - NAME_REACH), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  const rest = /^[^\n]{0,3}/.exec(text.slice(end, end + 3))?.[0] ?? '';
  if (line.endsWith('>') && rest.startsWith('</')) return true;
  // `PGPASSWORD=… psql`
  if (/^\s*(?:[$#] )?[A-Z_]{2,}=$/.test(line) && /^ [a-z]/.test(rest)) return true;
  if (/[?&][\w.[\]-]{1,40}=$/.test(line) || IN_BRACES.test(line)) return true;
  if (!/^["']?(?:\s*(?:#.*)?|\s+#.*)$/.test(rest)) return false;
  if (SETTING.test(line)) return true;
  return /^\s*[\w.-]+ {1,8}= {1,4}$/.test(line) && isAmongSettings(text, start - line.length, end);
}

/** A section or another bare setting above or below: no program, in which the value would be a variable. */
function isAmongSettings(text: string, lineStart: number, end: number): boolean {
  const around = `${text.slice(Math.max(0, lineStart - 160), lineStart)}\n${text.slice(end, end + 120)}`;
  if (/[{(;]\s*$|\b(?:def|function|return|import|const|let|var)\b/m.test(around)) return false;
  return /^\s*\[[\w .:-]+\]\s*$|^\s*(?:\w+[_.-])?(?:user(?:name)?|login|host(?:name)?|server|port|database|db|uid|bind|base|uri|type|domain)\w{0,6} *= *[\w.@:/-]+\s*$/im.test(
    around,
  );
}
