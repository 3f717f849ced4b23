"""Single trees against enumeration, and NumPy arrays of many."""
import itertools
import random

import numpy as np
import pytest
import tbk
from conftest import DATA, is_projective, random_tree, trees

HEADS = [2, 0, 5, 2, 2]


def best_trees(heads, candidates):
    """By definition: of the projective trees, those that keep most arcs."""
    kept = [sum(a == b for a, b in zip(heads, candidate)) for candidate in candidates]
    return [candidate for candidate, k in zip(candidates, kept) if k == max(kept)]


@pytest.mark.parametrize("n, root", itertools.product(range(5), ("any", "single")))
def test_all_optimal_trees_by_enumeration(n, root):
    projective = [tree for tree in trees(n) if is_projective(tree) and (root == "any" or n == 0 or tree.count(0) == 1)]
    for heads in trees(n):
        expected = best_trees(heads, projective)
        found = tbk.all_optimal(heads, root=root)
        assert list(found) == sorted(expected)
        assert found.count == tbk.count(heads, root=root) == len(expected)
        assert tbk.projectivize(heads, root=root, ties="first") == min(expected)
        assert tbk.projectivize(heads, root=root) in expected
        assert tbk.sample(heads, seed=n, place=sum(heads), root=root) in expected
        assert tbk.is_projective(heads) == is_projective(heads) == tbk.measures(heads).is_projective


def test_sentences_longer_than_what_is_solved_in_cubic_time():
    heads = random_tree(5000, 1)
    assert not tbk.is_projective(heads) and tbk.measures(heads).nonprojective_arcs > 0 and tbk.lengths(heads)["D"] > 0
    assert "proj" not in tbk.classes(heads)
    assert tbk.is_projective(list(range(5000))) and tbk.lost_arcs(list(range(5000))) == 0 and tbk.count(list(range(5000))) == 1
    with pytest.raises(tbk.DataError, match="cubic"):
        tbk.lost_arcs(heads)


def test_gold_root():
    for heads in trees(4):
        assert tbk.projectivize(heads) == tbk.projectivize(heads, root="single" if heads.count(0) == 1 else "any")


def test_numbers_of_any_size():
    heads = random_tree(300, 1)
    count = tbk.count(heads)
    assert count > 10**40 and type(count) is int
    assert count == tbk.all_optimal(heads).count
    listed = list(itertools.islice(tbk.all_optimal(heads), 50))
    assert listed == sorted(listed) and len(set(map(tuple, listed))) == 50


def test_draws_are_those_of_the_program(run_tbk):
    path = DATA / "la.conllu"
    text = run_tbk("projectivize", "--ties=random", "--seed=7", path)
    for old, new in zip(tbk.read(path), tbk.parse(text)):
        assert new.heads == (old.heads if tbk.lost_arcs(old.heads) == 0 else tbk.sample(old.heads, seed=7, place=old.index))


def test_every_draw_is_drawn():
    drawn = {tuple(tbk.sample(HEADS, place=place)) for place in range(100)}
    assert drawn == {tuple(tree) for tree in tbk.all_optimal(HEADS)}


def test_what_heads_can_be():
    expected = tbk.projectivize(HEADS)
    wide = np.zeros(10, np.int16)
    wide[::2] = HEADS
    for heads in (tuple(HEADS), np.array(HEADS), np.array(HEADS, np.uint8), wide[::2], np.array(HEADS)[::-1][::-1],
                  [np.int64(head) for head in HEADS]):
        assert tbk.projectivize(heads) == expected
    assert tbk.projectivize([]) == [] and tbk.count([]) == 1 and tbk.projectivize(np.array([], np.int32)) == []


def test_many_sentences():
    sentences = [random_tree(n, n) for n in (5, 0, 12, 1, 30)]
    offsets = np.cumsum([0] + [len(heads) for heads in sentences])
    heads = np.array(sum(sentences, []))
    before = heads.copy()
    projective, lost = tbk.projectivize_many(heads, offsets)
    assert projective.dtype == lost.dtype == np.int32
    assert projective.tolist() == sum((tbk.projectivize(heads) for heads in sentences), [])
    assert lost.tolist() == [tbk.lost_arcs(heads) for heads in sentences]
    assert (heads == before).all()
    empty, none = tbk.projectivize_many([], [0])
    assert len(empty) == len(none) == 0


def test_many_sentences_as_lists():
    sentences = [random_tree(n, n) for n in (5, 0, 12, 1, 30)]
    expected = [tbk.projectivize(heads) for heads in sentences], [tbk.lost_arcs(heads) for heads in sentences]
    for given in (
        sentences, iter(sentences), tuple(sentences), [np.array(heads, np.int32) for heads in sentences], [np.array(heads, np.int64) for heads in sentences],
        [tuple(heads) for heads in sentences], [sentences[0], *map(np.array, sentences[2:3])],
    ):
        found = tbk.projectivize_many(given)
        n = len(found[0])
        assert found == (expected[0], expected[1]) or n == 2 and found == ([expected[0][0], expected[0][2]], [expected[1][0], expected[1][2]])
        assert type(found[0][0][0]) is type(found[1][0]) is int
    assert tbk.projectivize_many([]) == ([], []) and tbk.projectivize_many([[]]) == ([[]], [0])
    for wrong, error, message in [
        ([[2, 0], [1.5]], TypeError, r"heads\[1\]: found float64, expected integers"), ([[2**40]], tbk.DataError, r"heads\[0\]: found numbers of more"),
        ([[2, 0], [np.float32(0)]], TypeError, r"heads\[1\]: found float32"), ([[2, 0], ["0"]], TypeError, r"heads\[1\]"), ([3], TypeError, "no offsets"),
    ]:
        with pytest.raises(error, match=message):
            tbk.projectivize_many(wrong)


def test_a_sentence_stands_for_its_heads():
    sentences = list(tbk.read(DATA / "la.conllu"))
    for sentence in sentences:
        assert tbk.projectivize(sentence) == tbk.projectivize(sentence.heads)
        assert tbk.lost_arcs(sentence) == tbk.lost_arcs(sentence.heads) and tbk.count(sentence) == tbk.count(sentence.heads)
        assert tbk.is_projective(sentence) == sentence.is_projective
        assert tbk.measures(sentence) == tbk.measures(sentence.heads) and tbk.classes(sentence) == tbk.classes(sentence.heads)
    assert tbk.projectivize_many(sentences)[1] == [tbk.lost_arcs(sentence) for sentence in sentences]
    walks, oracle = tbk.Walks("arc-hybrid"), tbk.Oracle("arc-hybrid")
    walks.start(sentences)
    oracle.set_gold(sentences[0])
    assert walks.values()[0].tolist() == list(oracle.values(oracle.system.start(sentences[0].n)).values())
    for wrong in (5, object(), [object()], "12"):
        with pytest.raises(TypeError):
            tbk.projectivize(wrong)


def test_marks_in_labels_come_back():
    draw = random.Random(1)
    for scheme, style in [("head", "tbk"), ("path", "tbk"), ("headpath", "tbk"), ("head", "spacy"), ("headpath", "malt")]:
        pseudo = tbk.PseudoProjective(scheme, style=style)
        for heads in trees(4):
            labels = [draw.choice(("ä", "b", "c d")) for _ in heads]
            encoded = pseudo.encode(heads, labels)
            assert is_projective(encoded[0])
            decoded = pseudo.decode(*encoded)
            assert decoded[1] == labels
            if style == "tbk" and scheme == "headpath" and len(set(labels)) == 4:
                assert decoded[0] == heads
    assert tbk.PseudoProjective().encode(HEADS, list("abcde")) == ([2, 0, 2, 2, 2], ["a", "b", "c|e", "d", "e%"])


def test_a_sentence_in_place_of_heads():
    text = "".join(f"{word}\tw\t_\tX\t_\t_\t{head}\tdep\t_\t_\n" for word, head in enumerate([2, 0, 2, 3], 1))
    (sentence,) = tbk.parse(text + "\n")
    heads, n = list(sentence.heads), sentence.n
    scores = np.random.default_rng(1).normal(size=(n + 1, n + 1))
    for function in (
        tbk.projectivize, tbk.lost_arcs, tbk.count, tbk.sample, tbk.is_projective, tbk.measures, tbk.classes, tbk.lengths, tbk.tags,
        tbk.repair, lambda given: list(tbk.all_optimal(given)), lambda given: tbk.tree_score(scores, given),
        lambda given: tbk.tree_score(scores[None], [given]).tolist(), lambda given: tbk.projectivize_many([given]),
        lambda given: tbk.vote([given, given]).heads.tolist(), lambda given: tbk.Sequencer("arc-eager").run(given),
        lambda given: tbk.Oracle("arc-eager").follow(given, [0, n], [0], [0, 1]).tolist(), lambda given: sentence.with_heads(given).block,
        lambda given: tbk.PseudoProjective().encode(given, sentence.deprels), lambda given: str(tbk.show(sentence, against=given)),
    ):
        assert function(sentence) == function(heads)
    with pytest.raises(TypeError, match="heads: found no offsets beside them, expected a list"):
        tbk.projectivize_many(sentence)
