// SPDX-License-Identifier: Apache-2.0
import type { Characters, Tree } from './expression-tree.ts';

/** How often a repeat is written out: not more than it must, a few times, as often as it may. */
const LENGTHS = [0, 3, Number.POSITIVE_INFINITY] as const;
/** Of alternatives, so many turns are taken. */
const TURNS = 3;
const LONGEST_RUN = 400;
const MOST_ROUNDS = 24;
const MOST_PIECES = 4_000;
/** Of what was written, so many beginnings. */
const CUTS = 6;
const OTHERS = [' ', 'a', '0', '-', '.', 'A', ',', ':', '"', '\n', '_', 'я', 'あ'];

/**
 * What an expression begins to match and mostly fails on, where it stands over and over: what it asks for, written out by its
 * own syntax up to one part after the other, with the characters that most of its repeats share.
 *
 * @param longest UTF-16 units of one
 */
export function attacks(tree: Tree, longest: number): string[] {
  const shared = new SharedCharacters(tree);
  const all = new Set<string>();
  for (const run of LENGTHS) {
    for (let turn = 0; turn < TURNS; turn++) {
      const writer = new Writer(shared, run, turn);
      writer.write(tree);
      for (const attack of beginnings(writer.pieces, longest)) all.add(attack);
    }
  }
  return [...all];
}

/** The longest, and some shorter ones at even distances. */
function beginnings(pieces: readonly string[], longest: number): string[] {
  const all: string[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length > longest) break;
    if (piece !== '') all.push(text);
  }
  const step = Math.max(1, all.length / CUTS);
  const count = Math.min(CUTS, all.length);
  return Array.from({ length: count }, (_, i) => all[all.length - 1 - Math.floor(i * step)] as string);
}

class Writer {
  readonly pieces: string[] = [];
  readonly #shared: SharedCharacters;
  readonly #run: number;
  readonly #turn: number;

  constructor(shared: SharedCharacters, run: number, turn: number) {
    this.#shared = shared;
    this.#run = run;
    this.#turn = turn;
  }

  write(tree: Tree): void {
    if (this.pieces.length > MOST_PIECES) return;
    if (tree.kind === 'character') this.pieces.push(this.#shared.of(tree.characters));
    else if (tree.kind === 'sequence') for (const part of tree.parts) this.write(part);
    else if (tree.kind === 'choice') this.write(tree.parts[this.#turn % tree.parts.length] as Tree);
    else if (tree.kind === 'repeat') this.#repeat(tree);
    else if (tree.kind === 'look' && tree.behind && !tree.not) this.write(tree.part);
    // Words begin and end at edges. The first turn leaves no gaps, as it stands in a run of letters.
    else if (tree.kind !== 'caught' && this.#turn > 0) this.pieces.push(' ');
  }

  #repeat({ part, min, max }: Tree & { kind: 'repeat' }): void {
    const times = Math.min(max, LONGEST_RUN, Math.max(min, this.#run));
    if (part.kind === 'character') this.pieces.push(this.#shared.of(part.characters).repeat(times));
    else for (let round = 0; round < Math.min(times, MOST_ROUNDS); round++) this.write(part);
  }
}

/** The characters that an expression names, by how many of its repeats take them. */
class SharedCharacters {
  readonly #byCount: readonly string[];
  readonly #chosen = new Map<Characters, string>();

  constructor(tree: Tree) {
    const named = new Set(OTHERS);
    const repeated: Characters[] = [];
    collect(tree, named, repeated);
    const count = (character: string) => repeated.filter(({ has }) => has(character.charCodeAt(0))).length;
    this.#byCount = [...named]
      .map((c) => [c, count(c)] as const)
      .sort((a, b) => b[1] - a[1])
      .map(([c]) => c);
  }

  of(characters: Characters): string {
    let character = this.#chosen.get(characters);
    if (character === undefined) {
      const { only, has } = characters;
      character = only ?? this.#byCount.find((named) => has(named.charCodeAt(0))) ?? firstOf(has);
      this.#chosen.set(characters, character);
    }
    return character;
  }
}

function firstOf(has: (unit: number) => boolean): string {
  for (let unit = 0; unit < 0xd800; unit++) if (has(unit)) return String.fromCharCode(unit);
  return '';
}

function collect(tree: Tree, named: Set<string>, repeated: Characters[]): void {
  if (tree.kind === 'character') {
    if (tree.characters.only !== null) named.add(tree.characters.only);
  } else if (tree.kind === 'sequence' || tree.kind === 'choice') {
    for (const part of tree.parts) collect(part, named, repeated);
  } else if (tree.kind === 'repeat' || tree.kind === 'look') {
    if (tree.kind === 'repeat' && tree.part.kind === 'character') repeated.push(tree.part.characters);
    collect(tree.part, named, repeated);
  }
}
