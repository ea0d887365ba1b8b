// SPDX-License-Identifier: Apache-2.0
/**
 * Every setting, in one schema: `plumbline.yaml` is checked against it, environment names are derived from it, and the
 * reference page is generated from it. All settings have defaults: the service starts with none.
 */
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { AirlockSchema } from './config-airlock.ts';
import { GATEWAY_LIMITS, GatewaySchema } from './config-gateway.ts';
import { JudgeSchema } from './config-judge.ts';
import { type ModelKeys, ModelsSchema } from './config-models.ts';
import { NodesSchema } from './config-nodes.ts';
import { ShadowSettings } from './config-shadow.ts';
import { VoiceSettings } from './config-voice.ts';

const group = <P extends TProperties>(description: string, properties: P) =>
  Type.Object(properties, { additionalProperties: false, default: {}, description });
const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { default: null, description });

const Url = Type.String({ pattern: '^https?://[^\\s/?#]+[^\\s?#]*[^\\s?#/]$', maxLength: 300 });
const Count = (fallback: number, description: string, minimum = 1) =>
  Type.Integer({ minimum, maximum: 1_000_000_000, default: fallback, description });
const Fact = (description: string) => nullable(Type.String({ minLength: 1, maxLength: 300 }), description);
const OnFailure = (stage: string) =>
  Type.Union([Type.Literal('closed'), Type.Literal('open')], {
    default: 'closed',
    description: `What a failure of the stage ${stage} means: closed withholds a pass, open judges without it.`,
  });

const tier = (checks: number | null, price: { amount: string; currency: string } | null, description: string) =>
  group(description, {
    checks_per_day: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), Type.Null()], {
      default: checks,
      description: 'Checks in one UTC day; null is no limit.',
    }),
    price: Type.Union(
      [
        Type.Object(
          {
            amount: Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,9})?$' }),
            currency: Type.String({ pattern: '^[A-Z]{3}$' }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { default: price, description: 'Price of one check: a decimal amount as text, and an ISO 4217 currency.' },
    ),
  });

export const ConfigSchema = Type.Object(
  {
    host: Type.String({ default: '127.0.0.1', minLength: 1, description: 'Address to listen on.' }),
    port: Type.Integer({
      default: 8787,
      minimum: 0,
      maximum: 65535,
      description: 'Port to listen on; 0 takes a free one.',
    }),
    data_dir: Type.String({
      default: './data',
      minLength: 1,
      description: 'Folder of the database and the local secrets.',
    }),
    base_url: nullable(Url, 'Public address of the API, without a closing slash. Default: the listening address.'),
    site_url: nullable(Url, 'Public address of the site and its problem pages. Default: base_url.'),
    origin_url: nullable(Url, 'Another direct address that serves the same API.'),
    service: Type.String({
      default: 'Plumbline',
      minLength: 1,
      maxLength: 60,
      pattern: '^[^"\\\\\\x00-\\x1f]+$',
      description: 'Name of the service.',
    }),
    system: Type.String({
      default: 'PLUMBLINE',
      pattern: '^[A-Z0-9_-]{1,40}$',
      description: 'System identifier in every answer outside v1.',
    }),
    key_prefix: Type.String({
      default: 'plb',
      pattern: '^[a-z][a-z0-9]{1,11}$',
      description: 'Prefix of the keys that this deployment issues.',
    }),
    organisation: group('Who runs this deployment. What is not set is reported as not configured, never invented.', {
      name: Fact('Name of the organisation.'),
      legal_form: Fact('Legal form.'),
      jurisdiction: Fact('Jurisdiction.'),
      registry: Fact('Register that lists the organisation.'),
      registration_number: Fact('Number in that register.'),
      tax_identifier: Fact('Tax identifier.'),
      address: Fact('Postal address.'),
      contact: Fact('E-mail or web address for questions.'),
      security_contact: Fact('E-mail or web address for vulnerability reports.'),
    }),
    tiers: group('What callers may use, and what it costs.', {
      free: tier(100, null, 'Callers without a key, by network; keys of tier free, by key.'),
      standard: tier(10_000, { amount: '0.001', currency: 'USD' }, 'Keys of tier standard.'),
      enterprise: tier(null, null, 'Keys of tier enterprise; a key may carry its own daily limit.'),
    }),
    limits: group('Short-term limits and overload.', {
      verify_per_minute_free: Count(120, 'evaluate and govern in 60 s, without a key or with a key of tier free.'),
      verify_per_minute_keyed: Count(600, 'evaluate and govern in 60 s with a key.'),
      verify_in_flight_free: Count(8, 'Checks at work at once, without a key.'),
      verify_in_flight_keyed: Count(32, 'Checks at work at once, with a key.'),
      check_per_minute: Count(30, 'constitution/check in 60 s, by network.'),
      ledger_per_minute: Count(60, 'Documents to verify and statements to submit in 60 s, by network.'),
      ...GATEWAY_LIMITS,
      failed_credentials_per_minute: Count(30, 'Refused credentials (401 and 403) in 60 s, by network, before 429.'),
      event_loop_lag_ms: Count(1_000, 'Lag of the event loop above which work is shed with 503.', 50),
      in_process_bytes: Count(
        16_384,
        'Texts up to this many bytes are judged in the serving thread; longer ones in a worker thread, once there is one. 0: none ever.',
        0,
      ),
      shared: Type.Boolean({
        default: false,
        description: 'Count windows of 60 s in the store, together with other processes on it; else in this process.',
      }),
      instances: Type.Integer({
        default: 1,
        minimum: 1,
        maximum: 1_000,
        description: 'Processes that share the store: while it fails, each keeps its part of a shared limit.',
      }),
      legacy_headers: Type.Boolean({ default: false, description: 'Also send X-RateLimit-* fields.' }),
    }),
    ledger: group(
      'The public record, its keys and its witnesses. Who may ratify is decided by signed policies, not here.',
      {
        origin: nullable(
          Type.String({ pattern: '^[^\\s+:]+(:[0-9]+)?(/[^\\s+]*)?$', maxLength: 200 }),
          'Name of the log, fixed by the first entry. Default: host of base_url and /log; without a public address random.',
        ),
        keys_dir: nullable(
          Type.String({ minLength: 1 }),
          'Folder of the private keys, absolute. Default: ledger-keys in data_dir.',
        ),
        post_quantum: Type.Union(
          ['both', 'checkpoints', 'certificates', 'none'].map((part) => Type.Literal(part)),
          {
            default: 'both',
            description:
              'What carries a second signature, ML-DSA-44. Taken when the ledger is begun: afterwards the policy says it.',
          },
        ),
        second_signature: Type.Union(
          ['bundle', 'issue'].map((moment) => Type.Literal(moment)),
          {
            default: 'bundle',
            description:
              'When a certificate gets its second signature, where the policy names a key for it: with the iron bundle that is taken along, or when it is issued, which makes certify cost over three times as much.',
          },
        ),
        heartbeat_hours: Type.Integer({
          default: 12,
          minimum: 1,
          maximum: 24,
          description: 'A silent ledger gets an entry after this time, so that its age says something.',
        }),
        full_scan_hours: Count(
          24,
          'Every entry is read and verified anew within this time at the latest, in slices in the background.',
        ),
        certificate_days: nullable(
          Type.Integer({ minimum: 1, maximum: 36_500 }),
          'Days after which certificates expire; null: they do not.',
        ),
        require_anchored: Type.Boolean({
          default: false,
          description:
            'Refuse to start unless a ratification in force covers what is issued. It cannot make one: only signatures can.',
        }),
        witness_quorum: Type.Integer({
          default: 0,
          minimum: 0,
          maximum: 32,
          description:
            'Co-signatures without which nothing counts as anchored. Taken when the ledger is begun: afterwards the policy says it.',
        }),
        witnesses: Type.Array(
          Type.Object(
            {
              url: Type.String({
                pattern: '^https?://[^\\s]+$',
                maxLength: 300,
                description: 'Its add-checkpoint address.',
              }),
              vkey: Type.String({
                pattern: '^[^\\s+]+\\+[0-9a-f]{8}\\+\\S+$',
                maxLength: 2_000,
                description: 'Its key.',
              }),
            },
            { additionalProperties: false },
          ),
          {
            default: [],
            maxItems: 32,
            description: 'Witnesses that are asked to co-sign checkpoints: url and vkey of each.',
          },
        ),
      },
    ),
    models: ModelsSchema,
    judge: JudgeSchema,
    shadow: group('Candidate rules that judge beside the live ones, without effect.', ShadowSettings),
    gateway: GatewaySchema,
    nodes: NodesSchema,
    airlock: AirlockSchema,
    voice: group('What reads texts aloud.', VoiceSettings),
    workers: group('Threads for long texts and batches.', {
      threads: Type.Integer({ default: 1, minimum: 1, maximum: 64, description: 'Worker threads.' }),
      max_queue: Count(64, 'Tasks that may wait for a thread; beyond that 503 overloaded.'),
    }),
    thresholds: group('Judgement. Part of ruleset_hash.', {
      fail_high_confidence: Type.Number({
        default: 0.8,
        minimum: 0,
        maximum: 1,
        description: 'A high finding at or above this confidence fails the text.',
      }),
      review_medium_count: Type.Integer({
        default: 2,
        minimum: 1,
        maximum: 100,
        description: 'This many medium findings ask for a review.',
      }),
      ai_scan_required: Type.Boolean({
        default: true,
        description: 'Whether a text that the AI scan could not see is kept from passing.',
      }),
      on_failure: group('What a failed stage means.', {
        precheck: OnFailure('precheck'),
        entropy: OnFailure('entropy'),
        ai_scan: OnFailure('ai_scan'),
      }),
    }),
    constitution_dir: nullable(
      Type.String({ minLength: 1 }),
      'Folder of the constitution. Default: the one that ships.',
    ),
    patterns_dir: nullable(
      Type.String({ minLength: 1 }),
      'Folder of the pattern pack; replaces the one that ships as a whole.',
    ),
    model_file: nullable(
      Type.String({ minLength: 1 }),
      'Weights of the embedded AI scan. Default: the file that ships.',
    ),
    allow_file: nullable(
      Type.String({ minLength: 1 }),
      'Allow-list: phrases and texts that are allowed in spite of a finding, each with a reason and a last day.',
    ),
    trusted_proxies: Type.Array(Type.String({ pattern: '^[0-9a-fA-F.:]+(/[0-9]{1,3})?$' }), {
      default: [],
      maxItems: 100,
      description: 'Networks (CIDR) whose Forwarded and X-Forwarded-For headers are believed.',
    }),
    ipv6_prefix: Type.Integer({
      default: 64,
      minimum: 48,
      maximum: 64,
      description: 'Bits of an IPv6 address that count as one network.',
    }),
    retention: group('How long counts are kept. Texts are never kept.', {
      record_days: Count(400, 'Days that hourly counts are kept.'),
    }),
    hsts: group('Strict-Transport-Security; only for deployments behind TLS.', {
      max_age_s: Count(0, 'Seconds; 0 sends no header.', 0),
      include_subdomains: Type.Boolean({ default: false, description: 'Add includeSubDomains.' }),
    }),
    cors: group('Browser origins.', {
      site_origins: Type.Array(Type.String({ pattern: '^https?://[^/\\s]+$' }), {
        default: [],
        maxItems: 50,
        description: 'Origins, beside that of site_url, that may read the routes that are not public to all origins.',
      }),
    }),
    log: group('Logs: JSON lines on stderr. Texts, bodies, keys and addresses are never in them.', {
      level: Type.Union(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
        { default: 'info', description: 'Lowest level that is written.' },
      ),
      requests: Type.Boolean({
        default: false,
        description: 'One line for each request at level info (else at debug).',
      }),
    }),
  },
  { additionalProperties: false, title: 'plumbline.yaml' },
);

export type Settings = Static<typeof ConfigSchema>;

/** Settings that only the environment gives, because they are secret. */
export const SECRET_NAMES = {
  PLUMBLINE_DATABASE_URL: 'PostgreSQL address (`postgres://…`). Default: SQLite in data_dir.',
  PLUMBLINE_KEY_PEPPER:
    'Secret under which keys are hashed; at least 32 characters. Default: made in data_dir on first start.',
  PLUMBLINE_SPEECH_API_KEY: 'Credential of the configured speech endpoint, if it wants one.',
} as const;

/** What `loadConfig` returns, frozen. Secrets stand apart so that no log line can take them along. */
export interface Config {
  readonly settings: Settings;
  readonly secrets: {
    readonly databaseUrl: string | null;
    readonly keyPepper: string | null;
    readonly speechKey: string | null;
    /** Keys of models, by the name of the model. */
    readonly modelKeys: ModelKeys;
  };
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute folder and file paths of the rules in use. */
  readonly paths: {
    readonly constitution: string;
    readonly patterns: string;
    readonly model: string;
    readonly allow: string | null;
  };
  /** Absolute paths of the candidate rules that judge beside those in use, or null. */
  readonly candidate: { readonly constitution: string; readonly patterns: string; readonly model: string } | null;
  /** The file that was read, or null. */
  readonly file: string | null;
  /** Where host and port were set, as problems name a place; empty for a default. Whether they work shows only later. */
  readonly places: { readonly host: string; readonly port: string };
}
