#!/usr/bin/env python3
"""peers.py PROGRAM TREEBANK.conllu [TREES.psd] - tbk beside other programs that do the same job: a row of Markdown for each that is found,
with the processor time of both (user, the least of three runs), and whether the results are equal. None of them is part of tbk.

They are looked for in the folder that PEERS names, else among what Python can import: conll18_ud_eval.py; evalb and COLLINS.prm;
udapi/bin/udapy; maltparser.jar (java); the packages conllu and spacy. What is not found is named at the end.
"""
import gzip
import importlib.util
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

program, treebank, *rest = sys.argv[1:]
peers = Path(os.environ.get("PEERS", "."))
missing = []


def run(*command, stdin=None):
    """Returns the least user time of three runs of a command, and what it prints."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([str(part) for part in command], stdin=open(stdin, "rb") if stdin else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return min(times), done.stdout


def tbk(*options, stdin=None):
    return run(program, *options, stdin=stdin)


def has(*names):
    if all((peers / name).exists() for name in names):
        return True
    missing.extend(name for name in names if not (peers / name).exists())
    return False


def can_import(name):
    if importlib.util.find_spec(name) is None:
        missing.append(name)
    return importlib.util.find_spec(name) is not None


def row(job, command, ours, peer, theirs, result):
    print(f"| {job} | `{command}` | {ours:.2f} | {peer} | {theirs:.2f} | {theirs / max(ours, 0.01):.0f} | {result} |", flush=True)


def cells(text, *columns):
    """The columns, by number, of the words of a file in CoNLL-U or CoNLL-X."""
    lines = (line.split("\t") for line in text.decode().split("\n") if re.match(r"\d+\t", line))
    return [tuple(line[column] for column in columns) for line in lines]


def differing(ours, theirs, what):
    n = sum(a != b for a, b in zip(ours, theirs)) + abs(len(ours) - len(theirs))
    return f"all {len(ours)} {what} are equal" if n == 0 else f"{n} of {len(ours)} {what} differ"


def conll18(gold, system):
    ours, table = tbk("evaluate", "--align", "--no-intervals", "--columns=measure,precision,recall,f1", gold, system)
    theirs, text = run(sys.executable, peers / "conll18_ud_eval.py", "-v", gold, system)
    rows = [tuple(cell.strip() for cell in line.split("|"))[:4] for line in text.decode().splitlines()[2:]]
    mine = [tuple(line.split("\t")) for line in table.decode().splitlines()[1:]]
    row("CoNLL 2018 measures", "evaluate --align", ours, "conll18_ud_eval.py", theirs, differing(mine, rows, "measures, as printed,"))


def evalb(gold, system):
    options = ("evaluate", "--forms=full", f"--parameters={peers}/COLLINS.prm", gold, system)
    ours, _ = tbk(*options, "--by=sentence")
    summary, table = tbk(*options, "--no-intervals")
    theirs, text = run(peers / "evalb", "-p", peers / "COLLINS.prm", gold, system)
    mine = {line.split("\t")[0]: line.split("\t")[3] for line in table.decode().splitlines()[1:]}
    found = [float(number) for number in re.findall(r"Bracketing (?:Recall|Precision) += +([\d.]+)", text.decode())[:2]]
    is_equal = found == [float(mine["recall"]), float(mine["precision"])]
    for what, seconds in (("rows", ours), ("a summary", summary)):
        row(f"labelled brackets, {what}", "evaluate --parameters=COLLINS.prm", seconds, "evalb, -O2", theirs,
            "recall and precision are equal" if is_equal else f"{found} and {mine['recall']}, {mine['precision']}")


def udapi(gold, folder):
    def left(text):
        (folder / "out.conllu").write_bytes(text)
        return tbk("stats", "-q", "--columns=nonprojective_trees", folder / "out.conllu")[1].decode().split()[1]

    ours, mine = tbk("projectivize", "--mark=none", gold)
    theirs, found = run(sys.executable, peers / "udapi/bin/udapy", "-s", "transform.Proj", stdin=gold)
    row("projective trees", "projectivize", ours, "udapi transform.Proj", theirs, f"{left(mine)} and {left(found)} trees stay non-projective")


def maltparser(gold, folder):
    (folder / "in.conll").write_bytes(tbk("convert", "-q", "--to=conllx", gold)[1])
    ours, mine = tbk("projectivize", "--mark=head", "--lift=malt", "--label-style=malt", gold)
    theirs, _ = run("java", "-jar", peers / "maltparser.jar", "-w", folder, "-c", "pp", "-m", "proj", "-pp", "head", "-i", folder / "in.conll",
                    "-o", folder / "out.conll")
    row("pseudo-projective labels", "projectivize --mark=head --lift=malt --label-style=malt", ours, "MaltParser", theirs,
        differing(cells(mine, 6, 7), cells((folder / "out.conll").read_bytes(), 6, 7), "heads and labels"))


def conllu(gold):
    code = "import conllu, sys\nfor s in conllu.parse_incr(open(sys.argv[1], encoding='utf-8')): sys.stdout.write(s.serialize())"
    ours, mine = tbk("filter", gold)
    theirs, found = run(sys.executable, "-c", code, gold)
    row("read and write", "filter", ours, "conllu (Python)", theirs, differing(mine.split(b"\n"), found.split(b"\n"), "lines"))


def spacy(gold):
    code = ("import sys\nfrom spacy.pipeline._parser_internals import nonproj\nn = 0\n"
            "for s in open(sys.argv[1], encoding='utf-8').read().strip().split('\\n\\n'):\n"
            "    heads = [int(l.split('\\t')[6]) for l in s.split('\\n') if l.split('\\t')[0].isdigit()]\n"
            "    heads = [h - 1 if h else i for i, h in enumerate(heads)]\n"
            "    new = nonproj.projectivize(heads, ['x'] * len(heads))[0]\n"
            "    n += sum(a != b for a, b in zip(heads, new))\nprint(n)")
    ours, mine = tbk("projectivize", "--mark=head", "--lift=shortest", gold)
    theirs, found = run(sys.executable, "-c", code, gold)
    n = sum(a != b for a, b in zip(cells(Path(gold).read_bytes(), 6), cells(mine, 6)))
    row("lifted arcs", "projectivize --mark=head --lift=shortest", ours, "spaCy nonproj", theirs, f"{n} and {int(found)} arcs move")


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    gold, system = folder / "gold.conllu", folder / "system.conllu"
    gold.write_bytes(gzip.open(treebank).read() if treebank.endswith(".gz") else Path(treebank).read_bytes())
    system.write_bytes(tbk("projectivize", "-q", "--mark=none", gold)[1])
    print("| job | tbk | s | peer | s | times | result |\n|---|---|--:|---|--:|--:|---|")
    if has("conll18_ud_eval.py"):
        conll18(gold, system)
    if rest and has("evalb", "COLLINS.prm"):
        # evalb has room for lines of a fixed length.
        lines = tbk("filter", "-q", "--lines", "--input=brackets", rest[0])[1].splitlines(keepends=True)
        (folder / "gold.psd").write_bytes(b"".join(line for line in lines if len(line) < 3000))
        # Every seventh label of a constituent is another one.
        labels = iter(range(10 ** 9))
        changed = re.sub(rb"\(([A-Z-]+) \(", lambda m: b"(XP (" if next(labels) % 7 == 0 else m[0], (folder / "gold.psd").read_bytes())
        (folder / "system.psd").write_bytes(changed)
        evalb(folder / "gold.psd", folder / "system.psd")
    if has("udapi/bin/udapy"):
        udapi(gold, folder)
    if has("maltparser.jar"):
        maltparser(gold, folder)
    if can_import("conllu"):
        conllu(gold)
    if can_import("spacy"):
        spacy(gold)
print(f"\nNot found: {', '.join(dict.fromkeys(missing))}" if missing else "")
