// SPDX-License-Identifier: Apache-2.0
/** What every page says while the public ledger is broken or not signed for: above all else, and without script. */
import { escapeHtml } from './escape-html.ts';

export interface SiteAlert {
  readonly title: string;
  readonly detail: string;
  /** Where it can be looked at. */
  readonly url: string;
}

export function withAlert(html: string, { title, detail, url }: SiteAlert): string {
  const banner = `<div class="alert" role="alert"><p><strong>${escapeHtml(title)}</strong> ${escapeHtml(detail)}
<a href="${escapeHtml(url)}">What was found</a></p></div>`;
  return html.replace('<main>', () => `${banner}\n<main>`);
}
