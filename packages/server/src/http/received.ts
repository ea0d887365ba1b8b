// SPDX-License-Identifier: Apache-2.0
import { IncomingMessage } from 'node:http';

/** Takes the pieces of a body, then null at its end; `gone` when the client went away before. */
export type BodySink = (piece: Buffer | null | 'gone') => void;

/**
 * A request whose body goes from the parser straight to its one reader. What is read whole and at once has no use for a
 * stream, whose buffers, states and events cost a tenth of what a bare route does.
 */
export class Received extends IncomingMessage {
  #sink: BodySink | null = null;
  #isPiled = false;

  static {
    // By this Node lets go of a request that is answered. A getter there, and a field to the compiler.
    Object.defineProperty(Received.prototype, 'readableEnded', {
      configurable: true,
      get(this: Received): boolean {
        return this.#sink === null ? Reflect.get(IncomingMessage.prototype, 'readableEnded', this) : this.complete;
      },
    });
  }

  /** False when pieces have come before anybody asked: those are in the stream, and the rest follows them there. */
  takeBody(sink: BodySink): boolean {
    if (this.#isPiled) return false;
    this.#sink = sink;
    if (this.destroyed) {
      sink('gone');
      return true;
    }
    // As a first read of the stream does: Node then leaves the body to its reader, and the socket flows.
    this._read(0);
    return true;
  }

  /** The parser hands in each piece so, and null at the end. */
  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#sink === null) {
      this.#isPiled = true;
      return super.push(piece, encoding);
    }
    this.#sink(piece);
    return true;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#sink?.('gone');
    super._destroy(error, done);
  }
}
