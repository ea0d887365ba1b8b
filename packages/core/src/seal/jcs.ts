// SPDX-License-Identifier: Apache-2.0

/** Deeper than any document of ours; a cycle ends here instead of overflowing the stack. */
const MAX_DEPTH = 512;

/**
 * Canonical JSON after RFC 8785: object keys in the order of their UTF-16 code units, no white space, numbers as
 * ECMAScript prints them (-0 becomes 0), the shortest string escapes. Hash or sign its UTF-8 bytes. Unicode is not
 * normalised (RFC 8785 section 3.1).
 *
 * @throws TypeError, naming the place as a JSON Pointer, for what has no canonical form: NaN and infinities, integers
 * past 2^53-1 in value (send a decimal string; numbers from 1e21 on, which print with an exponent, are taken as the
 * doubles that they are), undefined, functions, symbols, bigints, lone surrogates, sparse arrays, objects that are
 * neither plain nor null-prototype, and nesting past 512 levels.
 */
export function canonicalJson(value: unknown): string {
  return write(value, []);
}

type Path = (string | number)[];

function write(value: unknown, path: Path): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, path);
    case 'number':
      return writeNumber(value, path);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (path.length >= MAX_DEPTH) throw refusal('is nested too deeply, or holds itself', path);
      return Array.isArray(value) ? writeArray(value, path) : writeObject(value, path);
    default:
      throw refusal(`is ${typeof value}, which JSON cannot hold`, path);
  }
}

function writeArray(array: readonly unknown[], path: Path): string {
  let out = '[';
  const depth = path.length;
  for (let i = 0; i < array.length; i += 1) {
    path[depth] = i;
    if (i > 0) out += ',';
    out += write(array[i], path);
  }
  path.length = depth;
  return `${out}]`;
}

function writeObject(object: object, path: Path): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) throw refusal('is not a plain object', path);
  const members = object as Readonly<Record<string, unknown>>;
  // The default order of sort() is by UTF-16 code units: what RFC 8785 section 3.2.3 asks for.
  const keys = Object.keys(members).sort();
  let out = '{';
  const depth = path.length;
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i] as string;
    path[depth] = key;
    out += `${i > 0 ? ',' : ''}${writeString(key, path)}:${write(members[key], path)}`;
  }
  path.length = depth;
  return `${out}}`;
}

/** JSON.stringify escapes exactly as RFC 8785 section 3.2.2.2 asks, once lone surrogates are ruled out. */
function writeString(text: string, path: Path): string {
  if (!text.isWellFormed()) throw refusal('holds half of a surrogate pair', path);
  return JSON.stringify(text);
}

function writeNumber(number: number, path: Path): string {
  if (!Number.isFinite(number)) throw refusal(`is ${number}, which JSON cannot hold`, path);
  if (Number.isInteger(number) && !Number.isSafeInteger(number) && Math.abs(number) < 1e21) {
    throw refusal('is an integer past 2^53-1; send it as a decimal string', path);
  }
  return `${number === 0 ? 0 : number}`;
}

function refusal(reason: string, path: Path): TypeError {
  const pointer = path.map((step) => `/${`${step}`.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return new TypeError(`No canonical JSON: the value at "${pointer}" ${reason}`);
}
