"""What the tests share: where the program and the data are, and all small trees."""
import itertools
import os
import random
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
VECTORS = ROOT / "tests" / "vectors"


@pytest.fixture(scope="session")
def run_tbk():
    """Runs the program; returns what it writes."""

    def run(*arguments, input=None):
        program = os.environ.get("TBK", str(ROOT / "build" / "tbk"))
        return subprocess.run([program, *map(str, arguments)], input=input, capture_output=True, text=True, check=True).stdout

    return run


def is_tree(heads):
    for word in range(1, len(heads) + 1):
        seen = set()
        while word != 0:
            if word in seen:
                return False
            seen.add(word)
            word = heads[word - 1]
    return True


def trees(n):
    """All trees of n words."""
    return [list(heads) for heads in itertools.product(range(n + 1), repeat=n) if is_tree(heads)]


def random_tree(n, seed):
    """A tree of n words, most of them far from projective."""
    draw = random.Random(seed)
    order = list(range(1, n + 1))
    draw.shuffle(order)
    heads = [0] * n
    for i, word in enumerate(order):
        heads[word - 1] = draw.choice([0, *order[:i]] if i else [0])
    return heads


def is_projective(heads):
    """By definition: between head and dependent are only words that the head dominates."""

    def dominates(ancestor, word):
        while word not in (0, ancestor):
            word = heads[word - 1]
        return word == ancestor

    return all(
        dominates(head, between)
        for word, head in enumerate(heads, 1)
        for between in range(min(head, word) + 1, max(head, word))
    )
