// SPDX-License-Identifier: Apache-2.0
/** Cuts a Markdown page into passages: one for each heading, a long one in pieces, one for each row of a settings table. */

export interface DocumentPassage {
  /** `docs/guides/ratify.md#keys`; a later piece of a section ends in `~2`. */
  readonly id: string;
  /** `Decide what gets anchored: Keys` */
  readonly title: string;
  /** `Decide what gets anchored` */
  readonly page: string;
  /** `Keys`; of the first section that of the page. */
  readonly heading: string;
  /** To be quoted: plain text, without marks and without output; code that holds addresses is pointed at. */
  readonly text: string;
  /** To be searched: the sentences of the text, without its code. */
  readonly prose: string;
  /** What is searched besides, and counts less: the words of code, without what stands in quotation marks. */
  readonly aside: string;
}

/** Longer sections are cut between paragraphs. */
const MAX_LENGTH = 1_200;
const MAX_ASIDE = 1_500;

/** @param generated of a page that a program writes, only sentences and settings answer: its tables and examples hold every word */
export function passagesOf(path: string, markdown: string, generated = false): DocumentPassage[] {
  const sections = sectionsOf(markdown.replace(/<!--[\s\S]*?-->/g, ''));
  const page = sections[0]?.heading ?? path;
  return sections.flatMap((section, i) => {
    const id = `${path}#${slugOf(section.heading)}`;
    const { heading } = section;
    const title = i === 0 ? page : `${page}: ${heading}`;
    const body = generated ? sentencesOf(section.body) : section.body;
    return [...piecesOf({ id, title, page, heading }, body), ...settingsOf(path, page, section.body)];
  });
}

/** Up to the first deeper heading, without tables and code. */
function sentencesOf(body: string): string {
  const own = body.split(/^#{3,6}\s/m)[0] ?? '';
  return own.replace(FENCE, '').replace(/^\s*\|.*$/gm, '');
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

interface Piece {
  readonly text: string;
  readonly prose: string;
  readonly aside: string;
}

type Place = Pick<DocumentPassage, 'id' | 'title' | 'page' | 'heading'>;

function piecesOf(place: Place, body: string): DocumentPassage[] {
  const paragraphs = body.replace(FENCE, (fence) => fence.replace(/\n{2,}/g, '\n')).split(/\n{2,}/);
  const pieces: Piece[] = [];
  for (const paragraph of paragraphs.filter((each) => !isListOfLinks(each))) {
    const next = read(paragraph, place);
    const last = pieces.at(-1);
    if (last === undefined || last.text.length + next.text.length > MAX_LENGTH) pieces.push(next);
    else pieces[pieces.length - 1] = both(last, next);
  }
  return pieces
    .filter(({ text, aside }) => text !== '' || aside !== '')
    .map(({ text, prose, aside }, i) => ({
      ...place,
      id: i === 0 ? place.id : `${place.id}~${i + 1}`,
      text: pointingOnce(text, place).slice(0, MAX_LENGTH),
      prose,
      aside: aside.slice(0, MAX_ASIDE),
    }));
}

function both(a: Piece, b: Piece): Piece {
  return { text: joined(a.text, b.text), prose: joined(a.prose, b.prose), aside: joined(a.aside, b.aside) };
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

/** Prints of programs: `"id":"…"` says nothing away from the call that it answers. */
const OUTPUT = /^\s*(?:```|~~~)[ \t]*text\b|^\s*(?:```|~~~)[^\n]*\n\s*(?:["…]|HTTP\/)/;

/** Output is searched and not shown. */
function read(paragraph: string, place: Place): Piece {
  let piece: Piece = { text: '', prose: '', aside: '' };
  let at = 0;
  const addProse = (end: number) => {
    const prose = proseOf(paragraph.slice(at, end));
    piece = both(piece, { text: prose, prose, aside: '' });
  };
  for (const { index, 0: fence } of paragraph.matchAll(FENCE)) {
    addProse(index);
    at = index + fence.length;
    const code = fence.replace(/^\s*(```|~~~)[^\n]*\n|\n\s*(```|~~~)[^\n]*$/g, '');
    const text = OUTPUT.test(fence) ? '' : shownCode(code, place);
    // What an example says is no statement of ours.
    piece = both(piece, { text, prose: '', aside: code.replace(/"[^"\n]*"|'[^'\n]*'/g, '') });
  }
  addProse(paragraph.length);
  return piece;
}

/** An answer makes addresses inert, and a command or a setting needs them whole: where it stands is said instead. */
function shownCode(code: string, place: Place): string {
  return /:\/\/|^\s*[{[]/.test(code) ? pointerTo(place) : code;
}

const pointerTo = ({ id, heading }: Place) =>
  `(The example stands on the page ${id.split('#')[0]}, under “${heading}”.)`;

/** Of several examples in a row the page is named once. */
function pointingOnce(text: string, place: Place): string {
  const pointer = pointerTo(place);
  const [first = '', ...rest] = text.split(pointer);
  return rest.length === 0 ? text : `${first}${pointer}${rest.join('').replace(/\n{2,}/g, '\n')}`.trimEnd();
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
      return { id: `${path}#${name}`, title: `${page}: ${name}`, page, heading: name, text, prose: text, aside: '' };
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
