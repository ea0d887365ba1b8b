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

/** What goes on with an identifier or a file's name behind the words. */
const MEMBER = /^(?:\.\w{1,5}(?![\w ])|\(\)|::\w)/u;

/** Lines that programs are made of, and hardly a letter or a question. */
const LINE_OF_CODE =
  /^(?:\s*(?:(?:def|class|elif|except|from \S+ import|import|export|const|let|var|static|public|private|function|return|struct)\b|#\s?(?:include|define|ifdef|if|endif|[A-Z]{3,})|\/\/|\*|[@:](?:param|return|raises|type|see|throws)).*|.*(?:[;{}]|\)\s?:?|"""|\*\/)\s*)$/;
const MIN_LINES = 2;
const LINES_SHARE = 1 / 3;
/** Around what was found. UTF-16 units. */
const NEAR = 400;

/** One statement among words is no program: whoever wants to be overlooked could write it. */
function standsAmongCode(text: string, start: number, end: number): boolean {
  const lines = text
    .slice(Math.max(0, start - NEAR), end + NEAR)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const ofCode = lines.filter((line) => LINE_OF_CODE.test(line)).length;
  return ofCode >= MIN_LINES && ofCode >= LINES_SHARE * lines.length;
}

/** Whether what a rule found between two offsets of a normalised text is source code. */
export function isProgram(text: string, start: number, end: number): boolean {
  const inName = text[end] === '_' || text[start - 1] === '_' || MEMBER.test(text.slice(end, end + 8));
  return (inName || STATEMENT.test(text.slice(start, end))) && standsAmongCode(text, start, end);
}
