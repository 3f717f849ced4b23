"""Tables are those of the program."""
import json
import shutil
import warnings

import numpy as np
import pytest
import tbk
from conftest import DATA

TREEBANKS = [DATA / "la.conllu", DATA / "grc.conllu.gz"]


def assert_equal(found, text, left_out=()):
    """The columns found, and rows in JSON."""
    rows = [json.loads(line) for line in text.splitlines()]
    assert len(rows) > 0 and all(len(column) == len(rows) for column in found.values())
    assert list(found) == list(rows[0])
    for name in set(found) - set(left_out):
        for value, row in zip(found[name].tolist(), rows):
            if row[name] is None and isinstance(value, float):
                assert np.isnan(value)
                continue
            expected = int(row[name]) if isinstance(value, int) and row[name] is not None else row[name]
            if value != value:  # an empty cell
                value = None
            assert value == pytest.approx(expected, abs=1e-4) if isinstance(value, float) else value == expected


@pytest.mark.parametrize("over", ["losing", "all"])
def test_choices_by_length(run_tbk, over):
    text = run_tbk("choices", "-q", "--tidy", "--format=jsonl", "--by=words:10", f"--over={over}", *TREEBANKS)
    assert_equal(tbk.choices(TREEBANKS, "words:10", over=over, threads=2), text)


@pytest.mark.parametrize("over, by", [("losing", "words:5"), ("all", "file,words:5")])
def test_choices_with_intervals(run_tbk, over, by):
    text = run_tbk("choices", "-q", "--tidy", "--format=jsonl", "--intervals=90", "--seed=3", f"--by={by}", f"--over={over}", *TREEBANKS)
    found = tbk.choices(TREEBANKS, by, over=over, intervals=90, seed=3, threads=2)
    assert "choices_median_low" in found and None in found["choices_median_low"].tolist()
    assert_equal(found, text)
    with pytest.raises(tbk.UsageError, match="intervals"):
        tbk.choices(TREEBANKS, "sentence", intervals=90)


@pytest.fixture
def named(tmp_path):
    """Files whose names say what they are of, and one whose name does not."""
    for path, name in zip(TREEBANKS + TREEBANKS[:1], ("hu_szeged-ud-dev.conllu", "hu_szeged-ud-test.conllu.gz", "mine.conllu")):
        shutil.copy(path, tmp_path / name)
    return sorted(tmp_path.iterdir())


@pytest.mark.parametrize("by", ["file,words:7", "language,words:7", "words:7,language", "words:7,file", "file", "document", "language,sent_id~'^.',words:20"])
def test_choices_by_attributes(run_tbk, named, by):
    text = run_tbk("choices", "-q", "--tidy", "--format=jsonl", f"--by={by}", *named)
    assert_equal(tbk.choices(named, by=by), text)


@pytest.mark.parametrize("encoding, given", [(None, []), (["4-bit", "relative"], ["--encoding=4-bit,relative"]), ("hexatags", ["--encoding=hexatags"])])
@pytest.mark.parametrize("options", [{}, {"seen": TREEBANKS[0]}, {"seen": TREEBANKS[0], "mark": "headpath", "root": "single"}])
def test_encodings(run_tbk, encoding, given, options):
    more = [f"--{name}={value}" for name, value in options.items()]
    text = run_tbk("encodings", "-q", "--tidy", "--format=jsonl", *given, *more, *TREEBANKS)
    assert_equal(tbk.encodings(TREEBANKS, encoding, threads=2, **options), text)


@pytest.mark.parametrize("by", ["file", "language", "language,words:5", "upos,deprel", "file,distance:2", "words:5,file", "sentence"])
def test_stats_are_tidy(run_tbk, named, by):
    text = run_tbk("stats", "-q", "--tidy", "--format=jsonl", f"--by={by}", *named)
    found = tbk.stats(named, by=by)
    assert_equal(found, text)
    if by == "file":
        assert found["split"].tolist() == ["dev", "test", None] and found["treebank"].tolist() == ["szeged", "szeged", None]


def test_attributes_may_be_listed(run_tbk, named):
    for by in ["language", "words:5"], ("words",), ["sentence"]:
        text = run_tbk("stats", "-q", "--tidy", "--format=jsonl", f"--by={','.join(by)}", *named)
        assert_equal(tbk.stats(named, by=by), text)
    assert_equal(tbk.choices(named, by=["file", "words:5"]), run_tbk("choices", "-q", "--tidy", "--format=jsonl", "--by=file,words:5", *named))
    assert_equal(tbk.word_order(named, by=["language"]), run_tbk("word-order", "-q", "--tidy", "--format=jsonl", "--by=language", *named))
    with pytest.raises(TypeError, match="found by 3, expected a text"):
        tbk.stats(named, by=["file", 3])


def test_choices_by_sentence_and_arc(run_tbk):
    assert_equal(tbk.choices(TREEBANKS, by="sentence"), run_tbk("choices", "-q", "--tidy", "--format=jsonl", "--by=sentence", *TREEBANKS))
    for over in None, "all":
        text = run_tbk("choices", "-q", "--tidy", "--format=jsonl", "--by=arc", *["--over=all"] * (over is not None), *TREEBANKS)
        assert_equal(tbk.choices(TREEBANKS, by="arc", over=over), text)


def test_numbers_of_any_length(tmp_path):
    """Two chains that pass through each other leave more trees than 63 bits can number."""
    heads = [0, 1] + list(range(1, 119))
    lines = [f"{word}\tx\t_\t_\t_\t_\t{head}\tdep\t_\t_" for word, head in enumerate(heads, 1)]
    (tmp_path / "a.conllu").write_text("\n".join(lines) + "\n\n")
    for found in tbk.choices(tmp_path, by="sentence")["choices"], tbk.choices(tmp_path)["choices_max"]:
        assert found.tolist() == [tbk.count(heads)] and found[0] > 2**63


@pytest.mark.parametrize("by", ["file", "language,words:5", "language,words:5,distance", "words:10", "sentence", "confusion", "configuration-length"])
def test_compare(run_tbk, by):
    options = "--system=arc-eager-nederhof --reference=free:exact --variant=free:approximate --variant=none:exact --walk=random --seed=3".split()
    text = run_tbk("compare-oracles", "-q", "--tidy", "--format=jsonl", f"--by={by}", *options, *TREEBANKS)
    found = tbk.compare_oracles(TREEBANKS, "arc-eager-nederhof", "free:exact", ["free:approximate", "none:exact"], by=by, walk="random", seed=3)
    assert_equal(found, text, [name for name in found if name.endswith("_us")])


@pytest.mark.parametrize("more", ["intervals", "against"])
def test_compare_by_chance(run_tbk, more):
    given = {"intervals": 90, **({"against": DATA / "la.conllu"} if more == "against" else {})}
    files = TREEBANKS[:1] if more == "against" else TREEBANKS
    text = run_tbk("compare-oracles", "-q", "--tidy", "--format=jsonl", "--seed=5", *(f"--{name}={value}" for name, value in given.items()), *files)
    found = tbk.compare_oracles(files, seed=5, **given)
    assert_equal(found, text, [name for name in found if "_us" in name])
    assert any(name.endswith("_p" if more == "against" else "_low") for name in found)
    with pytest.raises(tbk.UsageError, match="expected one by file, language or"):
        tbk.compare_oracles(files, by="confusion", **given)


def test_wrong_arguments():
    for call in (
        lambda: tbk.choices(TREEBANKS, by="x"), lambda: tbk.choices(TREEBANKS, by="sentence", over="all"), lambda: tbk.choices(TREEBANKS, over="x"),
        lambda: tbk.choices(TREEBANKS, by="words:0"), lambda: tbk.choices(TREEBANKS, bin=3), lambda: tbk.choices(TREEBANKS, by="arc", intervals=95),
        lambda: tbk.choices(TREEBANKS, by="sentence", over="all"), lambda: tbk.stats(TREEBANKS, by="file", bin=3),
        lambda: tbk.encodings(TREEBANKS, "5-bit"),
        lambda: tbk.stats(TREEBANKS, system="swap"), lambda: tbk.stats(TREEBANKS, system="arc-hybrid", by="upos"), lambda: tbk.stats(TREEBANKS, projectivized=True),
        lambda: tbk.encodings(TREEBANKS, ["4-bit"], mark="x"), lambda: tbk.encodings(TREEBANKS, []),
        lambda: tbk.stats(TREEBANKS, by="upos,form,file,deprel"), lambda: tbk.stats(TREEBANKS, by="upos,length,deprel"), lambda: tbk.stats(TREEBANKS, by="arc,upos"),
        lambda: tbk.choices(TREEBANKS, by="upos"), lambda: tbk.choices(TREEBANKS, by="file,arc"), lambda: tbk.choices(TREEBANKS, by="words:5,words:5"),
        lambda: tbk.compare_oracles(TREEBANKS, "x", "free:exact", []),
        lambda: tbk.compare_oracles(TREEBANKS, "arc-eager-nederhof", "free:x", []), lambda: tbk.compare_oracles(TREEBANKS, "arc-eager-nederhof", "free:exact", ["x"]),
        lambda: tbk.compare_oracles(TREEBANKS, "arc-eager-nederhof", "free:exact", "free:approximate"),
        lambda: tbk.compare_oracles(TREEBANKS, "arc-eager-nederhof", "free:exact", ["free:approximate"], walk="x"),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()
    with pytest.raises(tbk.InputError):
        tbk.choices("absent.conllu")


def test_stats_of_sequences():
    rows = tbk.stats(DATA / "la.conllu", by="sentence", system="arc-standard", projectivized=True)
    numbers = [tbk.sequences(tbk.projectivize(sentence.heads), "arc-standard") for sentence in tbk.read(DATA / "la.conllu")]
    assert [*rows["sequences"]] == numbers and np.allclose(rows["sequences_log10"], np.log10(np.array(numbers, float)), atol=1e-4)
    found = tbk.stats(DATA / "la.conllu", system=tbk.System("arc-standard"))
    assert found["trees_without_sequences"][0] == found["nonprojective_trees"][0] and found["trees_with_sequences"][0] == sum(map(tbk.is_projective, tbk.read(DATA / "la.conllu")))


def test_stats_with_intervals(run_tbk):
    found = tbk.stats([DATA / "la.conllu", DATA / "en.conllu"], lengths=True, intervals=90, seed=3)
    lines = run_tbk("stats", "--tidy", "--lengths", "--intervals=90", "--seed=3", DATA / "la.conllu", DATA / "en.conllu").splitlines()
    names, rows = lines[0].split("\t"), [line.split("\t") for line in lines[1:]]
    assert list(found) == names
    for column in ("mdd_low", "mdd_high", "nonprojective_arcs_percent_low", "omega_high"):
        assert [float(row[names.index(column)]) for row in rows] == list(found[column])
    assert (found["mdd_low"] < found["mdd"]).all() and (found["mdd"] < found["mdd_high"]).all()
    with pytest.raises(tbk.UsageError, match="expected one by file or attributes"):
        tbk.stats(DATA / "la.conllu", by="sentence", intervals=95)
    by_length = tbk.stats(DATA / "en.conllu", by="language,words:5", lengths=True, intervals=95)
    of_bin = tbk.stats(DATA / "en.conllu", by="words:5", lengths=True, intervals=95)
    assert list(by_length["mdd_low"]) == list(of_bin["mdd_low"]) and len(of_bin["mdd_low"]) > 2
    usual, default = (tbk.stats(DATA / "la.conllu", intervals=level) for level in (95, True))
    assert (usual["nonprojective_trees_percent_low"] == default["nonprojective_trees_percent_low"]).all()
    assert "nonprojective_trees_percent_low" not in tbk.stats(DATA / "la.conllu", intervals=False)
    for name, own in (("tags", "encodings"), ("word_order", "word_order")):
        with pytest.raises(TypeError, match=f"tbk.{own}\\(\\) has that table"):
            tbk.stats(DATA / "la.conllu", **{name: True})


@pytest.mark.parametrize("by", ["file", "deprel", "language,upos", "sisters"])
def test_intervals_of_word_order(run_tbk, by):
    text = run_tbk("word-order", "-q", "--tidy", "--format=jsonl", "--intervals=90", "--seed=4", f"--by={by}", *TREEBANKS)
    found = tbk.word_order(TREEBANKS, by, intervals=90, seed=4, threads=2)
    assert_equal(found, text)
    assert {"order_freedom_low", "entropy_high"} & set(found)


@pytest.mark.parametrize("by, options", [
    ("file", {}), ("language", {"lengths": True}), ("file", {"intervals": 95, "classes": True}), ("file", {"intervals": True, "without": "upos=PUNCT"}),
])
def test_stats_against(run_tbk, named, tmp_path, by, options):
    old = tmp_path.parent / (tmp_path.name + "-old")
    old.mkdir()
    for path in named[:2]:  # other trees under the same names, one plain; mine.conllu replaces nothing
        run_tbk("reorder", "--order=random", "-o", old / path.name.replace(".gz", ""), path)
    given = {"lengths": ["--lengths"], "classes": ["--classes"], "without": ["--without=upos=PUNCT"], "intervals": ["--intervals"]}
    more = [word for name in options for word in given[name]]
    text = run_tbk("stats", "-q", "--tidy", "--format=jsonl", f"--by={by}", f"--against={old}", *more, *named)
    found = tbk.stats(named, by, against=old, threads=2, **options)
    assert_equal(found, text)
    if by == "file":
        assert np.isnan(found["nonprojective_arcs_old"][2]) and (found["nonprojective_arcs_difference"][:2] != 0).any()
    assert ("nonprojective_arcs_percent_p" in found) == ("intervals" in options)


def test_stats_against_one_file(run_tbk):
    text = run_tbk("stats", "-q", "--tidy", "--format=jsonl", f"--against={TREEBANKS[1]}", TREEBANKS[0])
    assert_equal(tbk.stats(TREEBANKS[0], against=TREEBANKS[1]), text)


def test_stats_against_gone(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, names in ((old, ["a", "b", "gone"]), (new, ["a", "b"])):
        folder.mkdir()
        for name in names:
            shutil.copy(DATA / "en.conllu", folder / f"{name}.conllu")
    with pytest.warns(UserWarning, match="old/: 1 file left out that no file replaces, the first: .*gone.conllu") as warned:
        tbk.stats(new, against=f"{old}/")
    assert [warning.filename for warning in warned] == [__file__]
    with pytest.warns(UserWarning, match="2 files left out"):
        tbk.stats(new / "a.conllu", against=old)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tbk.stats(old / "a.conllu", against=old / "gone.conllu")
        (old / "gone.conllu").unlink()
        tbk.stats(new, against=old)


@pytest.mark.parametrize("options, message", [
    ({"by": "words:5"}, "^against: found a table by words:5"),
    ({"against": DATA / "en.conllu"}, "beside several files"),
])
def test_stats_against_refuses(options, message):
    with pytest.raises(tbk.UsageError, match=message):
        tbk.stats(TREEBANKS, **{"against": DATA, **options})


def test_stats_against_nothing(tmp_path):
    with pytest.raises(OSError, match="found no file with the name of la.conllu"):
        tbk.stats(TREEBANKS, against=tmp_path)
    with pytest.raises(OSError):
        tbk.stats(TREEBANKS[0], against=tmp_path / "none")
