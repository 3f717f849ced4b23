"""Trains a small arc-eager parser that explores: a perceptron over NumPy arrays, taught by the exact dynamic oracle.

All sentences of a batch go side by side: one call values all configurations, one multiplies, one takes all steps.
"""
import argparse
from pathlib import Path
from typing import Any, Callable, Optional, Sequence, Union
from zlib import crc32

import numpy as np
import numpy.typing as npt
import tbk

DATA = Path(__file__).resolve().parents[2] / "data"
SIZE, BATCH = 1 << 18, 16  # weights of each transition; sentences side by side
PAIRS = [(0,), (1,), (3,), (4,), (5,), (0, 3), (0, 1), (3, 4), (0, 3, 4), (1, 0, 3)]  # of 3 words of the stack and 3 of the input


Array = npt.NDArray[Any]
Data = tuple[Array, Array, list[Array]]


def load(path: Union[str, Path]) -> Data:
    """The gold heads of all sentences, flat, with their offsets; and codes of the forms and tags of words, 0 the root's."""
    sentences = list(tbk.read(path))
    heads = np.concatenate([np.array(s.heads, np.int32) for s in sentences])
    offsets = np.cumsum([0] + [s.n for s in sentences])
    codes = [np.array([[crc32(form.encode()), crc32(tag.encode())] for form, tag in
                       zip(["", *s.column("form")], ["", *s.column("upos")])], np.uint64) for s in sentences]
    return heads, offsets, codes


def features(words: Array, codes: Sequence[Array]) -> Array:
    """The places of the features of each configuration, (sentences, features)."""
    atoms = np.array([np.where((row >= 0)[:, None], c[row], np.uint64(7)) for row, c in zip(words, codes)])
    rows = [atoms[:, :, 0], atoms[:, :, 1]]
    found = []
    for number, pair in enumerate(PAIRS):
        for kind, column in enumerate(rows):
            mixed = np.full(len(words), 31 * number + kind + 1, np.uint64)
            for place in pair:
                mixed = (mixed ^ column[:, place]) * np.uint64(0xD6E8FEB86659FD93)
                mixed ^= mixed >> np.uint64(32)
            found.append(mixed % np.uint64(SIZE))
    places: Array = np.stack(found, axis=1).astype(np.int64)
    return places


def run(
    walks: tbk.Walks, weights: Array, data: Data, sentences: Sequence[int], update: Optional[Callable[[Array, Array, Array, Array], None]] = None
) -> Array:
    """Parses sentences side by side, by the best transition that is allowed; returns their trees, flat."""
    heads, offsets, codes = data
    walks.start(np.concatenate([heads[offsets[i] : offsets[i + 1]] for i in sentences]),
                np.cumsum([0] + [offsets[i + 1] - offsets[i] for i in sentences]))
    chosen = [codes[i] for i in sentences]
    while not walks.have_ended:
        legal = walks.legal()
        places = features(walks.words(3, 3), chosen)
        scores = np.where(legal, weights[places].sum(axis=1), -np.inf)
        best = scores.argmax(axis=1)
        if update:
            update(places, scores, best, walks.values())
        walks.take(np.where(legal.any(axis=1), best, -1))
    return walks.trees()


def main(train: Union[str, Path], test: Optional[str], epochs: int) -> None:
    data, system = load(train), tbk.System("arc-eager-nederhof")
    walks = tbk.Walks(system)
    weights = np.zeros((SIZE, len(system.transitions)))
    total, steps = np.zeros_like(weights), 0

    def update(places: Array, scores: Array, best: Array, values: Array) -> None:
        """Where the best by score is not optimal, moves weights to the optimal one of highest score."""
        nonlocal steps
        steps += 1
        optimal = (values == values.max(axis=1, keepdims=True)) & (values > tbk.IMPOSSIBLE)
        right = np.where(optimal, scores, -np.inf).argmax(axis=1)
        wrong = optimal.any(axis=1) & ~optimal[np.arange(len(best)), best]
        for row, good, bad in zip(places[wrong], right[wrong], best[wrong]):
            weights[row, good] += 1
            weights[row, bad] -= 1
            total[row, good] += steps
            total[row, bad] -= steps

    draw = np.random.default_rng(1)
    for epoch in range(epochs):
        order = draw.permutation(len(data[2]))
        for start in range(0, len(order), BATCH):
            run(walks, weights, data, order[start : start + BATCH].tolist(), update)
    data = load(test or train)
    found = run(walks, weights - total / steps, data, range(len(data[2])))
    print(f"UAS {100 * (found == data[0]).mean():.1f} of {len(found)} words")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("train", nargs="?", default=DATA / "en.conllu", help="a treebank in CoNLL-U; else one of data/")
    parser.add_argument("test", nargs="?", help="a treebank to parse; else the same again")
    parser.add_argument("epochs", nargs="?", type=int, default=15, help="else %(default)s")
    main(**vars(parser.parse_args()))
