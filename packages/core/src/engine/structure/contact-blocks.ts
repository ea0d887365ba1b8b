// SPDX-License-Identifier: Apache-2.0
import { countBefore } from '../halving.ts';
import type { Finding } from '../types.ts';
import { CLOSES, CONTACT_WORDS, IS_BUSINESS, NEXT_MAIL, OF_A_PERSON, SALUTES } from './contact-words.ts';
import { isCredited, type Row, rowsOfNames } from './credits.ts';

/** E-mail address, telephone number and postal address: what people give to be reached. */
const MAIL = 'P35';
const CONTACTS: ReadonlySet<string> = new Set([MAIL, 'P36', 'P41']);

/** A line that is longer is prose, or a table. */
const MAX_LINE_UNITS = 110;
/** Lines of a signature, of an imprint, and of the address above a letter. */
const MAX_LINES = 14;
/** Whoever signs has no more of them; a list of persons has. */
const MAX_CONTACTS = 6;
const MAX_ADDRESSES = 2;
/** How far before a contact its sentence is read. */
const SENTENCE_REACH = 120;

interface Line extends Row {
  /** Without white space about it. */
  readonly text: string;
}

/**
 * Contacts that their owner gives to be reached decide nothing and become info: where a published work names who made it,
 * below the closing words of a letter, above its salutation, in an imprint, or in a letter's "call me on …". Such a block
 * with more contacts than one person or company has, or with other personal data, keeps its weight.
 */
export function weighContacts(findings: readonly Finding[], given: string): readonly Finding[] {
  if (!findings.some(isContact)) return findings;
  const lines = linesOf(given);
  return weighBlocks(weighCredits(findings, lines), given, lines);
}

/** Addresses of those who are credited with a published work. */
function weighCredits(findings: readonly Finding[], lines: readonly Line[]): readonly Finding[] {
  const amongNames = rowsOfNames(lines);
  return findings.map((finding) => {
    if (!isContact(finding) || finding.pattern_id !== MAIL) return finding;
    const at = (finding.start_utf16 as number) + Math.max(0, finding.matched.search(/[^\s,;:<("']+@/u));
    const row = countBefore(lines, ({ start }) => start <= at) - 1;
    const own = isCredited(lines[row] as Line, at, amongNames[row] ?? null);
    return own ? { ...finding, severity: 'info' as const } : finding;
  });
}

function weighBlocks(findings: readonly Finding[], given: string, lines: readonly Line[]): readonly Finding[] {
  if (!findings.some(isContact)) return findings;
  const blocks = blocksOf(lines);
  const excused = excusedBlocks(findings, lines, blocks);
  const isLetter = lines.some(({ text }) => SALUTES.test(text)) && lines.some(({ text }) => CLOSES.test(text));
  if (excused.size === 0 && !isLetter) return findings;
  return findings.map((finding) => {
    if (!isContact(finding)) return finding;
    const own = excused.has(blockAt(finding, lines, blocks)) || (isLetter && isOffered(given, finding));
    return own ? { ...finding, severity: 'info' as const } : finding;
  });
}

/** A finding with a place that may be a contact and counts for the verdict. */
function isContact({ pattern_id, severity, start_utf16, decoded_from }: Finding): boolean {
  return (
    pattern_id !== null &&
    CONTACTS.has(pattern_id) &&
    start_utf16 !== null &&
    decoded_from.length === 0 &&
    (severity === 'high' || severity === 'medium')
  );
}

function linesOf(given: string): Line[] {
  let start = 0;
  return given.split('\n').map((text) => {
    const line = { start, raw: text, text: text.trim() };
    start += text.length + 1;
    return line;
  });
}

/** The number of each line's block, from 1; 0 for lines of none. */
function blocksOf(lines: readonly Line[]): readonly number[] {
  const blocks = lines.map(() => 0);
  let count = 0;
  const mark = (from: number, to: number) => {
    count++;
    for (let i = from; i < to; i++) if (blocks[i] === 0) blocks[i] = count;
  };
  const salutation = lines.slice(0, MAX_LINES).findIndex(({ text }) => SALUTES.test(text));
  if (salutation > 0 && lines.slice(0, salutation).every(isShort)) mark(0, salutation);
  lines.forEach(({ text }, i) => {
    if (blocks[i] === 0 && CLOSES.test(text)) mark(i, shortUntil(lines, i + 1));
  });
  for (let i = 0; i < lines.length; ) {
    const end = shortUntil(lines, i);
    const known = count;
    // Records of persons may name a company as well.
    const besideRecord = [lines[i - 1], lines[end]].some((line) => line !== undefined && OF_A_PERSON.test(line.text));
    if (!besideRecord && lines.slice(i, end).some(({ text }) => IS_BUSINESS.test(text))) mark(i, end);
    i = count > known ? end : Math.max(i + 1, end);
  }
  return blocks;
}

/** Where a run of short lines ends, with single empty ones between them. */
function shortUntil(lines: readonly Line[], from: number): number {
  let to = from;
  let seen = 0;
  while (to < lines.length && seen <= MAX_LINES && isShort(lines[to] as Line)) {
    const empty = (lines[to] as Line).text === '';
    if (empty && (lines[to + 1]?.text ?? '') === '') break;
    if (!empty) seen++;
    to++;
  }
  return to;
}

const isShort = ({ text }: Line) =>
  text.length <= MAX_LINE_UNITS &&
  !OF_A_PERSON.test(text) &&
  !NEXT_MAIL.test(text) &&
  (!isProse(text) || IS_BUSINESS.test(text));

const isProse = (text: string) => /[.!?]$/.test(text) && text.split(' ').length > 5;

function excusedBlocks(findings: readonly Finding[], lines: readonly Line[], blocks: readonly number[]): Set<number> {
  const contacts = new Map<number, number>();
  const addresses = new Map<number, number>();
  const refused = new Set([0]);
  for (const finding of findings) {
    const { category, severity, pattern_id, start_utf16 } = finding;
    if (category !== 'pii' || start_utf16 === null || severity === 'info') continue;
    const block = blockAt(finding, lines, blocks);
    contacts.set(block, (contacts.get(block) ?? 0) + 1);
    if (pattern_id === 'P41') addresses.set(block, (addresses.get(block) ?? 0) + 1);
    if (pattern_id === null || !CONTACTS.has(pattern_id)) refused.add(block);
  }
  const few = ([block, count]: [number, number]) =>
    count <= MAX_CONTACTS && (addresses.get(block) ?? 0) <= MAX_ADDRESSES && !refused.has(block);
  return new Set([...contacts].filter(few).map(([block]) => block));
}

/** The block of the line in which a finding ends. */
function blockAt(finding: Finding, lines: readonly Line[], blocks: readonly number[]): number {
  const end = finding.end_utf16 as number;
  return blocks[countBefore(lines, ({ start }) => start < end) - 1] ?? 0;
}

/** "Call me on …": in a letter the writer's own. */
function isOffered(given: string, { start_utf16 }: Finding): boolean {
  const start = start_utf16 as number;
  const before = given.slice(Math.max(0, start - SENTENCE_REACH), start);
  return CONTACT_WORDS.test(before.slice(before.search(/[^.!?\n]*$/)));
}
