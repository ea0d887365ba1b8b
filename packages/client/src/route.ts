// SPDX-License-Identifier: Apache-2.0

/** An operation as the transport sees it; the values are in generated/routes.ts. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly envelope: 'v1' | 'pub' | 'raw';
  readonly hasParams: boolean;
  /** Takes parameters of the query, and neither of the path nor a body. */
  readonly hasQuery: boolean;
  readonly hasBody: boolean;
  readonly takesKey: boolean;
  /** May be sent again when the answer was lost. */
  readonly repeatable: boolean;
  /** Answered with data, not with a problem. */
  readonly failureStatus: number | null;
}

/** `/a/:b` with its parameters filled in and escaped. */
export function fillPath(route: Route, params: Readonly<Record<string, string | number>>): string {
  return route.path.replaceAll(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}

/** Nothing, or `?` and the parameters, escaped. */
export function queryText(query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}
