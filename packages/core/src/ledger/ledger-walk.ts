// SPDX-License-Identifier: Apache-2.0
/** One entry after another: its form, its place in the chain, who signed it, and the tiles that it completes. */
import { bytesEqual, utf8 } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import { toHex } from '../seal/hex.ts';
import type { Pins } from './check-checkpoint.ts';
import { GENESIS_PREV } from './entry.ts';
import { Frontier } from './frontier.ts';
import { asciiText, newHeaderOffsets, SCANNED_LENGTHS, scanHeader } from './header-scan.ts';
import type { LedgerChecks, VerifiedPrefix } from './ledger-report.ts';
import { StatementWalk } from './ledger-statements.ts';
import { leafHash } from './merkle.ts';
import { policyKeyText } from './policy.ts';
import type { PolicyChain } from './policy-chain.ts';
import { type Tile, TileWriter } from './tile-writer.ts';
import type { LedgerSource } from './verify-ledger.ts';

export interface WalkInput {
  readonly source: LedgerSource;
  readonly pins: Pins;
  readonly from: VerifiedPrefix | undefined;
  readonly checks: LedgerChecks;
  readonly crypto: Crypto;
  /** Tiles are published with checkpoints: those past the newest one need not exist. */
  readonly tilesUpTo: number;
}

const HEX_DIGITS = utf8('0123456789abcdef');
/** Their signatures are what they are about; all others carry one signature of the anchor key. */
const OTHERWISE_SIGNED = new Set(['policy', 'key', 'ratification']);

export class LedgerWalk {
  readonly #input: WalkInput;
  readonly #frontier: Frontier;
  readonly #tiles: TileWriter;
  readonly #statements: StatementWalk;
  readonly #offsets = newHeaderOffsets();
  readonly #prevHex = utf8(GENESIS_PREV);
  #lastLeaf: Uint8Array;
  #anchorKeys: { readonly chain: PolicyChain | null; readonly texts: readonly Uint8Array[] } = {
    chain: null,
    texts: [],
  };

  constructor(input: WalkInput) {
    const { from, crypto, checks, source } = input;
    this.#input = input;
    this.#frontier = from ? Frontier.from(crypto, from.size, from.edge) : new Frontier(crypto);
    this.#tiles = from ? TileWriter.resume(crypto, from.size, from.tiles) : new TileWriter(crypto);
    this.#lastLeaf = new Uint8Array(0);
    this.#statements = new StatementWalk(input);
    if (!source.tiles) checks.skip('tiles', 'no tiles were given');
    if (from && from.size > 0) {
      this.#rememberLeaf(from.lastLeaf);
      for (const name of PART_OF_PREFIX) checks.pass(name, from.size);
    }
  }

  get size(): number {
    return this.#frontier.size;
  }

  get lastLeaf(): Uint8Array {
    return this.#lastLeaf;
  }

  /** Proven from genesis up to here; null when it could not be followed. */
  get chain(): PolicyChain | null {
    return this.#statements.chain;
  }

  root(): Uint8Array {
    return this.#frontier.root();
  }

  prefix(): VerifiedPrefix | null {
    const { chain, nonces, vetoes } = this.#statements;
    if (!chain) return null;
    const tiles = this.#tiles.partials();
    return { size: this.size, edge: this.#frontier.bytes(), lastLeaf: this.#lastLeaf, tiles, chain, nonces, vetoes };
  }

  /** Takes the next header. Most entries need nothing to be waited for: then there is no promise either. */
  take(entry: Uint8Array): Promise<void> | null {
    const { checks, crypto } = this.#input;
    const seq = this.size;
    const isWellFormed = scanHeader(entry, this.#offsets);
    if (isWellFormed) checks.pass('entry_form');
    else checks.fail('entry_form', seq, `has a wrong byte at ${this.#offsets.problemAt}`);
    const type = isWellFormed ? this.#checkHeader(entry, seq) : '';
    const leaf = leafHash(entry, crypto);
    if (seq === 0) this.#checkGenesis(leaf);
    this.#frontier.append(leaf);
    this.#rememberLeaf(leaf);
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
    if (pins.genesis === null) checks.skip('genesis_pin', 'no genesis hash was given to check against');
    if (tilesUpTo === 0) checks.skip('tiles', 'no checkpoint has published any');
    if (!this.chain) checks.skip('entry_signers', 'the policy that names the anchor key could not be followed');
    this.#statements.end();
  }

  #checkHeader(entry: Uint8Array, seq: number): string {
    const { checks } = this.#input;
    const offsets = this.#offsets;
    if (offsets.seq === seq) checks.pass('seq_contiguous');
    else checks.fail('seq_contiguous', seq, 'the numbers have a gap', `${seq}`, `${offsets.seq}`);
    if (isAt(entry, offsets.prev, this.#prevHex)) checks.pass('prev_hashes');
    else {
      const observed = asciiText(entry, offsets.prev, offsets.prev + 64);
      checks.fail('prev_hashes', seq, 'does not name the entry before', asciiText(this.#prevHex, 0, 64), observed);
    }
    const type = asciiText(entry, offsets.type, offsets.typeEnd);
    if (this.chain && !OTHERWISE_SIGNED.has(type)) this.#checkSigner(entry, seq);
    return type;
  }

  #checkSigner(entry: Uint8Array, seq: number): void {
    const { checks } = this.#input;
    const { signatures } = this.#offsets;
    const at = signatures[1] as number;
    const known = signatures.length === 2 && this.#anchorKeyTexts().some((text) => isAt(entry, at, text));
    if (known) {
      checks.pass('entry_signers');
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

  #checkGenesis(leaf: Uint8Array): void {
    const { checks, pins } = this.#input;
    if (pins.genesis === null) return;
    if (toHex(leaf) === pins.genesis) checks.pass('genesis_pin');
    else checks.fail('genesis_pin', 0, 'this is another log', pins.genesis, toHex(leaf));
  }

  #rememberLeaf(leaf: Uint8Array): void {
    this.#lastLeaf = leaf;
    for (let i = 0; i < leaf.length; i++) {
      const byte = leaf[i] as number;
      this.#prevHex[2 * i] = HEX_DIGITS[byte >> 4] as number;
      this.#prevHex[2 * i + 1] = HEX_DIGITS[byte & 15] as number;
    }
  }

  async #compareTiles(tiles: readonly Tile[], seq: number): Promise<void> {
    const { checks, source, tilesUpTo } = this.#input;
    if (!source.tiles || this.size > tilesUpTo) return;
    for (const { level, n, width, bytes } of tiles) {
      const name = `tile ${level}/${n}, ${width} wide`;
      const stored = await source.tiles.readTile(level, n, width).catch(() => null);
      if (!stored) checks.fail('tiles', seq, `${name}: is missing`);
      else if (!bytesEqual(stored.subarray(0, bytes.length), bytes))
        checks.fail('tiles', seq, `${name}: has other bytes`);
      else checks.pass('tiles');
    }
  }
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

function isAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}
