"""Training, models, parsing and evaluation are those of the program."""
import pytest
import tbk
from conftest import DATA


@pytest.fixture(scope="module")
def model():
    return tbk.train([DATA / "en.conllu"], epochs=3)


def test_models_are_those_of_the_program(tmp_path, run_tbk, model):
    model.save(tmp_path / "python.model")
    run_tbk("train", "--epochs=3", "-o", tmp_path / "program.model", DATA / "en.conllu")
    assert (tmp_path / "python.model").read_bytes() == (tmp_path / "program.model").read_bytes()
    again = tbk.Model.load(tmp_path / "python.model")
    assert again.system == model.system == tbk.System("arc-eager")
    parser = tbk.Parser(again)
    parsed = b"".join(bytes(parser.parse(sentence)) for sentence in tbk.read(DATA / "en.conllu"))
    assert parsed.decode() == run_tbk("parse", "-m", tmp_path / "program.model", DATA / "en.conllu")


def test_parsing_needs_no_heads(model):
    parser = tbk.Parser(model)
    for sentence in tbk.read(DATA / "la.conllu"):
        text = "\n".join("\t".join([*row[:6], "_", "_", *row[8:]]) for row in sentence.rows) + "\n\n"
        (bare,) = tbk.parse(text, ignores_heads=True)
        parsed = parser.parse(bare)
        assert parsed.heads == parser.parse(sentence).heads and parsed.n_roots == 1


def test_parsers_share_a_model(model):
    import threading

    sentences = list(tbk.read(DATA / "en.conllu"))
    expected = [tbk.Parser(model).parse(sentence).block for sentence in sentences]
    found = {}

    def work(number):
        parser = tbk.Parser(model)
        found[number] = [parser.parse(sentence).block for sentence in sentences]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(found[number] == expected for number in range(4))


def test_exploration_is_that_of_the_program(tmp_path, run_tbk):
    run_tbk("train", "--epochs=3", "--walk=explore:0.3", "-o", tmp_path / "program.model", DATA / "la.conllu")
    tbk.train([DATA / "la.conllu"], epochs=3, walk="explore:0.3").save(tmp_path / "own.model")
    assert (tmp_path / "own.model").read_bytes() == (tmp_path / "program.model").read_bytes()


def test_reports_of_training():
    epochs = []
    tbk.train([DATA / "la.conllu"], dev=DATA / "en.conllu", epochs=2, report=epochs.append)
    assert [epoch.epoch for epoch in epochs] == [1, 2] and epochs[0].sentences == 22 and epochs[0].dev_words == 372

    def refuse(epoch):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        tbk.train([DATA / "la.conllu"], report=refuse)
    with pytest.raises(tbk.InputError, match="no.conllu"):
        tbk.train(["no.conllu"])


def test_a_difference_is_over_the_sentences_of_all_files(tmp_path):
    """A system that lacks the first sentence, and one that lacks the last, as long: in no round are others side by side."""
    def text(heads, numbers):
        return "".join(f"# sent_id = s{i}\n1\tw\t_\tX\t_\t_\t0\troot\t_\t_\n2\tw\t_\tX\t_\t_\t1\tdep\t_\t_\n"
                       f"3\tw\t_\tX\t_\t_\t{heads(i)}\tdep\t_\t_\n\n" for i in numbers)
    gold, first, second = (tmp_path / name for name in ("gold.conllu", "first.conllu", "second.conllu"))
    gold.write_text(text(lambda i: 1, range(40)))
    first.write_text(text(lambda i: 1 + i % 2, range(1, 40)))
    second.write_text(text(lambda i: 1 + i % 2, range(39)))
    found = tbk.evaluate(gold, first, against=second)
    uas = list(found["measure"]).index("UAS")
    assert (found["total"][uas], found["difference"][uas], found["p"][uas]) == (38 * 3, 0, 1)


def test_evaluation(tmp_path, run_tbk, model):
    parser, path = tbk.Parser(model), tmp_path / "parsed.conllu"
    tbk.write(path, [parser.parse(sentence) for sentence in tbk.read(DATA / "en.conllu")])
    found = tbk.evaluate(DATA / "en.conllu", path)
    assert (found.uas, found.las, found.f1) == (found.shares["UAS"].percent, found.shares["LAS"].percent, found.las) and 0 < found.las <= found.uas < 100
    low, high = found.intervals()
    lines = [line.split("\t") for line in run_tbk("evaluate", DATA / "en.conllu", path).splitlines()[1:]]
    assert [line[:3] for line in lines] == [[name, str(share.right), str(share.of)] for name, share in found.shares.items()]
    assert [line[3:] for line in lines if line[2] != "0"] == [
        [f"{share.percent:.2f}", f"{low[name].percent:.2f}", f"{high[name].percent:.2f}"]
        for name, share in found.shares.items() if share.of]
    assert found.sentences == 24 and found.words == 372
    assert repr(found).startswith(f"<Evaluation of 372 words in 24 sentences: UAS {found.shares['UAS'].percent:.2f}, LAS ")
    assert repr(parser) == "<Parser for arc-eager>" and repr(model) == "<Model for arc-eager>"
    lines = [line.split("\t") for line in run_tbk("evaluate", "--punct=form", DATA / "en.conllu", path).splitlines()[1:]]
    assert [line[1:3] for line in lines] == [
        [str(share.right), str(share.of)] for share in tbk.evaluate(DATA / "en.conllu", path, punct="form").shares.values()]


@pytest.mark.parametrize("make, says", [
    (lambda: tbk.Model("a.model"), r"tbk\.Model\.load\(path\) reads a model"), (lambda: tbk.Evaluation("a"), "tbk.evaluate"),
    (lambda: tbk.Sentence("a"), "tbk.read"), (lambda: tbk.Configuration("arc-eager-nederhof", 2), "start"),
    (lambda: tbk.PhraseConfiguration("in-order", 2), "start"),
])
def test_what_others_make(make, says):
    with pytest.raises(TypeError, match=says):
        make()


@pytest.mark.parametrize("options", [
    {"against": True}, {"by": "deprel"}, {"by": "upos", "against": True}, {"by": "words:7,udeprel,feats.Case", "against": True},
    {"by": "file", "against": True}, {"by": "confusion"}, {"by": "confusion", "of": "head.upos"}, {"by": "confusion", "of": "deprel"}, {"by": "udeprel", "of": "deprel"}, {"by": "word"}, {"by": "word", "against": True}, {"by": "word", "against": 2}, {"by": "confusion", "against": True}, {"by": "sentence", "against": True},
    {"by": "sentence", "where": ["words>=12", "deprel=obj"]}, {"by": "distance", "seed": 4, "against": 2},
    {"by": "measure", "punct": "form", "against": True},
])
def test_tables_of_evaluations(tmp_path, run_tbk, options):
    gold, near = DATA / "en.conllu", tmp_path / "near.conllu"
    text = gold.read_text()
    near.write_text(text.replace("\tobj\t", "\tobl\t"))
    system = tmp_path / "system.conllu"
    system.write_text(text.replace("\tnsubj\t", "\tobj\t"))
    others = [near, gold][: int(options.get("against", 0))]
    given = options | ({"against": others if len(others) > 1 else near} if others else {})
    shown = [
        f"--{name.replace('_', '-')}={value}" for name, values in options.items() if name != "against"
        for value in (values if isinstance(values, list) else [values])]
    lines = run_tbk("evaluate", "--tidy", *shown, *(f"--against={other}" for other in others), gold, system).splitlines()
    found = tbk.evaluate(gold, system, **given)
    names, rows = lines[0].split("\t"), [line.split("\t") for line in lines[1:]]
    assert list(found) == names and len(rows) > 0
    for i, name in enumerate(names):
        for cell, value in zip((row[i] for row in rows), found[name].tolist()):
            assert cell == (value or "") if isinstance(value, str) or value is None else cell == "" or float(cell) == value, (name, cell, value)


def test_runs(tmp_path, run_tbk):
    """Lists of paths are runs of one system; a run without a percentage does not count."""
    gold, others = tmp_path / "gold.conllu", [tmp_path / f"{name}.conllu" for name in "ab"]
    heads = [3, 4, 0, 3]
    tree = lambda heads: "".join(f"{i}\tw\t_\tX\t_\t_\t{head}\tdep\t_\t_\n" for i, head in enumerate(heads, 1)) + "\n"
    for path, found in (gold, heads), (others[0], [3, 3, 0, 3]), (others[1], heads):
        path.write_text(tree(found) + tree([0]))
    found = tbk.evaluate(gold, others, against=[gold, others])
    lines = run_tbk("evaluate", "--tidy", f"--against={gold}", f"--against={others[0]},{others[1]}", gold, f"{others[0]},{others[1]}").splitlines()
    assert list(found) == lines[0].split("\t")
    for i, line in enumerate(lines[1:]):
        for cell, values in zip(line.split("\t"), found.values()):
            value = values.tolist()[i]
            assert value == cell if isinstance(value, str) else cell == "" and value != value or float(cell) == value, (line, value)
    of = {name: dict(zip(found, row)) for name, *row in zip(found["measure"], *found.values())}
    precision, uas = of["nonprojective_precision"], of["UAS"]
    assert (precision["runs"], precision["percent"], uas["runs"], uas["percent"]) == (1, 100, 2, 90)
    assert list(tbk.evaluate(gold, others)["runs"]) == list(tbk.evaluate(gold, tuple(others))["runs"])
    for options, message in ({"by": "upos"}, "expected 'measure'"), ({"against": [[]]}, "empty list"):
        with pytest.raises(tbk.UsageError, match=message):
            tbk.evaluate(gold, others, **options)


@pytest.mark.parametrize("options, message", [
    ({"by": "length"}, "expected"), ({"by": "deprel,deprel"}, "expected different attributes"),
    ({"by": "confusion", "against": [DATA / "en.conllu", DATA / "en.conllu"]}, "expected one"),
])
def test_tables_of_evaluations_that_are_refused(options, message):
    with pytest.raises(tbk.UsageError, match=message):
        tbk.evaluate(DATA / "en.conllu", DATA / "en.conllu", **options)
    with pytest.raises(TypeError, match="no argument 'nosuch'"):
        tbk.evaluate(DATA / "en.conllu", DATA / "en.conllu", nosuch="x")
