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


def eisner(torch, scores):
    """The scores of the best projective trees of a batch (sentences, N, N), in batched operations of PyTorch; without the trees."""
    n = scores.shape[1]
    left, right = torch.full_like(scores, -np.inf), torch.full_like(scores, -np.inf)  # of [i, j], whose head is j, or i
    left_arc, right_arc, words = left.clone(), right.clone(), torch.arange(n)
    left[:, words, words] = right[:, words, words] = 0
    for span in range(1, n):
        first = torch.arange(n - span)
        last, inner = first + span, first[:, None] + torch.arange(span)
        met = (right[:, first[:, None], inner] + left[:, inner + 1, last[:, None]]).max(2).values
        left_arc[:, first, last] = met + scores[:, first, last]
        right_arc[:, first, last] = met + scores[:, last, first]
        left[:, first, last] = (left[:, first[:, None], inner] + left_arc[:, inner, last[:, None]]).max(2).values
        right[:, first, last] = (right_arc[:, first[:, None], inner + 1] + right[:, inner + 1, last[:, None]]).max(2).values
    return right[:, 0, n - 1]


def repeated(function, n):
    """The time of a call; what it returns is not kept, so that memory is used again."""

    def run():
        for _ in range(n):
            function()

    return timed(run) / n


def bench_decoding():
    """What calls cost beside the work: of sentences of one word; and PyTorch's way to the same trees, where it is there."""
    scores = np.random.default_rng(1).normal(size=(256, 21, 21)).astype(np.float32)
    scores[:, 0] = -np.inf
    one, many = scores[:1, :2, :2], scores[:, :2, :2]
    rows = [(repeated(lambda: tbk.decode(one), 3000), repeated(lambda: tbk.decode(many), 300)) for _ in range(ROUNDS)]
    call, calls = (1e6 * statistics.median(column) for column in zip(*rows))
    print("python_decode_call", f"{call:.3g}", "us", "<= 5.1", sep="\t")
    print("python_decode_call_of_256", f"{calls:.3g}", "us", "<= 30.6", sep="\t", flush=True)
    try:
        import torch
    except ImportError:
        print("python_decode_256_of_20_torch_over_tbk", "skipped", "", ">= 60", sep="\t", flush=True)
        return
    torch.set_num_threads(1)
    tensor = torch.from_numpy(scores)
    assert np.abs(eisner(torch, tensor).numpy() - tbk.decode(scores, root="any").score).max() < 1e-4
    ratios = [repeated(lambda: eisner(torch, tensor), 3) / repeated(lambda: tbk.decode(scores), 60) for _ in range(ROUNDS)]
    print("python_decode_256_of_20_torch_over_tbk", f"{statistics.median(ratios):.3g}", "ratio", ">= 60", sep="\t", flush=True)


def main():
    bench_decoding()
    system = tbk.System("arc-eager-nederhof")
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
