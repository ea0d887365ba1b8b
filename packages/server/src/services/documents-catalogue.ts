// SPDX-License-Identifier: Apache-2.0
/** The documents of this deployment: constitution, articles, OpenAPI. Made on first use, when all addresses are known. */
import { articleOf } from '@plumbline/core/constitution/articles.ts';
import { publishedConstitution } from '@plumbline/core/constitution/hash.ts';
import { articleMarkdown, constitutionMarkdown, constitutionText } from '@plumbline/core/constitution/render.ts';
import type { Constitution } from '@plumbline/core/constitution/types.ts';
import { openapiText } from '@plumbline/core/contract/openapi.ts';
import { type Document, documentEnvelope, documentOf, JSON_UTF8, MARKDOWN_UTF8, TEXT_UTF8 } from './documents.ts';
import type { EvidenceFile } from './evidence.ts';

export interface CatalogueOptions {
  readonly constitution: Constitution;
  readonly system: string;
  readonly baseUrl: () => string;
  readonly siteUrl: () => string;
  readonly keyRegex: string;
  /** Of the release's own run over labelled texts, or null. */
  readonly evidence: EvidenceFile | null;
  /** When this release was published: the OpenAPI documents change with it. */
  readonly releasedMs: number;
}

export class Catalogue {
  readonly #options: CatalogueOptions;
  readonly #made = new Map<string, Document>();

  constructor(options: CatalogueOptions) {
    this.#options = options;
  }

  /** @param type one of the media types that the operation produces */
  constitution(type: string): Document {
    const { constitution } = this.#options;
    return this.#once(`constitution ${type}`, () => {
      if (type === 'text/markdown') return this.#published(constitutionMarkdown(constitution), MARKDOWN_UTF8);
      if (type === 'text/plain') return this.#published(constitutionText(constitution), TEXT_UTF8);
      return this.#enveloped(publishedConstitution(constitution));
    });
  }

  /** Null where there is no such article. */
  article(number: number, type: string): Document | null {
    const { constitution } = this.#options;
    const article = articleOf(constitution, number);
    const title = constitution.titles.find(({ articles }) => articles.some((one) => one.number === number));
    if (article === null || title === undefined) return null;
    return this.#once(`article ${number} ${type}`, () => {
      if (type === 'text/markdown') return this.#published(articleMarkdown(constitution, number) ?? '', MARKDOWN_UTF8);
      if (type === 'text/plain')
        return this.#published(`${number}. ${article.title}\n${article.rule}\n${article.rationale}\n`, TEXT_UTF8);
      const { version, hash } = constitution;
      return this.#enveloped({ article, title: { n: title.n, title: title.title }, constitution: { version, hash } });
    });
  }

  openapi(surface: 'all' | 'proof'): Document {
    const { baseUrl, siteUrl, keyRegex, releasedMs } = this.#options;
    return this.#once(`openapi ${surface}`, () =>
      documentOf(openapiText({ baseUrl: baseUrl(), siteUrl: siteUrl(), keyRegex, surface }), JSON_UTF8, releasedMs),
    );
  }

  /** Dated by the run; null data where none was made. */
  evidence(): Document {
    const { evidence, system, releasedMs } = this.#options;
    return this.#once('evidence', () => {
      const publishedMs = evidence === null ? releasedMs : Date.parse(evidence.evaluated_on);
      const publishedAt = new Date(publishedMs).toISOString();
      return documentOf(documentEnvelope(system, publishedAt, evidence), JSON_UTF8, publishedMs);
    });
  }

  #published(text: string, type: string): Document {
    return documentOf(text, type, Date.parse(this.#options.constitution.published_at));
  }

  #enveloped(data: unknown): Document {
    const { constitution, system } = this.#options;
    return this.#published(documentEnvelope(system, constitution.published_at, data), JSON_UTF8);
  }

  #once(name: string, make: () => Document): Document {
    let document = this.#made.get(name);
    if (document === undefined) {
      document = make();
      this.#made.set(name, document);
    }
    return document;
  }
}
