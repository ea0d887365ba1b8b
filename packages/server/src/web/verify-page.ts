// SPDX-License-Identifier: Apache-2.0
/** /verify: certificates and ledgers checked in the reader's browser. Once it is loaded it needs no network. */
import { escapeHtml } from './escape-html.ts';
import { VERIFY_MODULE } from './modules.ts';

export interface VerifyPageFacts {
  readonly service: string;
}

export function renderVerifyPage({ service }: VerifyPageFacts): string {
  const name = escapeHtml(service);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Verify · ${name}</title>
<link rel="icon" href="/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
<script type="module" src="${VERIFY_MODULE}"></script>
</head>
<body>
<header><nav aria-label="Site"><a class="brand" href="/"><img src="/assets/mark.svg" alt="" width="28" height="28"> ${name}</a></nav></header>
<main>
<section class="intro">
<h1>Verify without taking our word</h1>
<p class="lead">Files that you choose here are read by this browser alone: nothing is sent anywhere, and once the page is loaded it
works without a network. Take the genesis hash from somebody you trust, not from this page.</p>
<noscript><p class="hint">This page needs script. The command line does the same: <code>plumbline verify FILE --genesis HASH</code>.</p></noscript>
</section>
${certificateForm()}
${ledgerForm()}
</main>
<footer><p>The checks are those of <code>plumbline verify</code>, from the same source files. Whoever serves a page can change
it: where much depends on the answer, run the command line from a copy that you hold.</p></footer>
</body>
</html>
`;
}

function certificateForm(): string {
  return `<section aria-labelledby="certificate-title">
<h2 id="certificate-title">A certificate</h2>
<form id="certificate-form">
<label for="certificate-file">Its proof: <code>.iron.json</code>, <code>.sigstore.json</code> or <code>.tlog-proof</code></label>
<input id="certificate-file" type="file" required>
<label for="certificate-genesis">Genesis hash of the ledger</label>
<input id="certificate-genesis" type="text" maxlength="64" spellcheck="false" autocomplete="off">
<label for="certificate-keys">Keys, where the form needs them: verifier keys a line, PEM, JWK sets, in any mix</label>
<textarea id="certificate-keys" rows="3" spellcheck="false"></textarea>
<label for="certificate-prompt">The prompt, to check that the certificate is about it</label>
<textarea id="certificate-prompt" rows="2" spellcheck="false"></textarea>
<label for="certificate-response">The response</label>
<textarea id="certificate-response" rows="2" spellcheck="false"></textarea>
<button type="submit" disabled>Verify the certificate</button>
</form>
<div id="certificate-result" class="result" role="status" aria-live="polite"></div>
</section>`;
}

function ledgerForm(): string {
  return `<section aria-labelledby="ledger-title">
<h2 id="ledger-title">A ledger</h2>
<form id="ledger-form">
<label for="ledger-folder">A folder with <code>checkpoint</code>, <code>tile/</code> and <code>statement/</code>; none: the ledger of this service</label>
<input id="ledger-folder" type="file" webkitdirectory multiple>
<label for="ledger-genesis">Genesis hash of the ledger</label>
<input id="ledger-genesis" type="text" maxlength="64" required spellcheck="false" autocomplete="off">
<button type="submit" disabled>Verify the ledger</button>
</form>
<div id="ledger-result" class="result" role="status" aria-live="polite"></div>
</section>`;
}
