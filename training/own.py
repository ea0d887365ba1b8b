# SPDX-License-Identifier: Apache-2.0
"""Texts written for this project, for training and for the test vectors; nothing of the data sets is copied here."""
import json
from pathlib import Path

from corpus import Row

HERE = Path(__file__).parent


def own_rows():
    """Rows of own/*.jsonl: {text, label, categories, lang}; the file's name is the source."""
    out = []
    for path in sorted((HERE / "own").glob("*.jsonl")):
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            r = json.loads(line)
            out.append(Row(f"{path.stem}-{n}", r["text"], r["label"], frozenset(r.get("categories", [])),
                           f"own-{path.stem}", r.get("lang", "en"), "train"))
    return out


def vector_texts():
    return [json.loads(line) for line in (HERE / "vectors.jsonl").read_text(encoding="utf-8").splitlines()]
