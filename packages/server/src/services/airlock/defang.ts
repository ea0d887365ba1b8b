// SPDX-License-Identifier: Apache-2.0
/**
 * Makes an answer inert for every reader that would make something of it: a browser, a Markdown renderer, a chat window
 * that turns addresses into links or fetches images. Addresses stay readable and lose what could carry data: their query
 * and fragment.
 */

import { bareHostsApart } from './bare-hosts.ts';

const MARKDOWN_IMAGE = /!\[([^[\]\n]{0,300})\]\s{0,4}(?:\(([^)\n]{0,2000})\)?|\[([^[\]\n]{0,300})\])/g;
const MARKDOWN_LINK = /\[([^[\]\n]{0,300})\]\(([^)\n]{0,2000})\)?/g;
/** What is left of either, or arises from writing an address apart. */
const MARKDOWN_JOINT = /\](?=[([])/g;
/** `[1]: https://…`, the definition that reference links point at. */
const MARKDOWN_DEFINITION = /^([ \t]{0,3})\[([^[\]\n]{1,300})\]:[ \t]{0,8}(?=\S)/gm;
/** What a browser reads as the beginning of a tag, and its end where it has one. */
const TAG = /<(?=[a-z/!?])([^<>]{0,2000})(>?)/giu;
/** An address with a host; browsers take a backslash for a slash. */
const ADDRESS = /\b([a-z][a-z0-9+.-]{1,20}):([/\\]{1,3})([^\s<>"'`)\]}]{1,2000})/giu;
/** Schemes that act without a host. */
const ACTING =
  /(javascript|vbscript|https?|wss?|\b(?:data|blob|file|mailto|tel|sms|callto|facetime|intent|view-source|about)):(?=[^\s:])/gi;
/** An address inside the path of another. */
const LEFT_OVER = /([a-z0-9+.-]):(?=[/\\])/gi;
const PROTOCOL_RELATIVE = /(^|[\s("'=])\/\/([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}[^\s<>"'`)\]}]{0,2000})/giu;
/** Whatever follows: autolinkers take it for a host. */
const WWW = /(?<![\w-])(www)\.(?=\S)/gi;

export interface Defanged {
  readonly text: string;
  readonly changed: boolean;
}

export function defang(text: string): Defanged {
  const schemesApart = text
    .replace(MARKDOWN_IMAGE, (_, alt: string, target: string | undefined) => `(image: ${shown(alt, target)})`)
    .replace(MARKDOWN_LINK, (_, label: string, target: string) => shown(label, target))
    .replace(MARKDOWN_DEFINITION, '$1($2) ')
    .replace(ADDRESS, (_, scheme: string, _slashes: string, rest: string) => `${schemeOf(scheme)}${placeOf(rest)}`)
    .replace(ACTING, '$1[:]')
    .replace(LEFT_OVER, '$1[:]')
    .replace(PROTOCOL_RELATIVE, (_, before: string, rest: string) => `${before}${placeOf(rest)}`);
  const inert = bareHostsApart(schemesApart, placeOf)
    .replace(WWW, '$1[.]')
    .replace(TAG, (_, inside: string, end: string) => `‹${inside}${end === '' ? '' : '›'}`)
    .replace(MARKDOWN_JOINT, '] ');
  return { text: inert, changed: inert !== text };
}

/** A label and its address, as text. */
function shown(label: string, target = ''): string {
  const address = target.trim().split(/\s/)[0] ?? '';
  if (address === '' || address === label) return label || address;
  return label === '' ? address : `${label} (${address})`;
}

/** The customary way to write an address that nobody shall open by accident. */
function schemeOf(scheme: string): string {
  return /^https?$/i.test(scheme) ? `${scheme.toLowerCase().replace('tt', 'xx')}[:]//` : `${scheme}[:]`;
}

function placeOf(rest: string): string {
  const [place = ''] = rest.split(/[?#]/);
  const cut = place.length < rest.length ? '[…]' : '';
  const slash = place.search(/[/\\]/);
  const host = slash < 0 ? place : place.slice(0, slash);
  return `${host.replace(/[.\u3002\uff0e\uff61]/g, '[.]')}${slash < 0 ? '' : place.slice(slash)}${cut}`;
}
