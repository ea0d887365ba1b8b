// SPDX-License-Identifier: Apache-2.0
// Where the verify page reads from: keys as people are handed them, a folder that was chosen, or this very service.
import { keysInText, keysProblem } from '@plumbline/core/ledger/keys-in-text.ts';
import { SourceError } from '@plumbline/core/ledger/published-log.ts';
import { crypto } from './noble-crypto.js';

/** Verifier keys a line, PEM public keys, JWK sets, in any mix; throws for what is none of them, by its line. */
export function readKeys(text) {
  if (text.trim() === '') return { vkeys: [], publicKeys: [] };
  const found = keysInText(text, crypto);
  const problem = keysProblem(found);
  if (problem !== null) throw new TypeError(`the keys: ${problem}`);
  return found;
}

/** A folder with `checkpoint`, `tile/…` and `statement/…`, at its top or in its `log/`. Nothing leaves the browser. */
export function folderReader(files) {
  const byPath = new Map([...files].map((file) => [file.webkitRelativePath, file]));
  const checkpoint = [...byPath.keys()].find((path) => /^[^/]+\/(log\/)?checkpoint$/.test(path));
  if (checkpoint === undefined) throw new SourceError('the folder has neither checkpoint nor log/checkpoint');
  const prefix = checkpoint.slice(0, -'checkpoint'.length);
  return {
    place: prefix,
    async read(path, maxBytes) {
      const file = byPath.get(prefix + path);
      if (file === undefined) return null;
      if (file.size > maxBytes) throw new SourceError(`${path} is longer than ${maxBytes} bytes`);
      return new Uint8Array(await file.arrayBuffer());
    },
  };
}

/** The log of the service that served the page. */
export function ownLogReader() {
  return {
    place: '/log',
    async read(path, maxBytes) {
      const response = await fetch(`/log/${path}`);
      if ([403, 404, 410].includes(response.status)) return null;
      if (!response.ok) throw new SourceError(`${path}: status ${response.status}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length > maxBytes) throw new SourceError(`${path} is longer than ${maxBytes} bytes`);
      return bytes;
    },
  };
}
