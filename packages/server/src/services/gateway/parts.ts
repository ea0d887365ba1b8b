// SPDX-License-Identifier: Apache-2.0
/** The gateway's services, put together in the order in which they need each other. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';
import type { Settings } from '../../config-schema.ts';
import type { Store } from '../../store/store.ts';
import { openAirlock, type Shelve } from '../airlock/open.ts';
import { Screener } from '../airlock/screener.ts';
import type { Catalogue } from '../documents-catalogue.ts';
import type { SecondJudge } from '../judge-model/second-judge.ts';
import type { JudgePool } from '../judge-pool.ts';
import type { ModelEndpoints } from '../model-endpoint/endpoints.ts';
import { Nodes } from '../nodes.ts';
import { Contracts } from './contract.ts';
import { Conversations } from './conversations.ts';
import { Pulses } from './pulse.ts';
import { Receipts } from './receipts.ts';
import { answeringNodes, engineStateOf, profileOf } from './roster.ts';

export interface GatewayOptions {
  readonly settings: Settings;
  readonly ruleset: Ruleset;
  readonly ports: Ports;
  readonly pool: JudgePool;
  /** Null where the embedded scan judges alone. */
  readonly secondJudge: SecondJudge | null;
  readonly store: Pick<Store, 'gateway' | 'receipts' | 'ledger'>;
  readonly models: ModelEndpoints;
  readonly catalogue: Catalogue;
  /** Keys the hashes of questions and answers. */
  readonly hashKey: Uint8Array;
  readonly baseUrl: () => string;
  readonly releasedMs: number;
  readonly nowMs: () => number;
  /** Told the class of what an engine threw. */
  readonly onFault: (fault: string) => void;
  /** For callers that open many with the same to look up. */
  readonly shelve?: Shelve | undefined;
}

export interface GatewayParts {
  readonly nodes: Nodes;
  readonly contracts: Contracts;
  readonly conversations: Conversations;
  readonly pulses: Pulses;
  readonly receipts: Receipts;
  /** Reads what nodes look things up in, some hundred milliseconds of work: best before the socket is bound. */
  readonly warm: () => void;
}

/** The configuration was checked: names are told apart, and every model that a node names is there. */
export function openGatewayParts(options: GatewayOptions): GatewayParts {
  const { settings, ruleset, ports, store, models, catalogue, nowMs } = options;
  const nodes = new Nodes(settings.nodes, engineStateOf(models));
  const { pool, secondJudge } = options;
  const judging = { ruleset, ports, pool, secondJudge, inProcessBytes: settings.limits.in_process_bytes };
  const { airlock, retrieval, warm } = openAirlock({
    ...judging,
    settings: settings.airlock,
    nodes: nodes.list.map(profileOf),
    randomBytes,
    contentHash: (text) => createHmac('sha256', options.hashKey).update(text, 'utf8').digest('hex'),
    onFault: options.onFault,
    shelve: options.shelve,
  });
  const answering = answeringNodes({ nodes: nodes.list, models, retrieval, nowMs });
  const conversations = new Conversations({ airlock, nodes, answering, traces: store.gateway, nowMs });
  const contracts = new Contracts({ ...options, nodes, constitution: constitutionRef(ruleset) });
  const screener = new Screener(judging);
  const receipts = new Receipts({
    store: store.receipts,
    screen: (text) => screener.screen(text),
    truths: {
      constitutionHash: ruleset.constitution.hash,
      contractHash: () => contracts.current().contract_hash,
      openapiHash: () => catalogue.openapi('all').etag.slice(1, -1),
      knowsAnswer: (answerHash) => store.gateway.knowsAnswer(answerHash),
      knowsCertificate: async (id) => (await store.ledger.certificates.find(id)) !== null,
    },
    nowMs,
    newId: ports.newId,
  });
  const pulses = new Pulses({ nodes, conversations, newId: ports.newId });
  return { nodes, contracts, conversations, pulses, receipts, warm };
}

function constitutionRef({ constitution: { version, hash } }: Ruleset) {
  return { version, hash };
}
