// SPDX-License-Identifier: Apache-2.0
/** One entry after another: its form, its place in the chain, who signed it, and the tiles that it completes. */
import { bytesEqual, utf8 } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import { toHex } from '../seal/hex.ts';
import type { Pins } from './check-checkpoint.ts';
import { asciiText, type HeaderOffsets, newHeaderOffsets, SCANNED_LENGTHS, scanHeader } from './header-scan.ts';
import type { Erasure, LedgerChecks, VerifiedPrefix } from './ledger-report.ts';
import { HASH_BYTES, leafHash } from './merkle.ts';
import { policyKeyText } from './policy.ts';
import type { PolicyChain } from './policy-chain.ts';
import { StatementWalk } from './statement-walk.ts';
import { type Tile, TileWriter } from './tile-writer.ts';
import { TILE_WIDTH } from './tiles.ts';
import type { LedgerSource } from './verify-ledger.ts';

export interface WalkInput {
  readonly source: LedgerSource;
  readonly pins: Pins;
  readonly from: VerifiedPrefix | undefined;
  readonly checks: LedgerChecks;
  readonly crypto: Crypto;
  /** Tiles are published with checkpoints: those past the newest one need not exist. */
  readonly tilesUpTo: number;
  readonly onEntry?: EntryListener | undefined;
}

/**
 * Told of each entry in turn, for whoever has more to compare with it. `at` holds for the length of the call, and is null for
 * a header of the wrong form.
 */
export type EntryListener = (entry: Uint8Array, at: HeaderOffsets | null, leaf: Uint8Array) => void;

const HEX_DIGITS = utf8('0123456789abcdef');
/** Their signatures are what they are about; all others carry one signature of the anchor key. */
const OTHERWISE_SIGNED = new Set(['policy', 'key', 'ratification']);

export class LedgerWalk {
  readonly #input: WalkInput;
  readonly #tiles: TileWriter;
  readonly #statements: StatementWalk;
  readonly #offsets = newHeaderOffsets();
  /** Passes of this walk: counted here, since a million look-ups by name would show. */
  readonly #passed = { entry_form: 0, seq_contiguous: 0, prev_hashes: 0, entry_signers: 0 };
  #lastType: { readonly text: string; readonly bytes: Uint8Array } = { text: '', bytes: new Uint8Array(0) };
  /** All zeros before entry 0, as its `prev` says. */
  #lastLeaf: Uint8Array = new Uint8Array(32);
  /** The first entry that does not name the one before, what it names, and what that one hashes to. */
  #link: { readonly seq: number; readonly observed: string; readonly leaf: string } | null = null;
  /** The first hash of a tile at level 0 that is not the one of its entry. */
  #differing: { readonly seq: number; readonly hash: string } | null = null;
  #anchorKeys: { readonly chain: PolicyChain | null; readonly texts: readonly Uint8Array[] } = {
    chain: null,
    texts: [],
  };

  constructor(input: WalkInput) {
    const { from, crypto, checks, source } = input;
    this.#input = input;
    this.#tiles = from ? TileWriter.resume(crypto, from.size, from.tiles) : TileWriter.empty(crypto);
    this.#statements = new StatementWalk(input);
    if (!source.tiles) checks.skip('tiles', 'no tiles were given');
    if (from && from.size > 0) {
      this.#lastLeaf = from.lastLeaf;
      for (const name of PART_OF_PREFIX) checks.pass(name, from.size);
    }
  }

  get size(): number {
    return this.#tiles.size;
  }

  get lastLeaf(): Uint8Array {
    return this.#lastLeaf;
  }

  /** Proven from genesis up to here; null when it could not be followed. */
  get chain(): PolicyChain | null {
    return this.#statements.chain;
  }

  /** Why the keys in force are not known here; null while they are, or should be. */
  get gap(): string | null {
    return this.#statements.gap;
  }

  get erasures(): readonly Erasure[] {
    return this.#statements.erasures;
  }

  root(): Uint8Array {
    return this.#tiles.root();
  }

  prefix(): VerifiedPrefix | null {
    const { chain, nonces, vetoes } = this.#statements;
    if (!chain) return null;
    const tiles = this.#tiles.partials();
    return { size: this.size, lastLeaf: this.#lastLeaf, tiles, chain, nonces, vetoes: [...vetoes] };
  }

  /** Takes the next header. Most entries need nothing to be waited for: then there is no promise either. */
  take(entry: Uint8Array): Promise<void> | null {
    const { checks, crypto } = this.#input;
    const seq = this.size;
    const isWellFormed = scanHeader(entry, this.#offsets);
    if (isWellFormed) this.#passed.entry_form += 1;
    else checks.fail('entry_form', seq, `has a wrong byte at ${this.#offsets.problemAt}`);
    const type = isWellFormed ? this.#checkHeader(entry, seq) : '';
    const leaf = leafHash(entry, crypto);
    this.#input.onEntry?.(entry, isWellFormed ? this.#offsets : null, leaf);
    if (seq === 0) this.#checkGenesis(leaf);
    this.#lastLeaf = leaf;
    const full = this.#tiles.append(leaf);
    const atCheckpoint = this.size === this.#input.tilesUpTo;
    const statement = isWellFormed ? this.#statements.take(seq, type, entry) : null;
    if (full.length === 0 && !atCheckpoint) return statement;
    const tiles = atCheckpoint ? [...full, ...this.#tiles.partials()] : full;
    return this.#compareTiles(tiles, seq).then(() => statement ?? undefined);
  }

  /** What is left to say when there are no more entries. */
  end(): void {
    const { checks, pins, tilesUpTo } = this.#input;
    for (const name of ['entry_form', 'seq_contiguous', 'prev_hashes', 'entry_signers'] as const) {
      if (this.#passed[name] > 0) checks.pass(name, this.#passed[name]);
    }
    if (pins.genesis === null) checks.skip('genesis_pin', 'no genesis hash was given to check against');
    if (tilesUpTo === 0) checks.skip('tiles', 'no checkpoint has published any');
    if (!this.chain) checks.skip('entry_signers', 'the policy that names the anchor key could not be followed');
    this.#statements.end();
  }

  #checkHeader(entry: Uint8Array, seq: number): string {
    const { checks } = this.#input;
    const offsets = this.#offsets;
    if (offsets.seq === seq) this.#passed.seq_contiguous += 1;
    else checks.fail('seq_contiguous', seq, 'the numbers have a gap', `${seq}`, `${offsets.seq}`);
    if (isHexAt(entry, offsets.prev, this.#lastLeaf)) this.#passed.prev_hashes += 1;
    else this.#unlinked(seq, asciiText(entry, offsets.prev, offsets.prev + 64));
    const type = this.#typeOf(entry);
    if (this.chain && !OTHERWISE_SIGNED.has(type)) this.#checkSigner(entry, seq);
    return type;
  }

  /**
   * An entry that does not name the one before: one of the two was changed. The tile says which, and it may have been compared
   * already, or be compared once it is full.
   */
  #unlinked(seq: number, observed: string): void {
    const { checks } = this.#input;
    const link = { seq, observed, leaf: toHex(this.#lastLeaf) };
    checks.fail('prev_hashes', seq, 'does not name the entry before', link.leaf, observed);
    this.#link ??= link;
    this.#placeLink();
  }

  /** Entry and tile that both contradict what the entry before hashes to: it is that one which was changed. */
  #placeLink(): void {
    const [link, tile] = [this.#link, this.#differing];
    if (link === null || tile?.seq !== link.seq - 1 || tile.hash !== link.observed) return;
    const detail = `is not the entry that entry ${link.seq} and the tile name`;
    this.#input.checks.place('prev_hashes', link.seq, {
      seq: tile.seq,
      detail,
      expected: link.observed,
      observed: link.leaf,
    });
  }

  /** Most entries are of the type of the one before. */
  #typeOf(entry: Uint8Array): string {
    const { type, typeEnd } = this.#offsets;
    const { bytes, text } = this.#lastType;
    if (typeEnd - type === bytes.length && isAt(entry, type, bytes)) return text;
    const found = asciiText(entry, type, typeEnd);
    this.#lastType = { text: found, bytes: utf8(found) };
    return found;
  }

  #checkSigner(entry: Uint8Array, seq: number): void {
    const { checks } = this.#input;
    const { signatures } = this.#offsets;
    const at = signatures[1] as number;
    const known = signatures.length === 2 && this.#anchorKeyTexts().some((text) => isAt(entry, at, text));
    if (known) {
      this.#passed.entry_signers += 1;
      return;
    }
    const observed = asciiText(entry, at, at + SCANNED_LENGTHS.SPKI_LENGTH);
    checks.fail('entry_signers', seq, 'is not signed by the anchor key in force, alone', undefined, observed);
  }

  /** Base 64 of the anchor keys of the newest policy, which is the one in force for the entry being read. */
  #anchorKeyTexts(): readonly Uint8Array[] {
    const { chain } = this;
    if (this.#anchorKeys.chain !== chain) {
      const texts = chain?.at(-1)?.keys.anchor.map((key) => utf8(policyKeyText(key))) ?? [];
      this.#anchorKeys = { chain, texts };
    }
    return this.#anchorKeys.texts;
  }

  /** At level 0 a hash is that of one entry; above, of all the entries below it, and the last of them completes it. */
  #otherHash({ level, n, bytes }: Pick<Tile, 'level' | 'n' | 'bytes'>, stored: Uint8Array, name: string): void {
    const { checks } = this.#input;
    const at = firstDifference(bytes, stored);
    const [expected, observed] = [bytes, stored].map((tile) =>
      toHex(tile.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
    );
    const seq = (n * TILE_WIDTH + at + 1) * TILE_WIDTH ** level - 1;
    checks.fail('tiles', seq, `${name}: has another hash at ${at}`, expected, observed);
    if (level > 0 || this.#differing !== null) return;
    this.#differing = { seq, hash: observed as string };
    this.#placeLink();
  }

  #checkGenesis(leaf: Uint8Array): void {
    const { checks, pins } = this.#input;
    if (pins.genesis === null) return;
    if (toHex(leaf) === pins.genesis) checks.pass('genesis_pin');
    else checks.fail('genesis_pin', 0, 'this is another log', pins.genesis, toHex(leaf));
  }

  async #compareTiles(tiles: readonly Tile[], seq: number): Promise<void> {
    const { checks, source, tilesUpTo } = this.#input;
    if (!source.tiles || this.size > tilesUpTo) return;
    for (const { level, n, width, bytes } of tiles) {
      const name = `tile ${level}/${n}, ${width} wide`;
      const stored = await source.tiles.readTile(level, n, width).catch(() => null);
      if (!stored) checks.fail('tiles', seq, `${name}: is missing`);
      else if (!bytesEqual(stored.subarray(0, bytes.length), bytes)) this.#otherHash({ level, n, bytes }, stored, name);
      else checks.pass('tiles');
    }
  }
}

/** Place of the first hash in which two tiles differ. */
function firstDifference(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return Math.floor(i / HASH_BYTES);
  return 0;
}

/** Parts that a verified prefix has passed already, so that an empty continuation is not unknown. */
const PART_OF_PREFIX = [
  'entry_form',
  'seq_contiguous',
  'prev_hashes',
  'genesis_pin',
  'policy_chain',
  'entry_signers',
  'tiles',
] as const;

/** Whether the 64 hex digits at an offset spell this hash. */
function isHexAt(bytes: Uint8Array, at: number, hash: Uint8Array): boolean {
  let difference = 0;
  for (let i = 0; i < 32; i++) {
    const byte = hash[i] as number;
    difference |= (bytes[at + 2 * i] as number) ^ (HEX_DIGITS[byte >> 4] as number);
    difference |= (bytes[at + 2 * i + 1] as number) ^ (HEX_DIGITS[byte & 15] as number);
  }
  return difference === 0;
}

function isAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}
