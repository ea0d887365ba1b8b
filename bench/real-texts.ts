// SPDX-License-Identifier: Apache-2.0
/** Ordinary texts that nobody here wrote or tuned anything on: the documents of the packages that are installed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = new URL('../node_modules/', import.meta.url).pathname;
/** What comes first in a document is most like what people send; a long reference would crowd the others out. */
const PIECES_PER_DOCUMENT = 6;
const LEFT_OUT = /changelog|history|license|^@plumbline/i;

/** `count` pieces of exactly `length` characters, evenly from all documents: prose, code, tables and lists, mostly English. */
export function documentTexts(count: number, length: number): string[] {
  const pieces = documents().flatMap((document) => piecesOf(document, length));
  if (pieces.length < count)
    throw new Error(`the installed packages give ${pieces.length} texts of ${length} characters only`);
  return Array.from({ length: count }, (_, i) => pieces[Math.floor((i * pieces.length) / count)] ?? '');
}

function documents(): string[] {
  const names = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' });
  const wanted = names.filter((name) => name.endsWith('.md') && !LEFT_OUT.test(name)).sort();
  return wanted.map((name) => readFileSync(join(PACKAGES, name), 'utf8'));
}

function piecesOf(document: string, length: number): string[] {
  const pieces = Math.min(PIECES_PER_DOCUMENT, Math.floor(document.length / length));
  return Array.from({ length: pieces }, (_, i) => document.slice(i * length, (i + 1) * length).toWellFormed());
}
