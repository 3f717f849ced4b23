"""Oracles and systems against search through all computations; many configurations with one call."""
import copy
import functools
import math
import pickle
import random

import numpy as np
import pytest
import tbk
from conftest import random_tree, trees

HEADS = [2, 0, 5, 2, 2]


def best_by_search(oracle_system, heads):
    """What each transition is worth, by looking at all computations of a system without cycles."""

    @functools.lru_cache(None)
    def best(prefix):
        configuration = reach(prefix)
        if configuration.is_final:
            return 0
        values = [value(prefix, t) for t in configuration.legal()]
        return max(values, default=-(10**6))

    def value(prefix, t):
        before = reach(prefix)
        after = before.copy()
        after.take(t)
        gained = len(right_arcs(after) - right_arcs(before))
        return gained + best((*prefix, t))

    def reach(prefix):
        configuration = oracle_system.start(len(heads))
        for t in prefix:
            configuration.take(t)
        return configuration

    def right_arcs(configuration):
        return {(head, word) for head, word in configuration.arcs if heads[word - 1] == head}

    return value, reach


@pytest.mark.parametrize("name", ["arc-standard", "arc-hybrid", "arc-eager-nederhof"])
def test_values_by_search(name):
    oracle = tbk.Oracle(name, "free" if name == "arc-eager-nederhof" else "none")
    draw = random.Random(1)
    for heads in trees(3):
        value, reach = best_by_search(oracle.system, heads)
        oracle.set_gold(heads)
        prefix, configuration = (), oracle.system.start(3)
        while configuration.legal():
            expected = {t: value(prefix, t) for t in configuration.legal()}
            found = oracle.values(configuration)
            assert {t: found[t.key] for t in expected} == expected and list(found) == [t.key for t in oracle.system.transitions]
            assert all(v == tbk.IMPOSSIBLE for t, v in enumerate(found.values()) if t not in expected)
            assert set(oracle.optimal(configuration)) == {t for t in expected if expected[t] == max(expected.values())}
            prefix += (draw.choice(configuration.legal()),)
            configuration.take(prefix[-1])


@pytest.mark.parametrize("name", tbk.systems())
def test_sequences_build_the_trees(name):
    system = tbk.System(name)
    if not system.policies:
        with pytest.raises(tbk.UsageError, match="no oracle"):
            tbk.Oracle(system)
        with pytest.raises(tbk.UsageError, match="no static oracle"):
            tbk.Sequencer(system)
        return
    sequencer = tbk.Sequencer(system)
    for heads in trees(3) + [random_tree(20, 1)] if name != "two-planar" and "attardi" not in name else trees(3):
        transitions, lost = sequencer.run(heads)
        configuration = system.start(len(heads))
        for t in transitions:
            assert t in configuration.legal()
            configuration.take(t)
        assert configuration.is_final and configuration.legal() == ()
        assert sum(a != b for a, b in zip(configuration.tree, heads)) == lost
        assert lost == 0 or not tbk.is_projective(heads) or "noroot" in name or name == "arc-eager"


def test_what_a_configuration_has():
    system = tbk.System("arc-eager-nederhof")
    configuration = system.start(3)
    configuration.take("SH")
    configuration.take(system.transition("RA"))
    assert (configuration.stack, configuration.labels, configuration.input, configuration.front) == ([0, 1, 2], ["R", "L", "R"], [3], 3)
    twin = copy.copy(configuration)
    twin.take("SH")
    assert configuration.front == 3 and twin.front is None and twin.buffer == 4 and repr(configuration.legal()[0]) == "SH"
    assert configuration.obstacle("LA") is not None and configuration.obstacle("SH") is None
    with pytest.raises(tbk.DataError, match="left_arc is not allowed: "):
        configuration.take("LA")
    assert pickle.loads(pickle.dumps(system)) == system and str(system.transitions[0]) == "SH"
    swap = tbk.System("swap").start(3)
    for key in ("SH", "SH", "SW"):
        swap.take(key)
    assert (swap.stack, swap.input, swap.front) == ([0, 2], [1, 3], 1)
    covington = tbk.System("covington").start(2)
    for key in ("SH", "LA"):
        covington.take(key)
    assert (covington.heads, covington.arcs, covington.second, covington.tree) == ([2, -1], [(2, 1)], [1], [2, 0])


def test_configurations_by_hand():
    system = tbk.System("swap")
    made = system.configuration(4, [0, 2], 4, returned=[1, 3])
    assert made.input == [1, 3, 4]
    with pytest.raises(tbk.DataError, match="stack"):
        system.configuration(4, [0, 2, 2], 3)
    with pytest.raises(tbk.UsageError, match="buffer: found 6"):
        system.configuration(4, [0], 6)
    with pytest.raises(tbk.DataError, match="a list that the system arc-standard does not have"):
        tbk.System("arc-standard").configuration(4, [0], 2, second=[1])
    with pytest.raises(tbk.DataError, match="words"):
        system.configuration(2, [0, 1, 2, 1], 3)
    with pytest.raises(tbk.DataError, match="cycle"):
        tbk.System("covington").configuration(3, [0, 1, 2], 3, arcs=[(1, 2), (2, 1)])
    with pytest.raises(tbk.DataError, match="labels"):
        tbk.System("arc-eager-nederhof").configuration(3, [0, 1], 2, labels=["R"])


def choose(draw, legal):
    """A transition of each row that has one, else -1."""
    scores = np.where(legal, draw.random(legal.shape), -1.0)
    return np.where(legal.any(axis=1), scores.argmax(axis=1), -1)


@pytest.mark.parametrize("name", ["arc-eager-nederhof", "arc-standard", "covington", "arc-eager-unshift"])
def test_many_computations_side_by_side(name):
    sentences = [random_tree(n, n) for n in (7, 1, 0, 15, 9)]
    offsets = np.cumsum([0] + [len(heads) for heads in sentences])
    heads = np.concatenate([np.array(heads, np.int32) for heads in sentences])
    walks, draw = tbk.Walks(name), np.random.default_rng(1)
    walks.start(heads, offsets)
    assert len(walks) == 5
    alone = [(tbk.Oracle(name), walks.system.start(len(heads)), []) for heads in sentences]
    for (oracle, _, _), gold in zip(alone, sentences):
        oracle.set_gold(gold)
    while not walks.have_ended:
        values, legal, words = walks.values(), walks.legal(), walks.words(2, 2)
        steps = choose(draw, legal)
        for i, (oracle, configuration, taken) in enumerate(alone):
            assert values[i].tolist() == list(oracle.values(configuration).values())
            assert tuple(np.flatnonzero(legal[i])) == configuration.legal()
            around = (configuration.stack[::-1] + [-1, -1])[:2] + (configuration.input + [-1, -1])[:2]
            assert words[i].tolist() == around
            if steps[i] >= 0:
                configuration.take(int(steps[i]))
                taken.append(int(steps[i]))
        walks.take(steps)
    assert walks.trees().tolist() == sum((configuration.tree for _, configuration, _ in alone), [])
    check_follow(name, heads, offsets, alone)


def check_follow(name, heads, offsets, alone):
    """The same values come along the ways that were taken."""
    oracle, reference = tbk.Oracle(name), tbk.Oracle(name)
    ends = np.cumsum([0] + [len(taken) for _, _, taken in alone])
    values = oracle.follow(heads, offsets, sum((taken for _, _, taken in alone), []), ends)
    for i, (_, _, taken) in enumerate(alone):
        configuration = oracle.system.start(int(offsets[i + 1] - offsets[i]))
        reference.set_gold(heads[offsets[i] : offsets[i + 1]])
        for row, t in zip(values[ends[i] : ends[i + 1]].tolist(), taken):
            assert row == list(reference.values(configuration).values())
            configuration.take(t)
    with pytest.raises(tbk.UsageError, match="no gold tree"):
        oracle.values(oracle.system.start(1))


def test_a_search_that_gives_up_may_be_allowed_more():
    oracle = tbk.Oracle("swap")
    configuration = oracle.system.start(14)
    oracle.set_gold([13, 13, 4, 13, 6, 4, 4, 4, 12, 11, 8, 11, 0, 13])
    for key in "SH SH SW SH SH SH SH SH SH SH SH".split():
        configuration.take(key)
    try:
        tbk.set_search(1)
        with pytest.raises(tbk.DataError, match=r"looking at 1 configurations: tbk\.set_search\(\) allows more"):
            oracle.values(configuration)
        tbk.set_search(100000)
        assert oracle.values(configuration)["SH"] > tbk.IMPOSSIBLE
    finally:
        tbk.set_search()
    for most in 0, 100000001:
        with pytest.raises(tbk.UsageError, match=f"most: found {most}, expected a number from 1 to 100000000"):
            tbk.set_search(most)


def test_an_oracle_says_what_it_is():
    oracle = tbk.Oracle("arc-eager-nederhof")
    assert repr(oracle) == "<Oracle for arc-eager-nederhof, policy shift-before-reduce, method exact, no gold tree>"
    oracle.set_gold([2, 0])
    assert repr(oracle).endswith(", a gold tree of 2 words>")


@pytest.mark.parametrize("name, sequence", [
    ("arc-standard", "SHIFT SHIFT LEFTARC(nsubj) SHIFT SHIFT LEFTARC(amod) RIGHTARC(obj) SHIFT RIGHTARC(obl:unmarked) RIGHTARC(root)"),
    ("arc-eager", "SHIFT LEFT-ARC_nsubj RIGHT-ARC_root SHIFT LEFT-ARC_amod RIGHT-ARC_obj REDUCE RIGHT-ARC_obl:unmarked"),
    ("arc-eager", "SH LA_nsubj RA_root SH LA_amod RA_obj RE RA_obl:unmarked"),
    ("arc-eager", "SHIFT LEFTARC:nsubj RIGHTARC:root SHIFT LEFTARC:amod RIGHTARC:obj REDUCE RIGHTARC:obl:unmarked"),
    ("arc-eager", "SH LA+nsubj RA+root SH LA+amod RA+obj RE RA+obl:unmarked"),
    ("swap", "shift shift left_arc(nsubj) shift shift left_arc(amod) right_arc(obj) shift right_arc(obl:unmarked) right_arc(root)"),
    ("arc-eager", "S L-nsubj R-root S L-amod R-obj D R-obl:unmarked"),
    ("arc-standard", "SH SH RR SH SH RR RL SH RL RL"),
], ids=["Jurafsky and Martin", "Kübler et al.", "Nivre", "NLTK", "MaltParser", "UDPipe", "spaCy", "Nederhof"])
def test_spellings_of_transitions(name, sequence):
    system = tbk.System(name)
    configuration = system.start(5)
    for transition in sequence.split():
        configuration.take(transition)
    assert configuration.is_final and list(configuration.tree) == [2, 0, 4, 2, 2]
    assert all(system.transition(key.lower()) == system.transition(key) for key in sequence.split())
    for wrong in ("XX", "LA:", "", "S-nsubj", "R"):
        with pytest.raises(tbk.UsageError, match=f"found transition '{wrong}', expected one of SH, "):
            tbk.System("arc-eager").transition(wrong)


@pytest.mark.parametrize("former, name", [
    ("shift-reduce", "arc-standard"), ("left-before-right", "arc-standard-left-first"), ("arc-eager-nivre", "arc-eager"),
    ("arc-eager-uncorrected", "arc-eager-nederhof-uncorrected"), ("arc-eager-nivre:start=noroot", "arc-eager:start=noroot"),
])
def test_former_names_are_answered(former, name):
    with pytest.raises(tbk.UsageError, match=f"did you mean '{name}'"):
        tbk.System(former)
    with pytest.raises(tbk.UsageError, match=r"covington-projective, .*two-planar$"):
        tbk.System("x")


def test_sentences_as_lists():
    sentences = [[2, 0, 2], [0], [0, 1, 5, 5, 2]]
    flat, offsets = np.concatenate(sentences), [0, 3, 4, 9]
    walks, others = tbk.Walks("swap"), tbk.Walks("swap")
    walks.start(sentences)
    others.start(flat, offsets)
    assert len(walks) == 3 and (walks.words() == others.words()).all() and (walks.values() == others.values()).all()
    assert str(tbk.lengths_many(sentences)) == str(tbk.lengths_many(flat, offsets))
    walks.start([])
    assert len(walks) == 0
    with pytest.raises(TypeError, match="heads: found no offsets"):
        walks.start(flat)
    with pytest.raises(TypeError, match="heads: found no offsets"):
        walks.start([2, 0, 2])
    with pytest.raises(tbk.DataError):
        walks.start([[2, 0], [2, 1]])


def sequences_by_recursion(system, heads):
    """By blocks: from the front i + 1, with i on top, to the front j, with i on top again. The last block pushes k and pops it at j."""
    n, head = len(heads), [None, *heads]
    ways = 2 if system == "arc-eager-nederhof" else 1  # SH or RA, then RE

    @functools.lru_cache(None)
    def block(i, j):
        return int(j == i + 1) + sum(
            block(i, k) * block(k, j) * (1 if head[k] == j else ways) for k in range(i + 1, j) if head[k] in (i, j))

    @functools.lru_cache(None)
    def stays(k):
        return 1 if k == 0 else sum(stays(i) * block(i, k) * ((head[k] == i) + (head[k] == 0)) for i in range(k))

    return stays(n) if system == "arc-eager:complete=root" else block(0, n + 1)


@pytest.mark.parametrize("system", ["arc-hybrid", "arc-eager-nederhof", "arc-eager:complete=root"])
def test_sequences_are_counted(system):
    for seed in range(150):
        heads = tbk.projectivize(random_tree(1 + seed % 30, seed))
        assert tbk.sequences(heads, system) == tbk.sequences(heads, tbk.System(system)) == sequences_by_recursion(system, heads)
    assert tbk.sequences([3, 4, 0, 3], system) == 0
    assert [tbk.sequences([-1, -1]), tbk.sequences([-1, 0]), tbk.sequences([-1, 1])] == [1, 0, 1]
    assert [tbk.sequences([2, 0, 2]), tbk.sequences([2, 0, 2], "arc-standard")] == [1, 2]
    assert tbk.sequences([100] * 99 + [0] + [100] * 99, "arc-standard") == math.comb(199 - 1, 99)


def test_values_of_one_configuration_are_searched_for_once():
    """All searches for one gold tree share an allowance: 4096 / 12 times as many configurations as one."""
    tbk.set_search(128)
    try:
        oracle = tbk.Oracle("two-planar")
        oracle.set_gold(random_tree(12, 0))
        configuration, draw = oracle.system.start(12), random.Random(0)
        for _ in range(10):
            configuration.take(draw.choice(configuration.legal()))
        values = oracle.values(configuration)
        for _ in range(3000):
            assert oracle.values(configuration) == values and oracle.optimal(configuration)
        with pytest.raises(tbk.DataError, match="was not found by looking at"):
            for _ in range(3000):
                oracle.values(configuration.copy())
    finally:
        tbk.set_search()
    oracle.set_gold([0] * 12)
    best = {str(transition) for transition in oracle.optimal(configuration)}
    values = oracle.values(configuration)
    assert best == {key for key, value in values.items() if value == max(values.values())}
    configuration.take(configuration.legal()[0])
    fresh = tbk.Oracle("two-planar")
    fresh.set_gold([0] * 12)
    assert oracle.values(configuration) == fresh.values(configuration.copy())
