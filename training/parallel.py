# SPDX-License-Identifier: Apache-2.0
"""Independent pieces of work in a few processes, results in the order given."""
import multiprocessing

WORKERS = 4
_tasks = []


def _run(k):
    return _tasks[k]()


def in_parallel(tasks):
    """Each task is called in a forked process, which sees everything that exists now; results must be picklable."""
    _tasks[:] = tasks
    with multiprocessing.get_context("fork").Pool(min(WORKERS, len(tasks))) as pool:
        return pool.map(_run, range(len(tasks)), chunksize=1)
