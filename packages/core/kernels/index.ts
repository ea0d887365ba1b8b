// SPDX-License-Identifier: Apache-2.0
export {
  configureEntropy,
  configureThresholds,
  cutPieces,
  denseWindowsSeen,
  highBinsUsed,
  measureWindows,
  oddWindowsSeen,
} from './entropy';
export { configureScan, scoreHeads, scoreSegments } from './features';
export { configureHints, findClimbs, findLongRuns, findSigns } from './hints';
export { configureLanguage, sampleLanguage } from './language';
export { configureLiterals, configureWindows, findWindows, sawWatched } from './precheck';
export { foldAscii, foldUnits, hasHidden, widen } from './text';
