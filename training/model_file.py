# SPDX-License-Identifier: Apache-2.0
"""Rounds the fitted model to bytes and writes models/scan.bin (layout: packages/core/src/engine/classify/model-file.ts)."""
import hashlib
import json
import struct

import numpy as np

LANES = 4
NAME = "plumbline-scan-4"


def quantised(weights):
    """Signed bytes and the size of one step; the heaviest thousandth of the weights is capped."""
    used = np.abs(weights[weights != 0])
    step = float(np.quantile(used, 0.999)) / 127 if len(used) else 1.0
    return np.clip(np.rint(weights / step), -127, 127).astype(np.int8), step


def rounded(x):
    """Twelve digits: enough, and the same text on every machine."""
    return float(f"{x:.12g}")


def build(scores, heads, bands, low_bar, features, training, deep):
    """`scores`: name, two blocks, their (median, spread), gram share, Platt line, thresholds per band. `deep`: description
    and bytes of the second tier."""
    tables = [np.zeros((len(s["blocks"][0].weights), LANES), np.int8) for s in scores[:1] for _ in (0, 1)]
    described = []
    for lane, s in enumerate(scores):
        factors, bias = [], 0.0
        for b, (block, (median, spread)) in enumerate(zip(s["blocks"], s["scale"])):
            tables[b][:, lane], step = quantised(block.weights)
            share = s["gram_share"] if b else 1.0
            factors.append(rounded(share * step / spread))
            bias -= share * median / spread
        described.append({
            "name": s["name"], "word_factor": factors[0], "gram_factor": factors[1], "bias": rounded(bias),
            "calibration": {"slope": rounded(s["platt"][0]), "offset": rounded(s["platt"][1])},
            "bands": [{"below": below, "review": rounded(r), "fail": rounded(f)}
                      for below, r, f in zip(bands, s["review"], s["fail"])],
        })
    head_tables = [quantised(h["weights"]) for h in heads]
    described_heads = [{
        "category": h["category"], "article": h["article"], "scores": h["scores"], "factor": rounded(step),
        "bias": rounded(h["bias"]), "calibration": {"slope": rounded(h["slope"]), "offset": rounded(h["offset"])},
    } for h, (_, step) in zip(heads, head_tables)]
    payload = b"".join(t.tobytes() for t in tables)
    payload += np.stack([t for t, _ in head_tables], axis=1).astype(np.int8).tobytes() + deep[1]
    description = {
        "name": NAME, "features": features, "window_segments": features.pop("window"), "scores": described,
        "low_bar": rounded(low_bar), "report_floor": 0.05, "second_category": 0.5, "heads": described_heads,
        "deep": deep[0], "payload_sha256": hashlib.sha256(payload).hexdigest(), "training": training,
    }
    return description, tables, payload


def write(path, description, payload):
    text = json.dumps(description, sort_keys=True).encode()
    text += b" " * (-(len(text) + 12) % 4)
    data = b"PLSC" + struct.pack("<II", 1, len(text)) + text + payload
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def window_sums(features, tables, document, width, lanes):
    """The integers that the product must find for each window of a document."""
    first, last = features.segments[document], features.segments[document + 1]
    per_segment = []
    for s in range(first, last):
        row = []
        for b, table in enumerate(tables):
            ids = features.ids[b][features.ptr[b][s]:features.ptr[b][s + 1]]
            row += table[ids].astype(np.int64).sum(axis=0).tolist()[:lanes] + [0] * (LANES - lanes) + [len(ids)]
        per_segment.append(row)
    per_segment = np.array(per_segment)
    width = min(width, last - first)
    return [per_segment[k:k + width].sum(axis=0).tolist() for k in range(last - first - width + 1)]
