// SPDX-License-Identifier: Apache-2.0
/** What council and authority put their names to: a ratification, or a policy. */
import type { ReadPolicy } from '@plumbline/core/ledger/policy.ts';
import { policyOf } from '@plumbline/core/ledger/policy-chain.ts';
import { type DsseEnvelope, envelopePayload, IN_TOTO_PAYLOAD_TYPE, parseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { parseRatification, type Ratification } from '@plumbline/core/seal/ratification-statement.ts';
import { PREDICATES, parseStatement, type Statement } from '@plumbline/core/seal/statement.ts';
import { nodeCrypto } from '../crypto.ts';
import { readTextFile } from '../files.ts';
import { UsageError } from '../io.ts';

const MAX_PROPOSAL_BYTES = 4_000_000;

export type Proposal = { readonly envelope: DsseEnvelope } & (
  | { readonly kind: 'ratification'; readonly ratification: Ratification }
  | { readonly kind: 'policy'; readonly statement: Statement; readonly policy: ReadPolicy }
);

/** @throws UsageError for a file that holds neither */
export function readProposal(path: string | undefined): Proposal {
  return readFileAs(path, parseProposal);
}

/** What a log takes: also the rotation of a key, which two keys have signed and nobody else has to. @throws UsageError */
export function readSubmission(path: string | undefined): DsseEnvelope {
  return readFileAs(path, (value) => {
    const envelope = parseEnvelope(value);
    const isRotation = parseStatement(envelopePayload(envelope)).predicateType === PREDICATES.key;
    return isRotation ? envelope : parseProposal(value).envelope;
  });
}

function readFileAs<T>(path: string | undefined, parse: (value: unknown) => T): T {
  if (path === undefined) throw new UsageError('name the file of the proposal');
  const text = readTextFile(path, MAX_PROPOSAL_BYTES);
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${path}: is no JSON`);
    if (error instanceof FormatError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

/** @throws FormatError */
export function parseProposal(value: unknown): Proposal {
  const envelope = parseEnvelope(value);
  if (envelope.payloadType !== IN_TOTO_PAYLOAD_TYPE) throw new FormatError('proposal', 'is of another payload type');
  const payload = envelopePayload(envelope);
  const statement = parseStatement(payload);
  if (statement.predicateType === PREDICATES.ratification) {
    return { kind: 'ratification', envelope, ratification: parseRatification(payload) };
  }
  if (statement.predicateType === PREDICATES.policy) {
    return { kind: 'policy', envelope, statement, policy: policyOf(statement, nodeCrypto) };
  }
  throw new FormatError('proposal', `is ${statement.predicateType}, which nobody signs by hand`);
}

export function proposalText(envelope: DsseEnvelope): string {
  return `${JSON.stringify(envelope, null, 2)}\n`;
}
