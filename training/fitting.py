# SPDX-License-Identifier: Apache-2.0
"""Linear models on hashed features: row weights, NB scaling, logistic regression, Platt scaling."""
from collections import Counter

import numpy as np
from sklearn.linear_model import LogisticRegression, SGDClassifier

WORDS, GRAMS = 0, 1
ALPHA = {WORDS: 3e-7, GRAMS: 1.5e-7}
EPOCHS = 6
SEED = 7
MAX_LANGUAGE_FACTOR = 20


def row_weights(sources, langs, y):
    """Sources count with the square root of their size; then labels are balanced, inside each language and over all."""
    keys = list(zip(sources, y.tolist()))
    sizes = Counter(keys)
    w = np.array([sizes[k] ** -0.5 for k in keys])
    balance(w, y)
    langs = np.array(langs)
    for lang in sorted(set(langs)):
        here = langs == lang
        parts = [here & (y == v) for v in (0, 1)]
        sums = [w[p].sum() for p in parts]
        if min(sums) > 0:
            for part, total in zip(parts, sums):
                factor = sum(sums) / 2 / total
                w[part] *= min(MAX_LANGUAGE_FACTOR, max(1 / MAX_LANGUAGE_FACTOR, factor))
    balance(w, y)
    return w * len(y) / 2


def balance(w, y):
    for v in (0, 1):
        w[y == v] /= w[y == v].sum()


def nb_scale(X, y, w):
    """|log ratio| of a feature's weighted frequency in flagged and in benign rows."""
    p = np.asarray(X[y == 1].T @ w[y == 1]).ravel() + 1
    q = np.asarray(X[y == 0].T @ w[y == 0]).ravel() + 1
    return np.abs(np.log((p / p.sum()) / (q / q.sum()))).astype(np.float32)


def normalised(X, scale):
    """count * scale / sqrt(number of features): what the product computes with exact sums."""
    X = X.copy()
    count = np.maximum(1, np.asarray(X.sum(axis=1)).ravel())
    X.data = (X.data * scale[X.indices] / np.repeat(np.sqrt(count), np.diff(X.indptr))).astype(np.float32)
    return X


def fit_block(X, y, w, block):
    """Weight per bucket (scale folded in) and bias."""
    scale = nb_scale(X, y, w) if block == WORDS else np.ones(X.shape[1], np.float32)
    # One overall factor, so that the regularisation means the same whatever the scale.
    scale /= np.sqrt(np.mean(scale[X.indices] ** 2))
    model = SGDClassifier(loss="log_loss", alpha=ALPHA[block], average=True, max_iter=EPOCHS, tol=None, shuffle=True,
                          random_state=SEED)
    model.fit(normalised(X, scale), y, sample_weight=w)
    return model.coef_.ravel() * scale, float(model.intercept_[0])


def platt(margins, y, sample_weight=None):
    line = LogisticRegression(C=1e6).fit(np.asarray(margins).reshape(-1, 1), y, sample_weight=sample_weight)
    return float(line.coef_[0, 0]), float(line.intercept_[0])
