# SPDX-License-Identifier: Apache-2.0
"""Measures how the model ranks whole families of sources that it never saw, and writes models/families.json for the card.

A measurement of its own, apart from what ships: train.py leaves single sources out, which keeps their siblings. Here every
family of public sources is left out whole, in both tiers; our own texts stay, since no family of them is a stranger's.
"""
import argparse
import json
import os
import time
from functools import partial
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from assessment import LeftOut, family_fold
from corpus import FAMILIES, SCORES, digests, load
from extraction import extract
from figures import probability
from own import own_rows
from parallel import in_parallel
from second_tier import SecondTier, joined
from train import CACHE, ROOT, calibration

# Shares of all left-out benign rows that a threshold may flag.
RATES = (0.01, 0.05)


def second_logits(second, left_out, rows):
    """Of every left-out row by a network that saw nothing of its family; zeros elsewhere."""
    train = np.array([i for i, r in enumerate(rows) if r.split == "train"])
    family = np.array([str(family_fold(r)) for r in rows])

    def of_family(name):
        inside = left_out.index[family[left_out.index] == name]
        return inside, second.logits(second.fit(train[family[train] != name]), inside)

    torch.set_num_threads(1)
    out = np.zeros((len(rows), len(SCORES)))
    for inside, found in in_parallel([partial(of_family, n) for n in FAMILIES if n != "O"]):
        out[inside] = found
    return out


def summary(y, p, cuts):
    """Of one family: how many rows, AUC within it, and per cut what is found and falsely flagged."""
    auc = round(float(roc_auc_score(y, p)), 4) if 0 < y.sum() < len(y) else None

    def share(label, cut):
        return round(float((p[y == label] >= cut).mean()), 4) if (y == label).any() else None

    return {"flagged": int(y.sum()), "benign": int((1 - y).sum()), "auc": auc,
            "recall": [share(1, c) for c in cuts], "false_flags": [share(0, c) for c in cuts]}


def measure(rows, features, second):
    left_out = LeftOut(rows, features, [features.matrix(0), features.matrix(1)], family_fold)
    logits = second_logits(second, left_out, rows)
    join = joined(left_out.first_margins(left_out.scored), logits[left_out.scored])
    left_out.further = join["factors"] * logits + join["offsets"]
    p = probability(left_out.margins(left_out.scored), calibration(left_out))
    y = np.array([int(bool(rows[i].label)) for i in left_out.scored])
    family = np.array([rows[i].family for i in left_out.scored])
    cuts = [float(np.quantile(p[y == 0], 1 - rate)) for rate in RATES]
    found = {f: summary(y[family == f], p[family == f], cuts) for f in sorted(set(family))}
    both = [g for g in found.values() if g["auc"] is not None]
    wanted = [g for g in found.values() if g["flagged"]]
    means = {"auc": round(float(np.mean([g["auc"] for g in both])), 4),
             "recall": [round(float(np.mean([g["recall"][k] for g in wanted])), 4) for k in range(len(RATES))]}
    return {"rates": list(RATES), "families": found, "means": means,
            "pooled_auc": round(float(roc_auc_score(y, p)), 4)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with train, train_pairs, dev and corpus: see README.md")
    parser.add_argument("--out", default=str(ROOT / "models" / "families.json"))
    parser.add_argument("--cache", default=str(CACHE), help="where word vectors are kept between runs")
    args, begun = parser.parse_args(), time.time()
    folder = Path(args.cache)
    folder.mkdir(parents=True, exist_ok=True)
    rows = load(args.data, own_rows())
    result = measure(rows, extract([r.text for r in rows], None), SecondTier(rows, args.data, folder))
    Path(args.out).write_text(json.dumps({**result, "data_sha256": digests(args.data)}, indent=2) + "\n", encoding="utf-8")
    print(f"{time.time() - begun:.0f} s; mean AUC {result['means']['auc']}")


if __name__ == "__main__":
    main()
