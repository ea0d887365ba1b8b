// SPDX-License-Identifier: Apache-2.0

import { decodeText } from '../decode/decode.ts';
import { intake } from '../intake/intake.ts';
import { withoutDisguise } from '../intake/plain.ts';
import { splitSentences } from '../intent/intent-terms.ts';
import { round3, severityRank } from '../judgement/judge.ts';
import { MIN_VALUE_LENGTH, ValueIndex } from '../judgement/value-index.ts';
import type { DecodedText } from '../stages.ts';
import type { Finding, Relation } from '../types.ts';
import { sharedSubject } from './ascii-stems.ts';
import { type Demand, demandsIn } from './demands.ts';
import { type Asked, leaksInstructions, plainWords, saysAlone } from './given-anyway.ts';
import { LEAKED, promptLeak } from './prompt-leak.ts';
import { declinesInstruction, isRefusal } from './refusal.ts';
import { takesUpOrder } from './subject.ts';
import { takeovers } from './takeovers.ts';

/** One side of a pair, as far as the relation needs to know it. */
export interface Party {
  readonly text: string;
  /** Merged, unmasked. */
  readonly findings: readonly Finding[];
  readonly language: string | null;
}

/** Fewer content words than this say nothing about a subject. */
const MIN_SUBJECT_WORDS = 3;

/** What the response has to do with the prompt. Signs are looked for in the texts as given. */
export function relate(prompt: Party, response: Party): Relation {
  const readings = readingsOf(prompt);
  const refusal = isRefusal(response.text, askedBy(prompt, readings));
  const overlap = promptLeak(prompt.text, response.text, extracts(prompt.findings));
  return {
    injection_followed: injectionFollowed(prompt, readings, response, refusal, overlap),
    prompt_leak: { overlap },
    refusal,
    echoed_secret: echoesSecret(prompt.findings, response.text),
    on_topic: onTopic(prompt, response),
  };
}

/** A text in which attempts stand: the prompt, or what decodes out of it. */
interface Reading {
  readonly text: string;
  readonly injections: readonly Finding[];
  readonly demands: readonly Demand[];
}

/** An attempt that was found in a decoded layer has its orders there. */
function readingsOf({ text, findings }: Party): Reading[] {
  const injections = takeovers(findings);
  if (injections.length === 0) return [];
  const plain = injections.filter(({ decoded_from }) => decoded_from.length === 0);
  const readings = [{ text, injections: plain.length > 0 ? plain : injections, demands: demandsIn(text, injections) }];
  if (plain.length === injections.length) return readings;
  for (const layer of decodeText(intake(text))) {
    const found = injections.flatMap((finding) => insideLayer(finding, layer));
    if (found.length > 0) readings.push({ text: layer.text, injections: found, demands: demandsIn(layer.text, found) });
  }
  return readings;
}

/** The finding at its place in the decoded text. */
function insideLayer(finding: Finding, { text, layers, start_utf16, end_utf16 }: DecodedText): Finding[] {
  const there = finding.decoded_from.join() === layers.join();
  if (!there || finding.start_utf16 !== start_utf16 || finding.end_utf16 !== end_utf16) return [];
  const at = text.indexOf(finding.matched);
  return at < 0 ? [] : [{ ...finding, start_utf16: at, end_utf16: at + finding.matched.length }];
}

function askedBy({ text, findings }: Party, readings: readonly Reading[]): Asked {
  return {
    prompt: text,
    demanded: demandsOf(readings).map(({ words }) => words),
    takeover: readings.length > 0,
    leaks: (given) => promptLeak(text, given, extracts(findings)) >= LEAKED,
  };
}

function demandsOf(readings: readonly Reading[]): readonly Demand[] {
  return readings.flatMap(({ demands }) => demands);
}

export function extracts(findings: readonly Finding[]): boolean {
  return findings.some(({ category }) => category === 'prompt_extraction');
}

/** Null where there is nothing to follow. The first sign decides; an answer that declines has followed nothing. */
function injectionFollowed(
  prompt: Party,
  readings: readonly Reading[],
  response: Party,
  refusal: boolean,
  overlap: number,
): boolean | null {
  if (readings.length === 0) return null;
  const demands = demandsOf(readings);
  if (refusal || declinesInstruction(response.text)) {
    return demands.some((demand) => opensWith(response.text, demand) || standsAlone(response.text, demand));
  }
  if (demands.some((demand) => obeys(response.text, demand))) return true;
  if (takesPersona(response.text) || takeovers(response.findings).some(weighs)) return true;
  if (
    extracts(prompt.findings) &&
    (overlap >= LEAKED || revealsPrompt(response.text) || leaksInstructions(response.text))
  )
    return true;
  return demands.length === 0 && readings.some((reading) => takesUpOrder(reading, response.text));
}

/** What decides nothing about the response is no sign that it obeyed. */
const weighs = ({ severity }: Finding) => severityRank(severity) >= severityRank('medium');

function standsAlone(response: string, { words }: Demand): boolean {
  return splitSentences(response).some(({ text }) => saysAlone(text, words));
}

function obeys(response: string, demand: Demand): boolean {
  if (demand.opening) return opensWith(response, demand);
  if (!/[\p{L}\p{N}]/u.test(demand.words)) return response.includes(demand.words);
  return plainWords(response).includes(plainWords(demand.words));
}

function opensWith(response: string, demand: Demand): boolean {
  if (!/[\p{L}\p{N}]/u.test(demand.words)) return response.trimStart().startsWith(demand.words);
  return plainWords(response).startsWith(plainWords(demand.words));
}

/** The answer announces a persona or mode that an injection could have ordered. */
const PERSONA = new RegExp(
  [
    "\\b(?:i am|i'm|i will be|call me|my name is|hi,? i'm) (?:now )?(?:dan|aim|stan|dude|evil ?(?:bot|gpt)|jailbroken|unrestricted|unfiltered|uncensored|free (?:from|of) (?:all|any|my|these|those|the)|no longer (?:bound|restricted|limited|constrained))\\b",
    '\\b(?:dan|developer|debug|god|admin|administrator|jailbreak|unrestricted|unfiltered|maintenance|sudo|root|opposite) mode (?:is )?(?:now )?(?:enabled|activated|active|on|engaged|unlocked)\\b',
    '\\b(?:jailbreak|restrictions?|safety (?:filters?|guidelines)|filters?) (?:is |are |has been |have been )?(?:successful(?:ly)?|complete|disabled|lifted|removed|bypassed|deactivated|overridden|turned off)\\b',
    '\\b(?:as|speaking as) (?:dan|aim|an unrestricted|an unfiltered|an evil|your evil)\\b',
    '\\[(?:dan|jailbreak|developer mode(?: output)?|unfiltered)\\]|🔓',
    '\\b(?:instructions|rules) (?:have been |are |were )?(?:ignored|overridden|disregarded|forgotten)\\b',
    "\\bi(?:'ll| will| have| am going to)? (?:now )?(?:ignore|ignored|disregard|disregarded|forget|forgotten|override|overridden) (?:all |my |the |any )?(?:of )?(?:my |the )?(?:previous|prior|earlier|original|above)\\b",
    '\\b(?:entwicklermodus|modo (?:de )?desarrollador|mode développeur) (?:ist |está )?(?:aktiviert|activado|activé)(?![a-zß-ɏ])',
  ].join('|'),
  'i',
);

function takesPersona(response: string): boolean {
  return PERSONA.test(straight(response));
}

const REVEALS =
  /\b(?:my|the) (?:system |hidden |initial |original |secret |full |confidential )*(?:prompt|instructions|configuration|guidelines|rules) (?:is|are|says?|states?|reads?|begins?|were)\b|\bi (?:was|am|have been) (?:told|instructed|configured|given instructions) to\b|\bhere(?:'s| is| are) (?:my|the) (?:system |hidden |initial |full )*(?:prompt|instructions|configuration)\b|\bmeine? (?:anweisung|anweisungen|systemprompt) (?:ist|sind|lautet|lauten)\b|\bmis instrucciones son\b|\bmes instructions sont\b|^\s*you are (?:an?|the) [^.\n]{2,80}(?:assistant|bot|agent|model)\b/i;

function revealsPrompt(response: string): boolean {
  return REVEALS.test(straight(response));
}

const straight = (text: string) => text.replace(/[‘’ʼ]/g, "'");

/** Compares values and keeps none: a secret or personal datum of the prompt stands in the response, in disguise or not. */
function echoesSecret(findings: readonly Finding[], response: string): boolean {
  const values = new Set<string>();
  for (const { masked, source, matched, also } of findings) {
    if (!masked || source !== 'precheck') continue;
    for (const value of [matched, ...(also ?? [])]) {
      if (value.length >= MIN_VALUE_LENGTH) values.add(withoutDisguise(value));
    }
  }
  if (values.size === 0) return false;
  const shown = withoutDisguise(response);
  if (new ValueIndex(values).isIn(shown)) return true;
  const numbers = [...values].map(squeeze).filter((value) => /\d{6}/.test(value));
  return numbers.length > 0 && new ValueIndex(numbers).isIn(squeeze(shown));
}

/** Numbers are written with and without spaces. */
function squeeze(text: string): string {
  return text.replace(/[\s.\p{Pd}/()]+/gu, '');
}

/** Share of common subject words; null where the texts are too short or in different languages. */
function onTopic(prompt: Party, response: Party): number | null {
  if (prompt.language !== null && response.language !== null && prompt.language !== response.language) return null;
  const shared = sharedSubject(prompt.text, response.text, MIN_SUBJECT_WORDS);
  return shared === null ? null : round3(shared);
}
