// SPDX-License-Identifier: Apache-2.0
/** Health by checks that do work (contract section 4), cached for at most 5 s and never run twice at once. */
import type { HealthCheck } from './health-checks.ts';

export type HealthStatus = 'pass' | 'warn' | 'fail';

export interface CheckResult {
  readonly status: HealthStatus;
  readonly observed: unknown;
  readonly unit?: string;
  /** ISO time of the measurement. */
  readonly time: string;
}

export interface HealthReport {
  readonly status: HealthStatus;
  readonly uptime_s: number;
  readonly checks: Readonly<Record<string, CheckResult>>;
  readonly routes: readonly { readonly path: string; readonly ready: boolean; readonly reason?: string }[];
  readonly drift: { readonly max_age_s: 60 };
}

/** A route, and the checks without which it cannot answer. */
export interface RouteNeeds {
  readonly path: string;
  readonly needs: readonly string[];
}

export interface HealthOptions {
  readonly checks: Readonly<Record<string, HealthCheck>>;
  readonly routes: readonly RouteNeeds[];
  readonly nowMs: () => number;
  /** What must not wait for the cache: another value than at the last measurement asks for a new one. */
  readonly verdict?: () => string | null;
  /** Told why a check failed, when it did not before or for another reason. */
  readonly onFailure?: (check: string, error: unknown) => void;
}

const CACHE_MS = 5_000;
/** A check that hangs is a check that fails. */
const CHECK_LIMIT_MS = 3_000;

export class Health {
  readonly #options: HealthOptions;
  readonly #startedMs = performance.now();
  #verdict: string | null = null;
  #measured: { readonly atMs: number; readonly checks: Readonly<Record<string, CheckResult>> } | undefined;
  #running: Promise<Readonly<Record<string, CheckResult>>> | undefined;
  readonly #failing = new Map<string, string>();
  #draining = false;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** From now on the process is alive but takes no new work. */
  drain(): void {
    this.#draining = true;
  }

  /** False once a check has failed, as last measured; true before the first measurement. */
  operational(): boolean {
    return this.#measured === undefined || worst(this.#measured.checks) !== 'fail';
  }

  async report(): Promise<HealthReport> {
    const checks = await this.#checks();
    return {
      status: worst(checks),
      uptime_s: Math.round(performance.now() - this.#startedMs) / 1000,
      checks,
      routes: this.#options.routes.map((route) => readiness(route, checks)),
      drift: { max_age_s: 60 },
    };
  }

  /** Whether an orchestrator should send requests here. */
  async ready(): Promise<boolean> {
    return !this.#draining && worst(await this.#checks()) !== 'fail';
  }

  async #checks(): Promise<Readonly<Record<string, CheckResult>>> {
    const isCurrent = (this.#options.verdict?.() ?? null) === this.#verdict;
    if (this.#measured !== undefined && isCurrent && performance.now() - this.#measured.atMs < CACHE_MS)
      return this.#measured.checks;
    this.#running ??= this.#measure().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #measure(): Promise<Readonly<Record<string, CheckResult>>> {
    const atMs = performance.now();
    const names = Object.keys(this.#options.checks);
    const results = await Promise.all(names.map((name) => this.#run(name, this.#options.checks[name] as HealthCheck)));
    const checks = Object.fromEntries(names.map((name, i) => [name, results[i] as CheckResult]));
    this.#verdict = this.#options.verdict?.() ?? null;
    this.#measured = { atMs, checks };
    return checks;
  }

  async #run(name: string, check: HealthCheck): Promise<CheckResult> {
    const time = new Date(this.#options.nowMs()).toISOString();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('late')), CHECK_LIMIT_MS);
    });
    try {
      const measured = { ...(await Promise.race([check(), late])), time };
      this.#failing.delete(name);
      return measured;
    } catch (error) {
      const { message } = error as Error;
      if (this.#failing.get(name) !== message) this.#options.onFailure?.(name, error);
      this.#failing.set(name, message);
      // The reason may name paths or hosts; the log has it, the public answer says only what happened.
      return { status: 'fail', observed: message === 'late' ? 'no answer in 3 s' : 'failed', time };
    } finally {
      clearTimeout(timer);
    }
  }
}

function worst(checks: Readonly<Record<string, CheckResult>>): HealthStatus {
  const found = new Set(Object.values(checks).map(({ status }) => status));
  return found.has('fail') ? 'fail' : found.has('warn') ? 'warn' : 'pass';
}

function readiness({ path, needs }: RouteNeeds, checks: Readonly<Record<string, CheckResult>>) {
  const broken = needs.find((name) => checks[name]?.status === 'fail');
  return broken === undefined ? { path, ready: true } : { path, ready: false, reason: `${broken} fails` };
}
