# SPDX-License-Identifier: Apache-2.0
"""Features of texts, made by the product's own code (features.ts), and the matrices built from them."""
from pathlib import Path

import numpy as np
from scipy import sparse

from program import answers

BUCKETS = 1 << 18


class Features:
    """Bucket numbers per segment: `ids[block][ptr[block][s]:ptr[block][s + 1]]`; `segments[d]` is document d's first."""

    def __init__(self, ids, ptr, segments):
        self.ids, self.ptr, self.segments = ids, ptr, segments

    def matrix(self, block, buckets=BUCKETS):
        """One row per document: in how many of its segments each feature occurs."""
        ids = self.ids[block] & (buckets - 1)
        m = sparse.csr_matrix((np.ones(len(ids), np.float32), ids.copy(), self.ptr[block][self.segments]),
                              shape=(len(self.segments) - 1, buckets))
        m.sum_duplicates()
        return m

    def segment_sums(self, block, weights):
        """Sum of weights over the features of each segment, and their number."""
        ptr = self.ptr[block]
        total = np.concatenate([[0], np.cumsum(weights[self.ids[block]], dtype=np.float64)])
        return total[ptr[1:]] - total[ptr[:-1]], np.diff(ptr)


def extract(texts, program=None):
    return parse(answers(texts, program or Path(__file__).with_name("features.ts")), len(texts))


def parse(stream, count):
    ids, lengths, segments, at = ([], []), ([], []), [0], 0
    while at < len(stream):
        n = int(stream[at])
        at += 1
        for _ in range(n):
            sizes = int(stream[at]), int(stream[at + 1])
            at += 2
            for block in (0, 1):
                ids[block].append(stream[at:at + sizes[block]])
                lengths[block].append(sizes[block])
                at += sizes[block]
        segments.append(len(lengths[0]))
    if len(segments) != count + 1:
        raise SystemExit("features.ts answered for another number of texts")
    ptr = [np.concatenate([[0], np.cumsum(n)]) for n in lengths]
    return Features([np.concatenate(i) for i in ids], ptr, np.array(segments))
