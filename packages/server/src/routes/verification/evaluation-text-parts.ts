// SPDX-License-Identifier: Apache-2.0
/** Parts of evaluations as JSON that many of them have in common. */
import { type EntropyWindow, type Evaluation, STAGES, type StageName } from '@plumbline/core/engine/types.ts';
import { knownText, numberText } from '../../http/json-text.ts';

export const BEYOND_ASCII: RegExp = /[^ -~]/;

/** What all evaluations by the same rules share. */
export interface RulesText {
  readonly of: readonly (string | null)[];
  readonly patterns: number;
  /** The report of a precheck that found nothing. */
  readonly untouched: string;
  readonly scan: string;
  readonly hashes: string;
  readonly isAscii: boolean;
}

let last: RulesText | null = null;

export function rulesText({ precheck, ai_scan, constitution, ruleset_hash }: Evaluation): RulesText {
  const { engine, model, model_hash } = ai_scan;
  const { version, hash } = constitution;
  if (
    last !== null &&
    last.of[0] === ruleset_hash &&
    last.of[1] === precheck.pack_hash &&
    last.of[2] === engine &&
    last.of[3] === model &&
    last.of[4] === model_hash &&
    last.of[5] === version &&
    last.of[6] === hash
  )
    return last;
  const of = [ruleset_hash, precheck.pack_hash, engine, model, model_hash, version, hash];
  last = {
    of,
    isAscii: !BEYOND_ASCII.test(of.join('')),
    patterns: precheck.patterns_total,
    untouched: `"precheck":${JSON.stringify({ ...precheck, patterns_hit: 0, decoded_layers: 0 })},`,
    scan: `","engine":${knownText(engine)},"model":${knownText(model)},"model_hash":${knownText(model_hash)},"categories":`,
    hashes: `,"constitution":${JSON.stringify({ version, hash })},"ruleset_hash":${knownText(ruleset_hash)},"input":{"sha256":"`,
  };
  return last;
}

/** The text of JSON.stringify(windows): two in five ordinary texts have some. */
export function windowsText(windows: readonly EntropyWindow[]): string {
  let text = '[';
  for (const { span, bits_per_char, kind } of windows)
    text += `${text === '[' ? '' : ','}{"span":{"start":${span.start},"end":${span.end},"start_utf16":${
      span.start_utf16
    },"end_utf16":${span.end_utf16}},"bits_per_char":${numberText(bits_per_char)},"kind":${knownText(kind)}}`;
  return `${text}]`;
}

/** How a stage that did its work begins, by its name. */
export const DONE = Object.fromEntries(
  STAGES.map(({ n, name }) => [name, `{"n":${n},"name":"${name}","status":"ok","duration_ms":`]),
) as Readonly<Record<StageName, string>>;
