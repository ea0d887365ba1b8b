// SPDX-License-Identifier: Apache-2.0
// The verify page: certificates and ledgers checked in this browser, by the code that the command line and the service run.
// What a stranger wrote is only ever set as text.
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { fileTrust } from '@plumbline/core/ledger/given-keys.ts';
import { originInBundle } from '@plumbline/core/ledger/origin-in-bundle.ts';
import { publishedLog } from '@plumbline/core/ledger/published-log.ts';
import { verifyFile } from '@plumbline/core/ledger/verify-file.ts';
import { verifyLedger } from '@plumbline/core/ledger/verify-ledger.ts';
import { parseVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { crypto } from './noble-crypto.js';
import { folderReader, ownLogReader, readKeys } from './verify-sources.js';

const WITNESS_ALGORITHM = 4;
const byId = (id) => document.getElementById(id);

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function genesisOf(id) {
  const text = byId(id).value.trim();
  if (text !== '' && !/^[0-9a-f]{64}$/.test(text)) throw new TypeError('a genesis hash has 64 hexadecimal digits');
  return text === '' ? null : text;
}

function originOfKeys(vkeys) {
  const keys = vkeys.map((text) => parseVerifierKey(text, crypto));
  const names = new Set(keys.filter(({ algorithm }) => algorithm !== WITNESS_ALGORITHM).map(({ name }) => name));
  return names.size === 1 ? [...names][0] : null;
}

function trustFor(text, genesis) {
  const { vkeys, publicKeys } = readKeys(byId('certificate-keys').value);
  if (genesis === null && vkeys.length + publicKeys.length === 0)
    throw new TypeError('nothing to verify against: give the genesis hash, keys, or both');
  const origin = originOfKeys(vkeys) ?? originInBundle(text) ?? '';
  return fileTrust({ origin, genesis, vkeys, publicKeys }, crypto);
}

async function verifyCertificate(result) {
  const [file] = byId('certificate-file').files;
  if (file === undefined) throw new TypeError('choose a file first');
  const text = await file.text();
  const textOf = (id) => (byId(id).value === '' ? undefined : byId(id).value);
  const options = {
    nowMs: Date.now(),
    prompt: textOf('certificate-prompt'),
    response: textOf('certificate-response'),
  };
  const report = verifyFile(text, trustFor(text, genesisOf('certificate-genesis')), options, crypto);
  const { form, verified, certificate, checkpoint } = report;
  const what = [
    form,
    ...(certificate ? [certificate.predicate.cert_id] : []),
    ...(checkpoint ? [`${checkpoint.origin} at ${checkpoint.size} entries`] : []),
  ];
  show(result, verified ? 'VERIFIED' : 'NOT VERIFIED', verified ? 'pass' : 'fail', what.join(', '), report.checks);
  if (form === 'iron')
    result.append(element('p', 'hint', 'It shows the ledger up to its checkpoint: a later revocation is not in it.'));
}

const VERDICTS = { VALID: 'pass', BROKEN: 'fail', UNVERIFIED: 'review' };

async function verifyLog(result) {
  const genesis = genesisOf('ledger-genesis');
  if (genesis === null) throw new TypeError('the genesis hash is what identifies a ledger: give it');
  const { files } = byId('ledger-folder');
  const source = await publishedLog(files.length > 0 ? folderReader(files) : ownLogReader());
  const { origin } = parseCheckpoint(source.checkpoint);
  const progress = element('progress');
  result.append(progress);
  const onProgress = (done, total) => {
    progress.max = total ?? done;
    progress.value = done;
  };
  const report = await verifyLedger({ source, pins: { origin, genesis, vkeys: [] }, onProgress }, crypto);
  if (source.fault()) throw source.fault();
  result.replaceChildren();
  const { verdict, size, firstError } = report;
  show(result, verdict, VERDICTS[verdict], `${origin}, ${size} entries read`, report.checks);
  if (source.bundleProblem()) result.append(element('p', '', `The entries end early: ${source.bundleProblem()}`));
  if (firstError) result.append(element('p', '', `First failing entry: ${firstError.firstFailingSeq}`));
}

function show(result, word, className, what, checks) {
  const line = element('p');
  line.append(element('span', `verdict ${className}`, word), ` ${what}`);
  const table = element('table');
  table.append(element('caption', '', 'Every check by name'));
  for (const { name, ok, detail } of checks) {
    const row = element('tr');
    const word = ok === null ? 'not checked' : ok ? 'ok' : 'FAIL';
    row.append(
      element('td', ok === false ? 'verdict fail' : '', word),
      element('td', '', name),
      element('td', '', detail),
    );
    table.append(row);
  }
  result.append(line, table);
}

function onSubmit(name, verify) {
  const form = byId(`${name}-form`);
  const result = byId(`${name}-result`);
  const button = form.querySelector('button');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    result.replaceChildren();
    button.disabled = true;
    try {
      await verify(result);
    } catch (error) {
      result.replaceChildren(element('p', 'verdict fail', 'Not verified'), element('p', '', error.message));
    } finally {
      button.disabled = false;
    }
  });
  button.disabled = false;
}

onSubmit('certificate', verifyCertificate);
onSubmit('ledger', verifyLog);
