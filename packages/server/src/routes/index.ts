// SPDX-License-Identifier: Apache-2.0
/** One handler per operation of the contract; the type makes a missing one an error of the compiler. */
import type { Handlers } from '../http/call.ts';
import { article } from './constitution/article.ts';
import { checkConstitution } from './constitution/check.ts';
import { constitution } from './constitution/constitution.ts';
import { calEvidence } from './discovery/evidence.ts';
import { openapiDocument, proofSurface } from './discovery/openapi.ts';
import { openapiPointer } from './discovery/openapi-pointer.ts';
import { handshake, readHandshake } from './gateway/handshake.ts';
import { query, readQuery } from './gateway/query.ts';
import { readReceipt, readReceiptContract, submitReceipt, withdrawReceipt } from './gateway/receipt.ts';
import { health } from './health/health.ts';
import { livez } from './health/livez.ts';
import { readyz } from './health/readyz.ts';
import {
  chainLatest,
  chainStatus,
  consistencyProof,
  inclusionProof,
  ironledgerVerify,
  strictTable,
} from './ledger/chain.ts';
import { headsFeed, headsStream, jwks, logCheckpoint, logKeys, logStatement, logTile } from './ledger/log.ts';
import { ratificationTerms, revokeCertificate, submitRatification } from './ledger/ratifications.ts';
import { chat, ember, lumen, pulse } from './nodes/chat.ts';
import { voice } from './nodes/voice.ts';
import { home, pageModule, problemIndex, problemPage, verifyPage } from './pages/pages.ts';
import type { RouteServices } from './services.ts';
import { apiRoot } from './verification/api-root.ts';
import { certify } from './verification/certify.ts';
import { evaluate } from './verification/evaluate.ts';
import { evaluateBatch } from './verification/evaluate-batch.ts';
import { govern } from './verification/govern.ts';
import { verifyCertificate, verifyDocument } from './verification/verify.ts';

export function createHandlers(services: RouteServices): Handlers {
  return {
    evaluate: evaluate(services),
    govern: govern(services),
    evaluateBatch: evaluateBatch(services),
    certify: certify(services),
    verifyCertificate: verifyCertificate(services),
    verifyDocument: verifyDocument(services),
    ratificationTerms: ratificationTerms(services),
    submitRatification: submitRatification(services),
    revokeCertificate: revokeCertificate(services),
    ironledgerVerify: ironledgerVerify(services),
    strictTable: strictTable(services, '/api/ironledger/strict-table'),
    chainStrictTable: strictTable(services, '/api/chain/strict-table'),
    ironledgerRows: strictTable(services, '/api/ironledger/rows'),
    chainStatus: chainStatus(services),
    chainLatest: chainLatest(services),
    inclusionProof: inclusionProof(services),
    consistencyProof: consistencyProof(services),
    logCheckpoint: logCheckpoint(services),
    logTile: logTile(services),
    logKeys: logKeys(services),
    logStatement: logStatement(services),
    jwks: jwks(services),
    headsFeed: headsFeed(services),
    headsStream: headsStream(services),
    checkConstitution: checkConstitution(services),
    constitution: constitution(services),
    article: article(services),
    apiRoot: apiRoot(services),
    readHandshake: readHandshake(services),
    handshake: handshake(services),
    readQuery: readQuery(services),
    query: query(services),
    readReceiptContract: readReceiptContract(services),
    submitReceipt: submitReceipt(services),
    readReceipt: readReceipt(services),
    withdrawReceipt: withdrawReceipt(services),
    ember: ember(services),
    lumen: lumen(services),
    chat: chat(services),
    pulse: pulse(services),
    voice: voice(services),
    calEvidence: calEvidence(services),
    openapiDocument: openapiDocument(services),
    openapiMirror: openapiDocument(services),
    openapiPointer: openapiPointer(services),
    proofSurface: proofSurface(services),
    health: health(services),
    livez: livez(),
    readyz: readyz(services),
    home: home(services),
    verifyPage: verifyPage(services),
    pageModule: pageModule(services),
    problemIndex: problemIndex(services),
    problemPage: problemPage(services),
  };
}
