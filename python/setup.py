"""Builds the package; tbk/_bindings.py is made from the headers of the library, so this needs the whole tree."""
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
HEADERS = HERE.parent / "include" / "tbk"

sys.path.insert(0, str(HERE))
import bindings


class Build(build_py):
    def run(self):
        super().run()
        bindings.write(HEADERS, Path(self.build_lib) / "tbk" / "_bindings.py")


setup(version=bindings.version(HEADERS), cmdclass={"build_py": Build})
