// SPDX-License-Identifier: Apache-2.0
export { answerWord, configurePatterns, poolAnswers, sumGrams } from './deep';
export { findDisguises } from './disguises';
export {
  configureCounts,
  configureEntropy,
  configureThresholds,
  cutPieces,
  denseWindowsSeen,
  distinctUnits,
  highBinsUsed,
  measureWindows,
  gluedPairsSeen,
  oddWindowsSeen,
  sumOfCounts,
} from './entropy';
export { configureScan, scoreHeads, scoreSegments } from './features';
export { configureHints, findClimbs, findLongRuns, findSigns } from './hints';
export { configureLanguage, sampleLanguage } from './language';
export { configureWindows, findWindows } from './precheck';
export { configureLiterals } from './precheck-literals';
export { sawWatched } from './precheck-needles';
export { allHave, decodeUtf8, foldAscii, foldUnits, hasHidden, narrow, widen } from './text';
