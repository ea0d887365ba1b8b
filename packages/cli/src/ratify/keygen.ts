// SPDX-License-Identifier: Apache-2.0
/** `ratify keygen`: a key for a council member or for THE_BRIDGE. It is made here and stays here. */
import { parseArgs } from 'node:util';
import { KeyFileError, publicPem, writeNewKeyFile } from '@plumbline/client/node/key-file.ts';
import { signerKey } from '@plumbline/core/seal/crypto.ts';
import { encodeSpki } from '@plumbline/core/seal/spki.ts';
import { writeNewFile } from '../files.ts';
import { EXIT, type Io, UsageError } from '../io.ts';

export async function makeSigningKey(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { role: { type: 'string' }, out: { type: 'string' } } });
  const { role, out } = values;
  if ((role !== 'council' && role !== 'authority') || out === undefined) {
    throw new UsageError('usage: plumbline ratify keygen --role council|authority --out FILE');
  }
  try {
    const signer = writeNewKeyFile(out);
    writeNewFile(`${out}.pub`, publicPem(encodeSpki(signerKey(signer))));
    io.stdout.write(`${role} key ${signer.keyId}\n  private  ${out}: keep it offline; nobody can make it again\n`);
    io.stdout.write(`  public   ${out}.pub: hand it to whoever proposes the policy\n`);
  } catch (error) {
    if (error instanceof KeyFileError) throw new UsageError(error.message);
    throw error;
  }
  return EXIT.pass;
}
