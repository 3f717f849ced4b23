"""Phrase structure as tags, and tags from scores, against the enumeration of all sequences."""
import itertools
import math

import numpy as np
import pytest
import tbk

COLUMNS = {
    "tetratags": ["l", "R", "r/B", "L/A", "r", "l/A", "R/B"],
    "attach-juxtapose": ["a0/", "a0/A", "j0//B", "a1/", "j1/A/A", "a2/B"],
}
TREE = "(S (NP (D a) (N letter)) (VP (V came)))"


def well_formed(encoding, n):
    """All sequences of columns, pairs (word, column), that are the tags of a tree of n words, with that."""
    names = COLUMNS[encoding]
    gaps = [name for name in names if name[0] in "LR"]
    words = [name for name in names if name not in gaps]
    parts = [words, gaps] * (n - 1) + [words] if gaps else [words] * n
    for chosen in itertools.product(*parts):
        tags = [" ".join(chosen[2 * i:2 * i + 2]) for i in range(n)] if gaps else list(chosen)
        tree = tbk.from_tags(tags, encoding)
        if tree.changed == 0:
            yield [(p // 2 if gaps else p, names.index(name)) for p, name in enumerate(chosen)], tree.constituents


def test_tags_and_back():
    tree = next(iter(tbk.parse_brackets(TREE)))
    assert tbk.tags(tree, "tetratags") == ["l L/NP", "r L/S", "r/VP"]
    assert tbk.tags(tree.constituents, "attach-juxtapose") == ["a0/NP", "a0/", "j0/VP/S"]
    for encoding in COLUMNS:
        assert tbk.from_tags(tbk.tags(tree, encoding), encoding) == (tree.constituents, 0)
        assert tbk.from_tags(tbk.tags([("X", 0, 1), ("Q+é/", 0, 1)], encoding), encoding).constituents == [("X", 0, 1), ("Q+é/", 0, 1)]
    found = tbk.from_tags(["l", "no idea", "r"], "tetratags")
    assert found.changed > 0 and found.constituents[0] == ("X", 0, 3)


def test_refused():
    with pytest.raises(tbk.DataError, match="the label 'a b' found"):
        tbk.tags([("a b", 0, 1)], "tetratags")
    with pytest.raises(tbk.DataError):
        tbk.tags([("A", 0, 2), ("B", 1, 3)], "tetratags")
    with pytest.raises(tbk.DataError, match="expected at least one of each"):
        tbk.tags([], "tetratags")
    with pytest.raises(TypeError, match=r"expected a tuple \(label, left, right\)"):
        tbk.tags([2, 0, 2], "tetratags")
    with pytest.raises(tbk.DataError, match="found none, expected one for each word"):
        tbk.from_tags([], "tetratags")
    with pytest.raises(tbk.UsageError, match="root: found 'single', but tetratags is for phrase structure"):
        tbk.from_tags(["l/X"], "tetratags", root="single")
    with pytest.raises(tbk.UsageError, match="no end of tags of tetratags"):
        tbk.tag_alphabet("tetratags")
    with pytest.raises(tbk.UsageError, match="tags: found none, expected the names of columns"):
        tbk.decode_tags(np.zeros((2, 3)), encoding="tetratags")
    with pytest.raises(tbk.UsageError, match="'L' is not a tag of tetratags"):
        tbk.decode_tags(np.zeros((2, 1)), encoding="tetratags", tags=["L"])
    with pytest.raises(tbk.DataError, match="no tree with these tags"):
        tbk.decode_tags(np.full((2, 1), -np.inf), encoding="tetratags", tags=["l"])
    with pytest.raises(tbk.UsageError, match="attach-juxtapose"):
        tbk.tags([0], "tetratag")


@pytest.mark.parametrize("encoding", COLUMNS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_best_tags_and_sums(encoding, dtype):
    names = COLUMNS[encoding]
    scores = np.random.default_rng(4).integers(-3, 4, (5, 3, len(names))).astype(dtype)
    found = tbk.decode_tags(scores, encoding=encoding, tags=names)
    log_z, shares = tbk.tag_marginals(scores, encoding=encoding, tags=names)
    assert shares.shape == scores.shape and shares.dtype == dtype
    sequences = list(well_formed(encoding, 3))
    for i, matrix in enumerate(scores):
        sums = [sum(float(matrix[place]) for place in places) for places, _ in sequences]
        assert found.score[i] == max(sums)
        assert any(tree == found.constituents[i] and total == max(sums) for (_, tree), total in zip(sequences, sums))
        assert log_z[i] == pytest.approx(math.log(sum(map(math.exp, sums))))
        expected = np.zeros(matrix.shape)
        for (places, _), total in zip(sequences, sums):
            for place in places:
                expected[place] += math.exp(total - log_z[i])
        assert shares[i] == pytest.approx(expected, abs=1e-6)
    one = tbk.decode_tags(scores[0], encoding=encoding, tags=names, threads=2)
    assert one.constituents == found.constituents[0] and one.score == found.score[0]
    several = tbk.decode_tags(list(scores), encoding=encoding, tags=names)
    assert several.constituents == found.constituents and (several.columns == found.columns).all()
    shorter = tbk.decode_tags(scores, lengths=[3, 2, 1, 1, 3], encoding=encoding, tags=names, impossible="none")
    assert [tree[0][2] for tree in shorter.constituents] == [3, 2, 1, 1, 3] and shorter.columns[1, 2].tolist() == [-1, -1]
