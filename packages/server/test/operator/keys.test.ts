// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runKeys } from '../../src/operator/keys.ts';
import { withDeployment } from '../../src/operator/keys-deployment.ts';
import { runUsage } from '../../src/operator/usage.ts';
import { type CapturedIo, capturedIo } from './captured-io.ts';

const BEGINS = { mayBegin: true };

describe('operator commands on a data folder', () => {
  let folder: string;
  let env: Record<string, string>;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-operator-'));
    env = { PLUMBLINE_DATA_DIR: join(folder, 'data') };
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function keys(...args: string[]): Promise<CapturedIo & { code: number }> {
    const io = capturedIo(env);
    return { ...io, code: await runKeys(args, io) };
  }

  async function issued(...args: string[]): Promise<{ key: string; id: string }> {
    const { code, out } = await keys('issue', '--label', 'x', '--json', ...args);
    expect(code).toBe(0);
    return JSON.parse(out()) as { key: string; id: string };
  }

  const codeOf = (key: string) =>
    withDeployment(capturedIo(env), ({ keys: service }) =>
      service.authenticate(`Bearer ${key}`, 'net:a').then(
        (caller) => caller.tier,
        (error: { code: string }) => error.code,
      ),
    );

  describe('keys issue', () => {
    it('prints one line of JSON with a key that works', async () => {
      const { code, out, err } = await keys('issue', '--tier', 'standard', '--label', 'a shop', '--json');
      expect(code).toBe(0);
      expect(err()).toBe(`a new database is made: ${join(folder, 'data/plumbline.db')}\n`);
      expect(out().trimEnd().split('\n')).toHaveLength(1);
      const line = JSON.parse(out()) as { key: string };
      expect(line).toEqual({
        key: expect.stringMatching(/^plb_live_[0-9A-Za-z]{50}$/),
        id: line.key.slice(9, 21),
        tier: 'standard',
        scopes: ['verify:evaluate', 'verify:govern', 'verify:certify'],
        expires_at: null,
      });
      expect(await codeOf(line.key)).toBe('standard');
    });

    it('takes scopes, expiry and a test key', async () => {
      const { out } = await keys(
        ...['issue', '--tier', 'free', '--label', 'x', '--test', '--json'],
        ...['--scopes', 'memory:read, memory:write', '--expires', '2099-01-31T01:00:00+01:00'],
      );
      expect(JSON.parse(out())).toMatchObject({
        key: expect.stringMatching(/^plb_test_/),
        scopes: ['memory:read', 'memory:write'],
        expires_at: '2099-01-31T00:00:00.000Z',
      });
    });

    it('keeps a scope that is named twice once', async () => {
      await issued('--tier', 'free', '--scopes', 'verify:govern,memory:read, verify:govern');
      const [listed] = JSON.parse((await keys('list', '--json')).out()) as { scopes: string[] }[];
      expect(listed?.scopes).toEqual(['verify:govern', 'memory:read']);
    });

    it('gives enterprise keys their own limits', async () => {
      const own = ['--checks-per-day', '5000', '--price', '0.0005', '--burst', '6000', '--in-flight', '64'];
      await issued('--tier', 'enterprise', ...own);
      const [record] = await withDeployment(capturedIo(env), (deployment) => deployment.keys.list());
      expect(record?.limits).toEqual({
        checksPerDay: 5_000,
        pricePerCheck: '0.0005',
        burstPerMinute: 6_000,
        inFlight: 64,
      });
    });

    it('shows a person the key once', async () => {
      const { out } = await keys('issue', '--tier', 'free', '--label', 'x');
      const [key = ''] = out().split('\n');
      expect(key).toMatch(/^plb_live_/);
      expect((await keys('list')).out()).not.toContain(key.slice(21));
    });

    it('issues a key that has expired in the same line, and says on stderr that nobody can use it', async () => {
      const past = ['--expires', '2020-01-01T01:00:00+01:00'];
      const { code, err, out } = await keys('issue', '--tier', 'free', '--label', 'x', ...past, '--json');
      expect(code).toBe(0);
      expect(err()).toMatch(/^warning: this key expired at 2020-01-01T00:00:00\.000Z: .*401 credential_expired/m);
      const line = JSON.parse(out()) as { key: string };
      expect(Object.keys(line)).toEqual(['key', 'id', 'tier', 'scopes', 'expires_at']);
      expect(line).toMatchObject({ expires_at: '2020-01-01T00:00:00.000Z' });
      expect(await codeOf(line.key)).toBe('credential_expired');
      expect(JSON.parse((await keys('list', '--json')).out())).toMatchObject([{ state: 'expired' }]);
      expect((await keys('issue', '--tier', 'free', '--label', 'x', ...past)).err()).toMatch(/^warning: /);
      expect((await keys('issue', '--tier', 'free', '--label', 'x', '--expires', '2099-01-01')).err()).toBe('');
    });

    it.each([
      [['--tier', 'gold', '--label', 'x'], /--tier/],
      [['--label', 'x'], /--tier/],
      [['--tier', 'free'], /--label/],
      [['--tier', 'free', '--label', ' '], /label/],
      [['--tier', 'free', '--label', 'x', '--scopes', 'all'], /no scope all/],
      [['--tier', 'free', '--label', 'x', '--owner', 'Bob\u001b[2J'], /owner has no line breaks/],
      [['--tier', 'free', '--label', 'x', '--owner', 'Bob\nAlice'], /owner has no line breaks/],
      [['--tier', 'free', '--label', 'x', '--owner', ' '], /owner has 1 to 254/],
      [['--tier', 'free', '--label', 'x', '--owner', 'x'.repeat(255)], /owner has 1 to 254/],
      [['--tier', 'free', '--label', 'x', '--expires', 'tomorrow'], /--expires/],
      [['--tier', 'free', '--label', 'x', '--expires', '2099-02-30T00:00:00Z'], /--expires/],
      [['--tier', 'free', '--label', 'x', '--expires', '2099-04-31'], /--expires/],
      [['--tier', 'free', '--label', 'x', '--expires', '2099-01-01T00:00:00'], /--expires/],
      [['--tier', 'free', '--label', 'x', '--burst', '5'], /enterprise/],
      [['--tier', 'enterprise', '--label', 'x', '--price', '1,5'], /--price/],
      [['--tier', 'enterprise', '--label', 'x', '--burst', '0'], /--burst/],
      [['--tier', 'free', '--label', 'x', '--colour', 'red'], /--colour/],
      [['--tier', 'free', '--label', 'x', 'surplus'], /surplus/],
    ])('answers 2 to %j and says why', async (args, message) => {
      const { code, out, err } = await keys('issue', ...args);
      expect(code).toBe(2);
      expect(err()).toMatch(message);
      expect(out()).toBe('');
      const { id } = await issued('--tier', 'free');
      expect(JSON.parse((await keys('list', '--json')).out())).toMatchObject([{ id }]);
    });
  });

  it('keys list shows states, and no hash', async () => {
    const { id } = await issued('--tier', 'free');
    const gone = await issued('--tier', 'standard');
    await keys('revoke', gone.id);
    const { out } = await keys('list', '--json');
    expect(out().trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(out())).toEqual([
      expect.objectContaining({ id, state: 'active', tier: 'free', rotation_wanted: false }),
      expect.objectContaining({ id: gone.id, state: 'revoked' }),
    ]);
    expect(out()).not.toMatch(/hash|[0-9a-f]{64}/);
    expect((await keys('list')).out()).toMatch(new RegExp(`^${id}  active`));
  });

  it('keys list shows what was agreed for an enterprise key', async () => {
    const limits = ['--checks-per-day', 'none', '--price', '0.0005', '--burst', '600', '--in-flight', '32'];
    await issued('--tier', 'enterprise', ...limits);
    await issued('--tier', 'enterprise', '--checks-per-day', '250000');
    await issued('--tier', 'free');
    const listed = JSON.parse((await keys('list', '--json')).out()) as { limits: unknown }[];
    expect(listed.map(({ limits }) => limits)).toEqual([
      { checks_per_day: null, price_per_check: '0.0005', burst_per_minute: 600, in_flight: 32 },
      { checks_per_day: 250_000 },
      null,
    ]);
    expect((await keys('list')).out().trim().split('\n')).toEqual([
      expect.stringMatching(/ any number of checks a day, 0\.0005 a check, 600 a minute, 32 at once$/),
      expect.stringMatching(/ 250000 checks a day$/),
      expect.stringMatching(/ live {2}x$/),
    ]);
  });

  it.each([['list'], ['list', '--json'], ['rotate', '000000000000'], ['revoke', '000000000000']])(
    'keys %s begins no database, and says where it looked',
    async (...args) => {
      const { code, out, err } = await keys(...args);
      expect([code, out()]).toEqual([1, '']);
      expect(err()).toMatch(
        /^there is no database \S+\/data\/plumbline\.db; .*PLUMBLINE_DATA_DIR.*data_dir in plumbline\.yaml\n$/,
      );
      expect(existsSync(join(folder, 'data'))).toBe(false);
    },
  );

  it('keys list says of a leaked key what can still be done about it', async () => {
    const leaked = async () => {
      const { key, id } = await issued('--tier', 'standard');
      await withDeployment(capturedIo(env), (deployment) => deployment.keys.flagLeaked(key));
      return id;
    };
    const lineOf = async (id: string) =>
      (await keys('list'))
        .out()
        .split('\n')
        .find((line) => line.startsWith(id));
    const id = await leaked();
    expect(await lineOf(id)).toMatch(/LEAKED: rotate it$/);
    const next = JSON.parse((await keys('rotate', id, '--json')).out()) as { id: string };
    expect(await lineOf(id)).toMatch(/rotating .*LEAKED: revoke it$/);
    expect(await lineOf(next.id)).not.toContain('LEAKED');
    await keys('revoke', id);
    expect(await lineOf(id)).not.toContain('LEAKED');
  });

  it('keys rotate prints the line of the new key, and both work', async () => {
    const old = await issued('--tier', 'standard');
    const { code, out } = await keys('rotate', old.id, '--json');
    expect(code).toBe(0);
    const next = JSON.parse(out()) as { key: string; id: string };
    expect(next).toMatchObject({ tier: 'standard', expires_at: null });
    expect(next.id).not.toBe(old.id);
    expect([await codeOf(old.key), await codeOf(next.key)]).toEqual(['standard', 'standard']);
    expect((await keys('rotate', old.id)).code).toBe(1);
  });

  it('keys revoke ends a key for good', async () => {
    const { key, id } = await issued('--tier', 'standard');
    expect(await keys('revoke', id)).toMatchObject({ code: 0 });
    expect(await codeOf(key)).toBe('credential_revoked');
  });

  it.each([
    [['revoke'], 2],
    [['revoke', 'short'], 2],
    [['revoke', '000000000000', '000000000001'], 2],
    [['revoke', '000000000000'], 1],
    [['rotate', '000000000000'], 1],
    [['destroy'], 2],
    [[], 2],
  ])('keys %j ends with %i', async (args, code) => {
    const result = await keys(...args);
    expect(result.code).toBe(code);
    expect(result.err()).not.toBe('');
  });

  it('[key-beside-server] is heard by a running service within five seconds', async () => {
    await withDeployment(
      capturedIo(env),
      async ({ keys: running }) => {
        const { key, id } = await issued('--tier', 'free');
        expect((await running.authenticate(`Bearer ${key}`, 'net:a')).tier).toBe('free');
        await keys('revoke', id);
        await expect
          .poll(() => running.authenticate(`Bearer ${key}`, 'net:a').catch((error: { code: string }) => error.code), {
            timeout: 5_000,
            interval: 100,
          })
          .toBe('credential_revoked');
      },
      BEGINS,
    );
  });

  it('names what is wrong with the configuration', async () => {
    env.PLUMBLINE_PORT = 'many';
    const { code, err } = await keys('list');
    expect(code).toBe(1);
    expect(err()).toMatch(/PLUMBLINE_PORT/);
  });

  it('works with a pepper from the environment', async () => {
    env.PLUMBLINE_KEY_PEPPER = 'not a real pepper '.repeat(3);
    const { key } = await issued('--tier', 'free');
    expect(await codeOf(key)).toBe('free');
    env.PLUMBLINE_KEY_PEPPER = 'another unreal pepper '.repeat(3);
    expect(await codeOf(key)).toBe('credential_unknown');
  });

  describe('[usage-export] usage export', () => {
    it('writes the month as CSV', async () => {
      const { id } = await issued('--tier', 'standard');
      const day = Date.UTC(2026, 10, 3) / 86_400_000;
      await withDeployment(capturedIo(env), ({ store }) =>
        store.usage.commit({ charge: { partition: `key:${id}`, day, units: 1_234, limit: null }, checks: [] }),
      );
      const io = capturedIo(env);
      expect(await runUsage(['export', '--month', '2026-11'], io)).toBe(0);
      expect(io.out()).toBe(
        `key_id,label,tier,checks,unit_price,amount,currency\r\n${id},x,standard,1234,0.001,1.234,USD\r\n`,
      );
    });

    it('writes what models cost, without the keys of the service at hand', async () => {
      env.PLUMBLINE_MODELS = JSON.stringify({
        fast: { url: 'http://127.0.0.1:1/v1', model: 'm', api_key_env: 'AWAY' },
      });
      const day = Date.UTC(2026, 10, 3) / 86_400_000;
      const none = { tokens: null, moneyMicro: null };
      await withDeployment(
        capturedIo(env),
        async ({ store }) => {
          for (const [account, at, moneyMicro] of [
            ['fast/judge', day, 1_250_000],
            ['fast/S5_LOCUS', day, 7],
            ['gone/judge', day + 1, 0],
            ['fast/judge', day + 40, 1],
          ] as const)
            await store.modelBudgets.reserve({ account, day: at }, { tokens: 1_500, moneyMicro }, none);
        },
        BEGINS,
      );
      const io = capturedIo(env);
      expect(await runUsage(['models', '--month', '2026-11'], io)).toBe(0);
      expect(io.out().split('\r\n')).toEqual([
        'day,model,purpose,tokens,amount,currency',
        '2026-11-03,fast,S5_LOCUS,1500,0.000007,USD',
        '2026-11-03,fast,judge,1500,1.25,USD',
        '2026-11-04,gone,judge,1500,0,',
        '',
      ]);
    });

    it.each(['export', 'models'])('%s begins no database', async (verb) => {
      const io = capturedIo(env);
      expect(await runUsage([verb, '--month', '2026-11'], io)).toBe(1);
      expect(io.err()).toMatch(/^there is no database /);
      expect(existsSync(join(folder, 'data'))).toBe(false);
    });

    it.each([[[]], [['import']], [['export']], [['export', '--month', '2026-13']], [['export', '--year', '2026']]])(
      'answers 2 to %j',
      async (args) => {
        const io = capturedIo(env);
        expect(await runUsage(args, io)).toBe(2);
        expect(io.err()).toMatch(/Usage/);
        expect(io.out()).toBe('');
      },
    );
  });
});
