# SPDX-License-Identifier: Apache-2.0
"""Thresholds per score and length, from ordinary text of families that the scoring model never saw."""
import numpy as np

from assessment import BANDS, FAIL_RATE, MIN_IN_BAND, REVIEW_RATE, TOGETHER
from corpus import ORDINARY, SCORES

# Bands below this one hold rows as they are, the others rows put together.
REAL_BANDS = BANDS.index(min(TOGETHER)) + 1
# A single score's rate grows from this share of the common rate in steps of this factor.
START, GROWTH = 0.85, 1.1
LEAST_GAP = 0.05
# No score fails more than this share of the ordinary texts that it sends to review.
FAIL_SHARE = 0.2


def band_of(length):
    return next(k for k, below in enumerate(BANDS) if below is None or length < below)


class Sample:
    """Left-out ordinary texts: family, length band, margin of each score."""

    def __init__(self, oof):
        rows, segments = oof.rows, oof.features.segments
        places = [(rows[i].family, band_of(len(rows[i].text)), segments[i], segments[i + 1]) for i in oof.scored
                  if not rows[i].label and rows[i].family in ORDINARY]
        places += together(oof)
        self.family = np.array([p[0] for p in places])
        self.band = np.array([p[1] for p in places])
        self.margin = {s: np.array([oof.margin(s, first, last) for _, _, first, last in places]) for s in SCORES}

    def cut(self, score, band, rate):
        """The margin that at most `rate` of every family reaches."""
        out = []
        for family in ORDINARY:
            values = self.margin[score][(self.family == family) & (self.band == band)]
            if len(values) >= MIN_IN_BAND:
                out.append(float(np.quantile(values, 1 - rate)))
        return max(out)

    def cuts(self, rates):
        return {s: [self.cut(s, b, rates[s]) for b in range(len(BANDS))] for s in SCORES}

    def worst_share(self, rates):
        """Share flagged by any score in the worst family, of rows as they are and with the long texts."""
        cuts = self.cuts(rates)
        hit = np.any([self.margin[s] >= np.array(cuts[s])[self.band] for s in SCORES], axis=0)
        every, real = np.ones(len(hit), bool), self.band < REAL_BANDS
        return max(float(hit[part & (self.family == f)].mean()) for part in (every, real) for f in ORDINARY)


def together(oof):
    """Long texts: consecutive rows of one source, (family, band, first segment, last segment)."""
    rows, segments, runs, out = oof.rows, oof.features.segments, {}, []
    for i in oof.index:
        if not rows[i].label and rows[i].family in ORDINARY:
            runs.setdefault(rows[i].source, []).append(i)
    for index in runs.values():
        for band, size in TOGETHER.items():
            first = index[0]
            for i, following in zip(index, index[1:] + [None]):
                if segments[i + 1] - segments[first] >= size:
                    out.append((rows[i].family, BANDS.index(band) + 1, segments[first], segments[i + 1]))
                    first = following
                elif following != i + 1:
                    first = following
    return out


def solve(sample, target, caps):
    """Per-score rates, as high as can be, at which no family has more than `target` of its texts flagged by any score."""
    low, high = 0.0, target
    for _ in range(14):
        rate = (low + high) / 2
        low, high = (rate, high) if sample.worst_share(dict.fromkeys(SCORES, rate)) <= target else (low, rate)
    rates = {s: min(low * START, caps[s]) for s in SCORES}
    # A score that flags nothing in the family that is at its limit need not stop where the others must.
    grown = True
    while grown:
        grown = False
        for score in SCORES:
            higher = {**rates, score: rates[score] * GROWTH}
            if higher[score] <= caps[score] and sample.worst_share(higher) <= target:
                rates, grown = higher, True
    return rates


def thresholds(oof):
    sample = Sample(oof)
    reviewed = solve(sample, REVIEW_RATE, dict.fromkeys(SCORES, REVIEW_RATE))
    rates = {"review": reviewed, "fail": solve(sample, FAIL_RATE, {s: FAIL_SHARE * reviewed[s] for s in SCORES})}
    review, fail = sample.cuts(rates["review"]), sample.cuts(rates["fail"])
    fail = {s: [max(a, b + LEAST_GAP) for a, b in zip(fail[s], review[s])] for s in SCORES}
    return {"review": review, "fail": fail, "rates": rates}
