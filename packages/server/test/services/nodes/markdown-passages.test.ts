// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDocumentation } from '../../../src/services/nodes/documents-folder.ts';
import { passagesOf, slugOf } from '../../../src/services/nodes/markdown-passages.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const PAGE = `<!-- generated -->
# Keys and limits

You need **no key** to
[begin](x.md).

- one
  item
- another

## Get a key

Run this:

\`\`\`sh
# not a heading
bin/plumbline keys issue --label "Team A"
\`\`\`

\`\`\`sh
curl http://127.0.0.1:8787/api/v1
\`\`\`

### Deeper

| tier | checks |
|---|---|
| free | 100 |
`;

describe('passages of a page', () => {
  it('are its sections, in plain text, with the title of the page before their own', () => {
    expect(passagesOf('docs/guides/keys.md', PAGE)).toEqual([
      {
        id: 'docs/guides/keys.md#keys-and-limits',
        title: 'Keys and limits',
        page: 'Keys and limits',
        heading: 'Keys and limits',
        text: 'You need no key to begin.\n- one item\n- another',
        prose: 'You need no key to begin.\n- one item\n- another',
        aside: '',
      },
      {
        id: 'docs/guides/keys.md#get-a-key',
        title: 'Keys and limits: Get a key',
        page: 'Keys and limits',
        heading: 'Get a key',
        text: 'Run this:\n# not a heading\nbin/plumbline keys issue --label "Team A"\n(The example stands on the page docs/guides/keys.md, under “Get a key”.)\nDeeper.\ntier · checks\nfree · 100',
        prose: 'Run this:\nDeeper.\ntier · checks\nfree · 100',
        aside: '# not a heading\nbin/plumbline keys issue --label \ncurl http://127.0.0.1:8787/api/v1',
      },
    ]);
  });

  const fenced = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
  const textOf = (body: string) => passagesOf('a.md', `# Page\n\n${body}`)[0]?.text;

  it('hold nothing of what a program prints, and say once where an example stands that they cannot show', () => {
    const call = fenced('sh', "curl -s http://127.0.0.1:8787/x -d '{}'");
    const printed = fenced('text', '"receipt_id":"rcp_…"\n…\ncode: not_found');
    const pointer = '(The example stands on the page a.md, under “Page”.)';
    expect(textOf(`Leave one:\n\n${call}${printed}It is kept.`)).toBe(`Leave one:\n${pointer}\nIt is kept.`);
    expect(textOf(`Call:\n\n${call}Again:\n\n${call}End.`)).toBe(`Call:\n${pointer}\nAgain:\nEnd.`);
    expect(textOf(`Set:\n\n${fenced('yaml', 'url: http://127.0.0.1/v1')}Start.`)).toBe(`Set:\n${pointer}\nStart.`);
    expect(textOf(`Set:\n\n${fenced('yaml', 'port: 1')}Start.`)).toBe('Set:\nport: 1\nStart.');
    expect(textOf(`It says:\n\n${fenced('', '…"a":1')}End.`)).toBe('It says:\nEnd.');
  });

  it('of the pages that ship quote no line of output', () => {
    const passages = readDocumentation(ROOT);
    expect(passages.length).toBeGreaterThan(100);
    const debris = passages.filter(({ text }) =>
      text.split('\n').some((line) => /^\s*(?:…|"[a-z_]+":|\{")/.test(line)),
    );
    expect(debris.map(({ id }) => id)).toEqual([]);
    const receipt = passages.filter(({ id }) => id.startsWith('docs/guides/agents.md#leave-a-receipt'));
    expect(receipt.length).toBeGreaterThan(0);
    const model = passages.find(({ id }) => id === 'docs/guides/connect-a-model.md#connect-a-model');
    expect(model?.text).toContain('The example stands on the page docs/guides/connect-a-model.md');
  });

  it('of a generated page are its sentences, without tables, examples and what stands under deeper headings', () => {
    expect(passagesOf('docs/reference/x.md', PAGE, true).map(({ text }) => text)).toEqual([
      'You need no key to begin.\n- one item\n- another',
      'Run this:',
    ]);
  });

  it('cuts a long section between paragraphs', () => {
    const paragraph = `${'A sentence of a paragraph. '.repeat(30).trim()}\n\n`;
    const passages = passagesOf('a.md', `# Long\n\n${paragraph.repeat(4)}`);
    expect(passages.map(({ id }) => id)).toEqual(['a.md#long', 'a.md#long~2', 'a.md#long~3', 'a.md#long~4']);
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(1_200);
  });

  it('takes the rows of a table of settings one by one', () => {
    const page =
      '# Configuration\n\n## `tiers`\n\n| setting | environment | value | default | meaning |\n|---|---|---|---|---|\n| `tiers.free` | `A` | integer | `100` | Checks a day. |\n';
    expect(passagesOf('c.md', page).at(-1)).toEqual({
      id: 'c.md#tiers.free',
      title: 'Configuration: tiers.free',
      page: 'Configuration',
      heading: 'tiers.free',
      text: 'Checks a day. Value: integer. Default: 100. Environment: A.',
      prose: 'Checks a day. Value: integer. Default: 100. Environment: A.',
      aside: '',
    });
  });

  it('name their sections as repositories do', () => {
    expect(slugOf('When you are refused with 429')).toBe('when-you-are-refused-with-429');
    expect(slugOf('THE_BRIDGE')).toBe('the_bridge');
  });

  it('a page without headings has none', () => {
    expect(passagesOf('a.md', 'text')).toEqual([]);
    expect(passagesOf('a.md', '')).toEqual([]);
  });
});
