// SPDX-License-Identifier: Apache-2.0
/** Puts airlock, library and local retrieval together. The library is made when it is asked first, or by `warm`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConcepts } from '@plumbline/core/search/concepts-file.ts';
import { searchEngine } from '@plumbline/core/search/search-index.ts';
import type { AirlockSettings } from '../../config-airlock.ts';
import { readAskedQuestions, readDocumentation, readPlainWords } from '../nodes/documents-folder.ts';
import type { NodeProfile } from '../nodes/engine.ts';
import { Library, type LibraryOptions } from '../nodes/library.ts';
import { RetrievalEngine } from '../nodes/retrieval-engine.ts';
import type { Airlock } from './airlock.ts';
import { Screener, type ScreenerOptions } from './screener.ts';
import { createAirlock } from './stages.ts';

export interface AirlockOptions extends ScreenerOptions {
  readonly settings: AirlockSettings;
  /** All nodes, for their public texts. */
  readonly nodes: readonly NodeProfile[];
  readonly randomBytes: (length: number) => Uint8Array;
  /** Keyed hash of a question or an answer, hex. */
  readonly contentHash: (text: string) => string;
  /** Told the class of what an engine threw. */
  readonly onFault: (fault: string) => void;
  /** For callers that open many with the same to look up. */
  readonly shelve?: Shelve | undefined;
}

/** Gives the library of what is the same for all: its own, or one that was made of the same before. */
export type Shelve = (
  of: Pick<LibraryOptions, 'constitution' | 'categories' | 'nodes'>,
  make: () => Library,
) => Library;

export interface AirlockParts {
  readonly airlock: Airlock;
  readonly retrieval: RetrievalEngine;
  /** Reads documents and concepts, in pieces, so that neither the first question nor anybody else has to wait for it. */
  warm(): Promise<void>;
}

/** Some ten milliseconds of work. */
const PASSAGES_AT_ONCE = 10;
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const CONCEPTS = join(ROOT, 'models/concepts.bin');

export function openAirlock(options: AirlockOptions): AirlockParts {
  const screener = new Screener(options);
  const screen = (text: string) => screener.screen(text);
  const withConcepts = existsSync(CONCEPTS);
  const { constitution, categories } = options.ruleset;
  const shelved = { constitution, categories, nodes: options.nodes };
  const make = () =>
    new Library({
      ...shelved,
      plainWords: readPlainWords(ROOT, constitution.version),
      documentation: readDocumentation(ROOT),
      asked: readAskedQuestions(ROOT),
      concepts: withConcepts ? readConcepts(readFileSync(CONCEPTS)) : null,
    });
  let library: Library | undefined;
  const shelves = () => {
    library ??= options.shelve?.(shelved, make) ?? make();
    return library;
  };
  const airlock = createAirlock({
    screen,
    consult: (text) => screener.consult(text),
    rules: options.ruleset,
    helpText: options.settings.help,
    randomBytes: options.randomBytes,
    retrieve: (question, node) => shelves().find(question, node),
    deadlineMs: options.settings.deadline_ms,
    onFault: options.onFault,
    contentHash: options.contentHash,
    retentionDays: options.settings.hash_days,
  });
  const passes = async (text: string) => (await screen(text)).verdict !== 'fail';
  return {
    airlock,
    retrieval: new RetrievalEngine(searchEngine(withConcepts), { passes }),
    warm: () => fillInTurns(shelves()),
  };
}

/** Others get their turn between two pieces; a question that comes before the end takes the rest at once. */
async function fillInTurns(library: Library): Promise<void> {
  while (library.fill(PASSAGES_AT_ONCE)) await turn();
  // The first search measures all vectors.
  library.find('check', { id: '' });
}
