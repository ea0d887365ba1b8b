// SPDX-License-Identifier: Apache-2.0
/** The public contract for agents (contract 3.1): built from configuration and the registry of operations, nothing typed twice. */

import { hash } from 'node:crypto';
import { BOUNDS, MAX_BODY_BYTES, POLICY_IDS } from '@plumbline/core/contract/limits.ts';
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import { OPERATION_LIST, type Operations } from '@plumbline/core/contract/operations.ts';
import { VERSION_LABEL } from '@plumbline/core/contract/version.ts';
import { canonicalJson } from '@plumbline/core/seal/jcs.ts';
import type { Settings } from '../../config-schema.ts';
import { DISCLOSURES } from '../airlock/projection.ts';
import { type Document, documentOf, JSON_UTF8 } from '../documents.ts';
import { formsOf, type LimitForm } from '../limit-policies.ts';
import type { Nodes, PublicNode } from '../nodes.ts';
import {
  A2A_PATH,
  ALL_ROUTES,
  BOUNDARIES,
  DISCLOSURE,
  MAY,
  MCP_PATH,
  MUST_NOT,
  NETWORKS_KEPT,
} from './contract-terms.ts';
import { RECEIPT_DAYS } from './receipts.ts';

export type AgentContract = OutputOf<Operations['readHandshake']>;
type Wire<T> = { -readonly [K in keyof T]: T[K] };

export interface ContractOptions {
  readonly nodes: Nodes;
  readonly settings: Pick<Settings, 'service' | 'organisation' | 'limits' | 'tiers' | 'airlock'>;
  readonly constitution: { readonly version: string; readonly hash: string };
  readonly baseUrl: () => string;
  readonly releasedMs: number;
  readonly nowMs: () => number;
}

interface Made {
  /** What the contract was made for: addresses and the state of the nodes. */
  readonly of: string;
  readonly contract: AgentContract;
  readonly document: Document;
}

export class Contracts {
  readonly #options: ContractOptions;
  #made: Made | null = null;

  constructor(options: ContractOptions) {
    this.#options = options;
  }

  /** As it stands; the same object until a node changes its state. */
  current(): AgentContract {
    return this.#current().contract;
  }

  /** The answer of GET, made once. */
  document(): Document {
    return this.#current().document;
  }

  #current(): Made {
    const { nodes, baseUrl, releasedMs, nowMs } = this.#options;
    let of = baseUrl();
    for (const node of nodes.list) of += ` ${nodes.status(node)}`;
    if (this.#made?.of === of) return this.#made;
    const contract = this.#build();
    // The first one is as old as the release; each later one was published when a node changed its state.
    const modifiedMs = this.#made === null ? releasedMs : nowMs();
    this.#made = { of, contract, document: documentOf(envelope(contract, modifiedMs), JSON_UTF8, modifiedMs) };
    return this.#made;
  }

  #build(): AgentContract {
    const { settings, constitution, baseUrl } = this.#options;
    const base = baseUrl();
    const terms = {
      schema: 'public_agent_contract.v1' as const,
      service: settings.service,
      constitution: { ...constitution, url: `${base}/api/constitution` },
      human_authority: 'THE_BRIDGE' as const,
      nodes: this.#nodes(base),
      boundaries: BOUNDARIES,
      may: MAY,
      must_not: MUST_NOT,
      routes: routesAt(base, settings),
      limits: { policies: policiesOf(settings), bounds: boundsOf() },
      retention: {
        declarations: 'not_stored' as const,
        questions_and_answers: 'not_stored' as const,
        hashes_days: settings.airlock.hash_days,
        receipts_days: RECEIPT_DAYS,
        networks: NETWORKS_KEPT,
      },
      mcp: served(base, MCP_PATH, 'The Model Context Protocol'),
      a2a: served(base, A2A_PATH, 'Agent2Agent'),
      disclosures: { ai_generated: true as const, text: DISCLOSURE },
      support: { contact: settings.organisation.contact, security: settings.organisation.security_contact },
    };
    return { ...terms, contract_hash: contractHash(terms) };
  }

  #nodes(base: string): AgentContract['nodes'] {
    const { nodes } = this.#options;
    return nodes.list.map((node) => ({
      id: node.id,
      aliases: node.aliases,
      route: `${base}${routeOf(node)}`,
      status: nodes.status(node),
      engine: node.engine.kind,
      disclosure: DISCLOSURES[node.engine.kind],
    }));
  }
}

/** Where a node is spoken to: specification 4.6. */
export function routeOf({ id }: Pick<PublicNode, 'id'>): string {
  if (id === 'S5_LOCUS') return '/api/ember';
  return id === 'S17_LUMEN' ? '/api/lumen' : '/api/chat';
}

/** Leaves out itself and what changes without the terms changing: the state of the nodes. */
function contractHash(terms: Omit<AgentContract, 'contract_hash'>): string {
  const nodes = terms.nodes.map(({ status: _status, ...node }) => node);
  return hash('sha256', canonicalJson({ ...terms, nodes }), 'hex');
}

function routesAt(base: string, settings: Limiting): AgentContract['routes'] {
  return OPERATION_LIST.filter(({ path }) => ALL_ROUTES.test(path)).map(({ method, path, limits, location, id }) => ({
    method,
    url: `${base}${path.replaceAll(/:([a-z_]+)/gi, '{$1}')}`,
    mutates: location !== undefined || method === 'DELETE' || MUTATING.has(id),
    limits: [...new Set(limits.flatMap((policy) => formsOf(policy, settings)).map(({ name }) => name))],
  }));
}

/** Beside those that make something with an address of its own. */
const MUTATING: ReadonlySet<string> = new Set(['certify', 'submitRatification', 'revokeCertificate']);

type Limiting = Pick<Settings, 'limits' | 'tiers'>;

/** Policies of the routes that the contract lists, under the names that RateLimit-Policy has. */
export function policiesOf(settings: Limiting): AgentContract['limits']['policies'] {
  const used = new Set(OPERATION_LIST.filter(({ path }) => ALL_ROUTES.test(path)).flatMap(({ limits }) => limits));
  return POLICY_IDS.filter((id) => used.has(id))
    .flatMap((id) => formsOf(id, settings))
    .map(policyOf);
}

export function policyOf({
  name,
  limit,
  windowMs,
  partition,
}: LimitForm): Wire<AgentContract['limits']['policies'][number]> {
  return { name, quota: limit, window_s: windowMs / 1_000, partition };
}

function boundsOf(): AgentContract['limits']['bounds'] {
  return {
    question_code_points: BOUNDS.questionCodePoints,
    answer_code_points: BOUNDS.answerCodePoints,
    message_code_points: BOUNDS.messageCodePoints,
    history_turns: BOUNDS.historyTurns,
    history_code_points: BOUNDS.historyCodePoints,
    session_context_code_points: BOUNDS.sessionCodePoints,
    topic_code_points: BOUNDS.topicCodePoints,
    statement_code_points: BOUNDS.statementCodePoints,
    handshake_body_bytes: MAX_BODY_BYTES.handshake,
    query_body_bytes: MAX_BODY_BYTES.query,
    receipt_body_bytes: MAX_BODY_BYTES.receipt,
  };
}

/** True of what is mounted, and of nothing else. */
function served(base: string, path: string, name: string): AgentContract['mcp'] {
  const isServed = OPERATION_LIST.some((operation) => operation.path === path);
  return isServed
    ? { status: 'served', endpoint: `${base}${path}`, note: `${name} is served here.` }
    : { status: 'not_served', endpoint: null, note: `${name} is not served by this deployment.` };
}

/** Contract 1.7: a document has no request id in its body, and carries the time of its publication. */
function envelope(data: AgentContract, publishedMs: number): string {
  return JSON.stringify({
    ok: true,
    api: 'v1',
    version: VERSION_LABEL,
    generated_at: new Date(publishedMs).toISOString(),
    data,
    meta: { credentials: 'ignored' },
  });
}
