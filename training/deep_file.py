# SPDX-License-Identifier: Apache-2.0
"""Rounds the network for the weights file (layout: packages/core/src/engine/deep/tables.ts)."""
import numpy as np
import torch

from deep import FILTERS, HIDDEN, PIECE, UNIT
from model_file import rounded

MOST_WINDOWS = 6


def round_network(net):
    """
    Patterns to signed bytes, biases to whole steps. The rounded numbers are put back into the network, so that every
    figure is that of what ships.
    """
    steps, biases, patterns = [], [], []
    with torch.no_grad():
        for convolution in net.convolutions:
            weight, bias = convolution.weight.numpy(), convolution.bias.numpy()
            size = float(np.abs(weight).max()) / 127
            whole = np.rint(weight / size).astype(np.int8)
            step = size / UNIT
            steps.append(rounded(step))
            biases.append(np.rint(bias / step).astype("<i4"))
            patterns.append(whole.transpose(2, 0, 1))
            convolution.weight.copy_(torch.from_numpy(whole.astype(np.float32) * size))
            convolution.bias.copy_(torch.from_numpy(biases[-1].astype(np.float32) * step))
        layers = [t.numpy().astype("<f4") for t in (net.hidden.weight, net.hidden.bias, net.out.weight, net.out.bias)]
    return {"steps": steps, "biases": np.concatenate(biases), "layers": layers, "patterns": np.concatenate(patterns)}


def payload(network, words):
    hashes, vectors, grams = words
    return b"".join([hashes.tobytes(), network["biases"].tobytes(), *(t.tobytes() for t in network["layers"]),
                     network["patterns"].astype(np.int8).tobytes(), vectors.tobytes(), grams.tobytes()])


def description(network, words, join):
    """`join`: bars, factors and offsets of each score."""
    return {"words": len(words[0]), "buckets": len(words[2]), "filters": FILTERS, "hidden": HIDDEN, "piece": PIECE,
            "steps": network["steps"], "most_windows": MOST_WINDOWS,
            **{k: [rounded(float(x)) for x in v] for k, v in join.items()}}
