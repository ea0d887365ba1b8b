# SPDX-License-Identifier: Apache-2.0
"""Texts written for this project, for training and for the test vectors; nothing of the data sets is copied here."""
import json
from pathlib import Path

from corpus import Row
from grammar import grammars
from natural import natural_rows

HERE = Path(__file__).parent
FRAMES_PER_PHRASE = 3


def read(name):
    return json.loads((HERE / "own" / name).read_text(encoding="utf-8"))


def own_rows():
    """Requests in frames that harmful and harmless ones share; attacks, and short texts that demean a group, beside
    sentences that look like them; what the grammars make; and texts written one by one."""
    return [*requests(), *paired("attacks"), *paired("identity"), *grammar_rows(), *natural_rows()]


def grammar_rows():
    for grammar in grammars(HERE / "own"):
        for n, made in enumerate(grammar.made()):
            kind = made.category if made.harm else "safe"
            categories = frozenset({made.category} if made.harm else ())
            yield Row(f"own-{made.group}-{n}", made.text, int(made.harm), categories, f"own-{made.part}-{kind}",
                      made.lang, "train", made.article, made.group)


def requests():
    for entry in read("requests.json"):
        phrases = [(text, 1, {category}) for text, category in entry["harm"]]
        phrases += [(text, 0, set()) for text in entry["benign"]]
        for n, (phrase, label, categories) in enumerate(phrases):
            for k in range(FRAMES_PER_PHRASE):
                frame = entry["frames"][(n + k) % len(entry["frames"])]
                yield row("requests", f"{n}-{k}", frame.replace("{}", phrase), label, categories, entry["lang"])


def paired(kind):
    for entry in read(f"{kind}.json"):
        for n, (text, category) in enumerate(entry["attack"]):
            yield row(kind, f"a{n}", text, 1, {category}, entry["lang"])
        for n, text in enumerate(entry["benign"]):
            yield row(kind, f"b{n}", text, 0, set(), entry["lang"])


def row(kind, key, text, label, categories, lang):
    return Row(f"own-{kind}-{lang}-{key}", text, label, frozenset(categories), f"own-{kind}", lang, "train")


def vector_texts():
    return [json.loads(line) for line in (HERE / "vectors.jsonl").read_text(encoding="utf-8").splitlines()]
