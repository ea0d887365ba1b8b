// SPDX-License-Identifier: Apache-2.0
/**
 * JSON bodies (contract 1.2). `JSON.parse` gives the values; one scan of the text measures depth and members, which a
 * reviver would make ten times as dear. Strings are jumped over with indexOf, so the scan costs by structure, not by length.
 */
import { closingQuote, findBadUnicode, findDuplicate } from '@plumbline/core/contract/json-faults.ts';
import { BOUNDS } from '@plumbline/core/contract/limits.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';

const QUOTE = 34;
const COLON = 58;

/** Escapes that can make a NUL or half of a surrogate pair; without one of them UTF-8 has already ruled both out. */
const RISKY_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * The value of a body, its objects without a prototype.
 * @throws PlumblineError invalid_json, invalid_unicode, duplicate_member or too_deep, in this order of precedence
 */
export function parseJson(text: string): unknown {
  const value = parseText(text);
  if (text.includes('\\u') && RISKY_ESCAPE.test(text)) refuseBadUnicode(value);
  const shape = measure(text);
  const bare = withoutPrototypes(value);
  if (bare.members !== shape.members) refuseDuplicate(text);
  if (shape.depth > BOUNDS.bodyDepth) throw tooDeep('levels', BOUNDS.bodyDepth);
  if (shape.members > BOUNDS.bodyMembers) throw tooDeep('members', BOUNDS.bodyMembers);
  if (bare.elements > BOUNDS.bodyElements) throw tooDeep('elements of arrays', BOUNDS.bodyElements);
  return bare.value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // V8's message quotes the text, so it must not become the cause either: causes are logged.
    if (text.includes('\0')) throw new PlumblineError('invalid_unicode', { detail: 'The body holds a NUL byte.' });
    throw new PlumblineError('invalid_json', { detail: 'The body is not one complete JSON value.' });
  }
}

function refuseBadUnicode(value: unknown): void {
  const pointer = findBadUnicode(value);
  if (pointer === null) return;
  const detail = 'A string holds NUL or half of a surrogate pair.';
  throw new PlumblineError('invalid_unicode', { detail, errors: [{ pointer, code: 'invalid_unicode', detail }] });
}

function refuseDuplicate(text: string): void {
  const pointer = findDuplicate(text);
  if (pointer === null) return;
  const detail = 'The member appears twice in one object.';
  throw new PlumblineError('duplicate_member', { detail, errors: [{ pointer, code: 'duplicate_member', detail }] });
}

function tooDeep(what: string, limit: number): PlumblineError {
  const detail = `At most ${limit.toLocaleString('en-GB')} ${what} are read.`;
  return new PlumblineError('too_deep', { detail, errors: [{ pointer: '', code: 'too_deep', detail, limit }] });
}

/** What has a meaning outside strings. */
const SIGN = /["{}[\]:]/g;
/** After so many units without a sign an expression looks for the next one: it reads blanks ten times as fast. */
const FAR = 32;

/** Depth and member count of a text that is known to be valid JSON: outside strings, each colon is one member. */
function measure(text: string): { depth: number; members: number } {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let i = 0, near = FAR; i < text.length; i++) {
    if (i === near) i = nextSign(text, i);
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = closingQuote(text, i);
        break;
      case 123:
      case 91:
        if (++depth > deepest) deepest = depth;
        break;
      case 125:
      case 93:
        depth--;
        break;
      case COLON:
        members++;
        break;
      default:
        continue;
    }
    near = i + FAR;
  }
  return { depth: deepest, members };
}

/** The length of the text where there is none. */
function nextSign(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.exec(text)?.index ?? text.length;
}

type Container = Record<string, unknown> | unknown[];

/**
 * The same value with objects that inherit nothing, how many members they have, and how many elements the arrays. Not recursive: JSON.parse takes any
 * depth, the call stack does not.
 */
export function withoutPrototypes(value: unknown): { value: unknown; members: number; elements: number } {
  let members = 0;
  let elements = 0;
  const holder: unknown[] = [value];
  const open: Container[] = [holder];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const keys = Array.isArray(container) ? null : Object.keys(container);
    const count = keys === null ? (container as unknown[]).length : keys.length;
    if (keys === null) elements += count;
    for (let i = 0; i < count; i++) {
      const key = (keys === null ? i : keys[i]) as keyof Container;
      const child = container[key] as unknown;
      if (typeof child !== 'object' || child === null) continue;
      if (Array.isArray(child)) {
        open.push(child);
        continue;
      }
      const bare = bareCopy(child as Record<string, unknown>);
      members += bare.members;
      (container as Record<string, unknown>)[key as unknown as string] = bare.copy;
      open.push(bare.copy);
    }
  }
  // The holder's one element is none of the body's.
  return { value: holder[0], members, elements: elements - 1 };
}

function bareCopy(object: Record<string, unknown>): { copy: Record<string, unknown>; members: number } {
  const copy: Record<string, unknown> = Object.create(null);
  let members = 0;
  // JSON.parse makes own members only, `__proto__` among them; with no prototype the assignment has no setter to hit.
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    copy[key] = object[key];
    members++;
  }
  return { copy, members };
}
