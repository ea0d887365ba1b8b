// SPDX-License-Identifier: Apache-2.0
import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse, STATUS_CODES } from 'node:http';
import type { Server, Socket } from 'node:net';

/** Where Node keeps a head that is written and not sent yet. */
interface Written {
  _header: string;
}

export interface Whole {
  readonly status: number;
  /** Lines that are known to be well formed, each with its CR LF. */
  readonly lines: string;
  /** Name, value, name, value; content-length among them. Numbers and words of ours, which need no look. */
  readonly own: readonly string[];
  /** The same of fields that hold what others wrote. */
  readonly fields: readonly string[];
  readonly body: string;
  /** Latin-1 only for ASCII. */
  readonly encoding: 'latin1' | 'utf8';
}

type Fields = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** What Node would refuse in a field, and what it would send in another encoding. */
const UNPLAIN = /[^\t\x20-\x7e]/;

/** A response that goes out in one piece. Node looks at each field of a head for what the fields of an answer never have. */
export class Sent extends ServerResponse {
  /**
   * Writes what Node would write, and ends.
   * @param keepAliveS what Keep-Alive names
   * @returns false, and nothing is written, where Node has more to say: HEAD, HTTP/1.0, a connection that closes
   */
  sendWhole({ status, lines, own, fields, body, encoding }: Whole, keepAliveS: number): boolean {
    const { httpVersion, method } = this.req;
    if (httpVersion !== '1.1' || method === 'HEAD' || !this.shouldKeepAlive || this.hasHeader('connection'))
      return false;
    if (this.#isLast()) return false;
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}`;
    for (let i = 0; i < own.length; i += 2) head += `${own[i]}: ${own[i + 1]}\r\n`;
    for (let i = 0; i < fields.length; i += 2) {
      const value = fields[i + 1] as string;
      if (UNPLAIN.test(value)) return false;
      head += `${fields[i]}: ${value}\r\n`;
    }
    this.statusCode = status;
    (this as unknown as Written)._header =
      `${head}Date: ${httpDate()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveS}\r\n\r\n`;
    this.end(body, encoding);
    return true;
  }

  override writeHead(status: number, reason?: string | Fields, fields?: Fields): this {
    if (this.#isLast()) this.shouldKeepAlive = false;
    return super.writeHead(status, reason as string, fields);
  }

  /**
   * A server that takes no more connections has closed the idle ones already: one that stayed open after this answer would
   * hold up its end until it is cut off.
   */
  #isLast(): boolean {
    const socket = this.req.socket as (Socket & { readonly server?: Server }) | undefined;
    return socket?.server?.listening === false;
  }
}

let last = { second: -1, text: '' };

/** RFC 9110 section 5.6.7; all answers of a second share it. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (last.second !== second) last = { second, text: new Date(second * 1_000).toUTCString() };
  return last.text;
}
