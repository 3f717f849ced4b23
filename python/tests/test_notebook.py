"""The notebook runs, and its cells show what they should: where there is nbconvert with a kernel of Python."""
import base64
import json
import os
import re
import subprocess
import sys

import pytest
import tbk
from conftest import DATA, ROOT


def interpreter():
    """A Python that has all that the notebook needs."""
    for python in dict.fromkeys([sys.executable, "/usr/bin/python3"]):
        needed = [python, "-c", "import nbconvert, ipykernel, cffi, numpy"]
        if os.path.exists(python) and subprocess.run(needed, capture_output=True).returncode == 0:
            return python
    pytest.skip("there is no nbconvert with ipykernel: apt-get install python3-nbconvert python3-ipykernel")


def svgs(output):
    """The pictures of an output."""
    page = "".join(output["data"]["text/html"])
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    return [base64.b64decode(picture).decode() for picture in found]


def arcs(svg, what=""):
    return len(re.findall(rf'<g class="arc[^"]*{what}"', svg))


def test_the_notebook(tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path), "IPYTHONDIR": str(tmp_path), "JUPYTER_RUNTIME_DIR": str(tmp_path)}
    subprocess.run(
        [interpreter(), "-m", "nbconvert", "--to=notebook", "--execute", f"--output-dir={tmp_path}", "--output=done",
         str(ROOT / "python" / "examples" / "tour.ipynb")],
        check=True, capture_output=True, env=environment,
    )
    with open(tmp_path / "done.ipynb") as file:
        cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
    outputs = [cell["outputs"] for cell in cells]
    assert all(output["output_type"] != "error" for found in outputs for output in found)
    sentences = list(tbk.read(DATA / "en.conllu"))
    first, longest = sentences[0], max(sentences, key=len)
    moved = [sum(a != b for a, b in zip(s.heads, tbk.projectivize(s.heads))) for s in sentences]
    assert [arcs(svg) for svg in svgs(outputs[0][0])] == [first.n]
    (both,) = svgs(outputs[1][0])
    assert arcs(both) == first.n + moved[0] and arcs(both, " other") == arcs(both, " differs") == moved[0]
    assert [arcs(svg, " other") for svg in svgs(outputs[2][0])] == [n for n in moved if n > 0]
    (lines,) = svgs(outputs[3][0])
    assert arcs(lines) == longest.n and 'class="mark"' in lines and int(re.search(r'width="(\d+)"', lines).group(1)) <= 810
    assert repr(first.forms) in "".join(outputs[4][0]["text"])
    assert "'SH': " in "".join(outputs[5][0]["data"]["text/plain"])
    assert svgs(outputs[6][0])[0].count('class="node other"') == 2
