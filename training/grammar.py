# SPDX-License-Identifier: Apache-2.0
"""Texts from the grammars in own/<language>/*.txt.

`@name: a | b` is a word list, `% name` a set of frames, `== label category : frames` begins lines of one kind: label `harm`
or `safe`; a category or, after a colon, the article that it falls under; the frames that the lines are put into. In a
line `{name}` stands for one of a list and `(a/b/c)` for one of the alternatives. A frame holds the line at `~`, or its
gerund at `~ing`. Each line is a group of its own: what was made of it can be left out together.
"""
import random
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

MOST_PER_LINE = {"how": 24, "order": 24, "text": 18, "none": 24}
BASE_PER_LINE = 3
CHOICE = re.compile(r"\{([a-z0-9]+)\}|\(([^()]*)\)")
DOUBLED = {"get", "cut", "run", "stop", "hit", "set", "put", "rob", "stab", "dump", "plan", "beg", "grab", "drop", "drag",
           "ship", "strip", "spin", "swap", "swat", "shop", "shut", "sit", "win", "begin", "forget", "kidnap", "scam",
           "skim", "spam", "chat", "dig", "hug", "quit", "trap", "slam", "slit", "skip", "spot", "tip", "wrap", "plot",
           "pop", "mug", "cap", "rig", "dox", "submit", "purge"} - {"dump", "dox", "purge"}


@dataclass
class Made:
    """One text. `group` is the line it came from, `article` the article it falls under where its category has several."""
    text: str
    harm: bool
    category: str
    article: int | None
    lang: str
    part: str
    group: str


class Grammar:
    """Everything that one language's files say."""

    def __init__(self, folder):
        self.lang = folder.name
        self.words, self.frames, self.lines = {}, {"none": ["~"]}, []
        for path in sorted(folder.glob("*.txt")):
            self.read(path)

    def read(self, path):
        section, frames = None, None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("@"):
                name, values = line[1:].split(":", 1)
                self.words[name] = [v.strip() for v in values.split(" | ")]
            elif line.startswith("%"):
                frames, section = self.frames.setdefault(line[1:].strip(), []), None
            elif line.startswith("=="):
                section, frames = parse_section(line), None
            elif section:
                self.lines.append((path.stem, number, section, line))
            elif frames is not None:
                frames.append(line)
            else:
                raise ValueError(f"{path}:{number}: a line outside any section")

    def choices(self, line):
        """The line with a mark at each choice, and the options of each."""
        options = []

        def mark(m):
            options.append(self.words[m[1]] if m[1] else m[2].split("/"))
            return "\0"
        return CHOICE.sub(mark, line), options

    def expand(self, line, most, rng):
        """Different texts of one line: about as many as it has options, and every option of every choice comes up before any comes up twice."""
        pattern, options = self.choices(line)
        total = 1
        for o in options:
            total *= len(o)
        count = min(total, most, BASE_PER_LINE + sum(len(o) for o in options))
        decks, seen = [[] for _ in options], []
        for _ in range(4 * count):
            if len(seen) == count:
                break
            text = pattern
            for k, o in enumerate(options):
                if not decks[k]:
                    decks[k] = rng.sample(o, len(o))
                chosen = decks[k].pop()
                # An option may hold choices of its own.
                text = text.replace("\0", self.expand(chosen, 1, rng)[0] if CHOICE.search(chosen) else chosen, 1)
            text = " ".join(text.split())
            if text not in seen:
                seen.append(text)
        return seen

    def made(self):
        for part, number, (harm, category, article, frames), line in self.lines:
            rng = random.Random(zlib.crc32(f"{self.lang}:{part}:{line}".encode()))
            group = f"{self.lang}:{part}:{number}"
            deck = []
            for text in self.expand(line, MOST_PER_LINE.get(frames, 14), rng):
                if not deck:
                    deck = rng.sample(self.frames[frames], len(self.frames[frames]))
                yield Made(framed(deck.pop(), text), harm, category, article, self.lang, part, group)


def parse_section(line):
    match = re.fullmatch(r"== (harm|safe) ([a-z_]+|-)(?::(\d+))? : (\w+)", line)
    if not match:
        raise ValueError(f"not a section: {line}")
    return match[1] == "harm", match[2], int(match[3]) if match[3] else None, match[4]


def framed(frame, text):
    if "~ing" in frame:
        text, frame = gerund(text), frame.replace("~ing", "~")
    out = frame.replace("~", text)
    return re.sub(r"([.?!])[.]|([?!])[?]", r"\1\2", out)


def gerund(phrase):
    """English only: the frames of other languages do without."""
    first, _, rest = phrase.partition(" ")
    if first.endswith("ie"):
        first = first[:-2] + "y"
    elif first.endswith("e") and not first.endswith(("ee", "ye", "oe")):
        first = first[:-1]
    elif first.lower() in DOUBLED:
        first += first[-1]
    return f"{first}ing {rest}".strip()


def grammars(folder):
    return [Grammar(f) for f in sorted(Path(folder).iterdir()) if f.is_dir()]
