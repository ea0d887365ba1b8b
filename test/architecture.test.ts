// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Who may import whom. A file belongs to the first zone whose prefix it has; it may import its own zone and the zones
 * that its row names. Packages from npm are named per zone too, so that a new dependency is a decision.
 */
interface Zone {
  readonly prefix: string;
  readonly zones: readonly string[];
  readonly packages: readonly string[];
}

const CORE = 'packages/core/src/';
const SERVER = 'packages/server/src/';
const zone = (prefix: string, zones: readonly string[], packages: readonly string[] = []): Zone => ({
  prefix,
  zones,
  packages,
});

/** Adapters to Node that server and command line share; a browser's client imports none of it. */
const CLIENT_NODE = 'packages/client/src/node/';
const CORE_LEAVES = [`${CORE}errors.ts`];
/** Makes folders, and says why it could not. */
const FOLDER = `${SERVER}folder.ts`;
const SERVER_LEAVES = [
  `${SERVER}log.ts`,
  `${SERVER}events.ts`,
  `${SERVER}config.ts`,
  // The schema and its groups: types and defaults.
  `${SERVER}config-`,
  `${SERVER}crypto.ts`,
  FOLDER,
];
const NODE = ['node:'];

const ZONES: readonly Zone[] = [
  zone(`${CORE}index.ts`, [CORE]),
  zone(`${CORE}errors.ts`, []),
  zone(`${CORE}seal/`, CORE_LEAVES),
  zone(`${CORE}constitution/`, [`${CORE}seal/`, `${CORE}engine/types.ts`, ...CORE_LEAVES], ['yaml', 'typebox']),
  zone(`${CORE}engine/`, [`${CORE}constitution/`, `${CORE}seal/`, ...CORE_LEAVES], ['yaml', 'typebox']),
  zone(`${CORE}contract/`, [CORE], ['typebox']),
  zone(CORE, [CORE], ['yaml', 'typebox']),
  zone(CLIENT_NODE, [CORE], NODE),
  zone('packages/client/src/', [CORE]),
  zone('packages/cli/src/', ['packages/client/src/', CORE], ['node:', 'recheck', '@plumbline/server']),
  zone(`${SERVER}main.ts`, [SERVER], NODE),
  zone(`${SERVER}index.ts`, [SERVER], NODE),
  zone(`${SERVER}log.ts`, [CORE], ['node:', 'pino']),
  zone(`${SERVER}events.ts`, [CORE, `${SERVER}log.ts`]),
  zone(`${SERVER}config`, [CORE, `${SERVER}config`], ['node:', 'yaml', 'typebox', 'ajv']),
  zone(`${SERVER}crypto.ts`, [CORE, CLIENT_NODE], NODE),
  zone(FOLDER, [], NODE),
  zone(`${SERVER}context`, [CORE, SERVER], NODE),
  zone(`${SERVER}operator/`, [CORE, SERVER, CLIENT_NODE], NODE),
  zone(
    `${SERVER}http/`,
    [CORE, `${SERVER}routes/`, `${SERVER}services/`, `${SERVER}web/`, `${SERVER}context.ts`, ...SERVER_LEAVES],
    ['node:', 'fastify', 'ajv'],
  ),
  zone(
    `${SERVER}routes/`,
    [CORE, `${SERVER}services/`, `${SERVER}web/`, `${SERVER}http/`, ...SERVER_LEAVES],
    ['node:'],
  ),
  // The only home of the SDK for models: it is heavy, and loaded when a model is asked first.
  zone(
    `${SERVER}services/model-endpoint/`,
    [CORE, `${SERVER}services/`, `${SERVER}store/model-budget-store.ts`, ...SERVER_LEAVES],
    ['node:', 'ai', '@ai-sdk/openai-compatible', 'cockatiel'],
  ),
  zone(
    `${SERVER}services/voice/`,
    [CORE, `${SERVER}services/`, `${SERVER}store/model-budget-store.ts`, ...SERVER_LEAVES],
    ['node:', 'piscina', '@bjorn3/browser_wasi_shim', 'wasm-media-encoders', 'browser-id3-writer'],
  ),
  zone(
    `${SERVER}services/`,
    // The audit knows no database: it reads by the interfaces of ledger-store.ts.
    [
      CORE,
      `${CLIENT_NODE}rule-tables.ts`,
      `${SERVER}store/store.ts`,
      `${SERVER}store/ledger-store.ts`,
      `${SERVER}store/gateway-store.ts`,
      `${SERVER}store/receipt-store.ts`,
      `${SERVER}store/ledger/audit.ts`,
      `${SERVER}store/ledger/certificate-row.ts`,
      `${SERVER}store/ledger/ratification-columns.ts`,
      ...SERVER_LEAVES,
    ],
    ['node:', 'piscina'],
  ),
  zone(`${SERVER}web/`, [CORE, `${SERVER}services/`, ...SERVER_LEAVES], ['node:']),
  zone(`${SERVER}store/sqlite/`, [CORE, FOLDER, `${SERVER}store/`], ['node:', 'kysely']),
  zone(`${SERVER}store/postgres/`, [CORE, `${SERVER}store/`], ['node:', 'kysely', 'pg']),
  zone(`${SERVER}store/`, [CORE, `${SERVER}store/`, `${SERVER}crypto.ts`], ['node:', 'kysely']),
];

const FORBIDDEN: readonly (readonly [from: string, to: string])[] = [
  [`${SERVER}store/sqlite/`, `${SERVER}store/postgres/`],
  [`${SERVER}store/postgres/`, `${SERVER}store/sqlite/`],
  [`${CORE}engine/`, `${CORE}contract/`],
];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function resolveImport(file: string, specifier: string): { path: string } | { package: string } {
  if (specifier.startsWith('.')) return { path: normalize(join(dirname(file), specifier)) };
  const sibling = /^@plumbline\/(core|client|cli)(?:\/(.+))?$/.exec(specifier);
  if (sibling) return { path: `packages/${sibling[1]}/src/${sibling[2] ?? 'index.ts'}` };
  return { package: specifier };
}

function violation(file: string, specifier: string): string | null {
  const from = ZONES.find((candidate) => file.startsWith(candidate.prefix));
  if (!from) return `${file}: belongs to no zone`;
  const target = resolveImport(file, specifier);
  if ('package' in target) {
    const allowed = from.packages.some(
      (name) => target.package === name || target.package.startsWith(name.endsWith(':') ? name : `${name}/`),
    );
    return allowed ? null : `${file}: may not import the package ${target.package}`;
  }
  if (FORBIDDEN.some(([a, b]) => file.startsWith(a) && target.path.startsWith(b)))
    return `${file}: may not import ${target.path}`;
  const allowed = [from.prefix, ...from.zones].some((prefix) => target.path.startsWith(prefix));
  return allowed ? null : `${file}: may not import ${target.path}`;
}

const SOURCES = globSync('packages/*/src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'));

describe('architecture', () => {
  it('finds the sources', () => {
    expect(SOURCES.length).toBeGreaterThan(20);
  });

  it('keeps every import inside its zone', () => {
    const broken = SOURCES.flatMap((file) => importsOf(file).map((specifier) => violation(file, specifier))).filter(
      Boolean,
    );
    expect(broken).toEqual([]);
  });

  it('keeps files under 400 lines, tables and generated files aside', () => {
    const long = SOURCES.filter((file) => !/generated|-table\.ts$|errors\.ts$/.test(file))
      .map((file) => [file, readFileSync(file, 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 400);
    expect(long).toEqual([]);
  });

  it('keeps clocks, files, randomness and the environment out of core', () => {
    const impure = SOURCES.filter((file) => file.startsWith(CORE)).filter((file) =>
      /\b(Date\.now|new Date\(\)|Math\.random|process\.|performance\.|setTimeout|globalThis\.crypto)\b/.test(
        readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
      ),
    );
    expect(impure).toEqual([]);
  });
});
