"""Expressions over attributes: what they find is what the program finds."""
import csv
import io

import numpy as np
import pytest
import tbk
from conftest import DATA

TREEBANKS = [DATA / "la.conllu", DATA / "en.conllu"]
EXPRESSIONS = [
    "upos=NOUN and deprel!=root", "child_count(udeprel=obj)>=1", "feats.Case!=@head.feats.Case and head.feats.Case=*", "nonprojective",
    "none(nonprojective) and words<=9", "form~'^[A-Z]' or gap_degree>0", "document=*en*",
]
COLUMNS = "file,sent_id,id,form,head.form,distance,nonprojective,words,document"


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_find_is_that_of_the_program(run_tbk, expression):
    for path in TREEBANKS:
        with tbk.read(path) as reader:
            found = reader.find(expression, COLUMNS)
        assert list(found) == COLUMNS.split(",")
        if len(found["id"]) == 0:
            continue
        rows = list(csv.reader(io.StringIO(run_tbk("find", expression, "-q", "--columns=" + COLUMNS, path)), delimiter="\t", quoting=csv.QUOTE_NONE))
        assert rows[0] == list(found) and len(rows) == 1 + len(found["id"])
        for name, cells in zip(found, zip(*rows[1:])):
            for value, cell in zip(found[name].tolist(), cells):
                if isinstance(value, bool):
                    assert cell == ("yes" if value else "no")
                else:
                    assert cell == "" if value is None or value != value else str(value) == cell or float(cell) == value


@pytest.mark.parametrize("expression, columns", [
    ("label=NP", "sentence,first,span,children,label,parent.label,file"), ("tag=N,V", "sentence,id,form,tag,words,text"), ("words<5", "id,sent_id,tag"),
    ("parent.label=_ and count(tag=N)>1", "label,sent_id"), ("tag=N,DET", None), ("label~^NP", None),
])
def test_find_in_brackets_is_that_of_the_program(run_tbk, expression, columns):
    with tbk.read_brackets(DATA / "phrases.psd") as reader:
        found = reader.find(expression, columns)
    rows = list(csv.reader(io.StringIO(run_tbk("find", expression, "-q", "--columns=" + ",".join(found), DATA / "phrases.psd")), delimiter="\t"))
    assert rows[0] == list(found) and len(rows) > 1
    assert rows[1:] == [["" if value is None else str(value) for value in row] for row in zip(*(values.tolist() for values in found.values()))]
    with pytest.raises(ValueError):
        reader.find(expression)


@pytest.mark.parametrize("expression, columns", [("tag=N", "label"), ("label=NP", "tag"), ("upos=N", None), ("label=NP", "form"), ("tag=N", "upos")])
def test_wrong_use_of_brackets(expression, columns):
    with tbk.read_brackets(DATA / "phrases.psd") as reader, pytest.raises(tbk.UsageError, match="expected an attribute of"):
        reader.find(expression, columns)


@pytest.mark.parametrize("expression", EXPRESSIONS[:-1])
def test_words_are_those_that_are_found(expression):
    query = tbk.query(expression)
    assert str(query) == expression and repr(query) == f"tbk.query({expression!r})"
    for path in TREEBANKS:
        rows = [(sentence.sent_id, id) for sentence in tbk.read(path) for id in query.words(sentence).tolist()]
        found = tbk.read(path).find(query, ["sent_id", "id"])
        assert rows == list(zip(found["sent_id"].tolist(), found["id"].tolist()))


def test_where():
    short = tbk.query("words<=9")
    expected = [sentence.sent_id for sentence in tbk.read(TREEBANKS[0]) if sentence.n <= 9 and not sentence.is_projective]
    assert [sentence.sent_id for sentence in tbk.read(TREEBANKS[0]).where(short, "not projective")] == expected
    assert [sentence.sent_id for sentence in tbk.read(TREEBANKS[0], where=short).where("not projective")] == expected
    assert set(tbk.read(TREEBANKS[0], where=[short]).find("root", "words")["words"].tolist()) <= set(range(10))


def test_a_folder(tmp_path):
    for path in TREEBANKS:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    found = tbk.read(tmp_path).where("not projective").find("nonprojective", ["file", "form"])
    assert len(found["form"]) == sum(len(tbk.read(path).find("nonprojective", ["id"])["id"]) for path in TREEBANKS)
    assert len(set(found["file"].tolist())) == 2


def test_stats_count_words(run_tbk):
    found = tbk.stats(TREEBANKS, "language", words="deprel=nsubj", lengths=True)
    each = [tbk.read(path).find("deprel=nsubj", "distance") for path in TREEBANKS]
    assert found["words"].tolist() == [len(one["distance"]) for one in each]
    for mean, one in zip(found["mean_length"], each):
        assert mean == pytest.approx(np.nanmean(one["distance"].astype(float)), abs=1e-4)


@pytest.mark.parametrize("call", [
    lambda: tbk.query("upos="), lambda: tbk.query("upos=X andd"), lambda: tbk.query(3), lambda: tbk.read(TREEBANKS[0]).find("root", "hed.form"),
    lambda: tbk.read(TREEBANKS[0]).where("a=b"), lambda: tbk.stats(TREEBANKS, words="a=b"), lambda: tbk.stats(TREEBANKS, by="lemma,lemma"),
])
def test_wrong_use(call):
    with pytest.raises((tbk.UsageError, TypeError)):
        call()
