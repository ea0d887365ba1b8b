// SPDX-License-Identifier: Apache-2.0
// The form of the front page: asks the API of this very origin and shows the verdict. Text is only ever set as text.
const form = document.getElementById('try-form');
const field = document.getElementById('try-text');
const result = document.getElementById('try-result');
const button = form.querySelector('button');

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function showVerdict({ verdict, risk_score, summary, flags }) {
  const line = element('p');
  line.append('Verdict: ', element('span', `verdict ${verdict}`, verdict), `, risk ${risk_score}`);
  result.append(line, element('p', '', summary));
  for (const flag of flags) result.append(showFlag(flag));
}

function showFlag({ article, severity, excerpt, explanation, remediation }) {
  const block = element('div', 'flag');
  block.append(element('h3', '', `Article ${article.number}, ${article.title} (${severity})`));
  if (excerpt) block.append(element('code', '', excerpt));
  block.append(element('p', '', explanation), element('p', 'hint', remediation));
  return block;
}

function showProblem({ title, detail }) {
  result.append(element('p', 'verdict fail', title), element('p', '', detail));
}

async function evaluate(text) {
  const response = await fetch('/api/v1/evaluate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ text }),
  });
  const answer = await response.json();
  if (answer.ok) showVerdict(answer.data);
  else showProblem(answer.error);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  result.replaceChildren();
  button.disabled = true;
  try {
    await evaluate(field.value);
  } catch {
    showProblem({ title: 'No answer', detail: 'The service could not be reached. Try again in a moment.' });
  } finally {
    button.disabled = false;
  }
});
