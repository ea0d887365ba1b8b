// SPDX-License-Identifier: Apache-2.0
/** The server's crypto port: the adapter that the command line and its offline verifier stand on too (decision 0100). */
export {
  createNodeCrypto,
  createNodeSigner,
  hasMlDsa44,
  publicKeyOf,
} from '@plumbline/client/node/crypto.ts';
