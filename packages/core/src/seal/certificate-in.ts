// SPDX-License-Identifier: Apache-2.0
import { isRecord } from './statement.ts';

/**
 * The envelope in what people keep of a certificate: the envelope itself, what `certify` says of it, or the whole answer
 * around that. Anything else comes back as it is, for whoever checks envelopes to refuse.
 */
export function certificateEnvelopeIn(value: unknown): unknown {
  if (isCertification(value)) return value.envelope;
  return isAnswer(value) && isCertification(value.data) ? value.data.envelope : value;
}

/** Whether this is an answer of `certify`, or what stands in it. */
export function isCertifyAnswer(value: unknown): boolean {
  return isCertification(value) || (isAnswer(value) && isCertification(value.data));
}

const isCertification = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && typeof value.certificate_id === 'string' && isRecord(value.envelope);

const isAnswer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && value.ok === true && value.api === 'v1';
