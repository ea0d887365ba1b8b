// SPDX-License-Identifier: Apache-2.0
/** in-toto Statement v1 (github.com/in-toto/attestation, spec/v1/statement.md), always in canonical JSON. */
import { toBase64 } from './base64.ts';
import { utf8, utf8Text } from './bytes.ts';
import { FormatError } from './format-error.ts';
import { isHex64 } from './hex.ts';
import { canonicalJson } from './jcs.ts';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/**
 * Predicate types are fixed names, not addresses and not configuration: a verifier has to know them before it trusts the
 * deployment that wrote the statement. A URN claims no domain that could change hands.
 */
const PREDICATE_BASE = 'urn:plumbline:predicates';

export const PREDICATES = {
  certificate: `${PREDICATE_BASE}/certificate/v1`,
  ratification: `${PREDICATE_BASE}/ratification/v1`,
  anchor: `${PREDICATE_BASE}/anchor/v1`,
  genesis: `${PREDICATE_BASE}/genesis/v1`,
  policy: `${PREDICATE_BASE}/policy/v1`,
  key: `${PREDICATE_BASE}/key/v1`,
  constitution: `${PREDICATE_BASE}/constitution/v1`,
  revocation: `${PREDICATE_BASE}/revocation/v1`,
  supersession: `${PREDICATE_BASE}/supersession/v1`,
  heartbeat: `${PREDICATE_BASE}/heartbeat/v1`,
  erasure: `${PREDICATE_BASE}/erasure/v1`,
  membership: `${PREDICATE_BASE}/membership/v1`,
  town: `${PREDICATE_BASE}/town/v1`,
  incident: `${PREDICATE_BASE}/incident/v1`,
} as const;

export type PredicateName = keyof typeof PREDICATES;

export interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

export interface Statement<P extends object = Readonly<Record<string, unknown>>> {
  readonly _type: typeof STATEMENT_TYPE;
  /** All subjects hold together. */
  readonly subject: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: P;
}

export const SALT_BYTES = 32;

/** Salts keep digests of short payloads from being guessed; erasing payload and salt leaves nothing to guess at. */
export function saltText(salt: Uint8Array): string {
  if (salt.length !== SALT_BYTES) throw new RangeError(`a salt has ${SALT_BYTES} bytes`);
  return toBase64(salt);
}

export function subject(name: string, sha256: string): Subject {
  if (!isHex64(sha256)) throw new TypeError(`the digest of "${name}" is no SHA-256`);
  return { name, digest: { sha256 } };
}

/** A statement of ours: salted, so that neither its digest nor its signature says anything about what it holds. */
export function buildStatement<P extends object>(
  type: PredicateName,
  subjects: readonly Subject[],
  predicate: P,
  salt: Uint8Array,
): Statement<P & { readonly salt: string }> {
  return {
    _type: STATEMENT_TYPE,
    subject: subjects,
    predicateType: PREDICATES[type],
    predicate: { ...predicate, salt: saltText(salt) },
  };
}

/** The bytes that are hashed, signed and kept. */
export function statementBytes(statement: Statement<object>): Uint8Array {
  return utf8(canonicalJson(statement));
}

/**
 * Reads a payload. Only the canonical form is taken: it rules out duplicate members, over which parsers disagree.
 * @throws FormatError
 */
export function parseStatement(payload: Uint8Array): Statement {
  const value = parseCanonical(payload) as Partial<Statement> | null;
  if (value === null || typeof value !== 'object' || value._type !== STATEMENT_TYPE) {
    throw new FormatError('statement', 'is no in-toto Statement v1');
  }
  if (typeof value.predicateType !== 'string' || !isRecord(value.predicate)) {
    throw new FormatError('statement', 'has no predicate');
  }
  if (!Array.isArray(value.subject) || value.subject.length === 0 || !value.subject.every(isSubject)) {
    throw new FormatError('statement', 'needs subjects with a name and a SHA-256 each');
  }
  return value as Statement;
}

/** `parseStatement`, and the predicate type must be the one named. @throws FormatError */
export function parseStatementOf(type: PredicateName, payload: Uint8Array): Statement {
  const statement = parseStatement(payload);
  if (statement.predicateType !== PREDICATES[type]) {
    throw new FormatError('statement', `is no ${type}, but ${statement.predicateType}`);
  }
  return statement;
}

function parseCanonical(payload: Uint8Array): unknown {
  const text = utf8Text(payload);
  let value: unknown;
  let canonical: string;
  try {
    value = JSON.parse(text);
    canonical = canonicalJson(value);
  } catch (error) {
    throw new FormatError('statement', error instanceof Error ? error.message : 'is not JSON');
  }
  if (canonical !== text) throw new FormatError('statement', 'is not in canonical JSON');
  return value;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSubject(value: unknown): value is Subject {
  return isRecord(value) && typeof value.name === 'string' && isRecord(value.digest) && isHex64(value.digest.sha256);
}
