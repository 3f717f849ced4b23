"""What the package costs: TSV as that of `make bench`: name, value, unit, goal.

Walks through all sentences of the treebanks (TBK_CORPORA, else data/) are made once, at random. Then all of their configurations are
valued by the exact oracle: by one call for all, where nothing is Python's; one by one; and side by side, by the package and by
the calls of C that it makes. Each figure is the median, over some rounds in which all take turns, of the processor's time.
"""
import itertools
import os
import statistics
import time
from pathlib import Path

import numpy as np
import tbk
from tbk._library import ffi, lib, output

ROUNDS, SENTENCES, SIDE_BY_SIDE = 5, 1500, 100


def load():
    """The first sentences of the treebanks, flat."""
    folder = Path(os.environ["TBK_CORPORA"]) / "ud" / "r2.2" if "TBK_CORPORA" in os.environ else Path(__file__).parents[2] / "data"
    files = sorted(folder.glob("*.conllu*"))
    sentences = [s.heads for s in itertools.islice(itertools.chain.from_iterable(map(tbk.read, files)), SENTENCES)]
    return np.concatenate([np.array(heads, np.int32) for heads in sentences]), np.cumsum([0] + [len(heads) for heads in sentences])


def walk(system, heads, offsets):
    """Random computations of all sentences, a list of transitions each."""
    walks, draw = tbk.Walks(system), np.random.default_rng(1)
    walks.start(heads, offsets)
    steps = []
    while not walks.have_ended:
        legal = walks.legal()
        chosen = np.where(legal.any(axis=1), np.where(legal, draw.random(legal.shape), -1).argmax(axis=1), -1)
        walks.take(chosen)
        steps.append(chosen)
    return [row[row >= 0] for row in np.stack(steps, axis=1)]


def timed(function, *arguments):
    start = time.process_time()
    function(*arguments)
    return time.process_time() - start


def follow(oracle, heads, offsets, steps):
    oracle.follow(heads, offsets, np.concatenate(steps), np.cumsum([0] + [len(row) for row in steps]))


def one_by_one(oracle, heads, offsets, steps):
    for i, row in enumerate(steps):
        oracle.set_gold(heads[offsets[i] : offsets[i + 1]])
        configuration = oracle.system.start(int(offsets[i + 1] - offsets[i]))
        for t in [oracle.system.transitions[t] for t in row]:
            oracle.values(configuration)
            configuration.take(t)


def values_alone(oracle, configuration, n):
    for _ in range(n):
        oracle.values(configuration)


def in_batches(offsets, steps):
    """The sentences of each batch, and what each step of it takes, (steps, sentences)."""
    for first in range(0, len(steps), SIDE_BY_SIDE):
        rows = steps[first : first + SIDE_BY_SIDE]
        chosen = np.full((max(map(len, rows)), len(rows)), -1, np.int32)
        for i, row in enumerate(rows):
            chosen[: len(row), i] = row
        yield offsets[first : first + len(rows) + 1], chosen


def side_by_side(walks, heads, batches):
    for ends, chosen in batches:
        walks.start(heads[ends[0] : ends[-1]], ends - ends[0])
        for column in chosen:
            walks.values()
            walks.take(column)


def side_by_side_in_c(walks, heads, batches):
    for ends, chosen in batches:
        walks.start(heads[ends[0] : ends[-1]], ends - ends[0])
        values, pointer = output(len(walks), len(walks.system.transitions))
        for column in [ffi.from_buffer("int[]", column) for column in chosen]:
            lib.tbk_walks_values(walks._handle, pointer, walks._error)
            lib.tbk_walks_step(walks._handle, column, walks._error)


def main():
    system = tbk.System("arc-eager")
    heads, offsets = load()
    steps = walk(system, heads, offsets)
    n = sum(map(len, steps))
    oracle, walks, single = tbk.Oracle(system), tbk.Walks(system), tbk.Oracle(system)
    single.set_gold(heads[: offsets[1]])
    start = system.start(int(offsets[1]))
    batches = list(in_batches(offsets, steps))
    times = [
        (timed(follow, oracle, heads, offsets, steps), timed(one_by_one, oracle, heads, offsets, steps),
         timed(side_by_side, walks, heads, batches), timed(side_by_side_in_c, walks, heads, batches),
         timed(values_alone, single, start, 200000))
        for _ in range(ROUNDS)
    ]
    at_once, alone, beside, beside_in_c, values = (statistics.median(column) for column in zip(*times))
    for name, value, unit, goal in [
        ("python_values", 200000 / values, "calls/s", ">= 300000"),
        ("python_one_by_one", n / alone, "configurations/s", ""),
        ("python_at_once", n / at_once, "configurations/s", ""),
        ("python_side_by_side", n / beside, "configurations/s", ""),
        ("python_side_by_side_over_c", beside_in_c / beside, "ratio", ">= 0.5"),
    ]:
        print(name, f"{value:.3g}", unit, goal, sep="\t", flush=True)


if __name__ == "__main__":
    main()
