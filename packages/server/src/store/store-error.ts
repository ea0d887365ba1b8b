// SPDX-License-Identifier: Apache-2.0
/** The store cannot be opened, in one line for whoever runs the service. No password is in it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
