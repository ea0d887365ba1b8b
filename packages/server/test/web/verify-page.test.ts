// SPDX-License-Identifier: Apache-2.0
/** The verify page and its modules, as a browser gets them; they are run without this repository's sources beside them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishTo } from '../../../cli/test/verify/published.ts';
import { anchored, ironOf, LOG_VKEY, sigstoreOf, tlogProofOf } from '../../../core/test/ledger/anchored.ts';
import { KEYS, PROMPT, RESPONSE } from '../../../core/test/ledger/test-log.ts';
import { startApp, type TestApp } from '../e2e/test-app.ts';

const IMPORTS = /(?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'/g;

describe('GET /verify', () => {
  let app: TestApp;
  let folder: string;
  const modules = new Map<string, string>();

  beforeAll(async () => {
    app = await startApp();
    folder = mkdtempSync(join(tmpdir(), 'plumbline-page-'));
    const waiting = [(await page()).match(/<script type="module" src="([^"]+)">/)?.[1] ?? ''];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (modules.has(url)) continue;
      const { statusCode, headers, body } = await app.context.app.inject(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/javascript; charset=utf-8']);
      modules.set(url, body);
      waiting.push(
        ...[...body.matchAll(IMPORTS)].map(([, specifier]) => new URL(specifier ?? '', `http://a${url}`).pathname),
      );
    }
    for (const [url, body] of modules) {
      const file = fileOf(url);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        body.replaceAll(/'(\/modules\/[^']+)'/g, (_, target: string) => `'${fileOf(target)}'`),
      );
    }
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const page = async () => (await app.context.app.inject({ url: '/verify', headers: { accept: 'text/html' } })).body;
  const fileOf = (url: string) => join(folder, `${url}.mjs`);

  /** Runs a module body with what the page imports; Node must not strip types, as no browser does. */
  function run(body: string, input: object): unknown {
    const script = join(folder, 'run.mjs');
    const imports = [
      ['core/ledger/verify-file.ts', '{ verifyFile }'],
      ['core/ledger/verify-ledger.ts', '{ verifyLedger }'],
      ['core/ledger/published-log.ts', '{ publishedLog }'],
      ['page/noble-crypto.js', '{ crypto }'],
      ['page/verify-sources.js', '{ folderReader, readKeys }'],
    ].map(([path, names]) => `import ${names} from '${fileOf(`/modules/${path}`)}';`);
    writeFileSync(join(folder, 'input.json'), JSON.stringify(input));
    const head =
      "import { readFileSync } from 'node:fs';\nconst input = JSON.parse(readFileSync(process.argv[2], 'utf8'));";
    writeFileSync(
      script,
      `${imports.join('\n')}\n${head}\nconst output = await (async () => {\n${body}\n})();\nconsole.log(JSON.stringify(output));\n`,
    );
    const flags = ['--no-experimental-strip-types', script, join(folder, 'input.json')];
    return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
  }

  it('is plain HTML under a closed policy, and loads its own modules alone [verify-page]', async () => {
    const { headers, body } = await app.context.app.inject({ url: '/verify', headers: { accept: 'text/html' } });
    expect(String(headers['content-security-policy'])).toMatch(/default-src 'none'.*script-src 'self'/);
    expect(body).not.toMatch(/<script(?![^>]*src=)|\sstyle=|\son[a-z]+=/);
    expect(modules.size).toBeGreaterThan(20);
    for (const [url, text] of modules) {
      expect(url.startsWith('/modules/')).toBe(true);
      for (const [, specifier] of text.matchAll(IMPORTS))
        expect([url, specifier]).toEqual([url, expect.stringMatching(/^\/modules\//)]);
    }
  });

  it('serves nothing that the page does not import', async () => {
    for (const path of [
      'core/index.ts',
      'core/engine/evaluate.ts',
      'page/try.js',
      'page/../../pages.ts',
      'fastify',
      '@noble/curves/nist.js',
    ])
      expect([path, (await app.context.app.inject(`/modules/${path}`)).statusCode]).toEqual([path, 404]);
  });

  it('verifies each bundle form, and refuses it changed [verify-page]', async () => {
    const life = anchored();
    const keys = JSON.stringify({
      keys: [
        { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(KEYS.anchor.publicKeyRaw).toString('base64url'), role: 'anchor' },
      ],
    });
    const forms = {
      iron: JSON.stringify(await ironOf(life)),
      sigstore: JSON.stringify(await sigstoreOf(life)),
      tlog: await tlogProofOf(life),
    };
    const origin = LOG_VKEY.text.split('+')[0];
    const results = run(
      `const results = {};
       const { vkeys, publicKeys } = readKeys(input.vkey + '\\n' + input.keys);
       const trust = { origin: input.origin, genesis: input.genesis, vkeys, issuerKeys: [], anchorKey: publicKeys[0].key };
       const options = { nowMs: input.nowMs, prompt: input.prompt, response: input.response };
       for (const [name, text] of Object.entries(input.forms)) {
         const changed = text.replace(/("payload":"|\\nindex )./, (found) => found.slice(0, -1) + (found.at(-1) === '1' ? '2' : '1'));
         if (changed === text) throw new Error(name);
         results[name] = [text, changed].map((one) => verifyFile(one, trust, options, crypto).verified);
       }
       const iron = verifyFile(input.forms.iron, trust, options, crypto);
       results.checks = Object.fromEntries(iron.checks.map(({ name, ok }) => [name, ok]));
       return results;`,
      {
        forms,
        keys,
        vkey: LOG_VKEY.text,
        origin,
        genesis: life.log.genesis,
        nowMs: life.log.nowMs,
        prompt: PROMPT,
        response: RESPONSE,
      },
    );
    expect(results).toMatchObject({ iron: [true, false], sigstore: [true, false], tlog: [true, false] });
    // Browsers check the second signature too.
    expect(results).toMatchObject({ checks: { issuer_signature_mldsa44: true, pair_matches: true } });
  });

  it('verifies a ledger out of a chosen folder, and names the first failing entry of a changed one [verify-page]', async () => {
    const { log } = anchored();
    const published = join(folder, 'published');
    await publishTo(join(published, 'log'), log);
    const files = readdirSync(published, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({
        path: `published/${relative(published, file)}`,
        bytes: readFileSync(file).toString('base64'),
      }));
    const results = run(
      `const file = ({ path, bytes }) => {
         const content = new Uint8Array(Buffer.from(bytes, 'base64'));
         return { webkitRelativePath: path, size: content.length, arrayBuffer: async () => content.slice().buffer };
       };
       const verdictOf = async (files) => {
         const source = await publishedLog(folderReader(files.map(file)));
         const pins = { origin: input.origin, genesis: input.genesis, vkeys: [] };
         const { verdict, firstError } = await verifyLedger({ source, pins }, crypto);
         return [verdict, firstError && firstError.firstFailingSeq];
       };
       const changed = input.files.map((one) => {
         if (!one.path.includes('/tile/entries/')) return one;
         const bytes = Buffer.from(one.bytes, 'base64');
         bytes[bytes.length - 100] ^= 1;
         return { ...one, bytes: bytes.toString('base64') };
       });
       return [await verdictOf(input.files), await verdictOf(changed)];`,
      { files, origin: LOG_VKEY.text.split('+')[0], genesis: log.genesis },
    );
    expect(results).toEqual([
      ['VALID', null],
      ['BROKEN', log.size - 1],
    ]);
  });
});
