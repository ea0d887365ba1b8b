// SPDX-License-Identifier: Apache-2.0
import type { Article } from '../../constitution/types.ts';
import type { CodePointIndex } from '../intake/code-points.ts';
import type { Ruleset } from '../ruleset.ts';
import type { DecodeLayer, EvaluateOptions, Finding, Flag, Side, Span } from '../types.ts';
import { excerptOf } from './excerpt.ts';
import { severityRank } from './judge.ts';
import { type MaskPlan, planMasks } from './mask.ts';

/** The rules that an explanation quotes. */
export type ExplainRules = Pick<Ruleset, 'articles' | 'categories' | 'patterns'>;

const MAX_FLAGS = 100;
const MAX_EXPLANATION = 600;
const MAX_REMEDIATION = 400;
const MAX_WORDS = 5;

/**
 * Stage 6: findings, worst first, become flags. `max_flags` and `min_severity` choose what is shown and never change the
 * verdict; `detail: "summary"` leaves excerpts empty.
 */
export function explain(
  given: string,
  findings: readonly Finding[],
  side: Side,
  index: CodePointIndex,
  rules: ExplainRules,
  options: EvaluateOptions,
): Flag[] {
  if (findings.length === 0) return [];
  const plan = planMasks(given, findings);
  const floor = severityRank(options.min_severity ?? 'info');
  return findings
    .filter((finding) => severityRank(finding.severity) >= floor)
    .slice(0, options.max_flags ?? MAX_FLAGS)
    .map((finding, i) => flagOf(finding, `flg_${i + 1}`, { given, side, index, rules, plan, options }));
}

interface FlagScene {
  readonly given: string;
  readonly side: Side;
  readonly index: CodePointIndex;
  readonly rules: ExplainRules;
  readonly plan: MaskPlan;
  readonly options: EvaluateOptions;
}

function flagOf(finding: Finding, id: string, scene: FlagScene): Flag {
  const { rules } = scene;
  const category = rules.categories[finding.category];
  const article = rules.articles.get(finding.article);
  const pattern = finding.pattern_id === null ? undefined : rules.patterns.get(finding.pattern_id);
  return {
    id,
    source: finding.source,
    pattern_id: finding.pattern_id,
    category: finding.category,
    article: { number: finding.article, title: article?.title ?? category.title },
    severity: finding.severity,
    confidence: finding.confidence,
    side: scene.side,
    span: spanOfFinding(finding, scene.index),
    excerpt: scene.options.detail === 'summary' ? '' : excerptOf(scene.given, finding, scene.plan),
    ...(finding.decoded_from.length > 0 ? { decoded_from: finding.decoded_from } : {}),
    explanation: explanationOf(finding, scene),
    remediation: shorten(finding.remediation ?? pattern?.remediation ?? category.remediation, MAX_REMEDIATION),
    mappings: category.mappings,
  };
}

export function spanOfFinding(finding: Finding, index: CodePointIndex): Span | null {
  if (finding.start_utf16 === null || finding.end_utf16 === null) return null;
  return index.span(finding.start_utf16, finding.end_utf16);
}

/** Article 41 of the published text: which article, what was seen, and how sure we are; why last, where there is room. */
function explanationOf(finding: Finding, scene: FlagScene): string {
  const article = scene.rules.articles.get(finding.article);
  const title = article?.title ?? scene.rules.categories[finding.category].title;
  const parts = [`Article ${finding.article} (${title}).`, sentence(finding.what), sourceSentence(finding, scene)];
  const told = parts.join(' ');
  if (article === undefined) return shorten(told, MAX_EXPLANATION);
  // The first sentence of a rule says what is not to be, those behind it what stays free and how somebody in need is met.
  const rule = [wholeRule(article), ruleSentence(article)].find(
    (words) => told.length + QUOTING.length + words.length <= MAX_EXPLANATION,
  );
  return shorten(rule === undefined ? told : told + QUOTING + rule, MAX_EXPLANATION);
}

function sourceSentence(finding: Finding, scene: FlagScene): string {
  const percent = `${Math.round(finding.confidence * 100)} %`;
  const hidden = finding.decoded_from.length === 0 ? '' : ` after decoding ${layerWords(finding).join(', then ')}`;
  if (finding.source === 'ai_scan') return scanSentence(finding, percent, hidden, scene.plan);
  if (finding.source === 'entropy') return `Seen${hidden} by the entropy analysis, ${percent} sure.`;
  if (finding.pattern_id === null && finding.category === 'obfuscation') return `Seen by the decoder, ${percent} sure.`;
  if (finding.pattern_id === null) return `Seen${hidden} by the rules for words that stand together, ${percent} sure.`;
  const name = scene.rules.patterns.get(finding.pattern_id)?.name;
  return `Seen${hidden} by pattern ${finding.pattern_id}${name === undefined ? '' : ` (${name})`}, ${percent} sure.`;
}

/**
 * A model that judges as second says of which article it is sure. The embedded one's number is about the text: how sure it is that
 * something there should be flagged, whatever its kind (docs/reference/quality.md says how often each is right).
 */
function scanSentence({ words, masked }: Finding, percent: string, hidden: string, plan: MaskPlan): string {
  if (words === undefined) return `That model is ${percent} sure${hidden}.`;
  const sure = `The AI scan is ${percent} sure${hidden} that something is wrong here, and less sure of which kind`;
  const shown = masked ? [] : shownWords(words, plan);
  if (shown.length > 0) return `${sure}; of the words that carry meaning, ${shown.join(', ')} weighed most.`;
  return words.length > 0 ? `${sure}.` : `${sure}; no single word that carries meaning stood out.`;
}

const LAYER_WORDS: Readonly<Record<DecodeLayer, string>> = {
  base64: 'base64',
  base32: 'base32',
  base58: 'base58',
  base85: 'base85',
  uuencode: 'uuencode',
  hex: 'hexadecimal numbers',
  codes: 'character codes',
  percent: 'percent-encoding',
  quoted: 'quoted-printable',
  html: 'HTML entities',
  escape: 'letters written as other signs',
  rot13: 'letters moved along the alphabet (such as rot13)',
  caesar: 'letters moved along the alphabet (a Caesar cipher)',
  atbash: 'the alphabet turned round (Atbash)',
  reversed: 'reversed writing',
  morse: 'Morse code',
  braille: 'braille',
  spelling: 'the spelling alphabet (alpha, bravo)',
  pig_latin: 'pig Latin',
  misspelling: 'misspelt words',
  emoji: 'emoji that stand for words',
};

/** How a finding was hidden, for a person; outermost first. */
export function layerWords({ decoded_from }: Finding): string[] {
  return decoded_from.map((layer) => LAYER_WORDS[layer]);
}

/** Words are shown only where nothing sensitive was found in them, and only if they are words. */
function shownWords(words: readonly string[], plan: MaskPlan): string[] {
  return words
    .filter((word) => /^[\p{L}\p{M}' -]{2,32}$/u.test(word))
    .filter((word) => !plan.words.includes(word.toLowerCase()))
    .slice(0, MAX_WORDS)
    .map((word) => `“${word}”`);
}

const QUOTING = ' The article says: ';
const wholeRule = ({ rule }: Article) => rule.trim().replace(/\s+/g, ' ');

const RULE_SENTENCES = new WeakMap<Article, string>();

/** Articles don't change while they are in use, so each is cut once. */
function ruleSentence(article: Article): string {
  let first = RULE_SENTENCES.get(article);
  if (first === undefined) {
    first = firstSentence(article.rule);
    RULE_SENTENCES.set(article, first);
  }
  return first;
}

/** With a capital at its beginning and a full stop at its end. */
export function sentence(text: string): string {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  const ended = /[.!?。…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

export function firstSentence(text: string): string {
  const flat = text.trim().replace(/\s+/g, ' ');
  return /^.+?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat;
}

/** Cut at a word, with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > maxLength / 2 ? space : cut.length).trimEnd()}…`;
}
