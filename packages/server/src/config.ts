// SPDX-License-Identifier: Apache-2.0
/**
 * The only reader of the environment. A file and the environment become one frozen value, or a list of every problem at
 * once: a person mends a configuration in one go.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { LineCounter, type Node, parseDocument } from 'yaml';
import { type EnvironmentName, environmentNames, readEnvironmentValue } from './config-environment.ts';
import { formMessage, homeProblems } from './config-forms.ts';
import { type ModelKeys, readModelKeys } from './config-models.ts';
import { nodeNameProblems } from './config-nodes.ts';
import { proxyProblems } from './config-proxies.ts';
import { referenceProblems } from './config-references.ts';
import { type Config, ConfigSchema, SECRET_NAMES, type Settings } from './config-schema.ts';
import { witnessProblems } from './config-witnesses.ts';

export type { Config, Settings } from './config-schema.ts';

/** Every problem of a configuration, each with its place: `plumbline.yaml:3:1: …` or `PLUMBLINE_PORT: …`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Tree = Record<string, unknown>;
/** Where a value of the merged tree came from, by JSON pointer. */
type Origin = (pointer: string) => string;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Of tests, and secrets whose names the settings choose. */
const NAMED_ELSEWHERE = /^PLUMBLINE_(?:TEST|SECRET)_/;
const OWN_NAMES = new Set(['PLUMBLINE_CONFIG', 'PLUMBLINE_CLONE', ...Object.keys(SECRET_NAMES)]);

/**
 * Reads `plumbline.yaml` (or the file that PLUMBLINE_CONFIG names) and the environment.
 * @param env usually process.env
 * @param cwd folder that relative paths start from
 * @param needsModelKeys false for commands that ask no model: the secrets of a service are not in every shell
 * @throws ConfigError with all problems
 */
export function loadConfig(env: Environment, cwd: string, { needsModelKeys = true } = {}): Config {
  const problems: string[] = [];
  const named = env.PLUMBLINE_CONFIG || undefined;
  const file = resolve(cwd, named ?? 'plumbline.yaml');
  const found = existsSync(file);
  if (named !== undefined && !found) problems.push(`PLUMBLINE_CONFIG: there is no file ${file}`);
  const { tree, origin } = found ? readFile(file, problems) : { tree: {}, origin: () => '' };
  const fromEnvironment = mergeEnvironment(tree, env, problems);
  const placeOf: Origin = (pointer) => givenBy(fromEnvironment, pointer) ?? origin(pointer);
  const settings = validate(tree, placeOf, problems);
  const modelKeys = problems.length === 0 ? linked(settings, env, needsModelKeys, placeOf, problems) : {};
  if (problems.length === 0 && settings.voice.engine === 'endpoint' && settings.voice.endpoint === null)
    problems.push(`${placeOf('/voice/engine')}: voice.engine endpoint needs voice.endpoint`);
  if (
    problems.length === 0 &&
    settings.voice.money_per_day !== null &&
    settings.voice.price_per_million_characters === null
  )
    problems.push(`${placeOf('/voice/money_per_day')}: voice.money_per_day needs voice.price_per_million_characters`);
  const databaseUrl = env.PLUMBLINE_DATABASE_URL || null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl))
    problems.push('PLUMBLINE_DATABASE_URL: must start with postgres:// or postgresql://');
  const keyPepper = env.PLUMBLINE_KEY_PEPPER || null;
  const speechKey = env.PLUMBLINE_SPEECH_API_KEY || null;
  if (keyPepper !== null && keyPepper.length < 32) problems.push('PLUMBLINE_KEY_PEPPER: needs at least 32 characters');
  if (problems.length > 0) throw new ConfigError(problems);
  const places = { host: placeOf('/host'), port: placeOf('/port') };
  return assemble(
    settings,
    { databaseUrl, keyPepper, speechKey, modelKeys },
    { file: found ? file : null, places },
    cwd,
  );
}

/** What one setting says of another, or of the environment: asked once each of them is sound by itself. */
function linked(
  settings: Settings,
  env: Environment,
  needsModelKeys: boolean,
  placeOf: Origin,
  problems: string[],
): ModelKeys {
  const { keys, problems: missing } = readModelKeys(settings.models, env, needsModelKeys);
  const found = [
    ...missing,
    ...referenceProblems(settings),
    ...homeProblems(settings),
    ...proxyProblems(settings),
    ...nodeNameProblems(settings.nodes),
    ...witnessProblems(settings),
  ];
  for (const [pointer, message] of found) {
    const place = placeOf(pointer);
    problems.push(`${place === '' ? '' : `${place}: `}${pointer.slice(1).replaceAll('/', '.')}: ${message}`);
  }
  return keys;
}

function assemble(
  settings: Settings,
  secrets: Config['secrets'],
  { file, places }: Pick<Config, 'file' | 'places'>,
  cwd: string,
): Config {
  // Paths of the file are relative to it; paths of the environment and the defaults to the working folder.
  const base = file === null ? cwd : dirname(file);
  const at = (path: string) => (isAbsolute(path) ? path : resolve(base, path));
  const or = (path: string | null, fallback: string) => (path === null ? fallback : at(path));
  const paths = {
    constitution: or(settings.constitution_dir, resolve(ROOT, 'constitution')),
    patterns: or(settings.patterns_dir, resolve(ROOT, 'patterns')),
    allow: settings.allow_file === null ? null : at(settings.allow_file),
    model: or(settings.model_file, resolve(ROOT, 'models/scan.bin')),
  };
  const { constitution_dir, patterns_dir, model_file } = settings.shadow;
  const isShadowed = constitution_dir !== null || patterns_dir !== null || model_file !== null;
  return deepFreeze({
    settings,
    secrets,
    dataDir: at(settings.data_dir),
    paths,
    candidate: isShadowed
      ? {
          constitution: or(constitution_dir, paths.constitution),
          patterns: or(patterns_dir, paths.patterns),
          model: or(model_file, paths.model),
        }
      : null,
    file,
    places,
  });
}

function readFile(file: string, problems: string[]): { tree: Tree; origin: Origin } {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, uniqueKeys: true });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  for (const error of document.errors) problems.push(`${place(error.pos[0])}: ${error.message.split('\n')[0]}`);
  if (document.errors.length > 0) return { tree: {}, origin: () => file };
  const value: unknown = document.toJS({ maxAliasCount: 0 }) ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    problems.push(`${file}:1:1: must be a mapping of settings`);
    return { tree: {}, origin: () => file };
  }
  return { tree: value as Tree, origin: (pointer) => place(offsetOf(document, pointer)) };
}

function offsetOf(document: ReturnType<typeof parseDocument>, pointer: string): number {
  const path = pointer.split('/').slice(1).map(unescapePointer);
  // The pointer of a missing member leads nowhere: its nearest ancestor is the place to mend.
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) as Node | undefined;
    const key = path[length - 1] ?? '';
    const pair = pairOf(parent ?? document.contents, key);
    if (pair !== undefined) return pair;
  }
  return document.contents?.range?.[0] ?? 0;
}

function pairOf(node: unknown, key: string): number | undefined {
  const items = (node as { items?: readonly unknown[] } | null)?.items;
  if (items === undefined) return undefined;
  for (const [index, item] of items.entries()) {
    const pair = item as { key?: { value?: unknown; range?: readonly number[] }; range?: readonly number[] };
    if (pair.key !== undefined && String(pair.key?.value) === key) return pair.key.range?.[0];
    if (pair.key === undefined && String(index) === key) return pair.range?.[0];
  }
  return undefined;
}

/** Writes environment values over the tree; answers which pointer came from which name. */
function mergeEnvironment(tree: Tree, env: Environment, problems: string[]): Map<string, string> {
  const names = environmentNames();
  const origins = new Map<string, string>();
  const given = Object.keys(env).filter((name) => env[name] !== undefined && env[name] !== '');
  for (const name of given) {
    const entry = names.get(name);
    if (entry !== undefined) {
      setPath(tree, entry, readEnvironmentValue(entry, env[name] ?? ''));
      origins.set(`/${entry.path.join('/')}`, name);
    } else if (name.startsWith('PLUMBLINE_') && !NAMED_ELSEWHERE.test(name) && !OWN_NAMES.has(name)) {
      problems.push(`${name}: is not a setting${nearest(name, [...names.keys(), ...OWN_NAMES])}`);
    }
  }
  return origins;
}

/** The name that gave the value or, as JSON, something around it. */
function givenBy(origins: ReadonlyMap<string, string>, pointer: string): string | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const name = origins.get(at);
    if (name !== undefined) return name;
  }
  return undefined;
}

function setPath(tree: Tree, entry: EnvironmentName, value: unknown): void {
  let node = tree;
  for (const step of entry.path.slice(0, -1)) {
    const next = node[step];
    if (typeof next !== 'object' || next === null) node[step] = {};
    node = node[step] as Tree;
  }
  node[entry.path.at(-1) ?? ''] = value;
}

/** Compiled once for configurations that are read one after the other; a service reads one, and need not hold it. */
let compiled: WeakRef<ValidateFunction> | undefined;

function compiledSchema(): ValidateFunction {
  const known = compiled?.deref();
  if (known !== undefined) return known;
  // The schema is ours and checked by tests: to check it anew at every start costs a twentieth of the start.
  const trusted = { meta: false, validateSchema: false, code: { optimize: false } } as const;
  const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, verbose: true, ...trusted });
  const made = ajv.compile(ConfigSchema);
  compiled = new WeakRef(made);
  return made;
}

function validate(tree: Tree, origin: Origin, problems: string[]): Settings {
  const check = compiledSchema();
  if (check(tree)) return tree as Settings;
  const seen = new Set<string>();
  for (const error of check.errors ?? []) {
    // A union reports each of its branches; the branch errors say nothing that the first one does not.
    const pointer = pointerOf(error);
    if (seen.has(pointer) || error.keyword === 'anyOf') continue;
    seen.add(pointer);
    const place = origin(pointer);
    problems.push(
      `${place === '' ? '' : `${place}: `}${pointer.slice(1).replaceAll('/', '.')}: ${messageOf(error, check.errors ?? [])}`,
    );
  }
  return tree as Settings;
}

function pointerOf(error: ErrorObject): string {
  const name = (error.params as { additionalProperty?: string }).additionalProperty;
  return name === undefined ? error.instancePath : `${error.instancePath}/${name}`;
}

function messageOf(error: ErrorObject, all: readonly ErrorObject[]): string {
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
    return `is not a setting${nearest(String((error.params as { additionalProperty: string }).additionalProperty), known)}`;
  }
  if (error.keyword === 'const') {
    const same = all.filter((other) => other.keyword === 'const' && other.instancePath === error.instancePath);
    return `must be one of ${same.map((other) => String((other.params as { allowedValue: unknown }).allowedValue)).join(', ')}`;
  }
  if (error.keyword === 'pattern') return formMessage(String((error.params as { pattern: string }).pattern));
  return error.message ?? 'is not allowed';
}

function nearest(name: string, known: readonly string[]): string {
  const best = known.map((word) => [distance(name, word), word] as const).sort((a, b) => a[0] - b[0])[0];
  return best !== undefined && best[0] <= 3 ? `; did you mean ${best[1]}?` : '';
}

/** Levenshtein distance: configuration names are short. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
