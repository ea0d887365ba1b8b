# SPDX-License-Identifier: Apache-2.0
"""The second tier: of which category a flagged text is, and which article it falls under."""
import zlib
from functools import partial

import numpy as np
from sklearn.linear_model import SGDClassifier

from corpus import LEFT_TO_PATTERNS, SCORE_OF
from fitting import SEED, platt
from parallel import in_parallel

HEAD_BUCKETS = 1 << 16
ALPHA = 3e-5
EPOCHS = 12
FOLDS = 4
MIN_ROWS = 150
# An article that a category falls under besides its usual one is known from our own texts only.
MIN_ROWS_OF_ARTICLE = 20
# The articles of the constitution that govern each category; data here, so that no code path knows one by number.
ARTICLES = {"authority": 2, "infrastructure": 5, "impersonation": 10, "injection": 31, "jailbreak": 32,
            "prompt_extraction": 33, "exfiltration": 35, "obfuscation": 36, "secrets": 26, "pii": 25, "privacy": 27,
            "violence": 13, "weapons": 14, "self_harm": 15, "minors": 16, "sexual": 17, "hate": 19, "harassment": 20,
            "fraud": 37, "crime": 38, "cyber": 34, "misinformation": 8, "manipulation": 12, "dangerous_advice": 18}


def score_of(category):
    return SCORE_OF.get(category, "harm")


def kinds(rows):
    """Pairs of category and article that have rows enough, the usual article of each category first."""
    usual, special = {}, {}
    for r in rows:
        if r.learned and r.scores:
            for c in r.categories - LEFT_TO_PATTERNS:
                usual[c] = usual.get(c, 0) + 1
                if r.article is not None and r.article != ARTICLES[c]:
                    special[c, r.article] = special.get((c, r.article), 0) + 1
    out = [(c, ARTICLES[c]) for c in ARTICLES if usual.get(c, 0) >= MIN_ROWS]
    return out + [pair for pair in sorted(special) if special[pair] >= MIN_ROWS_OF_ARTICLE]


def is_of(row, kind):
    category, article = kind
    return category in row.categories and (article == ARTICLES[category] or row.article == article)


def prepared(features):
    X = features.matrix(0, HEAD_BUCKETS)
    count = np.maximum(1, np.asarray(X.sum(axis=1)).ravel())
    X.data = (X.data / np.repeat(np.sqrt(count), np.diff(X.indptr))).astype(np.float32)
    return X


def fit_head(rows, X, kind, index):
    y = np.array([int(is_of(rows[i], kind)) for i in index])
    sizes = {}
    for i in index:
        sizes[rows[i].source] = sizes.get(rows[i].source, 0) + 1
    w = np.array([sizes[rows[i].source] ** -0.5 for i in index])
    w *= len(w) / w.sum()
    model = SGDClassifier(loss="log_loss", alpha=ALPHA, average=True, max_iter=EPOCHS, tol=None, random_state=SEED)
    model.fit(X[index], y, sample_weight=w)
    return model.coef_.ravel(), float(model.intercept_[0]), w


def fold_of(row, sources):
    return (zlib.crc32(row.group.encode()) if row.group else sources.index(row.source)) % FOLDS


def fit_heads(rows, features):
    """Weights, bias, and Platt line of each kind; the line comes from rows of left-out sources and templates."""
    X = prepared(features)
    return in_parallel([partial(calibrated_head, rows, X, kind) for kind in kinds(rows)])


def calibrated_head(rows, X, kind):
    category, article = kind
    index = np.array([i for i, r in enumerate(rows) if r.learned and score_of(category) in r.scores])
    y = np.array([int(is_of(rows[i], kind)) for i in index])
    sources = sorted({rows[i].source for i in index})
    fold = np.array([fold_of(rows[i], sources) for i in index])
    margins = np.zeros(len(index))
    for k in range(FOLDS):
        seen, unseen = index[fold != k], fold == k
        if unseen.any() and len({is_of(rows[i], kind) for i in seen}) == 2:
            coef, bias, _ = fit_head(rows, X, kind, seen)
            margins[unseen] = X[index[unseen]] @ coef + bias
    coef, bias, w = fit_head(rows, X, kind, index)
    slope, offset = platt(margins, y, w)
    # A head that misleads on unseen sources still may not turn its own ranking round.
    return {"category": category, "article": article, "scores": [score_of(category), "any"], "weights": coef, "bias": bias,
            "slope": max(slope, 0.1), "offset": offset, "rows": int(y.sum())}
