# SPDX-License-Identifier: Apache-2.0
"""The second tier's network: convolutions of width 1 to 3 over word vectors, the strongest answer of each, two layers."""
from collections import Counter

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from corpus import NOT_LEARNED, SCORES

WIDTHS = (1, 2, 3)
FILTERS = 48
HIDDEN = 48
# Tokens of one piece of a text.
PIECE = 192
EPOCHS = 6
RATE = 2e-3
BATCH = 64
WORDS_DROPPED = 0.15
SMOOTHING = 0.02
MOST_PER_SOURCE_AND_LABEL = 800
MOST_PER_TEMPLATE = 12
SIZE_POWER = 0.3
SEED = 11
UNIT = 64


class Net(nn.Module):
    def __init__(self, dimensions=64):
        super().__init__()
        self.convolutions = nn.ModuleList([nn.Conv1d(dimensions, FILTERS, w) for w in WIDTHS])
        self.hidden = nn.Linear(FILTERS * len(WIDTHS), HIDDEN)
        self.out = nn.Linear(HIDDEN, len(SCORES))
        self.drop_pooled, self.drop_hidden = nn.Dropout(0.3), nn.Dropout(0.2)

    def forward(self, x, mask):
        return self.out(self.drop_hidden(functional.relu(self.hidden(self.drop_pooled(self.pooled(x, mask))))))

    def pooled(self, x, mask):
        """A pattern may begin before the text and end after it; places without any token do not count."""
        x, out = x.transpose(1, 2), []
        for w, convolution in zip(WIDTHS, self.convolutions):
            edge = (w - 1, w - 1)
            some = functional.max_pool1d(functional.pad(mask, edge).unsqueeze(1), w, 1)
            out.append((functional.relu(convolution(functional.pad(x, edge))) * some).amax(2))
        return torch.cat(out, 1)


def chosen(rows, index):
    """At most so many rows of a source and label, or of a template of ours."""
    counts, out = Counter(), []
    for i in index:
        r = rows[i]
        if not r.used or r.source in NOT_LEARNED:
            continue
        key = r.group or (r.source, r.label)
        counts[key] += 1
        if counts[key] <= (MOST_PER_TEMPLATE if r.group else MOST_PER_SOURCE_AND_LABEL):
            out.append(i)
    return np.array(out)


def targets(rows, index):
    """Per score: label, and the row's weight in it; both labels of a score weigh the same."""
    sizes = Counter((rows[i].source, rows[i].label) for i in index)
    size = np.array([sizes[rows[i].source, rows[i].label] ** -SIZE_POWER for i in index])
    y = np.array([[float(s in rows[i].scores) for s in SCORES] for i in index], np.float32)
    harmless = np.array([not rows[i].label for i in index])
    weights = np.zeros_like(y)
    for k in range(len(SCORES)):
        for part in (harmless, y[:, k] == 1):
            weights[part, k] = size[part] / size[part].sum() * len(index) / 2
    return y, weights


def batch(docs, vectors, part, rng=None):
    length = max(1, min(PIECE, max(len(docs[i]) for i in part)))
    ids = np.zeros((len(part), length), np.int64)
    for k, i in enumerate(part):
        first = 0 if rng is None or len(docs[i]) <= length else int(rng.integers(0, len(docs[i]) - length + 1))
        piece = docs[i][first:first + length]
        ids[k, :len(piece)] = piece
    mask = torch.from_numpy((ids > 0).astype(np.float32))
    if rng is not None:
        ids = np.where(rng.random(ids.shape) < WORDS_DROPPED, 0, ids)
    return vectors[torch.from_numpy(ids)], mask


def fit(rows, docs, vectors, index):
    """`vectors`: a tensor, in units of the stored bytes divided by UNIT."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    rng = np.random.default_rng(SEED)
    index = chosen(rows, index)
    y, weights = targets(rows, index)
    net = Net()
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-2)
    lengths = np.array([min(PIECE, len(docs[i])) for i in index])
    total, step = EPOCHS * -(-len(index) // BATCH), 0
    for _ in range(EPOCHS):
        net.train()
        order = np.argsort(lengths * rng.uniform(0.9, 1.1, len(lengths)) + rng.uniform(0, 8, len(lengths)))
        batches = [order[k:k + BATCH] for k in range(0, len(order), BATCH)]
        rng.shuffle(batches)
        for b in batches:
            x, mask = batch(docs, vectors, index[b], rng)
            goal = torch.from_numpy(y[b]) * (1 - 2 * SMOOTHING) + SMOOTHING
            loss = functional.binary_cross_entropy_with_logits(net(x, mask), goal, reduction="none")
            for group in optimiser.param_groups:
                group["lr"] = RATE * (1 - step / total) + 1e-5
            optimiser.zero_grad()
            (loss * torch.from_numpy(weights[b])).mean().backward()
            optimiser.step()
            step += 1
    return net.eval()


def logits(net, docs, vectors, index):
    """The first piece of each text."""
    out = np.zeros((len(index), len(SCORES)))
    order = np.argsort([len(docs[i]) for i in index])
    with torch.no_grad():
        for k in range(0, len(order), 128):
            part = order[k:k + 128]
            out[part] = net(*batch(docs, vectors, [index[j] for j in part])).numpy()
    return out
