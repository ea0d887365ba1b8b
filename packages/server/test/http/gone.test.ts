// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOnFreePort, startApp, type TestApp } from '../e2e/test-app.ts';

describe('a connection that is kept', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await startApp();
    port = await listenOnFreePort(app);
  });
  afterAll(() => app.close());

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterAll(() => agent.destroy());

  async function chat(): Promise<number | undefined> {
    const sent = request({
      agent,
      port,
      method: 'POST',
      path: '/api/ember',
      headers: { 'content-type': 'application/json' },
    });
    sent.end(JSON.stringify({ message: 'Who decides?' }));
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  }

  it('carries nothing from one request to the next: who waits for its end stops when the answer is out', async () => {
    const sockets: Socket[] = [];
    app.context.app.server.on('connection', (socket) => sockets.push(socket));
    const listeners: number[] = [];
    for (let i = 0; i < 4; i++) {
      expect(await chat()).toBe(200);
      listeners.push(sockets[0]?.listenerCount('close') ?? -1);
    }
    expect(sockets).toHaveLength(1);
    expect(new Set(listeners.slice(1)).size).toBe(1);
  });
});
