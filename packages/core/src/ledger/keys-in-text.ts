// SPDX-License-Identifier: Apache-2.0
/**
 * Public keys as people hand them on, in one text and in any order: verifier keys a line, PEM blocks, JWK sets or single JWKs.
 * What stands between them and is no key is told by its line, never dropped: a key that was left out verifies nothing.
 */
import { fromBase64 } from '../seal/base64.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { publicKeyOfJwk } from '../seal/jwk.ts';
import { decodeSpki } from '../seal/spki.ts';
import { isRecord } from '../seal/statement.ts';
import type { GivenKey } from './given-keys.ts';
import { parseVerifierKey } from './vkey.ts';

export interface KeysInText {
  /** Verifier keys of logs and witnesses. */
  readonly vkeys: readonly string[];
  readonly publicKeys: readonly GivenKey[];
  /** What was not understood: a line each, from 1, never with what stands there. */
  readonly problems: readonly string[];
}

const MAX_TOLD = 5;
const PEM_BEGIN = /^-----BEGIN ([A-Z0-9 ]{1,40})-----/;
const PUBLIC = 'PUBLIC KEY';

/** Blank lines and lines that begin with `#` say nothing. */
export function keysInText(text: string, crypto: Pick<Crypto, 'sha256'>): KeysInText {
  return new Reading(text, crypto).all();
}

/** In one sentence; null where every line was understood, and there is a key. */
export function keysProblem({ vkeys, publicKeys, problems }: KeysInText): string | null {
  const more = problems.length > MAX_TOLD ? `; and ${problems.length - MAX_TOLD} more` : '';
  if (problems.length > 0) return `${problems.slice(0, MAX_TOLD).join('; ')}${more}`;
  return vkeys.length + publicKeys.length === 0 ? 'holds no key' : null;
}

class Reading {
  readonly #text: string;
  readonly #crypto: Pick<Crypto, 'sha256'>;
  readonly #vkeys: string[] = [];
  readonly #publicKeys: GivenKey[] = [];
  readonly #problems: string[] = [];
  #at = 0;
  /** Lines are counted up to here. */
  #counted = { at: 0, line: 1 };

  constructor(text: string, crypto: Pick<Crypto, 'sha256'>) {
    this.#text = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
    this.#crypto = crypto;
  }

  all(): KeysInText {
    while (this.#at < this.#text.length) this.#next();
    return { vkeys: this.#vkeys, publicKeys: this.#publicKeys, problems: this.#problems };
  }

  #next(): void {
    const end = this.#endOf('\n', this.#at) ?? this.#text.length;
    const whole = this.#text.slice(this.#at, end);
    const line = whole.trim();
    const start = this.#at + (whole.length - whole.trimStart().length);
    const where = `line ${this.#lineAt(start)}`;
    if (line.startsWith('{')) this.#json(start, where);
    else if (line.startsWith('-----')) this.#pem(start, where);
    else {
      this.#at = end + 1;
      const isKey = line !== '' && !line.startsWith('#');
      if (isKey) this.#attempt(where, () => this.#vkeys.push(parseVerifierKey(line, this.#crypto).text));
    }
  }

  #pem(start: number, where: string): void {
    const label = PEM_BEGIN.exec(this.#text.slice(start, start + 64))?.[1];
    const body = start + `-----BEGIN ${label}-----`.length;
    const foot = `-----END ${label}-----`;
    const end = label === undefined ? null : this.#endOf(foot, body);
    this.#at = end ?? this.#text.length;
    this.#attempt(where, () => {
      if (end === null) throw new FormatError('PEM block', 'is not whole');
      if (label !== PUBLIC) throw new FormatError('PEM block', `is a ${label}, not a ${PUBLIC}`);
      const key = pemKey(this.#text.slice(body, end - foot.length));
      this.#publicKeys.push({ key, role: null, retiredAt: null });
    });
  }

  #json(start: number, where: string): void {
    const end = jsonEnd(this.#text, start);
    this.#at = end ?? this.#text.length;
    const value = end === null ? null : parsed(this.#text.slice(start, end));
    if (value === null) {
      this.#problems.push(`${where}: is no JSON`);
      return;
    }
    const keys: readonly unknown[] = Array.isArray(value.keys) ? value.keys : [value];
    for (const [i, jwk] of keys.entries())
      this.#attempt(`${where}, key ${i + 1}`, () => this.#publicKeys.push(jwkKey(jwk)));
  }

  #attempt(where: string, read: () => unknown): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#problems.push(`${where}: ${error.message}`);
    }
  }

  #endOf(what: string, from: number): number | null {
    const found = this.#text.indexOf(what, from);
    return found === -1 ? null : found + (what === '\n' ? 0 : what.length);
  }

  /** Only ever asked for a later place. */
  #lineAt(place: number): number {
    let { at, line } = this.#counted;
    for (; at < place; at++) if (this.#text[at] === '\n') line++;
    this.#counted = { at, line };
    return line;
  }
}

const pemKey = (body: string): PublicKey => decodeSpki(fromBase64(body.replaceAll(/\s/g, '')));

function jwkKey(jwk: unknown): GivenKey {
  if (!isRecord(jwk)) throw new FormatError('JWK', 'is no object');
  const { role, retired_at } = jwk;
  return {
    key: publicKeyOfJwk(jwk),
    role: typeof role === 'string' ? role : null,
    retiredAt: typeof retired_at === 'number' ? retired_at : null,
  };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Past the brace that closes the one at `start`; null where none does. */
function jsonEnd(text: string, start: number): number | null {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}]/gs;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (token[0] === '{') depth++;
    else if (token[0] === '}' && --depth === 0) return tokens.lastIndex;
  }
  return null;
}
