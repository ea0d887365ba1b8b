// SPDX-License-Identifier: Apache-2.0

/** The source failed, which says nothing about the log. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}
