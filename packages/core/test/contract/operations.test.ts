// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { BOUNDS, MAX_BYTES_PER_CODE_POINT } from '../../src/contract/limits.ts';
import { errorsOf } from '../../src/contract/operation-errors.ts';
import { OPERATION_LIST, OPERATIONS } from '../../src/contract/operations.ts';
import { ERRORS } from '../../src/errors.ts';
import { closed, errorsAgainst } from './schema-compiler.ts';

/** Outside the Basic Multilingual Plane: two escapes of six bytes in JSON. */
const WIDEST = '\u{1F642}';
const escaped = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const widest = (codePoints: number) => WIDEST.repeat(codePoints);
const options = { detail: 'summary', max_flags: 100, min_severity: 'critical', locale: 'x'.repeat(8) };
const labels = Object.fromEntries(
  Array.from({ length: BOUNDS.labels }, (_, i) => [`${i}`.padEnd(32, 'x'), widest(BOUNDS.labelCodePoints)]),
);

const signature = { keyid: widest(128), sig: 'A'.repeat(BOUNDS.signatureChars) };
const jwk = {
  kty: widest(8),
  crv: widest(16),
  x: widest(64),
  pub: widest(1_800),
  alg: widest(16),
  kid: widest(128),
  use: widest(8),
  role: widest(16),
};

const chat = {
  message: widest(BOUNDS.messageCodePoints),
  history: Array.from({ length: BOUNDS.historyTurns }, () => ({
    role: 'assistant',
    content: widest(BOUNDS.historyCodePoints / BOUNDS.historyTurns),
  })),
  session_context: Object.fromEntries(
    Array.from({ length: BOUNDS.sessionMembers }, (_, i) => [
      'abcdefgh'.charAt(i).repeat(32),
      widest(BOUNDS.sessionCodePoints / BOUNDS.sessionMembers),
    ]),
  ),
};

const LARGEST_BODIES: Readonly<Record<string, unknown>> = {
  evaluate: { text: widest(BOUNDS.textCodePoints), options, labels },
  govern: { prompt: widest(BOUNDS.textCodePoints), response: widest(BOUNDS.textCodePoints), options, labels },
  evaluateBatch: {
    items: Array.from({ length: BOUNDS.batchItems }, (_, i) => ({
      id: `${i}`.padEnd(2, 'x') + widest(BOUNDS.batchItemIdCodePoints - 2),
      text: widest(BOUNDS.batchCodePoints / BOUNDS.batchItems),
    })),
  },
  voice: {
    text: widest(BOUNDS.voiceTextCodePoints),
    mode: widest(BOUNDS.voiceModeCodePoints),
    voice: widest(BOUNDS.voiceModeCodePoints),
  },
  checkConstitution: {
    action: widest(BOUNDS.actionCodePoints),
    context: widest(BOUNDS.actionCodePoints),
    actor: widest(BOUNDS.actorCodePoints),
    reversible: false,
  },
  certify: { prompt: widest(BOUNDS.textCodePoints), response: widest(BOUNDS.textCodePoints), options, labels },
  verifyDocument: {
    certificate: {
      payloadType: widest(64),
      payload: 'A'.repeat(BOUNDS.certificatePayloadChars),
      signatures: Array.from({ length: BOUNDS.certificateSignatures }, () => signature),
    },
    prompt: widest(BOUNDS.textCodePoints),
    response: widest(BOUNDS.textCodePoints),
    key_set: { keys: Array.from({ length: BOUNDS.keySetKeys }, () => jwk) },
  },
  submitRatification: {
    envelope: {
      payloadType: widest(64),
      payload: 'A'.repeat(BOUNDS.submissionPayloadChars),
      signatures: Array.from({ length: BOUNDS.submissionSignatures }, () => signature),
    },
  },
  revokeCertificate: {
    certificate_id: `cert_${'0'.repeat(26)}`,
    reason: 'superseded',
    superseded_by: `cert_${'0'.repeat(26)}`,
  },
  handshake: {
    agent_id: widest(BOUNDS.agentIdCodePoints),
    client_name: widest(BOUNDS.agentIdCodePoints),
    client_version: widest(BOUNDS.clientVersionCodePoints),
    protocol_version: widest(BOUNDS.clientVersionCodePoints),
    purpose: widest(BOUNDS.purposeCodePoints),
    capabilities: Array.from({ length: BOUNDS.capabilities }, () => widest(BOUNDS.capabilityCodePoints)),
    requested_node: 'S17_LUMEN',
  },
  query: { question: widest(BOUNDS.questionCodePoints), node: 'S17_LUMEN' },
  ember: { ...chat, node: 'S5_LOCUS' },
  lumen: { ...chat, node: 'S17_LUMEN' },
  chat: { ...chat, node: 'S1_PLEX' },
  pulse: { topic: widest(BOUNDS.topicCodePoints) },
  submitReceipt: {
    schema: 'orientation_receipt.v1',
    agent_id: widest(BOUNDS.agentIdCodePoints),
    client_name: widest(BOUNDS.agentIdCodePoints),
    client_version: widest(BOUNDS.clientVersionCodePoints),
    kind: 'query_answered',
    statement: widest(BOUNDS.statementCodePoints),
    observed: {
      constitution_hash: '0'.repeat(64),
      contract_hash: '0'.repeat(64),
      manifest_version: widest(BOUNDS.clientVersionCodePoints),
      openapi_hash: '0'.repeat(64),
      request_id: widest(BOUNDS.requestIdCodePoints),
      answer_hash: '0'.repeat(64),
      certificate_id: widest(BOUNDS.clientVersionCodePoints),
    },
    capabilities: Array.from({ length: BOUNDS.capabilities }, () => widest(BOUNDS.capabilityCodePoints)),
    occurred_at: '2026-11-21T12:00:00.000Z',
    withdraw_commitment: '0'.repeat(64),
  },
  withdrawReceipt: { preimage: widest(BOUNDS.preimageCodePoints) },
};

describe('operations', () => {
  it('are registered under their own id, each address once', () => {
    for (const [key, operation] of Object.entries(OPERATIONS)) expect(operation.id).toBe(key);
    const addresses = OPERATION_LIST.map((operation) => `${operation.method} ${operation.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('show how they succeed', () => {
    for (const operation of OPERATION_LIST.filter(({ successNeeds }) => successNeeds === undefined))
      expect(
        operation.examples.filter((example) => example.expect.status === operation.successStatus),
        operation.id,
      ).not.toEqual([]);
  });

  it('name examples once each', () => {
    for (const { id, examples } of OPERATION_LIST)
      expect(new Set(examples.map((example) => example.name)).size, id).toBe(examples.length);
  });

  it('expect only codes that they can answer with, under the right status', () => {
    for (const operation of OPERATION_LIST)
      for (const { expect: expected } of operation.examples) {
        if (expected.code === undefined) continue;
        expect(errorsOf(operation)).toContain(expected.code);
        expect(ERRORS[expected.code].status).toBe(expected.status);
      }
  });

  it('give parameters for every name in their path, and for no other', () => {
    for (const { id, path, params, examples } of OPERATION_LIST) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys((params as { properties?: object } | undefined)?.properties ?? {}), id).toEqual(names);
      for (const example of examples) expect(Object.keys(example.params ?? {}), id).toEqual(names);
    }
  });

  it('bound a body exactly when they take one, and GET takes none', () => {
    for (const operation of OPERATION_LIST) {
      expect(operation.maxBodyBytes !== undefined, operation.id).toBe(operation.body !== undefined);
      expect(operation.method !== 'GET', operation.id).toBe(operation.body !== undefined);
    }
  });

  it('answer with a type that has its schema', () => {
    for (const { id, produces, representations = {} } of OPERATION_LIST) {
      expect(produces.length, id).toBeGreaterThan(0);
      for (const mediaType of Object.keys(representations)) expect(produces, id).toContain(mediaType);
    }
  });

  it('compile under strict JSON Schema 2020-12', () => {
    for (const operation of OPERATION_LIST)
      for (const schema of [operation.body, operation.params, operation.query, operation.output])
        if (schema !== undefined) expect(() => errorsAgainst(schema, null), operation.id).not.toThrow();
  });
});

describe('bodies', () => {
  const withBody = OPERATION_LIST.filter((operation) => operation.body !== undefined);

  it.each(withBody)('$id takes its examples and refuses those that expect a 400', (operation) => {
    for (const example of operation.examples) {
      // Refused before the body is looked at.
      if (example.expect.status === 401) continue;
      const schemaErrors = errorsAgainst(operation.body!, example.body);
      const errors = schemaErrors.length > 0 ? schemaErrors : (operation.refine?.(example.body as never) ?? []);
      expect(errors.length === 0, example.name).toBe(example.expect.status !== 400);
    }
  });

  it.each(withBody)('[size-413] $id allows more bytes than its largest legal body has', (operation) => {
    const body = LARGEST_BODIES[operation.id];
    expect(errorsAgainst(operation.body!, body)).toEqual([]);
    expect(operation.refine?.(body as never) ?? []).toEqual([]);
    expect(escaped(body).length).toBeLessThan(operation.maxBodyBytes!);
  });

  it('count a code point as twelve bytes at most', () => {
    expect(escaped(WIDEST).length - 2).toBe(MAX_BYTES_PER_CODE_POINT);
  });

  it.each(withBody)('$id is closed to members that it does not name, at every level', (operation) => {
    expect(closed(operation.body!)).toEqual(JSON.parse(JSON.stringify(operation.body)));
  });
});
