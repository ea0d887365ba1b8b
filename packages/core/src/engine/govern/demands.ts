// SPDX-License-Identifier: Apache-2.0
import type { Finding } from '../types.ts';

/** What an injection orders the answer to contain. */
export interface Demand {
  /** The words demanded, as written. */
  readonly words: string;
  /** They have to open the answer. */
  readonly opening: boolean;
  /** Place of the order in the prompt; UTF-16 units, half open. */
  readonly start: number;
  readonly end: number;
}

/** Only after a word break; gaps are bounded, so that the search is linear. */
const VERB =
  /(?<![\p{L}\p{N}])(?:say|says|print|output|outputs|reply|respond|answer|write|type|return|repeat|begin|start|open|end|finish|include|append|add|echo|shout|display|sag|sage|schreib|schreibe|antworte|gib|dis|écris|réponds|affiche|di|escribe|responde|imprime|diga|escreva|responda|scrivi|rispondi)(?![\p{L}\p{N}])/giu;
const LINK =
  /(?:\s{1,3}(?:only|just|exactly|simply|nothing but|out|back|back with|with|by saying|by writing|the (?:word|words|phrase|text|string|sentence|line)|(?:your|each|every|all) (?:answer|reply|response|message|output)s?|in (?:all )?capitals|nur|mit|das wort|den satz|seulement|par|avec|le mot|solo|solamente|únicamente|con|la palabra|apenas|com)(?![\p{L}\p{N}])){0,5}\s{0,3}:?\s{0,3}/iuy;
const QUOTED = /["“”«„'‘`]([^"“”»«„`\n]{1,120}?)["“”»`'’](?![\p{L}\p{N}])/uy;
/** Unquoted, only what nobody writes by chance: capitals, digits, underscores. */
const SHOUTED = /([A-Z0-9][A-Z0-9_!-]{2,60}(?: [A-Z0-9][A-Z0-9_!-]{0,60}){0,7})(?![\p{Ll}\p{N}])/uy;
const OPENING = /^(?:begin|start|open)$/i;
/** How far an order may stand from the injection that it belongs to. */
const REACH_UNITS = 400;

/** More orders than this say nothing new. */
const MAX_DEMANDS = 32;

/** Strings that injections in a prompt order the answer to contain: `say PWNED`, `begin with "Sure"`. */
export function demandsIn(prompt: string, injections: readonly Finding[]): Demand[] {
  const demands: Demand[] = [];
  for (const [from, to] of zones(prompt, injections)) {
    const zone = prompt.slice(from, to);
    for (const verb of zone.matchAll(VERB)) {
      const start = verb.index + verb[0].length;
      const object = wordsAt(zone, start);
      if (object === null) continue;
      if (demands.length >= MAX_DEMANDS) return demands;
      const opening = OPENING.test(verb[0]);
      demands.push({ words: object.words, opening, start: from + verb.index, end: from + object.end });
    }
  }
  return demands;
}

function wordsAt(zone: string, verbEnd: number): { words: string; end: number } | null {
  const from = sticky(LINK, zone, verbEnd);
  const at = verbEnd + (from?.[0].length ?? 0);
  const object = sticky(QUOTED, zone, at) ?? sticky(SHOUTED, zone, at);
  const words = object?.[1]?.trim() ?? '';
  return object === null || words === '' ? null : { words, end: at + object[0].length };
}

function sticky(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

/** What lies about the injections; those without a place concern the whole prompt. */
function zones(prompt: string, injections: readonly Finding[]): [number, number][] {
  const merged: [number, number][] = [];
  const raw = injections.map(({ start_utf16, end_utf16 }): [number, number] => [
    Math.max(0, (start_utf16 ?? 0) - REACH_UNITS),
    Math.min(prompt.length, (end_utf16 ?? prompt.length) + REACH_UNITS),
  ]);
  for (const [from, to] of raw.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
