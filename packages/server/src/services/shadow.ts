// SPDX-License-Identifier: Apache-2.0
/**
 * A candidate ruleset beside the live one: it judges the same texts in a thread of its own, after the answer, and only
 * counts where it differs. It changes no answer, costs no check and keeps no text.
 */
import { compareEvaluations } from '@plumbline/core/engine/compare.ts';
import type { Evaluation, Ports } from '@plumbline/core/engine/types.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Config } from '../config-schema.ts';
import { backgroundFailure, threadWatch } from '../events.ts';
import type { Log } from '../log.ts';
import type { Notice, NoticeStore, Store } from '../store/store.ts';
import { JudgePool } from './judge-pool.ts';
import { compileRules, type RulesetSource, readRules } from './ruleset.ts';

export interface ShadowOptions {
  /** Threads that judge by the candidate. */
  readonly pool: Pick<JudgePool, 'evaluate' | 'close'>;
  /** Hash of the candidate's ruleset: counts of another one are not mixed in. */
  readonly candidateHash: string;
  /** Every n-th text. */
  readonly every: number;
  readonly notices: NoticeStore;
  readonly nowMs: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * The candidate that the configuration names, or null. Its faults stop the start: a candidate that cannot judge proves
 * nothing.
 * @param live where the live rules come from; what the candidate does not name is the same
 * @throws RulesetError
 */
export function openShadow(base: ShadowBase, live: RulesetSource): Shadow | null {
  const { settings, candidate } = base.config;
  if (candidate === null) return null;
  const { every, max_queue: maxJobs, model_file: model } = settings.shadow;
  const rules = readRules(candidateSource(live, candidate, model));
  const candidateHash = compileRules(rules, base.ports).hash;
  const tried = { ...rules, tried: true };
  return new Shadow({
    pool: new JudgePool({ threads: 1, maxJobs, rules: tried, serving: null, watch: threadWatch(base.log, 'shadow') }),
    candidateHash,
    every,
    notices: base.store.notices,
    nowMs: base.nowMs,
    onError: (error) => backgroundFailure(base.log, 'shadow', error),
  });
}

/** @param model of the candidate's own; null: the live one */
export function candidateSource(
  live: RulesetSource,
  candidate: NonNullable<Config['candidate']>,
  model: string | null,
): RulesetSource {
  return { ...live, ...candidate, modelNamed: live.modelNamed || model !== null, judgeModel: null };
}

export interface ShadowBase {
  readonly config: Config;
  readonly store: Store;
  readonly ports: Ports;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Differences that were counted, most frequent first. */
export interface ShadowReport {
  readonly candidate: string;
  readonly judged: number;
  /** Texts that the candidate had no time for. */
  readonly skipped: number;
  readonly verdicts: readonly ShadowCount[];
  readonly added: readonly ShadowCount[];
  readonly dropped: readonly ShadowCount[];
  /** What both find, with another severity or confidence: `P34 severity high to medium`. */
  readonly regraded: readonly ShadowCount[];
}

export interface ShadowCount {
  readonly name: string;
  readonly count: number;
}

const PREFIX = 'shadow';
const HASH_CHARS = 16;
const FLUSH_MS = 5_000;

export class Shadow {
  readonly #options: ShadowOptions;
  readonly #counts = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  #seen = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  /** Returns at once. @param live what the live rules said of the text, with every flag */
  observe(text: string, live: () => Evaluation): void {
    if (this.#seen++ % this.#options.every !== 0) return;
    const work = this.#compare(text, live()).finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  async close(): Promise<void> {
    await Promise.all(this.#running);
    await this.#options.pool.close();
    await this.#flush();
  }

  async #compare(text: string, live: Evaluation): Promise<void> {
    try {
      const candidate = await this.#options.pool.evaluate(text, {});
      const { from, to, added, dropped, regraded } = compareEvaluations(live, candidate);
      this.#count('judged');
      this.#count(`verdict ${from} ${to}`);
      for (const name of added) this.#count(`added ${name}`);
      for (const name of dropped) this.#count(`dropped ${name}`);
      for (const step of regraded) this.#count(`regraded ${step}`);
    } catch (error) {
      this.#count('skipped');
      // A full queue is what a busy service looks like; anything else is a fault that somebody must hear of.
      if (!(error instanceof PlumblineError && error.code === 'overloaded')) this.#options.onError(error);
    }
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS).unref();
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts];
    this.#counts.clear();
    const { notices, candidateHash, nowMs, onError } = this.#options;
    for (const [what, count] of counts) {
      try {
        await notices.record(`${PREFIX} ${candidateHash.slice(0, HASH_CHARS)} ${what}`, count, nowMs());
      } catch (error) {
        this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
        onError(error);
      }
    }
  }
}

/** One report for each candidate that has run, by its hash. */
export function shadowReports(notices: readonly Notice[]): ShadowReport[] {
  const rows = notices
    .map(({ name, count }) => ({ words: name.split(' '), count }))
    .filter(({ words }) => words[0] === PREFIX);
  const byCandidate = Map.groupBy(rows, ({ words }) => words[1] as string);
  return [...byCandidate].map(([candidate, own]) => {
    const counts = (kind: string) =>
      own
        .filter(({ words }) => words[2] === kind)
        .map(({ words, count }) => ({ name: words.slice(3).join(' '), count }))
        .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    const total = (kind: string) => counts(kind).reduce((sum, { count }) => sum + count, 0);
    return {
      candidate,
      judged: total('judged'),
      skipped: total('skipped'),
      verdicts: counts('verdict').map(({ name, count }) => ({ name: name.replace(' ', ' to '), count })),
      added: counts('added'),
      dropped: counts('dropped'),
      regraded: counts('regraded'),
    };
  });
}
