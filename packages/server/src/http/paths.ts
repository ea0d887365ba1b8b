// SPDX-License-Identifier: Apache-2.0
/** Which methods a path has. Consulted only where the router found no operation: 404 or 405, and OPTIONS. */

/** What is known of a route. */
export interface KnownRoute {
  readonly method: string;
  /** With `:name` for parameters. */
  readonly path: string;
  readonly isPublic: boolean;
  /** The last parameter takes the rest of the path. */
  readonly spansPath?: boolean | undefined;
  /** False: nothing lives at an address with these parameters. */
  readonly accepts: (params: Readonly<Record<string, string>>) => boolean;
}

export interface PathMatch {
  /** Whether a method of it is open to every browser origin; without a known one, whether any is. */
  readonly isPublic: (method: string | undefined) => boolean;
  /** Value of the Allow field. */
  readonly allow: string;
}

export function pathTable(routes: readonly KnownRoute[]): (path: string) => PathMatch | null {
  const known = routes.map((route) => ({ route, pattern: patternOf(route) }));
  return (path) => {
    const matching = known
      .filter(({ route, pattern }) => {
        const match = pattern.exec(path);
        return match !== null && route.accepts({ ...match.groups });
      })
      .map(({ route }) => route);
    if (matching.length === 0) return null;
    const methods = new Set(matching.map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    methods.add('OPTIONS');
    const isPublic = (method: string | undefined) => {
      const asked = matching.filter((route) => route.method === (method === 'HEAD' ? 'GET' : method));
      return (asked.length > 0 ? asked : matching).some((route) => route.isPublic);
    };
    return { isPublic, allow: [...methods].join(', ') };
  };
}

/** Name of the parameter that takes the rest of the path: the last one. */
export function spanningName(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1);
}

/** The path as the router writes it. */
export function routerPath({ path, spansPath }: Pick<KnownRoute, 'path' | 'spansPath'>): string {
  return spansPath === true ? `${path.slice(0, path.lastIndexOf(':'))}*` : path;
}

function patternOf({ path, spansPath }: KnownRoute): RegExp {
  const source = path
    .split('/')
    .map((step) => (step.startsWith(':') ? `(?<${step.slice(1)}>[^/]+)` : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${spansPath === true ? source.replace(/\[\^\/\]\+\)$/, '.+)') : source}$`);
}
