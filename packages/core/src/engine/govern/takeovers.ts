// SPDX-License-Identifier: Apache-2.0
import type { Category, Finding } from '../types.ts';

/** Categories whose findings are attempts to take over the one who reads the prompt. */
export const TAKEOVER: ReadonlySet<Category> = new Set<Category>(['injection', 'jailbreak', 'prompt_extraction']);

/** Findings of a prompt that try to take over. */
export function takeovers(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ category }) => TAKEOVER.has(category));
}
