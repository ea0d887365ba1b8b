// SPDX-License-Identifier: Apache-2.0
/** Which methods a path has. Consulted only where the router found nothing: 404 or 405, and OPTIONS. */
import type { Operation } from '@plumbline/core/contract/operation.ts';

interface Known {
  readonly pattern: RegExp;
  readonly operation: Operation;
}

export interface PathMatch {
  readonly operations: readonly Operation[];
  /** Value of the Allow field. */
  readonly allow: string;
}

/** @param operations all operations that have a route */
export function pathTable(operations: readonly Operation[]): (path: string) => PathMatch | null {
  const known: Known[] = operations.map((operation) => ({ pattern: patternOf(operation.path), operation }));
  return (path) => {
    const matching = known.filter((entry) => entry.pattern.test(path)).map((entry) => entry.operation);
    if (matching.length === 0) return null;
    const methods = new Set<string>(matching.map((operation) => operation.method));
    if (methods.has('GET')) methods.add('HEAD');
    methods.add('OPTIONS');
    return { operations: matching, allow: [...methods].join(', ') };
  };
}

function patternOf(path: string): RegExp {
  const source = path
    .split('/')
    .map((step) => (step.startsWith(':') ? '[^/]+' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}
