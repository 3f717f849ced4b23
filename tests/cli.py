#!/usr/bin/env python3
"""cli.py PROGRAM [PATTERN...] - the tests of the command line: runs the transcripts cli/*.md, and compares what they print.

A transcript is a page of a manual. Its blocks (transcript.py) run one after the other by one shell, in a folder of its own,
where `tbk` is PROGRAM. That has the files of cli/data that the page names, and data/ if it names that. Behind a command stands
what it prints: standard output, then standard error, as a terminal shows them, then `[status N]` if that is not 0. What a
terminal would obey is shown (␍ for a carriage return), and `[no newline]` where the last line has no end. A message is a line
that begins with `tbk: ` or `tbk COMMAND: `; it must come by standard error, and all that tbk prints there begins so. No
temporary file may be left.

A page with a line `<!-- skipped where: COMMAND -->` is skipped where COMMAND succeeds in its folder.

PATTERN chooses transcripts (stats), or headings (stats#by-file, *ties*); what stands before them in the page runs as well.
TBK_ACCEPT=ask shows what differs, and asks whether that is to be expected from now on; TBK_ACCEPT=yes does not ask.
TBK_VALGRIND=1 runs tbk under valgrind. TBK_WITHOUT names a file of headings (stats#plots REASON) whose commands are not run.
"""
import difflib
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import transcript

here = Path(__file__).resolve().parent
SHOWN = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"} | {127: "␡", 0xFEFF: "␣BOM␣"}
MESSAGE = re.compile(r"tbk( [a-z-]+)?: ")


class Step:
    """A command of a transcript, or a file that is written (its text is `expected`)."""

    def __init__(self, heading, line, text, expected, is_file):
        self.heading, self.line, self.text, self.expected, self.is_file = heading, line, text, expected, is_file
        self.found = None


def read_steps(page):
    lines, steps, heading = transcript.read(page), [], ""
    headings, is_block = {}, False  # comments of CoNLL-U in blocks are none
    for number, line in enumerate(lines, 1):
        is_block ^= line.startswith("```")
        if not is_block and re.match("#+ ", line):
            headings[number] = transcript.anchor(line.lstrip("# "))
    for line, kind, name, text in transcript.blocks(lines):
        heading = next((headings[number] for number in range(line, 0, -1) if number in headings), "")
        if kind == "sh":
            steps += [Step(heading, line + offset, command, expected, False) for offset, command, expected in transcript.commands(text)]
        elif kind == "text" and name:
            steps.append(Step(heading, line, name, text, True))
        elif kind != "text":
            steps.append(Step(heading, line, f"echo \"found a block of kind '{kind}', expected sh or text\"", [], False))
    return steps


def is_chosen(page, heading, patterns):
    names = (page.stem, f"{page.stem}#{heading}", heading)
    return not patterns or any(fnmatch.fnmatchcase(name, pattern) for name in names for pattern in patterns)


def show(output):
    """The lines of an output, as they stand in transcripts."""
    text = output.decode(errors="backslashreplace").translate(SHOWN)
    if not text:
        return []
    return text[:-1].split("\n") if text.endswith("\n") else text.split("\n") + ["[no newline]"]


def make_folder(page, folder, steps):
    """Puts what the page names into a folder, and a script beside it."""
    work, parts = folder / "work", folder / "parts"
    work.mkdir(parents=True)
    parts.mkdir()
    text = page.read_bytes()
    for path in (here / "cli/data").iterdir():
        if path.name.encode() in text:
            shutil.copy(path, work)
    if b"data/" in text:
        shutil.copytree(here.parent / "data", work / "data")
    script = []
    for i, step in enumerate(steps):
        part = parts / str(i)
        part.write_bytes(("\n".join(step.expected if step.is_file else [step.text]) + "\n").encode())
        if step.is_file:
            script.append(f"mkdir -p '{os.path.dirname(step.text) or '.'}' && cp '{part}' '{step.text}'")
        else:
            script.append(f". '{part}' </dev/null >'{part}.out' 2>'{part}.err'; echo $? >'{part}.status'")
    (folder / "script").write_text("\n".join(script) + "\n")
    return work, parts


def find_stray(step, out, err):
    """Says which lines came by the wrong stream, or nothing."""
    return ([f"[on standard output: {line}]" for line in out if MESSAGE.match(line) and "2>" not in step.text]
            + [f"[no message: {line}]" for line in err if not re.match(r"[\w./+-]+( [a-z-]+)?: |[(] ", line)])


def run_page(page, folder, steps, environment):
    """Runs the steps, and gives each what it found."""
    began = time.monotonic()
    work, parts = make_folder(page, folder, steps)
    condition = re.search(r"^<!-- skipped where: (.*) -->$", page.read_bytes().decode(), flags=re.MULTILINE)
    if condition and subprocess.run(["bash", "-c", condition[1]], cwd=work, env=environment, stdin=subprocess.DEVNULL).returncode == 0:
        print(f"skipped: tests/cli/{page.name}, since this holds: {condition[1]}")
        for step in steps:
            step.found = step.expected
        return
    try:
        subprocess.run(["bash", folder / "script"], cwd=work, env=environment, timeout=1800, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        pass
    for i, step in enumerate(steps):
        status = parts / f"{i}.status"
        if step.is_file:
            continue
        if not status.exists():
            step.found = ["[not run to its end]"]
            continue
        out, err = show((parts / f"{i}.out").read_bytes()), show((parts / f"{i}.err").read_bytes())
        step.found = out + err + find_stray(step, out, err)
        if status.read_text() != "0\n":
            step.found.append(f"[status {status.read_text().strip()}]")
    left = [str(path.relative_to(work)) for path in work.rglob(".*.tmp")]
    if left:
        steps[-1].found = (steps[-1].found or []) + [f"[temporary file left: {name}]" for name in left]
    if "TBK_TIMES" in environment:
        with open(f"{environment['TBK_TIMES']}/cli", "a") as times:
            times.write(f"{round(1000 * (time.monotonic() - began))} {page.stem}\n")


def compare(page, steps, patterns):
    """Prints how steps differ; returns (number that are as expected, changes of the page)."""
    passed, changes = 0, []
    for step in steps:
        if step.is_file or not is_chosen(page, step.heading, patterns):
            continue
        if transcript.matches(step.expected, step.found):
            passed += 1
            continue
        changes.append((step.line, len(step.expected), step.found))
        print(f"FAILED tests/cli/{page.name}:{step.line}: $ {step.text}")
        print("\n".join(difflib.unified_diff(step.expected, step.found, "expected", "found", lineterm="")))
    return passed, changes


def make_program(program, folder):
    folder.mkdir()
    if not os.environ.get("TBK_VALGRIND"):
        (folder / "tbk").symlink_to(program)
    else:
        (folder / "tbk").write_text("#!/bin/sh\nexec valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "
                                    f"'{program}' \"$@\"\n")
        (folder / "tbk").chmod(0o755)


def choose_steps(page, patterns, without):
    """The steps of a page up to the last that is chosen, but for the commands of headings that are left out."""
    steps = [step for step in read_steps(page) if step.is_file or f"{page.stem}#{step.heading}" not in without]
    while steps and (steps[-1].is_file or not is_chosen(page, steps[-1].heading, patterns)):
        steps.pop()
    return steps


def find_unnamed():
    """The files of cli/data that no page names."""
    text = b"".join(page.read_bytes() for page in (here / "cli").glob("*.md"))
    return [path.name for path in sorted((here / "cli/data").iterdir()) if path.name.encode() not in text]


def run_all(program, patterns):
    """Returns (number of commands as expected, changes by page)."""
    without = {line.split()[0] for line in open(os.environ["TBK_WITHOUT"])} if "TBK_WITHOUT" in os.environ else set()
    pages = {page: choose_steps(page, patterns, without) for page in sorted((here / "cli").glob("*.md"))}
    pages = {page: steps for page, steps in pages.items() if steps}
    with tempfile.TemporaryDirectory(prefix="tbk-cli.") as scratch, ThreadPoolExecutor(os.cpu_count()) as workers:
        make_program(program, Path(scratch) / "bin")
        environment = dict(os.environ, PATH=f"{scratch}/bin:{os.environ['PATH']}", LC_ALL="C", G_DEBUG="fatal-warnings")
        for name in ("LANGUAGE", "CDPATH"):
            environment.pop(name, None)
        # The longest first, so that none is waited for alone.
        for page in sorted(pages, key=lambda page: -len(pages[page])):
            workers.submit(run_page, page, Path(scratch) / page.stem, pages[page], environment)
        workers.shutdown()
    results = {page: compare(page, steps, patterns) for page, steps in pages.items()}
    return sum(passed for passed, _ in results.values()), {page: changes for page, (_, changes) in results.items() if changes}


def main():
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit("usage: cli.py PROGRAM [PATTERN...]")
    program, patterns = Path(sys.argv[1]).absolute(), sys.argv[2:]
    if os.environ.get("TBK_VALGRIND") and not shutil.which("valgrind"):
        print("skipped: TBK_VALGRIND is set, but there is no valgrind")
        return
    passed, changes = run_all(program, patterns)
    accepts = os.environ.get("TBK_ACCEPT")
    if changes and accepts:
        print(f"{' '.join(page.stem for page in changes)}: take what was found? [y/N]", flush=True)
        if accepts == "yes" or sys.stdin.readline().strip() in ("y", "Y", "yes"):
            for page, lines in changes.items():
                transcript.write(page, lines)
            # Again, by which it is seen that the output is the same each time.
            passed, changes = run_all(program, patterns)
        else:
            print("nothing taken")
    if not passed and not changes:
        sys.exit(f"cli: nothing is named {' '.join(patterns)}")
    unnamed = find_unnamed()
    for name in unnamed:
        print(f"FAILED tests/cli/data/{name}: no page names it")
    failed = sum(len(lines) for lines in changes.values()) + len(unnamed)
    print(f"cli: {passed} commands as expected, {failed} failures")
    sys.exit(failed > 0)


main()
