// SPDX-License-Identifier: Apache-2.0
/**
 * Stage 2. A context made for this one call out of nothing but its request: no tools, no memory, no text of another caller,
 * no secret beyond a canary that is drawn anew each time; and never larger than a fixed number of tokens.
 */
import type { AnsweringNode, NodeProfile, Retrieved } from '../nodes/engine.ts';
import type { HistoryTurn, TownMemory } from './airlock.ts';
import type { Admitted } from './intake.ts';

export interface IsolationTools {
  readonly randomBytes: (length: number) => Uint8Array;
  readonly retrieve: (question: string, node: NodeProfile) => Retrieved;
}

export interface Isolated {
  readonly node: NodeProfile;
  readonly canary: string;
  /** Names the data blocks of this call; in no text of it. */
  readonly delimiter: string;
  /** Joins the words of untrusted data; in no text of it. */
  readonly mark: string;
  readonly question: string;
  readonly history: readonly HistoryTurn[];
  readonly sessionContext: readonly (readonly [name: string, value: string])[];
  readonly townMemories: readonly TownMemory[];
  readonly retrieved: Retrieved;
}

/** Tokens of everything that is sent, by `tokenEstimate`, instructions aside. */
export const MAX_DATA_TOKENS = 6_000;
/** Characters that stand in ordinary texts seldom enough that one of them is free. */
const MARKS = ['\u02c6', '\u00a6', '\u00ac', '\u2021', '\u2042', '\u203b', '\u25ca', '\u2058', '\u205c', '\u2e2c'];

export function isolate(admitted: Admitted, node: AnsweringNode, tools: IsolationTools): Isolated {
  const { id, alias, persona, station, texts } = node;
  const { history, sessionContext, townMemories, question } = admitted;
  const data = [question, ...history.map((turn) => turn.content), ...sessionContext.flat()];
  return {
    node: { id, alias, persona, station, texts },
    canary: `mark-${hexOf(tools.randomBytes(12))}`,
    delimiter: `data-${hexOf(tools.randomBytes(8))}`,
    mark: freeMark([...data, ...townMemories.map(({ content }) => content)], tools.randomBytes(1)[0] ?? 0),
    ...withinCap({ question, history, sessionContext, townMemories, retrieved: tools.retrieve(question, node) }),
  };
}

type Data = Pick<Isolated, 'question' | 'history' | 'sessionContext' | 'townMemories' | 'retrieved'>;

/** Drops what matters least first: the oldest turns, then memories, then the last of what was found, then session values. */
function withinCap(data: Data): Data {
  let { history, townMemories, sessionContext } = data;
  let passages = data.retrieved.passages;
  const size = () =>
    [data.question, ...history.map((turn) => turn.content), ...townMemories.map((memory) => memory.content)]
      .concat(
        sessionContext.flat(),
        passages.map((passage) => passage.title + passage.text),
      )
      .reduce((sum, text) => sum + tokenEstimate(text), 0);
  while (size() > MAX_DATA_TOKENS) {
    if (history.length > 0) history = history.slice(1);
    else if (townMemories.length > 0) townMemories = townMemories.slice(0, -1);
    else if (passages.length > 1) passages = passages.slice(0, -1);
    else if (sessionContext.length > 0) sessionContext = sessionContext.slice(0, -1);
    else break;
  }
  return { ...data, history, townMemories, sessionContext, retrieved: { ...data.retrieved, passages } };
}

/** From above for ordinary text: a token is at least three bytes of it, or one character of a wide script. */
export function tokenEstimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

function freeMark(texts: readonly string[], random: number): string {
  const free = MARKS.filter((mark) => !texts.some((text) => text.includes(mark)));
  // Where all are taken, the spotlight takes the chosen one out of the data.
  const choice = free.length > 0 ? free : MARKS;
  return choice[random % choice.length] as string;
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
