// SPDX-License-Identifier: Apache-2.0
// Where the verify page reads from: keys as people are handed them, a folder that was chosen, or this very service.
import { SourceError } from '@plumbline/core/ledger/published-log.ts';
import { fromBase64, fromBase64Url } from '@plumbline/core/seal/base64.ts';
import { decodeSpki } from '@plumbline/core/seal/spki.ts';

/** Verifier keys a line, PEM public keys, or a JWK set. */
export function readKeys(text) {
  const trimmed = text.trim();
  if (trimmed === '') return { vkeys: [], publicKeys: [] };
  const pems = [...trimmed.matchAll(/-----BEGIN PUBLIC KEY-----([\s\S]*?)-----END PUBLIC KEY-----/g)];
  if (pems.length > 0)
    return {
      vkeys: [],
      publicKeys: pems.map(([, body]) => ({
        key: decodeSpki(fromBase64(body.replaceAll(/\s/g, ''))),
        role: null,
        retiredAt: null,
      })),
    };
  if (trimmed.startsWith('{')) return { vkeys: [], publicKeys: (JSON.parse(trimmed).keys ?? []).map(keyOfJwk) };
  return { vkeys: trimmed.split('\n').map((line) => line.trim()), publicKeys: [] };
}

function keyOfJwk({ kty, x, pub, role = null, retired_at: retiredAt = null }) {
  const uses = { role, retiredAt };
  if (kty === 'OKP') return { key: { algorithm: 'ed25519', raw: fromBase64Url(x) }, ...uses };
  if (kty === 'AKP') return { key: { algorithm: 'ml-dsa-44', raw: fromBase64Url(pub) }, ...uses };
  throw new TypeError(`a key of type ${kty} is neither Ed25519 nor ML-DSA-44`);
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
