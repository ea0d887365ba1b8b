// SPDX-License-Identifier: Apache-2.0
/**
 * Answers by quoting: what was found, where, and in which article. It generates nothing and obeys nothing, says that it is a
 * search, and says so when its sources do not hold an answer.
 */
import { type EngineReply, type FoundPassage, groundingOf, type NodeEngine, type NodePrompt } from './engine.ts';

export interface RetrievalTools {
  /** Whether a quotation passes the rules; one that does not is pointed at instead. */
  readonly passes: (text: string) => Promise<boolean>;
}

const SOURCES = 'the constitution, the documentation of this service and my own public texts';
/** Further passages are quoted when they come so near to the first. */
const NEAR = 0.9;
const MAX_QUOTED = 3;
/** Others are pointed at when they come somewhat near. */
const RELATED = 0.6;
const MAX_POINTED = 3;
/** Of 4,000 code points for all. */
const MAX_QUOTE = 1_200;

export class RetrievalEngine implements NodeEngine {
  readonly kind = 'local-retrieval';
  readonly name: string;
  readonly #tools: RetrievalTools;

  /** @param search which search runs, as its index calls it */
  constructor(search: string, tools: RetrievalTools) {
    this.name = search;
    this.#tools = tools;
  }

  /** The law itself is quoted whatever it names: decision 0184. */
  async #mayQuote({ article, text }: FoundPassage): Promise<boolean> {
    return article !== null || this.#tools.passes(text);
  }

  async answer({ retrieved }: NodePrompt): Promise<EngineReply> {
    if (!retrieved.sure) return { ok: true, text: NOT_FOUND, grounding: [] };
    const [first] = retrieved.passages as [FoundPassage];
    const near = retrieved.passages.filter(({ score }) => score >= first.score * NEAR).slice(0, MAX_QUOTED);
    const quoted: FoundPassage[] = [];
    for (const passage of near) if (await this.#mayQuote(passage)) quoted.push(passage);
    const others = retrieved.passages
      .filter((passage) => !quoted.includes(passage) && passage.score >= first.score * RELATED)
      .slice(0, MAX_POINTED);
    const parts = [
      quoted.length > 0 ? FOUND : ONLY_POINTED,
      ...quoted.map((passage) => `${placeOf(passage)}:\n“${quotation(passage)}”`),
      others.length > 0 ? `See also ${others.map(placeOf).join('; ')}.` : '',
    ];
    return { ok: true, text: parts.filter((part) => part !== '').join('\n\n'), grounding: groundingOf(quoted) };
  }
}

const FOUND = `I am a search over published texts, not a language model. I looked in ${SOURCES} and found this.`;
const ONLY_POINTED = `I am a search over published texts, not a language model. I looked in ${SOURCES}. What I found holds words that the check of answers would not let pass, so I only name the places.`;
export const NOT_FOUND = `This is not in my sources. I am a search over published texts, not a language model: I looked in ${SOURCES} and found nothing that answers it. Ask me about the articles, the checks, keys and limits, certificates and the ledger, nodes and agents, or running the service; other words may help.`;

/** `Keys and limits: Get a key (docs/guides/keys-and-limits.md)` */
function placeOf({ id, title, url, article }: FoundPassage): string {
  if (article !== null) return title;
  const page = id.split('#')[0] ?? '';
  const place = url ?? (page.endsWith('.md') ? page : null);
  return place === null ? title : `${title} (${place})`;
}

/** An article is quoted whole, since only then is it the law's own wording. */
const quotation = ({ article, text }: FoundPassage) => (article === null ? shortened(text) : text);

function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_QUOTE) return text;
  const cut = characters.slice(0, MAX_QUOTE).join('');
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('. ') + 1);
  return `${cut.slice(0, end > MAX_QUOTE / 2 ? end : cut.lastIndexOf(' ')).trimEnd()} …`;
}
