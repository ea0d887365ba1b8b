# SPDX-License-Identifier: Apache-2.0
"""Fits models/scan.bin from the labelled data. See README.md; everything is seeded, a rerun gives the same file."""
import argparse
import json
import subprocess
import time
from pathlib import Path

import numpy as np

import card
from assessment import BANDS, GRAM_SHARE, REVIEW_RATE, SEGMENT, WINDOW_SEGMENTS, OutOfFamily, fit_score
from corpus import SCORES, digests, load
from extraction import extract
from figures import development, out_of_family
from fitting import platt
from heads import ARTICLES, fit_heads, score_of
from model_file import LANES, build, window_sums, write
from own import own_rows, vector_texts
from thresholds import LEAST_GAP, thresholds

ROOT = Path(__file__).resolve().parent.parent
FEATURES = {"version": 2, "bits": 18, "segment": SEGMENT, "window": WINDOW_SEGMENTS}
# Below half of the lowest probability that any review threshold stands for, no category is worth asking for.
LOW_BAR_SHARE = 0.5


def calibration(oof):
    """Platt line per score on left-out families: what it is about against benign rows."""
    margins, lines = oof.margins(oof.scored), {}
    for s in SCORES:
        keep = [k for k, i in enumerate(oof.scored) if not oof.rows[i].label or s in oof.rows[i].scores]
        lines[s] = platt(margins[s][keep], np.array([int(bool(oof.rows[oof.scored[k]].label)) for k in keep]))
    return lines


def margins_by(description, tables, features):
    """Highest window margins of documents, from the very integers that the product adds up."""
    def of(index):
        out = {s: [] for s in SCORES}
        for i in index:
            sums = np.array(window_sums(features, tables, i, WINDOW_SEGMENTS, len(SCORES)), dtype=np.float64)
            for lane, score in enumerate(description["scores"]):
                words = sums[:, lane] / np.sqrt(np.maximum(1, sums[:, LANES]))
                grams = sums[:, LANES + 1 + lane] / np.sqrt(np.maximum(1, sums[:, 2 * LANES + 1]))
                margin = score["word_factor"] * words + score["gram_factor"] * grams + score["bias"]
                out[score["name"]].append(margin.max())
        return {s: np.array(v) for s, v in out.items()}
    return of


def low_bar(found, lines):
    lowest = [1 / (1 + np.exp(-(lines[s][0] * m + lines[s][1]))) for s in SCORES for m in found["review"][s]]
    return LOW_BAR_SHARE * float(min(lowest))


def spare_names(found, rows, margins_of):
    """Raises the shortest band of the abuse score: ordinary sources hardly name groups of people, short talk does."""
    named = [i for i, r in enumerate(rows) if r.source == "own-identity" and not r.label]
    cut = float(np.quantile(margins_of(named)["abuse"], 1 - REVIEW_RATE))
    review, fail = found["review"]["abuse"], found["fail"]["abuse"]
    review[0] = max(review[0], cut)
    fail[0] = max(fail[0], review[0] + LEAST_GAP)


def fit_all(rows, features, oof, found, lines):
    train = np.array([i for i, r in enumerate(rows) if r.split == "train"])
    matrices = [features.matrix(0), features.matrix(1)]
    return [{"name": s, "blocks": fit_score(rows, matrices, s, train), "scale": oof.scale[s], "gram_share": GRAM_SHARE,
             "platt": lines[s], "review": found["review"][s], "fail": found["fail"][s]} for s in SCORES]


def heads_of(rows, features):
    heads = fit_heads(rows, features)
    for h in heads:
        h["article"], h["scores"] = ARTICLES[h["category"]], [score_of(h["category"])]
    return heads


def write_vectors(path, model_hash, tables, features, program):
    texts = vector_texts()
    found = extract(texts, program)
    vectors = [{"text": t, "windows": window_sums(found, tables, k, WINDOW_SEGMENTS, len(SCORES))}
               for k, t in enumerate(texts)]
    lines = ",\n    ".join(json.dumps(v, ensure_ascii=False) for v in vectors)
    path.write_text('{\n  "about": "Integer sums that training found for each window of a text: words, then grams, each '
                    'four weights and the number of features.",\n'
                    f'  "model_sha256": "{model_hash}",\n  "vectors": [\n    {lines}\n  ]\n}}\n', encoding="utf-8")
    subprocess.run(["npx", "biome", "format", "--write", str(path)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with train.jsonl.gz, train_pairs.jsonl.gz, dev.jsonl.gz")
    parser.add_argument("--out", default=str(ROOT / "models" / "scan.bin"))
    parser.add_argument("--features", help="another program in the place of features.ts")
    args = parser.parse_args()
    begun = time.time()
    rows = load(args.data, own_rows())
    features = extract([r.text for r in rows], args.features)
    oof = OutOfFamily(rows, features, [features.matrix(0), features.matrix(1)])
    lines, found = calibration(oof), thresholds(oof)
    heads = heads_of(rows, features)
    scores = fit_all(rows, features, oof, found, lines)
    training = {"data_sha256": digests(args.data), "rows": sum(r.split == "train" and r.used for r in rows)}
    description, tables, _ = build(scores, heads, BANDS, low_bar(found, lines), dict(FEATURES), training)
    spare_names(found, rows, margins_by(description, tables, features))
    description, tables, payload = build(scores, heads, BANDS, low_bar(found, lines), dict(FEATURES), training)
    out = Path(args.out)
    model_hash = write(out, description, payload)
    write_vectors(ROOT / "spec" / "vectors" / "scan.json", model_hash, tables, features, args.features)
    metrics = {"model_sha256": model_hash, "training": training, "rates": found["rates"],
               "out_of_family": out_of_family(oof, lines, found),
               "development": development(rows, margins_by(description, tables, features), lines, found),
               "heads": [{"category": h["category"], "rows": h["rows"]} for h in heads]}
    out.with_name("metrics.json").write_text(json.dumps(metrics, indent=1, sort_keys=True) + "\n")
    card.write(out.with_name("MODEL_CARD.md"), description, metrics, rows, out.stat().st_size)
    print(f"{out}: {out.stat().st_size} bytes, {time.time() - begun:.0f} s")
    print(json.dumps(metrics["out_of_family"]["means"]))


if __name__ == "__main__":
    main()
