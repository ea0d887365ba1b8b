// SPDX-License-Identifier: Apache-2.0
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTE_ALGORITHMS, verifierKey } from '@plumbline/core/ledger/vkey.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testSigner } from '../../core/test/seal/test-keys.ts';
import { ConfigError, type Environment, loadConfig } from '../src/config.ts';
import { EXAMPLES } from '../src/config-forms.ts';
import { ConfigSchema } from '../src/config-schema.ts';
import { createNodeCrypto } from '../src/crypto.ts';
import { temporaryFolder } from './e2e/test-app.ts';

const vkeyOf = (name: string, algorithm: number) =>
  verifierKey(name, algorithm, testSigner(61).publicKeyRaw, createNodeCrypto()).text;
const WITNESS_VKEY = vkeyOf('witness.example/w1', NOTE_ALGORITHMS.cosignature);

describe('loadConfig', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const problems = (env: Environment, yaml?: string): readonly string[] => {
    if (yaml !== undefined) writeFileSync(join(folder, 'plumbline.yaml'), yaml);
    try {
      loadConfig(env, folder);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems.map((problem) => problem.replace(`${folder}/`, ''));
      throw error;
    }
    return [];
  };

  it('starts with no settings at all', () => {
    const { settings, secrets, file, dataDir } = loadConfig({}, folder);
    expect(settings).toMatchObject({ host: '127.0.0.1', port: 8787, tiers: { free: { checks_per_day: 100 } } });
    expect([secrets.databaseUrl, file, dataDir]).toEqual([null, null, join(folder, 'data')]);
  });

  it('reads the file, and the environment over it; paths of the file start from its folder', () => {
    writeFileSync(join(folder, 'other.yaml'), 'port: 1234\npatterns_dir: ./mine\nlimits:\n  check_per_minute: 7\n');
    const env = { PLUMBLINE_CONFIG: 'other.yaml', PORT: '4321', PLUMBLINE_TRUSTED_PROXIES: '10.0.0.0/8, ::1' };
    const { settings, paths } = loadConfig(env, folder);
    expect(settings).toMatchObject({
      port: 4321,
      limits: { check_per_minute: 7 },
      trusted_proxies: ['10.0.0.0/8', '::1'],
    });
    expect(paths.patterns).toBe(join(folder, 'mine'));
  });

  it('has an example for each form that is asked for, which has that form', () => {
    const forms = [...JSON.stringify(ConfigSchema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
      String(JSON.parse(text ?? '')),
    );
    expect(new Set(forms)).toEqual(new Set(Object.keys(EXAMPLES)));
    for (const [form, example] of Object.entries(EXAMPLES))
      expect(example.split(/, | or /)[0], form).toMatch(new RegExp(form, 'u'));
  });

  it('refuses a path that begins with ~, which would become the name of a folder', () => {
    writeFileSync(join(folder, 'plumbline.yaml'), 'data_dir: ~/data\nshadow:\n  patterns_dir: ~me/mine\n');
    expect(problems({ PLUMBLINE_ALLOW_FILE: '~/allow.yaml' }).map((line) => line.replace(folder, ''))).toEqual([
      expect.stringMatching(/plumbline\.yaml:1:1: data_dir: ~\/data: '~' is not expanded here: write the whole path$/),
      expect.stringMatching(/^PLUMBLINE_ALLOW_FILE: allow_file: ~/),
      expect.stringMatching(/plumbline\.yaml:3:3: shadow\.patterns_dir: ~me/),
    ]);
    expect(loadConfig({ PLUMBLINE_DATA_DIR: './~' }, '/srv').dataDir).toBe('/srv/~');
  });

  it('takes a list of texts from the environment with commas or as JSON, and names the form of what is wrong', () => {
    const given = (text: string) => loadConfig({ PLUMBLINE_TRUSTED_PROXIES: text }, folder).settings.trusted_proxies;
    for (const text of ['127.0.0.1/32, ::1', '["127.0.0.1/32","::1"]'])
      expect(given(text)).toEqual(['127.0.0.1/32', '::1']);
    expect(problems({ PLUMBLINE_TRUSTED_PROXIES: 'proxy.example' })).toEqual([
      expect.stringMatching(/trusted_proxies\.0: does not have the form that is needed, such as 10\.0\.0\.0\/8/),
    ]);
    for (const wrong of ['abc', '10.0.0.0/33', '::1/129', '1.2.3'])
      expect(problems({ PLUMBLINE_TRUSTED_PROXIES: wrong })).toEqual([
        expect.stringContaining(`PLUMBLINE_TRUSTED_PROXIES: trusted_proxies.0: ${wrong} is no network`),
      ]);
    expect(problems({ PLUMBLINE_TRUSTED_PROXIES: '["::1", 5]' })).toEqual([
      expect.stringContaining('trusted_proxies.1'),
    ]);
  });

  it('takes lists of objects from the environment as JSON, whose members have commas between them', () => {
    const witnesses = [{ url: 'http://127.0.0.1:8788', vkey: WITNESS_VKEY }];
    const { settings } = loadConfig({ PLUMBLINE_LEDGER_WITNESSES: JSON.stringify(witnesses) }, folder);
    expect(settings.ledger.witnesses).toEqual(witnesses);
    expect(problems({ PLUMBLINE_LEDGER_WITNESSES: 'http://127.0.0.1:8788' })).toEqual([
      expect.stringContaining('PLUMBLINE_LEDGER_WITNESSES'),
    ]);
  });

  it('takes keys of witnesses that are some, each once, and tells of all others at once [config-errors]', () => {
    const url = 'http://127.0.0.1:8788';
    const vkeys = [
      WITNESS_VKEY.replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
      WITNESS_VKEY,
      vkeyOf('log.example/iron', NOTE_ALGORITHMS.ed25519),
      'witness.example/w3+00000000+BAAA',
      vkeyOf('witness.example/w1', NOTE_ALGORITHMS.cosignature),
    ];
    const yaml = `ledger:\n  witnesses:\n${vkeys.map((vkey) => `    - { url: '${url}', vkey: '${vkey}' }\n`).join('')}`;
    expect(problems({}, yaml)).toEqual([
      expect.stringMatching(
        /^plumbline\.yaml:3:\d+: ledger\.witnesses\.0\.vkey: verifier key: has an id that is not that of/,
      ),
      expect.stringMatching(/^plumbline\.yaml:5:\d+: ledger\.witnesses\.2\.vkey: is no key of a witness/),
      expect.stringMatching(/^plumbline\.yaml:6:\d+: ledger\.witnesses\.3\.vkey: verifier key: /),
      expect.stringMatching(
        /^plumbline\.yaml:7:\d+: ledger\.witnesses\.4\.vkey: is another key of witness\.example\/w1/,
      ),
    ]);
    expect(problems({ PLUMBLINE_LEDGER_WITNESSES: JSON.stringify([{ url, vkey: vkeys[0] }]) })).toEqual([
      expect.stringMatching(/^PLUMBLINE_LEDGER_WITNESSES: ledger\.witnesses\.0\.vkey: /),
    ]);
  });

  it('reports all problems at once, with their places [config-errors]', () => {
    const yaml = 'tiers:\n  free:\n    checks_per_dy: 5\n    checks_per_day: -1\nlog:\n  level: loud\nbase_url: nope\n';
    const found = problems({ PLUMBLINE_PROT: '1', PORT: 'x', PLUMBLINE_KEY_PEPPER: 'short' }, yaml);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^plumbline\.yaml:3:5: tiers\.free\.checks_per_dy: is not a setting; did you mean checks_per_day\?$/,
        ),
        expect.stringMatching(/^plumbline\.yaml:4:5: tiers\.free\.checks_per_day: /),
        expect.stringMatching(
          /^plumbline\.yaml:6:3: log\.level: must be one of trace, debug, info, warn, error, silent$/,
        ),
        expect.stringMatching(/^plumbline\.yaml:7:1: base_url: /),
        'PLUMBLINE_PROT: is not a setting; did you mean PLUMBLINE_PORT?',
        'PORT: port: must be integer',
        'PLUMBLINE_KEY_PEPPER: needs at least 32 characters',
      ]),
    );
    expect(found).toHaveLength(7);
  });

  it('refuses a file that is no mapping, has a key twice or is missing [config-errors]', () => {
    expect(problems({}, '- a\n')).toEqual(['plumbline.yaml:1:1: must be a mapping of settings']);
    expect(problems({}, 'port: 1\nport: 2\n')[0]).toMatch(/^plumbline\.yaml:2:1: /);
    expect(problems({ PLUMBLINE_CONFIG: 'none.yaml' })[0]).toMatch(/^PLUMBLINE_CONFIG: there is no file/);
  });

  it('never puts a secret into a problem', () => {
    const found = problems({ PLUMBLINE_DATABASE_URL: 'mysql://user:hunter2@host/db' });
    expect(found).toHaveLength(1);
    expect(found[0]).not.toContain('hunter2');
  });

  it('reads models, and their keys from the environment only [model-config]', () => {
    const yaml = 'models:\n  local:\n    url: http://127.0.0.1:11434/v1\n    model: llama\n    api_key_env: MY_KEY\n';
    writeFileSync(join(folder, 'plumbline.yaml'), yaml);
    const { settings, secrets } = loadConfig({ MY_KEY: 'not-a-real-key' }, folder);
    expect(settings.models.local).toMatchObject({ model: 'llama', deadline_ms: 15_000, tokens_per_day: 1_000_000 });
    expect(secrets.modelKeys).toEqual({ local: 'not-a-real-key' });
    expect(JSON.stringify(settings)).not.toContain('not-a-real-key');
    expect(problems({})).toEqual([
      'plumbline.yaml:5:5: models.local.api_key_env: the environment has no usable MY_KEY',
    ]);
  });

  it('refuses models that cannot work, all at once, and names of models that are not there [model-config]', () => {
    const models = {
      a: { url: 'https://user:hunter2@host/v1', model: 'm' },
      b: { url: 'https://host/v1/', model: 'm', api_key: 'in the file' },
    };
    const found = problems({ PLUMBLINE_MODELS: JSON.stringify(models) });
    expect(found).toEqual([
      expect.stringContaining(
        'PLUMBLINE_MODELS: models.a.url: does not have the form that is needed, such as http://127.0.0.1:11434/v1',
      ),
      'PLUMBLINE_MODELS: models.b.api_key: is not a setting',
      expect.stringContaining(
        'PLUMBLINE_MODELS: models.b.url: does not have the form that is needed, such as http://127.0.0.1:11434/v1',
      ),
    ]);
    expect(found.join()).not.toContain('hunter2');
    const yaml = [
      'models:',
      '  local: { url: http://localhost/v1, model: m, money_per_day: "1.50" }',
      'nodes:',
      '  S5_LOCUS: { engine: { model: lokal } }',
    ].join('\n');
    expect(problems({ PLUMBLINE_SECRET_OF_MINE: 'x' }, yaml)).toEqual([
      'plumbline.yaml:2:48: models.local.money_per_day: needs both prices',
      'plumbline.yaml:4:15: nodes.S5_LOCUS.engine: there is no lokal in models',
    ]);
  });

  it('refuses a speech endpoint with a credential in its address, and a budget of money without a price', () => {
    const voices = [{ name: 'calm', upstream: 'x' }];
    const at = (url: string) => JSON.stringify({ url, model: 'm', voices });
    const found = problems({ PLUMBLINE_VOICE_ENDPOINT: at('https://user:hunter2@host/v1') });
    expect(found.length).toBeGreaterThan(0);
    expect(found.join()).not.toContain('hunter2');
    expect(problems({ PLUMBLINE_VOICE_ENDPOINT: at('https://host/v1'), PLUMBLINE_VOICE_ENGINE: 'endpoint' })).toEqual(
      [],
    );
    expect(problems({}, 'voice: { money_per_day: "1.50" }')).toEqual([
      'plumbline.yaml:1:10: voice.money_per_day needs voice.price_per_million_characters',
    ]);
  });

  it('is frozen', () => {
    const config = loadConfig({}, folder);
    expect(() => Object.assign(config.settings.limits, { check_per_minute: 1 })).toThrow(TypeError);
  });
});
