// SPDX-License-Identifier: Apache-2.0
/** Whether a text has words of what a head says of it, where a mistake would send a reader to a crisis line. */
import type { Category } from '../types.ts';

/** Words of dying, hurting oneself, eating disorders and despair. Wide: one of them lets the scan have its say. */
const OF_SELF_HARM =
  /\b(?:suicid|kill|(?<!\bby )(?:my|your|him|her|them|one)sel(?:f|ves)|self[- ]?(?:harm|injur|hurt)|di(?:e[ds]?|ying)\b|dead|death|li(?:fe|ve[ds]?|ving)\b|end(?:ing)? (?:it|my|your)|overdos|pills?\b|tablets?\b|wrists?\b|veins?\b|hang|noose|rope\b|razor|blades?\b|bleed|blood|bridge|jump|cut|burn|hurt|pain|harm|starv|purg|vomit|throw up|anorex|bulimi|pro[- ]?(?:ana|mia)|thin\b|skinny|weight|calorie|fasting|laxativ|eat|diet|depress|hopeless|worthless|useless|lonely|alone|anymore|any more|goodbye|good bye|exist|disappear|give up|gave up|wake up|choking|asphyxi|strangl|drown|poison|swallow|inhal|challenge|farewell|unalive|kys\b|sh\b|sewer)|[^\0-\x7f]/iu;

/** The text is normalised. Of other categories every text may speak. */
export const isSpokenOf = (category: Category, text: string): boolean =>
  category !== 'self_harm' || OF_SELF_HARM.test(text);
