// SPDX-License-Identifier: Apache-2.0

/**
 * Bytes or text that do not have the form they claim: a cut signature, a tile of the wrong length, a note without its
 * blank line. Parsers throw it; verifiers turn it into a check that failed, so it never crosses the wire by itself.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** What was being read: `base64`, `signed note`, `entry header` … */
  readonly format: string;

  constructor(format: string, problem: string) {
    super(`${format}: ${problem}`);
    this.format = format;
  }
}
