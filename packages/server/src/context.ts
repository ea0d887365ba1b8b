// SPDX-License-Identifier: Apache-2.0
/** The only composer: from a frozen configuration to a wired service, top to bottom; closes in reverse order. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { credentialRegex } from '@plumbline/core/contract/credential.ts';
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import type { JudgeModel } from '@plumbline/core/engine/judge-model/opinion.ts';
import type { buildRuleset, Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';
import type { Config } from './config-schema.ts';
import { type Addresses, createAddresses } from './context-addresses.ts';
import { createFrame } from './context-frame.ts';
import { backgroundFailure, healthFailure, nodeFault, threadWatch } from './events.ts';
import { makeFolder } from './folder.ts';
import { type App, createApp } from './http/app.ts';
import { createOverloadGuard, type OverloadGuard } from './http/overload.ts';
import { createLog, type Log, type LogLevel } from './log.ts';
import { createHandlers } from './routes/index.ts';
import { Certify } from './services/certify.ts';
import { Catalogue } from './services/documents-catalogue.ts';
import { readEvidence } from './services/evidence.ts';
import { type GatewayOptions, type GatewayParts, openGatewayParts } from './services/gateway/parts.ts';
import { Health } from './services/health.ts';
import {
  clockCheck,
  diskCheck,
  engineCheck,
  forwardingCheck,
  ledgerCheck,
  loopCheck,
  modelCheck,
  storeCheck,
  workersCheck,
} from './services/health-checks.ts';
import { ROUTE_NEEDS } from './services/health-routes.ts';
import { openSecondJudge } from './services/judge-model/open.ts';
import type { SecondJudge } from './services/judge-model/second-judge.ts';
import { TwoSteps } from './services/judge-model/two-steps.ts';
import { JudgePool } from './services/judge-pool.ts';
import { KeyService } from './services/keys.ts';
import { keyHash, openPepper } from './services/keys-pepper.ts';
import type { Ledger } from './services/ledger.ts';
import { ledgerAlert } from './services/ledger-alert.ts';
import { type LedgerParts, openLedgerParts } from './services/ledger-parts.ts';
import { Meter } from './services/metering.ts';
import { type ModelEndpoints, modelsCheck, openModels } from './services/model-endpoint/endpoints.ts';
import { Networks } from './services/networks.ts';
import { forThreads, type RuleFiles } from './services/rule-files.ts';
import { compileRules, type Read, type RulesetSource, readRules } from './services/ruleset.ts';
import { createPorts } from './services/ruleset-ports.ts';
import { openShadow, type Shadow } from './services/shadow.ts';
import { type TierTable, tierTable } from './services/tiers.ts';
import { startUpkeep } from './services/usage-upkeep.ts';
import { Verification } from './services/verification.ts';
import { openSpeech } from './services/voice/open.ts';
import { Voice } from './services/voice/voice.ts';
import { openStore, storeUrl } from './store/open.ts';
import type { Store } from './store/store.ts';
import { loadAssets, Pages } from './web/pages.ts';

/** The day of this release: Last-Modified of the documents that come with the software. */
const RELEASED_MS = Date.UTC(2026, 10, 21);
/** Left by the release's own run over labelled texts. */
const EVIDENCE = fileURLToPath(new URL('../../../quality/evidence.json', import.meta.url));

export interface Overrides extends Pick<GatewayOptions, 'shelve'> {
  readonly nowMs?: () => number;
  readonly log?: Log;
  /** Opened by the caller; closed with the context. */
  readonly store?: Store;
  /** For callers that make many contexts by the same rules. */
  readonly build?: typeof buildRuleset;
  readonly read?: Read;
  /** Address of what threads for long work run. */
  readonly judgeFile?: string;
}

export interface Context {
  readonly app: App;
  readonly config: Config;
  readonly log: Log;
  readonly store: Store;
  readonly keys: KeyService;
  readonly health: Health;
  readonly pool: JudgePool;
  readonly ruleset: Ruleset;
  readonly ledger: Ledger;
  readonly models: ModelEndpoints;
  readonly gateway: GatewayParts;
  /** Told once the socket is bound: the default of all public addresses. */
  listeningAt(url: string): void;
  close(): Promise<void>;
}

/** What later parts are built from. */
interface Base extends Pick<Overrides, 'shelve'> {
  readonly config: Config;
  readonly nowMs: () => number;
  readonly ports: Ports;
  readonly ruleset: Ruleset;
  readonly store: Store;
  readonly log: Log;
  readonly tiers: TierTable;
  readonly pepper: Uint8Array;
  /** Empty where none is configured; nothing is loaded before one is asked. */
  readonly models: ModelEndpoints;
  /** Null where the embedded scan judges alone. */
  readonly secondJudge: SecondJudge | null;
}

/** The second judge as part of the rules; null where none is configured. */
export function judgeModelOf({ settings: { judge, models } }: Config): Omit<JudgeModel, 'promptHash'> | null {
  const model = judge.model === null ? undefined : models[judge.model];
  return model === undefined ? null : { model: model.model, consult: judge.consult, mayClear: judge.may_clear };
}

export function rulesetSource(config: Config): RulesetSource {
  const { thresholds, retention, model_file } = config.settings;
  return {
    ...config.paths,
    modelNamed: model_file !== null,
    thresholds,
    judgeModel: judgeModelOf(config),
    retentionDays: retention.record_days,
  };
}

/** @throws RulesetError for faulty rules, Error when the store cannot be opened */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const { settings } = config;
  const nowMs = overrides.nowMs ?? Date.now;
  const log = overrides.log ?? createLog(settings.log.level as LogLevel);
  const ports = createPorts(nowMs);
  // Before the store: faulty rules must not leave a half-open database behind.
  const rules = readRules(rulesetSource(config), overrides.read);
  const ruleset = compileRules(rules, ports, overrides.build);
  makeFolder(config.dataDir);
  const store = overrides.store ?? (await openStore({ ...settings.retention, ...storeConfig(config) }));
  const closing = async (error: unknown) => {
    await store.close();
    throw error;
  };
  const pepper = await openPepper(config.dataDir, config.secrets.keyPepper, store.keys, nowMs()).catch(closing);
  const base = withModels({ config, nowMs, ports, ruleset, store, log, tiers: tierTable(settings.tiers), pepper });
  const addresses = createAddresses(config);
  const ledger = await createLedger(base, addresses).catch(closing);
  const callers = createCallers(base);
  const pool = createPool(base, forThreads(rules, ruleset), overrides.judgeFile);
  const shadow = openShadow(base, rulesetSource(config));
  const overload = createOverloadGuard(settings.limits.event_loop_lag_ms);
  const voice = createVoice(base);
  const health = createHealth(base, { pool, overload, ledger, voice, ...callers });
  const upkeep = startUpkeep({ store, ...callers, nowMs, onError: (error) => backgroundFailure(log, 'upkeep', error) });
  const catalogue = createCatalogue(base, addresses);
  const gateway = createGateway({ ...base, shelve: overrides.shelve }, pool, addresses, catalogue);
  const app = createServer(base, {
    ...callers,
    catalogue,
    gateway,
    pool,
    health,
    overload,
    addresses,
    ledger,
    voice,
    shadow,
  });
  return {
    app,
    config,
    log,
    store,
    keys: callers.keys,
    health,
    pool,
    ruleset,
    ledger: ledger.ledger,
    models: base.models,
    gateway,
    listeningAt: addresses.listeningAt,
    async close() {
      ledger.feeds.close();
      await app.close();
      overload.close();
      await upkeep.stop();
      await pool.close();
      await shadow?.close();
      await voice.close();
      await ledger.stop();
      await store.close();
    },
  };
}

function withModels(base: Omit<Base, 'models' | 'secondJudge'>): Base {
  const { config, store, ruleset, nowMs, log } = base;
  const { models: settings, judge } = config.settings;
  const models = openModels(settings, config.secrets.modelKeys, store.modelBudgets, nowMs, log);
  return { ...base, models, secondJudge: openSecondJudge({ settings: judge, models, ruleset, log }) };
}

function createPool({ config, ruleset, ports, log }: Base, rules: RuleFiles, file: string | undefined): JudgePool {
  const { workers, limits } = config.settings;
  // Who sets 0 wants nothing judged in the serving thread.
  const serving = limits.in_process_bytes > 0 ? { ruleset, ports } : null;
  const watch = threadWatch(log, 'judging');
  return new JudgePool({ threads: workers.threads, maxJobs: workers.max_queue, rules, serving, watch, file });
}

function storeConfig(config: Config) {
  return {
    url: storeUrl(config.dataDir, config.secrets.databaseUrl),
    recordDays: config.settings.retention.record_days,
    hashDays: config.settings.airlock.hash_days,
  };
}

function createVoice({ config, ruleset, ports, store, nowMs, log }: Base): Voice {
  const { settings, secrets } = config;
  return new Voice({
    engine: openSpeech({
      settings: settings.voice,
      apiKey: secrets.speechKey,
      budgets: store.modelBudgets,
      nowMs,
      log,
    }),
    judge: (text) => evaluate(text, ruleset, ports),
    sha256Hex: ports.sha256Hex,
  });
}

function createCallers({ config, store, nowMs, tiers, log, pepper }: Base) {
  const { settings } = config;
  const networks = new Networks({
    salts: store.salts,
    notices: store.notices,
    trustedProxies: settings.trusted_proxies,
    ipv6PrefixBits: settings.ipv6_prefix,
    nowMs,
    randomBytes,
    onError: (error) => backgroundFailure(log, 'notices', error),
  });
  const keys = new KeyService({
    store: store.keys,
    pepper,
    prefix: settings.key_prefix,
    tiers,
    nowMs,
    randomBytes,
    failuresPerMinute: settings.limits.failed_credentials_per_minute,
  });
  return { networks, keys };
}

function createLedger({ config, store, ruleset, ports, nowMs, log, pepper }: Base, addresses: Addresses) {
  const { version, hash } = ruleset.constitution;
  return openLedgerParts({
    stores: store.ledger,
    dataDir: config.dataDir,
    config: config.settings.ledger,
    publicUrl: addresses.baseUrl,
    cursorKey: keyHash(pepper, 'cursor'),
    constitution: { version, hash },
    nowMs,
    newId: ports.newId,
    onError: (task, error) => backgroundFailure(log, task, error),
  });
}

interface Watched {
  readonly pool: JudgePool;
  readonly overload: OverloadGuard;
  readonly ledger: LedgerParts;
  readonly voice: Voice;
  readonly networks: Networks;
}

function createHealth(base: Base, { pool, overload, ledger, voice, networks }: Watched): Health {
  const { config, store, ruleset, ports, nowMs, models, log } = base;
  const { limits, workers } = config.settings;
  return new Health({
    nowMs,
    verdict: () => ledger.audit.problem ?? ledger.ledger.refusal,
    onFailure: (check, error) => healthFailure(log, check, error),
    routes: ROUTE_NEEDS,
    checks: {
      store: storeCheck(store, nowMs),
      ledger: ledgerCheck(ledger),
      engine: engineCheck(ruleset, ports),
      model: modelCheck(ruleset),
      disk: diskCheck(config.dataDir),
      clock: clockCheck(nowMs),
      event_loop: loopCheck(overload.lagMs, limits.event_loop_lag_ms),
      workers: workersCheck(pool, workers.max_queue),
      forwarding: forwardingCheck(store, nowMs, () => networks.flushNotices()),
      ...((!models.isEmpty || config.settings.voice.engine === 'endpoint') && { models: modelsCheck(models, voice) }),
    },
  });
}

interface Parts {
  readonly networks: Networks;
  readonly keys: KeyService;
  readonly pool: JudgePool;
  readonly health: Health;
  readonly overload: OverloadGuard;
  readonly addresses: Addresses;
  readonly ledger: LedgerParts;
  readonly voice: Voice;
  readonly shadow: Shadow | null;
  readonly catalogue: Catalogue;
  readonly gateway: GatewayParts;
}

function createServer(base: Base, parts: Parts): App {
  const { config, nowMs, ports, ruleset, store } = base;
  const { settings } = config;
  const { baseUrl, siteUrl } = parts.addresses;
  const meter = new Meter({ usage: store.usage, nowMs, newId: () => ports.newId('res_') });
  const judging = { ruleset, ports, pool: parts.pool, inProcessBytes: settings.limits.in_process_bytes };
  const { secondJudge } = base;
  const twoSteps = secondJudge === null ? null : new TwoSteps({ ...judging, judge: secondJudge });
  const verification = new Verification({ ...judging, meter, nowMs, twoSteps, shadow: parts.shadow });
  const handlers = createHandlers({
    verification,
    voice: parts.voice,
    ...parts.ledger,
    ...parts.gateway,
    newId: ports.newId,
    certify: new Certify({
      secondSignature: settings.ledger.second_signature,
      ...parts.ledger,
      verification,
      ruleset,
      sha256Hex: ports.sha256Hex,
      baseUrl,
      validDays: settings.ledger.certificate_days,
      onError: (task, error) => backgroundFailure(base.log, task, error),
    }),
    catalogue: parts.catalogue,
    health: parts.health,
    pages: createPages(base, parts),
    ruleset,
    config,
    baseUrl,
    siteUrl,
  });
  return createApp({ frame: createFrame(base, parts), handlers, assets: loadAssets(RELEASED_MS) });
}

function createCatalogue({ config, ruleset }: Base, { baseUrl, siteUrl }: Addresses): Catalogue {
  const { settings } = config;
  return new Catalogue({
    constitution: ruleset.constitution,
    system: settings.system,
    baseUrl,
    siteUrl,
    keyRegex: credentialRegex(settings.key_prefix),
    evidence: readEvidence(EVIDENCE, ruleset.hash),
    releasedMs: RELEASED_MS,
  });
}

function createGateway(base: Base, pool: JudgePool, addresses: Addresses, catalogue: Catalogue): GatewayParts {
  const { config, log } = base;
  return openGatewayParts({
    ...base,
    settings: config.settings,
    pool,
    catalogue,
    hashKey: keyHash(base.pepper, 'content'),
    baseUrl: addresses.baseUrl,
    releasedMs: RELEASED_MS,
    onFault: (fault) => nodeFault(log, fault),
  });
}

function createPages({ config, ruleset, nowMs }: Base, { addresses, ledger }: Parts): Pages {
  const { settings } = config;
  const { version, hash } = ruleset.constitution;
  const { baseUrl, siteUrl } = addresses;
  return new Pages({
    nowMs,
    alert: () => ledgerAlert(ledger, baseUrl()),
    siteUrl,
    baseUrl,
    system: settings.system,
    releasedMs: RELEASED_MS,
    facts: () => ({
      service: settings.service,
      baseUrl: baseUrl(),
      siteUrl: siteUrl(),
      constitution: { version, hash, articles: ruleset.articles.size },
      freeChecksPerDay: settings.tiers.free.checks_per_day,
      organisation: settings.organisation.name,
    }),
  });
}
