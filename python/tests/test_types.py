"""The examples of README.md, of the guides and of python/examples have no errors of types, where there are mypy and pyright."""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tbk
from conftest import ROOT

PACKAGE = Path(tbk.__file__).parent.parent
WRONG = """import tbk

sentence = next(tbk.parse(""))
tbk.projectivize("text")
tbk.check(sentence)[0].node
tbk.check("file", rules="ud").append(1)
tbk.evaluate("a", "b").keys()
tbk.evaluate("a", "b", by="measure").uas
tbk.projectivize_many([[0]])[0].shape
tbk.projectivise([0])
"""


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """A folder with all examples whose imports are here, and a program with an error in each line from the fourth on."""
    folder = tmp_path_factory.mktemp("examples")
    pages = [ROOT / "README.md", ROOT / "python" / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "guides").glob("*.md")]
    programs = [(f"{page.stem}_{i}", part) for page in pages for i, part in enumerate(re.findall(r"^```python\n(.*?)^```", page.read_text(), re.S | re.M))]
    programs += [(file.stem, file.read_text()) for file in (ROOT / "python" / "examples").glob("*.py")]
    for name, text in programs:
        if not re.search("^import (torch|pandas)", text, re.M):
            (folder / (re.sub(r"\W", "_", name) + ".py")).write_text(text)
    (folder / "wrong.py").write_text(WRONG)
    assert len(list(folder.iterdir())) > 15
    return folder


def judge(found):
    """found: (file, line) of each error."""
    assert {(file, line) for file, line in found if file != "wrong.py"} == set()
    assert {line for _, line in found} == set(range(4, 4 + WRONG.count("\n") - 3))


def test_mypy(examples, monkeypatch):
    if shutil.which("mypy") is None:
        pytest.skip("there is no mypy")
    monkeypatch.setenv("MYPYPATH", str(PACKAGE))
    command = ["mypy", "--strict", "--follow-imports=silent", "--python-executable", sys.executable, "--cache-dir", examples / "cache", "--no-error-summary", "."]
    done = subprocess.run(command, cwd=examples, capture_output=True, text=True)
    assert done.stderr == ""
    judge({(match[1], int(match[2])) for match in re.finditer(r"^(.*?):(\d+): error:", done.stdout, re.M)})


def test_pyright(examples):
    if shutil.which("pyright") is None:
        pytest.skip("there is no pyright")
    (examples / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(PACKAGE)], "typeCheckingMode": "standard"}))
    done = subprocess.run(["pyright", "--outputjson", "--pythonpath", sys.executable], cwd=examples, capture_output=True, text=True)
    errors = [one for one in json.loads(done.stdout)["generalDiagnostics"] if one["severity"] == "error"]
    judge({(Path(one["file"]).name, one["range"]["start"]["line"] + 1) for one in errors})
