// SPDX-License-Identifier: Apache-2.0
import type { Sha256Hex } from '../../constitution/hash.ts';
import type { DataFile } from '../../constitution/parse.ts';
import type { DataProblem } from '../../constitution/problem.ts';
import { YamlSource } from '../../constitution/yaml-source.ts';
import { canonicalJson } from '../../seal/jcs.ts';
import type { Together } from '../precheck/together.ts';
import type { Category } from '../types.ts';
import { buildConceptIndex, type ConceptIndex } from './concept-index.ts';
import { harmNamer } from './harm-words.ts';
import { type Matcher, matcherOf, type StructureHit } from './match-rule.ts';
import { isProgram } from './program-text.ts';
import { rulesTogether } from './rules-together.ts';
import { findStrayTask } from './stray-task.ts';
import {
  checkStructure,
  expandConcepts,
  type Saying,
  type StructureData,
  type StructureRule,
  StructureSchema,
} from './structure-schema.ts';

/** Rules over concepts that stand together, ready to match. */
export interface StructureRules {
  /** SHA-256 of the JCS bytes of the rules. */
  readonly hash: string;
  readonly rules: readonly StructureRule[];
  /** At most one hit of each rule and sentence. */
  readonly match: (text: string) => readonly StructureHit[];
  /** Categories of the rules whose words stand together in a text and are excused there, by more than wide words behind them. */
  readonly spared: (text: string) => ReadonlySet<Category>;
  /** Whether a text has a word of what harm is made of; true where the rules name none. */
  readonly namesHarm: (text: string) => boolean;
  /** A task that has nothing to do with the text around it. No gate tells of it: every text is to be asked. */
  readonly stray: (text: string) => StructureHit | null;
  /** Texts that the rules match. */
  readonly samples: readonly string[];
}

const FILE_NAME = 'structure.yaml';

/** Whether a file of the patterns folder holds these rules. */
export function isStructureFile(path: string): boolean {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) === FILE_NAME;
}

export interface ParsedStructure {
  readonly rules: StructureRules | null;
  /** The rules find nothing in a text in which these do not stand together. For a scan, which has tables of its own for them. */
  readonly together: Together | null;
  readonly problems: readonly DataProblem[];
}

/** Reads the rules. Every rule must match its own samples and none of its near misses. */
export function parseStructure(
  file: DataFile,
  knownArticles: Pick<ReadonlySet<number>, 'has'>,
  sha256Hex: Sha256Hex,
): ParsedStructure {
  const source = new YamlSource(file);
  const faulty = () => ({ rules: null, together: null, problems: source.problems });
  const data = source.problems.length > 0 ? null : source.read(StructureSchema, source.value);
  if (data === null) return faulty();
  checkStructure(source, data, knownArticles);
  if (source.problems.length > 0) return faulty();
  const concepts = expandConcepts(data);
  const index = buildConceptIndex(concepts);
  const matchers = data.rules.map((rule) => matcherOf(rule, index));
  if (!source.checked) checkSamples(source, data, matchers, index);
  if (!source.checked) checkStraySamples(source, data);
  if (source.problems.length > 0) return faulty();
  const rules = readyRules(data, sha256Hex(canonicalJson(data)), index, matchers);
  return { rules, together: rulesTogether(data.rules, concepts, data.common), problems: [] };
}

/** Of what was read only the rules stay; the words of concepts are in the index. */
function readyRules(
  { rules, stray_task: strayTask, harm_words: harmWords }: StructureData,
  hash: string,
  index: ConceptIndex,
  matchers: readonly Matcher[],
): StructureRules {
  return {
    hash,
    rules,
    match: (text) => {
      const sighting = index.find(text);
      return outsidePrograms(
        matchers.flatMap((matcher) => matcher(sighting)),
        text,
      );
    },
    spared: (text) => {
      const sighting = index.find(text);
      const spared = new Set<Category>();
      for (const matcher of matchers) matcher(sighting, ({ category }) => spared.add(category));
      return spared;
    },
    namesHarm: harmNamer(harmWords, index),
    stray: (text) => strayIn(text, strayTask),
    samples: rules.flatMap(({ matches }) => matches),
  };
}

/** Without what is source code, except where the text wants a program read as more than that. */
function outsidePrograms(hits: readonly StructureHit[], text: string): readonly StructureHit[] {
  if (hits.length === 0 || hits.some(({ rule }) => rule.in_programs)) return hits;
  return hits.filter(({ start, end }) => !isProgram(text, start, end));
}

function strayIn(text: string, rule: Saying | undefined): StructureHit | null {
  const place = rule === undefined ? null : findStrayTask(text);
  return place === null || rule === undefined ? null : { rule, ...place };
}

function checkSamples(
  source: YamlSource,
  data: StructureData,
  matchers: readonly Matcher[],
  index: ConceptIndex,
): void {
  for (const [i, rule] of data.rules.entries()) {
    const meets = (text: string) => (matchers[i] as Matcher)(index.find(text)).length > 0;
    for (const [j, text] of rule.matches.entries()) {
      if (!meets(text)) source.problem(['rules', i, 'matches', j], `${rule.id} does not match its own sample`);
    }
    for (const [j, text] of rule.near_misses.entries()) {
      if (meets(text)) source.problem(['rules', i, 'near_misses', j], `${rule.id} matches its near miss`);
    }
  }
}

function checkStraySamples(source: YamlSource, { stray_task: rule }: StructureData): void {
  for (const [j, text] of rule?.matches.entries() ?? []) {
    if (findStrayTask(text) === null)
      source.problem(['stray_task', 'matches', j], 'no stray task is found in the sample');
  }
  for (const [j, text] of rule?.near_misses.entries() ?? []) {
    if (findStrayTask(text) !== null)
      source.problem(['stray_task', 'near_misses', j], 'a stray task is found in the near miss');
  }
}
