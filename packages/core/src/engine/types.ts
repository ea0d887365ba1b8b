// SPDX-License-Identifier: Apache-2.0
/** The values that the engine takes and gives. Wire names, because these objects are the wire (contract section 2). */

import type { AppliedAllowance } from './judgement/allowances.ts';

export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];
export type Verdict = 'pass' | 'review' | 'fail';
export type Side = 'text' | 'prompt' | 'response';
export type FlagSource = 'precheck' | 'entropy' | 'ai_scan';

export const CATEGORIES = [
  'authority',
  'infrastructure',
  'impersonation',
  'injection',
  'jailbreak',
  'prompt_extraction',
  'exfiltration',
  'obfuscation',
  'secrets',
  'pii',
  'privacy',
  'violence',
  'weapons',
  'self_harm',
  'minors',
  'sexual',
  'hate',
  'harassment',
  'fraud',
  'crime',
  'cyber',
  'misinformation',
  'manipulation',
  'dangerous_advice',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Half open, over the text as given. `start`/`end` in code points, the `_utf16` pair in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly start_utf16: number;
  readonly end_utf16: number;
}

export type DecodeLayer =
  | 'base64'
  | 'base32'
  | 'base58'
  | 'base85'
  | 'uuencode'
  | 'hex'
  | 'codes'
  | 'percent'
  | 'quoted'
  | 'html'
  | 'escape'
  | 'rot13'
  | 'caesar'
  | 'atbash'
  | 'reversed'
  | 'morse'
  | 'braille'
  | 'spelling'
  | 'pig_latin'
  | 'misspelling'
  | 'emoji';

export interface Mappings {
  readonly owasp_llm: readonly string[];
  readonly owasp_agentic: readonly string[];
  readonly atlas: readonly string[];
}

/**
 * What a stage found, before judgement and explanation. UTF-16 offsets over the text as given; null when the finding has
 * no place of its own (a statement about the whole text).
 */
export interface Finding {
  readonly source: FlagSource;
  readonly pattern_id: string | null;
  readonly category: Category;
  readonly article: number;
  readonly severity: Severity;
  /** [0..1] */
  readonly confidence: number;
  readonly start_utf16: number | null;
  readonly end_utf16: number | null;
  /** Outermost first; empty when the text was found as given or normalised. */
  readonly decoded_from: readonly DecodeLayer[];
  /** What was matched, unmasked; never leaves the engine without the explanation stage's masking. */
  readonly matched: string;
  /** What else the same pattern found in the same encoded run. */
  readonly also?: ReadonlySet<string>;
  /** Secrets and personal data are masked in excerpts. */
  readonly masked: boolean;
  /** One sentence for a person, from the pattern or the stage. */
  readonly what: string;
  /** How to put it right, where that is known better than by pattern or category. */
  readonly remediation?: string;
  /** For the embedded model: of the words that say what a text is about, those that weighed most; absent where another model speaks. */
  readonly words?: readonly string[];
  /** For ai_scan: [0..1], how likely the passage is without the words that every text has; absent where nobody can tell. */
  readonly grounds?: number;
}

export interface Flag {
  readonly id: string;
  readonly source: FlagSource;
  readonly pattern_id: string | null;
  readonly category: string;
  readonly article: { readonly number: number; readonly title: string };
  readonly severity: Severity;
  readonly confidence: number;
  readonly side: Side;
  readonly span: Span | null;
  readonly excerpt: string;
  readonly decoded_from?: readonly DecodeLayer[];
  readonly explanation: string;
  readonly remediation: string;
  readonly mappings: Mappings;
}

export const STAGES = [
  { n: 1, name: 'intake' },
  { n: 2, name: 'precheck' },
  { n: 3, name: 'entropy' },
  { n: 4, name: 'ai_scan' },
  { n: 5, name: 'judgement' },
  { n: 6, name: 'explanation' },
  { n: 7, name: 'attestation' },
] as const;
export type StageName = (typeof STAGES)[number]['name'];
export type StageStatus = 'ok' | 'skipped' | 'degraded' | 'failed';

export interface Stage {
  readonly n: number;
  readonly name: StageName;
  readonly status: StageStatus;
  readonly duration_ms: number;
  readonly engine: string;
  readonly detail?: string;
  /** Only where it is false: a remote model had a say. */
  readonly deterministic?: false;
}

export interface EntropyWindow {
  readonly span: Span;
  readonly bits_per_char: number;
  readonly kind: string;
}

export interface EntropyReport {
  readonly bits_per_char: number;
  readonly normalized: number;
  readonly windows: readonly EntropyWindow[];
  readonly anomalous: boolean;
}

export interface AiScanReport {
  readonly status: 'ok' | 'unavailable' | 'timeout' | 'disabled';
  readonly engine: string;
  readonly model: string | null;
  readonly model_hash: string | null;
  readonly categories: readonly { readonly category: string; readonly score: number }[];
  readonly required: boolean;
}

export interface InputReport {
  readonly sha256: string;
  readonly code_points: number;
  readonly bytes: number;
  readonly language: string | null;
  readonly normalised: boolean;
}

export interface Evaluation {
  readonly evaluation_id: string;
  readonly operation: 'evaluate';
  readonly verdict: Verdict;
  readonly compliant: boolean;
  readonly risk_score: number;
  readonly highest_severity: Severity | null;
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly flags_total: number;
  readonly triggered_articles: readonly number[];
  readonly precheck: {
    readonly patterns_total: number;
    readonly patterns_hit: number;
    readonly pack_hash: string;
    readonly decoded_layers: number;
  };
  readonly entropy: EntropyReport;
  readonly ai_scan: AiScanReport;
  /** Only where the operator's allow-list dropped findings. */
  readonly allowances?: readonly AppliedAllowance[];
  readonly stages: readonly Stage[];
  readonly degraded: boolean;
  readonly constitution: { readonly version: string; readonly hash: string };
  readonly ruleset_hash: string;
  readonly input: InputReport;
  readonly retention: { readonly text: 'not_stored'; readonly record: 'hash_and_counts'; readonly days: number };
}

export interface EvaluateOptions {
  readonly detail?: 'full' | 'summary';
  readonly max_flags?: number;
  readonly min_severity?: Severity;
  readonly locale?: string;
}

export interface Relation {
  readonly injection_followed: boolean | null;
  readonly prompt_leak: { readonly overlap: number };
  readonly refusal: boolean;
  readonly echoed_secret: boolean;
  readonly on_topic: number | null;
}

export type Decision = 'allow' | 'rewrite' | 'block' | 'escalate';

export interface Governance {
  readonly governance_id: string;
  readonly decision: Decision;
  readonly verdict: Verdict;
  readonly risk_score: number;
  readonly input: Evaluation;
  readonly output: Evaluation;
  readonly relation: Relation;
  readonly suggested_rewrite_prompt: string | null;
  readonly rewrite: {
    readonly method: 'redact' | 'rephrase' | 'model';
    readonly changed: readonly Span[];
    readonly verdict_after: Verdict;
  } | null;
  readonly suggested_response: string | null;
  readonly human_review: {
    readonly required: boolean;
    readonly reason: string | null;
    readonly role: 'THE_BRIDGE';
  };
  readonly explanation: string;
  readonly stages: readonly Stage[];
}

/** contract 8.3 */
export interface ActionCheckInput {
  readonly action: string;
  readonly context?: string;
  readonly actor?: string;
  readonly reversible?: boolean;
}

export interface ActionCheck {
  readonly compliant: boolean;
  readonly advisory_only: true;
  readonly binding: false;
  readonly triggered_articles: readonly {
    readonly number: number;
    readonly title: string;
    readonly severity: Severity;
    readonly explanation: string;
    readonly evidence: string;
  }[];
  readonly recommendations: readonly { readonly text: string; readonly article: number }[];
  readonly requires_human: boolean;
  readonly confidence: number;
  readonly constitution: { readonly version: string; readonly hash: string };
  readonly degraded: boolean;
  readonly check_id: string;
}

/** What `core` needs from outside: it reads no clock, no file, no randomness of its own. */
export interface Ports {
  /** Milliseconds, monotonic, fractions welcome. Only for durations. */
  readonly now: () => number;
  /**
   * Milliseconds that this thread has computed, where it can tell: the time for patterns is used up only once they have
   * been computed too, so that a machine that halts or is overloaded makes nothing degraded. Asked only when the time has
   * passed by the clock.
   */
  readonly computedMs?: () => number;
  /** Milliseconds since 1970-01-01 UTC: for what ends on a day. */
  readonly wallNowMs: () => number;
  /** Lowercase hex SHA-256 of a string's UTF-8 bytes, or of bytes. */
  readonly sha256Hex: (data: string | Uint8Array) => string;
  /** A new id with the given prefix: `evl_` gives `evl_` + ULID. */
  readonly newId: (prefix: string) => string;
}

/** Judgement thresholds: configuration, part of `ruleset_hash`, published by GET /api/v1. */
export interface Thresholds {
  /** A high finding at or above this confidence fails the text. */
  readonly fail_high_confidence: number;
  /** This many medium findings send the text to review. */
  readonly review_medium_count: number;
  /** Whether a text that the AI scan did not see can pass. */
  readonly ai_scan_required: boolean;
  readonly on_failure: Readonly<Record<'precheck' | 'entropy' | 'ai_scan', 'closed' | 'open'>>;
}

export const DEFAULT_THRESHOLDS: Thresholds = {
  fail_high_confidence: 0.8,
  review_medium_count: 2,
  ai_scan_required: true,
  on_failure: { precheck: 'closed', entropy: 'closed', ai_scan: 'closed' },
};
