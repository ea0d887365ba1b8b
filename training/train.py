# SPDX-License-Identifier: Apache-2.0
"""Fits models/scan.bin from the labelled data. See README.md; everything is seeded, a rerun gives the same file."""
import argparse
import json
import os
import subprocess
import time
from pathlib import Path

# Sums in several threads come out in another order each time.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np

import card
from assessment import BANDS, GRAM_SHARE, SEGMENT, WINDOW_SEGMENTS, LeftOut, fit_score, source_fold
from corpus import ORDINARY, SCORES, digests, load
from deep_file import description as deep_description, payload as deep_payload, round_network
from extraction import extract
from figures import development, left_out_figures
from fitting import platt
from heads import fit_heads
from model_file import LANES, build, window_sums, write
from own import own_rows, vector_texts
from second_tier import SecondTier, bars, joined
from thresholds import band_of, kind_of, thresholds

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "plumbline-training"
FEATURES = {"version": 2, "bits": 18, "segment": SEGMENT, "window": WINDOW_SEGMENTS}
# Below half of the lowest probability that any review threshold stands for, no category is worth asking for.
LOW_BAR_SHARE = 0.5


def calibration(left_out):
    """Platt line per score on left-out sources: what it is about against benign rows."""
    margins, lines = left_out.margins(left_out.scored), {}
    for s in SCORES:
        keep = [k for k, i in enumerate(left_out.scored) if not left_out.rows[i].label or s in left_out.rows[i].scores]
        lines[s] = platt(margins[s][keep], np.array([int(bool(left_out.rows[left_out.scored[k]].label)) for k in keep]))
    return lines


def margins_by(description, tables, features, further):
    """Margins of documents: the highest window's, from the very integers that the product adds up, and the network's."""
    def of(index):
        out = {s: [] for s in SCORES}
        for i in index:
            sums = np.array(window_sums(features, tables, i, WINDOW_SEGMENTS, len(SCORES)), dtype=np.float64)
            for lane, score in enumerate(description["scores"]):
                words = sums[:, lane] / np.sqrt(np.maximum(1, sums[:, LANES]))
                grams = sums[:, LANES + 1 + lane] / np.sqrt(np.maximum(1, sums[:, 2 * LANES + 1]))
                margin = score["word_factor"] * words + score["gram_factor"] * grams + score["bias"]
                out[score["name"]].append(margin.max())
        added = further(index)
        return {s: np.array(out[s]) + added[:, k] for k, s in enumerate(SCORES)}
    return of


def low_bar(found, lines):
    lowest = [1 / (1 + np.exp(-(lines[s][0] * m + lines[s][1]))) for s in SCORES for m in found["review"][s]]
    return LOW_BAR_SHARE * float(min(lowest))


def first_bars(left_out, first, found):
    rows = left_out.rows
    both = first + left_out.further[left_out.scored]
    bands = np.array([band_of(len(rows[i].text)) for i in left_out.scored])
    return bars(first, both, found["review"], bands, np.array([bool(rows[i].label) for i in left_out.scored]))


def consulted(left_out, first, lowest):
    """Share of the left-out ordinary texts, per family, about which the second tier is asked."""
    above = (first >= np.array(lowest)).any(axis=1)
    kinds = np.array([str(kind_of(left_out.rows[i])) for i in left_out.scored])
    return {f: round(float(above[kinds == f].mean()), 4) for f in ORDINARY}


def fit_all(rows, features, left_out, found, lines):
    train = np.array([i for i, r in enumerate(rows) if r.split == "train"])
    matrices = [features.matrix(0), features.matrix(1)]
    return [{"name": s, "blocks": fit_score(rows, matrices, s, train), "scale": left_out.scale[s],
             "gram_share": GRAM_SHARE, "platt": lines[s], "review": found["review"][s], "fail": found["fail"][s]}
            for s in SCORES]


def write_vectors(path, model_hash, tables, program, second, net, folder):
    texts = vector_texts()
    found = extract(texts, program)
    logits = second.logits_of(net, texts, folder)
    vectors = [{"text": t, "windows": window_sums(found, tables, k, WINDOW_SEGMENTS, len(SCORES)),
                "logits": [round(float(x), 4) for x in logits[k]]} for k, t in enumerate(texts)]
    lines = ",\n    ".join(json.dumps(v, ensure_ascii=False) for v in vectors)
    path.write_text('{\n  "about": "Integer sums that training found for each window of a text: words, then grams, each '
                    'four weights and the number of features; and what the second tier says of its first piece.",\n'
                    f'  "model_sha256": "{model_hash}",\n  "vectors": [\n    {lines}\n  ]\n}}\n', encoding="utf-8")
    if path.is_relative_to(ROOT):
        subprocess.run(["npx", "biome", "format", "--write", str(path)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def measured(rows, features, second):
    """The network, left-out margins of both tiers, calibration, thresholds, and how the tiers join."""
    left_out = LeftOut(rows, features, [features.matrix(0), features.matrix(1)], source_fold)
    net, logits = second.fit_and_leave_out(left_out.index)
    first = left_out.first_margins(left_out.scored)
    join = joined(first, logits[left_out.scored])
    left_out.further = join["factors"] * logits + join["offsets"]
    lines, found = calibration(left_out), thresholds(left_out)
    join["bars"] = first_bars(left_out, first, found)
    return net, left_out, lines, found, join, consulted(left_out, first, join["bars"])


def languages(rows):
    """Rows per language, benign and flagged: the product trusts the scan less where it learned from few."""
    counts = {}
    for row in rows:
        if row.learned:
            counts.setdefault(row.lang, [0, 0])[1 if row.label else 0] += 1
    return dict(sorted(counts.items()))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with train, train_pairs, dev and corpus: see README.md")
    parser.add_argument("--out", default=str(ROOT / "models" / "scan.bin"))
    parser.add_argument("--cache", default=str(CACHE), help="where word vectors are kept between runs")
    parser.add_argument("--features", help="another program in the place of features.ts")
    return parser.parse_args()


def main():
    args, begun = arguments(), time.time()
    out, folder = Path(args.out), Path(args.cache)
    folder.mkdir(parents=True, exist_ok=True)
    rows = load(args.data, own_rows())
    features = extract([r.text for r in rows], args.features)
    second = SecondTier(rows, args.data, folder)
    net, left_out, lines, found, join, asked = measured(rows, features, second)
    network = round_network(net)
    heads, scores = fit_heads(rows, features), fit_all(rows, features, left_out, found, lines)
    training = {"data_sha256": digests(args.data), "rows": sum(r.learned for r in rows), "languages": languages(rows)}
    deep = deep_description(network, second.words, join), deep_payload(network, second.words)
    description, tables, payload = build(scores, heads, BANDS, low_bar(found, lines), dict(FEATURES), training, deep)
    model_hash = write(out, description, payload)
    shipped = out.resolve() == ROOT / "models" / "scan.bin"
    vectors = ROOT / "spec" / "vectors" / "scan.json" if shipped else out.with_name("vectors.json")
    write_vectors(vectors, model_hash, tables, args.features, second, net, folder)
    margins = margins_by(description, tables, features,
                         lambda index: join["factors"] * second.logits(net, index) + join["offsets"])
    metrics = {"model_sha256": model_hash, "training": training, "consulted": asked,
               "sources_left_out": left_out_figures(left_out, lines, found),
               "development": development(rows, margins, lines, found),
               "heads": [{"category": h["category"], "article": h["article"], "rows": h["rows"]} for h in heads]}
    out.with_name("metrics.json").write_text(json.dumps(metrics, indent=1, sort_keys=True) + "\n")
    card.write(out.with_name("MODEL_CARD.md"), description, metrics, rows, out.stat().st_size)
    print(f"{out}: {out.stat().st_size} bytes, {time.time() - begun:.0f} s")
    print(json.dumps(metrics["sources_left_out"]["means"]))


if __name__ == "__main__":
    main()
