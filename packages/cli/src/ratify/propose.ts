// SPDX-License-Identifier: Apache-2.0
/** `ratify propose`: a ratification that nobody has signed yet, as a file to pass around. */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CERTIFICATE_ID } from '@plumbline/core/seal/certificate.ts';
import { signEnvelope } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { isHex64 } from '@plumbline/core/seal/hex.ts';
import { momentMs } from '@plumbline/core/seal/moment.ts';
import {
  type ListedCertificate,
  listedRatification,
  parseRatification,
  type RatificationTerms,
  windowRatification,
} from '@plumbline/core/seal/ratification-statement.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import { SALT_BYTES, type Statement, statementBytes } from '@plumbline/core/seal/statement.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import { paintFor } from '../colour.ts';
import { nodeCrypto } from '../crypto.ts';
import { writeNewFile } from '../files.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { type CertificateFile, readCertificateFile } from './certificate-file.ts';
import { describeProposal } from './describe.ts';
import { type Pin, policyInForce, readPin } from './pin.ts';
import { parseProposal, proposalText } from './proposal.ts';

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_DAYS = 7;
const NONCE_BYTES = 24;

const OPTIONS = {
  pin: { type: 'string' },
  out: { type: 'string' },
  certificate: { type: 'string', multiple: true },
  listed: { type: 'string', multiple: true },
  from: { type: 'string' },
  until: { type: 'string' },
  issuer: { type: 'string' },
  expires: { type: 'string' },
  reject: { type: 'boolean' },
} as const;

export async function proposeRatification(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const pin = readPin(values.pin);
  if (values.out === undefined) throw new UsageError('--out FILE is missing');
  const files = (values.certificate ?? []).map((path) => readCertificateFile(path, pin));
  const listed = [...files.map(listedOf), ...(values.listed ?? []).map(listedOption)];
  const terms = termsOf(pin, values);
  const isWindow = values.from !== undefined || values.until !== undefined;
  if (isWindow === listed.length > 0) {
    throw new UsageError('name certificates (--certificate FILE, --listed ID:SHA256) or a window (--from, --until)');
  }
  const statement = isWindow
    ? windowRatification(terms, issuerOf(pin, values.issuer), windowOf(values), randomBytes(SALT_BYTES))
    : listedRatification(terms, listed, randomBytes(SALT_BYTES));
  const envelope = signEnvelope(checkedBytes(statement), []);
  writeNewFile(values.out, proposalText(envelope));
  io.stdout.write(describeProposal(parseProposal(envelope), pin, files, paintFor(io)));
  return EXIT.pass;
}

/** What no log would take is refused before anybody signs it. */
function checkedBytes(statement: Statement<object>): Uint8Array {
  const bytes = statementBytes(statement);
  try {
    parseRatification(bytes);
  } catch (error) {
    if (error instanceof FormatError) throw new UsageError(error.message);
    throw error;
  }
  return bytes;
}

function termsOf(pin: Pin, values: { readonly reject?: boolean; readonly expires?: string }): RatificationTerms {
  const { policy, sha256 } = policyInForce(pin);
  if (policy.roles.council.keys.length === 0) {
    throw new UsageError("the policy has no council yet: 'plumbline ratify propose policy' names the first");
  }
  const expires =
    values.expires === undefined
      ? timestampOf(Date.now() + DEFAULT_DAYS * DAY_MS)
      : momentOf('--expires', values.expires);
  if (Date.parse(expires) <= Date.now())
    throw new UsageError(`--expires: ${expires} has passed, and nobody could sign it any more`);
  return {
    decision: values.reject ? 'reject' : 'approve',
    epoch: policy.epoch,
    policy_sha256: sha256,
    expires,
    nonce: randomBytes(NONCE_BYTES).toString('base64url'),
    log_origin: pin.origin,
  };
}

function listedOf({ certificate }: CertificateFile): ListedCertificate {
  return { certId: certificate.predicate.cert_id, payloadSha256: certificate.payloadSha256 };
}

function listedOption(value: string): ListedCertificate {
  const [certId = '', payloadSha256 = '', ...rest] = value.split(':');
  if (!CERTIFICATE_ID.test(certId) || !isHex64(payloadSha256) || rest.length > 0) {
    throw new UsageError(`--listed '${value}' is not cert_…:<SHA-256 of its payload>`);
  }
  return { certId, payloadSha256 };
}

function issuerOf(pin: Pin, given: string | undefined): string {
  const ids = policyInForce(pin)
    .keys.issuer.filter(({ algorithm }) => algorithm === 'ed25519')
    .map((key) => keyIdOf(key, nodeCrypto));
  if (given !== undefined && !ids.includes(given)) throw new UsageError(`--issuer: the policy has no issuer ${given}`);
  const issuer = given ?? (ids.length === 1 ? ids[0] : undefined);
  if (issuer === undefined) throw new UsageError(`--issuer is missing; the policy has ${ids.join(', ')}`);
  return issuer;
}

function windowOf(values: { readonly from?: string; readonly until?: string }): { from: string; until: string } {
  if (values.from === undefined || values.until === undefined)
    throw new UsageError('a window needs --from and --until');
  return { from: momentOf('--from', values.from), until: momentOf('--until', values.until) };
}

export function momentOf(option: string, value: string): string {
  const atMs = momentMs(value);
  if (atMs === null) throw new UsageError(`${option} must be a time such as 2026-11-21T10:00:00Z`);
  return timestampOf(atMs);
}
