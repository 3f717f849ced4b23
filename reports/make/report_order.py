#!/usr/bin/env python3
"""report_order.py PROGRAM UD FOLDER - how free the order of words is in the newest release of each treebank below the folder UD, beside
the share of arcs that are not projective. Writes FOLDER/word-order.tsv and word-order.md, and, where gnuplot is, word-order.svg.
"""
import subprocess
import sys
from pathlib import Path

ENDS = ("", "_low", "_high")
COLUMNS = ("treebank", "release", "arcs", *(f"before_head_percent{end}" for end in ENDS), "order_freedom",
           *(f"order_freedom_corrected{end}" for end in ENDS), "sister_freedom", *(f"sister_freedom_corrected{end}" for end in ENDS), "subjects", "objects", "nonprojective_arcs_percent")
WITHOUT = "--without=upos=PUNCT"


def release_number(folder):
    """r2.18 as (2, 18)."""
    return tuple(int(part) for part in folder.name[1:].split("."))


def newest(ud):
    """The files of the newest release of each treebank."""
    found = {}
    for folder in sorted(Path(ud).glob("r[0-9]*"), key=release_number):
        of_release = {}
        for path in sorted(folder.glob("*.conllu.gz")):
            of_release.setdefault(path.name.split("-ud-")[0], []).append(path)
        found.update(of_release)
    return dict(sorted(found.items()))


def rows_of(program, command, paths, *options):
    """The last row of a table over files, and all rows, as dictionaries."""
    run = subprocess.run([program, command, "-q", WITHOUT, *options, *paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    header, *rows = (line.split("\t") for line in run.stdout.decode().splitlines())
    return [dict(zip(header, row)) for row in rows]


def measure(program, treebank, paths):
    order = rows_of(program, "word-order", paths, "--intervals")[-1]
    relations = {row["deprel"]: row["order_freedom_corrected"] for row in rows_of(program, "word-order", paths, "--by=deprel")}
    row = {name: order.get(name) for name in COLUMNS}
    row.update(treebank=treebank, release=paths[0].parent.name, subjects=relations.get("nsubj", ""), objects=relations.get("obj", ""),
               nonprojective_arcs_percent=rows_of(program, "stats", paths)[-1]["nonprojective_arcs_percent"])
    return row


def ranks(values):
    """Ranks from 0; equal values have their mean."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def rank_correlation(x, y):
    """Spearman's coefficient."""
    x, y = ranks(x), ranks(y)
    mean = (len(x) - 1) / 2
    covariance = sum((a - mean) * (b - mean) for a, b in zip(x, y))
    return covariance / (sum((a - mean) ** 2 for a in x) * sum((b - mean) ** 2 for b in y)) ** 0.5


def origin(program):
    """Where a page was made, by origin.sh."""
    tell = 'program=$1 && . "$(dirname "$0")/origin.sh" && origin reports'
    return subprocess.run(["sh", "-c", tell, __file__, program], check=True, stdout=subprocess.PIPE).stdout.decode().strip()


def write_page(rows, made, file):
    shown = ("arcs", "before_head_percent", "order_freedom", "order_freedom_corrected", "sister_freedom_corrected", "subjects", "objects",
             "nonprojective_arcs_percent")

    def cell(row, name):
        return f"{row[name]} ({row[name + '_low']}–{row[name + '_high']})" if name + "_low" in row else row[name]

    correlation = rank_correlation(*([float(row[name]) for row in rows] for name in ("nonprojective_arcs_percent", "order_freedom_corrected")))
    print(f"# How free is the order of words?\n\n{made}: for the newest release of each of {len(rows)} treebanks\n", file=file)
    print(f"    tbk word-order --intervals {WITHOUT} FILES", file=file)
    print(f"    tbk word-order --by=deprel {WITHOUT} FILES", file=file)
    print(f"    tbk stats {WITHOUT} FILES\n", file=file)
    print("In parentheses are the ends of intervals of 95 per cent. `subjects` and `objects` are order_freedom_corrected of nsubj and obj. The treebanks with the freest order come first.\n", file=file)
    print("![Order freedom with its interval by non-projective arcs, a point for each treebank](word-order.svg)\n", file=file)
    print(f"Spearman's rank correlation of `order_freedom_corrected` with `nonprojective_arcs_percent`: {correlation:.2f}.\n", file=file)
    print(f"| treebank | release | {' | '.join(shown)} |\n|---|---|{'--:|' * len(shown)}", file=file)
    for row in sorted(rows, key=lambda row: -float(row["order_freedom_corrected"])):
        print(f"| {row['treebank']} | {row['release']} | {' | '.join(cell(row, name) for name in shown)} |", file=file)


def main(program, ud, folder):
    rows = [measure(program, treebank, paths) for treebank, paths in newest(ud).items()]
    folder = Path(folder)
    if not rows:
        sys.exit(f"{ud}: found no treebanks in folders such as r2.18")
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "word-order.tsv", "w", encoding="utf-8") as file:
        print(*COLUMNS, sep="\t", file=file)
        for row in rows:
            print(*(row[name] for name in COLUMNS), sep="\t", file=file)
    with open(folder / "word-order.md", "w", encoding="utf-8") as file:
        write_page(rows, origin(program), file)
    subprocess.run([Path(__file__).parent / "draw.sh", program, "", folder, "order"], check=True)


main(*sys.argv[1:])
