"""Agreement and votes: what the program says, and what the definition says."""
from fractions import Fraction

import pytest
import tbk

HEADS = "1\ta\t_\t_\t_\t_\t{}\t{}\t_\t_\n2\tb\t_\t_\t_\t_\t{}\t{}\t_\t_\n\n"


def write(path, *fields):
    path.write_text(HEADS.format(*fields))
    return path


def test_agree(tmp_path):
    one = write(tmp_path / "one", 2, "nsubj", 0, "root")
    two = write(tmp_path / "two", 0, "root", 1, "nsubj")
    same = tbk.agree([one, one])
    assert same["head"] == (2, 1, Fraction(1, 3), 1)
    found = tbk.agree([one, two])
    assert found["head"].observed == 0
    assert found["head"].alpha == Fraction(-1, 5)
    assert found["relation"].alpha == Fraction(-1, 2)
    with pytest.raises(tbk.DataError):
        two.write_text(two.read_text().replace("b", "c"))
        tbk.agree([one, two])


def test_vote():
    found = tbk.vote([[2, 0, 2], [2, 0, 1], [3, 0, 2]])
    assert list(found.heads) == [2, 0, 2] and list(found.votes) == [2, 3, 2] and not found.tie
    assert list(tbk.vote([[2, 0, 2], [0, 1, 1]], weights=[1, 2]).heads) == [0, 1, 1]
    assert tbk.vote([[2, 0], [0, 1]]).tie and tbk.vote([[2, 0], [0, 1]]).n_trees == 2
    assert not found.tie and found.n_trees == 1
    assert tbk.vote([[0] + [1] * 39, [2, 0] + [1] * 38]).n_trees == 2
    assert tbk.vote([[-1] * 30], root="any").n_trees == 31 ** 29  # Cayley: without votes any tree is as good
    assert list(tbk.vote([[2, 1]]).heads) == [0, 1]
    assert list(tbk.vote([[2, None, 2], [2, 0, 1], [None, 0, 2]]).heads) == [2, 0, 2]  # None is no vote
    with pytest.raises(ValueError):
        tbk.vote([[2, 0], [0]])
    with pytest.raises(tbk.DataError):
        tbk.vote([[2, 0]], weights=[0])


def test_vote_of_sentences_and_files(run_tbk, tmp_path):
    paths = [write(tmp_path / name, *fields) for name, *fields in [
        ("one", 2, "nsubj", 0, "root"), ("two", 0, "root", 1, "obj"), ("three", 2, "obj", 0, "root"), ("four", 3, "_", 1, "_")]]
    sentences = [next(tbk.read(path, any_heads=True)) for path in paths]
    assert tbk.vote(sentences).heads.tolist() == tbk.vote([sentence.heads for sentence in sentences]).heads.tolist() == [2, 0]
    voted = tbk.vote([str(paths[0]), *paths[1:]])
    assert "".join(map(str, voted)) == run_tbk("vote", "-q", *map(str, paths)) and voted[0].deprels == ["nsubj", "root"]
    assert "".join(map(str, tbk.vote(paths, [1, 5, 1, 1], projective=True, root="any"))) == run_tbk(
        "vote", "-q", "--projective", "--root=any", "--weights=1,5,1,1", *map(str, paths))
    for wrong, error in [
        (paths[:1], tbk.UsageError), (str(paths[0]), TypeError), ([paths[0], [2, 0]], TypeError), ([["1"], [0]], TypeError),
        ([[2**40], [0]], tbk.DataError),
    ]:
        with pytest.raises(error):
            tbk.vote(wrong)
    with pytest.raises(ValueError, match="weights: found 1, expected one for each of 4 voters"):
        tbk.vote(paths, weights=[1])
    with pytest.raises(tbk.DataError):
        tbk.vote([paths[0], tmp_path / "empty"] if (tmp_path / "empty").write_text("") == 0 else None)


def test_vote_and_agree_take_the_same(tmp_path):
    paths = [write(tmp_path / name, *fields) for name, *fields in [("one", 2, "nsubj", 0, "root"), ("two", 0, "root", 1, "obj"), ("three", 2, "obj", 0, "root")]]
    files = [list(tbk.read(path)) for path in paths]
    assert tbk.agree(files) == tbk.agree(paths) == tbk.agree([one for one, in files])
    heads = tbk.agree([one.heads for one, in files])
    assert heads["head"] == tbk.agree(paths)["head"] and heads["relation"].words == 0 and heads["relation"].alpha is None
    assert tbk.agree([[2, 0], [None, 0]])["head"].words == 1
    assert list(map(str, tbk.vote(files))) == list(map(str, tbk.vote(paths)))
    for function in tbk.vote, tbk.agree:
        for wrong, error in [([paths[0], files[0]], TypeError), (str(paths[0]), TypeError), ([[2, 0], [0]], ValueError), ([files[0], [0]], TypeError)]:
            with pytest.raises(error):
                function(wrong)
    with pytest.raises(tbk.UsageError):
        tbk.agree([[2, 0]])
