// SPDX-License-Identifier: Apache-2.0
/** contract section 2. The engine's types in ../../engine/types.ts are the same values; a test keeps both equal. */
import { Type } from 'typebox';
import { SEVERITIES } from '../../engine/types.ts';
import { BOUNDS } from '../limits.ts';
import { count, hex64, nullable, openEnum, ulid, unit } from './scalars.ts';

export const VERDICTS = ['pass', 'review', 'fail'] as const;
const DECODE_LAYERS = [
  ...['base64', 'base32', 'base58', 'base85', 'uuencode', 'hex', 'codes', 'percent', 'quoted', 'html', 'escape'],
  ...['rot13', 'caesar', 'atbash', 'reversed', 'morse', 'braille', 'spelling', 'pig_latin', 'misspelling', 'emoji'],
] as const;
const STAGE_NAMES = ['intake', 'precheck', 'entropy', 'ai_scan', 'judgement', 'explanation', 'attestation'] as const;

export const severitySchema = () => openEnum(SEVERITIES);
export const verdictSchema = () => openEnum(VERDICTS);

export const SpanSchema = Type.Object(
  {
    start: count('First code point.'),
    end: count('One past the last code point.'),
    start_utf16: count('First UTF-16 unit, for JavaScript, Java and C#.'),
    end_utf16: count('One past the last UTF-16 unit.'),
  },
  { title: 'Span', description: 'Half open, over the text as given.' },
);

export const FlagSchema = Type.Object(
  {
    id: Type.String({ pattern: '^flg_[0-9]+$' }),
    source: openEnum(['precheck', 'entropy', 'ai_scan'], 'The stage that found it.'),
    pattern_id: nullable(Type.String({ description: 'P01 to P52 in the pack that ships.' })),
    category: Type.String({ description: 'A category of the constitution.' }),
    article: Type.Object({ number: Type.Integer({ minimum: 1 }), title: Type.String() }),
    severity: severitySchema(),
    confidence: unit(
      'Three decimal places. Of the AI scan: how sure it is that something is wrong there; of which kind, it is less sure.',
    ),
    side: openEnum(['text', 'prompt', 'response']),
    span: nullable(SpanSchema),
    excerpt: Type.String({ maxLength: 120, description: 'What was seen; secrets and personal data are masked.' }),
    decoded_from: Type.Optional(
      Type.Array(openEnum(DECODE_LAYERS), { maxItems: 2, description: 'Encodings it was hidden in, outermost first.' }),
    ),
    explanation: Type.String({ minLength: 20, maxLength: 600 }),
    remediation: Type.String({ maxLength: 400, description: 'How to put it right.' }),
    mappings: Type.Object({
      owasp_llm: Type.Array(Type.String()),
      owasp_agentic: Type.Array(Type.String()),
      atlas: Type.Array(Type.String()),
    }),
  },
  { title: 'Flag' },
);

export const StageSchema = Type.Object(
  {
    n: Type.Integer({ minimum: 1, maximum: 7 }),
    name: openEnum(STAGE_NAMES),
    status: openEnum(['ok', 'skipped', 'degraded', 'failed']),
    duration_ms: Type.Number({ minimum: 0 }),
    engine: Type.String(),
    detail: Type.Optional(Type.String()),
    deterministic: Type.Optional(
      Type.Literal(false, {
        description: 'There only where a remote model had a say: it may answer differently again.',
      }),
    ),
  },
  { title: 'Stage' },
);

export const EntropySchema = Type.Object(
  {
    bits_per_char: Type.Number({ minimum: 0 }),
    normalized: unit('Bits per character over the most that the text could have.'),
    windows: Type.Array(Type.Object({ span: SpanSchema, bits_per_char: Type.Number(), kind: Type.String() }), {
      maxItems: 20,
    }),
    anomalous: Type.Boolean(),
  },
  { title: 'Entropy' },
);

export const AiScanSchema = Type.Object(
  {
    status: openEnum(['ok', 'unavailable', 'timeout', 'disabled']),
    engine: Type.String(),
    model: nullable(Type.String()),
    model_hash: nullable(hex64('SHA-256 of the weights.')),
    categories: Type.Array(Type.Object({ category: Type.String(), score: Type.Number() })),
    required: Type.Boolean({ description: 'Whether a text that the scan did not see can pass.' }),
  },
  { title: 'AiScan' },
);

export const ConstitutionRefSchema = Type.Object(
  { version: Type.String(), hash: hex64('SHA-256 of the canonical text.') },
  { title: 'ConstitutionRef' },
);

const PrecheckSchema = Type.Object(
  {
    patterns_total: count('Patterns in the pack.'),
    patterns_hit: count('Patterns that matched.'),
    pack_hash: hex64('SHA-256 of the pack.'),
    decoded_layers: count('Encoded runs that were decoded and read.'),
  },
  { title: 'Precheck' },
);

const InputSchema = Type.Object(
  {
    sha256: hex64('Of the UTF-8 bytes of the text as given.'),
    code_points: count('Length of the text.'),
    bytes: count('Length of the text in UTF-8.'),
    language: nullable(
      Type.String({
        description:
          'ISO 639-1, of the larger part; null where nobody can tell (short, mixed, code): then the scan counts in full, and nothing says that it has learned the language.',
      }),
    ),
    normalised: Type.Boolean({ description: 'Whether normalisation changed more than letter case.' }),
  },
  { title: 'InputReport' },
);

const AppliedAllowanceSchema = Type.Object(
  {
    id: Type.String({ description: 'Name of the allowance.' }),
    reason: Type.String({ description: 'Why the operator allows it.' }),
    expires_on: Type.String({ description: 'First day, UTC, on which it holds no more.' }),
    findings: Type.Integer({ minimum: 1, description: 'Findings that it dropped, as flags would count them.' }),
  },
  { title: 'AppliedAllowance' },
);

export const EvaluationSchema = Type.Object(
  {
    evaluation_id: ulid('evl_', 'The id of this evaluation.'),
    operation: Type.Literal('evaluate'),
    verdict: verdictSchema(),
    compliant: Type.Boolean({ description: 'Whether the verdict is `pass`.' }),
    risk_score: unit('0 is none.'),
    highest_severity: nullable(severitySchema()),
    summary: Type.String(),
    flags: Type.Array(FlagSchema, { maxItems: BOUNDS.maxFlags, description: 'Worst first.' }),
    flags_total: count('Also those that `flags` leaves out.'),
    triggered_articles: Type.Array(Type.Integer({ minimum: 1 })),
    precheck: PrecheckSchema,
    entropy: EntropySchema,
    ai_scan: AiScanSchema,
    allowances: Type.Optional(
      Type.Array(AppliedAllowanceSchema, {
        description: 'Only where the allow-list of this deployment dropped findings.',
      }),
    ),
    stages: Type.Array(StageSchema, { description: 'The six stages that analyse.' }),
    degraded: Type.Boolean({ description: 'Whether a stage failed or ran out of time.' }),
    constitution: ConstitutionRefSchema,
    ruleset_hash: hex64('Over constitution, patterns, weights and thresholds: same hash, same verdict.'),
    input: InputSchema,
    retention: Type.Object({
      text: Type.Literal('not_stored'),
      record: Type.Literal('hash_and_counts'),
      days: count('Days that the record is kept.'),
    }),
  },
  { title: 'Evaluation' },
);
