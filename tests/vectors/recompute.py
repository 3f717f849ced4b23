#!/usr/bin/env python3
"""recompute.py [N] - values of records in this folder, computed anew by search: the maximum over all computations of a
transition system, from the definitions of its transitions and policies (README.md). Nothing here calls tbk.

All records of at most N words are computed; without N every 20th of at most 6 words. A system is a function that yields (transition, gold arcs
made, next state) for a state; its search has a value for each transition of the record's configuration.
"""
import functools
import gzip
import itertools
import json
import sys
from pathlib import Path

most_words = int(sys.argv[1]) if len(sys.argv) > 1 else 6
folder = Path(__file__).resolve().parent
is_gold = None  # of the record in hand: (head, dependent) -> 0 or 1


def values(system, is_final, state):
    """The best value of each transition of the state; None where no final state follows."""
    @functools.lru_cache(maxsize=None)
    def best(state):
        found = [gain + after for _, gain, following in system(state) if (after := best(following)) is not None]
        return max(found + [0] * is_final(state), default=None)

    return {name: None if (after := best(following)) is None else gain + after for name, gain, following in system(state)}


def arc_standard(strategy, n):
    """Items of the stack: (word, whether the strategy restricts it, has a left child, has a right child)."""
    def system(state):
        stack, front = state
        if front <= n:
            yield "SH", 0, (stack + ((front, True, False, False),), front + 1)
        if len(stack) > 1:
            (head, is_bound, has_left, has_right), (word, *of_word) = stack[-2:]
            if not (strategy == "right_before_left" and is_bound and has_left):
                yield "RL", is_gold(head, word), (stack[:-2] + ((head, is_bound, has_left, True),), front)
        if len(stack) > 2:
            (word, *_), (head, is_bound, has_left, has_right) = stack[-2:]
            if not (strategy.startswith(("left", "strict")) and is_bound and has_right):
                yield "RR", is_gold(head, word), (stack[:-2] + ((head, is_bound, True, has_right),), front)

    return system


def values_of_arc_standard(record):
    n, strategy = record["n"], record["strategy"]
    found = {}
    for candidate in ("SH", "RL", "RR"):
        stack = [(word, False, False, False) for word in record["stack"]]
        stack[-1] = (stack[-1][0], True, False, False)
        if strategy == "strict_left_before_right":  # below the top no word may have a left child
            stack[:-1] = [(word, True, False, True) for word, *_ in stack[:-1]]
        if strategy == "strict_left_before_right_literal" and candidate == "RL" and len(stack) > 1:
            stack[-2] = (stack[-2][0], True, False, False)
        after = values(arc_standard(strategy, n), lambda s: len(s[0]) == 1 and s[1] == n + 1, (tuple(stack), record["buffer"]))
        found[candidate] = after.get(candidate)
    return found


def values_of_arc_eager(record, is_corrected):
    """Items: (word, label, where from): T the top of the given stack, B below it, S shifted since, R pushed by RA since."""
    n, policy = record["n"], record["policy"]

    def system(state):
        stack, front, last = state
        word, label, origin = stack[-1]
        if front <= n:
            if not (policy == "shift_before_reduce" and last == "RE"):
                yield "SH", 0, (stack + ((front, "L", "S"),), front + 1, "SH")
            if label == "L":
                yield "LA", is_gold(front, word), (stack[:-1], front, "LA")
            yield "RA", 0, (stack + ((front, "R", "R"),), front + 1, "RA")
        is_free = policy == "free" or origin != "S"
        is_early = last != "LA" or not policy.endswith("reduce_before_shift") or policy == "reduce_before_shift" and origin == "B"
        if len(stack) > 1 and is_free and is_early and (is_corrected or label == "R"):
            yield "RE", is_gold(stack[-2][0], word), (stack[:-1], front, "RE")

    stack = [(word, label, "B") for word, label in record["stack"]]
    stack[-1] = (*stack[-1][:2], "T")
    return values(system, lambda s: len(s[0]) == 1 and s[1] == n + 1, (tuple(stack), record["buffer"], ""))


def values_of_normalized(record):
    """Items: (word, label, whether it got L since and is blocked)."""
    n = record["n"]

    def system(state):
        stack, front = state
        word, label, is_blocked = stack[-1]
        if front <= n and label != "N":
            yield "SH", 0, (stack + ((front, "N", False),), front + 1)
        if label == "N":
            yield "LC", 0, (stack[:-1] + ((word, "L", record["block"]),), front)
            yield "RC", 0, (stack[:-1] + ((word, "R", False),), front)
            if len(stack) > 1 and stack[-2][1] == "L":
                yield "RR", is_gold(word, stack[-2][0]), (stack[:-2] + (stack[-1],), front)
        elif len(stack) > 1 and stack[-2][1] != "N" and not is_blocked:
            yield "RL", is_gold(stack[-2][0], word), (stack[:-1], front)

    stack = tuple((word, label, False) for word, label in record["stack"])
    return values(system, lambda s: len(s[0]) == 1 and s[1] == n + 1, (stack, record["buffer"]))


def values_of_arc_hybrid(record):
    n = record["n"]

    def system(state):
        stack, front = state
        if front <= n:
            yield "SH", 0, (stack + (front,), front + 1)
        if front <= n and len(stack) > 1:
            yield "LA", is_gold(front, stack[-1]), (stack[:-1], front)
        if len(stack) > 1:
            yield "RA", is_gold(stack[-2], stack[-1]), (stack[:-1], front)

    return values(system, lambda s: len(s[0]) == 1 and s[1] == n + 1, (tuple(record["stack"]), record["buffer"]))


@functools.lru_cache(maxsize=None)
def projective_trees(n):
    """All projective trees of n words, as tuples of heads: a word under an arc descends from the arc's head."""
    def ancestors(heads, word):
        while word:
            word = heads[word - 1]
            yield word

    def is_tree(heads):
        return all(0 in itertools.islice(ancestors(heads, word), n) for word in range(1, n + 1))

    def is_projective(heads):
        return all(head in ancestors(heads, between) for word, head in enumerate(heads, 1)
                   for between in range(min(word, head) + 1, max(word, head)))

    return [heads for heads in itertools.product(range(n + 1), repeat=n) if is_tree(heads) and is_projective(heads)]


def values_of_projectivize(record):
    found = {}
    for suffix, trees in (("", projective_trees(record["n"])),
                          ("_single_root", [tree for tree in projective_trees(record["n"]) if tree.count(0) == 1])):
        kept = [sum(a == b for a, b in zip(tree, record["heads"])) for tree in trees]
        found["best" + suffix], found["count" + suffix] = max(kept), kept.count(max(kept))
    return found


def expected_of(record, found):
    return {name: record.get("scores", record).get(name) for name in found}


def check(name, compute, transitions=()):
    global is_gold
    path = folder / f"{name}.jsonl.gz"
    with gzip.open(path, "rt") if path.exists() else open(folder / f"{name}.jsonl") as lines:
        records = [record for record in map(json.loads, lines) if record["n"] <= most_words]
    records = records[::1 if len(sys.argv) > 1 else 20]
    n_values = 0
    for record in records:
        heads = (-1, *record["heads"])
        is_gold = lambda head, word: int(heads[word] == head)
        found = dict.fromkeys(transitions) | compute(record)
        assert found == expected_of(record, found), f"{name}: found {found}, expected {record}"
        n_values += len(found)
    assert records, f"{name}: no record of at most {most_words} words"
    print(f"{name}: {n_values} values of {len(records)} records")


for name in ("shift_reduce", "shift_reduce_projective"):
    check(name, values_of_arc_standard, ("SH", "RL", "RR"))
for policy in ("free", "none", "shift_before_reduce", "reduce_before_shift", "strict_reduce_before_shift"):
    check(f"arc_eager_unnormalized_{policy}", lambda record: values_of_arc_eager(record, True), ("SH", "LA", "RA", "RE"))
check("arc_eager_projective_linear", lambda record: values_of_arc_eager(record, True), ("SH", "LA", "RA", "RE"))
check("arc_eager_uncorrected", lambda record: values_of_arc_eager(record, False), ("SH", "LA", "RA", "RE"))
for name in ("arc_eager_normalized", "arc_eager_normalized_projective"):
    check(name, values_of_normalized, ("SH", "LC", "RC", "RL", "RR"))
check("arc_hybrid", values_of_arc_hybrid)
most_words = min(most_words, 6)  # (n + 1)^n lists of heads
check("projectivize", values_of_projectivize)
