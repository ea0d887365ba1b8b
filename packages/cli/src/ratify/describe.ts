// SPDX-License-Identifier: Apache-2.0
/** A proposal in words: all that a signature would cover. */
import { policyKeyText, type ReadPolicy, ROLES } from '@plumbline/core/ledger/policy.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import type { Paint } from '../colour.ts';
import { nodeCrypto } from '../crypto.ts';
import { inert } from '../render.ts';
import type { Assessment } from './assess.ts';
import type { CertificateFile } from './certificate-file.ts';
import { type Pin, policyInForce } from './pin.ts';
import type { Proposal } from './proposal.ts';

/** Ratifications name the policy that they were signed under. */
export const ENDED_BY_POLICY =
  'every ratified window, and every proposal not yet submitted: propose them anew after it';

export function describeProposal(
  proposal: Proposal,
  pin: Pin,
  certificates: readonly CertificateFile[],
  paint: Paint,
): string {
  const lines =
    proposal.kind === 'policy'
      ? policyLines(proposal.policy, policyInForce(pin))
      : ratificationLines(proposal, certificates);
  const [title = '', ...rest] = lines;
  return `${paint.bold(inert(title))}\n${rest.map((line) => `${inert(line)}\n`).join('')}`;
}

function ratificationLines(
  { ratification }: Proposal & { kind: 'ratification' },
  certificates: readonly CertificateFile[],
): string[] {
  const { form, subjects, predicate } = ratification;
  const what =
    form === 'window'
      ? [
          `  every certificate issued from ${predicate.from} until before ${predicate.until}`,
          `  by issuer ${subjects[0]?.digest.sha256}`,
        ]
      : subjects.flatMap(({ name, digest }) => [
          `  ${name}  sha256 ${digest.sha256}`,
          ...certificateLine(digest.sha256, certificates),
        ]);
  return [
    `Ratification: ${predicate.decision} of ${form === 'window' ? 'a window' : `${subjects.length} listed`}`,
    ...what,
    `  log      ${predicate.log_origin}`,
    `  policy   epoch ${predicate.epoch}, ${predicate.policy_sha256}`,
    `  expires  ${predicate.expires}`,
    `  nonce    ${predicate.nonce}`,
  ];
}

function certificateLine(sha256: string, certificates: readonly CertificateFile[]): string[] {
  const found = certificates.find(({ certificate }) => certificate.payloadSha256 === sha256);
  if (!found) return [];
  const { decision, verdict, issued_at: issuedAt, constitution } = found.certificate.predicate;
  return [
    `    says: decision ${decision}, verdict ${verdict}, issued ${issuedAt}, constitution ${constitution.version}`,
  ];
}

function policyLines(next: ReadPolicy, current: ReadPolicy): string[] {
  const { epoch, not_before: notBefore, witness, roles, prev_policy_sha256: previous } = next.policy;
  const lines = [`Policy: epoch ${epoch}, ${next.sha256}`, `  follows  ${previous}`, `  begins   ${notBefore}`];
  for (const role of ROLES) {
    lines.push(`  ${role}: ${roles[role].threshold} of ${roles[role].keys.length}`);
    const before = current.keys[role].map(policyKeyText);
    for (const key of next.keys[role])
      lines.push(`    ${before.includes(policyKeyText(key)) ? ' ' : '+'} ${keyIdOf(key, nodeCrypto)}`);
    const now = next.keys[role].map(policyKeyText);
    for (const key of current.keys[role].filter((old) => !now.includes(policyKeyText(old))))
      lines.push(`    - ${keyIdOf(key, nodeCrypto)}`);
  }
  lines.push(
    `  witnesses: quorum ${witness.quorum} of ${witness.keys.length}`,
    ...witness.keys.map((key) => `      ${key}`),
    `  ends     ${ENDED_BY_POLICY}`,
  );
  return lines;
}

export function describeAssessment({ problem, signers, needs, complete }: Assessment, paint: Paint): string {
  const lines = signers.map(({ keyId, role, status }) => {
    const word = status === 'valid' ? paint.green('signed') : paint.red(status);
    return `  ${word}  ${role || 'no role'}  ${keyId || 'no key id'}`;
  });
  for (const { role, has, needs: wanted } of needs) {
    lines.push(`  ${has >= wanted ? paint.green('enough') : paint.yellow('missing')}  ${role}: ${has} of ${wanted}`);
  }
  if (problem !== null) lines.push(paint.red(`It cannot be accepted: ${problem}`));
  else lines.push(complete ? paint.green('Complete: it can be submitted.') : paint.yellow('Not complete.'));
  return lines.map((line) => `${line}\n`).join('');
}
