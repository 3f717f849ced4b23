#!/usr/bin/env python3
"""align_vectors.py PROGRAM - tbk evaluate --align against the counts of the script of the CoNLL 2018 shared task, and what that refuses:
pairs made from data/, and if TBK_CORPORA names a folder with vectors/evaluate/ the pairs there too."""
import gzip
import json
import os
import subprocess
import sys
import tempfile


def pairs_of_data():
    """(name, gold, system, counts): texts; counts is None for what is refused."""
    with gzip.open("tests/vectors/align.jsonl.gz", "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            yield record["id"], record["gold"], record["system"], record.get("counts")


def pairs_of_corpora(folder):
    def text(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()

    with open(os.path.join(folder, "expected.jsonl"), encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            counts = record.get("counts")
            if counts is not None:
                counts = {m: [c["correct"], c["gold"], c["system"], c["aligned"]] for m, c in counts.items()}
            yield record["system"], text(record["gold"]), text(record["system"]), counts


def rows_of(counts):
    """The rows of the table, as the script rounds."""
    for measure, (right, gold, system, aligned) in counts.items():
        shares = [
            right / system if system else 0.0,
            right / gold if gold else 0.0,
            2 * right / (gold + system) if gold + system else 0.0,
        ]
        numbers = [right, gold, system, "" if aligned is None else aligned]
        yield [measure] + [str(n) for n in numbers] + [f"{100 * share:.2f}" for share in shares]


def check(program, folder, name, gold, system, counts):
    for path, text in ("gold", gold), ("system", system):
        with open(f"{folder}/{path}", "w", encoding="utf-8", newline="") as file:
            file.write(text)
    command = [program, "evaluate", "--align", "--no-intervals", f"{folder}/gold", f"{folder}/system"]
    run = subprocess.run(command, capture_output=True, text=True)
    if counts is None:
        assert run.returncode == 1 and run.stdout == "", (name, run)
        return
    assert run.returncode == 0, (name, run)
    found = [line.split("\t")[:8] for line in run.stdout.splitlines()[1:]]
    assert found == list(rows_of(counts)), (name, found, counts)


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    pairs = list(pairs_of_data())
    more = os.path.join(os.environ.get("TBK_CORPORA", ""), "vectors/evaluate")
    if os.environ.get("TBK_CORPORA") and os.path.isdir(more):
        pairs += pairs_of_corpora(more)
    else:
        print("skipped: TBK_CORPORA names no folder with vectors/evaluate")
    with tempfile.TemporaryDirectory() as folder:
        for pair in pairs:
            check(PROGRAM, folder, *pair)
    counted = sum(counts is not None for *_, counts in pairs)
    print(f"evaluate --align: {counted} pairs have the counts of the script, {len(pairs) - counted} are refused as by it")


PROGRAM = os.path.abspath(sys.argv[1])
main()
