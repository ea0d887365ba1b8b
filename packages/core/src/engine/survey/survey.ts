// SPDX-License-Identifier: Apache-2.0
import type { Pieces } from '../entropy/entropy-adversarial.ts';
import type { Measures } from '../entropy/entropy-windows.ts';
import type { LanguageSample } from '../intake/language.ts';
import { KernelSurvey } from './kernel-survey.ts';
import { PlainSurvey } from './plain-survey.ts';

export type Range = readonly [start: number, end: number];

/**
 * What several stages ask of every text, read once. Offsets are UTF-16 units. Everything that it gives is valid until
 * another text is surveyed.
 */
export interface TextSurvey {
  readonly text: string;
  readonly ascii: boolean;
  /** Of PLAIN_UNITS: normalisation changes nothing but capitals. */
  readonly plain: boolean;
  /** Bytes in UTF-8. */
  readonly utf8Length: number;
  /** At least as many as the text has; what follows is left over. */
  readonly units: Uint16Array;
  /** Of the first `length` units. */
  readonly language: (length: number) => LanguageSample;
  /** Ranges of at least 16 characters of the base64 alphabet. */
  readonly longRuns: () => readonly Range[];
  /** Bits of SIGNS: encodings that the text may hold. */
  readonly signs: () => number;
  /** Ranges that may be rot13. */
  readonly climbs: () => readonly Range[];
  /** Lines that may be disguised. */
  readonly disguises: () => readonly Range[];
  readonly measures: () => Measures;
  readonly pieces: () => Pieces;
}

/** The survey of the text that was asked for last, and the kernel that made it; null where kernels don't run. */
let kernel: KernelSurvey | null | undefined;
let last: TextSurvey | null = null;

/** The stages of one text share what this reads; a text that is asked for again at once is not read again. */
export function surveyOf(text: string): TextSurvey {
  if (last !== null && last.text === text) return last;
  if (kernel === undefined) kernel = KernelSurvey.create();
  last = kernel === null ? new PlainSurvey(text) : kernel.read(text);
  return last;
}
