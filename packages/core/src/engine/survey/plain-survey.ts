// SPDX-License-Identifier: Apache-2.0
import { disguisedLines } from '../decode/decode-disguises.ts';
import { mayReadBackwards } from '../decode/decode-reversals.ts';
import { climbs } from '../decode/decode-rotations.ts';
import { longRuns, mayHoldPairs } from '../decode/decode-runs.ts';
import { cutPieces, type Pieces } from '../entropy/entropy-adversarial.ts';
import { type Measures, measure } from '../entropy/entropy-windows.ts';
import { utf8Length } from '../intake/code-points.ts';
import { type LanguageSample, sampleLanguage } from '../intake/language.ts';
import { PLAIN_UNITS } from '../intake/plain-units.ts';
import { SIGNS } from './signs.ts';
import type { Range, TextSurvey } from './survey.ts';

/** Surveys a text without a kernel, and says what a kernel must give. */
export class PlainSurvey implements TextSurvey {
  readonly text: string;
  readonly units: Uint16Array;
  readonly ascii: boolean;
  readonly plain: boolean;
  readonly utf8Length: number;
  #measures: Measures | null = null;

  constructor(text: string) {
    this.text = text;
    this.units = new Uint16Array(text.length);
    let seen = 0;
    let plain = true;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      this.units[i] = unit;
      seen |= unit;
      plain &&= PLAIN_UNITS[unit] === 1;
    }
    this.ascii = seen < 128;
    this.plain = plain;
    this.utf8Length = utf8Length(text);
  }

  language(length: number): LanguageSample {
    return sampleLanguage(this.units, length);
  }

  longRuns(): readonly Range[] {
    return longRuns(this.units, this.text.length);
  }

  signs(): number {
    const { text, units } = this;
    let signs = mayHoldPairs(units, text.length) ? SIGNS.pairs : 0;
    if ((text.match(/%(?=[0-9a-fA-F]{2})/g)?.length ?? 0) >= 3) signs |= SIGNS.percent;
    if ((text.match(/=(?=[0-9A-F]{2})/g)?.length ?? 0) >= 3) signs |= SIGNS.quoted;
    if (text.includes('&')) signs |= SIGNS.html;
    if (text.includes('\\')) signs |= SIGNS.backslash;
    if (text.includes('U+')) signs |= SIGNS.codePoint;
    if (text.includes('0x')) signs |= SIGNS.hexPrefix;
    if (/[-_]\./.test(text)) signs |= SIGNS.morse;
    if (/=[\n\r]/.test(text)) signs |= SIGNS.softBreak;
    if (text.includes('|')) signs |= SIGNS.bar;
    if (/101|145|69/.test(text)) signs |= SIGNS.codes;
    if ((text.match(/(?<=[a-z])[-_/*~|.](?=[a-z])/gi)?.length ?? 0) >= 3) signs |= SIGNS.broken;
    if ((text.match(/(?<=[,-\uffff]) {2}/g)?.length ?? 0) >= 3) signs |= SIGNS.wide;
    return mayReadBackwards(units, text.length) ? signs | SIGNS.reversed : signs;
  }

  climbs(): readonly Range[] {
    return climbs(this.units, this.text.length);
  }

  disguises(): readonly Range[] {
    return disguisedLines(this.units, this.text.length);
  }

  measures(): Measures {
    this.#measures ??= measure(this.units, this.text.length);
    return this.#measures;
  }

  pieces(): Pieces {
    return cutPieces(this.units, this.text.length);
  }
}
