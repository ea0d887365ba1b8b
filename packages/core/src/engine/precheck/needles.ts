// SPDX-License-Identifier: Apache-2.0
import { anchorLiteral, EDGE } from './pack-schema.ts';
import { BEYOND } from './text-bytes.ts';

/** A literal that is looked for. */
export interface Needle {
  readonly literal: string;
  /** Bits: what must hold at its edges. */
  readonly edges: number;
  /** Looked for in the bytes of a text; otherwise in its units. */
  readonly inBytes: boolean;
  /** Expressions that it lets run, and clauses that it fulfils. */
  readonly users: number[];
  readonly clauses: number[];
  watched: boolean;
}

export const EDGE_BEFORE = 1;
export const EDGE_BEHIND = 2;
export const WATCHED = 4;

/** Every literal once, with the edges that it must have. */
export class NeedleTable {
  readonly #all: Needle[] = [];
  /** By literal, of one kind each: a key that names the kind as well takes longer to make than the needle. */
  readonly #known = Array.from({ length: 2 * (EDGE_BEFORE | EDGE_BEHIND) + 2 }, () => new Map<string, Needle>());

  get all(): readonly Needle[] {
    return this.#all;
  }

  ofAnchor(anchor: string): Needle {
    const literal = anchorLiteral(anchor);
    return this.#of(literal, edgesOf(anchor), isAscii(literal));
  }

  /** An anchor in which FOREIGN_UNIT stands for every unit beyond ASCII, as in the bytes of a text. */
  ofBytes(anchor: string): Needle {
    return this.#of(anchorLiteral(anchor), edgesOf(anchor), true);
  }

  /** A literal in which FOREIGN_UNIT stands for every unit beyond ASCII, as in the bytes of a text. */
  ofRequired(literal: string): Needle {
    return this.#of(literal, 0, true);
  }

  #of(literal: string, edges: number, inBytes: boolean): Needle {
    const kind = this.#known[2 * edges + (inBytes ? 1 : 0)] as Map<string, Needle>;
    const known = kind.get(literal);
    if (known !== undefined) return known;
    const needle = { literal, edges, inBytes, users: [], clauses: [], watched: false };
    kind.set(literal, needle);
    this.#all.push(needle);
    return needle;
  }
}

/** Needles; the lists are in their order. */
export interface AnchorSet {
  readonly literals: readonly string[];
  readonly lengths: Int32Array;
  readonly longest: number;
  /** Bits: what must hold at a needle's edges, and whether it is watched for. */
  readonly edges: Uint8Array;
  readonly users: readonly (readonly number[])[];
  readonly clauses: readonly (readonly number[])[];
}

export function anchorSet(needles: readonly Needle[]): AnchorSet {
  const lengths = Int32Array.from(needles, ({ literal }) => literal.length);
  const literals = needles.map(({ literal }) => literal);
  return {
    literals,
    lengths,
    longest: lengths.reduce((longest, length) => Math.max(longest, length), 0),
    edges: Uint8Array.from(needles, ({ edges, watched }) => edges | (watched ? WATCHED : 0)),
    users: needles.map(({ users }) => users),
    clauses: needles.map(({ clauses }) => clauses),
  };
}

const edgesOf = (anchor: string) =>
  (anchor.startsWith(EDGE) ? EDGE_BEFORE : 0) | (anchor.endsWith(EDGE) ? EDGE_BEHIND : 0);

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= BEYOND) return false;
  return true;
}
