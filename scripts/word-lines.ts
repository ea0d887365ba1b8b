// SPDX-License-Identifier: Apache-2.0
const MOST_UNITS = 110;

/** Words with a blank between, as the elements of an array of strings, a line each. */
export function wordLines(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length > MOST_UNITS) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => `  '${line}',`).join('\n');
}
