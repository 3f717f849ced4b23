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
    with pytest.raises(ValueError):
        tbk.vote([[2, 0], [0]])
    with pytest.raises(tbk.DataError):
        tbk.vote([[2, 0]], weights=[0])
