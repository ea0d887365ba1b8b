# SPDX-License-Identifier: Apache-2.0
"""
Texts in natural/<language>/<topic>.txt, each written on its own: `category<TAB>text` a line, `safe` for the harmless, `\\n`
for a line break. A blank line ends a block; the texts of a block share words and are left out together.
"""
from pathlib import Path

from corpus import Row

HERE = Path(__file__).parent / "natural"


def natural_rows(folder=HERE):
    for path in sorted(Path(folder).glob("*/*.txt")):
        yield from texts_of(path)


def texts_of(path):
    lang, topic, block = path.parent.name, path.stem, 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            block = number
        elif not line.startswith("#"):
            category, tab, text = line.partition("\t")
            if not tab or not text.strip() or not category.islower():
                raise ValueError(f"{path}:{number}: neither a category nor a text")
            yield natural_row(f"{lang}-{topic}-{number}", category, text.replace("\\n", "\n").strip(), lang, topic, block)


def natural_row(key, category, text, lang, topic, block):
    harm = category != "safe"
    return Row(f"own-natural-{key}", text, int(harm), frozenset({category} if harm else ()),
               f"own-natural-{topic}-{'harm' if harm else 'safe'}", lang, "train", group=f"natural:{lang}:{topic}:{block}")
