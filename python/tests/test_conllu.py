"""CoNLL-U to sentences and back, every byte kept."""
import copy
import errno
import gzip
import pickle

import pytest
import tbk
from conftest import DATA

TEXT = """\
# sent_id = 1
# text = it's odd
1-2\tit's\t_\t_\t_\t_\t_\t_\t_\t_
1\tit\tit\tPRON\t_\t_\t3\tnsubj\t_\tOne=1
2\t's\tbe\tAUX\t_\t_\t3\tcop\t_\t_
3\todd\todd\tADJ\t_\t_\t0\troot\t_\t_
3.1\t_\t_\t_\t_\t_\t_\t_\t3:x\t_

"""


def test_bytes_are_kept():
    for path in sorted(DATA.glob("*.conllu*")):
        opened = gzip.open(path) if path.suffix == ".gz" else open(path, "rb")
        with opened as file, tbk.read(path) as reader:
            assert b"".join(map(bytes, reader)) == file.read()


def test_what_a_sentence_has():
    (sentence,) = tbk.parse(TEXT)
    assert sentence.heads == [3, 3, 0] and len(sentence) == sentence.n == 3 and str(sentence) == TEXT
    assert (sentence.sent_id, sentence.file, sentence.line, sentence.index) == ("1", "<text>", 1, 1)
    assert sentence.comments == ["# sent_id = 1", "# text = it's odd"]
    assert sentence.block == TEXT.encode() == bytes(sentence)
    assert sentence.ranges == [(1, 2, "it's")]
    assert [row[0] for row in sentence.rows] == ["1-2", "1", "2", "3", "3.1"]
    assert sentence.column("form") == ["it", "'s", "odd"] and sentence.column("UPOS") == ["PRON", "AUX", "ADJ"]
    assert sentence.is_projective and sentence.n_roots == 1 and not sentence.has_marks
    with pytest.raises(tbk.UsageError, match="found column 'x', expected one of ID, FORM"):
        sentence.column("x")


def test_comments_have_values():
    (sentence,) = tbk.parse("#text=a = b \n# text = c\n# empty =\n# newpar\n" + TEXT)
    assert sentence.comment("text") == "a = b " and sentence.comment("sent_id") == "1" and sentence.comment("empty") == ""
    assert [sentence.comment(name) for name in ("tex", "newpar", "", "Text")] == [None] * 4
    (sentence,) = tbk.parse("\ufeff" + TEXT.replace("\n", "\r\n"))
    assert sentence.comment("sent_id") == "1" and sentence.comment("text") == "it's odd"


def test_heads_and_relations_change_and_nothing_else():
    (sentence,) = tbk.parse(TEXT.replace("\n", "\r\n"))
    changed = sentence.with_heads([0, 1, 1], ["root", "cop", "é"])
    assert (changed.heads, changed.deprels, changed.sent_id, changed.index) == ([0, 1, 1], ["root", "cop", "é"], sentence.sent_id, 1)
    assert str(changed) == (TEXT.replace("3\tnsubj", "0\troot").replace("3\tcop", "1\tcop").replace("0\troot\t_\t_\n3.1", "1\té\t_\t_\n3.1")
                                .replace("\n", "\r\n"))
    assert sentence.with_heads().block == sentence.block


@pytest.mark.parametrize("mark", ["orig", "proj"])
def test_marks(mark, run_tbk):
    path = DATA / "en.conllu"
    marked = "".join(str(sentence.with_heads(tbk.projectivize(sentence.heads), mark=mark)) for sentence in tbk.read(path))
    assert marked == run_tbk("projectivize", f"--mark={mark}", path)
    sentences = list(tbk.parse(marked))
    assert b"".join(bytes(sentence.restored()) for sentence in sentences) == path.read_bytes()
    with pytest.raises(tbk.DataError, match=r"restored\(\)"):
        [sentence for sentence in sentences if sentence.has_marks][0].with_heads([0], mark="orig")
    with pytest.raises(tbk.UsageError, match="mark: expected heads"):
        sentences[0].with_heads(mark="orig")


def test_columns_of_another_order(tmp_path):
    path = tmp_path / "a.conllup"
    path.write_text("# global.columns = ID HEAD FORM MINE\n1\t2\tx\tm\n2\t0\ty\tn\n\n1\t0\tz\to\n\n")
    first, second = tbk.read(path)
    assert second.columns == ["ID", "HEAD", "FORM", "MINE"] and second.column("MINE") == ["o"] and first.column("form") == ["x", "y"]
    assert second.with_heads([0]).block == second.block
    assert first.with_heads([0, 1]).block == b"# global.columns = ID HEAD FORM MINE\n1\t0\tx\tm\n2\t1\ty\tn\n\n"


def test_head_vectors_of_a_text():
    first, second = tbk.parse("2 0 2\n0\n", columns="heads")
    assert (first.heads, second.heads) == ([2, 0, 2], [0])
    assert [first.line, second.line] == [1, 2]
    assert first.with_heads([0, 1, 2]).heads == [0, 1, 2]


def test_sentences_that_are_none_are_told_and_passed(tmp_path):
    path = tmp_path / "bad.conllu"
    path.write_text(TEXT + TEXT.replace("3\tcop", "9\tcop") + TEXT)
    with tbk.read(path) as reader:
        assert next(reader).index == 1
        with pytest.raises(tbk.DataError, match=r"bad\.conllu:13: \[unknown-head\] HEAD '9'"):
            next(reader)
        assert next(reader).index == 3
        with pytest.raises(StopIteration):
            next(reader)
        with pytest.raises(StopIteration):
            next(reader)
    with pytest.raises(ValueError, match="closed"):
        next(reader)


def test_sentences_outlive_the_reader():
    with tbk.read(DATA / "la.conllu") as reader:
        sentences = list(reader)
    assert [sentence.with_heads().block for sentence in sentences] == [sentence.block for sentence in sentences]
    assert sentences[3].with_heads(sentences[3].heads).block == sentences[3].block


def test_files_are_complete_or_not_there(tmp_path):
    sentences = list(tbk.read(DATA / "la.conllu"))
    path = tmp_path / "out.conllu.gz"
    tbk.write(path, sentences)
    assert gzip.open(path).read() == (DATA / "la.conllu").read_bytes()
    with pytest.raises(RuntimeError), tbk.Writer(path) as writer:
        writer.write("lost")
        raise RuntimeError
    with tbk.Writer(tmp_path / "b") as writer:
        writer.write(b"a")
        writer.write("b")
    with pytest.raises(ValueError, match="closed"):
        writer.write("c")
    with pytest.raises(ValueError, match="closed"):
        writer.commit()
    assert len(list(tbk.read(path))) == len(sentences) and (tmp_path / "b").read_text() == "ab"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["b", "out.conllu.gz"]


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(OSError, match="no.conllu"):
        tbk.read(tmp_path / "no.conllu")
    with pytest.raises(tbk.InputError):
        tbk.Writer(tmp_path / "no" / "a")
    (tmp_path / "cut.gz").write_bytes((DATA / "grc.conllu.gz").read_bytes()[:500])
    with pytest.raises(tbk.InputError, match="cut.gz"):
        list(tbk.read(tmp_path / "cut.gz"))


def test_heads_that_are_not_given(tmp_path):
    text = TEXT.replace("\t3\tnsubj", "\t_\t_")
    with pytest.raises(tbk.DataError):
        list(tbk.parse(text))
    (sentence,) = tbk.parse(text, ignores_heads=True)
    assert sentence.heads == [0, 0, 0] and str(sentence.with_heads([3, 3, 0], ["nsubj", "cop", "root"])) == TEXT
    assert sentence.with_heads().block == sentence.block


def test_brackets():
    found = list(tbk.read_brackets(DATA / "phrases.psd"))
    assert len(found) == 7 and sum(len(tree.words) for tree in found) == 46 and sum(len(tree.constituents) for tree in found) == 48
    assert found[0].text == "(S (NP (DET A) (N letter)) (VP (V arrived) (NP (N yesterday))) (. .))"
    assert found[0].words == ["A", "letter", "arrived", "yesterday", "."] and found[0].tags[0] == "DET"
    assert found[0].constituents[:2] == [("S", 0, 5), ("NP", 0, 2)] and found[0].id == "phrases-1"
    for system in tbk.phrase_systems()[:3]:
        oracle = tbk.PhraseOracle(system)
        for tree in found:
            transitions, lost = oracle.sequence(len(tree.words), tree.constituents)
            configuration = oracle.system.start(len(tree.words))
            for transition in transitions:
                assert configuration.obstacle(transition) is None
                configuration.take(transition)
            assert configuration.is_final and lost == 0 and sorted(configuration.built) == sorted(tree.constituents)
    with pytest.raises(tbk.DataError, match="<text>:1"):
        tbk.parse_brackets("(S (A b)")


def test_brackets_normalized(tmp_path):
    """The rules and options of the commands, and what is left out."""
    text = "( (S-X (NP|Y=2 (CD 0) (C 0) (SYM *) (NP-SBJ *con*)) (V e-mail) (HYPH )) (ID a))\n( (CODE x))\n"
    path = tmp_path / "a.psd"
    path.write_text(text)
    for file, read in ("<text>", lambda **o: tbk.parse_brackets(text, **o)), (str(path), lambda **o: tbk.read_brackets(path, **o)):
        trees = read()
        assert [t.text for t in trees] == ["(S (NP (CD 0) (SYM *)) (V e-mail))"]
        assert trees.losses == {
            "traces": tbk.Loss(2, file, 1, "(C 0)"),
            "markup": tbk.Loss(1, file, 2, "(CODE x)"),
            "nodes": tbk.Loss(1, file, 1, "(HYPH )"),
            "trees": tbk.Loss(1, file, 2, None),
        }
        assert [t.text for t in read(labels="full", forms="cut")] == ["(S-X (NP|Y=2 (CD 0) (SYM *)) (V e))"]
        kept = read(keep_empty=True, keep_markup=True, keep_outer=True)
        first, second = kept
        assert first.words == ["0", "0", "*", "*con*", "e-mail", "a"] and first.constituents[0] == ("", 0, 6)
        assert second.words == ["x"] and list(kept.losses) == ["nodes"]
    lemmas = tbk.parse_brackets("(S (V kom-koma) (. .-.))")
    assert lemmas[0].words == ["kom", "."] and lemmas.losses == {"lemmas": tbk.Loss(1, "<text>", 0, None)}
    assert tbk.parse_brackets("(S (V kom-koma) (. .-.))", forms="full")[0].words == ["kom-koma", ".-."]
    with pytest.raises(tbk.UsageError, match="forms 'whole', expected one of cut, full, auto"):
        tbk.parse_brackets("(S (A b))", forms="whole")
    with pytest.raises(tbk.UsageError, match="labels None, expected one of cut, full"):
        tbk.read_brackets(path, labels=None)


def test_columns():
    """Files of other columns: named, of a known format, or recognized."""
    own = "A\t1\t2\tx\t7\nletter\t2\t0\ty\t8\n\n"
    [sentence] = tbk.parse(own, columns=["FORM", "ID", "HEAD", "_"])
    assert sentence.columns == ["FORM", "ID", "HEAD", "_", "..."] and sentence.heads == [2, 0]
    assert sentence.column("form") == ["A", "letter"]
    assert str(sentence.with_heads([0, 1])) == "A\t1\t0\tx\t7\nletter\t2\t1\ty\t8\n\n"
    eight = "1\tA\t_\tD\tD\t_\t2\tdet\n2\tletter\t_\tN\tN\t_\t0\tROOT\n\n"
    assert [s.columns[-1] for s in tbk.parse(eight)] == ["DEPREL"]
    assert [s.column("XPOS") for s in tbk.parse(eight, columns="conllx")] == [["D", "N"]]
    with pytest.raises(tbk.DataError, match="8 columns found, 10 expected"):
        list(tbk.parse(eight, columns="conllu"))
    with pytest.raises(tbk.UsageError, match="an empty name"):
        tbk.parse(eight, columns=["ID", "", "HEAD"])
    with pytest.raises(tbk.UsageError, match="names no column HEAD"):
        tbk.parse(eight, columns=["ID", "FORM"])


def test_columns_of_words():
    sentence = next(tbk.read(DATA / "fr.conllu"))
    words = [row for row in sentence.rows if row[0].isdigit()]
    assert (sentence.forms, sentence.upos, sentence.deprels) == tuple([row[place] for row in words] for place in (1, 3, 7))
    (other,) = tbk.parse("# global.columns = ID HEAD\n1\t0\n\n")
    with pytest.raises(tbk.UsageError):
        other.forms


def test_folders(tmp_path):
    (tmp_path / "b").mkdir()
    names = ["a.conllu", "b/c.conllu.gz", "d.conllup"]
    for name, source in zip(names, ["la.conllu", "demo.conllu.gz", "plus.conllup"]):
        (tmp_path / name).write_bytes((DATA / source).read_bytes())
    (tmp_path / "notes.txt").write_text("none")
    with tbk.read(tmp_path) as reader:
        assert reader.files == [str(tmp_path / name) for name in names]
        found = list(reader)
    expected = [sentence for name in names for sentence in tbk.read(tmp_path / name)]
    assert [(s.file, s.index, s.block) for s in found] == [(s.file, s.index, s.block) for s in expected]
    assert list(reader) == []
    reader = tbk.read(tmp_path)
    next(reader)
    reader.close()
    assert list(reader) == []


def test_a_sentence_does_not_change():
    sentence = next(tbk.parse(TEXT))
    with pytest.raises(AttributeError, match="does not change"):
        sentence.heads = [0, 1, 1]
    with pytest.raises(AttributeError, match="does not change"):
        del sentence.block
    for change in (
        lambda heads: heads.__setitem__(0, 2), lambda heads: heads.append(1), lambda heads: heads.sort(), lambda heads: heads.__iadd__([1]),
    ):
        with pytest.raises(TypeError, match="does not change"):
            change(sentence.heads)
    with pytest.raises(TypeError, match="does not change"):
        sentence.columns.clear()
    assert sentence.heads == [3, 3, 0] and list(sentence.heads) + [1] == sentence.heads + [1]
    for again in copy.copy(sentence), copy.deepcopy(sentence), pickle.loads(pickle.dumps(sentence)):
        assert again.block == sentence.block and again.heads == sentence.heads and type(again) is tbk.Sentence
        with pytest.raises(TypeError):
            again.heads[0] = 2


def test_only_trees_are_written():
    sentence = next(tbk.parse(TEXT))
    for heads in [2, 1, 0], [1, 3, 0], [0, 4, 1]:
        with pytest.raises(tbk.DataError) as expected:
            tbk.projectivize(heads)
        for mark in "none", "orig":
            with pytest.raises(tbk.DataError) as found:
                sentence.with_heads(heads, mark=mark)
            assert str(found.value) == str(expected.value)


WORDS = b"""# sent_id = a
1\tthe\tthe\tDET\t_\tDefinite=Def\t2\tdet\t_\t_
2\tdogs\tdog\tNOUN\t_\tCase=Gen|Number=Plur\t0\troot\t_\t_

# sent_id = b
# text = Barks!
1\tbarks\tbark\tVERB\t_\t_\t0\troot\t_\t_
2\t!\t!\tPUNCT\t_\t_\t1\tpunct\t_\t_

"""


@pytest.mark.parametrize("where, ids", [
    (None, "ab"), ([], "ab"), ("deprel=det and head.upos=NOUN", "a"), ("none(upos=NOUN)", "b"), ("feats.Case=* and feats.Number=Plur", "a"),
    (["upos=DET", "upos=NOUN"], "a"), ("upos=DET and upos=NOUN", ""), ("projective", "ab"), ("not projective", ""), ("class.wn and sentence=2", "b"),
    ("text~Barks", "b"), ("text='the dogs'", "a"), ("sent_id=a and words<=1", ""), ("form=\\!,x", "b"), ("document=d", "b"),
])
def test_read_takes_what_meets_expressions(tmp_path, where, ids):
    text = WORDS.replace(b"# sent_id = b", b"# newdoc id = d\n# sent_id = b")
    (tmp_path / "words.conllu").write_bytes(text)
    for sentences in tbk.parse(text, where=where), tbk.read(tmp_path / "words.conllu", where=where), tbk.read(tmp_path, where=where):
        assert "".join(sentence.sent_id for sentence in sentences) == ids


@pytest.mark.parametrize("options, message", [
    ({"where": "relation=det"}, "found 'relation', expected an attribute"), ({"where": "words<x"}, "after '<', found 'x', expected a number"),
    ({"where": ["leaf", "leaf="]}, "'leaf=': after '=', found the end"), ({"where": "upos=X", "ignores_heads": True}, "exclude each other"),
])
def test_read_refuses_other_expressions(tmp_path, options, message):
    (tmp_path / "words.conllu").write_bytes(WORDS)
    for path in tmp_path / "words.conllu", tmp_path:
        with pytest.raises(tbk.UsageError, match=message):
            list(tbk.read(path, **options))


def test_former_conditions_are_answered():
    with pytest.raises(TypeError, match="no argument 'not_deprel'.*where='deprel=nsubj'"):
        tbk.read("a.conllu", not_deprel="nsubj")


def test_conditions_on_columns_that_are_not_there():
    with pytest.raises(tbk.DataError, match="<text>:1: found no column UPOS, which upos needs"):
        list(tbk.parse(b"1\ta\t0\n\n", columns="ID FORM HEAD", where="upos=X"))


def test_words():
    text = (
        "# text = du pain.\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\tde\tADP\tP\t_\t3\tcase\t3:case\t_\n2\tle\tle\tDET\t_\tGender=Masc|Number=Sing\t3\tdet\t_\t_\n"
        "3\tpain\tpain\tNOUN\t_\t_\t0\troot\t_\tSpaceAfter=No|Odd\n4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_\n\n"
    )
    (sentence,) = tbk.parse(text)
    assert [word.form for word in sentence] == sentence.forms == ["de", "le", "pain", "."] and sentence.lemmas == sentence.forms
    second, third = list(sentence)[1:3]
    assert second == tbk.Word(2, "le", "le", "DET", "_", {"Gender": "Masc", "Number": "Sing"}, 3, "det", "_", {})
    assert third.misc == {"SpaceAfter": "No", "Odd": ""} == sentence.misc[2] and sentence.feats[1] == second.feats and sentence.feats[0] == {}
    assert sentence.text == "du pain." == next(tbk.parse(text.partition("\n")[2])).text
    assert sentence.block == text.encode() == bytes(sentence)
    (again,) = tbk.parse(text)
    (other,) = tbk.parse(text.replace("3\tdet", "1\tdet"))
    assert sentence == again and hash(sentence) == hash(again) and sentence != other and len({sentence, again, other}) == 2 and sentence != 1
    for file in sorted(DATA.glob("*.conllu*")):
        found = tbk.read(file).find("id=1", ["text"])["text"].tolist()
        assert [sentence.text for sentence in tbk.read(file)] == found
        for sentence in tbk.read(file):
            assert [(word.id, word.head, word.deprel) for word in sentence] == [*zip(range(1, sentence.n + 1), sentence.heads, sentence.deprels)]
    (short,) = tbk.parse("1\tw\t0\n\n", columns=["ID", "FORM", "HEAD"])
    assert list(short) == [tbk.Word(1, "w", "_", "_", "_", {}, 0, "_", "_", {})]
    with pytest.raises(tbk.DataError, match="neither a comment text nor a column FORM"):
        next(tbk.parse("1\t0\n\n", columns=["ID", "HEAD"])).text


def test_errors_know_their_file(tmp_path):
    missing, folder = tmp_path / "missing.conllu", tmp_path / "no" / "x.conllu"
    for call in lambda: tbk.read(missing), lambda: tbk.stats(missing), lambda: tbk.evaluate(missing, missing), lambda: tbk.Model.load(missing):
        with pytest.raises(FileNotFoundError) as found:
            call()
        error = found.value
        assert isinstance(error, tbk.InputError) and error.errno == errno.ENOENT and error.filename == error.file == str(missing) and error.line is None
        assert str(error) == f"{missing}: No such file or directory"
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and (str(again), again.errno, again.filename, again.file) == (str(error), error.errno, error.filename, error.file)
    with pytest.raises(FileNotFoundError):
        tbk.write(folder, [])
    with pytest.raises(IsADirectoryError):
        tbk.Reader(tmp_path)
    plain = tmp_path / "plain.conllu"
    plain.write_text("1\tw\t_\t_\t_\t_\t0\troot\t_\t_\n\n1\tw\t_\t_\t_\t_\t5\troot\t_\t_\n\n")
    for call in lambda: list(tbk.read(plain)), lambda: tbk.stats(plain):
        with pytest.raises(tbk.DataError) as found:
            call()
        assert (found.value.file, found.value.line) == (str(plain), 3)
        again = pickle.loads(pickle.dumps(found.value))
        assert (str(again), again.file, again.line) == (str(found.value), str(plain), 3)
    with pytest.raises(tbk.DataError) as found:
        tbk.projectivize([1])
    assert found.value.file is found.value.line is None
