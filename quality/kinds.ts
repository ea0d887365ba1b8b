// SPDX-License-Identifier: Apache-2.0
/**
 * Texts by kind: what secrets and personal data look like in files, forms and chats, and what only looks like them. The
 * values in them are made here with a fixed seed, so that no such value stands in the repository.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../bench/texts.ts';
import { Maker } from './kinds-values.ts';

export interface KindText {
  readonly kind: string;
  readonly text: string;
  /** Whether the kind is among those by which the rules were mended; the others have only been counted. */
  readonly open: boolean;
}

export type KindFile = 'secrets' | 'secret-look-alikes' | 'personal-data' | 'personal-look-alikes';

const RENDERINGS = 3;
const HELD_OUT = '~ ';
const MARK = /‹([A-Za-z]+)(\d*)([a-z]*)›/g;

/** Every kind of a file, with different values each time. */
export function kindTexts(file: KindFile): KindText[] {
  const make = new Maker(seeded(1_905));
  return kindsOf(file).flatMap(({ kind, template, open }) =>
    Array.from({ length: RENDERINGS }, () => ({
      kind,
      open,
      text: template.replace(MARK, (_, name: string, length: string, suffix: string) =>
        make.value(name, Number(length), suffix),
      ),
    })),
  );
}

/** A file holds `=== name` before each text, `=== ~ name` before one of a kind that no rule was mended by. */
function kindsOf(file: KindFile): { kind: string; template: string; open: boolean }[] {
  const text = readFileSync(join(import.meta.dirname, 'kinds', `${file}.txt`), 'utf8');
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      const open = !part.startsWith(HELD_OUT);
      const kind = part.slice(open ? 0 : HELD_OUT.length, end);
      return { kind, template: part.slice(end + 1).trimEnd(), open };
    });
}
