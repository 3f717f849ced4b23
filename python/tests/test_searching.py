"""Exact search over scores of transitions; the library's own tests enumerate, these look at shapes, types and errors."""
import gzip
import itertools
import json
import os
import pickle
from pathlib import Path

import numpy as np
import pytest
import tbk

T = len(tbk.System("arc-hybrid").transitions)


def numbers(*shape, seed=1, dtype=np.float64):
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


def test_one_sentence_and_a_batch():
    scores, arcs = numbers(4, T, 6, 7), numbers(4, 6, 6, seed=2)
    found = tbk.decode_transitions(scores, arcs=arcs)
    assert found.heads.shape == (4, 5) and found.transitions.shape == (4, 15) and found.score.shape == (4,)
    for i in range(4):
        one = tbk.decode_transitions(scores[i], arcs=arcs[i])
        assert one.score == found.score[i] and (one.heads == found.heads[i]).all() and isinstance(one.score, float)
    listed = tbk.decode_transitions(list(scores), arcs=list(arcs))
    assert (listed.transitions == found.transitions).all()
    assert pickle.loads(pickle.dumps(found)).score.tolist() == found.score.tolist()


def test_strides_types_and_lengths():
    scores = numbers(3, T, 6, 7)
    expected = tbk.transition_partition(scores, [5, 3, 1])
    network = np.ascontiguousarray(np.moveaxis(scores, 1, -1))  # (sentences, top, front, transition)
    assert (tbk.transition_partition(np.moveaxis(network, -1, 1), [5, 3, 1]) == expected).all()
    square = np.concatenate([scores, np.full((3, T, 1, 7), np.nan)], axis=2)
    assert (tbk.transition_partition(square, [5, 3, 1]) == expected).all()
    assert np.allclose(tbk.transition_partition(scores.astype(np.float32), [5, 3, 1]), expected, rtol=1e-5)
    alone = [tbk.transition_partition(scores[i][:, : n + 1, : n + 2]) for i, n in enumerate([5, 3, 1])]
    assert np.allclose(alone, expected, rtol=1e-12)
    assert (tbk.decode_transitions(scores, [5, 3, 1]).heads[1, 3:] == -1).all()


def test_sums_belong_together():
    scores, arcs = numbers(T, 5, 6), numbers(5, 5, seed=3)
    log_z, shares, arc_shares = tbk.transition_marginals(scores, arcs=arcs)
    count = tbk.count_sequences(scores, arcs=arcs)
    every = tbk.decode_transitions(scores, arcs=arcs, n_best=count + 1)
    assert count == 55 + 12 and every.score[-1] == -np.inf  # arc-hybrid has 67 sequences of 4 words
    weights = np.exp(every.score[:-1] - log_z)
    assert weights.sum() == pytest.approx(1)
    assert tbk.transition_entropy(scores, arcs=arcs) == pytest.approx(-(weights * np.log(weights)).sum())
    assert shares[0].sum() == pytest.approx(4) and arc_shares[1:].sum(axis=1) == pytest.approx(np.ones(4))
    assert tbk.decode(np.where(arc_shares > 0, arc_shares, -np.inf), root="any").score <= 4
    drawn = tbk.sample_transitions(scores, arcs=arcs, size=3, seed=5)
    assert drawn.heads.shape == (3, 4) and set(map(tuple, drawn.transitions.tolist())) <= set(map(tuple, every.transitions.tolist()))


def test_each_tree_once():
    scores = np.zeros((T, 5, 6))
    assert tbk.count_sequences(scores, once=True) == 55
    trees = tbk.decode_transitions(scores, once=True, n_best=55).heads
    assert len(set(map(tuple, trees.tolist()))) == 55 and all(tbk.is_projective(tree) for tree in trees.tolist())
    assert tbk.transition_partition(np.zeros((3, 5, 6)), system="arc-standard", once=True) == pytest.approx(np.log(55))
    assert tbk.count_sequences(scores, once=True, root="single") == tbk.count_trees(np.zeros((5, 5)))


def test_a_given_sequence():
    scores = numbers(T, 4, 5)
    best = tbk.decode_transitions(scores)
    again = tbk.sequence_score(scores, best.transitions)
    assert again.score == pytest.approx(best.score) and (again.heads == best.heads).all()
    system = tbk.System("arc-hybrid")
    gold = tbk.Sequencer("arc-hybrid").run([2, 0, 2])
    assert tbk.sequence_score(scores, gold.transitions).heads.tolist() == [2, 0, 2]
    with pytest.raises(tbk.DataError, match=r"sentences\[0\]: transition 0: "):
        tbk.sequence_score(scores, [system.transition("RA")])
    with pytest.raises(tbk.DataError, match="ends before a final configuration"):
        tbk.sequence_score(scores, [system.transition("SH")])


@pytest.mark.parametrize("name", ["arc-hybrid", "arc-eager", "arc-eager:complete=root"])
def test_values_are_those_of_the_oracle(name):
    heads = [3, 3, 5, 1, 0, 2]  # not projective
    system, oracle = tbk.System(name), tbk.Oracle(name)
    oracle.set_gold(heads)
    n, gold = len(heads), np.zeros((7, 7))
    for dependent, head in enumerate(heads, 1):
        gold[dependent, head] = 1
    configuration, scores = system.start(n), np.zeros((len(system.transitions), n + 1, n + 2))
    while not configuration.is_final:
        values = tbk.transition_values(scores, configuration, system=name, arcs=gold)
        found = oracle.values(configuration)
        expected = [-np.inf if found.get(t.key) in (None, tbk.IMPOSSIBLE) else found[t.key] for t in system.transitions]
        assert values.tolist() == expected
        configuration.take(system.transitions[int(values.argmax())])


def test_what_is_refused():
    scores = numbers(T, 4, 5)
    for wrong, message in (
        (dict(system="swap"), "system swap has no exact search"),
        (dict(system="arc-standard"), "left children come first"),
        (dict(arcs=np.zeros((5, 5))), "arcs: expected"),
        (dict(root="two"), "root"),
        (dict(n_best=0), "n_best"),
    ):
        with pytest.raises((tbk.DataError, tbk.UsageError, ValueError), match=message):
            tbk.decode_transitions(np.zeros((len(tbk.System(wrong.get("system", "arc-hybrid")).transitions), 4, 5)), **wrong)
    for bad in np.nan, np.inf:
        broken = scores.copy()
        broken[0, 0, 1] = bad
        with pytest.raises(tbk.DataError, match=r"sentences\[0\]: scores\[SH,0,1\]"):
            tbk.transition_partition(broken)
    broken[0, 0, 1] = -np.inf
    assert tbk.decode_transitions(broken, impossible="none").score == -np.inf
    for shape in (T, 4, 4, 1), (2, 4, 5), (4, 5), (T, 4, 7):
        with pytest.raises(tbk.DataError, match="scores: found shape"):
            tbk.decode_transitions(np.zeros(shape))
    with pytest.raises(tbk.ResourceError):
        tbk.transition_partition(scores, max_memory=100)


def test_systems_that_have_it():
    counts = {}
    for name, once in itertools.product(tbk.systems(), (False, True)):
        zeros = np.zeros((len(tbk.System(name).transitions), 4, 5))
        try:
            counts[name, once] = tbk.count_sequences(zeros, system=name, once=once)
        except tbk.DataError as error:
            assert name in str(error)
    assert {name for name, once in counts if not once} == {
        "arc-hybrid", "arc-eager", "arc-eager:complete=root", "arc-eager:start=noroot", "arc-eager:start=noroot,complete=root",
        "arc-eager-published", "arc-eager-labelled", "arc-eager-nederhof", "arc-eager-nederhof-uncorrected", "arc-eager-nederhof-normalized",
        "arc-standard-left-first",
    }
    assert counts["arc-hybrid", False] == 13 and counts["arc-eager", False] == 40 and counts["arc-eager-nederhof", False] == 68
    assert {counts[name, True] for name in ("arc-hybrid", "arc-standard", "arc-standard-left-first", "arc-eager-published")} == {12}


VECTORS = Path(os.environ.get("TBK_CORPORA", "none")) / "vectors" / "transition"


def vectors(name):
    if not VECTORS.exists():
        pytest.skip("TBK_CORPORA names no folder with vectors/transition")
    with gzip.open(VECTORS / f"{name}.jsonl.gz", "rt") as lines:
        yield from map(json.loads, lines)


def numbers_of(lists):
    """null is -infinity."""
    return None if lists is None else np.where(np.equal(found := np.array(lists, dtype=object), None), -np.inf, found).astype(float)


@pytest.mark.parametrize("name", ["public", "public-once", "public-long"])
def test_vectors(name):
    """By a program that knows nothing of the recursion. arc-standard in any order has no exact search."""
    n = 0
    for v in vectors(name):
        system, _, first = v["system"].partition("|")
        if system == "arc-standard" and not first:
            continue
        options = {"system": system, "arcs": numbers_of(v["arcs"]), "root": v["root"], "once": name == "public-once" or first != ""}
        scores = numbers_of(v["scores"])
        assert tbk.count_sequences(scores, **options) == int(v["n_sequences"])
        log_z, shares, arc_shares = tbk.transition_marginals(scores, impossible="none", **options)
        best = tbk.decode_transitions(scores, n_best=len(v.get("k_best") or [0]) + 1, impossible="none", **options)
        n += 1
        if v["best"] is None:
            assert log_z == -np.inf and best.score[0] == -np.inf
            continue
        assert best.score[0] == pytest.approx(v["best"], rel=1e-11, abs=1e-9) and log_z == pytest.approx(v["log_z"], rel=1e-11)
        if v.get("k_best"):
            assert best.score[: len(v["k_best"])] == pytest.approx([k[0] if isinstance(k, list) else k for k in v["k_best"]], rel=1e-11, abs=1e-9)
        for got, expected in (shares, v.get("marginals")), (arc_shares, v.get("arc_marginals")):
            whole = np.zeros_like(got)
            for *place, p in expected or []:
                whole[tuple(place)] = p
            assert expected is None or np.abs(got - whole).max() < 1e-10
    assert n > 40


def test_vectors_of_values():
    for v in vectors("public-values"):
        system = tbk.System(v["system"])
        for c in v["configurations"]:
            labels = [label for _, label in c["stack"]]
            made = system.configuration(v["n"], [word for word, _ in c["stack"]], c["front"], labels if any(labels) else None)
            values = tbk.transition_values(numbers_of(v["scores"]), made, system=system, arcs=numbers_of(v["arcs"]))
            for t in system.transitions:
                expected = c["values"].get(t.key)
                assert values[t] == pytest.approx(-np.inf if expected is None else expected, abs=1e-9)
