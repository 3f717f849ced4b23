#!/usr/bin/env python3
"""report_history.py PROGRAM UD FOLDER - what became of the findings of `tbk check` in the oldest of the releases in the folder
UD (r2.2, r2.15, ...): the heads of the same words in the newest release of the same treebank. Writes FOLDER/history.tsv and
FOLDER/history.md.

Sentences are the same if all forms are equal, and of several those of the same sent_id.
"""
import csv
import gzip
import io
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

FIGURES = ("findings", "changed", "first", "first_three")


def sentences(path):
    """Yields (sent_id, forms, heads) for each sentence of a compressed file."""
    sent_id = ""
    forms, heads = [], []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                name, _, value = line[1:].partition("=")
                if name.strip() == "sent_id":
                    sent_id = value.strip()
            elif line.strip():
                columns = line.rstrip("\n").split("\t")
                if columns[0].isdigit():
                    forms.append(columns[1])
                    heads.append(columns[6])
            elif forms:
                yield sent_id, forms, heads
                sent_id = ""
                forms, heads = [], []


def release_number(folder):
    """r2.18 as (2, 18)."""
    return tuple(int(part) for part in folder.name[1:].split("."))


def treebank_of(path):
    return path.name.split("-ud-")[0]


def newest_heads(folders):
    """By treebank, the sentences of its newest release: by sent_id, and by forms."""
    newest = {}
    for folder in folders:
        for path in folder.glob("*.conllu.gz"):
            newest[treebank_of(path)] = folder
    found = {}
    for treebank, folder in newest.items():
        by_id, by_forms = {}, {}
        for path in sorted(folder.glob(f"{treebank}-ud-*.conllu.gz")):
            for sent_id, forms, heads in sentences(path):
                by_id[sent_id] = forms, heads
                by_forms.setdefault(" ".join(forms), (forms, heads))
        found[treebank] = by_id, by_forms
    return found


def heads_today(later, sentence):
    """The heads of the same sentence later, None if there is none."""
    sent_id, forms, _ = sentence
    for name, sentences_by in ((sent_id, later[0]), (" ".join(forms), later[1])):
        found = sentences_by.get(name) if name else None
        if found is not None and found[0] == forms:
            return found[1]
    return None


def count(program, old, later):
    """By treebank and test, Counters of FIGURES."""
    counts = defaultdict(Counter)
    for path in sorted(old.glob("*.conllu.gz")):
        if treebank_of(path) not in later:
            continue
        table = subprocess.run(
            [program, "check", "-q", "--fail-on=never", "--on-error=skip", path], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ).stdout.decode()
        rows = defaultdict(list)
        for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
            rows[int(row["sentence"])].append(row)
        for index, sentence in enumerate(sentences(path), 1):
            heads = heads_today(later[treebank_of(path)], sentence) if index in rows else None
            for row in rows[index] if heads is not None else []:
                today = heads[int(row["id"]) - 1]
                counted = counts[treebank_of(path), row["test"]]
                counted["findings"] += 1
                counted["changed"] += today != row["head"]
                counted["first"] += today == row["new_head"]
                counted["first_three"] += today in (row["new_head"], *row["alternatives"].split(","))
    return counts


def origin(program):
    """Where a page was made, by origin.sh."""
    tell = 'program=$1 && . "$(dirname "$0")/origin.sh" && origin history'
    return subprocess.run(["sh", "-c", tell, __file__, program], check=True, stdout=subprocess.PIPE).stdout.decode().strip()


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "–"


def write_page(file, made, counts, tests, old, newer):
    total = {test: sum((counted for (_, one), counted in counts.items() if one == test), Counter()) for test in tests}
    everything = sum(total.values(), Counter())
    print(f"# What became of the findings in {old.name}\n", file=file)
    print(
        f"{made}: findings of `tbk check` in release {old.name[1:]} whose sentences stand with the same forms in a release"
        f" from {newer[0].name[1:]} to {newer[-1].name[1:]}, of {len({treebank for treebank, _ in counts})} treebanks. *Changed*: the head"
        " today is another than then. *First*: of the changed, those whose head today is the one proposed; *first three*: or one of the"
        " alternatives.\n",
        file=file,
    )
    print("| test | findings | changed | changed | first | first | first three |\n|---|--:|--:|--:|--:|--:|--:|", file=file)
    for name, counted in [*total.items(), ("all", everything)]:
        print(
            f"| {name} | {counted['findings']} | {counted['changed']} | {percent(counted['changed'], counted['findings'])}"
            f" | {counted['first']} | {percent(counted['first'], counted['changed'])} | {percent(counted['first_three'], counted['changed'])} |",
            file=file,
        )
    print("\nBy treebank, changed of findings:\n", file=file)
    print(f"| treebank | {' | '.join(tests)} |\n|---|{'--:|' * len(tests)}", file=file)
    for treebank in sorted({treebank for treebank, _ in counts}):
        cells = (counts.get((treebank, test), Counter()) for test in tests)
        shown = (f"{cell['changed']} of {cell['findings']}" if cell["findings"] else "" for cell in cells)
        print(f"| {treebank} | {' | '.join(shown)} |", file=file)


def main(program, ud, folder):
    old, *newer = sorted((path for path in Path(ud).glob("r[0-9]*") if path.is_dir()), key=release_number)
    counts = count(program, old, newest_heads(newer))
    tests = ["punct-is-nonproj", "punct-causes-nonproj", "function-head-nonproj", "cc-nonproj", "is-nonproj", "causes-nonproj"]
    Path(folder).mkdir(parents=True, exist_ok=True)
    with open(Path(folder, "history.tsv"), "w", encoding="utf-8") as file:
        print("treebank", "test", *FIGURES, sep="\t", file=file)
        for (treebank, test), counted in sorted(counts.items(), key=lambda item: (item[0][0], tests.index(item[0][1]))):
            print(treebank, test, *(counted[figure] for figure in FIGURES), sep="\t", file=file)
    with open(Path(folder, "history.md"), "w", encoding="utf-8") as file:
        write_page(file, origin(program), counts, tests, old, newer)


main(*sys.argv[1:])
