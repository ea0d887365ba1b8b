// SPDX-License-Identifier: Apache-2.0
import type { DataFile } from '../../constitution/parse.ts';
import type { DataProblem } from '../../constitution/problem.ts';
import { type DataPath, YamlSource } from '../../constitution/yaml-source.ts';
import { canonicalJson } from '../../seal/jcs.ts';
import type { CompiledPack } from '../stages.ts';
import type { Category, Ports } from '../types.ts';
import { KIND_MARK, withKind } from './kinds.ts';
import { type Besides, buildScanner, type ScanTables } from './matcher.ts';
import {
  anchorLiteral,
  completePattern,
  PackFileSchema,
  type Pattern,
  type PatternExpression,
  type RawPackFile,
} from './pack-schema.ts';

export type PackFile = DataFile;

/** A problem with a pattern or one of its parts, at the place where that is written. */
export type Report = (pattern: Pattern, at: DataPath, message: string) => DataProblem;

export interface ParsedPack {
  readonly patterns: readonly Pattern[];
  readonly problems: readonly DataProblem[];
  /** Of files that nobody has checked before: what they say of their examples is still to be asked. */
  readonly fresh: readonly Pattern[];
  /** For checks that come after parsing. */
  readonly report: Report;
}

/** Findings of these categories never show what they found. */
const SENSITIVE: ReadonlySet<Category> = new Set<Category>(['secrets', 'pii', 'privacy']);

/**
 * Reads the files of a pack. Everything that is wrong is reported at once; patterns with a fault are left out, so a pack
 * with problems must not be used. The join mark of the constitution's files works here too: it keeps texts that look
 * like live credentials out of the repository.
 */
export function parsePack(files: readonly PackFile[], knownArticles: ReadonlySet<number>): ParsedPack {
  const patterns: Pattern[] = [];
  const fresh: Pattern[] = [];
  const problems: DataProblem[] = [];
  const places = new Map<Pattern, { source: YamlSource; at: DataPath }>();
  const ids = new Set<string>();
  for (const file of files) {
    const source = new YamlSource(file);
    const pack = source.value === undefined ? null : source.read(PackFileSchema, source.value);
    (pack as RawPackFile | null)?.patterns.forEach((raw, index) => {
      const pattern = completePattern(raw);
      const faults = patternFaults(pattern, knownArticles, ids);
      ids.add(pattern.id);
      for (const { at, message } of faults) source.problem(['patterns', index, ...at], `${pattern.id}: ${message}`);
      if (faults.length > 0) return;
      patterns.push(pattern);
      if (!source.checked) fresh.push(pattern);
      places.set(pattern, { source, at: ['patterns', index] });
    });
    problems.push(...source.problems);
  }
  if (patterns.length === 0 && problems.length === 0) {
    problems.push({ path: files[0]?.path ?? '', line: 1, column: 1, message: 'the pack has no pattern' });
  }
  return { patterns, problems, fresh, report: (pattern, at, message) => reportAt(places, pattern, at, message) };
}

function reportAt(
  places: ReadonlyMap<Pattern, { source: YamlSource; at: DataPath }>,
  pattern: Pattern,
  at: DataPath,
  message: string,
): DataProblem {
  const place = places.get(pattern);
  if (place === undefined) throw new Error('the pattern comes from another pack');
  place.source.problem([...place.at, ...at], `${pattern.id}: ${message}`);
  return place.source.problems.at(-1) as DataProblem;
}

interface Fault {
  readonly at: DataPath;
  readonly message: string;
}

function patternFaults(pattern: Pattern, knownArticles: ReadonlySet<number>, ids: ReadonlySet<string>): Fault[] {
  const faults: Fault[] = [];
  if (ids.has(pattern.id)) faults.push({ at: ['id'], message: 'another pattern has this id' });
  if (!knownArticles.has(pattern.article)) {
    faults.push({ at: ['article'], message: `the constitution has no article ${pattern.article}` });
  }
  if (pattern.explanation.includes(KIND_MARK) !== (pattern.kind !== null)) {
    faults.push({ at: ['explanation'], message: `${KIND_MARK} in the explanation and a kind go together` });
  }
  pattern.expressions.forEach((expression, index) => {
    for (const message of expressionFaults(expression)) faults.push({ at: ['expressions', index], message });
  });
  return faults;
}

function expressionFaults(expression: PatternExpression): string[] {
  const faults: string[] = [];
  if (expression.anchors.length === 0 && expression.gate === null) faults.push('an expression needs anchors or a gate');
  if (expression.anchors.length > 0 && expression.gate !== null) faults.push('anchors and a gate exclude each other');
  for (const anchor of expression.anchors) {
    if (anchorLiteral(anchor) === '') faults.push(`the anchor '${anchor}' is empty`);
    if (anchor !== anchor.toLowerCase()) faults.push(`the anchor '${anchor}' must be in lower case`);
  }
  if (new Set(expression.flags).size !== expression.flags.length) faults.push('a flag is given twice');
  try {
    new RegExp(expression.source, `g${expression.flags}`);
  } catch (cause) {
    // The reason stands last, behind the whole expression, which may be long; the place is named beside it.
    const message = cause instanceof Error ? cause.message : String(cause);
    faults.push(`the expression cannot be read: ${message.slice(message.lastIndexOf(': ') + 1).trim()}`);
  }
  return faults;
}

/**
 * Makes a pack ready to match. The patterns must come from `parsePack` without problems.
 * @param besides what a scan looks for besides: one pass then serves three readers
 * @param tables are used where they are of the same patterns and words
 */
export function compilePack(
  patterns: readonly Pattern[],
  sha256Hex: Ports['sha256Hex'],
  { watched = null, together = null }: Besides = {},
  tables: ScanTables | null = null,
): CompiledPack {
  const hash = sha256Hex(canonicalJson({ format: 'plumbline-patterns/1', patterns }));
  const of = sha256Hex(canonicalJson({ pack: hash, watched, together }));
  const scanner = buildScanner(patterns, { watched, together }, tables?.of === of ? tables.image : null);
  return {
    hash,
    size: patterns.length,
    patterns: patterns.map((pattern) => ({
      id: pattern.id,
      name: pattern.name,
      category: pattern.category,
      article: pattern.article,
      what: pattern.kind === null ? pattern.explanation : withKind(pattern.explanation, pattern.kind),
      remediation: pattern.remediation,
      masked: SENSITIVE.has(pattern.category),
    })),
    samples: samplesOf(patterns),
    match: (text, deadline, form = 'all') => scanner.scan(text, deadline, form),
    tables: () => {
      const image = scanner.image();
      return image === null ? null : { image, of };
    },
  };
}

/** Of the patterns with short expressions first: those take the least code, and most of them run on what many texts have in them. */
const samplesOf = (patterns: readonly Pattern[]) =>
  patterns.toSorted((a, b) => longest(a) - longest(b)).flatMap(({ matches }) => matches);
const longest = ({ expressions }: Pattern) => Math.max(...expressions.map(({ source }) => source.length));
