// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Pins } from '../../src/ledger/check-checkpoint.ts';
import type { Check } from '../../src/ledger/checks.ts';
import type { IronBundleJson } from '../../src/ledger/iron-bundle.ts';
import { withSignatures } from '../../src/ledger/note.ts';
import { verifyCertificate } from '../../src/ledger/verify-certificate.ts';
import { type FileTrust, verifyFile } from '../../src/ledger/verify-file.ts';
import { type BundleReport, IRON_RECIPE, verifyIronBundle } from '../../src/ledger/verify-iron.ts';
import { verifySigstoreBundle } from '../../src/ledger/verify-sigstore.ts';
import { verifyTlogProof } from '../../src/ledger/verify-tlog-proof.ts';
import { toBase64 } from '../../src/seal/base64.ts';
import { type Crypto, signerKey } from '../../src/seal/crypto.ts';
import { addSignature, type DsseEnvelope } from '../../src/seal/dsse.ts';
import { timestampOf } from '../../src/seal/timestamp.ts';
import { nobleCrypto } from '../seal/noble-crypto.ts';
import {
  anchored,
  cosignLine,
  DAY_MS,
  ironOf,
  LOG_VKEY,
  sigstoreOf,
  tlogProofOf,
  type Variant,
  WITNESS_VKEY,
} from './anchored.ts';
import { crypto, issue, KEYS, ORIGIN, PROMPT, RESPONSE, START_MS } from './test-log.ts';

const life = anchored();
const bundle = await ironOf(life);
const pins: Pins = { origin: ORIGIN, genesis: life.log.genesis, vkeys: [LOG_VKEY.text] };
const nowMs = START_MS + DAY_MS;

const verify = (value: unknown, changes: Partial<Pins> = {}, port: Crypto = crypto) =>
  verifyIronBundle(value, { ...pins, ...changes }, { nowMs, prompt: PROMPT, response: RESPONSE }, port);
const failing = (checks: readonly Check[]) => checks.filter(({ ok }) => ok === false).map(({ name }) => name);
const made = async (variant: Variant) => {
  const other = anchored(variant);
  return verify(await ironOf(other), { genesis: other.log.genesis });
};

/** Flips one bit in the middle of a base 64 text. */
function flipped(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes.toString('base64');
}

describe.each([
  ['node:crypto', crypto],
  ['noble', nobleCrypto],
] as const)('verifyIronBundle on %s', (_name, port) => {
  it('verifies the whole life, each check by name', () => {
    const report = verify(bundle, {}, port);
    expect(failing(report.checks)).toEqual([]);
    expect(report.verified).toBe(true);
    expect(report.checks.map(({ name }) => name)).toEqual([...IRON_RECIPE.required, ...IRON_RECIPE.optional]);
    const unknown = report.checks.filter(({ ok }) => ok === null).map(({ name }) => name);
    expect(unknown).toEqual(['witness_quorum', 'not_revoked']);
  });

  it('says so where ML-DSA-44 is missing, and still checks Ed25519', () => {
    const { verifyMlDsa44: _absent, ...without } = port;
    const report = verify(bundle, {}, without);
    expect(report.verified).toBe(true);
    const second = report.checks.filter(({ name }) => name.endsWith('mldsa44'));
    expect(second.map(({ ok }) => ok)).toEqual([null, null]);
    expect(second.every(({ detail }) => detail.includes('runtime has no ML-DSA-44'))).toBe(true);
  });
});

describe('verifyIronBundle', () => {
  it('needs no pinned log key: the policy proven from genesis names it', () => {
    expect(verify(bundle, { vkeys: [] }).verified).toBe(true);
  });

  it('refuses another genesis, another origin, and none', () => {
    expect(failing(verify(bundle, { genesis: 'a'.repeat(64) }).checks)).toEqual(['genesis_pin']);
    expect(failing(verify(bundle, { genesis: null }).checks)).toEqual(['genesis_pin']);
    expect(failing(verify(bundle, { origin: 'other.example/log' }).checks)).toEqual(['policy_chain']);
  });

  const edit = (change: (copy: Mutable) => void): BundleReport => {
    const copy = structuredClone(bundle) as unknown as Mutable;
    change(copy);
    return verify(copy);
  };

  it.each<[string, string, (copy: Mutable) => void]>([
    [
      'certificate payload',
      'issuer_signature',
      (copy) => (copy.certificate = mutable(issue(7, START_MS + 9000, [KEYS.stranger]))),
    ],
    ['certificate', 'anchor_names_certificate', (copy) => (copy.certificate = mutable(issue(8, START_MS + 9000)))],
    ['first certificate signature', 'issuer_signature', (copy) => flipSignature(copy.certificate, 0)],
    ['second certificate signature', 'issuer_signature_mldsa44', (copy) => flipSignature(copy.certificate, 1)],
    ['missing second signature', 'issuer_signature_mldsa44', (copy) => copy.certificate.signatures.splice(1, 1)],
    ['anchor entry byte', 'anchor_entry', (copy) => (copy.anchor.entry = flipped(copy.anchor.entry))],
    [
      'anchor payload',
      'anchor_entry',
      (copy) => (copy.anchor.statement.payload = flipped(copy.anchor.statement.payload)),
    ],
    [
      'anchor taken from another entry',
      'anchor_entry',
      (copy) => (copy.anchor = { ...copy.anchor, entry: copy.ratification.entry }),
    ],
    ['index', 'anchor_inclusion', (copy) => (copy.tlog_proof = copy.tlog_proof.replace('index 10', 'index 9'))],
    ['size', 'checkpoint_signature', (copy) => (copy.tlog_proof = copy.tlog_proof.replace('\n18\n', '\n17\n'))],
    ['root', 'checkpoint_signature', (copy) => (copy.tlog_proof = swapRoot(copy.tlog_proof))],
    ['proof hash', 'anchor_inclusion', (copy) => (copy.tlog_proof = swapHash(copy.tlog_proof))],
    [
      'ratification path',
      'ratification_inclusion',
      (copy) => (copy.ratification.path[0] = flipped(copy.ratification.path[0] ?? '')),
    ],
    [
      'ratification payload',
      'ratification_entry',
      (copy) => (copy.ratification.statement.payload = flipped(copy.ratification.statement.payload)),
    ],
    [
      'council signature twice',
      'ratification_accepted',
      (copy) => copy.ratification.statement.signatures.splice(1, 1, first(copy)),
    ],
    [
      'council signature missing',
      'ratification_accepted',
      (copy) => copy.ratification.statement.signatures.splice(0, 1),
    ],
    [
      'authority signature missing',
      'ratification_accepted',
      (copy) => copy.ratification.statement.signatures.splice(2, 1),
    ],
    ['policy left out', 'ratification_accepted', (copy) => copy.policy_chain.splice(2, 1)],
    ['policy path', 'policy_inclusion', (copy) => ((copy.policy_chain[2] as Proven).path = [])],
    ['policy bytes', 'policy_chain', (copy) => flipStatement(copy.policy_chain[2])],
    ['genesis bytes', 'genesis_pin', (copy) => flipStatement(copy.policy_chain[0])],
    ['anchor signature copy', 'statement_signatures', (copy) => zeroSignature(copy.anchor.statement)],
    ['policy signature copy', 'statement_signatures', (copy) => zeroSignature(copy.policy_chain[1]?.statement)],
    ['certificate key id', 'certificate_key_ids', (copy) => renameKey(copy.certificate)],
    [
      'certificate key id left out',
      'certificate_key_ids',
      (copy) => ((copy.certificate.signatures[0] as { keyid: string }).keyid = ''),
    ],
    ['policy key id', 'statement_signatures', (copy) => renameKey(copy.policy_chain[2]?.statement)],
    [
      'policy without signatures',
      'statement_signatures',
      (copy) => copy.policy_chain[1]?.statement.signatures.splice(0),
    ],
    ['member nobody knows', 'bundle_form', (copy) => Object.assign(copy, { note: 'x' })],
    ['member of a statement', 'bundle_form', (copy) => Object.assign(copy.anchor.statement, { note: 'x' })],
    ['version', 'bundle_form', (copy) => (copy.v = 2)],
    ['hash of the wrong length', 'bundle_form', (copy) => (copy.ratification.path[0] = 'AAAA')],
  ])('refuses a changed %s, at %s', (_what, name, change) => {
    const report = edit(change);
    expect(report.verified).toBe(false);
    expect(failing(report.checks)).toContain(name);
  });

  it('does not call key ids checked where no signature verifies [verify-given]', () => {
    const { checks } = edit((copy) => (copy.certificate.payload = flipped(copy.certificate.payload)));
    const ids = checks.find(({ name }) => name === 'certificate_key_ids');
    expect(ids).toMatchObject({ ok: null, detail: expect.stringMatching(/no signature verifies|not reached/) });
    const signed = edit((copy) => {
      for (const signature of copy.certificate.signatures) signature.sig = Buffer.alloc(64).toString('base64');
    });
    expect(signed.checks.find(({ name }) => name === 'certificate_key_ids')).toMatchObject({
      ok: null,
      detail: 'no signature verifies, so none shows whose key it is',
    });
  });

  it('refuses values that are no bundle, without throwing', () => {
    for (const value of [null, 1, 'x', [], {}, { v: 1 }, { ...bundle, policy_chain: [] }]) {
      expect(failing(verify(value).checks)).toEqual(['bundle_form']);
    }
  });

  it('takes the window form, and refuses anchors that no ratification allows', async () => {
    expect((await made({ form: 'window' })).verified).toBe(true);
    const early = timestampOf(START_MS + 10_000);
    expect(failing((await made({ terms: { expires: early } })).checks)).toEqual(['anchor_names_ratification']);
    expect(failing((await made({ terms: { epoch: 0 } })).checks)).toEqual(['ratification_accepted']);
    expect(failing((await made({ terms: { decision: 'reject' } })).checks)).toEqual(['ratification_accepted']);
    expect(failing((await made({ signers: [KEYS.council[0], KEYS.authority] })).checks)).toEqual([
      'ratification_accepted',
    ]);
    expect(failing((await made({ anchorChanges: { policy_sha256: 'e'.repeat(64) } })).checks)).toEqual([
      'anchor_names_ratification',
    ]);
    expect(failing((await made({ anchorChanges: { commitment: 'e'.repeat(64) } })).checks)).toEqual([
      'anchor_names_certificate',
    ]);
    expect(failing((await made({ anchorSigner: KEYS.log })).checks)).toEqual(['anchor_entry']);
    expect(failing((await made({ issuers: [KEYS.anchor] })).checks)).toContain('issuer_signature');
  });

  it('counts witnesses, and refuses a wrong co-signature of a known one', async () => {
    const vkeys = [LOG_VKEY.text, WITNESS_VKEY];
    const seen = anchored({ cosigned: true });
    const counted = verify(await ironOf(seen), { vkeys });
    expect(counted.verified).toBe(true);
    expect(counted.checks.find(({ name }) => name === 'witness_quorum')?.detail).toContain('1 of 0');
    const forged = { ...life, note: withSignatures(life.note, [cosignLine(seen.note.replace('\n18\n', '\n19\n'))]) };
    expect(failing(verify(await ironOf(forged), { vkeys }).checks)).toEqual(['witness_quorum']);
  });

  it('refuses an expired certificate and another pair, and says when it has no clock', () => {
    const late = verifyIronBundle(bundle, pins, { nowMs: START_MS + 400 * DAY_MS }, crypto);
    expect(failing(late.checks)).toEqual(['certificate_not_expired']);
    const other = verifyIronBundle(bundle, pins, { nowMs, prompt: `${PROMPT} `, response: RESPONSE }, crypto);
    expect(failing(other.checks)).toEqual(['pair_matches']);
    const blind = verifyIronBundle(bundle, pins, { nowMs: null }, crypto);
    expect(blind.verified).toBe(true);
    expect(blind.checks.find(({ name }) => name === 'certificate_not_expired')?.ok).toBeNull();
  });
});

describe('verifyTlogProof', async () => {
  const proof = await tlogProofOf(life);

  it('verifies the entry that travels along, or the one given', () => {
    expect(verifyTlogProof(proof, null, pins, crypto).verified).toBe(true);
    const bare = proof.replace(/extra .*\n/, '');
    const entry = life.log.headers[life.anchorSeq] as Uint8Array;
    expect(verifyTlogProof(bare, entry, pins, crypto).verified).toBe(true);
    expect(failing(verifyTlogProof(bare, null, pins, crypto).checks)).toEqual(['entry_form', 'inclusion']);
  });

  it.each<[string, (text: string) => string, string]>([
    ['index', (text) => text.replace('index 10', 'index 11'), 'inclusion'],
    ['hash', swapHash, 'inclusion'],
    ['root', swapRoot, 'checkpoint_signature'],
    ['entry', (text) => text.replace(/extra (.*)\n/, (_, b64) => `extra ${flipped(b64)}\n`), 'inclusion'],
    ['header', (text) => text.replace('@v1', '@v2'), 'proof_form'],
    ['checkpoint', (text) => text.replace('\n18\n', '\n19\n'), 'checkpoint_signature'],
  ])('refuses a changed %s', (_what, change, name) => {
    expect(failing(verifyTlogProof(change(proof), null, pins, crypto).checks)).toContain(name);
  });

  it('refuses a log key that is not pinned', () => {
    expect(verifyTlogProof(proof, null, { ...pins, vkeys: [WITNESS_VKEY] }, crypto).verified).toBe(false);
  });
});

describe('verifySigstoreBundle', async () => {
  const form = await sigstoreOf(life);
  const anchorKey = signerKey(KEYS.anchor);

  it('verifies, and reports the key where none is trusted', () => {
    expect(verifySigstoreBundle(form, pins, anchorKey, crypto).verified).toBe(true);
    const unjudged = verifySigstoreBundle(form, pins, null, crypto);
    expect(unjudged.checks.find(({ name }) => name === 'anchor_key')).toMatchObject({ ok: null });
    expect(failing(verifySigstoreBundle(form, pins, signerKey(KEYS.log), crypto).checks)).toEqual(['anchor_key']);
  });

  it('refuses changed entries, indices, roots and payloads', () => {
    const text = JSON.stringify(form);
    const [item] = form.verificationMaterial.tlogEntries;
    const changes: [string, string][] = [
      [item.canonicalizedBody, flipped(item.canonicalizedBody)],
      [item.inclusionProof.rootHash, flipped(item.inclusionProof.rootHash)],
      [item.inclusionProof.hashes[0] as string, flipped(item.inclusionProof.hashes[0] as string)],
      [form.dsseEnvelope.payload, flipped(form.dsseEnvelope.payload)],
      ['"logIndex":"10"', '"logIndex":"9"'],
      ['"treeSize":"18"', '"treeSize":"17"'],
    ];
    for (const [from, to] of changes) {
      const changed = text.replaceAll(from, to);
      expect(changed).not.toBe(text);
      expect(verifySigstoreBundle(JSON.parse(changed), pins, anchorKey, crypto).verified).toBe(false);
    }
    type Form = { -readonly [K in keyof typeof form]: (typeof form)[K] } & Record<string, never>;
    const edits: [string, (copy: Form) => void][] = [
      ['statement_signatures', (copy) => zeroSignature(copy.dsseEnvelope as unknown as MutableEnvelope)],
      ['statement_signatures', (copy) => renameKey(copy.dsseEnvelope as unknown as MutableEnvelope)],
      ['log_id', (copy) => Object.assign(copy.verificationMaterial.tlogEntries[0].logId, { keyId: 'AAAAAA==' })],
      ['bundle_form', (copy) => Object.assign(copy.verificationMaterial.publicKey, { hint: 'other' })],
      ['bundle_form', (copy) => Object.assign(copy.verificationMaterial.tlogEntries[0], { integratedTime: '1' })],
      [
        'bundle_form',
        (copy) => Object.assign(copy.verificationMaterial.tlogEntries[0].kindVersion, { kind: 'rekord' }),
      ],
      ['bundle_form', (copy) => Object.assign(copy.verificationMaterial.tlogEntries[0].kindVersion, { version: '1' })],
      ['bundle_form', (copy) => Object.assign(copy, { note: 'x' })],
    ];
    for (const [name, edit] of edits) {
      const copy = structuredClone(form) as unknown as Form;
      edit(copy);
      expect(failing(verifySigstoreBundle(copy, pins, anchorKey, crypto).checks)).toEqual([name]);
    }
    const two = { ...form, dsseEnvelope: addSignature(form.dsseEnvelope, KEYS.stranger) };
    expect(failing(verifySigstoreBundle(two, pins, anchorKey, crypto).checks)).toEqual(['bundle_form']);
  });
});

describe('verifyCertificate', () => {
  const issuerKeys = [KEYS.issuer, KEYS.issuerPq].map(signerKey);
  const check = (envelope: unknown) => verifyCertificate({ envelope, issuerKeysAt: () => issuerKeys, nowMs }, crypto);

  it('finds a PREVIEW valid by itself, and names the key', () => {
    const report = check(life.certificate);
    expect([report.valid, report.signatureValid]).toEqual([true, true]);
    expect(report.certificate?.issuerKeyId).toBe(KEYS.issuer.keyId);
  });

  it('needs no second signature of a certificate alone, says where that is, and refuses a wrong one [second-signature]', () => {
    const second = (envelope: unknown) => {
      const report = check(envelope);
      const named = report.checks.find(({ name }) => name === 'issuer_signature_mldsa44');
      return [report.signatureValid, named?.ok, named?.detail];
    };
    const { signatures, ...rest } = life.certificate;
    const alone = { ...rest, signatures: signatures.slice(0, 1) };
    const where = 'not with a certificate alone: once it is anchored, its iron bundle carries it';
    expect(second(alone)).toEqual([true, null, where]);
    expect(second(life.certificate)).toEqual([true, true, `ML-DSA-44, key ${KEYS.issuerPq.keyId}`]);
    const changed = mutable(life.certificate);
    flipSignature(changed, 1);
    expect(second(changed).slice(0, 2)).toEqual([false, false]);
  });

  it('tells a wrong signature from a text that is no certificate', () => {
    expect(check(issue(7, START_MS, [KEYS.stranger])).signatureValid).toBe(false);
    expect(check({ payload: 'AAAA', payloadType: 'x', signatures: [] }).signatureValid).toBeNull();
    expect(check(life.ratification).signatureValid).toBeNull();
  });
});

describe('verifyFile', async () => {
  const trust: FileTrust = {
    ...pins,
    issuerKeys: [KEYS.issuer, KEYS.issuerPq].map(signerKey),
    anchorKey: signerKey(KEYS.anchor),
  };
  const run = (text: string) => verifyFile(text, trust, { nowMs }, crypto);
  const files = {
    iron: JSON.stringify(bundle),
    sigstore: JSON.stringify(await sigstoreOf(life)),
    'tlog-proof': await tlogProofOf(life),
  };

  it.each(Object.entries(files))('tells the form %s from the content', (form, text) => {
    expect(run(text)).toMatchObject({ form, verified: true });
  });

  it('never calls a bare certificate verified, nor what it does not know', () => {
    const bare = run(JSON.stringify(life.certificate));
    expect(bare).toMatchObject({ form: 'certificate', verified: false });
    expect(failing(bare.checks)).toEqual(['anchored']);
    for (const text of ['', '{}', 'x', '[]']) expect(run(text)).toMatchObject({ form: 'unknown', verified: false });
  });
});

interface Proven {
  entry: string;
  statement: MutableEnvelope;
  path: string[];
}
interface MutableEnvelope {
  payload: string;
  payloadType: string;
  signatures: { keyid: string; sig: string }[];
}
type Mutable = {
  v: number;
  certificate: MutableEnvelope;
  ratification: Proven;
  policy_chain: Proven[];
  anchor: { entry: string; statement: MutableEnvelope };
  tlog_proof: string;
} & Omit<IronBundleJson, 'v' | 'certificate' | 'ratification' | 'policy_chain' | 'anchor' | 'tlog_proof'>;

function first(copy: Mutable) {
  return copy.ratification.statement.signatures[0] as { keyid: string; sig: string };
}

function flipSignature(envelope: MutableEnvelope, at: number): void {
  const signature = envelope.signatures[at] as { sig: string };
  signature.sig = flipped(signature.sig);
}

function zeroSignature(envelope: MutableEnvelope | undefined): void {
  for (const signature of envelope?.signatures ?? []) signature.sig = Buffer.alloc(64).toString('base64');
}

function renameKey(envelope: MutableEnvelope | undefined): void {
  for (const signature of envelope?.signatures ?? []) signature.keyid = 'f'.repeat(64);
}

function flipStatement(entry: Proven | undefined): void {
  if (entry) entry.statement.payload = flipped(entry.statement.payload);
}

function swapHash(text: string): string {
  return text.replace(/(index \d+\n)(.*)\n/, (_, index, hash) => `${index}${flipped(hash)}\n`);
}

function swapRoot(text: string): string {
  const root = toBase64(life.log.frontier.root());
  return text.replace(root, flipped(root));
}

function mutable(envelope: DsseEnvelope): MutableEnvelope {
  return structuredClone(envelope) as MutableEnvelope;
}
