#!/usr/bin/env python3
"""kill.py PROGRAM N [SEED] - runs that replace files, N of them killed (SIGKILL) at a random moment before their end.

Each target is then the old file or the new one, byte for byte, and nothing else is there but hidden files of the run. The same
command, run again, writes all targets and leaves no other file.
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

program, n_moments = os.path.abspath(sys.argv[1]), int(sys.argv[2])
generator = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data")
HIDDEN = re.compile(r"\..*\.\d+\.tmp")

# Each writes below out/.
commands = [line.split() for line in """\
projectivize --output-dir=out -j2 files
projectivize --output-dir=out --mark=headpath -j4 files
projectivize -o out/large.conllu --summary=out/table large.conllu
projectivize -o out/large.conllu.gz large.conllu
restore --output-dir=out files
restore -o out/large.conllu.gz marked.conllu.gz
stats --lengths --classes -o out/table --tally=out/tally files
choices -o out/table --tally=out/tally large.conllu
filter --where=!projective --output-dir=out -j2 files
find id>0 -o out/table files
filter --sample=30 -o out/sample.conllu.gz files
transitions --system=swap -o out/sequences large.conllu
compare-oracles --system=arc-eager-nederhof --by=confusion -o out/table files
oracle -o out/answers records.jsonl
train --epochs=1 -o out/model large.conllu
parse -m model -o out/parsed.conllu.gz large.conllu
parse -m model --output-dir=out -j2 files
parse -m phrases --input=tagged -o out/parsed.psd tagged
evaluate -o out/table --tally=out/tally large.conllu parsed.conllu
merge -o out/table --tally=out/whole parts/1 parts/2
merge --output-dir=out/report -o out/table compared
show --format=html -o out/page.html large.conllu
stats -o out/table --tally=out/tally trees.psd
train --epochs=1 -o out/model trees.psd
convert --to=conllx --output-dir=out -j2 files
convert --to=heads -o out/heads.gz large.conllu
filter --split=train:80,dev:10,test:10 --output-dir=out -j2 large.conllu
filter --split=4 --output-dir=out large.conllu
show --format=svg --output-dir=out --max=40 large.conllu
steps --max=40 -o out/steps.html large.conllu
repair --test=error,warning,note --output-dir=out -j2 files
check --fail-on=never --tally=out/tally -o out/table --by=test large.conllu
""".splitlines()]
if shutil.which("gnuplot"):
    commands.append("choices -o out/table --plot=out/plot.svg large.conllu".split())


def tbk(*arguments):
    done = subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"kill.py: tbk {' '.join(arguments)}: {done.stderr.decode()}")


def make_inputs():
    os.mkdir("files")
    for name in os.listdir(data):
        if re.fullmatch(r"..\.conllu(\.gz)?", name):
            shutil.copy(os.path.join(data, name), "files")
    with open("large.conllu", "wb") as large:
        for _ in range(6):
            large.write(subprocess.run(["gzip", "-dc", os.path.join(data, "demo.conllu.gz")], stdout=subprocess.PIPE, check=True).stdout)
    with open(os.path.join(data, "phrases.psd")) as trees, open("trees.psd", "w") as many:
        many.write(trees.read() * 20)
    with open("records.jsonl", "w") as records:
        records.write('{"heads":[2,0],"prefix":["SH"]}\n' * 3000)
    with open("tagged", "w") as tagged:
        tagged.write("A/DET letter/N arrived/V ././.\n" * 3000)
    tbk("train", "--epochs=1", "-o", "phrases", "trees.psd")
    tbk("projectivize", "-o", "marked.conllu.gz", "large.conllu")
    tbk("train", "--epochs=1", "-o", "model", "files/en.conllu")
    tbk("parse", "-m", "model", "-o", "parsed.conllu", "large.conllu")
    os.mkdir("parts")
    for part in "12":
        tbk("stats", f"--part={part}/2", f"--tally=parts/{part}", "files")
    tbk("compare-oracles", "--system=arc-eager-nederhof", "--tally=compared", "files")


def wait_for_group(group):
    """Waits for the end of a gnuplot that the run may have started: until it is one, it holds the locks of hidden files."""
    for _ in range(1000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    sys.exit("kill.py: gnuplot does not end")


def contents():
    found = {}
    for folder, _, names in os.walk("out"):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                found[os.path.join(folder, name)] = file.read()
    return found


class Case:
    """A command, the files that it writes, and how long that takes."""

    def __init__(self, command):
        self.command = command
        os.mkdir("out")
        tbk(*command)
        self.new = contents()
        self.old = {path: b"old " * 3000 + path.encode() for path in self.new}
        self.put_old()
        begin = time.monotonic()
        tbk(*command)
        self.seconds = time.monotonic() - begin
        if contents() != self.new:
            sys.exit(f"kill.py: another run writes other bytes: tbk {' '.join(command)}")
        shutil.rmtree("out")

    def put_old(self):
        shutil.rmtree("out")
        for path, old in self.old.items():
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(old)

    def kill(self):
        """Runs and kills the command. Returns whether it was at work yet."""
        run = subprocess.Popen([program, *self.command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(generator.uniform(0, self.seconds))
        run.kill()
        status = run.wait()
        wait_for_group(run.pid)
        return status != 0

    def look(self):
        """Returns what is wrong after a kill, how many targets are new, and how many temporary files there are."""
        problems, n_new, n_hidden = [], 0, 0
        found = contents()
        for path in self.old:
            if path not in found:
                problems.append(f"{path} is gone")
            elif found[path] == self.new[path]:
                n_new += 1
            elif found[path] != self.old[path]:
                problems.append(f"{path} is neither the old file nor the new one")
        for path in found.keys() - self.old.keys():
            if HIDDEN.fullmatch(os.path.basename(path)):
                n_hidden += 1
            else:
                problems.append(f"there is a file {path}")
        return problems, n_new, n_hidden

    def run_again(self):
        """Returns what is wrong with a whole run upon what the killed one left."""
        again = subprocess.run([program, *self.command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if again.returncode != 0:
            return [f"the next run ends with {again.returncode}: {again.stderr[:200]!r}"]
        found = contents()
        return [f"after the next run {path} is not as expected" for path in self.new if found.get(path) != self.new[path]] + [
            f"after the next run there is {path}" for path in found.keys() - self.new.keys()]


with tempfile.TemporaryDirectory(prefix="tbk-kill.") as scratch:
    os.chdir(scratch)
    make_inputs()
    cases = [Case(command) for command in commands]
    n_runs = n_killed = n_among = n_left = n_failures = 0
    while n_killed < n_moments:
        case = cases[n_runs % len(cases)]
        n_runs += 1
        os.mkdir("out")
        case.put_old()
        n_killed += case.kill()
        problems, n_new, n_hidden = case.look()
        n_among += 0 < n_new < len(case.new)
        n_left += n_hidden > 0
        problems += case.run_again()
        for problem in problems:
            print(f"FAILED run {n_runs}, tbk {' '.join(case.command)}: {problem}")
        n_failures += len(problems)
        shutil.rmtree("out")
    os.chdir("/")
print(f"killed: {n_killed} of {n_runs} runs of {len(cases)} commands before their end; {n_left} left hidden files, which the next "
      f"run removed; {n_among} had replaced some of their files; {n_failures} failures")
sys.exit(n_failures > 0)
