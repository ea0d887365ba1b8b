# SPDX-License-Identifier: Apache-2.0
"""
Word vectors: fastText's skip-gram on the unlabelled text and the training rows beside what a dictionary says, brought
down to one space and rounded to bytes.
"""
import gzip
import hashlib
import json
import struct
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from dictionary import Dictionary, word_vectors
from program import answers, write_answers

DIMENSIONS = 64
BUCKETS = 65536
OPTIONS = ["-dim", str(DIMENSIONS), "-minn", "3", "-maxn", "5", "-bucket", str(BUCKETS), "-minCount", "10", "-epoch", "4",
           "-ws", "5", "-thread", "1"]
# The most frequent words, then words of the rows and of the dictionary that are rarer; the others are made up of their
# n-grams like words that were never seen.
MOST_WORDS = 28000
MOST_FURTHER = 24000
DICTIONARY_DIMENSIONS = 64
# Lengths of the two halves before they become one.
TEXT_LENGTH, DICTIONARY_LENGTH = 2.0, 1.4
# Components are stored in 64ths, every vector with this length.
STORED_LENGTH = 128


def raw_texts(data):
    """What the vectors are learned from; labels play no part in it."""
    with gzip.open(Path(data) / "corpus.txt.gz", "rt", encoding="utf-8") as lines:
        yield from (line.rstrip("\n")[:4000] for line in lines)
    with gzip.open(Path(data) / "train.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from (json.loads(line)["text"][:2000] for line in lines)


def hashed(word):
    h = 0x811C9DC5
    for byte in word.encode():
        h = ((h ^ (byte - 256 if byte > 127 else byte)) & 0xFFFFFFFF) * 0x01000193 & 0xFFFFFFFF
    return h


def of_length(matrix, length):
    return length * matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)


def rounded(matrix):
    return np.clip(np.rint(of_length(matrix, STORED_LENGTH)), -127, 127).astype(np.int8)


def tokenised(texts, target):
    write_answers(texts, Path(__file__).with_name("tokens.ts"), target)


def counted(texts):
    """How often each token occurs."""
    with tempfile.TemporaryFile("w+b") as found:
        tokenised(texts, found)
        found.seek(0)
        return Counter(token for line in found for token in line.decode().split())


def further_words(frequent, texts):
    """Words that only the dictionary can tell much about: those of the texts first, then the commonest of its own."""
    known, taken = Dictionary(), set(frequent)
    seen = [w for w, _ in counted(texts).most_common() if w not in taken and w.isascii() and w.isalpha() and known.senses(w)]
    words = Counter(w for s in known.synsets.values() for w in s["definition"].split() if w.isalpha())
    own = sorted((w for w in known.index if w.isascii() and w.isalpha() and len(w) > 2), key=lambda w: (-words[w], w))
    return list(dict.fromkeys([*seen, *(w for w in own if w not in taken)]))[:MOST_FURTHER]


def joining(both, weights):
    """The directions in which the words of the texts differ most: a matrix from both halves to what is stored."""
    values, directions = np.linalg.eigh((both * weights[:, None]).T @ both)
    directions = directions[:, ::-1][:, :DIMENSIONS]
    # Which way a direction points is the library's choice; settle it.
    return directions * np.sign(directions[np.abs(directions).argmax(axis=0), np.arange(DIMENSIONS)])


def read_vectors(path, texts):
    """Vocabulary, its vectors, and the vectors of the n-gram buckets of the trained file, joined with the dictionary's."""
    import fasttext
    model = fasttext.load_model(str(path))
    counts = dict(zip(*model.get_words(include_freq=True)))
    frequent = [w for w in counts if w != "</s>"][:MOST_WORDS]
    words = frequent + further_words(frequent, texts)
    half = of_length(np.stack([model.get_word_vector(w) for w in words]), TEXT_LENGTH)
    both = np.hstack([half, DICTIONARY_LENGTH * word_vectors(words, DICTIONARY_DIMENSIONS)])
    join = joining(both, np.sqrt([counts.get(w, 1) for w in words]))
    buckets = model.get_input_matrix()[len(counts):]
    return words, both @ join, buckets @ join[:DIMENSIONS]


def tables(words, rows, buckets):
    """Word hashes, word vectors, bucket vectors. Buckets keep their lengths to each other: they are added up."""
    step = float(np.quantile(np.abs(buckets), 0.9999)) / 127
    hashes = np.array([hashed(w) for w in words], np.uint32).astype("<u4")
    return hashes, rounded(rows), np.clip(np.rint(buckets / step), -127, 127).astype(np.int8)


def write_tables(path, hashes, words, grams):
    path.write_bytes(struct.pack("<II", len(hashes), len(grams)) + hashes.tobytes() + words.tobytes() + grams.tobytes())


def embed(texts, table_path):
    """Token numbers of each text, and the vector of each number; number 0 is no token."""
    stream = answers(texts, Path(__file__).with_name("embed.ts"), table_path)
    docs, at = [], 0
    while stream[at] >= 0:
        docs.append(stream[at + 1:at + 1 + stream[at]])
        at += 1 + int(stream[at])
    count = int(stream[at + 1])
    vectors = np.zeros((count + 1, DIMENSIONS), np.float32)
    vectors[1:] = stream[at + 2:].reshape(count, DIMENSIONS)
    return docs, vectors


def key_of(data):
    """Another file where the text or the options are others."""
    digest = hashlib.sha256(" ".join(OPTIONS).encode())
    for name in ("corpus.txt.gz", "train.jsonl.gz"):
        digest.update((Path(data) / name).read_bytes())
    return digest.hexdigest()[:16]


def train_vectors(data, folder):
    """About three minutes on one core. A single thread, so that a rerun gives the same vectors."""
    target = Path(folder) / f"words-{key_of(data)}.bin"
    if not target.exists():
        made = target.with_suffix(".part")
        with tempfile.NamedTemporaryFile("wb", suffix=".txt") as text:
            tokenised(raw_texts(data), text)
            subprocess.run(["fasttext", "skipgram", "-input", text.name, "-output", str(made), *OPTIONS],
                           check=True, stdout=subprocess.DEVNULL)
        Path(f"{made}.vec").unlink()
        Path(f"{made}.bin").rename(target)
    return target
