// SPDX-License-Identifier: Apache-2.0
/** The public pages and their files, as documents: made once, with a strict policy, nothing from another host. */
import { existsSync, readFileSync } from 'node:fs';
import {
  type Document,
  documentEnvelope,
  documentOf,
  HTML_UTF8,
  JSON_UTF8,
  MARKDOWN_UTF8,
} from '../services/documents.ts';
import { type SiteAlert, withAlert } from './alert.ts';
import { type HomeFacts, homeLinks, renderHome } from './home.ts';
import { BrowserModules } from './modules.ts';
import { renderProblemIndex, renderProblemPage } from './problem-pages.ts';
import { renderVerifyPage } from './verify-page.ts';

/** Pages may load our own style and script and ask our own API; they may not be framed. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

export interface PagesOptions {
  readonly facts: () => HomeFacts;
  readonly siteUrl: () => string;
  readonly baseUrl: () => string;
  readonly system: string;
  readonly releasedMs: number;
  readonly nowMs: () => number;
  /** Stands on every page while it is not null. */
  readonly alert: () => SiteAlert | null;
}

export class Pages {
  readonly #options: PagesOptions;
  readonly #made = new Map<string, Document>();
  readonly #modules: BrowserModules;

  constructor(options: PagesOptions) {
    this.#options = options;
    this.#modules = new BrowserModules(options.releasedMs);
  }

  /** @param type text/html for browsers, application/json for programs */
  home(type: string): Document {
    if (type !== 'application/json') return this.#once('home', () => renderHome(this.#options.facts())) as Document;
    const { facts, system, releasedMs } = this.#options;
    const { service, constitution } = facts();
    const { version, hash } = constitution;
    const index = { name: service, constitution: { version, hash }, links: homeLinks(facts()) };
    const text = documentEnvelope(system, new Date(releasedMs).toISOString(), index);
    return documentOf(text, JSON_UTF8, releasedMs);
  }

  verify(): Document {
    return this.#once('verify', () => renderVerifyPage(this.#options.facts())) as Document;
  }

  /** A module of the verify page; null for what is none. */
  module(path: string): Document | null {
    return this.#modules.find(`/modules/${path}`);
  }

  problemIndex(): Document {
    return this.#once('problems', () => renderProblemIndex(this.#links())) as Document;
  }

  /** Null where there is no such code. */
  problem(code: string): Document | null {
    return this.#once(`problem ${code}`, () => renderProblemPage(code, this.#links()));
  }

  #links() {
    return { siteUrl: this.#options.siteUrl(), docsUrl: `${this.#options.baseUrl()}/api/v1/openapi.json` };
  }

  #once(name: string, render: () => string | null): Document | null {
    const alert = this.#options.alert();
    if (alert !== null) return this.#alerting(alert, render());
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const html = render();
    if (html === null) return null;
    const document = documentOf(html, HTML_UTF8, this.#options.releasedMs, PAGE_HEADERS);
    this.#made.set(name, document);
    return document;
  }

  /** Nobody may keep it: it is to be gone as soon as the reason is. */
  #alerting(alert: SiteAlert, html: string | null): Document | null {
    if (html === null) return null;
    const headers = { ...PAGE_HEADERS, 'cache-control': 'no-store' };
    return documentOf(withAlert(html, alert), HTML_UTF8, this.#options.nowMs(), headers);
  }
}

const ASSETS: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/assets/site.css': ['assets/site.css', 'text/css; charset=utf-8'],
  '/assets/try.js': ['assets/try.js', 'text/javascript; charset=utf-8'],
  '/assets/marked-text.js': ['assets/marked-text.js', 'text/javascript; charset=utf-8'],
  '/assets/mark.svg': ['assets/mark.svg', 'image/svg+xml'],
  '/favicon.ico': ['assets/mark.svg', 'image/svg+xml'],
};

/** The files of the pages, and the change log, by path. */
export function loadAssets(releasedMs: number): ReadonlyMap<string, Document> {
  const assets = new Map<string, Document>();
  for (const [path, [file, type]] of Object.entries(ASSETS)) {
    assets.set(path, documentOf(readFileSync(new URL(file, import.meta.url)), type, releasedMs));
  }
  const changelog = new URL('../../../../CHANGELOG.md', import.meta.url);
  const text = existsSync(changelog) ? readFileSync(changelog) : 'Not part of this installation.\n';
  assets.set('/changelog', documentOf(text, MARKDOWN_UTF8, releasedMs));
  return assets;
}
