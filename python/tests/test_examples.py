"""The example learns."""
import os
import re
import subprocess
import sys

import pytest
import tbk
from conftest import DATA, ROOT


def run(*arguments):
    program = ROOT / "python" / "examples" / "train_parser.py"
    text = subprocess.run([sys.executable, program, *arguments], capture_output=True, text=True, check=True, env=os.environ).stdout
    return float(re.fullmatch(r"UAS ([0-9.]+) of \d+ words\n", text).group(1))


def test_the_example_learns():
    assert run() > 90  # of the treebank that it saw
    assert run(DATA / "en.conllu", DATA / "en.conllu", "1") < 90


def test_the_example_says_what_it_takes():
    for arguments, status, expected in (["--help"], 0, "usage: "), (["a", "b", "many"], 2, "invalid int value: 'many'"):
        program = ROOT / "python" / "examples" / "train_parser.py"
        done = subprocess.run([sys.executable, program, *arguments], capture_output=True, text=True, env=os.environ)
        assert done.returncode == status and expected in done.stdout + done.stderr and "Traceback" not in done.stderr


def test_all_functions_have_a_manual():
    """The page of the Python API is made of it."""
    assert [name for name in tbk.__all__ if name[0].islower() and not (getattr(tbk, name).__doc__ or "").strip()] == []


def test_the_parser_on_one_page(tmp_path):
    """An epoch, by trees of both kinds, where there is PyTorch."""
    pytest.importorskip("torch")
    program = ROOT / "python" / "examples" / "biaffine_torch.py"
    assert len(program.read_text().splitlines()) <= 200
    for options in [], ["--projective"]:
        files = [DATA / "demo.conllu.gz", DATA / "la.conllu", DATA / "nl.conllu", tmp_path / "parsed"]
        done = subprocess.run(
            [sys.executable, program, *files, "--epochs=1", "--size=40", *options], capture_output=True, text=True, check=True, env=os.environ
        )
        assert re.search(r"^UAS [0-9.]+ LAS [0-9.]+ of 87 words$", done.stdout, re.M) and "decoding: " in done.stdout
        parsed = list(tbk.read(tmp_path / "parsed"))
        assert sum(s.n for s in parsed) == 87 and all(s.n_roots == 1 and (s.is_projective or not options) for s in parsed)


def test_the_tagger_on_one_page(tmp_path, run_tbk):
    """An epoch, for encodings of each kind, where there is PyTorch."""
    pytest.importorskip("torch")
    program, output = ROOT / "python" / "examples" / "tagger_torch.py", tmp_path / "parsed"
    assert len(program.read_text().splitlines()) <= 200
    encodings = ["4-bit", "hexatags", "hierarchical", "brackets", "relative-upos"]
    arguments = [DATA / "demo.conllu.gz", DATA / "la.conllu", output, "--epochs=1", "--size=20", "--encodings=" + ",".join(encodings)]
    done = subprocess.run([sys.executable, program, *arguments], capture_output=True, text=True, check=True, env=os.environ)
    header, *rows = (line.split("\t") for line in done.stdout.splitlines())
    assert [row[:2] for row in rows] == [[name, "projective"] for name in encodings] + [["relative-upos", "any"]]
    gold = list(tbk.read(DATA / "la.conllu"))
    for row in rows:
        found = dict(zip(header, row))
        for column, file in ("repaired", "repaired"), ("exact", "exact-" + found["trees"]):
            path = output / f"{found['encoding']}.{file}.conllu"
            parsed = list(tbk.read(path))
            right = sum(a == b for s, t in zip(gold, parsed) for a, b in zip(s.heads, t.heads))
            assert found[column] == f"{100 * right / 204:.2f}" and [s.n for s in parsed] == [s.n for s in gold]
            assert all(s.n_roots == 1 and [r == "root" for r in s.deprels] == [h == 0 for h in s.heads] for s in parsed)
            assert file != "exact-projective" or all(s.is_projective for s in parsed)
            assert "# sent_id = la-01" in run_tbk("restore", "--mark=head", path)


def test_one_scorer_learned_in_three_ways():
    program = ROOT / "python" / "examples" / "transition_search.py"
    assert len(program.read_text().splitlines()) <= 200
    done = subprocess.run(
        [sys.executable, program, DATA / "en.conllu", DATA / "en.conllu", "--epochs=1"], capture_output=True, text=True, check=True, env=os.environ
    )
    header, *rows = (line.split("\t") for line in done.stdout.splitlines())
    assert header[:4] == ["learned by", "greedy", "beam", "exact"] and [row[0] for row in rows] == ["greedy", "beam", "exact"]
    assert all(0 < float(share) <= 100 for row in rows for share in row[1:4])
