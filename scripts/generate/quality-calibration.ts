// SPDX-License-Identifier: Apache-2.0
/** The part of the quality page on what its numbers are worth. */
import type { CalibrationBin, ScanBin, ScanCalibration } from '../../quality/calibration.ts';
import type { Evidence } from '../../quality/evidence.ts';
import { table } from './markdown.ts';

const SOURCES = {
  unseen: 'sources that training never saw',
  seen: 'sources that training saw other texts of',
} as const;

export function calibrationSection(evidence: Evidence): string {
  const { calibration, ai_scan_calibration: scans = [] } = evidence;
  return [
    'The risk score against the share of texts that should be flagged.',
    table(
      ['risk from', 'texts', 'mean risk', 'should be flagged'],
      calibration.map((bin) => [bin.bin, bin.texts, bin.predicted, bin.observed].map(String)),
    ),
    ...(scans.length === 0 ? [] : scanSections(scans)),
  ].join('\n\n');
}

function scanSections(scans: readonly ScanCalibration[]): string[] {
  const unseen = scans.filter(({ sources }) => sources === 'unseen');
  return [
    '### What the AI scan is sure of',
    'An explanation says “the AI scan is X % sure that something is wrong here, and less sure of which kind”: X against the share of ' +
      'its flags (high ones) that stand in texts that should be flagged, and against the share that names a category of its text. ' +
      'Some categories of external sources are guesses, and one text is often of two kinds of which its source names one.',
    table(
      ['texts of', 'sure from', 'flags', 'mean', 'should be flagged', 'of the category named'],
      scans.flatMap(({ sources, confidence }) => confidence.map((bin) => [SOURCES[sources], ...scanRow(bin)])),
    ),
    ...unseen.flatMap(byCategory),
  ];
}

function byCategory({ categories }: ScanCalibration): string[] {
  return [
    `The same by the category that the flag names, on ${SOURCES.unseen}: should be flagged / of the category named (flags).`,
    wide(categories, 'sure from', ({ confidence }) => confidence, scanCell),
    'The score that `/evaluate` gives for each category (`ai_scan.categories`) against the share of texts of that category, on ' +
      `${SOURCES.unseen}: mean score → of that category (texts). A category that is not named counts as 0; the first column ` +
      'is therefore what the scan misses.',
    wide(categories, 'score from', ({ score }) => score, scoreCell),
  ];
}

const percent = (part: number) => `${(100 * part).toFixed(0)} %`;
const scanRow = (one: ScanBin) => [
  String(one.bin),
  String(one.flags),
  percent(one.predicted),
  percent(one.observed),
  percent(one.category_right),
];
const scanCell = (one: ScanBin) => `${percent(one.observed)} / ${percent(one.category_right)} (${one.flags})`;
const scoreCell = (one: CalibrationBin) => `${one.predicted.toFixed(3)} → ${one.observed.toFixed(3)} (${one.texts})`;

type Category = ScanCalibration['categories'][number];

/** A row a category, a column a bin. */
function wide<B extends { readonly bin: number }>(
  categories: readonly Category[],
  name: string,
  binsOf: (category: Category) => readonly B[],
  cell: (bin: B) => string,
): string {
  const bins = [...new Set(categories.flatMap((one) => binsOf(one).map(({ bin }) => bin)))].sort((a, b) => a - b);
  const heads = bins.map((bin) => `${name} ${bin}`);
  const rows = categories.map((one) => {
    const found = new Map(binsOf(one).map((bin) => [bin.bin, cell(bin)]));
    return [one.category, String(one.texts), ...bins.map((bin) => found.get(bin) ?? '')];
  });
  return table(['category', 'texts of it', ...heads], rows);
}
