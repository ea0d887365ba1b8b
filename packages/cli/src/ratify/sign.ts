// SPDX-License-Identifier: Apache-2.0
/** `ratify sign`: one more signature, after its maker has seen what it covers. No server is asked. */
import { parseArgs } from 'node:util';
import { KeyFileError, readKeyFile } from '@plumbline/client/node/key-file.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { addSignature } from '@plumbline/core/seal/dsse.ts';
import { paintFor } from '../colour.ts';
import { replaceFile } from '../files.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { readLines } from '../lines.ts';
import { assess, voteOf } from './assess.ts';
import { readCertificateFile } from './certificate-file.ts';
import { describeAssessment, describeProposal } from './describe.ts';
import { readPin } from './pin.ts';
import { parseProposal, proposalText, readProposal } from './proposal.ts';

const OPTIONS = {
  pin: { type: 'string' },
  key: { type: 'string' },
  certificate: { type: 'string', multiple: true },
  yes: { type: 'boolean' },
} as const;

export async function signProposal(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [path] = positionals;
  const pin = readPin(values.pin);
  const proposal = readProposal(path);
  const signer = signerIn(values.key);
  const paint = paintFor(io);
  const certificates = (values.certificate ?? []).map((file) => readCertificateFile(file, pin));
  io.stdout.write(describeProposal(proposal, pin, certificates, paint));
  const before = assess(proposal, pin, Date.now());
  if (before.problem !== null) return refuse(io, before.problem);
  const vote = voteOf(proposal, pin, signerKey(signer));
  if (vote === null) return refuse(io, `key ${signer.keyId} has no vote on it`);
  if (before.signers.some(({ keyId, status }) => keyId === signer.keyId && status === 'valid')) {
    return refuse(io, `key ${signer.keyId} has signed it already`);
  }
  if (!values.yes && !(await agrees(io, `Sign as ${vote}, key ${signer.keyId}? [y/N] `)))
    return refuse(io, 'as you said');
  const signed = addSignature(proposal.envelope, signer);
  replaceFile(path as string, proposalText(signed));
  io.stdout.write(describeAssessment(assess(parseProposal(signed), pin, Date.now()), paint));
  return EXIT.pass;
}

function signerIn(path: string | undefined): Signer {
  if (path === undefined) throw new UsageError('--key FILE is missing: the private key to sign with');
  try {
    return readKeyFile(path);
  } catch (error) {
    if (error instanceof KeyFileError) throw new UsageError(error.message);
    throw error;
  }
}

function refuse(io: Io, why: string): number {
  io.stderr.write(`not signed: ${why}\n`);
  return EXIT.fail;
}

async function agrees(io: Io, question: string): Promise<boolean> {
  io.stderr.write(question);
  for await (const line of readLines(io.stdin)) return /^y(es)?$/i.test(line?.trim() ?? '');
  return false;
}
