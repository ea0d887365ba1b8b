// SPDX-License-Identifier: Apache-2.0
import { evaluateSide, patternDeadline } from '../evaluate.ts';
import { contentWords, sharedContent } from '../govern/words.ts';
import { firstSentence, sentence, shorten } from '../judgement/explain.ts';
import { round3, severityRank } from '../judgement/judge.ts';
import { planMasks, showGiven } from '../judgement/mask.ts';
import type { Ruleset } from '../ruleset.ts';
import type { ActionCheck, ActionCheckInput, Category, Evaluation, Finding, Ports, Severity } from '../types.ts';
import type { IntentDomain, IntentHit, IntentReading, IntentRules } from './intent.ts';
import { readAction } from './read-action.ts';

type Triggered = ActionCheck['triggered_articles'][number] & { readonly confidence: number };
type Recommendation = ActionCheck['recommendations'][number];

/** What triggers an article from here on speaks against the action; below that it is a remark. */
const OBJECTION: Severity = 'medium';
const MAX_EVIDENCE = 160;
const MAX_TEXT = 400;
/** Two texts under one article with this share of common words are the same advice; shorter ones only when equal. */
const SAME_ADVICE = 0.6;
const MIN_ADVICE_WORDS = 4;
/** How sure the absence of any finding makes us: words that we don't know can mean anything. */
const CONFIDENCE_OF_SILENCE = 0.75;
const CONFIDENCE_WHEN_DEGRADED = 0.4;
/** The words name a field; what the act does in it, they may not say. */
const CONFIDENCE_OF_FIELD = 0.7;
/** The caller's word decides for what waits because it is final, not for what a rule asks for by itself. */
const DESPITE_THE_WORD = ' The caller says that it can be undone; a human is asked all the same.';
const NO_READING: IntentReading = { hits: [], irreversible: false, domains: [] };

/**
 * Contract 8.3: a proposed action, judged as text through the six stages and as intent through the rules of the pack. An
 * irreversible act in the field of infrastructure or authority always waits for a human. Advice only: it grants nothing.
 */
export function checkAction(input: ActionCheckInput, ruleset: Ruleset, ports: Ports): ActionCheck {
  const said = joined(input.action, input.context);
  const text = joined(said, input.actor);
  const { evaluation, findings: seen } = evaluateSide(text, 'text', ruleset, ports, {}, patternDeadline(ports));
  const reading = ruleset.intent === null ? NO_READING : readAction(said, ruleset.intent);
  const findings = isRead(reading) ? seen.filter((finding) => !isGuess(finding, ruleset)) : seen;
  const waits = waitsForHuman(input, reading, findings);
  const triggered = triggeredArticles(input, text, findings, reading, waits, ruleset);
  const foreign = foreignTo(evaluation.input.language, ruleset.intent);
  const degraded = evaluation.degraded || ruleset.intent === null || foreign !== null;
  const unread = ruleset.intent === null || foreign !== null || (evaluation.degraded && evaluation.verdict !== 'pass');
  return {
    compliant: !unread && triggered.every(({ severity }) => severityRank(severity) < severityRank(OBJECTION)),
    advisory_only: true,
    binding: false,
    triggered_articles: triggered.map(({ confidence: _, ...article }) => article),
    recommendations: [
      ...unreadable(foreign),
      ...unfinished(evaluation),
      ...recommendations(findings, reading, waits, ruleset),
    ],
    requires_human:
      foreign !== null ||
      waits.length > 0 ||
      reading.hits.some(({ rule }) => rule.requires_human) ||
      findings.some(isGrave),
    confidence: confidenceOf(triggered, degraded),
    constitution: { version: ruleset.constitution.version, hash: ruleset.constitution.hash },
    degraded,
    check_id: ports.newId('chk_'),
  };
}

/** The action's language where the rules have no words of it, else null; null as well where nobody can tell. */
function foreignTo(language: string | null, rules: IntentRules | null): string | null {
  return language === null || rules === null || rules.languages.has(language) ? null : language;
}

/** Article 4: an act that nobody could read is for a person to weigh. */
function unreadable(language: string | null): Recommendation[] {
  if (language === null) return [];
  const text = `The rules for actions have no words of this language (${language}), so their silence says nothing: let a person who reads it decide.`;
  return [{ text, article: 4 }];
}

/** Contract section 2, degraded: the envelope of this route has no place for warnings. */
function unfinished({ stages }: Pick<Evaluation, 'stages'>): Recommendation[] {
  const names = stages.filter(({ status }) => status === 'failed' || status === 'degraded').map(({ name }) => name);
  if (names.length === 0) return [];
  const text = `A stage of this check did not do all of its work (${names.join(', ')}), so its silence says nothing: let a person decide, or check again later.`;
  return [{ text, article: 4 }];
}

/** A rule says what the act is, and speaks against it. */
function isRead({ hits }: IntentReading): boolean {
  return hits.some(({ rule }) => severityRank(rule.severity) >= severityRank(OBJECTION));
}

/** The scan learned from texts: where it alone is not sure, it names no further article for an act that a rule has read. */
function isGuess({ source, confidence }: Finding, { thresholds }: Ruleset): boolean {
  return source === 'ai_scan' && confidence < thresholds.fail_high_confidence;
}

/** The action stays first, so that its offsets are the same in the whole. */
function joined(first: string, second: string | undefined): string {
  return second === undefined || second.trim() === '' ? first : `${first}\n\n${second}`;
}

interface Waiting {
  readonly article: number;
  /** Where the field was read, if nothing else names the place. */
  readonly domain: IntentDomain | null;
}

/** The categories of contract 8.3 in which what cannot be undone waits. */
const GUARDED: ReadonlySet<Category> = new Set<Category>(['infrastructure', 'authority']);

/** Why a human decides first, beyond what the rules themselves say. The caller's word on reversibility goes first. */
function waitsForHuman(input: ActionCheckInput, reading: IntentReading, findings: readonly Finding[]): Waiting[] {
  const irreversible = input.reversible === undefined ? reading.irreversible : !input.reversible;
  if (!irreversible) return [];
  const domains = reading.domains.filter(({ stated }) => !stated || input.reversible === false);
  return [
    ...domains.filter(isGuarded).map((domain) => ({ article: domain.article, domain })),
    ...[...findings, ...reading.hits.map(({ rule }) => rule)]
      .filter(isGuarded)
      .map(({ article }) => ({ article, domain: null })),
  ];
}

/** What only the stages see must not spare anybody the human either. */
const isGrave = (finding: Finding) => isGuarded(finding) && finding.severity === 'critical';

const isGuarded = ({ category }: { readonly category: Category }) => GUARDED.has(category);

/** One entry for each article, the gravest reason first. */
function triggeredArticles(
  input: ActionCheckInput,
  text: string,
  findings: readonly Finding[],
  reading: IntentReading,
  waits: readonly Waiting[],
  ruleset: Ruleset,
): Triggered[] {
  const plan = planMasks(text, findings);
  const show = (start: number, end: number) => shorten(showGiven(text, start, end, plan), MAX_EVIDENCE);
  const title = (n: number) => ruleset.articles.get(n)?.title ?? '';
  const candidates: Triggered[] = [
    ...reading.hits.map((hit) => ofRule(hit, title(hit.rule.article), input, show)),
    ...findings.map((finding) => ofFinding(finding, title(finding.article), show)),
    ...waits.flatMap(({ domain }) => (domain === null ? [] : [ofDomain(domain, title(domain.article), show)])),
  ];
  candidates.sort((a, b) => severityRank(b.severity) - severityRank(a.severity) || b.confidence - a.confidence);
  const seen = new Set<number>();
  return candidates.filter(({ number }) => !seen.has(number) && seen.add(number));
}

function ofRule(
  { rule, disguised = false, start, end }: IntentHit,
  title: string,
  input: ActionCheckInput,
  show: Show,
) {
  const { article: number, severity, confidence, id, name } = rule;
  const how = disguised ? ', once the disguise of its letters is taken away' : '';
  const despite = rule.requires_human && input.reversible === true ? DESPITE_THE_WORD : '';
  const explanation = `${sentence(rule.explanation)} Read as ${name} (rule ${id})${how}.${despite}`;
  return { number, title, severity, confidence, explanation, evidence: show(start, end) };
}

/** A remark: whoever is asked to wait learns by which article. */
function ofDomain({ article: number, start, end }: IntentDomain, title: string, show: Show): Triggered {
  const explanation = 'The act cannot be undone and is in a field in which a named human decides first.';
  const severity = 'low';
  return { number, title, severity, confidence: CONFIDENCE_OF_FIELD, explanation, evidence: show(start, end) };
}

type Show = (start: number, end: number) => string;

function ofFinding(finding: Finding, title: string, show: Show): Triggered {
  const { article: number, severity, confidence, start_utf16: start, end_utf16: end } = finding;
  const explanation = sentence(finding.what);
  return { number, title, severity, confidence, explanation, evidence: show(start ?? 0, end ?? 0) };
}

function recommendations(
  findings: readonly Finding[],
  reading: IntentReading,
  waits: readonly Waiting[],
  ruleset: Ruleset,
): Recommendation[] {
  const all: Recommendation[] = [
    ...reading.hits.map(({ rule }) => ({ text: sentence(rule.recommendation), article: rule.article })),
    ...waits.map(({ article }) => ({ text: waitingText(article, ruleset), article })),
    ...findings.map((finding) => ({ text: remediationOf(finding, ruleset), article: finding.article })),
  ];
  const told: (Recommendation & { readonly words: ReadonlySet<string> })[] = [];
  for (const { text, article } of all) {
    const words = contentWords(text);
    const again = told.some((one) => one.article === article && (one.text === text || saysSame(one.words, words)));
    if (!again) told.push({ text, article, words });
  }
  return told.map(({ text, article }) => ({ text: shorten(text, MAX_TEXT), article }));
}

/** Rules, categories and articles put one piece of advice each in their own words. */
function saysSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return (sharedContent(a, b, MIN_ADVICE_WORDS) ?? 0) >= SAME_ADVICE;
}

function waitingText(article: number, ruleset: Ruleset): string {
  const rule = ruleset.articles.get(article)?.rule;
  return `This cannot be undone: wait until a named human has approved it.${rule === undefined ? '' : ` ${firstSentence(rule)}`}`;
}

function remediationOf(finding: Finding, ruleset: Ruleset): string {
  const pattern = finding.pattern_id === null ? undefined : ruleset.patterns.get(finding.pattern_id);
  return sentence(pattern?.remediation ?? ruleset.categories[finding.category].remediation);
}

/** That of the gravest reason; without one, that of silence. */
function confidenceOf(triggered: readonly Triggered[], degraded: boolean): number {
  const worst = triggered[0];
  if (worst !== undefined) return round3(worst.confidence);
  return degraded ? CONFIDENCE_WHEN_DEGRADED : CONFIDENCE_OF_SILENCE;
}
