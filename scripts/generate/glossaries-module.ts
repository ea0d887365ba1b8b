// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'packages', 'core', 'glossaries');
const SUFFIX = '.txt';

/** The glossaries as a module: of each language the lines, an English word and behind it the forms that mean it. */
export function glossariesModule(): string {
  const languages = readdirSync(FOLDER)
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .map((name) => name.slice(0, -SUFFIX.length));
  return [
    '// SPDX-License-Identifier: Apache-2.0',
    '// Generated from packages/core/glossaries by npm run generate. Do not edit.',
    '',
    '/** By ISO 639-1 code. */',
    'export const GLOSSARIES: Readonly<Record<string, string>> = {',
    ...languages.map((language) => `  ${language}: \`${linesOf(language)}\`,`),
    '};',
    '',
  ].join('\n');
}

/** A form in two lines is kept in the first. @throws Error for a line of another form */
function linesOf(language: string): string {
  const seen = new Set<string>();
  const lines: string[] = [];
  for (const [n, line] of readFileSync(join(FOLDER, `${language}${SUFFIX}`), 'utf8')
    .split('\n')
    .entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [english, forms, ...more] = line.split('\t');
    if (!english || !forms || more.length > 0 || /[`\\$]/.test(line))
      throw new Error(
        `packages/core/glossaries/${language}${SUFFIX}:${n + 1}: needs an English word, a tab, and forms`,
      );
    const own = forms.split(' ').filter((form) => form !== '' && !seen.has(form));
    for (const form of own) seen.add(form);
    if (own.length > 0) lines.push([english, ...own].join(' '));
  }
  return lines.join('\n');
}
