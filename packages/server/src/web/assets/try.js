// SPDX-License-Identifier: Apache-2.0
// The form of the front page: asks the API of this very origin and shows the verdict. Text is only ever set as text.
import { countCharacters, piecesOf, visible } from './marked-text.js';

const form = document.getElementById('try-form');
const field = document.getElementById('try-text');
const status = document.getElementById('try-status');
const details = document.getElementById('try-details');
const button = form.querySelector('button');
const most = Number(field.dataset.mostCharacters);
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'];

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function link(to, text, label) {
  const node = element('a', '', text);
  node.href = `#${to}`;
  if (label) node.setAttribute('aria-label', label);
  return node;
}

/** The status is read out as it changes; the text and what is said of its places are there to be read at one's own pace. */
function showVerdict(text, { verdict, risk_score, summary, flags, flags_total }) {
  const line = element('p');
  line.append('Verdict: ', element('span', `verdict ${verdict}`, verdict), `, risk ${risk_score}`);
  status.append(line, element('p', '', summary));
  if (flags.length < flags_total)
    status.append(element('p', 'hint', `${flags.length} of ${flags_total} flags are shown.`));
  if (flags.some(({ span }) => span !== null)) details.append(element('h3', '', 'The text'), markedText(text, flags));
  details.append(...flags.map(showFlag));
}

function markedText(text, flags) {
  const box = element('div', 'marked');
  box.dir = 'auto';
  // It scrolls when it is long, and keys scroll only what can be focused.
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', 'The text, its flagged places marked');
  for (const piece of piecesOf(text, flags)) box.append(...shownPiece(piece, flags));
  return box;
}

function shownPiece(piece, flags) {
  if (piece.flags.length === 0) return [visible(piece.text)];
  const worst = SEVERITIES.find((severity) => piece.flags.some((index) => flags[index].severity === severity));
  const mark = element(
    'mark',
    `${worst ?? 'critical'}${piece.begins.length > 0 ? ' begins' : ''}`,
    visible(piece.text),
  );
  return [mark, ...piece.ends.map((index) => reference(index, flags[index]))];
}

function reference(index, { article }) {
  const n = index + 1;
  const node = link(`flag-${n}`, String(n), `Flag ${n}, article ${article.number}`);
  node.className = 'reference';
  node.id = `place-${n}`;
  return node;
}

function showFlag({ article, severity, span, excerpt, explanation, remediation }, index) {
  const n = index + 1;
  const block = element('div', 'flag');
  block.id = `flag-${n}`;
  block.tabIndex = -1;
  block.append(element('h3', '', `${n}. Article ${article.number}, ${article.title} (${severity})`));
  if (excerpt) block.append(element('code', '', excerpt));
  block.append(element('p', '', explanation), element('p', 'hint', remediation));
  if (span !== null && span.start < span.end)
    block.append(link(`place-${n}`, 'Its place in the text', `Place of flag ${n} in the text`));
  return block;
}

function showProblem({ title, detail }) {
  status.append(element('p', 'verdict fail', title), element('p', '', detail));
}

async function evaluate(text) {
  const response = await fetch('/api/v1/evaluate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ text }),
  });
  const answer = await response.json();
  if (answer.ok) showVerdict(text, answer.data);
  else showProblem(answer.error);
}

/** By hand: the maxlength of HTML counts UTF-16 units, and would cut off a text that the service takes. */
function checkLength() {
  // A character has one unit or two: most texts need no counting.
  const count = field.value.length <= most ? 0 : countCharacters(field.value);
  const shown = (number) => number.toLocaleString('en-GB');
  field.setCustomValidity(
    count > most ? `The text has ${shown(count)} characters; at most ${shown(most)} are read.` : '',
  );
}

field.addEventListener('input', checkLength);
// A browser may have put back what was typed before.
checkLength();
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  status.replaceChildren();
  details.replaceChildren();
  button.disabled = true;
  try {
    await evaluate(field.value);
  } catch {
    showProblem({ title: 'No answer', detail: 'The service could not be reached. Try again in a moment.' });
  } finally {
    button.disabled = false;
  }
});
