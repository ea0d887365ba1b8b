// SPDX-License-Identifier: Apache-2.0
/** What a setting looks like, for people who made a mistake in it: nobody need read a regular expression for that. */
import type { Settings } from './config-schema.ts';

/** An example of each form that the schema asks for. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  '^https?://[^\\s/?#]+[^\\s?#]*[^\\s?#/]$': 'https://plumbline.example, without a closing slash',
  '^https?://[^\\s/?#@]+(/[^\\s?#@]*)?(?<!/)$': 'http://127.0.0.1:11434/v1, without a closing slash or a credential',
  '^https?://[^\\s]+$': 'https://witness.example/add-checkpoint',
  '^https?://[^/\\s]+$': 'https://www.example, without a path',
  '^[^\\s+:]+(:[0-9]+)?(/[^\\s+]*)?$': 'plumbline.example/log',
  '^[^\\s+]+\\+[0-9a-f]{8}\\+\\S+$': 'witness.example+a1b2c3d4+BASE64',
  '^[0-9]{1,9}(\\.[0-9]{1,9})?$': '0.001',
  '^[0-9]{1,9}(\\.[0-9]{1,6})?$': '0.25',
  '^[A-Z]{3}$': 'USD',
  '^[^"\\\\\\x00-\\x1f]+$': 'Plumbline, without quotes and backslashes',
  '^[A-Z0-9_-]{1,40}$': 'PLUMBLINE, in capitals',
  '^[a-z][a-z0-9]{1,11}$': 'plb, 2 to 12 small letters and digits',
  '^[a-z][a-z0-9]{0,15}$': 'bridge, at most 16 small letters and digits',
  '^[0-9a-fA-F.:]+(/[0-9]{1,3})?$': '10.0.0.0/8 or fd00::/8',
  '^[a-z0-9][a-z0-9_-]{0,39}$': 'local-model, in small letters',
  '^[A-Za-z][A-Za-z0-9_-]{0,39}$': 'Bridge, without spaces',
  '^[A-Z][A-Z0-9_]{0,79}$': 'MODEL_API_KEY, the name of a variable',
  '^[a-z][a-z0-9-]{0,31}$': 'clear-voice, in small letters',
};

/** What is said of a text that does not have the form. */
export function formMessage(pattern: string): string {
  const example = Object.hasOwn(EXAMPLES, pattern) ? EXAMPLES[pattern] : pattern;
  return `does not have the form that is needed, such as ${example}`;
}

type At = readonly [pointer: string, text: string];

/** A shell expands `~`, a file and a quoted value do not: a folder of that name would be made. @returns problems as `[pointer, message]` */
export function homeProblems(settings: Settings): At[] {
  const groups: [at: string, group: object][] = [
    ['', settings],
    ['/shadow', settings.shadow],
    ['/ledger', settings.ledger],
  ];
  return groups.flatMap(([at, group]) =>
    Object.entries(group)
      .filter(([name, value]) => /_(?:dir|file)$/.test(name) && typeof value === 'string' && value.startsWith('~'))
      .map(([name, value]): At => [`${at}/${name}`, `${value}: '~' is not expanded here: write the whole path`]),
  );
}
