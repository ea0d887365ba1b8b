// SPDX-License-Identifier: Apache-2.0

import type { Intake } from '../stages.ts';
import { surveyOf } from '../survey/survey.ts';
import { guessLanguage } from './language.ts';
import { normalise } from './normalise.ts';

/** Stage 1: measures the text, guesses its language and makes the form that patterns match besides the text as given. */
export function intake(text: string): Intake {
  const survey = surveyOf(text);
  const { ascii, plain, units } = survey;
  const { text: normalised, changed, removed, pairs, toGiven, rangeToGiven } = normalise(text, plain, units);
  return {
    given: text,
    normalised,
    changed,
    toGiven,
    rangeToGiven,
    codePoints: text.length - pairs,
    bytes: survey.utf8Length,
    ascii,
    language: guessLanguage(text, (length) => survey.language(length)),
    removed,
  };
}
