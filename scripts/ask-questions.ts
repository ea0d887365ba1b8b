// SPDX-License-Identifier: Apache-2.0
/**
 * Shows what local retrieval finds for the question sets of the tests: for whoever changes pages or the search.
 *
 *   node scripts/ask-questions.ts [newcomer|held-out|fresh|unseen|last|final ...]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConcepts } from '../packages/core/src/search/concepts-file.ts';
import { loadConfig } from '../packages/server/src/config.ts';
import {
  readAskedQuestions,
  readDocumentation,
  readPlainWords,
} from '../packages/server/src/services/nodes/documents-folder.ts';
import { Library } from '../packages/server/src/services/nodes/library.ts';
import { compileRules, readRules } from '../packages/server/src/services/ruleset.ts';
import { createPorts } from '../packages/server/src/services/ruleset-ports.ts';

interface Question {
  readonly question: string;
  readonly expected: readonly string[];
}

const ROOT = join(import.meta.dirname, '..');
const { paths, settings } = loadConfig({}, ROOT);
const { constitution, categories } = compileRules(
  readRules({
    ...paths,
    modelNamed: false,
    thresholds: settings.thresholds,
    retentionDays: settings.retention.record_days,
  }),
  createPorts(Date.now),
);
const library = new Library({
  constitution,
  categories,
  plainWords: readPlainWords(ROOT, constitution.version),
  documentation: readDocumentation(ROOT),
  asked: readAskedQuestions(ROOT),
  nodes: Object.entries(settings.nodes).map(([id, node]) => ({
    id,
    alias: node.name,
    persona: node.persona,
    station: node.station,
    texts: node.texts.map((text) => ({ ...text, url: null })),
  })),
  concepts: readConcepts(readFileSync(join(ROOT, 'models/concepts.bin'))),
});

function ask({ question, expected }: Question): boolean {
  const { passages, sure } = library.find(question, { id: 'S5_LOCUS' });
  const [first] = passages;
  const right = expected.includes(first?.id.replace(/~\d+$/, '') ?? '');
  const verdict = right ? (sure ? 'right ' : 'unsure') : 'other ';
  console.log(`${verdict} ${(first?.score ?? 0).toFixed(2)}  ${question}  →  ${first?.id ?? 'nothing'}`);
  return right;
}

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : ['newcomer', 'held-out', 'fresh', 'unseen', 'last', 'final']) {
  const file = join(ROOT, 'packages/server/test/services/nodes/questions', `${name}.yaml`);
  const questions = parse(readFileSync(file, 'utf8')) as readonly Question[];
  const right = questions.filter(ask).length;
  console.log(`${name}: ${right} of ${questions.length} in first place\n`);
}
