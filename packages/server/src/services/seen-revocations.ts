// SPDX-License-Identifier: Apache-2.0
/**
 * Which certificates have ended, by the headers of the entries as they were verified: columns of a database can be written by
 * whoever has it open, and what was seen here once stays seen. A hundred bytes for each revocation.
 */
export class SeenRevocations {
  /** By certificate. */
  readonly #verified = new Map<string, number>();
  /** Of a ledger that does not verify: they count until it does. */
  #suspected: ReadonlyMap<string, number> = new Map();
  #read = new Map<string, number>();

  /** The entry that ends a certificate; null where none was seen. */
  of(certificateId: string): number | null {
    return this.#verified.get(certificateId) ?? this.#suspected.get(certificateId) ?? null;
  }

  /** A verification begins to read. */
  begin(): void {
    this.#read = new Map();
  }

  readonly see = (certificateId: string, seq: number): void => {
    // The first ends it; there is no second in a ledger that holds.
    if (!this.#read.has(certificateId)) this.#read.set(certificateId, seq);
  };

  /** @param holds whether all that was read verifies */
  end(holds: boolean): void {
    if (!holds) {
      this.#suspected = this.#read;
      return;
    }
    for (const [certificateId, seq] of this.#read) this.#verified.set(certificateId, seq);
  }
}
