// SPDX-License-Identifier: Apache-2.0
import type { Tree } from './expression-tree.ts';

/** Goes on from a place; true where all that follows matches. */
type Walk = (at: number) => boolean;

/** More steps than asked for. */
class Enough extends Error {}

/** A look behind begins no further back. */
const BEHIND = 24;

/**
 * Looks for an expression in a text as a backtracking engine does, from every place that no match covers, and counts the
 * characters that it asks for.
 *
 * @param most it stops there; also where the expression goes deeper than this counter can, which counts as so many
 */
export function countSteps(
  tree: Tree,
  text: string,
  most: number,
): { readonly steps: number; readonly found: boolean } {
  const counter = new StepCounter(text, most);
  let found = false;
  let end = 0;
  const walk = counter.walk(tree, (at) => {
    found = true;
    end = at;
    return true;
  });
  try {
    for (let at = 0; at < text.length; ) at = walk(at) ? Math.max(end, at + 1) : at + 1;
  } catch (error) {
    if (error instanceof Enough || error instanceof RangeError) return { steps: most, found };
    throw error;
  }
  return { steps: counter.steps, found };
}

class StepCounter {
  steps = 0;
  readonly #text: string;
  readonly #most: number;

  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  walk(tree: Tree, next: Walk): Walk {
    switch (tree.kind) {
      case 'character':
        return this.#character(tree.characters.has, next);
      case 'edge':
        return (at) => this.#isEdge(tree.sign, at) && next(at);
      case 'caught':
        return next;
      case 'look':
        return this.#look(tree, next);
      case 'sequence':
        return tree.parts.reduceRight((rest, part) => this.walk(part, rest), next);
      case 'choice':
        return anyOf(tree.parts.map((part) => this.walk(part, next)));
      case 'repeat':
        return tree.part.kind === 'character'
          ? this.#run(tree.part.characters.has, tree, next)
          : this.#rounds(tree, next);
    }
  }

  #step(): void {
    if (++this.steps > this.#most) throw new Enough();
  }

  #character(has: (unit: number) => boolean, next: Walk): Walk {
    return (at) => {
      this.#step();
      return at < this.#text.length && has(this.#text.charCodeAt(at)) && next(at + 1);
    };
  }

  #run(has: (unit: number) => boolean, { min, max, lazy }: Tree & { kind: 'repeat' }, next: Walk): Walk {
    const text = this.#text;
    return (start) => {
      let at = start;
      const last = Math.min(text.length, start + max);
      while (at < last && (!lazy || at < start + min || !next(at))) {
        this.#step();
        if (!has(text.charCodeAt(at))) {
          if (lazy && at >= start + min) return false;
          break;
        }
        at++;
      }
      if (lazy) return at >= start + min && (at < last || next(at));
      for (; at >= start + min; at--) if (next(at)) return true;
      return false;
    };
  }

  #rounds({ part, min, max, lazy }: Tree & { kind: 'repeat' }, next: Walk): Walk {
    let round = 0;
    let begun = -1;
    const again: Walk = (at) => {
      // A round that matched nothing would go on for ever.
      if (at === begun && round > min) return false;
      return from(at);
    };
    const body = this.walk(part, (at) => again(at));
    const oneMore: Walk = (at) => {
      if (round >= max) return false;
      const before = begun;
      round++;
      begun = at;
      const done = body(at);
      round--;
      begun = before;
      return done;
    };
    const leave: Walk = (at) => {
      const [inRound, inBegun] = [round, begun];
      round = 0;
      begun = -1;
      const done = next(at);
      round = inRound;
      begun = inBegun;
      return done;
    };
    const from: Walk = (at) => {
      if (round < min) return oneMore(at);
      return lazy ? leave(at) || oneMore(at) : oneMore(at) || leave(at);
    };
    return from;
  }

  #look({ part, behind, not }: Tree & { kind: 'look' }, next: Walk): Walk {
    if (!behind) {
      const ahead = this.walk(part, () => true);
      return (at) => ahead(at) !== not && next(at);
    }
    let end = 0;
    const back = this.walk(part, (at) => at === end);
    return (at) => {
      end = at;
      let found = false;
      for (let start = at; start >= Math.max(0, at - BEHIND) && !found; start--) found = back(start);
      return found !== not && next(at);
    };
  }

  #isEdge(sign: string, at: number): boolean {
    if (sign === '^') return at === 0 || this.#text.charAt(at - 1) === '\n';
    if (sign === '$') return at === this.#text.length || this.#text.charAt(at) === '\n';
    const isEdge = this.#isWord(at - 1) !== this.#isWord(at);
    return sign === '\\b' ? isEdge : !isEdge;
  }

  #isWord(at: number): boolean {
    return at >= 0 && at < this.#text.length && WORD.has(this.#text.charCodeAt(at));
  }
}

const WORD: ReadonlySet<number> = new Set(
  Array.from({ length: 0x80 }, (_, unit) => unit).filter((unit) => /\w/.test(String.fromCharCode(unit))),
);

const anyOf =
  (walks: readonly Walk[]): Walk =>
  (at) => {
    for (let i = 0; i < walks.length; i++) if ((walks[i] as Walk)(at)) return true;
    return false;
  };
