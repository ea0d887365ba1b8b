// SPDX-License-Identifier: Apache-2.0
/** Cuts a Markdown page into passages: one for each heading, a long one in pieces, one for each row of a settings table. */

export interface DocumentPassage {
  /** `docs/guides/ratify.md#keys`; a later piece of a section ends in `~2`. */
  readonly id: string;
  /** `Decide what gets anchored: Keys` */
  readonly title: string;
  /** Plain text, without marks and without code that holds addresses. */
  readonly text: string;
  /** What is searched besides the text: code. */
  readonly code: string;
}

/** Longer sections are cut between paragraphs. */
const MAX_LENGTH = 1_200;
const MAX_CODE = 1_500;

export function passagesOf(path: string, markdown: string): DocumentPassage[] {
  const sections = sectionsOf(markdown.replace(/<!--[\s\S]*?-->/g, ''));
  const page = sections[0]?.heading ?? path;
  return sections.flatMap((section, i) => {
    const id = `${path}#${slugOf(section.heading)}`;
    const title = i === 0 ? page : `${page}: ${section.heading}`;
    return [...piecesOf(id, title, section.body), ...settingsOf(path, page, section.body)];
  });
}

interface Section {
  readonly heading: string;
  readonly body: string;
}

/** By headings of the first two levels; deeper ones belong to their section. Fences are looked through. */
function sectionsOf(markdown: string): Section[] {
  const sections: { heading: string; body: string }[] = [];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    if (/^\s{0,3}(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? null : /^#{1,2}\s+(.+?)\s*#*$/.exec(line);
    if (heading !== null) sections.push({ heading: plain(heading[1] ?? ''), body: '' });
    else if (sections.length > 0) (sections.at(-1) as Section & { body: string }).body += `${line}\n`;
  }
  return sections;
}

function piecesOf(id: string, title: string, body: string): DocumentPassage[] {
  const paragraphs = body.replace(FENCE, (fence) => fence.replace(/\n{2,}/g, '\n')).split(/\n{2,}/);
  const pieces: { text: string[]; code: string[] }[] = [{ text: [], code: [] }];
  for (const paragraph of paragraphs.filter((each) => !isListOfLinks(each))) {
    const { text, code } = read(paragraph);
    const last = pieces.at(-1) as { text: string[]; code: string[] };
    const fits = last.text.join('').length + text.length <= MAX_LENGTH || last.text.length === 0;
    const piece = fits ? last : { text: [], code: [] };
    if (!fits) pieces.push(piece);
    if (text !== '') piece.text.push(text);
    if (code !== '') piece.code.push(code);
  }
  return pieces
    .map(({ text, code }) => ({ text: text.join('\n'), code: code.join('\n').slice(0, MAX_CODE) }))
    .filter(({ text, code }) => text !== '' || code !== '')
    .map(({ text, code }, i) => ({
      id: i === 0 ? id : `${id}~${i + 1}`,
      title,
      text: text.slice(0, MAX_LENGTH),
      code,
    }));
}

const LINK = /\[[^\]]*\]\([^)]*\)/g;
const MANY_LINKS = 5;
const FEW_CHARACTERS = 80;

/** Says where else to look, and would be found for every word of it. */
function isListOfLinks(paragraph: string): boolean {
  const rest = paragraph.replace(LINK, '').replace(/[\s,;|·-]/g, '');
  return (paragraph.match(LINK)?.length ?? 0) >= MANY_LINKS && rest.length < FEW_CHARACTERS;
}

const FENCE = /(^|\n)[ \t]{0,3}(```|~~~)[^\n]*\n[\s\S]*?\n[ \t]{0,3}\2[^\n]*(?=\n|$)/g;

/** Code that names addresses is searched and not shown: an answer makes addresses inert, and a command needs them whole. */
function read(paragraph: string): { text: string; code: string } {
  let text = '';
  let code = '';
  let at = 0;
  const prose = (end: number) => {
    text = joined(text, proseOf(paragraph.slice(at, end)));
  };
  for (const { index, 0: fence } of paragraph.matchAll(FENCE)) {
    prose(index);
    at = index + fence.length;
    const inner = fence.replace(/^\s*(```|~~~)[^\n]*\n|\n\s*(```|~~~)[^\n]*$/g, '');
    if (/:\/\/|^\s*[{[]/.test(inner)) code = joined(code, inner);
    else text = joined(text, inner);
  }
  prose(paragraph.length);
  return { text, code };
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n');

/** Lines of a paragraph become one; items of a list and rows of a table stay lines, and the rule under a table's head goes. */
function proseOf(markdown: string): string {
  const lines: string[] = [];
  for (const line of plain(markdown).split('\n')) {
    const own = /^\s*(?:[-*+]|\d{1,3}[.)])\s|^\s*\|/.test(line);
    if (/^\s*\|[\s:|-]+\|\s*$/.test(line) || line.trim() === '') continue;
    const text = /^\s*\|/.test(line) ? cellsOf(line).filter(Boolean).join(' · ') : line.trim();
    const last = lines.at(-1);
    if (own || last === undefined || last.includes(' · ')) lines.push(text);
    else lines[lines.length - 1] = `${last} ${text}`;
  }
  return lines.join('\n');
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Rows of the tables of settings are looked up one by one. */
function settingsOf(path: string, page: string, body: string): DocumentPassage[] {
  if (!/^\|\s*setting\s*\|/m.test(body)) return [];
  return body
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [name = '', environment = '', value = '', fallback = '', meaning = ''] = cellsOf(plain(line));
      const text = `${meaning} Value: ${value}. Default: ${fallback}. Environment: ${environment}.`;
      return { id: `${path}#${name}`, title: `${page}: ${name}`, text, code: '' };
    });
}

/** Without the marks of Markdown; of a link its words stay. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`([^`\n]+)`/g, '$1')
    .replace(/^\s{0,3}>\s?/gm, '')
    .replace(/^#{3,6}\s+(.+)$/gm, '$1.');
}

/** As the hosts of repositories make them. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
