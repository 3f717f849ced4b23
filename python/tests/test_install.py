"""pip installs the package where it is, without a network; and it says what is wrong with the library."""
import ast
import graphlib
import importlib.util
import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

PROGRAM = "import tbk; print(tbk.count([2, 0, 5, 2, 2]))"


def run(program=PROGRAM, **environment):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment}, cwd="/")


@pytest.mark.skipif("TBK_LIBRARY" not in os.environ, reason="the package has its library inside")
@pytest.mark.skipif(any(importlib.util.find_spec(name) is None for name in ("pip", "setuptools", "wheel")), reason="there is no pip")
def test_pip_installs(tmp_path, monkeypatch):
    for folder in "python", "include":
        shutil.copytree(ROOT / folder, tmp_path / folder)
    command = ["install", "-q", "--no-build-isolation", "--no-index", "--no-deps", "--target", tmp_path / "site", tmp_path / "python"]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *command], check=True, capture_output=True)
    found = run(PYTHONPATH=str(tmp_path / "site"))
    assert found.stdout == "4\n", found.stderr
    assert (tmp_path / "site" / "tbk" / "py.typed").exists()
    folder = os.path.dirname(os.environ["TBK_LIBRARY"])
    monkeypatch.delenv("TBK_LIBRARY")
    assert run(PYTHONPATH=str(tmp_path / "site"), LD_LIBRARY_PATH=folder).stdout == "4\n"


def test_modules_import_one_another_in_no_circle():
    """Wherever in a module the import stands."""
    needed = {}
    for path in (ROOT / "python" / "tbk").glob("[!_]*.py"):
        imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom) and node.level == 1]
        needed[path.stem] = {name for node in imports for name in ([node.module] if node.module else [module.name for module in node.names])}
    assert list(graphlib.TopologicalSorter(needed).static_order()) and {"conllu", "phrases"} < needed["drawings"]


def test_the_library_beside_the_module_is_taken(tmp_path, monkeypatch):
    """Unless TBK_LIBRARY names another: that is how a wheel has it."""
    import tbk

    package = os.path.dirname(tbk.__file__)
    shutil.copytree(package, tmp_path / "tbk", ignore=shutil.ignore_patterns("__pycache__", "libtbk.so"))
    (tmp_path / "tbk" / "libtbk.so").write_text("no library")
    if "TBK_LIBRARY" in os.environ:
        assert run(PYTHONPATH=str(tmp_path)).stdout == "4\n"
    monkeypatch.delenv("TBK_LIBRARY", raising=False)
    assert f"ImportError: {tmp_path / 'tbk' / 'libtbk.so'} cannot be loaded" in run(PYTHONPATH=str(tmp_path)).stderr


def test_another_library():
    found = run(TBK_LIBRARY="libc.so.6")
    assert "ImportError: libc.so.6 is no libtbk" in found.stderr
    found = run(TBK_LIBRARY="/no/libtbk.so")
    assert "ImportError: /no/libtbk.so cannot be loaded" in found.stderr
