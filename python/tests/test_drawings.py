"""Drawings are those of the program, and refuse what does not go together."""
import re
import subprocess

import numpy as np
import pytest
import tbk
from conftest import DATA


def body(text):
    """A drawing in text without its title."""
    return text.strip("\n").split("\n", 1)[1]


def test_sentences_are_drawn_as_by_the_program(run_tbk, tmp_path):
    moved = tmp_path / "moved.conllu"
    run_tbk("projectivize", "-q", DATA / "la.conllu", "-o", moved)
    for path in DATA / "fr.conllu", DATA / "gapping.conllu", DATA / "several-roots.conllu", moved:
        for sentence in tbk.read(path):
            drawn = run_tbk("show", "-q", f"--where=sentence={sentence.index}", path)
            assert body(str(tbk.show(sentence))) == body(drawn) and sentence.has_marks == ("moved from" in drawn)
            svg = run_tbk("show", "-q", f"--where=sentence={sentence.index}", "--format=svg", "--width=40", path)
            strip = lambda text: re.sub("<title>[^<]*</title>", "", text, count=1)
            assert strip(tbk.show(sentence, width=40)._repr_svg_()) == strip(svg)
            assert tbk.show(sentence)._repr_html_() == sentence._repr_html_() and sentence._repr_svg_() == tbk.show(sentence)._repr_svg_()


def test_differences_are_drawn_as_by_the_program(run_tbk, tmp_path):
    other = tmp_path / "other.conllu"
    run_tbk("projectivize", "-q", "--mark=none", DATA / "la.conllu", "-o", other)
    gold, flat = list(tbk.read(DATA / "la.conllu")), list(tbk.read(other))
    drawing = tbk.show(gold, flat)
    assert len(drawing) == sum(not sentence.is_projective for sentence in gold) > 1
    drawn = run_tbk("show", "-q", f"--against={other}", DATA / "la.conllu")
    assert re.sub(r" \(outside.*\)", "", drawn).strip("\n") == str(drawing)
    assert tbk.show(tbk.read(DATA / "la.conllu"), tbk.read(other), max=2)._repr_html_().count("<img") == 2
    assert len(tbk.show(gold, gold)) == 0 and str(tbk.show(gold, gold)) == ""
    # Heads alone leave relations as they are.
    assert str(tbk.show(gold[0], flat[0].heads)).count("◄") == str(tbk.show(gold[0], flat[0])).count("◄") == 1


def test_heads_and_phrases(tmp_path):
    assert "┌►  1  a" in str(tbk.show([2, 0], forms=["a", "b"], deprels=["x", "y"])) and str(tbk.show((2, 0))) == str(tbk.show(np.array([2, 0])))
    trees = tbk.parse_brackets("(S (NP (D the) (N x-y)) (V y))(S (NP (D the)) (VP (N x-y) (V y)))")
    assert "S─┬─NP─┬─D the" in str(tbk.show(trees[0])) and trees[0]._repr_html_() == tbk.show(trees[0])._repr_html_()
    both = str(tbk.show(*trees))
    assert both.count("*") == 2 and re.search(r"NP +1 +the\n +VP +2-3 +x-y y$", both)
    tbk.show(trees).save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().count("<figure class") == 2
    for name, begin in ("a.svg", "<svg"), ("a.tex", "\\documentclass"), ("a.dot", "digraph"), ("a.txt", "2 words"):
        tbk.show([2, 0]).save(tmp_path / name)
        assert (tmp_path / name).read_text().startswith(begin)


@pytest.mark.parametrize("system", ["arc-eager-nederhof", "swap"])
def test_steps_are_those_of_the_program(run_tbk, tmp_path, system):
    sentences = [*list(tbk.read(DATA / "en.conllu"))[:2], next(tbk.read(DATA / "fr.conllu"))]
    assert sentences[2].ranges
    for sentence in sentences:
        options = [f"--system={system}", f"--where=sentence={sentence.index}", sentence.file]
        plain = lambda text: re.sub(r" \(outside.*\)", "", text).strip("\n")
        assert str(tbk.show(sentence, steps=system)) == plain(run_tbk("steps", "-q", *options))
        run_tbk("steps", "-q", *options, "-o", tmp_path / "of-program.html")
        tbk.show(sentence, steps=tbk.System(system)).save(tmp_path / "steps.html")
        pages = [(tmp_path / name).read_text() for name in ("steps.html", "of-program.html")]
        data = [re.search(r"<script type=.application/json.*?</script>", page, re.S) for page in pages]
        assert all(data) and re.sub(r'"title":"[^"]*"', "", data[0].group()) == re.sub(r'"title":"[^"]*"', "", data[1].group())
    assert "srcdoc=" in tbk.show(sentences, steps=system)._repr_html_()
    for wrong in dict(steps="x"), dict(steps=system, against=sentences[1]):
        with pytest.raises(tbk.UsageError):
            tbk.show(sentences[0], **wrong)
    with pytest.raises(TypeError):
        tbk.show(tbk.parse_brackets("(S (N x))")[0], steps="arc-eager-nederhof")
    with pytest.raises(tbk.UsageError):
        tbk.show(sentences[0], steps=system).save(tmp_path / "a.svg")


def test_what_does_not_go_together(tmp_path):
    sentence, *others = tbk.read(DATA / "la.conllu")
    tree = tbk.parse_brackets("(S (N x))")[0]
    for wrong in 5, "text", None, [sentence, 5], ["a"]:
        with pytest.raises(TypeError):
            tbk.show(wrong)
    for against in tree, "x", 5:
        with pytest.raises(TypeError):
            tbk.show(sentence, against)
    with pytest.raises(TypeError):
        tbk.show(tree, [0])
    for arguments in (sentence, [0]), (sentence, others[3]), ([sentence], others), ([2, 1],), ([0], [1]), (tree, tbk.parse_brackets("(S (N y))")[0]):
        with pytest.raises(tbk.DataError):
            str(tbk.show(*arguments))
    with pytest.raises(tbk.UsageError):
        tbk.show(sentence, forms=["a"])
    with pytest.raises(tbk.DataError):
        tbk.show([0], forms=["a", "b"])
    with pytest.raises(tbk.UsageError, match="expected one in SVG"):
        tbk.show([sentence, others[0]]).save(tmp_path / "a.svg")
    assert not list(tmp_path.iterdir())


def test_other_formats_are_refused(tmp_path):
    drawing = tbk.show([2, 0])
    for name in "a.png", "a.pdf", "a.svg.gz", "a.conllu":
        with pytest.raises(tbk.UsageError, match="expected a name of one of the formats: text"):
            drawing.save(tmp_path / name)
        assert not (tmp_path / name).exists()
    for name in "a.txt", "a":
        drawing.save(tmp_path / name)
        assert (tmp_path / name).read_text().rstrip("\n") == str(drawing)


def test_no_tree_is_drawn_of_an_empty_list():
    drawing = tbk.show([])
    assert len(drawing) == 0 and str(drawing) == "" and "No tree" in drawing._repr_html_()
    assert str(tbk.show([], [])) == str(tbk.show(())) == ""
    for nothing in [[]], np.array([], np.int32):
        with pytest.raises((TypeError, tbk.DataError), match="found"):
            tbk.show(nothing)


def test_the_text_is_found_as_the_library_finds_it():
    row = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    texts = {str(tbk.show(tbk.parse(f"#{comment}\n{row}"))) for comment in (" text = A b.", "text=A b.", " text\t=A b.", "text =  A b.")}
    assert len(texts) == 1 and "A b." in texts.pop()
