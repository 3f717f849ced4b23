#!/usr/bin/env python3
"""lengths.py PROGRAM - the tables of `tbk stats --lengths` and `--classes` against sums over what the same command gives for
each sentence, as exact fractions, with punctuation and without; over the treebanks of data/. If TBK_CORPORA names a folder
with them, the tallies of real treebanks against sums that were counted by other means."""

import glob
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

PROGRAM = sys.argv[1]
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data")
CORPORA = os.environ.get("TBK_CORPORA", "")
# Of each treebank, columns of the other counts that stand under the same names in tallies.
SAME = "D dmin dmin_pl dmin_pr dmax_pr epr6 e3 C Q head_initial adjacent shd flux_max fluxw_max fluxw_sum max_len mdd_e9 " \
    "mdd_sentences omega_sentences words arcs".split()
CLASSES = ["not_" + name for name in (
    "projective planar 2planar 2planar0 1ec 1ec0 mh4 inh0 inh1 wn gap1 gap2 wg1 wg2 mg1 edge1 edge2 attardi2 attardi3 "
    "attardi4").split()]
failures = 0


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()


def check(what, expected, found):
    global failures
    if expected != found:
        failures += 1
        print("FAILED %s: expected '%s', found '%s'" % (what, expected, found))


def rounded(value, digits):
    """VALUE with so many digits after the point, the last one half away from 0; nothing for no value."""
    if value is None:
        return ""
    unit = 10**digits
    number = (abs(value) * unit * 2 + 1) // 2
    return ("-" if value < 0 and number > 0 else "") + "%d.%0*d" % (number // unit, digits, number % unit)


def ratio(part, whole):
    return None if whole == 0 else Fraction(part) / whole


def rounded_to(value, unit):
    return (2 * unit * value + 1) // 2


def mean(values):
    """Of values that are rounded to 10^-9 each."""
    return ratio(sum(rounded_to(value, 10**9) for value in values), 10**9 * len(values))


def omega(s):
    n = s["words"]
    return Fraction(n * n - 1 - 3 * s["D"], n * n - 1 - 3 * s["dmin"])


def z(value, mean, variance):
    return "%.4f" % ((value - mean) / math.sqrt(variance)) if variance else ""


def length_cells(sentences):
    trees = [s for s in sentences if s["E_D"] is not None]
    total = lambda key: sum(Fraction(s[key]) for s in trees)
    most = lambda key: max((s[key] for s in trees), default=0)
    arcs = sum(s["words"] - 1 for s in trees)
    planar = ratio(sum(rounded_to(Fraction(s["E_D_planar"]), 10**6) for s in trees), 10**6 * arcs)
    return {
        "sentences_measured": str(len(trees)), "sentences_left_out": str(len(sentences) - len(trees)), "arcs": str(arcs),
        "total_length": str(total("D")), "crossings": str(total("C")), "crossings_random": rounded(total("E_C"), 4),
        "crossings_z": z(total("C"), total("E_C"), total("V_C")), "mdd": rounded(ratio(total("D"), arcs), 4),
        "mdd_of_sentences": rounded(mean([Fraction(s["D"], s["words"] - 1) for s in trees if s["words"] > 1]), 4),
        "mdd_least": rounded(ratio(total("dmin"), arcs), 4),
        "mdd_least_projective": rounded(ratio(total("dmin_pr"), arcs), 4),
        "mdd_random_projective": rounded(ratio(total("E_D_projective"), arcs), 4),
        "mdd_random_planar": rounded(planar, 4), "mdd_random": rounded(ratio(total("E_D"), arcs), 4),
        "omega": rounded(mean([omega(s) for s in trees if s["words"] > 2]), 4),
        "adjacent_percent": rounded(ratio(100 * total("adjacent"), arcs), 2),
        "head_initial_percent": rounded(ratio(100 * total("head_initial"), arcs), 2),
        "mean_depth": rounded(ratio(total("shd"), arcs), 4), "max_arc": str(most("max_len")),
        "max_flux": str(most("flux_max")), "max_flux_weight": str(most("fluxw_max"))}


def class_cells(sentences):
    cells = {}
    for name in CLASSES:
        cells[name] = str(sum(s[name] for s in sentences))
        cells[name + "_percent"] = rounded(ratio(100 * sum(s[name] for s in sentences), len(sentences)), 2)
    for name in "max_gap_degree", "max_edge_degree":
        cells[name] = str(max((s[name] for s in sentences), default=0))
    return cells


def check_row(what, row, sentences):
    expected = {"words": str(sum(s["words"] for s in sentences)), **length_cells(sentences), **class_cells(sentences)}
    for name, cell in expected.items():
        check("%s: %s" % (what, name), cell, row[name])


def rows_of(text):
    lines = [line.split("\t") for line in text.splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def check_tables(paths, options):
    asked = ["stats", "-q", "--lengths", "--classes", *options]
    sentences = [json.loads(line) for line in run(*asked, "--by=sentence", "--format=jsonl", *paths).splitlines()]
    what = " ".join(options + [paths[0]])
    rows = rows_of(run(*asked, *paths))
    check(what + ": rows", paths + ["TOTAL"], [row["file"] for row in rows])
    for row in rows:
        check_row(what + ", " + row["file"], row, [s for s in sentences if row["file"] in ("TOTAL", s["file"])])
    for row in rows_of(run(*asked, "--by=words:7", *paths)):
        low, high = int(row["words_from"]), int(row["words_to"])
        check_row("%s, %d words and more" % (what, low), row, [s for s in sentences if low <= s["words"] <= high])
    for s, row in zip(sentences, rows_of(run(*asked, "--by=sentence", *paths))):
        for name, cell in length_cells([s]).items():
            check("%s, sentence %s of %s: %s" % (what, s["sentence"], s["file"], name), cell, row[name])
    by_distance = rows_of(run("stats", "-q", "--by=distance", *options, *paths))
    check(what + ": distances", sum(s["D"] for s in sentences),
          sum(int(row["distance"] or 0) * int(row["words"]) for row in by_distance))


def check_random_crossings(path):
    """The mean and the variance of the crossings of sentences of 4 to 7 words, over all orders of these."""
    trees = []
    for text in open(path, encoding="utf-8").read().split("\n\n"):
        trees.append([int(line.split("\t")[6]) for line in text.split("\n") if line.split("\t")[0].isdigit()])
    rows = rows_of(run("stats", "-q", "--lengths", "--by=sentence", path))
    n = 0
    for heads, row in zip(trees, rows):
        if not 4 <= len(heads) <= 7 or heads.count(0) != 1:
            continue
        pairs = list(itertools.combinations([(word, head - 1) for word, head in enumerate(heads) if head > 0], 2))
        counts = []
        for order in itertools.permutations(range(len(heads))):
            arcs = [(sorted((order[a], order[b])), sorted((order[c], order[d]))) for (a, b), (c, d) in pairs]
            counts.append(sum(a < c < b < d or c < a < d < b for (a, b), (c, d) in arcs))
        mean = Fraction(sum(counts), len(counts))
        variance = Fraction(sum(count * count for count in counts), len(counts)) - mean * mean
        what = "sentence %s of %s" % (row["sentence"], path)
        check(what + ": crossings_random", rounded(mean, 4), row["crossings_random"])
        check(what + ": crossings_z", z(int(row["crossings"]), mean, variance), row["crossings_z"])
        n += 1
    return n


def check_tally(treebank, punctuation, expected):
    paths = sorted(glob.glob(os.path.join(CORPORA, "ud", *treebank.split("_", 1)) + "-ud-*.conllu.gz"))
    options = ["--without=upos=PUNCT"] if punctuation == "removed" else []
    with tempfile.TemporaryDirectory() as folder:
        tally = os.path.join(folder, "tally")
        run("stats", "-q", "--lengths", "--tally=" + tally, *options, *paths)
        lines = [json.loads(line) for line in open(tally)]
    found = {}
    for line in lines:
        if isinstance(line, list) and line[1] == "lengths":
            for name, value in zip(COLUMNS, map(int, line[3])):
                found[name] = max(found.get(name, 0), value) if name in ("max_len", "flux_max", "fluxw_max") else found.get(name, 0) + value
    found["sentences"] = found["sentences_measured"]
    found["omega_e9"] -= found["omega_below_e9"]
    found["Q"] = found["crossings_random_e360"] // 120
    for name in ["sentences", "omega_e9"] + SAME:
        check("%s, punctuation %s: %s" % (treebank, punctuation, name), int(expected[name]), found[name])


paths = sorted(glob.glob(DATA + "/*.conllu") + glob.glob(DATA + "/*.conllu.gz"))
for options in [], ["--without=upos=PUNCT"], ["--without=upos=PUNCT,NOUN,VERB,ADP"]:
    check_tables(paths, options)

check("sentences of 4 to 7 words", True, sum(check_random_crossings(path) for path in paths if path.endswith("u")) > 10)

# The columns of tallies, as src/statistics/figures.c has them.
COLUMNS = "sentences_measured sentences_left_out words arcs D C adjacent head_initial fluxw_sum shd crossings_random_e360 crossings_variance_e360 dmin_sentences dmin_arcs dmin " \
    "dmin_pl dmin_pr dmax_pr epr6 epl_e6 e3 omega_sentences omega_e9 omega_below_e9 mdd_sentences mdd_e9 max_len flux_max " \
    "fluxw_max".split()
counts = os.path.join(CORPORA, "vectors", "lengths", "treebanks-r2.2.tsv")
if CORPORA and os.path.exists(counts):
    for row in rows_of(open(counts).read()):
        check_tally(row["treebank"], row["punct"], row)
else:
    print("skipped: TBK_CORPORA names no folder with vectors/lengths/treebanks-r2.2.tsv")
print("lengths: %d failures" % failures)
sys.exit(failures > 0)
