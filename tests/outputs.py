#!/usr/bin/env python3
"""outputs.py PROGRAM - a bad file in the middle of a folder, for every command and every option that names what is written.

Tables and pages are written: with --on-error=stop as if the bad file were not there, with skip as if the bad sentence were
not. Treebanks and models are withheld. Both is told. By one thread and by four the same is written.
"""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

program = os.path.abspath(sys.argv[1])
data = Path(__file__).resolve().parent.parent / "data"
environment = {**os.environ, "LC_ALL": "C"}

# A line is what kind of output it is, how bad data are met (no: there is no --on-error; cut: only cut files are tried), and the
# command. What is written is called out.
COMMANDS = """
table both find upos=NOUN -o out f
table both find upos=NOUN --format=text -o out f
table both find upos=NOUN --by=lemma -o out f
table both find upos=NOUN -o out.html f
table both stats --words=deprel=nsubj --by=feats.Case -o out f
table both stats -o out f
table both stats --by=sentence -o out f
table both stats --by=arc -o out f
table both stats --by=sentence --format=jsonl --lengths --classes -o out f
table both stats --by=words:5 -o out.gz f
table both stats --tally=out -o rest f
table both stats --by=words:5 --lengths --plot=out.svg -o rest f
table both stats -o out p
table both stats --by=label --tally=out -o rest p
table both stats --input=heads -o out h
table both encodings -o out f
table both encodings --tally=out -o rest f
table both choices -o out f
table both choices --by=sentence -o out f
table both choices --by=arc -o out f
table both choices --by=sentence --plot=out.svg -o rest f
table both choices --plot=out.svg -o rest f
table both choices --tally=out -o rest f
table cut check --fail-on=never -o out f
table cut check --fail-on=never --format=jsonl -o out f
table cut check --fail-on=never --format=text -o out f
table cut check --fail-on=never --format=github -o out f
table cut check --fail-on=never --format=html -o out f
table cut check --fail-on=never --sort=suspicion -o out f
table cut check --fail-on=never --rules=ud -o out f
table cut check --fail-on=never --by=test -o out f
table cut check --fail-on=never --by=file --tally=out -o rest f
tree cut repair --suggest --test=error,warning,note -o out f
folder cut repair --test=error,warning,note --output-dir=out f
table both compare-oracles -o out f
table both compare-oracles --tally=out -o rest f
table both compare-oracles --output-dir=out -o rest f
table both compare-oracles --system=in-order -o out p
table both show -o out f
table both show --format=html -o out f
table both show --format=tikz -o out f
table both show --format=dot -o out f
table both show --output-dir=out f
table both show --format=tikz --output-dir=out --where=nonprojective_arcs>=1 f
table both steps --where=words<=8 -o out f
table both steps --where=words<=8 --format=html -o out f
table both show --format=html -o out p
table both show --output-dir=out p
table both transitions -o out f
table both transitions -o out p
table both steps --where=words<=5 --format=html -o out p
tree no transitions --replay -o out s
table no evaluate f ../system -o out
table no evaluate --align f ../system -o out
table no evaluate p ../phrases -o out
table both evaluate f f -o out
table both evaluate --by=word f f -o out
table both evaluate --by=confusion f f -o out
table both evaluate --by=confusion --against=f f f -o out
table both evaluate f f,f -o out
table both evaluate --against=f f f -o out
table both evaluate f f --tally=out -o rest
table both evaluate p p -o out
tree both projectivize -o out f
tree both projectivize -o out.gz f
folder both projectivize --output-dir=out f
table both projectivize --summary=out -o rest f
tree both restore -o out f
folder both restore --output-dir=out f
tree both filter -o out f
folder both filter --output-dir=out f
tree both filter --sample=30 -o out f
tree both filter --lines -o out p
tree both filter --lines --sample=3 -o out p
parts both filter --split=a:1,b:1 --output-dir=out f
parts both filter --split=3 --output-dir=out f
tree both convert --to=conllx -o out f
folder both convert --to=conllx --output-dir=out f
tree both convert --to=heads -o out f
tree both convert --input=heads -o out h
folder both convert --input=heads --output-dir=out h
tree both filter --input=heads -o out h
folder both filter --input=heads --output-dir=out h
tree both reorder --order=mirror -o out f
folder both reorder --order=mirror --output-dir=out f
tree both parse -m ../model -o out f
folder both parse -m ../model --output-dir=out f
tree both parse -m ../phrase-model -o out p
tree both parse -m ../phrase-model --input=tagged -o out g
tree no train --epochs=1 -o out f
tree no train --epochs=1 -o out p
table cut oracle -o out r
"""


def tbk(folder, *arguments):
    return subprocess.run([program, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True)


def put(top, kind, source, suffix, wrong):
    """Puts files of a kind into the folders good, bad, whole and cut: in good the file in the middle lacks; in bad it ends in what
    is wrong; in whole that is not there; in cut it is a compressed file, long enough to be read in several pieces, that was cut
    off."""
    text = source.read_bytes()
    long = gzip.compress(text * (600000 // len(text)), mtime=0)
    middle = {"bad": (f"m.{suffix}", text + wrong.encode()), "whole": (f"m.{suffix}", text),
              "cut": (f"m.{suffix}.gz", long[: len(long) * 4 // 5])}
    for name in ("good", "bad", "whole", "cut"):
        folder = top / name / kind
        folder.mkdir(parents=True)
        for side in ("a", "z"):
            (folder / f"{side}.{suffix}").write_bytes(text)
        if name in middle:
            (folder / middle[name][0]).write_bytes(middle[name][1])


def make_folders(top):
    sentences = (data / "la.conllu").read_text().split("\n\n")
    (top / "la.conllu").write_text("\n\n".join(sentences[:20]) + "\n\n")
    (top / "record").write_text('{"heads":[2,0],"prefix":[]}\n')
    (top / "words").write_text("A/DET letter/N arrived/V ././.\n")
    tbk(top, "convert", "-q", "--to=heads", "la.conllu", "-o", "la.heads")
    tbk(top, "transitions", "la.conllu", "-o", "la.jsonl")
    put(top, "f", top / "la.conllu", "conllu", "# sent_id = bad\n1\ta\n\n")
    put(top, "p", data / "phrases.psd", "psd", "(S (NP a) b)\n")
    put(top, "r", top / "record", "jsonl", "")
    put(top, "s", top / "la.jsonl", "jsonl", '{"heads":[2,0],"transitions":["SH","?"]}\n')
    put(top, "g", top / "words", "tagged", "A/DET letter\n")
    put(top, "h", top / "la.heads", "heads", "2 1\n")
    tbk(top, "projectivize", "-q", "--mark=none", "--output-dir=system", "whole/f")
    shutil.copytree(top / "whole/p", top / "phrases")
    tbk(top, "train", "-q", "-o", "model", "--epochs=1", "la.conllu")
    tbk(top, "train", "-q", "-o", "phrase-model", "--epochs=1", str(data / "phrases.psd"))


class Trial:
    """A command in the folders of one place."""

    def __init__(self, top, line):
        self.top = top
        self.kind, self.how, self.command = line.split(" ", 2)
        self.views, self.error, self.failures = {}, "", []

    def fail(self, message):
        self.failures.append(f"FAILED: {self.command}: {message}\n" + "\n".join(self.error.splitlines()[:5]))

    def view(self, file, folder):
        """What can be compared of a file: without numbers of files, times, and what tallies say of files left out."""
        text, name = file.read_text(errors="replace") if file.suffix != ".gz" else "", file.relative_to(folder)
        columns = None
        if self.command.startswith("compare"):
            columns = 7
        if "--tally" in self.command:
            text = tbk(folder, "merge", "--partial", str(file)).stdout.decode()
        elif self.command.startswith("compare-oracles --output-dir"):
            text, columns = text if file.suffix == ".tsv" else "", 4
        elif file.suffix == ".gz":
            text = gzip.decompress(file.read_bytes()).decode()
        if columns:
            text = "\n".join("\t".join(line.split("\t")[:columns]) for line in text.split("\n"))
        return f"{name}\n" + re.sub(r"[0-9]+ files", "N files", text)

    def make(self, folder, status, *options):
        """Runs the command in a folder; what it wrote is then in `views`, None if nothing is."""
        place = self.top / folder
        for left in [*place.glob("out*"), *place.glob("rest")]:
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        done = tbk(place, *self.command.split(), *options)
        self.error = done.stderr.decode(errors="replace")
        if done.returncode != status:
            self.fail(f"status {done.returncode}, expected {status} in {folder} {options}")
        if done.stdout and not self.command.startswith("train"):
            self.fail("something is on standard output")
        files = sorted(file for out in place.glob("out*") for file in ([out] if out.is_file() else out.rglob("*")) if file.is_file())
        self.views[folder] = "".join(self.view(file, place) for file in files) if files else None
        self.is_there = any(place.glob("out*"))

    def said(self, pattern):
        if not re.search(pattern, self.error):
            self.fail(f"not told: {pattern}")

    def check(self, folder):
        """What is there of a run over a file that was left out: as without it, or nothing."""
        if self.kind == "tree":
            if self.is_there:
                self.fail(f"it is written in {folder}")
            self.said("out[^ ]* was not written")
        elif self.kind == "parts":
            if self.views[folder] is not None:
                self.fail(f"parts are written in {folder}")
            self.said("no part was written")
        else:
            if self.views[folder] is None or self.views[folder] != self.views["good"]:
                self.fail(f"not that of the good files in {folder}")
            self.said("the output does not contain 1 of 3 files" if self.kind == "table" else "files that are left out were not written")

    def run(self):
        has_jobs = not re.match("train|oracle|.*--replay", self.command)
        self.make("good", 0)
        for jobs in (1, 4) if has_jobs else (None,):
            option = [f"-j{jobs}"] if jobs else []
            if self.how != "cut":
                self.make("bad", 1, *option)
                self.check("bad")
            if self.how == "both" and jobs != 4:
                self.make("whole", 0, *option)
                self.make("bad", 0, *option, "--on-error=skip")
                if self.views["whole"] != self.views["bad"]:
                    self.fail("with skip not that of the good sentences")
                if self.kind != "parts":
                    self.said("m.*: 1 .* left out; the first: ")
            # A cut file is tried with one of both numbers of threads: tables with four.
            if self.how != "no" and jobs != (1 if self.kind == "table" else 4):
                self.make("cut", 3, *option)
                self.check("cut")
        return self.failures


def run_part(lines):
    with tempfile.TemporaryDirectory(prefix="tbk-outputs.") as scratch:
        make_folders(Path(scratch))
        return [failure for line in lines for failure in Trial(Path(scratch), line).run()]


lines = COMMANDS.strip().split("\n")
n_threads = os.cpu_count() or 1
with ThreadPoolExecutor(n_threads) as pool:
    failures = sum(pool.map(run_part, [lines[t::n_threads] for t in range(n_threads)]), [])
print(*failures, sep="\n", end="\n" if failures else "")
print(f"outputs: {len(lines)} commands, {len(failures)} failures")
sys.exit(bool(failures))
