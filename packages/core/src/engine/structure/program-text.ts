// SPDX-License-Identifier: Apache-2.0
/** Words of a program: the parts of a sentence that a rule asks for do not lie on both sides of a statement. */

/**
 * What stands in a program and in no sentence: calls, subscripts, members, ends of statements and of strings handed to a
 * call, lines that begin with the words of a declaration, tags of documentation, fences.
 */
const STATEMENT = new RegExp(
  [
    '\\w\\(\\)',
    '\\w\\[[\\w.,\\s-]{0,40}\\]',
    '\\w\\.\\w+\\(',
    '\\bself\\.\\w',
    '\\bthis\\.\\w+\\s?=',
    '\\w::\\w',
    '["\'`]\\)',
    '[;{}]\\s*\\n',
    '\\)\\s?:\\s*\\n',
    '\\)\\s?(?:->|=>)',
    '>>> ',
    '"""',
    '\\*/',
    '\\n[-=~^]{3,}\\n',
    '\\n\\s*(?:def|class|elif|from \\S+ import|import|export|const|let|var|static|public|private|function|return|struct|#\\s?(?:include|define|ifdef|if|endif))\\s',
    '\\n\\s*[*#/]*\\s*[@:](?:param|return|raises|type|see|throws)',
  ].join('|'),
  'u',
);

/** How far an identifier, the mark of a role or a file's ending may reach past the words. */
const ROLE = /^:`/;
const MEMBER = /^(?:\.\w{1,5}(?![\w ])|\(\)|::\w)/u;

/** Whether what a rule found between two offsets of a normalised text is source code. */
export function isProgram(text: string, start: number, end: number): boolean {
  if (STATEMENT.test(text.slice(start, end))) return true;
  const behind = text.slice(end, end + 8);
  return text[end] === '_' || text[start - 1] === '_' || ROLE.test(behind) || MEMBER.test(behind);
}
