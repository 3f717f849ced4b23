"""Findings and incidents against the program, and what comes of them."""
import json

import pytest
import tbk
from conftest import DATA

TREEBANKS = [DATA / "la.conllu", DATA / "several-roots.conllu", DATA / "grc.conllu.gz", DATA / "cs.conllu.gz"]


def rows(run_tbk, *options):
    return [json.loads(row) for row in run_tbk("check", "-q", "--tidy", "--format=jsonl", "--fail-on=never", *options).splitlines()]


@pytest.mark.parametrize("path", TREEBANKS)
def test_findings_are_those_of_the_program(run_tbk, path):
    found = [(sentence.index, finding) for sentence in tbk.read(path) for finding in tbk.check(sentence)]
    expected = rows(run_tbk, "--root=any", path)
    assert len(found) == len(expected) > 0
    for (index, finding), row in zip(found, expected):
        assert index == row["sentence"] and finding.word == row["id"]
        for name in ("test", "level", "head", "new_head", "left", "at_least"):
            assert getattr(finding, name) == row[name]
        assert ",".join(map(str, finding.alternatives)) == row["alternatives"]
        assert ",".join(map(str, finding.fixes)) == row["fixes"]


@pytest.mark.parametrize("path", TREEBANKS)
def test_incidents_are_those_of_the_program(run_tbk, path):
    found = [(sentence.index, *incident) for sentence in tbk.read(path) for incident in tbk.check(sentence, rules="ud")]
    assert [(index, test, node) for index, test, _, _, node in found] == [
        (row["sentence"], row["test"], row["id"]) for row in rows(run_tbk, "--rules=ud", "--root=any", path)
    ]


def test_repaired_trees_are_projective():
    for sentence in tbk.read(TREEBANKS[0]):
        heads = list(sentence.heads)
        for finding in tbk.check(sentence):
            assert heads[finding.word - 1] == finding.head
            heads[finding.word - 1] = finding.new_head
        assert tbk.is_projective(heads)
        assert sentence.with_heads(heads).heads == heads


def test_suggestions_are_those_of_the_program(run_tbk):
    written = ""
    for sentence in tbk.read(TREEBANKS[0]):
        heads = list(sentence.heads)
        for finding in tbk.check(sentence):
            heads[finding.word - 1] = finding.new_head
        written += str(sentence.with_heads(heads, mark="check"))
    assert written == run_tbk("repair", "-q", "--suggest", "--test=error,warning,note", TREEBANKS[0])
    assert "CheckHead=" in written


def test_wrong_arguments():
    sentence = next(tbk.read(TREEBANKS[0]))
    for wrong in ([2, 0], 3, None):
        with pytest.raises(TypeError):
            tbk.check(wrong)
    with pytest.raises(OSError):
        tbk.check("no such file")
    with pytest.raises(tbk.UsageError):
        tbk.check(sentence, max_core=5000)
    tangle = "".join(f"{w}\tw\t_\tX\t_\t_\t{w - 2 if w > 2 else w - 1}\tdep\t_\t_\n" for w in range(1, 31)) + "\n"
    assert tbk.check(next(tbk.parse(tangle)), max_core=20)[0].at_least is None
    assert len(tbk.check(next(tbk.parse(tangle)))) >= tbk.lost_arcs(next(tbk.parse(tangle)).heads) > 0


BROKEN = b"""# sent_id = cycle
1\ta\t_\tX\t_\t_\t0\troot\t_\t_
2\tb\t_\tX\t_\t_\t3\tdep\t_\t_
3\tc\t_\tX\t_\t_\t2\tdep\t_\t_

1\ta\t_

1\ta\t_\tX\t_\t_\t0\troot\t_\t_
2\tb\t_\tX\t_\t_\t0\troot\t_\t_
3\tc\t_\tX\t_\t_\t3-4\tdep\t_\t_

1\ta\t_\tX\t_\t_\t0\troot\t_\t_
2\tb\t_\tX\t_\t_\t0\troot\t_\t_

"""


@pytest.mark.parametrize("rules", [None, "ud"])
def test_files_that_are_not_well_formed(run_tbk, tmp_path, rules):
    path = tmp_path / "broken.conllu"
    path.write_bytes(BROKEN)
    files = [*TREEBANKS[:2], path]
    table = tbk.check(files, rules=rules)
    expected = rows(run_tbk, *(["--rules=ud"] if rules else []), *files)
    assert {"non-tree", "number-of-columns", "invalid-head", "multiple-roots"} <= set(table["test"])
    for name in table:
        found = [None if value is None or value != value else value for value in table[name].tolist()]
        assert found == [row[name] for row in expected], name
    assert ("multiple-roots" in tbk.check(files, root="any")["test"]) is False
    assert tbk.check(str(path), threads=2)["line"].tolist() == tbk.check([path])["line"].tolist()
