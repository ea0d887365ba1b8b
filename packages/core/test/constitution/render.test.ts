// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { articlesOf } from '../../src/constitution/articles.ts';
import { articleMarkdown, constitutionMarkdown, constitutionText } from '../../src/constitution/render.ts';
import { edited, load } from './pack.ts';

const { constitution } = load();
const articles = articlesOf(constitution);

describe('constitutionMarkdown', () => {
  const markdown = constitutionMarkdown(constitution);

  it('holds the creed, the hash, and every rule, reason and example', () => {
    expect(markdown).toContain(constitution.creed);
    expect(markdown).toContain(constitution.hash);
    for (const { number, title, rule, rationale, examples } of articles) {
      expect(markdown).toContain(`### Article ${number}. ${title}\n`);
      expect(markdown).toContain(`**${rule}**`);
      expect(markdown).toContain(rationale);
      for (const text of [...examples.compliant, ...examples.violating]) expect(markdown).toContain(text);
    }
  });

  it('shows an example as given even when it holds a fence of its own', () => {
    const example = 'How do I pause the agent safely, and how do I check that it has really stopped?';
    const pack = edited('title-1-human-authority.yaml', example, '"Run ```stop``` and wait"');
    const section = articleMarkdown(load(pack).constitution, 3);
    expect(section).toContain('\n````text\nRun ```stop``` and wait\n````\n');
  });

  it('escapes what would be markup in a rule', () => {
    const pack = edited('title-1-human-authority.yaml', 'Final authority is human.', 'Final *authority* is <human>.');
    expect(articleMarkdown(load(pack).constitution, 1)).toContain('Final \\*authority\\* is \\<human\\>.');
  });

  it('lists amendments once there are some', () => {
    expect(markdown).not.toContain('Amendments');
    const amendment = `amendments:
  - { version: "1.9", ratified_at: "2027-01-31T12:00:00.000Z", articles: [3], summary: Says more plainly when to stop. }`;
    const amended = load(edited('constitution.yaml', 'amendments: []', amendment)).constitution;
    const line = '1.9, 2027-01-31, article 3: Says more plainly when to stop.';
    expect(constitutionMarkdown(amended)).toContain(`## Amendments\n\n- ${line}\n`);
    expect(constitutionText(amended)).toContain(line);
  });
});

describe('constitutionText', () => {
  it('holds the creed, the hash, and every rule and reason, without markup', () => {
    const text = constitutionText(constitution);
    expect(text).toContain(constitution.creed);
    expect(text).toContain(constitution.hash);
    for (const { number, title, rule, rationale } of articles) {
      expect(text).toContain(`${number}. ${title}\n${rule}\n${rationale}\n`);
    }
    expect(text).not.toMatch(/[*#`]/);
  });
});

describe('articleMarkdown', () => {
  it('gives one article, and null for a number that does not exist', () => {
    const markdown = articleMarkdown(constitution, 26);
    expect(markdown?.startsWith('# Article 26. Secrets stay secret\n')).toBe(true);
    expect(markdown).not.toContain('Article 27');
    expect(articleMarkdown(constitution, 43)).toBeNull();
  });

  it('says nothing of categories where an article has none', () => {
    expect(articleMarkdown(constitution, 41)).not.toContain('Categories');
    expect(articleMarkdown(constitution, 40)).toContain('Categories: authority, misinformation');
  });
});
