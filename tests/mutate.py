#!/usr/bin/env python3
"""mutate.py N [SEED] - N changes of one token in src and tools, one after the other, each built and tested.

A change is of a comparison, an arithmetic operator, a bound, a constant or a condition. It is noticed if the build fails or a
test does: those of the library first, then those of the command line. Changes that nothing notices are listed with their diff:
each is a test that is missing, or makes no difference. Works in a copy, build/mutants.
"""
import os
import random
import re
import shutil
import subprocess
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
copy = os.path.join(root, "build/mutants")
number, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1

changes = [
    (r"(?<![<>=!-])<(?![<=])", ["<=", ">"]), (r"(?<![<>-])>(?![>=])", [">=", "<"]), (r"<=", ["<"]), (r"(?<!>)>=", [">"]),
    (r"==", ["!="]), (r"!=", ["=="]), (r"&&", ["||"]), (r"\|\|", ["&&"]), (r"(?<=[a-z\])] )\+(?= [a-z(0-9])", ["-"]),
    (r"(?<=[a-z\])] )-(?= [a-z(0-9])", ["+"]), (r"\b1\b", ["0", "2"]), (r"\b0\b", ["1"]), (r"\bTRUE\b", ["FALSE"]),
    (r"\bFALSE\b", ["TRUE"]), (r"\bMAX \(", ["MIN ("]), (r"\bMIN \(", ["MAX ("]), (r"\+\+", ["--"]), (r"\+=", ["-="]),
    (r"(?<=if \()(?=[a-z])", ["!"]), (r"\bbreak;", [";"]), (r"\breturn TRUE;", ["return FALSE;"]),
]


def is_code(line):
    stripped = line.strip()
    return stripped and not stripped.startswith(("*", "/*", "//", "#", '"', "g_return", "g_assert", "static const", "enum"))


def run(command, limit):
    try:
        return subprocess.run(command, cwd=copy, shell=True, capture_output=True, timeout=limit).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def tests_pass():
    jobs = f"-j{os.cpu_count()}"
    return (run(f"make {jobs} build/tbk build/check-library", 600) and run("build/check-library --short-filename", 600)
            and run("tests/golden/run.sh build/tbk", 900) and run("tests/faults/inject.sh build/tbk build/preload.so", 600))


shutil.rmtree(copy, ignore_errors=True)
os.makedirs(copy)
subprocess.run(f"git archive HEAD | tar -x -C {copy}", cwd=root, shell=True, check=True)
if not (run("make -j4 build/preload.so", 600) and tests_pass()):
    sys.exit("mutate: the tests do not pass without a change")

generator = random.Random(seed)
files = subprocess.run(["git", "ls-files", "src/*.c", "src/*.h", "tools/*.c"], cwd=root, capture_output=True, text=True)
lines = [(file, i) for file in files.stdout.split() for i, line in enumerate(open(os.path.join(root, file))) if is_code(line)]
survivors = noticed = unbuilt = 0
while survivors + noticed + unbuilt < number:
    file, i = generator.choice(lines)
    path = os.path.join(copy, file)
    text = open(path).read()
    parts = text.split("\n")
    line = re.sub(r'"[^"]*"|/\*.*?\*/', lambda m: " " * len(m.group()), parts[i])
    places = [(m.start(), m.end(), new) for old, news in changes for m in re.finditer(old, line) for new in news]
    if not places:
        continue
    start, end, new = generator.choice(places)
    before = parts[i]
    parts[i] = before[:start] + new + before[end:]
    open(path, "w").write("\n".join(parts))
    if not run(f"make -j{os.cpu_count()} build/tbk", 600):
        unbuilt += 1
    elif tests_pass():
        survivors += 1
        print(f"SURVIVES {file}:{i + 1}\n- {before.strip()}\n+ {parts[i].strip()}", flush=True)
    else:
        noticed += 1
    open(path, "w").write(text)
print(f"mutate: {number} changes, {unbuilt} do not build, {noticed} noticed, {survivors} survive (seed {seed})")
