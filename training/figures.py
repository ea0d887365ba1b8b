# SPDX-License-Identifier: Apache-2.0
"""Figures of a run: per source and family on models that never saw it, and the finished model on the development rows."""
import numpy as np
from sklearn.metrics import roc_auc_score

from corpus import DEV_ONLY, FAMILIES, ORDINARY, SCORES
from thresholds import band_of


def probability(margins, lines):
    """The highest calibrated score of each text."""
    return np.max([1 / (1 + np.exp(-(lines[s][0] * margins[s] + lines[s][1]))) for s in SCORES], axis=0)


def reached(margins, cuts, bands):
    return np.any([margins[s] >= np.array(cuts[s])[bands] for s in SCORES], axis=0)


def summary(y, p, review, fail):
    """Rates of one group of texts; null where it has no row of that label."""
    def share(hit, label):
        return round(float(hit[y == label].mean()), 4) if (y == label).any() else None
    auc = round(float(roc_auc_score(y, p)), 4) if 0 < y.sum() < len(y) else None
    return {"flagged": int(y.sum()), "benign": int((1 - y).sum()), "auc": auc,
            "recall_review": share(review, 1), "recall_fail": share(fail, 1),
            "false_review": share(review, 0), "false_fail": share(fail, 0)}


def groups(rows, index, key, margins, lines, found):
    bands = np.array([band_of(len(rows[i].text)) for i in index])
    y = np.array([int(bool(rows[i].label)) for i in index])
    p = probability(margins, lines)
    review, fail = reached(margins, found["review"], bands), reached(margins, found["fail"], bands)
    names = np.array([key(rows[i]) for i in index])
    return {n: summary(y[names == n], p[names == n], review[names == n], fail[names == n]) for n in sorted(set(names))}


def left_out_figures(left_out, lines, found):
    margins = left_out.margins(left_out.scored)
    by_family = groups(left_out.rows, left_out.scored, lambda r: r.family, margins, lines, found)
    by_source = groups(left_out.rows, left_out.scored, lambda r: r.source, margins, lines, found)
    both = [f for f in FAMILIES if f != "O" and f in by_family and by_family[f]["auc"] is not None]
    means = {"auc": np.mean([by_family[f]["auc"] for f in both]),
             "recall_review": np.mean([by_family[f]["recall_review"] for f in both]),
             "worst_ordinary_false_review": max(by_family[f]["false_review"] for f in ORDINARY)}
    return {"families": by_family, "sources": by_source, "means": {k: round(float(v), 4) for k, v in means.items()}}


def development(rows, margins_of, lines, found):
    """Development rows, scored by the finished model: sources that training never saw, then the rest by family."""
    index = np.array([i for i, r in enumerate(rows) if r.split == "dev" and r.used])
    margins = margins_of(index)
    every = groups(rows, index, lambda r: r.source if r.source in DEV_ONLY else f"family {r.family}", margins, lines, found)
    return {"unseen": {k: v for k, v in every.items() if k in DEV_ONLY},
            "seen": {k: v for k, v in every.items() if k not in DEV_ONLY}}
