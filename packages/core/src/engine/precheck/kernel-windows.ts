// SPDX-License-Identifier: Apache-2.0
import { Kernel, type KernelImage } from '../kernel/kernel.ts';
import { KernelText } from '../kernel/kernel-text.ts';
import type { Demand } from './clauses.ts';
import { MOST_DIGITS } from './digits-required.ts';
import { MARGIN } from './expression.ts';
import { GAP, KIND } from './gates.ts';
import { placeLists, placeLiterals, placeNeedles } from './kernel-literals.ts';
import type { AnchorSet } from './needles.ts';
import { type SparseTables, sparseTables } from './sparse-automaton.ts';
import type { WindowFinder, WindowPlan } from './window-plan.ts';

/** A number behind the last is needed too. */
const MOST_STATES = 65_535;
/** What the kernel writes down of a hit has so much room. */
const MOST_NEEDLES = 2 ** 24;
const LONGEST_NEEDLE = 255;
const BYTES_PER_NUMBER = 4;

/** Finds the same windows as PlainFinder, several times as fast and at the same cost in every kind of traffic. */
export class KernelFinder implements WindowFinder {
  list = new Int32Array(0);
  first = 0;
  /** Of the plan nothing else is kept: the kernel has it. */
  readonly #watches: boolean;
  readonly #kernel: Kernel;
  readonly #text: KernelText;

  /** @param kernel with its tables */
  private constructor(kernel: Kernel, watches: boolean) {
    this.#watches = watches;
    this.#kernel = kernel;
    this.#text = new KernelText(kernel, 0);
  }

  /** Null where kernels don't run, or for a pack that is too large for them. */
  static create(plan: WindowPlan): KernelFinder | null {
    const { literals, longest } = plan.ascii;
    if (literals.length > MOST_NEEDLES || longest > LONGEST_NEEDLE) return null;
    const other = sparseTables(plan.other.literals);
    if (other.states > MOST_STATES) return null;
    const kernel = Kernel.create();
    if (kernel === null) return null;
    placeLiterals(kernel, plan.ascii);
    placeWindows(kernel, plan, other);
    return new KernelFinder(kernel, plan.watches);
  }

  /** One that finds what another finds, of the same plan. Null where kernels don't run. */
  static of(image: KernelImage, watches: boolean): KernelFinder | null {
    const kernel = Kernel.of(image);
    return kernel === null ? null : new KernelFinder(kernel, watches);
  }

  image(): KernelImage {
    return this.#kernel.image();
  }

  get watched(): boolean {
    return !this.#watches || this.#kernel.exports.sawWatched() === 1;
  }

  get ascii(): boolean {
    return this.#text.ascii;
  }

  /** @throws RangeError when memory runs out */
  find(text: string): number {
    const { exports } = this.#kernel;
    this.#text.read(text);
    const { units, bytes, work, length, ascii } = this.#text;
    if (ascii) exports.foldAscii(bytes, length);
    else exports.foldUnits(units, length, bytes);
    const count = exports.findWindows(units, bytes, length, ascii ? 1 : 0, work);
    if (count < 0) throw new RangeError('no memory is left for the windows of a text');
    if (this.list.buffer !== exports.memory.buffer) this.list = new Int32Array(exports.memory.buffer);
    this.first = work >>> 2;
    return count;
  }
}

function placeWindows(kernel: Kernel, plan: WindowPlan, other: SparseTables): void {
  const { reaches, byGate, clauseCount, foreign, digits } = plan;
  kernel.configure(
    'configureWindows',
    placeReaches(kernel, reaches, plan.demands),
    kernel.room(BYTES_PER_NUMBER * reaches.length),
    kernel.room(BYTES_PER_NUMBER * (clauseCount + 1)),
    clauseCount,
    kernel.place(Int32Array.from(foreign)),
    foreign.length,
    kernel.place(Int32Array.from({ length: MOST_DIGITS + 1 }, (_, count) => digits[count] ?? clauseCount)),
    kernel.place(Int32Array.from(placeLists(kernel, byGate).flat())),
    kernel.place(KIND),
    kernel.place(GAP),
    MARGIN,
    placeAutomaton(kernel, plan.other, other),
  );
}

/** The record of an automaton with its needles, as the kernel reads it: numbers of states fit into two bytes. */
function placeAutomaton(kernel: Kernel, set: AnchorSet, tables: SparseTables): number {
  const { rows, firstChild, label, fail, endings, classOf, outStart, out, shift, withRows } = tables;
  const places = [rows, firstChild, label, fail, endings].map((table) => kernel.place(Uint16Array.from(table)));
  const outputs = [kernel.place(classOf), kernel.place(outStart), kernel.place(out)];
  return kernel.place(Int32Array.of(...places, ...outputs, shift, withRows, set.longest, placeNeedles(kernel, set)));
}

function placeReaches(kernel: Kernel, reaches: WindowPlan['reaches'], demands: readonly (Demand | null)[]): number {
  const records = reaches.flatMap(({ before, after, atLeast }, i) => {
    const demand = demands[i] as Demand | null;
    return [before, after, demand === null ? 0 : placeDemand(kernel, demand), atLeast, -1, 0, 0, 0];
  });
  return kernel.place(Int32Array.from(records));
}

function placeDemand(kernel: Kernel, { all, clauses, parts }: Demand): number {
  const partsAt = parts.map((part) => placeDemand(kernel, part));
  return kernel.place(Int32Array.of(all ? 1 : 0, clauses.length, parts.length, ...clauses, ...partsAt));
}
