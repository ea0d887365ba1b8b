// SPDX-License-Identifier: Apache-2.0
import type { ScanTables } from './precheck/matcher.ts';
import type { Category, DecodeLayer, EntropyReport, Finding, Severity } from './types.ts';

/** What stage 1 hands to every later stage. All offsets are UTF-16 units; `given` is the text exactly as it came. */
export interface Intake {
  readonly given: string;
  /** NFKC, invisible and bidi characters removed, confusables folded to their ASCII look-alike, case folded. */
  readonly normalised: string;
  /** True when `normalised` differs from `given` in more than letter case. */
  readonly changed: boolean;
  /** Start in `given` of the character that `normalised[i]` came from; identity for ASCII. i in [0..normalised.length]. */
  readonly toGiven: (offset: number) => number;
  /** Maps a half-open range of `normalised` to the range of `given` that produced it. */
  readonly rangeToGiven: (start: number, end: number) => readonly [number, number];
  readonly codePoints: number;
  readonly bytes: number;
  readonly ascii: boolean;
  /** ISO 639-1, or null where the guess is not sure. */
  readonly language: string | null;
  /** Counts of what normalisation took out or folded, for patterns and for the explanation. */
  readonly removed: {
    readonly invisible: number;
    readonly bidi: number;
    readonly tag: number;
    readonly confusable: number;
  };
}

/** Text that decoded out of the given text. Its own ranges mean nothing outside; the flag points at the encoded run. */
export interface DecodedText {
  readonly layers: readonly DecodeLayer[];
  readonly text: string;
  /** The outermost encoded run, in `given`. */
  readonly start_utf16: number;
  readonly end_utf16: number;
}

/** A stage never throws for what its input is. `failed` and `degraded` say so in `detail`, without any of the text. */
export interface StageOutcome<T> {
  readonly status: 'ok' | 'degraded' | 'failed' | 'skipped';
  readonly engine: string;
  readonly detail?: string;
  readonly findings: readonly Finding[];
  readonly report: T;
}

export interface PrecheckReport {
  readonly patterns_hit: number;
  readonly decoded_layers: number;
}

/** A pattern pack, ready to match. */
export interface CompiledPack {
  /** SHA-256 of the pack's canonical JSON. */
  readonly hash: string;
  readonly size: number;
  readonly patterns: readonly {
    readonly id: string;
    readonly name: string;
    readonly category: Category;
    readonly article: number;
    /** One sentence for a person. */
    readonly what: string;
    /** How to put it right, where the pattern knows better than its category. */
    readonly remediation: string | null;
    /** What it finds is a secret or personal data and is never shown. */
    readonly masked: boolean;
  }[];
  /** Texts that the patterns match, at least one for each. */
  readonly samples: readonly string[];
  /**
   * Runs every pattern; offsets are over `text`. `form` leaves out the patterns that read the other form only; without it all run.
   */
  readonly match: (text: string, deadline: Deadline, form?: ScanForm) => PackReading;
  /** What another pack of the same files is made of in a fraction of the time; null where no kernel runs. */
  readonly tables: () => ScanTables | null;
}

/** What the patterns say of one text. */
export interface PackReading {
  readonly matches: readonly PatternMatch[];
  /** The deadline passed: some patterns may not have run. */
  readonly expired: boolean;
  /** One of the literals that the pack watches for besides is in the text; true as well where it watches for none. */
  readonly watched: boolean;
  /** Words that a rule asks for may stand together in the text; true as well where none are looked for. */
  readonly joined: boolean;
}

/** Which form of the text is scanned: as given, as normalised, or one text that is both. */
export type ScanForm = 'given' | 'normalised' | 'all';

export interface PatternMatch {
  /** Index into `patterns`. */
  readonly pattern: number;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  readonly severity: Severity;
  /** One sentence for a person. */
  readonly what: string;
  /** How to put it right, where the expression knows better than its pattern. */
  readonly remediation: string | null;
}

/** Whether the time for patterns is over. */
export interface Deadline {
  (): boolean;
  /** Puts it off by milliseconds in which another text had the thread. */
  readonly extend?: (ms: number) => void;
  /** What comes next may take long: from here on it counts what is computed. */
  readonly watch?: () => void;
}

export type EntropyStage = StageOutcome<EntropyReport>;

/** The embedded classifier. Deterministic: same text, same scores, on every machine. */
export interface Classifier {
  readonly name: string;
  /** SHA-256 of the weights file. */
  readonly hash: string;
  /** Whether it has learned enough of a language (ISO 639-1); absent: it does not say. */
  readonly covers?: (language: string) => boolean;
  readonly scan: (intake: Intake) => {
    /** Calibrated, highest first, only those at or above the report floor. */
    readonly categories: readonly { readonly category: Category; readonly score: number }[];
    readonly findings: readonly Finding[];
    /** It is so sure that the text is ordinary that its parts need not be read by themselves. */
    readonly clear?: boolean;
  };
}
