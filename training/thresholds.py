# SPDX-License-Identifier: Apache-2.0
"""Thresholds per score and length, from ordinary text of families that the scoring model never saw."""
import numpy as np

from assessment import BANDS, FAIL_RATE, MIN_IN_BAND, REVIEW_RATE, TOGETHER
from corpus import ORDINARY, SCORES

REAL_BANDS = BANDS.index(min(TOGETHER)) + 1


def band_of(length):
    return next(k for k, below in enumerate(BANDS) if below is None or length < below)


def ordinary_sample(oof):
    """(family, band, margins) of left-out ordinary texts, and of long ones put together from rows of one source."""
    rows, segments, out = oof.rows, oof.features.segments, []
    for i in oof.scored:
        if not rows[i].label and rows[i].family in ORDINARY:
            out.append((rows[i].family, band_of(len(rows[i].text)), {s: oof.margin(s, segments[i], segments[i + 1])
                                                                     for s in SCORES}))
    return out + together(oof)


def together(oof):
    rows, segments, out = oof.rows, oof.features.segments, []
    runs = {}
    for i in oof.index:
        if not rows[i].label and rows[i].family in ORDINARY:
            runs.setdefault(rows[i].source, []).append(i)
    for source, index in runs.items():
        for band, size in TOGETHER.items():
            first = index[0]
            for i, following in zip(index, index[1:] + [None]):
                if segments[i + 1] - segments[first] >= size:
                    margins = {s: oof.margin(s, segments[first], segments[i + 1]) for s in SCORES}
                    out.append((rows[i].family, BANDS.index(band) + 1, margins))
                    first = following
                if following is not None and following != i + 1:
                    first = following
    return out


def worst_quantile(sample, score, band, rate):
    """The margin that at most `rate` of every family reaches."""
    out = []
    for family in ORDINARY:
        values = [m[score] for f, b, m in sample if f == family and b == band]
        if len(values) >= MIN_IN_BAND:
            out.append(np.quantile(values, 1 - rate))
    return max(out)


def flagged_share(sample, cuts, family, band=None):
    hits = [any(m[s] >= cuts[s][b] for s in SCORES) for f, b, m in sample
            if f == family and (band is None or b == band)]
    return (float(np.mean(hits)), len(hits)) if hits else (0.0, 0)


def cuts_at(sample, rate):
    return {s: [worst_quantile(sample, s, b, rate) for b in range(len(BANDS))] for s in SCORES}


def solve(sample, target):
    """The highest per-score rate at which no family has more than `target` of its texts flagged by any score."""
    # Rows as they are, and with the long texts put together from them.
    parts = [sample, [t for t in sample if BANDS[t[1]] in BANDS[:REAL_BANDS]]]
    low, high = 0.0, target
    for _ in range(20):
        rate = (low + high) / 2
        cuts = cuts_at(sample, rate)
        if max(flagged_share(part, cuts, f)[0] for part in parts for f in ORDINARY) > target:
            high = rate
        else:
            low = rate
    return cuts_at(sample, low), low


def thresholds(oof):
    sample = ordinary_sample(oof)
    review, review_rate = solve(sample, REVIEW_RATE)
    fail, fail_rate = solve(sample, FAIL_RATE)
    fail = {s: [max(a, b + 0.05) for a, b in zip(fail[s], review[s])] for s in SCORES}
    return {"review": review, "fail": fail, "rates": {"review": review_rate, "fail": fail_rate}, "sample": sample}
