"""Trees as tags, and tags from scores, against the enumeration of all trees."""
import math
import threading

import numpy as np
import pytest
import tbk
from conftest import is_projective, trees

EXACT = ["4-bit", "hierarchical", "hexatags"]
OPEN = {"brackets": [".", "/", "//", "\\", "\\/", "\\\\", "<", "</", "\\<", ">", ">/", "\\>"], "relative": ["-2", "-1", "0", "+1", "+2"]}


def score_of(scores, heads, encoding, names):
    """The sum of the scores of a tree's tags; -inf if one has no column."""
    total = 0.0
    for row, tag in zip(scores, tbk.tags(heads, encoding)):
        for part in [tag[0], tag[1:]] if encoding == "hexatags" else [tag]:
            if part:
                total += float(row[names.index(part)]) if part in names else -math.inf
    return total


def test_tags_and_back():
    assert tbk.tags([2, 0, 2], "4-bit") == ["0100", "1111", "1100"]
    assert tbk.tags(np.array([2, 0, 2]), "hierarchical") == ["<", ">^/", ">^"]
    assert tbk.tags([2, 0, 2], "relative-upos", ["PRON", "VERB", "NOUN"]) == ["+1@VERB", "-1@ROOT", "-1@VERB"]
    assert tbk.tags([], "hexatags") == [] and tbk.from_tags([], "hexatags") == ([], 0)
    for heads in trees(4):
        found = tbk.tags(heads, "4-bit", outside="none")
        assert (found is None) == (not is_projective(heads))
        if found is not None:
            assert tbk.from_tags(found, "4-bit") == (heads, 0)
        assert tbk.from_tags(tbk.tags(heads, "absolute"), "absolute").heads == heads
    with pytest.raises(tbk.DataError, match="4-bit tags are for projective trees, and this is none"):
        tbk.tags([3, 4, 0, 3], "4-bit")
    with pytest.raises(tbk.DataError, match="cycle"):
        tbk.tags([2, 1], "4-bit", outside="none")


def test_any_tags_give_a_tree():
    tree = tbk.from_tags(["0100", "no idea", "1100"], "4-bit")
    assert tree.heads == [2, 0, 2] and tree.changed == 1
    assert tbk.from_tags(["1000", "1100"], "4-bit").heads == [0, 0]
    assert tbk.from_tags(["1000", "1100"], "4-bit", root="single").heads.count(0) == 1
    assert tbk.from_tags(["+1@X", ""], "relative-upos", ["A", "B"]).changed == 2
    with pytest.raises(TypeError):
        tbk.from_tags("1100", "4-bit")
    with pytest.raises(tbk.UsageError, match="relative-upos needs"):
        tbk.from_tags(["0"], "relative-upos")


def test_alphabets():
    assert tbk.tag_alphabet("4-bit")[:2] == ("0000", "0001") and len(tbk.tag_alphabet("hierarchical")) == 12
    assert tbk.tag_alphabet("hexatags") == ("l", "r", "L<", "L>", "R<", "R>")
    with pytest.raises(tbk.UsageError, match="no end of tags of relative"):
        tbk.tag_alphabet("relative")
    with pytest.raises(tbk.UsageError, match="expected one of absolute, "):
        tbk.tag_alphabet("5-bit")


@pytest.mark.parametrize("encoding", [*EXACT, *OPEN])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_best_tags_and_sums(encoding, dtype):
    names = list(OPEN.get(encoding) or tbk.tag_alphabet(encoding))
    scores = np.random.default_rng(3).integers(-3, 4, (5, 3, len(names))).astype(dtype)
    found = tbk.decode_tags(scores, encoding=encoding, tags=OPEN.get(encoding))
    log_z, shares = tbk.tag_marginals(scores, encoding=encoding, tags=OPEN.get(encoding))
    assert shares.shape == scores.shape and shares.dtype == dtype
    for matrix, heads, score, z in zip(scores, found.heads.tolist(), found.score, log_z):
        values = [score_of(matrix, tree, encoding, names) for tree in trees(3) if tree.count(0) == 1 and is_projective(tree)]
        assert score == max(values) == score_of(matrix, heads, encoding, names)
        assert z == pytest.approx(np.log(np.exp(values).sum()))
    one = tbk.decode_tags(scores[0], encoding=encoding, tags=OPEN.get(encoding), threads=2)
    assert one.heads.tolist() == found.heads[0].tolist() and one.score == found.score[0]
    several = tbk.decode_tags(list(scores), encoding=encoding, tags=OPEN.get(encoding))
    assert (several.heads == found.heads).all() and (several.labels == found.labels).all()


def test_marginals_are_the_gradient():
    scores, step = np.random.default_rng(5).normal(size=(4, 16)), 1e-5
    _, shares = tbk.tag_marginals(scores)
    for word, tag in [(0, 4), (1, 15), (2, 0), (3, 12)]:
        moved = scores.copy()
        moved[word, tag] += step
        above = tbk.tag_marginals(moved)[0]
        moved[word, tag] -= 2 * step
        assert (above - tbk.tag_marginals(moved)[0]) / (2 * step) == pytest.approx(shares[word, tag], abs=1e-8)


def test_lengths_and_strides():
    scores = np.random.default_rng(6).normal(size=(2, 5, 16))
    found = tbk.decode_tags(scores, [5, 3])
    assert found.heads[1, 3:].tolist() == [-1, -1]
    assert found.heads[1, :3].tolist() == tbk.decode_tags(scores[1, :3]).heads.tolist()
    turned = np.ascontiguousarray(scores.transpose(2, 1, 0)).transpose(2, 1, 0)
    assert (tbk.decode_tags(turned, [5, 3]).heads == found.heads).all()
    names = list(reversed(tbk.tag_alphabet("4-bit")))
    assert (tbk.decode_tags(scores[:, :, ::-1], [5, 3], tags=names).heads == found.heads).all()


@pytest.mark.parametrize("encoding", EXACT)
def test_relations(encoding):
    names, random = list(tbk.tag_alphabet(encoding)), np.random.default_rng(7)
    for _ in range(10):
        scores, relations = random.normal(size=(4, len(names))), random.normal(size=(4, 3))
        found = tbk.decode_tags(scores, encoding=encoding, relations=relations, root_relation=1)
        best = -math.inf
        for tree in trees(4):
            if tree.count(0) == 1 and is_projective(tree):
                labels = [1 if head == 0 else 2 * int(row[2] > row[0]) for head, row in zip(tree, relations)]
                value = score_of(scores, tree, encoding, names) + sum(row[label] for row, label in zip(relations, labels))
                if value > best:
                    best, expected = value, (tree, labels)
        assert (found.heads.tolist(), found.labels.tolist()) == expected and found.score == pytest.approx(best)


@pytest.mark.parametrize("encoding", EXACT)
def test_n_best_and_counts(encoding):
    names = list(tbk.tag_alphabet(encoding))
    scores = np.random.default_rng(9).integers(-2, 3, size=(2, 4, len(names))).astype(float)
    found = tbk.decode_tags(scores, encoding=encoding, n_best=40)
    assert found.heads.shape == found.labels.shape == (2, 40, 4) and found.score.shape == (2, 40)
    assert tbk.count_tags(scores, encoding=encoding) == [30, 30]
    for i, sentence in enumerate(scores):
        expected = sorted((score_of(sentence, tree, encoding, names) for tree in trees(4) if tree.count(0) == 1 and is_projective(tree)), reverse=True)
        assert found.score[i].tolist() == expected + 10 * [-math.inf]
        assert [score_of(sentence, tree, encoding, names) for tree in found.heads[i, :30].tolist()] == expected
        assert len(set(map(tuple, found.heads[i, :30].tolist()))) == 30 and (found.heads[i, 30:] == -1).all()
        assert tbk.count_tags(sentence, encoding=encoding, best=True) == expected.count(expected[0])
    assert tbk.decode_tags(scores[0], encoding=encoding, n_best=2).heads.shape == (2, 4)
    with pytest.raises(tbk.ResourceError, match="more than the 1000 that max_memory allows"):
        tbk.decode_tags(scores, encoding=encoding, n_best=40, max_memory=1000)


def test_hexatags_of_any_binary_tree():
    scores = np.zeros((3, 6))
    assert tbk.count_tags(scores, encoding="hexatags-any") == 8 and tbk.tag_marginals(scores, encoding="hexatags-any")[0] == pytest.approx(math.log(8))
    scores[range(3), [0, 0, 1]], scores[range(2), [3, 4]] = 1, 1  # l L> l R< r: 2 0 2, joined to the right first
    assert tbk.decode_tags(scores, encoding="hexatags-any").heads.tolist() == [2, 0, 2]
    assert tbk.decode_tags(scores, encoding="hexatags-any").score == 5 > tbk.decode_tags(scores, encoding="hexatags").score
    with pytest.raises(tbk.UsageError, match="several sequences"):
        tbk.decode_tags(scores, encoding="hexatags-any", n_best=2)


def test_arcs():
    names, random = list(tbk.tag_alphabet("4-bit")), np.random.default_rng(10)
    scores, arcs = random.normal(size=(2, 4, 16)), random.normal(size=(2, 5, 5))
    found = tbk.decode_tags(scores, arcs=arcs)
    log_z, shares = tbk.tag_marginals(scores, arcs=arcs, of="arcs")
    for i in range(2):
        some = [tree for tree in trees(4) if tree.count(0) == 1 and is_projective(tree)]
        values = [score_of(scores[i], tree, "4-bit", names) + sum(arcs[i, d, h] for d, h in enumerate(tree, 1)) for tree in some]
        assert found.heads[i].tolist() == list(some[int(np.argmax(values))]) and found.score[i] == pytest.approx(max(values))
        weights, expected = np.exp(values), np.zeros((5, 5))
        for tree, weight in zip(some, weights / weights.sum()):
            for d, h in enumerate(tree, 1):
                expected[d, h] += weight
        assert log_z[i] == pytest.approx(math.log(weights.sum())) and shares[i] == pytest.approx(expected)
    alone, shares = tbk.tag_marginals(list(scores), of="arcs"), tbk.tag_marginals(scores, of="arcs")[1]
    assert all((one == two).all() for one, two in zip(alone[1], shares))
    assert tbk.decode(shares).heads.shape == (2, 4)
    with pytest.raises(tbk.UsageError, match="^hexatags has no scores of arcs: only 4-bit has$"):
        tbk.tag_marginals(np.zeros((3, 6)), encoding="hexatags", of="arcs")
    with pytest.raises(tbk.DataError, match="found 4 heads in sentence 0, expected 5 or more"):
        tbk.decode_tags(scores, arcs=arcs[:, :4, :4])
    arcs[1, 2, 3] = np.nan
    with pytest.raises(tbk.DataError, match=r"^sentences\[1\]: arc_scores\[2,3\] \(dependent 2, head 3\) is NaN$"):
        tbk.decode_tags(scores, arcs=arcs)


def test_unknown_and_impossible():
    scores = np.zeros((3, 2))
    with pytest.raises(tbk.DataError, match=r"^sentences\[0\]: no projective tree with a single root with these tags$"):
        tbk.decode_tags(scores, tags=["1100", "0101"])
    found = tbk.decode_tags(scores, tags=["1100", "0101"], impossible="none")
    assert found.heads.tolist() == [-1, -1, -1] and found.score == -math.inf
    found = tbk.decode_tags(scores, tags=["1100", "0101"], unknown=-1)
    assert found.score == -1 and sorted(found.labels.tolist()) == [-1, 0, 1]


@pytest.mark.parametrize("scores", [np.zeros((0, 3, 16), np.float32), []])
def test_no_sentences(scores):
    trees = tbk.decode_tags(scores)
    assert len(trees.heads) == len(trees.score) == len(trees.labels) == len(tbk.count_tags(scores)) == 0
    assert all(len(found) == 0 for of in ("tags", "arcs") for found in tbk.tag_marginals(scores, of=of))
    assert len(tbk.decode_tags([], tags=["1100", "1000"]).heads) == len(tbk.decode_tags([], encoding="tetratags", tags=["l/NP"]).constituents) == 0


def test_errors():
    scores = np.zeros((4, 3, 16))
    scores[3, 2, 5] = np.nan
    with pytest.raises(tbk.DataError, match=r"^sentences\[3\]: scores\[2,5\] \(word 3, tag 0101\) is NaN$"):
        tbk.decode_tags(scores)
    with pytest.raises(tbk.UsageError, match="^4-bit has 16 tags, scores have 15$"):
        tbk.decode_tags(scores[:, :, :15])
    with pytest.raises(TypeError, match="^lengths: found '4-bit', expected integers; an encoding is given as encoding='4-bit'$"):
        tbk.decode_tags(scores, "4-bit")
    with pytest.raises(tbk.UsageError, match="7-bit cannot be decoded exactly"):
        tbk.decode_tags(scores, encoding="7-bit", tags=[format(i, "07b") for i in range(16)])
    with pytest.raises(tbk.UsageError, match=r"^tags\[1\]: '12x1' is not a tag of 4-bit$"):
        tbk.decode_tags(np.zeros((1, 2)), tags=["1100", "12x1"])
    with pytest.raises(tbk.UsageError, match=r"^tags\[0\] and tags\[2\] are both '1100'$"):
        tbk.decode_tags(np.zeros((1, 3)), tags=["1100", "1000", "1100"])
    with pytest.raises(tbk.UsageError, match="names of columns"):
        tbk.decode_tags(scores, encoding="brackets")
    with pytest.raises(tbk.DataError, match="expected the shape of scores"):
        tbk.decode_tags(scores[:3], root_scores=scores[0])
    with pytest.raises(TypeError, match="go together"):
        tbk.decode_tags(scores[0], relations=np.zeros((3, 2)))
    with pytest.raises(tbk.DataError, match="relations"):
        tbk.decode_tags(scores[0], relations=np.zeros((2, 2)), root_relation=0)


def test_threads_share_nothing():
    scores, found = np.random.default_rng(8).normal(size=(20, 9, 16)), []
    expected = tbk.decode_tags(scores, threads=3)
    workers = [threading.Thread(target=lambda: found.append(tbk.decode_tags(scores))) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all((trees.heads == expected.heads).all() for trees in found) and len(found) == 4


def test_guesses():
    for wrong, meant in (("to_tags", "tags"), ("projectivise", "projectivize"), ("decode_tag", "decode_tags")):
        with pytest.raises(AttributeError, match=f"no attribute '{wrong}'; did you mean tbk.{meant}\\?$"):
            getattr(tbk, wrong)
    assert not hasattr(tbk, "_nothing") and not hasattr(tbk, "xyzxyz")
    with pytest.raises(tbk.UsageError, match="; did you mean '4-bit'\\?$"):
        tbk.tags([0], "4bit")
    for call in (lambda: tbk.tags([0], "x"), lambda: tbk.from_tags(["x"], "x")):
        with pytest.raises(tbk.UsageError) as caught:
            call()
        assert "hexatags-any" not in str(caught.value)
    with pytest.raises(tbk.UsageError, match="hexatags-any"):
        tbk.decode_tags(np.zeros((1, 1)), encoding="x")
