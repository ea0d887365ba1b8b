// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { utf8Text } from '@plumbline/core/seal/bytes.ts';
import { envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { paintFor } from '../colour.ts';
import { EXIT, type Io } from '../io.ts';
import { assess } from './assess.ts';
import { readCertificateFile } from './certificate-file.ts';
import { describeAssessment, describeProposal } from './describe.ts';
import { readPin } from './pin.ts';
import { readProposal } from './proposal.ts';

const OPTIONS = {
  pin: { type: 'string' },
  certificate: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

/** `ratify show`: what it says, who has signed, who is missing. 0 complete, 1 not. */
export async function showProposal(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const pin = readPin(values.pin);
  const proposal = readProposal(positionals[0]);
  const certificates = (values.certificate ?? []).map((file) => readCertificateFile(file, pin));
  const assessment = assess(proposal, pin, Date.now());
  if (values.json) {
    const { complete, problem, needs, signers } = assessment;
    const statement: unknown = JSON.parse(utf8Text(envelopePayload(proposal.envelope)));
    const lines = signers.map(({ keyId, role, status }) => ({ key_id: keyId, role, status }));
    io.stdout.write(
      `${JSON.stringify({ kind: proposal.kind, complete, problem, needs, signers: lines, statement })}\n`,
    );
  } else {
    const paint = paintFor(io);
    io.stdout.write(describeProposal(proposal, pin, certificates, paint) + describeAssessment(assessment, paint));
  }
  return assessment.complete ? EXIT.pass : EXIT.fail;
}
