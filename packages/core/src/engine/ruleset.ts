// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { categoriesHash } from '../constitution/hash.ts';
import { type DataFile, parseConstitution } from '../constitution/parse.ts';
import { readPrepared } from '../constitution/prepared.ts';
import type { DataProblem } from '../constitution/problem.ts';
import type { Article, CategoryTable, Constitution } from '../constitution/types.ts';
import { canonicalJson } from '../seal/jcs.ts';
import { loadClassifier } from './classify/classify.ts';
import { type IntentRules, isIntentFile, parseIntent } from './intent/intent.ts';
import type { JudgeModel } from './judge-model/opinion.ts';
import { judgeInstructions, promptHash } from './judge-model/prompt.ts';
import { type Allowance, parseAllowances } from './judgement/allowances.ts';
import { exampleProblems } from './precheck/examples.ts';
import type { ScanTables } from './precheck/matcher.ts';
import { compilePack, type ParsedPack, parsePack } from './precheck/pack.ts';
import { checkVerdicts, type Verdicts } from './precheck/verdicts.ts';
import type { Classifier, CompiledPack } from './stages.ts';
import { isStructureFile, parseStructure, type StructureRules } from './structure/structure.ts';
import type { Ports, Thresholds } from './types.ts';

/** Everything that decides a verdict, ready to use. Built once, shared by all checks, never changed. */
export interface Ruleset {
  readonly constitution: Constitution;
  readonly categories: CategoryTable;
  readonly articles: ReadonlyMap<number, Article>;
  readonly pack: CompiledPack;
  /** By pattern id. */
  readonly patterns: ReadonlyMap<string, CompiledPack['patterns'][number]>;
  readonly classifier: Classifier | null;
  /** What actions mean; null where the pack brings no `intent.yaml`, and then every action check is degraded. */
  readonly intent: IntentRules | null;
  /** Words that mean something together; null where the pack brings no `structure.yaml`. */
  readonly structure: StructureRules | null;
  readonly thresholds: Thresholds;
  /** What the operator allows in spite of a finding. */
  readonly allowances: readonly Allowance[];
  /** A model that judges as second; null where none is configured. */
  readonly judgeModel: JudgeModel | null;
  /** SHA-256 of the JCS bytes of the hashes of all parts, the thresholds and the engine versions. */
  readonly hash: string;
  /** How long hashes and counts of a check are kept. */
  readonly retentionDays: number;
}

export interface RulesetInput {
  /** All YAML files of the constitution folder. */
  readonly constitutionFiles: readonly DataFile[];
  /** All YAML files of the patterns folder; `intent.yaml` and `structure.yaml` among them are rules of other forms. */
  readonly patternFiles: readonly DataFile[];
  /** `verdicts.json` of the patterns folder: every expression must be known to run in linear time. Empty: there is none. */
  readonly verdictFile: DataFile;
  /** `prepared.json` of either folder: what is in it need not be read and checked again. It changes no verdict and no hash. */
  readonly preparedFiles?: readonly DataFile[];
  /** The weights of the embedded classifier; null where there is none. */
  readonly modelBytes: Uint8Array | null;
  /** Names the weights in a problem. */
  readonly modelPath?: string;
  readonly thresholds: Thresholds;
  /** The operator's allow-list; null or absent where there is none. */
  readonly allowFile?: DataFile | null;
  readonly judgeModel?: Omit<JudgeModel, 'promptHash'> | null;
  readonly retentionDays: number;
  /** Used where they are of the same patterns and words. They change no verdict and no hash. */
  readonly tables?: ScanTables | null;
  /** The very same files made a ruleset before: what they say of their own examples is known. */
  readonly tried?: boolean;
}

export interface BuiltRuleset {
  /** Null where there are problems: a ruleset is whole or it is not used. */
  readonly ruleset: Ruleset | null;
  readonly problems: readonly DataProblem[];
}

/** Version of each stage's program. A change that can change a verdict raises it, and with it the ruleset hash. */
export const ENGINES = {
  intake: 'intake/1',
  precheck: 'patterns/1',
  entropy: 'entropy/1',
  ai_scan: 'classify/2',
  judgement: 'judge/1',
  explanation: 'explain/1',
} as const;

const NOTHING_ALLOWED = { allowances: [], problems: [] };
const ALL_NUMBERS = Array.from({ length: 999 }, (_, i) => i + 1);

/** Puts the parts together; every problem of every file is reported at once. */
export function buildRuleset(input: RulesetInput, sha256Hex: Ports['sha256Hex']): BuiltRuleset {
  const prepared = readPrepared(input.preparedFiles ?? [], sha256Hex);
  const {
    constitution,
    categories,
    problems: constitutionProblems,
  } = parseConstitution(input.constitutionFiles.map(prepared.attach), sha256Hex);
  const patternFiles = input.patternFiles.map(prepared.attach);
  const articles = articleMap(constitution);
  // A constitution that could not be read says nothing about the articles of the patterns.
  const known = constitution === null ? new Set(ALL_NUMBERS) : new Set(articles.keys());
  const pack = parsePack(
    patternFiles.filter(({ path }) => !isIntentFile(path) && !isStructureFile(path)),
    known,
  );
  const intentFile = patternFiles.find(({ path }) => isIntentFile(path));
  const intent = intentFile === undefined ? null : parseIntent(intentFile, known, sha256Hex);
  const structureFile = patternFiles.find(({ path }) => isStructureFile(path));
  const structure = structureFile === undefined ? null : parseStructure(structureFile, known, sha256Hex);
  const classifier = readClassifier(input, sha256Hex);
  const allow =
    input.allowFile == null
      ? NOTHING_ALLOWED
      : parseAllowances(input.allowFile, new Set(pack.patterns.map(({ id }) => id)));
  const unproven = unprovenExpressions(input.verdictFile, pack, sha256Hex);
  const besides = { watched: intent?.rules?.gate ?? null, together: structure?.together ?? null };
  const compile = () => compilePack(pack.patterns, sha256Hex, besides, input.tables);
  // What is not known to come to an end is not run; `pack lint` says more of it.
  const isTried = input.tried === true || pack.fresh.length === 0 || unproven.length > 0;
  const tried = isTried ? null : compile();
  const problems = [
    ...prepared.problems,
    ...constitutionProblems,
    ...pack.problems,
    ...(tried === null ? [] : wrongExamples(pack, tried)),
    ...unproven,
    ...(intent?.problems ?? []),
    ...(structure?.problems ?? []),
    ...classifier.problems,
    ...allow.problems,
  ];
  if (problems.length > 0 || constitution === null || categories === null) return { ruleset: null, problems };
  const compiled = tried ?? compile();
  const parts = {
    constitution,
    categories,
    articles,
    pack: compiled,
    patterns: new Map(compiled.patterns.map((pattern) => [pattern.id, pattern])),
    classifier: classifier.classifier,
    intent: intent?.rules ?? null,
    structure: structure?.rules ?? null,
    thresholds: input.thresholds,
    allowances: allow.allowances,
    judgeModel:
      input.judgeModel == null
        ? null
        : { ...input.judgeModel, promptHash: promptHash(judgeInstructions(articles, categories), sha256Hex) },
    retentionDays: input.retentionDays,
  };
  return { ruleset: { ...parts, hash: rulesetHash(parts, sha256Hex) }, problems };
}

const VerdictFileSchema = Type.Record(
  Type.String({ pattern: '^[0-9a-f]{64}$' }),
  Type.Object({
    status: Type.Enum(['linear', 'steep', 'vulnerable', 'unknown']),
    method: Type.Enum(['proof', 'bounded']),
    checker: Type.String(),
    detail: Type.Optional(Type.String()),
  }),
);

function unprovenExpressions(file: DataFile, pack: ParsedPack, sha256Hex: Ports['sha256Hex']): DataProblem[] {
  const verdicts = readVerdicts(file.text);
  if (verdicts !== null) return checkVerdicts(pack.patterns, verdicts, sha256Hex, pack.report);
  return [
    {
      path: file.path,
      line: 1,
      column: 1,
      message: file.text === '' ? NO_VERDICTS : 'this is no file of verdicts on expressions',
    },
  ];
}

const NO_VERDICTS =
  'there are no verdicts: no expression is known to run in linear time; plumbline pack lint --write-verdicts makes the file';
const NEVER = () => false;

const wrongExamples = (pack: ParsedPack, { match }: CompiledPack) =>
  exampleProblems(pack, pack.fresh, pack.patterns, (text) => match(text, NEVER, 'all').matches);

function readVerdicts(text: string): Verdicts | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(VerdictFileSchema, value) ? value : null;
  } catch {
    return null;
  }
}

function articleMap(constitution: Constitution | null): Map<number, Article> {
  const articles = (constitution?.titles ?? []).flatMap((title) => title.articles);
  return new Map(articles.map((article) => [article.number, article]));
}

function readClassifier(input: RulesetInput, sha256Hex: Ports['sha256Hex']) {
  if (input.modelBytes === null) return { classifier: null, problems: [] };
  try {
    return { classifier: loadClassifier(input.modelBytes, sha256Hex), problems: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { classifier: null, problems: [{ path: input.modelPath ?? 'model', line: 1, column: 1, message }] };
  }
}

/** Same hash and same text: same flags, same score. Retention decides nothing and stays out. */
export function rulesetHash(parts: Omit<Ruleset, 'hash'>, sha256Hex: Ports['sha256Hex']): string {
  return sha256Hex(
    canonicalJson({
      constitution: parts.constitution.hash,
      categories: categoriesHash(parts.categories, sha256Hex),
      pack: parts.pack.hash,
      intent: parts.intent?.hash ?? sha256Hex(canonicalJson(null)),
      structure: parts.structure?.hash ?? null,
      model: parts.classifier?.hash ?? null,
      thresholds: parts.thresholds,
      ...(parts.allowances.length > 0 && { allowances: parts.allowances.map((allowance) => ({ ...allowance })) }),
      // Absent without one: rules that never heard of a second judge keep their hash.
      ...(parts.judgeModel !== null && { judge_model: { ...parts.judgeModel } }),
      engines: ENGINES,
    }),
  );
}
