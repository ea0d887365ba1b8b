// SPDX-License-Identifier: Apache-2.0
/** Orders to an assistant that a text denies: what shall not be done, was not done, or was refused. */
import type { Stretch } from '../structure/prevention.ts';
import { placesOf } from '../structure/word-finder.ts';
import { declinedIn } from './declined.ts';
import type { Denials } from './denials.ts';
import { ENGLISH } from './english.ts';
import { DUTCH, GERMAN } from './germanic.ts';
import { deniedThing } from './objects.ts';
import { ARABIC, CHINESE, HINDI, RUSSIAN } from './others.ts';
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from './romance.ts';

const IN_ASCII: readonly Denials[] = [ENGLISH, FRENCH, GERMAN, SPANISH, PORTUGUESE, ITALIAN, DUTCH];
const LANGUAGES: readonly Denials[] = [...IN_ASCII, CHINESE, ARABIC, HINDI, RUSSIAN];
const FOREIGN = /[\u0370-\uffff]/;

/** How far around what was found a denial is looked for, and how far around that something may take it back. UTF-16 units. */
const AROUND = 260;
const FAR = 1_000;

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

/**
 * What a text denies close to some places of it, in order; nothing where something around takes one of the denials back.
 * @param places in order of their beginnings; only what stands around them is read
 */
export function deniedOrders(text: string, places: readonly Stretch[]): readonly Denial[] {
  const around = areasAround(places, AROUND, text.length);
  const found = around.flatMap((area) => [...deniedInArea(text, area), ...declinedIn(text, area, MOST)]);
  if (found.length === 0 || TURNS.test(text)) return [];
  const denials = apart(found).slice(0, MOST);
  return isTurned(text, denials) ? [] : denials;
}

/** Whether something says that what is denied holds not, or orders it after all of "them". */
function isTurned(text: string, denials: readonly Denial[]): boolean {
  return areasAround(denials.map(verbOf), FAR, text.length).some(({ start, end }) => {
    const inside = denials.map(verbOf).filter((verb) => verb.start >= start && verb.end <= end);
    const rest = withoutStretches(text.slice(0, end), inside, start);
    return LANGUAGES.some(({ turned }) => turned.test(rest));
  });
}

/** Places with what stands so far around them, in order and apart. */
function areasAround(places: readonly Stretch[], far: number, length: number): readonly Stretch[] {
  const areas: Stretch[] = [];
  for (const { start, end } of places) {
    const area = { start: Math.max(0, start - far), end: Math.min(length, end + far) };
    const last = areas.at(-1);
    if (last === undefined || area.start > last.end) areas.push(area);
    else areas[areas.length - 1] = { start: last.start, end: Math.max(last.end, area.end) };
  }
  return areas;
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

function deniedInArea(text: string, { start, end }: Stretch): Denial[] {
  const read = text.slice(start, end);
  const languages = FOREIGN.test(read) ? LANGUAGES : IN_ASCII;
  return languages.flatMap((language) => {
    const verbs = placesOf(language.denied, read, MOST).map((verb) => ({
      start: verb.start + start,
      end: verb.end + start,
    }));
    return deniedIn(text, verbs, language);
  });
}

function deniedIn(text: string, verbs: readonly Stretch[], language: Denials): Denial[] {
  const found: Denial[] = [];
  for (const verb of verbs) {
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
