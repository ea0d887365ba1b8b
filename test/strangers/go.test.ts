// SPDX-License-Identifier: Apache-2.0
import { Frontier } from '@plumbline/core/ledger/frontier.ts';
import { withSignatures } from '@plumbline/core/ledger/note.ts';
import { tilesOf } from '@plumbline/core/ledger/tiles.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchored, cosignLine, LOG_VKEY, WITNESS_VKEY } from '../../packages/core/test/ledger/anchored.ts';
import { crypto, KEYS } from '../../packages/core/test/ledger/test-log.ts';
import { buildGoChecker, type GoChecker, type Question } from './go-checker.ts';

const SIZE = 300;
const { log } = anchored();
while (log.size < SIZE) log.heartbeat();
const note = log.publish();
const root = log.frontier.root();

/** The root at every size from 1 on. */
const roots: Uint8Array[] = [new Uint8Array(32)];
const growing = new Frontier(crypto);
for (const leaf of log.leaves) {
  growing.append(leaf);
  roots.push(growing.root());
}

const flip = (bytes: Uint8Array, at = 0) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
const flipOne = (hashes: readonly Uint8Array[], at: number) =>
  hashes.map((hash, i) => (i === at ? flip(hash, 31) : hash));

let go: GoChecker;
const LOAD: Question = { Op: 'load', Entries: log.headers };

/** Loads the entries, then asks; the answers without that of loading. */
function ask(questions: readonly Question[]): string[] {
  const [loaded, ...answers] = go.ask([LOAD, ...questions]);
  expect(loaded).toBe('ok');
  expect(answers).toHaveLength(questions.length);
  return answers;
}
const accepts = (questions: readonly Question[]) => expect(new Set(ask(questions))).toEqual(new Set(['ok']));
const refuses = (questions: readonly Question[]) =>
  expect(ask(questions).filter((answer) => answer === 'ok')).toEqual([]);

beforeAll(() => {
  go = buildGoChecker();
});
afterAll(() => go.close());

describe("[strangers] Go's checksum-database code, on a log of 300 entries", () => {
  it('has the same leaf hashes and the same root at every size, and other ones for changed bytes', () => {
    accepts(log.headers.map((Data, i) => ({ Op: 'leaf', Data, Leaf: log.leaves[i] })));
    accepts(roots.slice(1).map((Root, i) => ({ Op: 'root', Size: i + 1, Root })));
    refuses(log.headers.map((Data, i) => ({ Op: 'leaf', Data: flip(Data, i), Leaf: log.leaves[i] })));
    refuses([{ Op: 'root', Size: SIZE - 1, Root: root }]);
  });

  it('accepts every inclusion proof, and refuses each with a changed leaf, index, size, hash or root', async () => {
    const questions = await Promise.all(
      log.leaves.map(async (Leaf, Index) => ({
        Op: 'inclusion',
        Index,
        Size: SIZE,
        Root: root,
        Leaf,
        Proof: await log.inclusion(Index),
      })),
    );
    accepts(questions);
    refuses(questions.map((question) => ({ ...question, Leaf: flip(question.Leaf) })));
    refuses(questions.map((question) => ({ ...question, Index: (question.Index + 1) % SIZE })));
    refuses(questions.map((question) => ({ ...question, Size: SIZE * 2 })));
    refuses(questions.map((question) => ({ ...question, Root: flip(question.Root, 7) })));
    refuses(
      questions.map((question) => ({
        ...question,
        Proof: flipOne(question.Proof, question.Index % question.Proof.length),
      })),
    );
    refuses(questions.map((question) => ({ ...question, Proof: question.Proof.slice(1) })));
  });

  it('accepts consistency proofs between many sizes, and refuses them changed', async () => {
    const sizes = [1, 2, 3, 7, 8, 63, 64, 65, 127, 128, 200, 255, 256, 257, 299];
    const pairs = sizes.flatMap((Old) => [...sizes, SIZE].filter((Size) => Size > Old).map((Size) => ({ Old, Size })));
    const questions = await Promise.all(
      pairs.map(async ({ Old, Size }) => ({
        Op: 'consistency',
        Old,
        Size,
        OldRoot: roots[Old] as Uint8Array,
        Root: roots[Size] as Uint8Array,
        Proof: await log.consistency(Old, Size),
      })),
    );
    accepts(questions);
    refuses(questions.map((question) => ({ ...question, OldRoot: flip(question.OldRoot) })));
    refuses(questions.map((question) => ({ ...question, Root: flip(question.Root) })));
    refuses(
      questions.map((question) => ({
        ...question,
        Proof: flipOne(question.Proof, question.Size % question.Proof.length),
      })),
    );
    refuses(questions.map((question) => ({ ...question, Proof: question.Proof.slice(0, -1) })));
  });

  it('has the same bytes in every tile, and other ones for a flipped byte', async () => {
    const tiles = await Promise.all(
      [...tilesOf(SIZE)].map(async ({ level: Level, n: N, width: Width }) => ({
        Op: 'tile',
        Level,
        N,
        Width,
        Data: await log.tiles.readTile(Level, N, Width),
      })),
    );
    expect(tiles).toHaveLength(3);
    accepts(tiles);
    refuses(tiles.map((tile) => ({ ...tile, Data: flip(tile.Data, tile.Data.length - 1) })));
  });

  it('opens the checkpoint with log and witness keys, and refuses it changed or under swapped keys', () => {
    const cosigned = withSignatures(note, [cosignLine(note)]);
    const question = { Op: 'note', Size: SIZE, Root: root, Vkeys: [LOG_VKEY.text, WITNESS_VKEY], Note: cosigned };
    accepts([question, { ...question, Vkeys: [LOG_VKEY.text], Note: note }]);
    refuses([
      { ...question, Note: cosigned.replace('\n300\n', '\n301\n'), Size: SIZE + 1 },
      { ...question, Note: cosigned.replace('ledger.example', 'ledger.exampla') },
      { ...question, Note: note },
      { ...question, Note: withSignatures(note, [cosignLine(note, KEYS.stranger)]) },
      { ...question, Note: withSignatures(note, [cosignLine(note.replace('\n300\n', '\n299\n'))]) },
      { ...question, Root: flip(root) },
      { ...question, Vkeys: [LOG_VKEY.text.replace('+', '+0')] },
    ]);
  });
});
