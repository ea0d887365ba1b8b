// SPDX-License-Identifier: Apache-2.0

interface Piece {
  /** In the new text and in the given one. */
  readonly at: number;
  readonly from: number;
  /** Behind it in the given text. */
  readonly to: number;
  readonly isCopy: boolean;
}

/** A text made of pieces of another one and of replacements, with the way back. Offsets are UTF-16 units. */
export class PiecedText {
  text = '';
  /** Up to where the given text was read. */
  from = 0;
  readonly #given: string;
  readonly #pieces: Piece[] = [];

  constructor(given: string) {
    this.#given = given;
  }

  copyTo(end: number): void {
    if (end <= this.from) return;
    this.#add(this.#given.slice(this.from, end), this.from, end, true);
  }

  /** In place of a range of the given text. */
  add(text: string, start: number, end: number): void {
    this.#add(text, start, end, text.length === end - start);
  }

  #add(text: string, from: number, to: number, isCopy: boolean): void {
    this.#pieces.push({ at: this.text.length, from, to, isCopy });
    this.text += text;
    this.from = to;
  }

  startOf(offset: number): number {
    const piece = this.#pieceAt(offset);
    if (piece === undefined) return 0;
    return piece.isCopy ? Math.min(piece.to, piece.from + offset - piece.at) : piece.from;
  }

  endOf(offset: number): number {
    const piece = this.#pieceAt(offset - 1);
    if (piece === undefined) return 0;
    return piece.isCopy ? Math.min(piece.to, piece.from + offset - piece.at) : piece.to;
  }

  #pieceAt(offset: number): Piece | undefined {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pieces[middle] as Piece).at <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#pieces[low];
  }
}
