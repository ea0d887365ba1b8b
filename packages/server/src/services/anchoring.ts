// SPDX-License-Identifier: Apache-2.0
/**
 * From ratification to anchor. What is in force is read from the store whenever the ledger has a newer ratification or
 * policy, so that every process on it anchors by the same decisions; anchoring twice is one entry.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { anchoringProblem, type CoveredCertificate } from '@plumbline/core/ledger/ratification.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { anchorStatement } from '@plumbline/core/seal/ledger-statements.ts';
import type { Ratification } from '@plumbline/core/seal/ratification-statement.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import { timestampMs, timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type {
  AppendedEntry,
  AppendOptions,
  AppendUnit,
  CertificateRecord,
  NewCertificate,
  RatificationRecord,
} from '../store/ledger-store.ts';
import { AnchorableRows } from './anchorable-rows.ts';
import type { Ledger } from './ledger.ts';
import { type Decision, Decisions, RatificationProblem } from './ledger-decisions.ts';
import { signedUnit } from './ledger-entries.ts';

const PAGE = 64;
/** Anchors of one beat: what is left follows in the next. */
const MAX_PER_BEAT = 2_000;

/** The newest policy and the newest ratification that a judgement knew. */
export type Grounds = Required<Pick<AppendOptions, 'requirePolicySeq' | 'requireRatificationSeq'>>;

export type Anchorable = Omit<NewCertificate, 'envelope'>;

export class Anchoring {
  readonly #ledger: Ledger;
  readonly #decisions: Decisions;
  #seen = '';
  /** Newest ratification that was looked at; what is appended is judged by it, or not at all. */
  #newestSeq: number | null = null;
  #approvals: readonly Decision[] = [];
  #vetoes: readonly Ratification[] = [];
  /** Windows of the policy before the one in force, which ended them. */
  #ended: readonly RatificationRecord[] = [];
  /** Approvals whose certificates may not all be anchored yet, by hash. */
  readonly #open = new Map<string, Decision>();
  readonly #done = new Set<string>();
  /** What lies in the database is read before it is anchored: whoever writes there has no say in what is signed. */
  readonly rows: AnchorableRows;

  /** @param onError for what is left out, once each */
  constructor(ledger: Ledger, onError: (error: Error) => void) {
    this.#ledger = ledger;
    this.#decisions = new Decisions(ledger);
    this.rows = new AnchorableRows(ledger, onError);
  }

  get vetoes(): readonly Ratification[] {
    return this.#vetoes;
  }

  /** Reads what is in force. Cheap when nothing has changed. */
  async refresh(): Promise<void> {
    const { governance, stores } = this.#ledger;
    await this.#ledger.follow();
    const newest = await stores.chain.newestOfType('ratification');
    const seen = `${governance.current.seq} ${newest?.seq ?? ''}`;
    if (seen === this.#seen) return;
    const decisions = await this.#read();
    this.#vetoes = decisions
      .filter(({ record }) => record.decision === 'reject')
      .map(({ ratification }) => ratification);
    this.#approvals = decisions.filter(({ record }) => record.decision === 'approve');
    this.#ended = await this.#readEnded();
    this.#open.clear();
    for (const decision of this.#approvals) {
      if (!this.#done.has(decision.record.sha256)) this.#open.set(decision.record.sha256, decision);
    }
    this.#newestSeq = newest?.seq ?? null;
    this.#seen = seen;
  }

  /** Nothing is anchored by rows that are not what the ledger holds; nor is anything else signed then. */
  async #read(): Promise<readonly Decision[]> {
    try {
      return await this.#decisions.read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const seq = error instanceof RatificationProblem ? error.seq : 0;
      this.#ledger.reportDamage({ seq, table: 'ratification', detail: error.message });
      return [];
    }
  }

  /** For what is told, never for what is signed: rows are an index, and these decide nothing any more. */
  async #readEnded(): Promise<readonly RatificationRecord[]> {
    const { governance, stores } = this.#ledger;
    const { epoch } = governance.current.policy;
    const before = epoch === 0 ? [] : await stores.ratifications.ofEpoch(epoch - 1);
    return before.filter(({ scope, decision }) => scope.form === 'window' && decision === 'approve');
  }

  /** A sentence where a window would cover it, had no other policy come into force since; null where none would. */
  endedWindow(certificate: CoveredCertificate): string | null {
    const { governance, nowMs } = this.#ledger;
    const { epoch } = governance.current.policy;
    const atMs = timestampMs(certificate.issuedAt);
    const isCovered = ({ scope, expiresAtMs }: RatificationRecord) =>
      scope.form === 'window' &&
      scope.issuerKeyId === certificate.issuerKeyId &&
      scope.fromMs <= atMs &&
      atMs < scope.untilMs &&
      expiresAtMs > nowMs();
    if (!this.#ended.some(isCovered)) return null;
    return `its window belongs to policy ${epoch - 1}, and policy ${epoch} has ended it: what is issued now needs a window ratified anew`;
  }

  /** Whether a window in force covers what is issued at this moment. */
  get isOpen(): boolean {
    const { governance, nowMs } = this.#ledger;
    const now = timestampOf(nowMs());
    const issuers = new Set(governance.current.keys.issuer.map((key) => keyIdOf(key, this.#ledger.crypto)));
    return [...issuers].some(
      (issuerKeyId) => this.windowFor({ certId: '', payloadSha256: '', issuerKeyId, issuedAt: now }) !== null,
    );
  }

  /** The window under which something issued now is anchored; null for none. */
  windowFor(certificate: CoveredCertificate): RatificationRecord | null {
    const found = this.#approvals.find(
      ({ record, ratification }) => record.scope.form === 'window' && this.#problem(ratification, certificate) === null,
    );
    return found?.record ?? null;
  }

  /** The entry that anchors a certificate under a ratification. */
  unit(certificate: Anchorable, ratificationSha256: string): AppendUnit {
    const { origin, governance, crypto } = this.#ledger;
    const facts = {
      log_origin: origin,
      cert_id: certificate.id,
      commitment: certificate.commitment,
      ratification_sha256: ratificationSha256,
      policy_sha256: governance.current.sha256,
    };
    const statement = anchorStatement(facts, certificate.payloadSha256, this.#ledger.salt());
    const entry = { type: 'anchor', subject: certificate.id, atMs: this.#ledger.nowMs() };
    const unit = signedUnit(entry, statement, [this.#ledger.signer('anchor')], crypto);
    const idempotency = { scope: 'anchor', key: `${certificate.id} anchored`, bodyHash: certificate.payloadSha256 };
    return { ...unit, idempotency, rows: [{ kind: 'anchored', certificateId: certificate.id }] };
  }

  /**
   * What is judged by at this moment: taken together with the judgement, it makes the ledger refuse what a policy or a veto
   * has overtaken since.
   */
  get grounds(): Grounds {
    return { requirePolicySeq: this.#ledger.governance.current.seq, requireRatificationSeq: this.#newestSeq };
  }

  /** @throws PlumblineError state_conflict when the grounds do not stand any more */
  append(unit: AppendUnit, grounds: Grounds): Promise<AppendedEntry> {
    return this.#ledger.append(unit, grounds);
  }

  /** Anchors what ratifications cover and nobody has anchored yet: after a ratification, and after a crash between the two. */
  async catchUp(): Promise<void> {
    await this.refresh();
    let left = MAX_PER_BEAT;
    for (const decision of [...this.#open.values()]) {
      if (left <= 0) break;
      left -= await this.#anchorAll(decision, left);
    }
    const { certificates } = this.#ledger.stores;
    await this.rows.forgetEnded(async (id) => isOpen(await certificates.find(id)));
  }

  async #anchorAll({ record, ratification }: Decision, limit: number): Promise<number> {
    let count = 0;
    const leftOut: string[] = [];
    const isOver = record.expiresAtMs <= this.#ledger.nowMs();
    if (!isOver) {
      for await (const page of this.#covered(record)) {
        const fitting = page.filter((certificate) => this.#problem(ratification, coveredBy(certificate)) === null);
        leftOut.push(...(await this.#anchorSound(fitting, record.sha256)));
        count += page.length;
        if (count >= limit) return count;
        // SQLite answers without a turn of the loop, and of a page that nothing fits nothing is committed.
        await nextTurn();
      }
    }
    this.#settle({ record, ratification }, isOver, leftOut);
    return count;
  }

  /** @returns ids of those that are not anchored now */
  async #anchorSound(fitting: readonly CertificateRecord[], sha256: string): Promise<readonly string[]> {
    const { grounds } = this;
    const sound = await this.rows.sound(fitting);
    const anchored = await Promise.all(sound.map((certificate) => this.#anchor(certificate, sha256, grounds)));
    const done = new Set(sound.filter((_, i) => anchored[i]).map(({ id }) => id));
    return fitting.filter(({ id }) => !done.has(id)).map(({ id }) => id);
  }

  /** A window goes on covering what is issued until it ends; a list is done once nothing of it is left, and only that is read again. */
  #settle({ record, ratification }: Decision, isOver: boolean, leftOut: readonly string[]): void {
    const { sha256, scope } = record;
    if (!isOver && scope.form === 'window') return;
    if (!isOver && leftOut.length > 0) {
      const rest = { ...record, scope: { form: 'listed', certificateIds: leftOut } } as const;
      this.#open.set(sha256, { record: rest, ratification });
      return;
    }
    this.#open.delete(sha256);
    this.#done.add(sha256);
  }

  async *#covered({ scope }: RatificationRecord): AsyncGenerator<readonly CertificateRecord[]> {
    const { governance, stores } = this.#ledger;
    const { certificates } = stores;
    if (scope.form === 'listed') {
      for (let at = 0; at < scope.certificateIds.length; at += PAGE) {
        const ids = scope.certificateIds.slice(at, at + PAGE);
        const found = await Promise.all(ids.map((id) => certificates.find(id)));
        yield found.filter((one) => isOpen(one)).filter(({ issuerKeyId }) => governance.isIssuer(issuerKeyId));
      }
      return;
    }
    let after: CertificateRecord | null = null;
    do {
      const page: readonly CertificateRecord[] = await certificates.previews(
        scope.issuerKeyId,
        scope.fromMs,
        scope.untilMs,
        {
          after,
          limit: PAGE,
        },
      );
      yield page;
      after = page.length === PAGE ? (page.at(-1) ?? null) : null;
    } while (after !== null);
  }

  /** @returns whether it is anchored */
  async #anchor(certificate: Anchorable, sha256: string, grounds: Grounds): Promise<boolean> {
    try {
      await this.append(this.unit(certificate, sha256), grounds);
      return true;
    } catch (error) {
      // Anchored or revoked in the meantime, or policy or vetoes have changed: the next look decides anew.
      if (!(error instanceof PlumblineError && error.code === 'state_conflict')) throw error;
      return false;
    }
  }

  #problem(ratification: Ratification, certificate: CoveredCertificate) {
    const { governance, nowMs } = this.#ledger;
    return anchoringProblem(ratification, certificate, {
      policy: governance.current,
      nowMs: nowMs(),
      vetoes: this.#vetoes,
    });
  }
}

/** What was erased by law is anchored no more, whatever lists it. */
const isOpen = (record: CertificateRecord | null): record is CertificateRecord =>
  record !== null && record.anchoredSeq === null && record.revokedSeq === null && record.envelope !== null;

export function coveredBy({ id, payloadSha256, issuerKeyId, createdAtMs }: Anchorable): CoveredCertificate {
  return { certId: id, payloadSha256, issuerKeyId, issuedAt: timestampOf(createdAtMs) };
}
