"""What was made of the headers is what a C compiler makes of them, and what the library exports."""
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT
from tbk._bindings import ffi
from tbk._library import lib

sys.path.insert(0, str(ROOT / "python"))
import bindings


def compiler():
    command = os.environ.get("CC", "cc").split()
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]}")
    flags = subprocess.run(["pkg-config", "--cflags", "glib-2.0", "gmp"], capture_output=True, text=True)
    if flags.returncode != 0:
        pytest.skip("there are no headers of GLib and GMP")
    return [*command, f"-I{ROOT / 'include'}", *flags.stdout.split()]


def run_c(lines, tmp_path):
    headers = "".join(f"#include <tbk/{path.name}>\n" for path in sorted((ROOT / "include" / "tbk").glob("*.h")))
    source = tmp_path / "layout.c"
    source.write_text("#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n" + headers + "int main (void)\n{\n" + "\n".join(lines) + "\nreturn 0;\n}\n")
    subprocess.run([*compiler(), str(source), "-o", str(tmp_path / "layout")], check=True)
    return subprocess.run([str(tmp_path / "layout")], capture_output=True, text=True, check=True).stdout.splitlines()


def structs():
    """The names of all structs that have fields."""
    typedefs, _, _ = ffi.list_types()
    for name in typedefs:
        kind = ffi.typeof(name)
        if kind.kind == "struct" and kind.fields and not name.startswith("_"):
            yield name, kind


def test_layout_of_all_structs(tmp_path):
    asked, expected = [], []
    for name, kind in structs():
        asked.append(f'printf ("{name} %zu\\n", sizeof ({name}));')
        expected.append(f"{name} {ffi.sizeof(kind)}")
        for field, place in kind.fields:
            asked.append(f'printf ("{name}.{field} %zu %zu\\n", offsetof ({name}, {field}), sizeof ((({name} *) 0)->{field}));')
            expected.append(f"{name}.{field} {place.offset} {ffi.sizeof(place.type)}")
    assert len(expected) > 300 and "TbkConfiguration 136" in expected
    assert run_c(asked, tmp_path) == expected


def test_all_numbers(tmp_path):
    names = [name for name in dir(lib) if name.startswith("TBK_")]
    assert len(names) > 80
    found = run_c([f'printf ("{name} %lld\\n", (long long) {name});' for name in names], tmp_path)
    assert found == [f"{name} {getattr(lib, name)}" for name in names]


def test_all_functions_are_declared_and_there():
    exported = (ROOT / "src" / "libtbk.symbols").read_text().split()
    assert [name for name in dir(lib) if name.startswith("tbk_")] == sorted(exported)
    for name in exported:
        assert getattr(lib, name)


def test_types_of_functions_and_numbers(tmp_path):
    """A C compiler accepts what was read from the headers, and what PRELUDE says of the numbers of GLib, beside the headers themselves."""
    text = bindings.declarations(ROOT / "include" / "tbk")
    functions = re.findall(r"^(?:const )?\w+ \**\w+ \([^;]*\);", text, re.M)
    numbers = re.findall(r"^typedef [\w ]+ \**g\w+;", bindings.PRELUDE, re.M)
    assert len(functions) > 200 and len(numbers) > 12
    # Names in parentheses: GLib has macros of some of them.
    run_c([*numbers, *(re.sub(r"(\w+) \((?!\*)", r"(\1) (", function, count=1) for function in functions)], tmp_path)
