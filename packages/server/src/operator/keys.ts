// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { momentMs } from '@plumbline/core/seal/moment.ts';
import { type IssuedKey, type IssueRequest, type KeyService, stateOf } from '../services/keys.ts';
import type { KeyLimits, KeyRecord, TierName } from '../store/store.ts';
import { ArgumentError, exitCodeOf, type OperatorIo, withDeployment } from './keys-deployment.ts';
import { runLedgerKeys } from './keys-ledger.ts';

const USAGE = `Usage: plumbline keys issue --tier free|standard|enterprise --label TEXT [--owner TEXT] [--scopes a,b] [--test]
                            [--expires ISO] [--json]
                            [--checks-per-day N|none] [--price AMOUNT] [--burst N] [--in-flight N]   (enterprise)
       plumbline keys list [--json]
       plumbline keys rotate ID [--json]
       plumbline keys revoke ID [--json]
       plumbline keys ledger list|rotate|activate ...
`;

const TIERS: readonly string[] = ['free', 'standard', 'enterprise'];

/**
 * Issues and withdraws keys in the data folder or database of the environment; a running server honours it within 5 s.
 * @param args what stands after `keys`
 * @returns exit code: 0, 1 when it could not be done, 2 for wrong arguments
 */
export function runKeys(args: string[], io: OperatorIo): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === 'ledger') return runLedgerKeys(rest, io);
  return exitCodeOf(io, USAGE, async () => {
    switch (verb) {
      case 'issue':
        return issue(rest, io);
      case 'list':
        return list(rest, io);
      case 'rotate':
        return rotate(rest, io);
      case 'revoke':
        return revoke(rest, io);
      default:
        throw new ArgumentError(verb === undefined ? 'keys: say what to do' : `keys: there is no '${verb}'`);
    }
  });
}

async function issue(args: string[], io: OperatorIo): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tier: { type: 'string' },
      label: { type: 'string' },
      owner: { type: 'string' },
      scopes: { type: 'string' },
      test: { type: 'boolean', default: false },
      expires: { type: 'string' },
      json: { type: 'boolean', default: false },
      'checks-per-day': { type: 'string' },
      price: { type: 'string' },
      burst: { type: 'string' },
      'in-flight': { type: 'string' },
    },
  });
  if (values.tier === undefined || !TIERS.includes(values.tier))
    throw new ArgumentError('keys issue: --tier must be free, standard or enterprise');
  if (values.label === undefined) throw new ArgumentError('keys issue: --label is missing');
  const request: IssueRequest = {
    tier: values.tier as TierName,
    label: values.label,
    owner: values.owner ?? null,
    environment: values.test ? 'test' : 'live',
    expiresAtMs: values.expires === undefined ? null : instant(values.expires),
    limits: ownLimits(values),
    ...(values.scopes === undefined ? {} : { scopes: values.scopes.split(',').map((scope) => scope.trim()) }),
  };
  const issued = await withDeployment(io, ({ keys }) => keys.issue(request), { mayBegin: true });
  printIssued(issued, values.json, io);
}

interface LimitValues {
  readonly 'checks-per-day'?: string | undefined;
  readonly price?: string | undefined;
  readonly burst?: string | undefined;
  readonly 'in-flight'?: string | undefined;
}

function ownLimits(values: LimitValues): KeyLimits | null {
  const checks = values['checks-per-day'];
  const flight = values['in-flight'];
  if (values.price !== undefined && !/^[0-9]{1,9}(\.[0-9]{1,9})?$/.test(values.price))
    throw new ArgumentError('keys issue: --price must be a decimal amount such as 0.0005');
  const limits: KeyLimits = {
    ...(checks === undefined ? {} : { checksPerDay: checks === 'none' ? null : count('--checks-per-day', checks) }),
    ...(values.price === undefined ? {} : { pricePerCheck: values.price }),
    ...(values.burst === undefined ? {} : { burstPerMinute: count('--burst', values.burst) }),
    ...(flight === undefined ? {} : { inFlight: count('--in-flight', flight) }),
  };
  return Object.keys(limits).length === 0 ? null : limits;
}

function count(option: string, text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new ArgumentError(`keys issue: ${option} must be a positive whole number`);
  return Number(text);
}

function instant(text: string): number {
  const atMs = momentMs(text);
  if (atMs === null) throw new ArgumentError('keys issue: --expires must look like 2027-01-31T00:00:00Z');
  return atMs;
}

/** What is left to do, by state: a key can be rotated once, and one that has ended does no more harm. */
const LEAKED = {
  active: 'LEAKED: rotate it',
  rotating: 'LEAKED: revoke it',
  expired: undefined,
  revoked: undefined,
} as const;

async function list(args: string[], io: OperatorIo): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const keys = (await withDeployment(io, (deployment) => deployment.keys.list())).map(listed);
  if (values.json) {
    io.stdout.write(`${JSON.stringify(keys)}\n`);
    return;
  }
  if (keys.length === 0) io.stdout.write('No keys.\n');
  for (const key of keys) {
    const notes = [
      agreed(key.limits),
      key.expires_at && `expires ${key.expires_at}`,
      key.rotation_wanted && LEAKED[key.state],
    ];
    const columns = [key.id, key.state.padEnd(8), key.tier.padEnd(10), key.environment, key.label, ...notes];
    io.stdout.write(`${columns.filter(Boolean).join('  ')}\n`);
  }
}

async function rotate(args: string[], io: OperatorIo): Promise<void> {
  const { id, json } = oneId('rotate', args);
  const issued = await withDeployment(io, ({ keys }) => keys.rotate(id));
  printIssued(issued, json, io);
  if (!json) io.stdout.write(`The old key ${id} works for 24 hours more.\n`);
}

async function revoke(args: string[], io: OperatorIo): Promise<void> {
  const { id, json } = oneId('revoke', args);
  await withDeployment(io, ({ keys }: { keys: KeyService }) => keys.revoke(id));
  io.stdout.write(json ? `${JSON.stringify({ id, state: 'revoked' })}\n` : `${id} is revoked.\n`);
}

function oneId(verb: string, args: string[]): { id: string; json: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new ArgumentError(`keys ${verb}: name one key by its id`);
  if (!/^[0-9A-Za-z]{12}$/.test(id))
    throw new ArgumentError(`keys ${verb}: an id has 12 letters and digits; see keys list`);
  return { id, json: values.json };
}

/** The one line of contract 1.4, whatever the key; what else is to be said goes to stderr. The plain key is shown here and never again. */
function printIssued({ key, record }: IssuedKey, json: boolean, io: OperatorIo): void {
  const expires = iso(record.expiresAtMs);
  if (stateOf(record, Date.now()) === 'expired')
    io.stderr.write(`warning: this key expired at ${expires}: every request with it is 401 credential_expired.\n`);
  if (json) {
    const line = { key, id: record.id, tier: record.tier, scopes: record.scopes, expires_at: expires };
    io.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  io.stdout.write(`${key}\n`);
  io.stdout.write(`Id ${record.id}, tier ${record.tier}, scopes ${record.scopes.join(' ')}`);
  io.stdout.write(`${expires === null ? '' : `, expires ${expires}`}.\nThe key is shown only now: keep it safe.\n`);
}

function listed(key: KeyRecord) {
  return {
    id: key.id,
    line_id: key.lineId,
    label: key.label,
    owner: key.owner,
    tier: key.tier,
    environment: key.environment,
    scopes: key.scopes,
    state: stateOf(key, Date.now()),
    created_at: iso(key.createdAtMs),
    last_used_at: iso(key.lastUsedAtMs),
    expires_at: iso(key.expiresAtMs),
    overlap_ends_at: iso(key.overlapEndsAtMs),
    rotation_wanted: key.leakedAtMs !== null,
    limits: key.limits === null ? null : limitsOf(key.limits),
  };
}

/** Those of the tier hold where nothing was agreed. */
function limitsOf({ checksPerDay, pricePerCheck, burstPerMinute, inFlight }: KeyLimits) {
  return {
    ...(checksPerDay !== undefined && { checks_per_day: checksPerDay }),
    ...(pricePerCheck !== undefined && { price_per_check: pricePerCheck }),
    ...(burstPerMinute !== undefined && { burst_per_minute: burstPerMinute }),
    ...(inFlight !== undefined && { in_flight: inFlight }),
  };
}

function agreed(limits: ReturnType<typeof limitsOf> | null): string {
  if (limits === null) return '';
  const { checks_per_day: checks, price_per_check: price, burst_per_minute: burst, in_flight: inFlight } = limits;
  const parts = [
    checks !== undefined && `${checks ?? 'any number of'} checks a day`,
    price && `${price} a check`,
    burst && `${burst} a minute`,
    inFlight && `${inFlight} at once`,
  ];
  return parts.filter(Boolean).join(', ');
}

function iso(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
