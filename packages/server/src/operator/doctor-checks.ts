// SPDX-License-Identifier: Apache-2.0
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isExpired } from '@plumbline/core/engine/judgement/allowances.ts';
import { buildRuleset, type Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';
import { type Config, ConfigError, type Environment, loadConfig } from '../config.ts';
import { rulesetSource } from '../context.ts';
import { createNodeCrypto } from '../crypto.ts';
import { requireRoomFor } from '../folder.ts';
import type { HealthStatus } from '../services/health.ts';
import {
  clockCheck,
  diskCheck,
  engineCheck,
  forwardingCheck,
  type HealthCheck,
  modelCheck,
  storeCheck,
} from '../services/health-checks.ts';
import { knownPepper, lostPepper } from '../services/keys-pepper.ts';
import { beginningProblem } from '../services/ledger-beginning.ts';
import { Governance } from '../services/ledger-governance.ts';
import { LEDGER_KEYS_FOLDER, readKeyring } from '../services/ledger-keys.ts';
import { CheckpointMemory, MEMORY_FILE } from '../services/ledger-memory.ts';
import { startProblems } from '../services/ledger-overlap.ts';
import { compileRules, RulesetError, readRules } from '../services/ruleset.ts';
import { createPorts } from '../services/ruleset-ports.ts';
import { candidateSource } from '../services/shadow.ts';
import { signedForProblem } from '../services/signed-for.ts';
import { openStore, storeUrl } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { systemProblem } from '../store/system-problem.ts';
import { certificateChecks } from './doctor-certificates.ts';
import { auditCheck } from './doctor-ledger.ts';
import { modelsChecks } from './doctor-models.ts';
import { witnessChecks } from './doctor-witnesses.ts';

export interface DoctorCheck {
  readonly name: string;
  readonly status: HealthStatus;
  readonly detail: string;
}

const MIN_NODE_MAJOR = 24;
const SOON_MS = 14 * 86_400_000;
const SECRET_FILES_MODE = 0o077;

const pass = (name: string, detail: string): DoctorCheck => ({ name, status: 'pass', detail });
const warn = (name: string, detail: string): DoctorCheck => ({ name, status: 'warn', detail });
const fail = (name: string, detail: string): DoctorCheck => ({ name, status: 'fail', detail });

/** Every check in turn; a fault in one does not hide the others. */
export async function examine(env: Environment, cwd: string, build = buildRuleset): Promise<DoctorCheck[]> {
  const checks = [nodeCheck(process.versions.node)];
  let config: Config;
  try {
    config = loadConfig(env, cwd);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...checks, ...error.problems.map((problem) => fail('configuration', problem))];
  }
  checks.push(pass('configuration', config.file ?? 'no file; defaults and environment'));
  checks.push(
    ...rulesChecks(config, build),
    ...shadowChecks(config, build),
    dataDirCheck(config),
    proxiesCheck(config),
  );
  checks.push(...(await storeChecks(config)), await portCheck(config));
  return checks;
}

function nodeCheck(version: string): DoctorCheck {
  const enough = Number(version.split('.')[0]) >= MIN_NODE_MAJOR;
  return enough ? pass('node', version) : fail('node', `${version}; needs ${MIN_NODE_MAJOR} or newer`);
}

function rulesChecks(config: Config, build: typeof buildRuleset): DoctorCheck[] {
  const ports = createPorts(Date.now);
  try {
    const ruleset = compileRules(readRules(rulesetSource(config)), ports, build);
    return [pass('rules', describe(ruleset)), ...allowListCheck(ruleset, Date.now()), ...judging(ruleset, ports)];
  } catch (error) {
    return problemsOf('rules', error);
  }
}

/** The candidate is read when the service starts: what is wrong with it stops the start. */
function shadowChecks({ settings, candidate, ...config }: Config, build: typeof buildRuleset): DoctorCheck[] {
  if (candidate === null) return [];
  const live = rulesetSource({ settings, candidate, ...config });
  try {
    const rules = readRules(candidateSource(live, candidate, settings.shadow.model_file));
    return [pass('shadow', describe(compileRules(rules, createPorts(Date.now), build)))];
  } catch (error) {
    return problemsOf('shadow', error);
  }
}

function problemsOf(name: string, error: unknown): DoctorCheck[] {
  if (!(error instanceof RulesetError)) throw error;
  return error.problems.map((problem) => fail(name, problem));
}

const describe = ({ constitution, articles, pack, hash }: Ruleset) =>
  `constitution ${constitution.version} with ${articles.size} articles, ${pack.size} patterns, ruleset ${hash.slice(0, 16)}`;

/** An allowance that has run out does nothing; one that soon will is a change of verdicts that nobody planned. */
function allowListCheck({ allowances }: Ruleset, nowMs: number): DoctorCheck[] {
  if (allowances.length === 0) return [];
  const ended = allowances.filter((allowance) => isExpired(allowance, nowMs));
  const ending = allowances.filter((allowance) => !ended.includes(allowance) && isExpired(allowance, nowMs + SOON_MS));
  if (ended.length + ending.length === 0) return [pass('allow-list', `${allowances.length} allowances`)];
  const named = (list: typeof ended, word: string) => list.map(({ id, expiresOn }) => `${id} ${word} on ${expiresOn}`);
  return [warn('allow-list', [...named(ended, 'ended'), ...named(ending, 'ends')].join('; '))];
}

function judging(ruleset: Ruleset, ports: Ports): DoctorCheck[] {
  // Both are synchronous: they compute and read nothing.
  const engine = engineCheck(ruleset, ports)() as { status: HealthStatus; observed: unknown; unit?: string };
  const model = modelCheck(ruleset)() as { status: HealthStatus; observed: unknown };
  return [
    { name: 'engine', status: engine.status, detail: `${String(engine.observed)} ${engine.unit ?? ''}`.trim() },
    { name: 'model', status: model.status, detail: String(model.observed) },
  ];
}

function dataDirCheck({ dataDir }: Config): DoctorCheck {
  if (!existsSync(dataDir)) return unmadeDataDir(dataDir);
  const { mode } = statSync(dataDir);
  if ((mode & SECRET_FILES_MODE) !== 0)
    return warn('data folder', `${dataDir} is open to other users of this machine; chmod 700 closes it`);
  return pass('data folder', dataDir);
}

function unmadeDataDir(dataDir: string): DoctorCheck {
  try {
    requireRoomFor(dataDir);
  } catch (error) {
    return fail('data folder', `${dataDir} cannot be made: ${systemProblem(error) ?? (error as Error).message}`);
  }
  return warn('data folder', `${dataDir} does not exist yet; the first start makes it`);
}

/** Every key is checked with it. @param store null where there is none yet */
async function pepperCheck({ dataDir, secrets }: Config, store: Store | null): Promise<DoctorCheck> {
  try {
    if (knownPepper(dataDir, secrets.keyPepper) !== null) return pass('key pepper', 'can be read');
    const lost = store === null ? null : await lostPepper(dataDir, store.keys, Date.now());
    return lost === null ? pass('key pepper', 'none yet; the first start makes it') : fail('key pepper', lost);
  } catch (error) {
    return fail('key pepper', systemProblem(error) ?? (error as Error).message);
  }
}

function proxiesCheck({ settings }: Config): DoctorCheck {
  const { trusted_proxies, base_url } = settings;
  if (trusted_proxies.some((cidr) => cidr.endsWith('/0')))
    return fail('proxies', 'trusted_proxies trusts everybody: any client can claim any address');
  if (trusted_proxies.length > 0) return pass('proxies', trusted_proxies.join(', '));
  if (base_url?.startsWith('https:'))
    return warn(
      'proxies',
      'base_url is https, so a proxy stands in front, but trusted_proxies is empty: all users share one free quota',
    );
  return pass('proxies', 'none trusted; forwarding headers are not read');
}

async function storeChecks(config: Config): Promise<DoctorCheck[]> {
  const url = storeUrl(config.dataDir, config.secrets.databaseUrl);
  if (config.secrets.databaseUrl === null && !existsSync(config.dataDir))
    return [warn('store', 'no database yet; the first start makes it'), await pepperCheck(config, null)];
  let store: Awaited<ReturnType<typeof openStore>>;
  try {
    store = await openStore({ url });
  } catch (error) {
    return [fail('store', (error as Error).message), await pepperCheck(config, null)];
  }
  try {
    return [
      await probe('store', storeCheck(store, Date.now)),
      await pepperCheck(config, store),
      await probe('disk', diskCheck(config.dataDir)),
      await probe('clock', clockCheck(Date.now)),
      await probe('forwarding', forwardingCheck(store, Date.now)),
      await ledgerCheck(config, store),
      ...(await readCertificates(store)),
      ...(await witnessChecks(store.ledger, config.settings.ledger.witnesses, createNodeCrypto())),
      ...(await modelsChecks(config, store.modelBudgets)),
    ];
  } finally {
    await store.close();
  }
}

/** What a server would refuse to sign for: by what database and data folder remember, by the keys that the policy in force asks for, and by every entry. */
async function ledgerCheck({ dataDir, settings }: Config, { ledger }: Store): Promise<DoctorCheck> {
  try {
    const memory = new CheckpointMemory(join(dataDir, MEMORY_FILE));
    const problem = await signedForProblem(ledger.chain, memory, createNodeCrypto());
    if (problem !== null) return fail('ledger', problem);
    const { size } = await ledger.chain.head();
    const folder = settings.ledger.keys_dir ?? join(dataDir, LEDGER_KEYS_FOLDER);
    if (size > 0) {
      const governance = await Governance.read(ledger.chain, createNodeCrypto());
      const problems = startProblems(readKeyring(folder), governance.current);
      if (problems.length > 0) return fail('ledger', problems.join('; '));
      return await auditCheck(ledger, governance, createNodeCrypto());
    }
    const unfit = beginningProblem(folder);
    return unfit === null ? pass('ledger', 'not begun; the first start does') : fail('ledger', unfit);
  } catch (error) {
    return fail('ledger', (error as Error).message);
  }
}

async function readCertificates({ ledger }: Store): Promise<readonly DoctorCheck[]> {
  try {
    return await certificateChecks(ledger, createNodeCrypto(), Date.now());
  } catch (error) {
    return [fail('certificates', (error as Error).message)];
  }
}

async function probe(name: string, check: HealthCheck): Promise<DoctorCheck> {
  try {
    const { status, observed, unit } = await check();
    return { name, status, detail: `${String(observed)} ${unit ?? ''}`.trim() };
  } catch (error) {
    return fail(name, (error as Error).message);
  }
}

/** A port in use is a warning: the server that uses it may well be ours. */
function portCheck({ settings }: Config): Promise<DoctorCheck> {
  const { host, port } = settings;
  const where = `${host}:${port}`;
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      resolve(
        inUse
          ? warn('port', `${where} is in use; by a running server, perhaps`)
          : fail('port', `${where}: ${error.message}`),
      );
    });
    probe.listen({ host, port }, () => probe.close(() => resolve(pass('port', `${where} is free`))));
  });
}
