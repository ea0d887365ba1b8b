# SPDX-License-Identifier: Apache-2.0
"""The product's own programs, fed with texts: one JSON string a line in, 32-bit little-endian integers out."""
import json
import subprocess
import threading

import numpy as np


def feed(child, texts):
    for text in texts:
        child.stdin.write((json.dumps(text) + "\n").encode())
    child.stdin.close()


def check(child, name):
    if child.wait() != 0:
        raise SystemExit(f"{name} failed")


def answers(texts, program, *arguments):
    """Everything that a TypeScript program answers to the texts."""
    child = subprocess.Popen(["node", str(program), *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    feeder = threading.Thread(target=feed, args=(child, texts))
    feeder.start()
    stream = np.frombuffer(child.stdout.read(), dtype="<i4")
    feeder.join()
    check(child, program)
    return stream


def write_answers(texts, program, target):
    """The same where the answer is text, into an open file."""
    child = subprocess.Popen(["node", str(program)], stdin=subprocess.PIPE, stdout=target)
    feed(child, texts)
    check(child, program)
