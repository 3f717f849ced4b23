"""Lengths, classes and tables of figures, against definitions and the program."""
import json
from fractions import Fraction

import numpy as np
import pytest
import tbk
from conftest import DATA, is_projective, trees

HEADS = [2, 0, 5, 2, 2]
TREEBANKS = [DATA / "la.conllu", DATA / "several-roots.conllu", DATA / "grc.conllu.gz"]


def test_lengths_by_definition():
    for heads in trees(4):
        found = tbk.lengths(heads)
        arcs = [(head, word) for word, head in enumerate(heads, 1) if head != 0]
        assert found["D"] == sum(abs(head - word) for head, word in arcs)
        assert found["head_initial"] == sum(head < word for head, word in arcs)
        assert (found["E_D"] is None) == (heads.count(0) != 1)
        assert found["E_D"] in (None, Fraction(len(heads) ** 2 - 1, 3))
    assert tbk.lengths(HEADS)["E_D_projective"] == Fraction(43, 6) and tbk.lengths([])["D"] == 0


def test_lengths_are_those_of_the_program(run_tbk):
    rows = map(json.loads, run_tbk("stats", "-q", "--lengths", "--by=sentence", "--format=jsonl", DATA / "la.conllu").splitlines())
    for sentence, row in zip(tbk.read(DATA / "la.conllu"), rows):
        found = tbk.lengths(sentence.heads)
        assert found == {name: Fraction(row[name]) for name in found}
        assert list(row)[-len(found):] == list(found)


def test_lengths_of_many():
    sentences = [sentence.heads for path in TREEBANKS for sentence in tbk.read(path)] + [[], [0]]
    offsets = np.cumsum([0] + [len(heads) for heads in sentences])
    found = tbk.lengths_many(np.array(sum(sentences, [])), offsets)
    for i, heads in enumerate(sentences):
        for name, value in tbk.lengths(heads).items():
            one = found[name][i]
            assert one == pytest.approx(float(value), rel=1e-15) if value is not None else one == -1 or np.isnan(one)
    assert found["D"].dtype == np.int64 and found["V_D"].dtype == np.float64


def test_classes():
    everything = tbk.classes([0, 1])
    assert len(everything) == 20 and {"proj", "planar", "1ec0", "wn", "mg1", "attardi4"} < everything
    for heads in trees(4):
        assert (tbk.classes(heads) == everything) == ("proj" in tbk.classes(heads)) == is_projective(heads)
    assert "proj" not in tbk.classes([2, 0, 1]) and "planar" in tbk.classes([2, 0, 1])
    assert everything - tbk.classes([0, 0, 1, 2]) >= {"proj", "planar", "wn"}
    long = [0, 1] + list(range(1, 70))
    assert "wn" not in tbk.classes(long) and tbk.measures(long).gap_degree is None


def test_measures():
    assert tbk.measures(HEADS) == tbk.Measures(1, 1, 1)
    assert tbk.measures([0, 0, 1, 2]) == tbk.Measures(2, 1, 1)
    assert tbk.measures([0]).is_projective


@pytest.mark.parametrize("options", [{}, {"lengths": True, "classes": True}, {"lengths": True, "without": "upos=PUNCT"}])
@pytest.mark.parametrize("by", ["file", "language,words:5", "sentence", "deprel", "head.upos,distance:2", "arc"])
def test_stats_are_those_of_the_program(run_tbk, by, options):
    options = {name: value for name, value in options.items()
               if name == "without" or by in ("file", "language,words:5", "sentence") or (by != "arc" and name == "lengths")}
    given = ["--lengths"] * ("lengths" in options) + ["--classes"] * ("classes" in options) + ["--without=upos=PUNCT"] * ("without" in options)
    text = run_tbk("stats", "-q", "--tidy", "--by=" + by, *given, *TREEBANKS)
    header, *rows = [line.split("\t") for line in text.splitlines()]
    found = tbk.stats(TREEBANKS, by=by, threads=2, **options)
    assert list(found) == header
    for i, name in enumerate(header):
        cells = [row[i] for row in rows]
        if found[name].dtype == object:
            assert [text or "" for text in found[name].tolist()] == cells
        else:
            assert np.array_equal(found[name], [float(cell) if cell else np.nan for cell in cells], equal_nan=True)


@pytest.mark.parametrize("by", ["file", "language", "deprel,file", "head.upos,deprel,upos", "sisters"])
def test_word_order_is_that_of_the_program(run_tbk, by):
    header, *rows = [line.split("\t") for line in
                     run_tbk("word-order", "-q", "--tidy", "--without=upos=PUNCT", "--by=" + by, *TREEBANKS).splitlines()]
    found = tbk.word_order(TREEBANKS, by=by, without="upos=PUNCT", threads=2)
    assert list(found) == header
    for i, name in enumerate(header):
        assert [("" if cell is None else cell) if found[name].dtype == object else float(cell) for cell in found[name].tolist()] == [
            row[i] if found[name].dtype == object else float(row[i]) for row in rows]


@pytest.mark.parametrize("options", [{"by": "length"}, {"by": "upos,upos"}, {"by": "sisters,upos"}, {"words": "a=b"}])
def test_word_order_refuses(options):
    with pytest.raises(tbk.UsageError):
        tbk.word_order(TREEBANKS, **options)


def test_stats_of_a_folder_and_of_a_bad_file(tmp_path):
    (tmp_path / "a.conllu").write_bytes((DATA / "la.conllu").read_bytes())
    assert tbk.stats(tmp_path)["sentences"].tolist() == [22]
    (tmp_path / "b.conllu").write_text("1\tno words\n\n")
    with pytest.raises(tbk.DataError, match="b.conllu:1"):
        tbk.stats(tmp_path)
