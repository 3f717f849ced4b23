#!/usr/bin/env python3
"""names.py [--write] PROGRAM - the names that users rely on are those of tests/names.txt (docs/install.md, "What stays"): commands with
their options, tables with their columns, names of the Python package. The functions of the library are in src/libtbk.symbols.

--write puts what is there now into the file; a name that is gone belongs into CHANGELOG.md, with the new one.
"""
import ast
import json
import re
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
file = root / "tests/names.txt"


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def options(program, command):
    """The long options that the whole help of a command lists, one for each `--name` where an entry begins."""
    found = re.findall(r"^ +(?:-\w(?:=\w+)?, )?--([a-z][a-z0-9-]*)", run(program, command, "--help=all"), re.MULTILINE)
    return sorted(set(found))


def python_names():
    module = ast.parse((root / "python/tbk/__init__.py").read_text())
    lists = [node.value for node in module.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
    return sorted(ast.literal_eval(lists[0]))


def lists(program):
    """The names by what they belong to."""
    commands = sorted(re.findall(r"^  ([a-z-]+)  ", run(program, "help"), re.MULTILINE))
    found = {f"options of {command}": options(program, command) for command in commands}
    for row in map(json.loads, run(program, "help", "tables", "--format=jsonl").splitlines()):
        found.setdefault(f"columns of {row['table']}", []).append(row["column"])
    return found | {"names of the Python package": python_names()}


def names(found):
    return {f"{owner}: {name}" for owner, its_names in found.items() for name in its_names}


def read():
    lines = (line.partition(": ") for line in file.read_text().splitlines())
    return {owner: its_names.split() for owner, _, its_names in lines}


def main():
    here = lists(Path(sys.argv[-1]).resolve())
    if "--write" in sys.argv:
        file.write_text("".join(f"{owner}: {' '.join(its_names)}\n" for owner, its_names in here.items()))
    found, known = names(here), names(read())
    gone, new = sorted(known - found), sorted(found - known)
    for name in gone:
        print(f"FAILED {name}: is gone; CHANGELOG.md names it with the new one, and tests/names.py --write removes it from {file.name}")
    for name in new:
        print(f"FAILED {name}: is new; tests/names.py --write adds it to {file.name}")
    print(f"names: {len(found)} names, {len(gone)} gone, {len(new)} new")
    sys.exit(bool(gone or new))


main()
