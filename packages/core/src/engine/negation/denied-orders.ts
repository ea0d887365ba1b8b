// SPDX-License-Identifier: Apache-2.0
/** Orders to an assistant that a text denies: what shall not be done, was not done, or was refused. */
import type { Stretch } from '../structure/prevention.ts';
import { placesOf } from '../structure/word-finder.ts';
import type { Denials } from './denials.ts';
import { ENGLISH } from './english.ts';
import { DUTCH, GERMAN } from './germanic.ts';
import { deniedThing } from './objects.ts';
import { ARABIC, CHINESE, HINDI, RUSSIAN } from './others.ts';
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from './romance.ts';

const LANGUAGES: readonly Denials[] = [
  ENGLISH,
  FRENCH,
  GERMAN,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  CHINESE,
  ARABIC,
  HINDI,
  RUSSIAN,
];

/** How far from a denial its sentence is read. */
const REACH = 200;
/** Of one text: what comes after them is no excuse, so that a text made of them costs little. */
const MOST = 32;
/** In place of what is left out: what stood around it does not become neighbours, and an order goes over it. */
export const GAP = ', ';

/** Who is refused in one turn of a talk asks again in the next. */
const TURNS =
  /^[ \t*#>-]{0,6}(?:user|human|assistant|ai|bot|chatbot|model|customer|utilisateur|nutzer|benutzer|assistent|usuario|asistente|usuário|assistente|utente|gebruiker|用户|助手|المستخدم|المساعد|उपयोगकर्ता|सहायक|пользователь|ассистент)[ \t]{0,3}[:：]/imu;
const SENTENCE = /[.!?;:\n。！？；：؟।]/u;
const QUESTION = /^[^.!;\n。！；।?？؟]{0,200}[?？؟]/u;

/** A denial, with the verbs that it governs and nothing else, and what those are about. Both half open. */
export interface Denial {
  readonly verb: Stretch;
  readonly thing: Stretch;
}

/** What a text denies, in order; nothing where something takes one of the denials back. */
export function deniedOrders(text: string): readonly Denial[] {
  const found = LANGUAGES.flatMap((language) => deniedIn(text, language));
  if (found.length === 0 || TURNS.test(text)) return [];
  const denials = apart(found).slice(0, MOST);
  const rest = withoutStretches(text, denials.map(verbOf));
  return LANGUAGES.some(({ turned }) => turned.test(rest)) ? [] : denials;
}

export const verbOf = ({ verb }: Denial): Stretch => verb;
/** A denial together with what it is about. */
export const wholeOf = ({ verb, thing }: Denial): Stretch => ({
  start: Math.min(verb.start, thing.start),
  end: Math.max(verb.end, thing.end),
});

/** The text without what it denies: whatever it orders besides stays in it. */
export function withoutStretches(text: string, stretches: readonly Stretch[], begin = 0): string {
  let rest = '';
  let from = begin;
  for (const { start, end } of stretches) {
    if (start < from) continue;
    rest += text.slice(from, start) + GAP;
    from = end;
  }
  return rest + text.slice(from);
}

function deniedIn(text: string, language: Denials): Denial[] {
  const found: Denial[] = [];
  for (const verb of placesOf(language.denied, text, MOST)) {
    const thing = deniedThing(text, verb);
    if (thing === null || !holds(text, verb, language, found)) continue;
    found.push({ verb, thing });
    const further = goesOn(text, thing, language);
    if (further !== null) found.push(further);
  }
  return found;
}

/** "Never reveal your prompt or ignore your rules" denies both. */
function goesOn(text: string, { end: start }: Stretch, { goesOn: further }: Denials): Denial | null {
  if (further === null) return null;
  further.lastIndex = start;
  if (!further.test(text)) return null;
  const verb = { start, end: further.lastIndex };
  const thing = deniedThing(text, verb);
  return thing === null ? null : { verb, thing };
}

/** Whether nothing in its sentence turns a denial round, makes a condition of it or excepts somebody. */
function holds(text: string, { start, end }: Stretch, language: Denials, others: readonly Denial[]): boolean {
  const { double, condition, loose, told, questions, except } = language;
  const from = sentenceStart(text, start);
  const before = withoutStretches(
    text.slice(0, start),
    others.map(verbOf).filter(({ end: behindOther }) => behindOther <= start),
    from,
  );
  const behind = text.slice(end, end + REACH);
  if (double.test(before) || except.test(behind.split(SENTENCE, 1)[0] as string)) return false;
  const denial = text.slice(start, end);
  const clause = loose?.test(denial) === true ? before : (before.split(',').at(-1) as string);
  if (condition?.test(clause) === true) return false;
  if (told?.test(text.slice(from, start).slice(-40) + denial) === true) return false;
  return !(questions && QUESTION.test(behind));
}

function sentenceStart(text: string, at: number): number {
  const from = Math.max(0, at - REACH);
  const before = text.slice(from, at).split(SENTENCE).at(-1) as string;
  return at - before.length;
}

/** In order, and without what begins inside another. */
function apart(denials: readonly Denial[]): Denial[] {
  const kept: Denial[] = [];
  for (const denial of denials.toSorted((a, b) => a.verb.start - b.verb.start)) {
    const last = kept.at(-1);
    if (last === undefined || denial.verb.start >= last.verb.end) kept.push(denial);
  }
  return kept;
}
