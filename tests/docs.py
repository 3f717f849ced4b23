#!/usr/bin/env python3
"""docs.py [--write] PROGRAM [PAGE...] - runs the commands of README.md and docs/ and compares what they print; checks links
and the labels of equations.
--write puts what is printed into the pages instead, but where a line `...` stands and fits, and what is drawn into docs/pictures;
look at the difference. It refuses tables with other columns than the page shows.

A page's blocks run one after the other in a folder of its own, which has data/, packaging/, python/ and docs/pictures/:
    ```sh         commands and what they print (transcript.py)
    ```python     a program, if the package, and pandas where it is imported, are there; a block ```output behind it has what it prints
    ```r          the same for Rscript, if it and the packages of library () are there
    ```js         the same for tests/web/package.sh, which runs it where the package is built
    ```c FILE     a file FILE, which compiles, if there are a C compiler and GLib's headers
    ```text FILE  the same; without FILE a text that is only shown
The rows of docs/papers.md end with a command each. Links lead to files and headings that are there, sources that are named are there, and every page of docs/ can be reached
from README.md.
"""
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import transcript

root = Path(__file__).resolve().parent.parent
failures = n_commands = n_links = n_programs = 0
skipped = {}  # by what is not there: how many programs
writes = "--write" in sys.argv
written = {}  # by page: (first line, number of lines, what is to stand there)


def fail(page, line, message):
    global failures
    failures += 1
    print(f"FAILED {page.relative_to(root)}:{line}: {message}")


def stripped(lines):
    """Lines without the blank ones at their end, which are for the eye."""
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def has_other_columns(expected, found):
    """Whether both are tables, whose first lines name different columns."""
    tables = [lines[0].split("\t") for lines in (expected, found) if lines and "\t" in lines[0]]
    return len(tables) == 2 and tables[0] != tables[1]


def run(page, line, command, expected, folder, environment):
    global n_commands
    n_commands += 1
    # Comments behind two spaces and a number sign are for readers.
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    found = stripped(done.stdout.decode(errors="replace").split("\n"))
    if any("unknown option" in text for text in found):  # a manual shows what works
        fail(page, line, f"{command}: {found[0]}")
    # A drawing of that name in docs/pictures is what the command draws.
    drawn = re.search(r" -o ([\w-]+\.svg)$", command)
    picture = root / "docs/pictures" / drawn[1] if drawn else None
    if picture is not None and picture.exists() and picture.read_bytes() != (Path(folder) / drawn[1]).read_bytes():
        if writes:
            shutil.copy(Path(folder) / drawn[1], picture)
        else:
            fail(page, line, f"{command}: draws another picture than {picture.relative_to(root)}")
    if transcript.matches(stripped(expected), found):
        return
    if writes and has_other_columns(expected, found):
        fail(page, line, f"{command}: its table has other columns than the page shows; choose columns by name, with --columns=")
    elif writes:
        written.setdefault(page, []).append((line, len(expected), found))
    else:
        fail(page, line, f"{command}\n  expected:\n    " + "\n    ".join(expected) + "\n  found:\n    " + "\n    ".join(found[:40]))


def skip(what):
    skipped[what] = skipped.get(what, 0) + 1


@functools.lru_cache(maxsize=None)
def runs(*command):
    return shutil.which(command[0]) is not None and subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def run_program(page, line, program, lines, expected, folder, environment):
    """Runs the program that the lines are, and compares what it prints."""
    global n_programs
    n_programs += 1
    done = subprocess.run([*program, "\n".join(lines)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    found = stripped(done.stdout.decode().split("\n"))
    if done.returncode != 0 or expected is not None and not transcript.matches(stripped(expected), found):
        fail(page, line, "the program prints\n    " + "\n    ".join(done.stdout.decode().splitlines()))


def run_python(page, line, lines, expected, folder, environment, python):
    if python is None:
        skip("the Python package")
    elif "import pandas" in lines and not runs(python, "-c", "import pandas"):
        skip("pandas")
    else:
        run_program(page, line, [python, "-c"], lines, expected, folder, environment)


def run_r(page, line, lines, expected, folder, environment):
    libraries = [text for text in lines if text.startswith("library(")]
    if runs("Rscript", "-e", "\n".join(["1", *libraries])):
        run_program(page, line, ["Rscript", "-e"], lines, expected, folder, environment)
    else:
        skip("R" if not libraries else "R with ggplot2")


def compile_c(page, line, file, environment):
    if shutil.which("cc") is None or shutil.which("pkg-config") is None:
        return
    glib = subprocess.run(["pkg-config", "--cflags", "glib-2.0"], stdout=subprocess.PIPE, env=environment)
    if glib.returncode == 0:
        done = subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{root / 'include'}", *glib.stdout.decode().split(), file],
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            fail(page, line, f"{file.name} does not compile\n" + done.stdout.decode())


def run_page(page, folder, environment, python):
    for name in ("data", "packaging", "python", "docs/pictures"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    found = list(transcript.blocks(transcript.read(page)))
    for i, (line, kind, name, lines) in enumerate(found):
        if kind == "sh":
            for offset, command, expected in transcript.commands(lines):
                run(page, line + offset, command, expected, folder, environment)
        elif kind in ("python", "r"):
            behind = found[i + 1] if i + 1 < len(found) else None
            expected = behind[3] if behind is not None and behind[1] == "output" else None
            if kind == "r":
                run_r(page, line, lines, expected, folder, environment)
            else:
                run_python(page, line, lines, expected, folder, environment, python)
        elif kind in ("c", "text") and name:
            (folder / name).write_text("\n".join(lines) + "\n")
            if kind == "c":
                compile_c(page, line, folder / name, environment)
        elif kind not in ("text", "output", "c", "json", "yaml", "js", "bibtex"):
            fail(page, line, f"found a block of kind '{kind}', expected sh, python, r, output, c, text, json, yaml, js or bibtex")


def run_rows(page, folder, environment):
    """The last cell of each row of docs/papers.md is a command that ends with status 0, an experiment that tests/experiments.sh runs, or
    empty, and then the row says why."""
    global n_commands
    experiments = (root / "tests/experiments.sh").read_text()
    for line, text in enumerate(transcript.read(page), 1):
        row = re.fullmatch(r"\| (.*) \| (.*) \| (?:`(.*)` )?\|", text)
        if row is None or row[1].startswith("in the ") or row[1].startswith("on the "):
            continue
        command = row[3] or "true"
        n_commands += 1
        script = re.match(r"(?:make experiment-|reports/make/report_)(\w+)", command)
        if script is not None:
            if not re.search(rf"reports/make/\w+_{script[1]}\.sh", experiments):
                fail(page, line, f"{command}: tests/experiments.sh does not run it")
            continue
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        if done.returncode != 0 or not row[2]:
            fail(page, line, f"{command}: status {done.returncode}\n" + done.stdout.decode(errors="replace"))


def write_pages():
    for page, changes in written.items():
        transcript.write(page, changes)
        print(f"{page.relative_to(root)}: {len(changes)} outputs written")


def anchors(page):
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    return {transcript.anchor(heading) for heading in re.findall(r"^#+ +(.*)$", text, flags=re.MULTILINE)}


def check_links(pages):
    global n_links
    reached, todo = {root / "README.md"}, [root / "README.md"]
    graph = {}
    for page in pages:
        graph[page] = []
        text = re.sub(r"```.*?```", lambda block: "\n" * block[0].count("\n"), page.read_text(), flags=re.DOTALL)
        for number, line in enumerate(text.splitlines(), 1):
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", target):
                    continue
                n_links += 1
                path, _, anchor = target.partition("#")
                file = (page.parent / path).resolve() if path else page
                if not file.exists():
                    fail(page, number, f"a link to {target}, which is not there")
                elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                    fail(page, number, f"a link to {target}: there is no such heading")
                else:
                    graph[page].append(file)
    while todo:
        for file in graph.get(todo.pop(), []):
            if file not in reached:
                reached.add(file)
                todo.append(file)
    for page in pages:
        if page not in reached and page.is_relative_to(root / "docs"):
            fail(page, 1, "no link leads here from README.md")


def check_labels():
    """Every equation's label in src/ is in the table of docs/design/map.md, and the other way round."""
    in_source = set()
    for file in (root / "src").rglob("*.[ch]"):
        in_source |= set(re.findall(r"\(([A-Z]{1,2}[0-9]+)\)", file.read_text()))
    page = root / "docs/design/map.md"
    table = page.read_text().partition("## Where an equation is")[2].partition("\n## ")[0]
    in_table = set()
    for labels in re.findall(r"^\| ([A-Z][^|]*)\|", table, flags=re.MULTILINE):
        for name, first, last in re.findall(r"([A-Z]+)(\d+)(?:–[A-Z]*(\d+))?", labels):
            in_table |= {f"{name}{i}" for i in range(int(first), int(last or first) + 1)}
    for label in sorted(in_source ^ in_table):
        fail(page, 1, f"the label {label} is {'not in the table' if label in in_source else 'nowhere in src/'}")


def check_rooms():
    """Every room of src/ and tools/ is in the tables and in the drawing of docs/design/map.md."""
    page, drawing = root / "docs/design/map.md", root / "docs/pictures/map.svg"
    for room in sorted(path.name for path in (root / "src").iterdir() if path.is_dir()):
        if not re.search(rf"^\| `{room}/", page.read_text(), flags=re.MULTILINE):
            fail(page, 1, f"the room {room} is not in the table")
        if not re.search(rf">{room}(/\w+)?</text>", drawing.read_text()):
            fail(drawing, 1, f"the room {room} is not in the drawing")
    for room in sorted(path.name for path in (root / "tools").iterdir() if path.is_dir()):
        if not re.search(rf"^\| `tools/{room}/", page.read_text(), flags=re.MULTILINE):
            fail(page, 1, f"the room {room} of tools/ is not in the table")
        if not re.search(rf"[ >]{room}[,<]", drawing.read_text()):
            fail(drawing, 1, f"the room {room} of tools/ is not in the drawing")


def check_files(pages):
    """Files of sources and tests that pages name are there: with their folder below src/, include/ or here; alone, as pages of docs/design
    have them, anywhere."""
    names = {file.name for folder in ("include", "packaging", "python", "reports", "src", "tests", "tools") for file in (root / folder).rglob("*.*")}
    for page in pages:
        is_of_design = page.is_relative_to(root / "docs/design")
        for number, line in enumerate(page.read_text().splitlines(), 1):
            for name in re.findall(r"`((?:[a-z_]+/)+[\w*.-]+\.(?:[ch]|py|sh|md|def|txt))`", line):
                if not any(next(root.glob(folder + name.replace("NAME", "*")), None) for folder in ("", "src/", "include/", "tests/")):
                    fail(page, number, f"names {name}, which is not there")
            for name in re.findall(r"`(\w+\.(?:[ch]|py|sh|def|mjs))`", line) if is_of_design else ():
                if name not in names and "NAME" not in name:
                    fail(page, number, f"names {name}, which is not there")


def check_setup(program, environment, folder):
    """README shows the two commands that set all up, and what they print. Compilers and packages count as there; make builds nothing."""
    page = root / "README.md"
    demo = f"{root}/data/demo.sh {os.path.relpath(program, root)} | sed 's|{os.path.dirname(os.path.relpath(program, root))}/|build/|g'"
    for name, text in (("cc", "exit 0"), ("pkg-config", "exit 0"), ("make", f'case "$*" in *demo) {demo} ;; esac')):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    shown = [command for _, kind, _, lines in transcript.blocks(transcript.read(page)) if kind == "text" for command in transcript.commands(lines)]
    for command in ("./bootstrap demo", "./bootstrap check"):
        if command not in [shown_command for _, shown_command, _ in shown]:
            fail(page, 1, f"does not show {command}")
    for _, command, expected in shown:
        run(page, 1, command, expected, root, dict(environment, PATH=f"{folder}:{environment['PATH']}"))


def make_package(folder, environment):
    """Puts the package for Python into folder, and returns an interpreter that can run it; None if there is none."""
    for python in (environment.get("PYTHON"), "python3", "/usr/bin/python3"):
        if python and shutil.which(python) and subprocess.run([python, "-c", "import cffi, numpy"], stderr=subprocess.DEVNULL).returncode == 0:
            shutil.copytree(root / "python/tbk", folder / "tbk", ignore=shutil.ignore_patterns("__pycache__"))
            subprocess.run([python, root / "python/bindings.py", root / "include/tbk", folder / "tbk/_bindings.py"], check=True)
            return python
    return None


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    program = Path(arguments[0]).resolve()
    pages = sorted([root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md") if (root / name).exists()]
                   + list((root / "docs").rglob("*.md")))
    wanted = [Path(name).resolve() for name in arguments[1:]] or [*pages, root / "python/README.md"]
    with tempfile.TemporaryDirectory(prefix="tbk-docs.") as scratch:
        os.mkdir(f"{scratch}/bin")
        os.symlink(program, f"{scratch}/bin/tbk")
        environment = dict(os.environ, PATH=f"{scratch}/bin:{os.environ['PATH']}", LC_ALL="C.UTF-8", TERM="dumb",
                           PYTHONPATH=f"{scratch}/package", PYTHONDONTWRITEBYTECODE="1", TBK_LIBRARY=str(program.parent / "libtbk.so"))
        python = None if "TBK_NO_PYTHON" in environment else make_package(Path(scratch) / "package", environment)
        for i, page in enumerate(wanted):
            folder = Path(scratch) / str(i)
            folder.mkdir()
            run_page(page, folder, environment, python)
            if page.name == "papers.md":
                run_rows(page, folder, environment)
        os.mkdir(f"{scratch}/setup")
        check_setup(program, environment, Path(scratch) / "setup")
    write_pages()
    check_links(pages)
    check_labels()
    check_files(pages)
    check_rooms()
    left_out = "".join(f", {n} program{'s' if n > 1 else ''} skipped for want of {what}" for what, n in skipped.items())
    print(f"docs: {n_commands} commands, {n_programs} programs, {n_links} links, {failures} failures{left_out}")
    sys.exit(failures > 0)


main()
