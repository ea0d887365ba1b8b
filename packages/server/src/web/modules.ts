// SPDX-License-Identifier: Apache-2.0
/**
 * The modules of the verify page, for browsers: core's own source files with their types taken out, as Node runs them here,
 * and the crypto library that it gets there. What the page does not import is not served.
 */
import { readFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { type Document, documentOf } from '../services/documents.ts';

const ROOT = '/modules/';
/** Imported by the page; everything else follows from it. */
export const VERIFY_MODULE = `${ROOT}page/verify.js`;
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const PAGE = new URL('assets/', import.meta.url);
const CORE = new URL('../../../core/src/', import.meta.url);
const IMPORT = /((?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s*)['"]([^'"]+)['"]/g;

export class BrowserModules {
  readonly #releasedMs: number;
  #documents: ReadonlyMap<string, Document> | null = null;

  constructor(releasedMs: number) {
    this.#releasedMs = releasedMs;
  }

  /** Null for what is none of them. Made at the first question: a service whose page nobody opens does without. */
  find(path: string): Document | null {
    return this.all().get(path) ?? null;
  }

  all(): ReadonlyMap<string, Document> {
    this.#documents ??= modulesFrom(VERIFY_MODULE, this.#releasedMs);
    return this.#documents;
  }
}

function modulesFrom(entry: string, releasedMs: number): ReadonlyMap<string, Document> {
  const documents = new Map<string, Document>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (documents.has(path)) continue;
    const { text, imports } = readModule(path);
    documents.set(path, documentOf(text, JAVASCRIPT, releasedMs));
    waiting.push(...imports);
  }
  return documents;
}

function readModule(path: string): { readonly text: string; readonly imports: readonly string[] } {
  const source = readFileSync(fileOf(path.slice(ROOT.length)), 'utf8');
  const script = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  const imports: string[] = [];
  const text = script.replaceAll(IMPORT, (_all, before: string, specifier: string) => {
    const target = addressOf(specifier, path);
    imports.push(target);
    return `${before}'${target}'`;
  });
  return { text, imports };
}

/** Browsers know no packages: each gets a folder. */
function addressOf(specifier: string, importer: string): string {
  if (specifier.startsWith('.')) return new URL(specifier, `http://modules${importer}`).pathname;
  return `${ROOT}${specifier.replace(/^@plumbline\//, '')}`;
}

function fileOf(name: string): string | URL {
  if (name.startsWith('page/')) return new URL(name.slice('page/'.length), PAGE);
  if (name.startsWith('core/')) return new URL(name.slice('core/'.length), CORE);
  // Its own imports reach files that it does not export.
  const [scope = '', own = '', ...rest] = name.split('/');
  const manifest = findPackageJSON(`${scope}/${own}`, import.meta.url);
  if (manifest === undefined) throw new Error(`the package ${scope}/${own} is missing`);
  return join(dirname(manifest), ...rest);
}
