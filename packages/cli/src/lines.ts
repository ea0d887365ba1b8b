// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream';

/**
 * Lines of a byte stream, ended by LF or CR LF only. Not node:readline: that also splits at U+2028 and U+2029, which may
 * stand unescaped inside a JSON string. A line that is not UTF-8 comes as null.
 */
export async function* readLines(stream: Readable): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  for await (const chunk of stream) {
    let rest: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      parts.push(rest.subarray(0, at));
      yield decodeLine(parts);
      parts = [];
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) parts.push(rest);
  }
  if (parts.length > 0) yield decodeLine(parts);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decodeLine(parts: readonly Buffer[]): string | null {
  try {
    const line = UTF8.decode(Buffer.concat(parts));
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  } catch {
    return null;
  }
}
