// SPDX-License-Identifier: Apache-2.0
/** `plumbline ledger revoke`: ends a certificate by an entry, with the anchor key of the data folder. */
import { parseArgs } from 'node:util';
import { createNodeCrypto } from '../crypto.ts';
import { freshSalt } from '../services/ledger-salt.ts';
import { type RevocationRequest, revocationUnit, revokedBy } from '../services/revocation.ts';
import { ArgumentError, type OperatorIo } from './keys-deployment.ts';
import { currentKey, refuseWhenBehind, withLedger } from './opened-ledger.ts';

const CERTIFICATE = /^cert_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** Stands in the public statement, for ever. */
const REASONS = ['issued_in_error', 'key_compromise', 'withdrawn', 'lawful_order'] as const;

/** @throws ArgumentError, ConfigError, PlumblineError not_found or state_conflict */
export async function revoke(args: string[], io: OperatorIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      'superseded-by': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const request = requestOf(positionals, values);
  const done = await withLedger(io, async (opened) => {
    await refuseWhenBehind(opened);
    const { governance, store } = opened;
    const unit = await revocationUnit(
      {
        stores: store.ledger,
        origin: governance.genesis.origin,
        governance,
        crypto: createNodeCrypto(),
        anchorKey: () => currentKey(opened, 'anchor'),
        nowMs: Date.now,
        salt: freshSalt,
      },
      request,
    );
    return revokedBy(request, await store.ledger.chain.append(unit));
  });
  const why = done.superseded_by === null ? done.reason : `superseded by ${done.superseded_by}`;
  const told = `${done.certificate_id} is revoked (${why}); entry ${done.index} says so\n`;
  io.stdout.write(values.json ? `${JSON.stringify(done)}\n` : told);
}

function requestOf(
  [id = '', ...more]: readonly string[],
  { reason, 'superseded-by': next }: { readonly reason?: string; readonly 'superseded-by'?: string },
): RevocationRequest {
  if (!CERTIFICATE.test(id) || more.length > 0) throw new ArgumentError('ledger revoke: name one certificate');
  if ((reason === undefined) === (next === undefined))
    throw new ArgumentError(
      'ledger revoke: say either --reason or --superseded-by; what is given becomes public for ever',
    );
  if (next !== undefined) {
    if (!CERTIFICATE.test(next) || next === id)
      throw new ArgumentError('ledger revoke: --superseded-by names another certificate');
    return { certificate_id: id, reason: 'superseded', superseded_by: next };
  }
  const known = REASONS.find((one) => one === reason);
  if (known === undefined) throw new ArgumentError(`ledger revoke: --reason is one of ${REASONS.join(', ')}`);
  return { certificate_id: id, reason: known };
}
