// SPDX-License-Identifier: Apache-2.0
/** Reads a request body to the order of contract 1.2: media type, declared size, size while it streams, UTF-8, JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { parseBody } from '../services/parse-body.ts';
import { isRepeated } from './headers.ts';
import { Received } from './received.ts';

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*(?:"utf-8"|utf-8)[ \t]*)?;?[ \t]*$/i;

/** @throws PlumblineError 415 for a media type or content encoding that is not read here, 413 for a declared size */
export function checkBodyHeaders(request: IncomingMessage, maxBytes: number): void {
  const { headers } = request;
  // Node keeps the first and drops the others: a proxy may have read the last.
  if (isRepeated(request.rawHeaders, 'content-type'))
    throw wrongType('Send one Content-Type field; there were two or more.');
  const type = headers['content-type'];
  if (type !== 'application/json' && (type === undefined || !JSON_TYPE.test(type))) {
    throw wrongType('Send application/json, if need be with charset=utf-8.');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new PlumblineError('content_encoding_unsupported', { headers: { 'Accept-Encoding': 'identity' } });
  }
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && transfer.trim().toLowerCase() !== 'chunked')
    throw new PlumblineError('content_encoding_unsupported', {
      detail: 'The one transfer coding that is read here is chunked.',
      headers: { 'Accept-Encoding': 'identity' },
    });
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

const wrongType = (detail: string) =>
  new PlumblineError('media_type_unsupported', { detail, headers: { Accept: 'application/json' } });

const tooLarge = (maxBytes: number) =>
  new PlumblineError('payload_too_large', {
    detail: `At most ${maxBytes.toLocaleString('en-GB')} bytes are read here.`,
  });

/** An error, `gone` when the client went away or was cut off at the time limit, or null and the value. */
export type BodyDone = (error: Error | 'gone' | null, value?: unknown) => void;

export interface BodyRules {
  readonly maxBytes: number;
  /** No bytes at all stand for `{}`. */
  readonly mayBeEmpty: boolean;
  readonly parseElsewhere: ParseElsewhere;
}

/** Parses a large body in another thread, whose the bytes are from then on; null: there is none that could begin at once. */
export type ParseElsewhere = (bytes: Buffer<ArrayBuffer>) => Promise<unknown> | null;

/** Reads and parses the body; `done` is called once. */
export function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  rules: BodyRules,
  done: BodyDone,
): void {
  // RFC 9110 section 10.1.1: whoever waits for 100 gets it only once the header section has been accepted.
  if (request.headers.expect !== undefined && request.httpVersion !== '1.0') response.writeContinue();
  const pieces = new Pieces(rules, done);
  if (request instanceof Received && request.takeBody(pieces.take)) return;
  // The listeners stay until the request is gone: taking each off again would cost more than one that does nothing. That
  // for errors must stay: one that comes after the answer has been decided says only that the connection broke.
  const onGone = () => pieces.take('gone');
  request
    .on('data', pieces.take)
    .on('end', () => pieces.take(null))
    .on('close', onGone)
    .on('error', onGone);
}

/** Bytes from which on a body is parsed by another thread, or else in a turn of the event loop of its own. */
const MUCH = 262_144;

const NOTHING = Buffer.alloc(0);

/** The pieces of one body, until they are a value or the first fault. */
class Pieces {
  readonly #rules: BodyRules;
  #done: BodyDone | null;
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #size = 0;
  #isWhole = false;

  constructor(rules: BodyRules, done: BodyDone) {
    this.#rules = rules;
    this.#done = done;
  }

  readonly take = (piece: Buffer | null | 'gone'): void => {
    // A stream says that it closed once it was read, too.
    if (this.#done === null || this.#isWhole) return;
    if (piece === null) this.#end();
    else if (piece === 'gone') this.#settle('gone');
    else this.#add(piece);
  };

  #add(piece: Buffer): void {
    this.#size += piece.length;
    const { maxBytes } = this.#rules;
    if (this.#size > maxBytes) this.#settle(tooLarge(maxBytes));
    else if (this.#first === null) this.#first = piece;
    else {
      this.#more ??= [this.#first];
      this.#more.push(piece);
    }
  }

  #end(): void {
    this.#isWhole = true;
    if (this.#size < MUCH) this.#settleWith(() => this.#value());
    else this.#endLarge();
  }

  /** What a large body asks for takes some milliseconds: others get their turn meanwhile. */
  #endLarge(): void {
    const bytes = Buffer.concat(this.#more ?? [this.#first ?? NOTHING], this.#size);
    this.#first = null;
    this.#more = null;
    const parsing = this.#rules.parseElsewhere(bytes);
    if (parsing === null) setImmediate(() => this.#settleWith(() => parseBody(bytes)));
    else
      parsing.then(
        (value) => this.#settle(null, value),
        (error: Error) => this.#settle(error),
      );
  }

  #settleWith(read: () => unknown): void {
    let value: unknown;
    try {
      value = read();
    } catch (error) {
      this.#settle(error as Error);
      return;
    }
    this.#settle(null, value);
  }

  #value(): unknown {
    if (this.#size === 0 && this.#rules.mayBeEmpty) return Object.create(null);
    const bytes = this.#more === null ? this.#first : Buffer.concat(this.#more, this.#size);
    return parseBody(bytes ?? NOTHING);
  }

  #settle(error: Error | 'gone' | null, value?: unknown): void {
    const done = this.#done;
    this.#done = null;
    this.#first = null;
    this.#more = null;
    done?.(error, value);
  }
}
