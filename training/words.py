# SPDX-License-Identifier: Apache-2.0
"""Word vectors: fastText's skip-gram on the unlabelled text and the training rows, rounded to bytes."""
import gzip
import json
import struct
import subprocess
import tempfile
import threading
from pathlib import Path

import numpy as np

DIMENSIONS = 64
BUCKETS = 65536
OPTIONS = ["-dim", str(DIMENSIONS), "-minn", "3", "-maxn", "5", "-bucket", str(BUCKETS), "-minCount", "10", "-epoch", "4",
           "-ws", "5", "-thread", "1"]
# The most frequent words; the others are made up of their n-grams like words that were never seen.
MOST_WORDS = 28000
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


def rounded(matrix):
    length = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.clip(np.rint(STORED_LENGTH * matrix / np.maximum(length, 1e-9)), -127, 127).astype(np.int8)


def read_vectors(path):
    """The trained file: vocabulary, its vectors, and the vectors of the n-gram buckets."""
    import fasttext
    model = fasttext.load_model(str(path))
    words = [w for w in model.get_words() if w != "</s>"][:MOST_WORDS]
    rows = np.stack([model.get_word_vector(w) for w in words])
    buckets = model.get_input_matrix()[len(model.get_words()):]
    return words, rows, buckets


def tables(words, rows, buckets):
    """Word hashes, word vectors, bucket vectors. Buckets keep their lengths to each other: they are added up."""
    step = float(np.quantile(np.abs(buckets), 0.9999)) / 127
    hashes = np.array([hashed(w) for w in words], np.uint32).astype("<u4")
    return hashes, rounded(rows), np.clip(np.rint(buckets / step), -127, 127).astype(np.int8)


def write_tables(path, hashes, words, grams):
    path.write_bytes(struct.pack("<II", len(hashes), len(grams)) + hashes.tobytes() + words.tobytes() + grams.tobytes())


def embed(texts, table_path):
    """Token numbers of each text, and the vector of each number; number 0 is no token."""
    program = str(Path(__file__).with_name("embed.ts"))
    child = subprocess.Popen(["node", program, str(table_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def feed():
        for text in texts:
            child.stdin.write((json.dumps(text) + "\n").encode())
        child.stdin.close()
    feeder = threading.Thread(target=feed)
    feeder.start()
    stream = np.frombuffer(child.stdout.read(), dtype="<i4")
    feeder.join()
    if child.wait() != 0:
        raise SystemExit("embed.ts failed")
    docs, at = [], 0
    while stream[at] >= 0:
        docs.append(stream[at + 1:at + 1 + stream[at]])
        at += 1 + int(stream[at])
    count = int(stream[at + 1])
    vectors = np.zeros((count + 1, DIMENSIONS), np.float32)
    vectors[1:] = stream[at + 2:].reshape(count, DIMENSIONS)
    return docs, vectors


def train_vectors(data, folder):
    """About three minutes on one core. A single thread, so that a rerun gives the same vectors."""
    program = str(Path(__file__).with_name("tokens.ts"))
    target = Path(folder) / "words.bin"
    if not target.exists():
        with tempfile.NamedTemporaryFile("wb", suffix=".txt") as text:
            child = subprocess.Popen(["node", program], stdin=subprocess.PIPE, stdout=text)
            for t in raw_texts(data):
                child.stdin.write((json.dumps(t) + "\n").encode())
            child.stdin.close()
            if child.wait() != 0:
                raise SystemExit("tokens.ts failed")
            subprocess.run(["fasttext", "skipgram", "-input", text.name, "-output", str(target.with_suffix("")), *OPTIONS],
                           check=True, stdout=subprocess.DEVNULL)
            target.with_suffix(".vec").unlink()
    return target
