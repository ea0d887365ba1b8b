// SPDX-License-Identifier: Apache-2.0
import { decode } from '../decode/decode.ts';
import { intake } from '../intake/intake.ts';
import type { IntentDomain, IntentHit, IntentReading, IntentRules } from './intent.ts';

/** A form of an action besides that in which it was given, and the part of the given text that it came out of. */
interface Form {
  readonly text: string;
  /** From a range of the form to one of the given text, both in UTF-16 units and half open. */
  readonly toGiven: (start: number, end: number) => readonly [number, number];
}

/**
 * What an action means as it is given, and in what other forms it has: normalised, and decoded out of it. A disguise must
 * spare nobody the human, so each form may only add to what the given one says.
 */
export function readAction(text: string, rules: IntentRules): IntentReading {
  return otherForms(text).reduce((reading, { text: form, toGiven }) => {
    const { hits, irreversible, domains } = rules.match(form);
    const place = <T extends { readonly start: number; readonly end: number }>(one: T): T => {
      const [start, end] = toGiven(one.start, one.end);
      return { ...one, start, end };
    };
    return {
      hits: [...reading.hits, ...hits.filter((hit) => isNew(reading, hit)).map((hit) => disguised(place(hit)))],
      irreversible: reading.irreversible || irreversible,
      domains: withDomains(reading.domains, domains.map(place)),
    };
  }, rules.match(text));
}

function otherForms(text: string): readonly Form[] {
  const read = intake(text);
  const forms: Form[] = read.changed ? [{ text: read.normalised, toGiven: read.rangeToGiven }] : [];
  const { texts, unaccented } = decode(read);
  for (const { text: decoded, start_utf16, end_utf16 } of texts) {
    forms.push({ text: decoded, toGiven: () => [start_utf16, end_utf16] });
  }
  if (unaccented !== null) forms.push(unaccented);
  return forms;
}

const isNew = ({ hits }: IntentReading, { rule }: IntentHit): boolean => !hits.some((hit) => hit.rule === rule);

const disguised = (hit: IntentHit): IntentHit => ({ ...hit, disguised: true });

/** A field that is named comes before the same one of which only the words are. */
function withDomains(known: readonly IntentDomain[], more: readonly IntentDomain[]): readonly IntentDomain[] {
  const isSame = (a: IntentDomain, b: IntentDomain) => a.category === b.category && a.article === b.article;
  const kept = known.filter((one) => !one.stated || !more.some((other) => isSame(one, other) && !other.stated));
  return [...kept, ...more.filter((other) => !kept.some((one) => isSame(one, other)))];
}
