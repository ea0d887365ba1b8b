// SPDX-License-Identifier: Apache-2.0
/** The registry. Everything that has a route, a page or an SDK method is here; what is not here does not exist. */
import type { Operation } from './operation.ts';
import { apiRoot } from './operations/api-root.ts';
import { certify } from './operations/certify.ts';
import { chat, ember, lumen, pulse } from './operations/chat.ts';
import { checkConstitution } from './operations/check-constitution.ts';
import { article, constitution } from './operations/constitution.ts';
import { evaluate } from './operations/evaluate.ts';
import { evaluateBatch } from './operations/evaluate-batch.ts';
import { calEvidence } from './operations/evidence.ts';
import { govern } from './operations/govern.ts';
import { handshake, readHandshake } from './operations/handshake.ts';
import { health, livez, readyz } from './operations/health.ts';
import {
  chainLatest,
  chainStatus,
  chainStrictTable,
  consistencyProof,
  inclusionProof,
  ironledgerRows,
  ironledgerVerify,
  strictTable,
} from './operations/ironledger.ts';
import { headsFeed, headsStream, jwks, logCheckpoint, logKeys, logStatement, logTile } from './operations/log.ts';
import { openapiDocument, openapiMirror, openapiPointer, proofSurface } from './operations/openapi.ts';
import { home, pageModule, problemIndex, problemPage, verifyPage } from './operations/pages.ts';
import { query, readQuery } from './operations/query.ts';
import { ratificationTerms, revokeCertificate, submitRatification } from './operations/ratifications.ts';
import { readReceipt, readReceiptContract, submitReceipt, withdrawReceipt } from './operations/receipt.ts';
import { verifyCertificate, verifyDocument } from './operations/verify.ts';
import { voice } from './operations/voice.ts';

/** By id; the order is the order of the documents. */
export const OPERATIONS = {
  evaluate,
  govern,
  evaluateBatch,
  certify,
  verifyCertificate,
  verifyDocument,
  ratificationTerms,
  submitRatification,
  revokeCertificate,
  ironledgerVerify,
  strictTable,
  chainStrictTable,
  ironledgerRows,
  chainStatus,
  chainLatest,
  inclusionProof,
  consistencyProof,
  logCheckpoint,
  logTile,
  logKeys,
  logStatement,
  jwks,
  headsFeed,
  headsStream,
  readHandshake,
  handshake,
  readQuery,
  query,
  readReceiptContract,
  submitReceipt,
  readReceipt,
  withdrawReceipt,
  ember,
  lumen,
  chat,
  pulse,
  checkConstitution,
  constitution,
  article,
  apiRoot,
  voice,
  calEvidence,
  openapiDocument,
  openapiMirror,
  openapiPointer,
  proofSurface,
  health,
  livez,
  readyz,
  home,
  verifyPage,
  pageModule,
  problemIndex,
  problemPage,
} as const;

export type Operations = typeof OPERATIONS;
export type OperationId = keyof Operations;

export const OPERATION_LIST: readonly Operation[] = Object.values(OPERATIONS);
