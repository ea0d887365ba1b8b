# SPDX-License-Identifier: Apache-2.0
"""The second tier beside the first: what it says of rows that it never saw, and how its answers join the margins."""
from functools import partial

import numpy as np
import torch

import deep
from assessment import FOLDS, source_fold
from corpus import SCORES
from parallel import in_parallel
from words import embed, read_vectors, tables, train_vectors, write_tables

# Of a score's spread in the first tier, so much is the second's.
SHARE = 0.7
# The first tier may end with this share of what both together would have flagged.
LOST = 0.01


class SecondTier:
    def __init__(self, rows, data, folder):
        self.rows = rows
        self.words = tables(*read_vectors(train_vectors(data, folder), [r.text for r in rows]))
        path = folder / "tables.bin"
        write_tables(path, *self.words)
        self.docs, vectors = embed([r.text for r in rows], path)
        self.vectors = torch.from_numpy(vectors / deep.UNIT)

    def fit(self, index):
        return deep.fit(self.rows, self.docs, self.vectors, index)

    def logits(self, net, index):
        return deep.logits(net, self.docs, self.vectors, index)

    def logits_of(self, net, texts, folder):
        docs, vectors = embed(texts, folder / "tables.bin")
        return deep.logits(net, docs, torch.from_numpy(vectors / deep.UNIT), np.arange(len(texts)))

    def fit_and_leave_out(self, index):
        """
        The finished network, and logits of the rows of `index`, each by a network that saw nothing of its fold; zeros
        elsewhere.
        """
        train = np.array([i for i, r in enumerate(self.rows) if r.split == "train"])
        fold = np.array([source_fold(r) for r in self.rows])

        def logits_of_fold(k):
            inside = index[fold[index] == k]
            return inside, self.logits(self.fit(train[fold[train] != k]), inside)

        def weights():
            return {k: v.numpy() for k, v in self.fit(train).state_dict().items()}

        torch.set_num_threads(1)
        whole, *parts = in_parallel([weights, *(partial(logits_of_fold, k) for k in range(FOLDS))])
        out = np.zeros((len(self.rows), len(SCORES)))
        for inside, found in parts:
            out[inside] = found
        net = deep.Net()
        net.load_state_dict({k: torch.from_numpy(v) for k, v in whole.items()})
        return net.eval(), out


def joined(first, logits):
    """Factor and offset of each score, from margins and logits of left-out rows."""
    factors = SHARE * first.std(axis=0) / logits.std(axis=0)
    return {"factors": factors, "offsets": -factors * np.median(logits, axis=0)}


def bars(first, both, review, bands, flagged):
    """The lowest margin of the first tier, per score, at which asking the second is worth it."""
    out = []
    for k, name in enumerate(SCORES):
        reached = flagged & (both[:, k] >= np.array(review[name])[bands])
        out.append(float(np.quantile(first[reached, k], LOST)))
    return out
