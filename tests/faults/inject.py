#!/usr/bin/env python3
"""inject.py PROGRAM PRELOAD [all] - small runs of each command in which one call fails: of open, read, write, close, fsync, rename,
linkat, mmap, pthread_create or malloc, the k-th, for every k with `all`, else for the first ones and then fewer and fewer.

A run ends with status 0 and the whole output, or with status 3, a message, and the old output or the table of
the files that could be read. Where memory runs out once the new output is in place, that is whole. Interrupted calls and
short ones make no difference. No temporary file is left.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

program, preload = map(os.path.abspath, sys.argv[1:3])
is_all = sys.argv[3:] == ["all"]
data = Path(__file__).resolve().parent.parent.parent / "data"
# OpenBLAS ends the process where it lacks a thread.
environment = {**os.environ, "LC_ALL": "C", "OPENBLAS_NUM_THREADS": "1"}
has_coverage = "TBK_COVERAGE" in os.environ
OLD = b"old\n"

COMMANDS = """\
projectivize -o out in.conllu.gz
projectivize -j4 -o out in.conllu other.conllu
projectivize --mark=head --on-error=pass -o out in.conllu
restore -o out marked.conllu
stats --lengths --classes -j2 -o out in.conllu other.conllu
choices --by=sentence -o out in.conllu
check --fail-on=never --format=html -j2 -o out in.conllu other.conllu
repair --test=error,warning,note -o out in.conllu
filter --where=!projective -o out in.conllu
transitions --system=swap -o out in.conllu
oracle -o out records
stats -o out phrases.psd
transitions --system=in-order -o out phrases.psd
evaluate -o out in.conllu other.conllu
parse -m model -o out in.conllu
parse -m beam -o out in.conllu
parse -m phrases --input=tagged -o out in.tagged
parse -m network -o out in.conllu
train --epochs=1 --stages=2 -o out in.conllu
train --epochs=1 --beam=2 -o out in.conllu
train --epochs=1 -o out phrases.psd
find upos=NOUN -o out in.conllu
find upos=NOUN --by=lemma -o out in.conllu
restore --mark=head -o out marked.head
filter --sample=5 -o out in.conllu
filter --sample=5 -o out phrases.psd
transitions --system=swap --replay --onto=in.conllu -o out sequences
transitions --system=in-order --replay -o out phrases.jsonl
compare-oracles --system=arc-eager-nederhof --by=confusion -o out in.conllu
compare-oracles --system=top-down --columns=file,*differ* -o out phrases.psd
compare-oracles --system=bottom-up --columns=file,*differ* -o out phrases.psd
merge -o out tally.1 tally.2
show --projectivized -o out in.conllu
show --format=html -o out phrases.psd
evaluate -o out phrases.psd phrases.psd
convert --to=conllx -j2 -o out in.conllu other.conllu
convert --input=conllx -o out in.conllx
convert --input=heads -o out in.heads
check --rules=ud --fail-on=never -o out in.conllu
choices --by=arc --over=all -o out in.conllu
stats --lengths --by=sentence --format=jsonl -o out in.conllu
filter --where=class.planar --split=train:80,dev:20 --output-dir=into in.conllu other.conllu
filter --split=3 --output-dir=into in.conllu
projectivize -j2 --output-dir=into in.conllu other.conllu
show --format=svg --output-dir=into --max=3 in.conllu
show --against=changed.conllu --format=html -o out in.conllu
steps --system=arc-eager-nederhof -o out --max=2 in.conllu
steps --system=arc-eager-nederhof --grade=graded -o out --max=2 in.conllu
steps --walk=parser:model --format=html -o out --max=1 in.conllu
steps --system=in-order --format=html -o out --max=1 phrases.psd
steps --system=two-planar -o out --max=2 in.conllu
evaluate --align -o out in.conllu changed.conllu
evaluate --by=word -o out in.conllu changed.conllu
parse -m beam --n-best=3 --margin -o out in.conllu
"""
# What fails, and how.
FAULTS = [fault.split(":") for fault in (
    "malloc:ENOMEM open:EMFILE read:EIO read:EINTR read:short read:half write:ENOSPC write:EINTR write:short write:half fsync:EIO "
    "close:EIO rename:EIO linkat:EIO pthread_create:EAGAIN mmap:ENOMEM").split()]


def make_inputs(top):
    def tbk(arguments, may_fail=False):
        done = subprocess.run([program, *arguments.split()], cwd=top, env=environment, capture_output=True)
        if done.returncode != 0 and not may_fail:
            sys.exit(f"inject.py: tbk {arguments}: {done.stderr.decode()}")
        return done.returncode == 0

    text = (data / "en.conllu").read_text()
    for name in ("in.conllu", "other.conllu"):
        (top / name).write_text(text)
    (top / "changed.conllu").write_text(text.replace("nsubj", "obj"))
    shutil.copy(data / "phrases.psd", top)
    subprocess.run(["gzip", "-kn", "in.conllu"], cwd=top, check=True)
    (top / "records").write_text('{"heads":[2,0],"prefix":["SH"]}\n')
    (top / "in.tagged").write_text("A/DET letter/N arrived/V\n\nslept/V ./.\n")
    tbk("projectivize -o marked.conllu in.conllu")
    tbk("projectivize --mark=head -o marked.head in.conllu")
    tbk("train -o model in.conllu --epochs=1")
    tbk("train -o beam --beam=4 --epochs=1 in.conllu")
    tbk("train -o phrases --epochs=1 phrases.psd")
    if not tbk("train -o network --learner=feedforward --epochs=1 in.conllu", may_fail=True):
        shutil.copy(top / "model", top / "network")
    tbk("transitions --system=swap -o sequences in.conllu")
    tbk("transitions --system=in-order -o phrases.jsonl phrases.psd")
    tbk("transitions --system=arc-eager-nederhof -o graded in.conllu")
    tbk("convert --to=conllx -o in.conllx in.conllu", may_fail=True)
    tbk("convert --to=heads -o in.heads in.conllu")
    for part in "12":
        tbk(f"stats --tally=tally.{part} --part={part}/2 in.conllu other.conllu")


def read(path):
    return path.read_bytes() if path.exists() else b"no file"


class Sweeps:
    """A command in a folder of its own, with one call after the other failing. Its output is the file `out`, or those of `into`."""

    def __init__(self, inputs, place, command):
        self.place, self.command, self.out = place, command, place / "out"
        self.n_runs, self.failures, self.fault = 0, [], None
        shutil.copytree(inputs, place, copy_function=os.link)
        (place / "into").mkdir()
        if self.run():
            self.failures.append(f"FAILED without a fault: {command}: {self.error}")
        self.parts = {path: path.read_bytes() for path in sorted(place.glob("into/[!.]*"))}
        self.expected = b"".join(self.parts.values()) or read(self.out)
        self.lines = set(self.expected.splitlines())

    def run(self, fault=None):
        """Runs the command, and returns its status; what it tells is then `error`."""
        variables = {"TBK_FAULT": fault, "TBK_FAULT_MARK": "mark", "LD_PRELOAD": preload} if fault else {}
        # Where files have names from the start, one that is not complete is removed.
        self.have_names = fault is not None and self.command.endswith("in.conllu.gz")
        if self.have_names:
            variables["TBK_ALL_HAVE_NAMES"] = "1"
        with open(self.place / "records") as records, open(self.place / "stdout", "wb") as stdout:
            try:
                run = subprocess.run([program, *self.command.split()], cwd=self.place, env={**environment, **variables}, stdin=records,
                                     stdout=stdout, stderr=subprocess.PIPE, timeout=60)
            except subprocess.TimeoutExpired:
                self.error = "it did not end within 60 seconds"
                return 124
        self.error = run.stderr.decode(errors="replace")
        return run.returncode

    def fail(self, message):
        self.failures.append(f"FAILED {self.fault}: {self.command}: {message}\n" + "\n".join(self.error.splitlines()[:5]))

    def gather(self, status):
        """What stands for one file where there are several, each of which is the old one or the new one."""
        for path in sorted(self.place.glob("into/[!.]*")):
            if read(path) not in (OLD, self.parts.get(path)):
                self.fail(f"{path.name} is neither the old one nor the new one")
        found = b"".join(map(read, self.parts)) if status == 0 else OLD
        for path in self.place.glob("into/[!.]*"):
            path.unlink()
        return found

    def is_rest(self, found):
        """Whether the output is the table or the whole page of the files that could be read."""
        if "of 2 files could not be read" not in self.error or not found:
            return False
        if "--format=html" in self.command:
            return b"</html>\n" in found
        return self.lines.issuperset(found.splitlines())

    def is_done(self, found):
        """Whether the file is done, and what failed is standard output after it, or memory for what is told then; or, with
        coverage, the writing of what was counted."""
        return found == self.expected and (has_coverage or re.search("standard output|memory ran out$", self.error, re.M) is not None)

    def check(self, status, how):
        found = self.gather(status) if self.parts else read(self.out)
        if status == 0:
            if found != self.expected:
                self.fail("status 0, another output")
        elif status == 3:
            if not re.search("^tbk", self.error, re.M):
                self.fail("status 3, no message")
            if found != OLD and not self.is_rest(found) and not self.is_done(found):
                self.fail("status 3, and the old output is gone")
        # The library of Fortran, which OpenBLAS loads, ends the process where it lacks memory.
        elif not (status == 1 and how == "ENOMEM" and found == OLD
                  and self.error.splitlines()[:1] == ["Operating system error: Cannot allocate memory"]):
            self.fail(f"status {status}")
        if how in ("EINTR", "short", "half") and status != 0:
            self.fail(f"status {status}")
        if how == "ENOSPC" and status != 3:
            self.fail(f"status {status}, though a write failed")
        # Where memory runs out the program ends at once; a file that has a name stays then, as after a kill.
        for path in [*self.place.glob(".*.tmp"), *self.place.glob("into/.*.tmp")]:
            if not (self.have_names and "memory ran out" in self.error):
                self.fail(f"temporary file left: {path.name}")
            path.unlink()

    def sweep(self, function, how):
        """The command with each call of the function failing in turn."""
        k, mark = 1, self.place / "mark"
        while True:
            self.fault = f"{function}:{k}:{how}"
            for path in self.parts or [self.out]:
                path.write_bytes(OLD)
            status = self.run(self.fault)
            self.n_runs += 1
            if not mark.exists():
                return
            mark.unlink()
            self.check(status, how)
            k = k + 1 if is_all or k < 4 else 2 * k

    def sweep_all(self, faults):
        for function, how in faults:
            self.sweep(function, how)
        shutil.rmtree(self.place)
        return self


def make_large(inputs, place):
    """A large output, which goes to the disk while it is made: that may fail before the end."""
    text = (data / "en.conllu").read_bytes()
    (inputs / "large.conllu").write_bytes(text * (9000000 // len(text) + 1))
    return Sweeps(inputs, place, "projectivize -j2 -o out large.conllu")


with tempfile.TemporaryDirectory(prefix="tbk-inject.") as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
    top = Path(scratch)
    inputs = top / "inputs"
    inputs.mkdir()
    make_inputs(inputs)
    sweeps = list(pool.map(lambda case: Sweeps(inputs, top / f"{case[0]}", case[1]).sweep_all(FAULTS), enumerate(COMMANDS.splitlines())))
    large = make_large(inputs, top / "large")
    sweeps.append(large.sweep_all([("sync_file_range", "EIO"), ("sync_file_range", "ENOSPC")]))
    if large.n_runs < 6:
        large.fail("nothing goes to the disk before the end")
failures = [failure for case in sweeps for failure in case.failures]
for failure in failures:
    print(failure)
print(f"faults injected: {sum(case.n_runs for case in sweeps)} runs, {len(failures)} failures")
sys.exit(failures != [])
