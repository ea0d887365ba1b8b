// SPDX-License-Identifier: Apache-2.0
/** Rules and scan read words: an order that is denied weighs as if it were given. */
import { TAKEOVER } from '../govern/takeovers.ts';
import { NOTHING_TO_MEND } from '../structure/quotation.ts';
import type { Finding } from '../types.ts';
import { type Denial, deniedOrders, GAP, verbOf, wholeOf, withoutStretches } from './denied-orders.ts';

/** Of findings: a text with more of them is read as it is. */
const MOST = 32;
/** How far from a finding the denial may stand, where the verb is no part of what was found. */
const NEAR = 60;
/** A longer passage that the scan points at says more than what is denied in it. */
const LONGEST_PASSAGE = 300;
const WHY =
  'The text speaks of such an order only to say that it is not to be followed, or was not. So it decides nothing.';

/** What is found in a text; null where not all of it could be read. */
type Read = (text: string) => readonly Finding[] | null;

/**
 * Findings of orders to an assistant are made low where each of them comes from an order that the text denies: without the
 * denials and the verbs that they govern it is read once more, which only such texts cost. What it orders besides stays in it.
 */
export function withoutDeniedOrders(given: string, findings: readonly Finding[], read: Read): readonly Finding[] {
  const orders = findings.filter(ordersSomething);
  if (orders.length === 0 || orders.length > MOST || !orders.every(stands)) return findings;
  const denied = deniedOrders(
    given,
    orders.map(placeOf).toSorted((a, b) => a.start - b.start),
  );
  if (denied.length === 0 || !orders.every((order) => isNear(order, denied)) || !isAll(given, denied, read))
    return findings;
  return findings.map((f) =>
    ordersSomething(f) ? { ...f, severity: 'low' as const, what: WHY, remediation: NOTHING_TO_MEND } : f,
  );
}

/** Whether an order that another reading of a text found is one that the text denies. */
export function isDeniedOrder(text: string, found: Finding, read: Read): boolean {
  if (!ordersSomething(found)) return false;
  const denied = deniedOrders(text, [{ start: 0, end: text.length }]);
  return denied.length > 0 && isAll(text, denied, read);
}

/**
 * Whether the rest of the text orders nothing. Rules and scan may see something in "the instructions you were given" even
 * where nothing is said of them, so these are asked without them; what begins elsewhere stands.
 */
function isAll(text: string, denied: readonly Denial[], read: Read): boolean {
  const rest = read(withoutStretches(text, denied.map(verbOf)))?.filter(ordersSomething);
  if (rest === undefined || rest.some((f) => f.source !== 'ai_scan' && !beginsInThing(f, denied))) return false;
  if (rest.length === 0) return true;
  return read(withoutStretches(text, denied.map(wholeOf)))?.some(ordersSomething) === false;
}

/** Whether a finding in the text without the denied verbs begins in what those were about. */
function beginsInThing({ start_utf16: start }: Finding, denied: readonly Denial[]): boolean {
  let left = 0;
  return denied.some(({ verb, thing }) => {
    const from = thing.start - left - (thing.start < verb.end ? 0 : verb.end - verb.start - GAP.length);
    left += verb.end - verb.start - GAP.length;
    return start !== null && start >= from && start < from + thing.end - thing.start;
  });
}

/** Whether a finding stands open in the text, and is no longer than what may be denied. */
const stands = ({ start_utf16: start, end_utf16: end, source, decoded_from }: Finding): boolean =>
  decoded_from.length === 0 &&
  start !== null &&
  end !== null &&
  (source !== 'ai_scan' || end - start <= LONGEST_PASSAGE);

const placeOf = ({ start_utf16: start, end_utf16: end }: Finding) => ({ start: start ?? 0, end: end ?? 0 });

function isNear(finding: Finding, denied: readonly Denial[]): boolean {
  const { start, end } = placeOf(finding);
  return denied.some(({ verb }) => verb.end + NEAR > start && verb.start < end + NEAR);
}

const ordersSomething = ({ category, severity }: Finding) =>
  TAKEOVER.has(category) && severity !== 'low' && severity !== 'info';
