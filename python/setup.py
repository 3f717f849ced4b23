"""Builds the package. tbk/_bindings.py is made from the headers of the library, so this needs the whole tree. A source
distribution has the tree in one folder: there the library is built too, by make, and stands in the package."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
HAS_LIBRARY = (HERE / "Makefile").exists()
TOP = HERE if HAS_LIBRARY else HERE.parent
HEADERS = TOP / "include" / "tbk"

sys.path.insert(0, str(HERE))
import bindings


class Build(build_py):
    def run(self):
        super().run()
        package = Path(self.build_lib) / "tbk"
        bindings.write(HEADERS, package / "_bindings.py")
        if HAS_LIBRARY:
            subprocess.run(["make", f"-j{os.cpu_count()}", "BUILD=build/library", "library"], cwd=HERE, check=True)
            shutil.copy(HERE / "build" / "library" / "libtbk.so", package)


class Package(Distribution):
    """With the library it is for this kind of machine. Names and addresses are those of packaging/person.sh."""

    def parse_config_files(self, *arguments, **named):
        super().parse_config_files(*arguments, **named)
        file = TOP / "packaging" / "person.sh"
        given = dict(re.findall(r"^([A-Z]+)='(.+?)'", file.read_text(), re.M)) if file.exists() else {}
        self.metadata.author, self.metadata.author_email = given.get("NAME"), given.get("EMAIL")
        self.metadata.project_urls = {name: given[key] for name, key in [("Homepage", "HOMEPAGE"), ("Source", "REPOSITORY")] if key in given}

    def has_ext_modules(self):
        return HAS_LIBRARY


setup(version=bindings.version(HEADERS), cmdclass={"build_py": Build}, distclass=Package)
