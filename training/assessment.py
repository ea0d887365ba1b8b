# SPDX-License-Identifier: Apache-2.0
"""Scores of rows whose family the model never saw, and the thresholds and figures that follow from them."""
import numpy as np

from corpus import FAMILIES, SCORES
from fitting import GRAMS, WORDS, fit_block, row_weights

WINDOW_SEGMENTS = 4
SEGMENT = 256
MAX_SCORED = 400
GRAM_SHARE = 1.0
# UTF-16 units of the text; the last bands are filled with rows of one source put together.
BANDS = (60, 200, 800, 2000, 16000, None)
TOGETHER = {2000: 24, 16000: 100}
# At most these shares of the ordinary text of any left-out family may reach the review and the fail threshold.
REVIEW_RATE = 0.02
FAIL_RATE = 0.005
MIN_IN_BAND = 60


class Block:
    """A fitted block: one weight per bucket, and what makes its outputs comparable across blocks."""

    def __init__(self, weights, bias):
        self.weights, self.bias = weights, bias


def selection(rows, score, index):
    """Rows that teach a score: what it is about against benign rows."""
    return np.array([i for i in index if rows[i].used and (not rows[i].label or score in rows[i].scores)])


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


class OutOfFamily:
    """For each training row the segment outputs of models that saw nothing of its family."""

    def __init__(self, rows, features, matrices):
        self.rows, self.features = rows, features
        train = np.array([i for i, r in enumerate(rows) if r.split == "train"])
        family = np.array([r.family or "" for r in rows])
        segments = features.segments
        n = segments[-1]
        self.sums = {s: [np.zeros(n), np.zeros(n)] for s in SCORES}
        self.counts = [np.diff(features.ptr[b]) for b in (WORDS, GRAMS)]
        self.index = np.array([i for i in train if family[i] in FAMILIES and family[i] != "O"])
        for f in [f for f in FAMILIES if f != "O"]:
            inside = np.zeros(n, bool)
            for i in self.index[family[self.index] == f]:
                inside[segments[i]:segments[i + 1]] = True
            for score in SCORES:
                blocks = fit_score(rows, matrices, score, train[family[train] != f])
                for b, (sums, counts) in enumerate(segment_outputs(features, blocks)):
                    self.sums[score][b][inside] = sums[inside]
        self.scored = self.sample()
        self.scale = {s: self.standard(s) for s in SCORES}

    def sample(self):
        taken, out = {}, []
        for i in self.index:
            key = (self.rows[i].source, self.rows[i].label)
            taken[key] = taken.get(key, 0) + 1
            if taken[key] <= MAX_SCORED and self.rows[i].used:
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

    def margin(self, score, first, last):
        outs = self.block_outputs(score, first, last)
        (m0, d0), (m1, d1) = self.scale[score]
        return float(np.max((outs[0] - m0) / d0 + GRAM_SHARE * (outs[1] - m1) / d1))

    def margins(self, index):
        s = self.features.segments
        return {score: np.array([self.margin(score, s[i], s[i + 1]) for i in index]) for score in SCORES}
