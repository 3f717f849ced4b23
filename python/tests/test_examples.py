"""The example learns."""
import os
import re
import subprocess
import sys

from conftest import DATA, ROOT


def run(*arguments):
    program = ROOT / "python" / "examples" / "train_parser.py"
    text = subprocess.run([sys.executable, program, *arguments], capture_output=True, text=True, check=True, env=os.environ).stdout
    return float(re.fullmatch(r"UAS ([0-9.]+) of \d+ words\n", text).group(1))


def test_the_example_learns():
    assert run() > 90  # of the treebank that it saw
    assert run(DATA / "en.conllu", DATA / "en.conllu", "1") < 90
