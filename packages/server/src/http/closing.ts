// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as later, setImmediate as nextTurn } from 'node:timers/promises';

/** How long a stopping server goes on answering, each answer with `Connection: close`. */
const LEAVE_MS = 250;

/** How long a client that is still sending may take to notice that it was answered. */
const LINGER_MS = 1_000;

/** Up to this size the rest of a refused body is read and dropped, and the connection lives on. */
const MAX_DRAIN_BYTES = 65_536;

/** True when an answer comes before the body was read and the rest of it is long or of unknown length. */
export function leavesBodyUnread(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_DRAIN_BYTES;
}

/**
 * Makes a connection close after the answer in two steps: our side ends, theirs is read and dropped for a moment.
 * Destroying it at once would reset the connection and lose the answer on its way (RFC 9112 section 9.6). The answer
 * itself must say `Connection: close`.
 */
export function lingerAfterAnswer(request: IncomingMessage): void {
  const socket = request.socket as Socket & { destroySoon: () => void };
  socket.destroySoon = () => {
    socket.end();
    request.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/**
 * Between the signal to stop and the end of the socket: callers on kept connections learn from their next answer that they
 * must not send another request there. Closing the idle ones at once would lose what they had just sent.
 */
export async function takeLeave(server: Pick<Server, 'listening'>): Promise<void> {
  if (!server.listening) return;
  await later(LEAVE_MS);
  // What has arrived is read in this turn, before the connections without a request are closed.
  await nextTurn();
}
