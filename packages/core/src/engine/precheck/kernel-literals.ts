// SPDX-License-Identifier: Apache-2.0
import type { Kernel } from '../kernel/kernel.ts';
import { type AnchorSet, EDGE_BEHIND } from './needles.ts';
import { bitsOf } from './requirement.ts';
import { BEYOND } from './text-bytes.ts';

/** As in the kernel. */
const BLOCK = 2_048;
const HASH = 0x9e3779b1;
const FILTER_BITS = 16;
const SLOT_SHIFT = 8;
const VECTOR = 16;
const TRIPLE = 3;
const QUAD = 4;
/** Bytes that tell needles apart before their records are loaded. */
const HEAD = 8;
const BITS_PER_BYTE = 8;
const FIRST_FILTER_WEIGHT = 2;
/** Numbers per record of a needle. */
const NEEDLE_WORDS = 16;
const NEEDLE_BYTES = 4 * NEEDLE_WORDS;
/** Of a record: where its bytes lie, a list of one number, and the bytes of a short literal. */
const LITERAL_WORD = 6;
const INLINE_WORD = 7;
const BYTES_WORD = 8;
const MOST_INLINE = 32;
const ENTRY_WORDS = 4;
const PAIR_WORDS = 2;

/** A needle by three or four bytes of it. */
interface User {
  readonly needle: number;
  /** Of those bytes, from the needle's start. */
  readonly offset: number;
}

/**
 * Tables by which the kernel finds literals: for every place of a text one bit of a small filter says whether its three
 * bytes may be the chosen three of a needle, and for those that may, further bits whether a fourth agrees. Each needle
 * chooses bytes that ordinary text seldom has, so few places are looked at twice, and what is looked at for each place
 * stays in the fastest cache.
 */
export function placeLiterals(kernel: Kernel, set: AnchorSet): void {
  const quads = slotTable(kernel, chosenBytes(set.literals, isLong, QUAD), set);
  const triples = slotTable(kernel, chosenBytes(set.literals, isTriple, TRIPLE), set);
  const longs = set.literals.filter(isLong).map((literal) => [literal, rarestOffset(literal)] as const);
  const shorts = shortTriples(set);
  const pairs = pairTable(set.literals);
  const singles = set.literals.flatMap((literal, i) => (literal.length === 1 ? [literal.charCodeAt(0), i] : []));
  const longest = Math.max(VECTOR, set.longest);
  kernel.exports.configureLiterals(
    placeNeedles(kernel, set),
    kernel.place(filterOf([...longs.map(([literal, at]) => bytesAt(literal, at, TRIPLE)), ...shorts])),
    kernel.place(filterOf(shorts)),
    kernel.place(filterOf(longs.map(([literal, at]) => bytesAt(literal, at, QUAD)))),
    kernel.place(quads),
    quads.length / ENTRY_WORDS,
    kernel.place(triples),
    triples.length / ENTRY_WORDS,
    kernel.place(pairs),
    pairs.length / PAIR_WORDS,
    kernel.place(Int32Array.from(singles)),
    singles.length / 2,
    kernel.place(byteMasks()),
    kernel.place(new Float64Array((BLOCK + 2 * longest) * mostAtOnePlace(set.literals))),
    kernel.place(new Int32Array(BLOCK + 2 * VECTOR)),
  );
}

/** Places the records of needles, a line of the cache each, as the kernel reads them. */
export function placeNeedles(kernel: Kernel, { literals, lengths, edges, users, clauses }: AnchorSet): number {
  const usersAt = placeLists(kernel, users);
  const clausesAt = placeLists(kernel, clauses);
  const literalsAt = placeBytes(kernel, literals);
  const room = kernel.place(new Int32Array((literals.length + 1) * NEEDLE_WORDS));
  const first = Math.ceil(room / NEEDLE_BYTES) * NEEDLE_BYTES;
  const records = new Int32Array(literals.length * NEEDLE_WORDS);
  literals.forEach((literal, i) => {
    const record = records.subarray(i * NEEDLE_WORDS, (i + 1) * NEEDLE_WORDS);
    const at = first + i * NEEDLE_BYTES;
    const inlined = { free: true };
    const listOf = (list: readonly number[], placed: readonly [number, number]) => {
      if (list.length !== 1 || !inlined.free) return placed;
      inlined.free = false;
      record[INLINE_WORD] = list[0] as number;
      return [at + 4 * INLINE_WORD, at + 4 * INLINE_WORD + 4] as const;
    };
    const clauseRange = listOf(clauses[i] as readonly number[], clausesAt[i] as readonly [number, number]);
    const userRange = listOf(users[i] as readonly number[], usersAt[i] as readonly [number, number]);
    record.set([lengths[i] as number, edges[i] as number, ...userRange, ...clauseRange, literalsAt[i] as number]);
    if (literal.length > MOST_INLINE) return;
    record[LITERAL_WORD] = at + 4 * BYTES_WORD;
    new Uint8Array(records.buffer, record.byteOffset + 4 * BYTES_WORD).set(bytesOf(literal));
  });
  kernel.write(first, records);
  return first;
}

/** Several lists one behind the other; for each the addresses of its first and behind its last. */
export function placeLists(
  kernel: Kernel,
  lists: readonly (readonly number[])[],
): readonly (readonly [number, number])[] {
  let at = kernel.place(Int32Array.from(lists.flat()));
  return lists.map((list) => {
    const from = at;
    at += 4 * list.length;
    return [from, at];
  });
}

const byteOf = (literal: string, at: number) => Math.min(literal.charCodeAt(at), BEYOND);
const bytesOf = (literal: string) => Uint8Array.from({ length: literal.length }, (_, i) => byteOf(literal, i));
const paddedLength = (literal: string) => Math.ceil(literal.length / VECTOR) * VECTOR;

/** The bytes of literals, each with room for whole vectors; where each begins. */
function placeBytes(kernel: Kernel, literals: readonly string[]): number[] {
  const bytes = new Uint8Array(literals.reduce((sum, literal) => sum + paddedLength(literal), 0));
  let next = 0;
  const starts = literals.map((literal) => {
    const start = next;
    bytes.set(bytesOf(literal), start);
    next += paddedLength(literal);
    return start;
  });
  const at = kernel.place(bytes);
  return starts.map((start) => at + start);
}

/** The chosen bytes of needles, with the needles that chose them. */
function chosenBytes(
  literals: readonly string[],
  chooses: (literal: string) => boolean,
  count: number,
): ReadonlyMap<number, readonly User[]> {
  const chosen = new Map<number, User[]>();
  literals.forEach((literal, needle) => {
    if (!chooses(literal)) return;
    const offset = isLong(literal) ? rarestOffset(literal) : 0;
    const bytes = bytesAt(literal, offset, count);
    const users = chosen.get(bytes) ?? [];
    users.push({ needle, offset });
    chosen.set(bytes, users);
  });
  return chosen;
}

const isTriple = (literal: string) => literal.length === TRIPLE;
const isLong = (literal: string) => literal.length >= QUAD;

/**
 * Of literals of two or three bytes. Whatever may follow two: a text has no capitals here, and blanks behind it; and where
 * the edge of a word is asked for, nothing that goes on with it.
 */
function shortTriples({ literals, edges }: AnchorSet): number[] {
  return literals.flatMap((literal, i) => {
    if (literal.length === TRIPLE) return [bytesAt(literal, 0, TRIPLE)];
    if (literal.length !== 2) return [];
    const thirds = ((edges[i] as number) & EDGE_BEHIND) === 0 ? ANY_BYTE : NO_WORD_BYTE;
    return thirds.map((third) => bytesAt(literal, 0, 2) | (third << 16));
  });
}

const ANY_BYTE = Array.from({ length: BEYOND + 1 }, (_, byte) => byte);
const NO_WORD_BYTE = ANY_BYTE.filter((byte) => !/[a-z0-9]/.test(String.fromCharCode(byte)));

function bytesAt(literal: string, at: number, count: number): number {
  let bytes = 0;
  for (let i = 0; i < count; i++) bytes |= byteOf(literal, at + i) << (8 * i);
  return bytes;
}

/**
 * Where the four bytes begin that ordinary text has least. The first three count more: every place of a text is asked for
 * them.
 */
function rarestOffset(literal: string): number {
  let best = 0;
  let most = -1;
  for (let at = 0; at + QUAD <= literal.length; at++) {
    const bits = bitsOf(literal.slice(at, at + QUAD)) + FIRST_FILTER_WEIGHT * bitsOf(literal.slice(at, at + TRIPLE));
    if (bits > most) [best, most] = [at, bits];
  }
  return best;
}

const hashOf = (bytes: number) => Math.imul(bytes, HASH) >>> 0;

function filterOf(triples: Iterable<number>): Uint8Array {
  const filter = new Uint8Array(2 ** FILTER_BITS / 8);
  for (const triple of triples) {
    const bit = hashOf(triple) >>> (32 - FILTER_BITS);
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
  }
  return filter;
}

/** Open addressing; at most half of the slots are taken. */
function slotTable(kernel: Kernel, chosen: ReadonlyMap<number, readonly User[]>, set: AnchorSet): Int32Array {
  const count = 2 ** Math.ceil(Math.log2(2 * chosen.size + 2));
  const table = new Int32Array(count * ENTRY_WORDS);
  const lists = placeLists(
    kernel,
    [...chosen.values()].map((users) => users.flatMap((user) => userRecord(user, set))),
  );
  [...chosen.keys()].forEach((bytes, i) => {
    let slot = (hashOf(bytes) >>> SLOT_SHIFT) & (count - 1);
    while (table[slot * ENTRY_WORDS + 1] !== 0) slot = (slot + 1) & (count - 1);
    table.set([bytes, ...(lists[i] as readonly number[])], slot * ENTRY_WORDS);
  });
  return table;
}

/** What tells most needles from a candidate before their own record is loaded: their first bytes, length and edges. */
function userRecord({ needle, offset }: User, { literals, edges }: AnchorSet): readonly number[] {
  const literal = literals[needle] as string;
  const own = Math.min(literal.length, HEAD);
  const head = [bytesAt(literal, 0, Math.min(own, QUAD)), bytesAt(literal, QUAD, Math.max(0, own - QUAD))];
  const notOwn = BITS_PER_BYTE * (HEAD - own);
  return [...head, needle, offset | (notOwn << 8) | (literal.length << 16) | ((edges[needle] as number) << 24)];
}

/** Open addressing; at most a quarter of the slots are taken. */
function pairTable(literals: readonly string[]): Int32Array {
  const short = literals.flatMap((literal, needle) => (literal.length === 2 ? [[bytesAt(literal, 0, 2), needle]] : []));
  const count = 2 ** Math.ceil(Math.log2(4 * short.length + 4));
  const table = new Int32Array(count * PAIR_WORDS);
  for (const [pair, needle] of short as [number, number][]) {
    let slot = (hashOf(pair) >>> SLOT_SHIFT) & (count - 1);
    while (table[slot * PAIR_WORDS + 1] !== 0) slot = (slot + 1) & (count - 1);
    table.set([pair, needle + 1], slot * PAIR_WORDS);
  }
  return table;
}

/** For n from 0 to 16, a vector whose first n bytes are set. */
function byteMasks(): Uint8Array {
  const masks = new Uint8Array((VECTOR + 1) * VECTOR);
  for (let n = 0; n <= VECTOR; n++) masks.fill(255, n * VECTOR, n * VECTOR + n);
  return masks;
}

/** How many needles can end at one place: those that are ends of one of them. */
function mostAtOnePlace(literals: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const literal of literals) counts.set(literal, (counts.get(literal) ?? 0) + 1);
  return literals.reduce((most, literal) => {
    let sum = 0;
    for (let from = 0; from < literal.length; from++) sum += counts.get(literal.slice(from)) ?? 0;
    return Math.max(most, sum);
  }, 1);
}
