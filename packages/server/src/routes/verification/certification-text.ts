// SPDX-License-Identifier: Apache-2.0
/** A certification as the JSON that JSON.stringify gives: ids, digests, times and base 64 need no escaping. */
import { envelopeText } from '@plumbline/core/seal/dsse.ts';
import { knownText } from '../../http/json-text.ts';
import type { Certification } from '../../services/certify.ts';
import { hasPlainStages, stagesText } from './evaluation-text.ts';

/** The text of JSON.stringify(certification). */
export function certificationText(certification: Certification): string {
  const { subject, constitution, expires_at, chain_anchor, chain_proof } = certification;
  return `{"certificate_id":"${certification.certificate_id}","state":"${certification.state}","decision":"${
    certification.decision
  }","verdict":"${certification.verdict}","subject":{"commitment":"${subject.commitment}","salt":"${
    subject.salt
  }","prompt_sha256":"${subject.prompt_sha256}","response_sha256":"${subject.response_sha256}"},"statement":"${
    certification.statement
  }","envelope":${envelopeText(certification.envelope)},"key_id":"${certification.key_id}","issued_at":"${
    certification.issued_at
  }","expires_at":${expires_at === null ? 'null' : `"${expires_at}"`},"constitution":{"version":${knownText(
    constitution.version,
  )},"hash":"${constitution.hash}"},"ruleset_hash":"${certification.ruleset_hash}","stages":${stagesText(
    certification.stages,
  )},"verify_url":${JSON.stringify(certification.verify_url)},"chain_anchor":${
    chain_anchor === null ? 'null' : JSON.stringify(chain_anchor)
  }${chain_proof === undefined ? '' : `,"chain_proof":${JSON.stringify(chain_proof)}`}}`;
}

const BEYOND_ASCII = /[^ -~]/;

/** True where the text of the certification is ASCII for certain, as `isAsciiText` says it of an evaluation. */
export function isAsciiCertification({ constitution, stages, verify_url, chain_anchor }: Certification): boolean {
  if (chain_anchor !== null || !hasPlainStages(stages)) return false;
  for (const { engine } of stages) if (BEYOND_ASCII.test(engine)) return false;
  return !BEYOND_ASCII.test(constitution.version) && !BEYOND_ASCII.test(verify_url);
}
