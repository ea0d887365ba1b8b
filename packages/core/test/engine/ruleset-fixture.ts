// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '../../../../test/support/build-once.ts';
import type { DataFile } from '../../src/constitution/parse.ts';
import { formatProblem } from '../../src/constitution/problem.ts';
import type { Ruleset, RulesetInput } from '../../src/engine/ruleset.ts';
import { DEFAULT_THRESHOLDS } from '../../src/engine/types.ts';
import { testPorts } from './finding.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** What ships is read once in a process: hundreds of tests ask for it, and none of them changes it. */
const read = new Map<string, readonly DataFile[]>();

function filesOf(folder: string): readonly DataFile[] {
  const files =
    read.get(folder) ??
    globSync(`${ROOT}${folder}/*.yaml`)
      .sort()
      .map((path) => ({ path: path.slice(ROOT.length), text: readFileSync(path, 'utf8') }));
  read.set(folder, files);
  return files;
}

/** The constitution and the patterns that ship, without the AI scan: what these tests say must hold for any model. */
export function shippedInput(): RulesetInput {
  return {
    constitutionFiles: filesOf('constitution'),
    patternFiles: filesOf('patterns'),
    verdictFile: shippedVerdicts(),
    // The lint of the published pack asks them.
    tried: true,
    modelBytes: null,
    thresholds: { ...DEFAULT_THRESHOLDS, ai_scan_required: false },
    retentionDays: 30,
  };
}

/** As shipped but for most patterns, which take a second to build, and prepared, since reading YAML takes most of the rest. */
export function fewInput(): RulesetInput {
  const input = shippedInput();
  const preparedFiles = shippedPrepared();
  return {
    ...input,
    preparedFiles,
    patternFiles: input.patternFiles.filter(({ path }) => /(?:injection|intent)\.yaml$/.test(path)),
  };
}

/** What lies beside the rules that ship, of their very bytes. */
export function shippedPrepared(): readonly DataFile[] {
  return ['constitution/prepared.json', 'patterns/prepared.json'].map((path) => ({
    path,
    text: readFileSync(`${ROOT}${path}`, 'utf8'),
  }));
}

export function shippedVerdicts() {
  const path = 'patterns/verdicts.json';
  return { path, text: readFileSync(`${ROOT}${path}`, 'utf8') };
}

let scanning: Ruleset | undefined;

/** What ships, with the weights of the AI scan: what somebody who installs it gets. */
export function scanningRuleset(): Ruleset {
  scanning ??= buildScanning();
  return scanning;
}

function buildScanning(): Ruleset {
  const modelPath = 'models/scan.bin';
  const input = { ...shippedInput(), modelBytes: readFileSync(`${ROOT}${modelPath}`), modelPath };
  const { ruleset, problems } = buildOnce({ ...input, thresholds: { ...DEFAULT_THRESHOLDS } }, testPorts().sha256Hex);
  if (ruleset === null) throw new Error(problems.map(formatProblem).join('\n'));
  return ruleset;
}

let built: Ruleset | undefined;

export function shippedRuleset(overrides: Partial<Ruleset> = {}): Ruleset {
  if (built === undefined) {
    const { ruleset, problems } = buildOnce(shippedInput(), testPorts().sha256Hex);
    if (ruleset === null) throw new Error(problems.map(formatProblem).join('\n'));
    built = ruleset;
  }
  return { ...built, ...overrides };
}
