// SPDX-License-Identifier: Apache-2.0
import type { Kernel } from '../kernel/kernel.ts';
import { chooseBytes, contextAt, type Hook, isWord, type Side, type User } from './needle-choices.ts';
import { type AnchorSet, EDGE_BEFORE, EDGE_BEHIND } from './needles.ts';
import { BEYOND } from './text-bytes.ts';

/** As in the kernel. */
const BLOCK = 2_048;
const HASH = 0x9e3779b1;
const FILTER_BITS = 16;
const SMALL_FILTER_BITS = 12;
const SLOT_SHIFT = 8;
const KEPT_WORDS = 32_768;
const BYTES_PER_WORD = 64;
const FURTHER_BYTES = 256;
const BYTES_PER_RUN = 12;
const BYTES_PER_HIT = 8;
const VECTOR = 16;
const PAIR = 2;
const TRIPLE = 3;
const QUAD = 4;
/** Bytes that tell needles apart before their records are loaded. */
const HEAD = 8;
const BITS_PER_BYTE = 8;
/** Numbers per record of a needle. */
const NEEDLE_WORDS = 16;
const NEEDLE_BYTES = 4 * NEEDLE_WORDS;
/** Of a record: where its bytes lie, a list of one number, and the bytes of a short literal. */
const LITERAL_WORD = 6;
const INLINE_WORD = 7;
const BYTES_WORD = 8;
const MOST_INLINE = 32;
const ENTRY_WORDS = 4;

/** Needles and hooks, one behind the other. */
type Needles = Pick<AnchorSet, 'literals' | 'edges'>;

/**
 * Tables by which the kernel finds literals. Those of letters and digits alone are looked for in the words of a text, most
 * others hang on a word of theirs, and the rest is looked for around what stands between words: there one bit of a small
 * filter says whether three bytes may be the chosen three of a needle, and where they may, further bits whether a fourth
 * agrees. Each needle chooses bytes that ordinary text seldom has.
 */
export function placeLiterals(kernel: Kernel, set: AnchorSet): void {
  const { literals } = set;
  const singles = literals.flatMap((literal, i) => (literal.length === 1 ? [literal.charCodeAt(0), i] : []));
  const longest = Math.max(VECTOR, set.longest);
  const { bySide, hooks } = chooseBytes(set);
  const needles = withHooks(set, hooks);
  kernel.configure(
    'configureLiterals',
    placeNeedles(kernel, set, hooks),
    placeSet(kernel, bySide.within, 'within', needles),
    literals.length,
    placeSet(kernel, bySide.from, 'from', needles),
    placeSet(kernel, bySide.upTo, 'upTo', needles),
    kernel.place(Int32Array.from(singles)),
    singles.length / 2,
    kernel.place(byteMasks()),
    kernel.room(BYTES_PER_HIT * (BLOCK + 2 * longest) * mostAtOnePlace(literals)),
    kernel.room(KEPT_WORDS * BYTES_PER_WORD, BYTES_PER_WORD),
    kernel.room(KEPT_WORDS * FURTHER_BYTES),
    kernel.room((BLOCK / 2 + 1) * BYTES_PER_RUN),
  );
}

function withHooks({ literals, edges }: Needles, hooks: readonly Hook[]): Needles {
  return {
    literals: [...literals, ...hooks.map(({ literal }) => literal)],
    edges: Uint8Array.of(...edges, ...hooks.map((hook) => hook.edges)),
  };
}

/** The record of a set of needles, as the kernel reads it. */
function placeSet(kernel: Kernel, users: readonly User[], side: Side, set: Needles): number {
  const bySize = (size: number) => users.filter((user) => user.size === size);
  const [pairs, triples, quads] = [bySize(PAIR), bySize(TRIPLE), bySize(QUAD)] as const;
  const bytesOfUser = ({ needle, offset, size }: User) => bytesAt(set.literals[needle] as string, offset, size);
  const shorts = [...triples.map(bytesOfUser), ...pairs.flatMap((user) => triplesOf(user, side, set))];
  const longs = quads.map(bytesOfUser);
  const tables = [quads, triples, pairs].flatMap((some) => placeSlots(kernel, some, set));
  return kernel.place(
    Int32Array.of(
      kernel.place(firstFilter(users, side, shorts, set)),
      kernel.place(filterOf(shorts)),
      kernel.place(filterOf(longs)),
      ...tables,
    ),
  );
}

/** Places the records of needles and hooks, a line of the cache each, as the kernel reads them. */
export function placeNeedles(kernel: Kernel, set: AnchorSet, hooks: readonly Hook[] = []): number {
  const { literals, lengths, edges, users, clauses } = set;
  const usersAt = placeLists(kernel, users);
  const clausesAt = placeLists(kernel, clauses);
  const literalsAt = placeBytes(kernel, literals);
  const first = kernel.space((literals.length + hooks.length) * NEEDLE_BYTES, NEEDLE_BYTES);
  const records = new Int32Array((literals.length + hooks.length) * NEEDLE_WORDS);
  const recordBytes = new Uint8Array(records.buffer);
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
    writeBytes(literal, recordBytes, record.byteOffset + 4 * BYTES_WORD);
  });
  records.set(hookRecords(kernel, set, hooks), literals.length * NEEDLE_WORDS);
  kernel.write(first, records);
  return first;
}

/** In the place of the expressions that a needle opens windows for, a hook has the needles that hang on it. */
function hookRecords(kernel: Kernel, set: AnchorSet, hooks: readonly Hook[]): Int32Array {
  const records = new Int32Array(hooks.length * NEEDLE_WORDS);
  const hungAt = placeLists(
    kernel,
    hooks.map((hook) =>
      hook.hung.flatMap((user) =>
        userRecord(user, set, telling(hook, set.literals[user.needle] as string, user.offset)),
      ),
    ),
  );
  const hookBytesAt = placeBytes(
    kernel,
    hooks.map(({ literal }) => literal),
  );
  hooks.forEach((hook, i) => {
    const { literal, edges } = hook;
    const record = [literal.length, edges, ...(hungAt[i] as readonly number[]), 0, 0, hookBytesAt[i] as number];
    records.set([...record, 0, ...contextFilters(hook, set)], i * NEEDLE_WORDS);
  });
  return records;
}

/**
 * What stands behind a hook in the needles on it, and what before it, a bit for each by hash: one needle asks for one of
 * the two. Where a needle has one byte at most on both sides nothing is ruled out.
 */
function contextFilters(hook: Hook, { literals }: AnchorSet): readonly number[] {
  const filters = [0, 0, 0, 0];
  for (const { needle, offset } of hook.hung) {
    const literal = literals[needle] as string;
    const { side, bytes } = contextAt(literal, offset, offset + hook.literal.length);
    if (bytes < PAIR) filters.fill(-1, 0, 2);
    else if (side === 'behind') setContexts(filters, 0, literal, offset + hook.literal.length, 1);
    else setContexts(filters, 2, literal, offset - 1, -1);
  }
  return filters;
}

/** Sets the bits of the contexts that begin at a place and go on to one side: of one, or of all with those two bytes. */
function setContexts(filters: number[], first: number, literal: string, at: number, step: 1 | -1): void {
  const low = Math.min(at, at + step);
  const nearest = (Math.imul(bytesAt(literal, low, PAIR), HASH) >>> 28) << 2;
  const third = literal[at + 2 * step];
  const from = third === undefined ? 0 : Math.imul(byteOf(literal, at + 2 * step), HASH) >>> 30;
  const to = third === undefined ? 3 : from;
  for (let bit = nearest + from; bit <= nearest + to; bit++) {
    const word = first + (bit >>> 5);
    filters[word] = (filters[word] as number) | (1 << (bit & 31));
  }
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
const paddedLength = (literal: string) => Math.ceil(literal.length / VECTOR) * VECTOR;

function writeBytes(literal: string, bytes: Uint8Array, start: number): void {
  for (let i = 0; i < literal.length; i++) bytes[start + i] = byteOf(literal, i);
}

/** The bytes of literals, each with room for whole vectors; where each begins. */
function placeBytes(kernel: Kernel, literals: readonly string[]): number[] {
  const bytes = new Uint8Array(literals.reduce((sum, literal) => sum + paddedLength(literal), 0));
  let next = 0;
  const starts = literals.map((literal) => {
    const start = next;
    writeBytes(literal, bytes, start);
    next += paddedLength(literal);
    return start;
  });
  const at = kernel.place(bytes);
  return starts.map((start) => at + start);
}

/**
 * Of a needle that chose two bytes, with whatever may stand beside them: a text has no capitals here, and blanks behind
 * it; and where the edge of a word is asked for, nothing that goes on with it.
 */
function triplesOf({ needle, offset }: User, side: Side, { literals, edges }: Needles): number[] {
  const literal = literals[needle] as string;
  const bytes = bytesAt(literal, offset, PAIR);
  const atEdge = side === 'upTo' ? offset === 0 : offset + PAIR === literal.length;
  const asksForEdge = ((edges[needle] as number) & (side === 'upTo' ? EDGE_BEFORE : EDGE_BEHIND)) !== 0;
  const thirds = atEdge && asksForEdge ? NO_WORD_BYTE : ANY_BYTE;
  return thirds.map((third) => (side === 'upTo' ? third | (bytes << BITS_PER_BYTE) : bytes | (third << 16)));
}

const ANY_BYTE = Array.from({ length: BEYOND + 1 }, (_, byte) => byte);
const NO_WORD_BYTE = ANY_BYTE.filter((byte) => !isWord(String.fromCharCode(byte)));

function bytesAt(literal: string, at: number, count: number): number {
  let bytes = 0;
  for (let i = 0; i < count; i++) bytes |= byteOf(literal, at + i) << (8 * i);
  return bytes;
}

const hashOf = (bytes: number) => Math.imul(bytes, HASH) >>> 0;

function filterOf(triples: Iterable<number>, bits = FILTER_BITS): Uint8Array {
  const filter = new Uint8Array(2 ** bits / BITS_PER_BYTE);
  for (const triple of triples) {
    const bit = hashOf(triple) >>> (32 - bits);
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
  }
  return filter;
}

/**
 * Needles by the bytes that they chose: the address of the slots, and the highest number of one. Open addressing; at most
 * half of the slots are taken.
 */
function placeSlots(kernel: Kernel, users: readonly User[], set: Needles): readonly [number, number] {
  const byBytes = Map.groupBy(users, ({ needle, offset, size }) =>
    bytesAt(set.literals[needle] as string, offset, size),
  );
  const count = 2 ** Math.ceil(Math.log2(2 * byBytes.size + 2));
  const table = new Int32Array(count * ENTRY_WORDS);
  const lists = placeLists(
    kernel,
    [...byBytes.values()].map((some) => some.flatMap((user) => userRecord(user, set))),
  );
  [...byBytes.keys()].forEach((bytes, i) => {
    let slot = (hashOf(bytes) >>> SLOT_SHIFT) & (count - 1);
    while (table[slot * ENTRY_WORDS + 1] !== 0) slot = (slot + 1) & (count - 1);
    table.set([bytes, ...(lists[i] as readonly number[])], slot * ENTRY_WORDS);
  });
  return [kernel.place(table), count - 1];
}

/** By three bytes in a word, else by the two nearest what is in none. */
function firstFilter(users: readonly User[], side: Side, shorts: readonly number[], { literals }: Needles): Uint8Array {
  const bytesFrom = (from: (user: User) => number, count: number) => (user: User) =>
    bytesAt(literals[user.needle] as string, from(user), count);
  if (side !== 'within') {
    const at = side === 'from' ? ({ offset }: User) => offset : ({ offset, size }: User) => offset + size - PAIR;
    return filterOf(users.map(bytesFrom(at, PAIR)), SMALL_FILTER_BITS);
  }
  const longs = users.filter(({ size }) => size === QUAD);
  return filterOf([...longs.map(bytesFrom(({ offset }) => offset, TRIPLE)), ...shorts]);
}

/**
 * What tells most needles from a candidate before their own record is loaded: some of their bytes, length and edges.
 * @param from where in the needle those bytes begin
 */
function userRecord({ needle, offset }: Omit<User, 'size'>, { literals, edges }: Needles, from = 0): readonly number[] {
  const literal = literals[needle] as string;
  const own = Math.min(literal.length - from, HEAD);
  const head = [bytesAt(literal, from, Math.min(own, QUAD)), bytesAt(literal, from + QUAD, Math.max(0, own - QUAD))];
  const notOwn = BITS_PER_BYTE * (HEAD - own);
  const place = offset | (notOwn << 8) | (literal.length << 16) | ((edges[needle] as number) << 24);
  return [...head, needle | (from << 24), place];
}

/** Needles on one hook have its bytes in common: what tells them apart stands behind it, or before it. */
function telling({ literal: hook }: Hook, literal: string, offset: number): number {
  const end = offset + hook.length;
  return contextAt(literal, offset, end).side === 'behind'
    ? Math.min(end, Math.max(0, literal.length - HEAD))
    : Math.max(0, offset - HEAD);
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
  const lengths = [...new Set(literals.map(({ length }) => length))].sort((a, b) => a - b);
  let most = 1;
  for (const literal of literals) {
    let sum = 0;
    for (const length of lengths) {
      if (length > literal.length) break;
      sum += counts.get(literal.slice(literal.length - length)) ?? 0;
    }
    most = Math.max(most, sum);
  }
  return most;
}
