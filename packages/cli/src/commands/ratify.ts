// SPDX-License-Identifier: Apache-2.0
import { type Io, UsageError } from '../io.ts';
import { makeSigningKey } from '../ratify/keygen.ts';
import { makePin } from '../ratify/make-pin.ts';
import { proposeRatification } from '../ratify/propose.ts';
import { proposePolicy } from '../ratify/propose-policy.ts';
import { showProposal } from '../ratify/show.ts';
import { signProposal } from '../ratify/sign.ts';
import { submitProposal } from '../ratify/submit.ts';

const VERBS: Readonly<Record<string, (args: string[], io: Io) => Promise<number>>> = {
  keygen: makeSigningKey,
  pin: makePin,
  propose: (args, io) => (args[0] === 'policy' ? proposePolicy(args.slice(1), io) : proposeRatification(args, io)),
  sign: signProposal,
  show: showProposal,
  submit: submitProposal,
};

/** How council and human authority decide: files that are signed offline and handed in. */
export function ratifyCommand(args: string[], io: Io): Promise<number> {
  const [verb = '', ...rest] = args;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw new UsageError(`usage: plumbline ratify ${Object.keys(VERBS).join('|')} ...`);
  return run(rest, io);
}
