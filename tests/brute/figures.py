#!/usr/bin/env python3
"""figures.py PROGRAM - the tables of `tbk stats` against figures counted here from the definitions, over the treebanks of
data/ and, if TBK_CORPORA names a folder with them, over some real ones. Which arcs are lost is read from the trees of
`tbk projectivize`, and which of them all optimal trees lose from the rows of `tbk choices --by=arc`. The same bytes must come with several threads, and from JSON."""

import glob
import gzip
import json
import os
import subprocess
import sys

PROGRAM = sys.argv[1]
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data")
# Small treebanks of several languages, two of them of one language.
REAL = ["ug_udt-ud-test", "la_perseus-ud-test", "kk_ktb-ud-test", "kk_ktb-ud-train", "ja_gsd-ud-test", "de_gsd-ud-test"]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()


def sentences(text):
    """Of each sentence its sent_id and its words, each as (head, deprel, upos)."""
    for block in text.split("\n\n"):
        sent_id, words = "", []
        for line in block.split("\n"):
            if line.startswith("# sent_id = "):
                sent_id = line[len("# sent_id = "):]
            fields = line.split("\t")
            if fields[0].isdigit():
                words.append((int(fields[6]), fields[7], fields[3]))
        if words:
            yield sent_id, words


def ancestors(heads, word):
    """The words from WORD, itself left out, up to 0."""
    while word != 0:
        word = heads[word]
        yield word


def is_nonprojective(heads, word):
    head = heads[word]
    return any(head not in ancestors(heads, between) for between in range(min(head, word) + 1, max(head, word)))


def arcs_of(path):
    """Of each sentence its sent_id and its arcs, each as a dictionary."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        gold = file.read()
    projective = run("projectivize", "-q", "--mark=none", path)
    choices = [json.loads(line) for line in run("choices", "-q", "--by=arc", "--format=jsonl", path).splitlines()]
    never_kept = {(row["sentence"], row["id"]) for row in choices if int(row["kept"]) == 0}
    for number, ((sent_id, words), (_, new_words)) in enumerate(zip(sentences(gold), sentences(projective)), 1):
        heads = [-1] + [word[0] for word in words]
        arcs = []
        for i, ((head, deprel, upos), (new_head, _, _)) in enumerate(zip(words, new_words), 1):
            way = [head] + list(ancestors(heads, head))
            arcs.append({
                "id": i, "head": head, "deprel": deprel, "upos": upos, "new_head": new_head,
                "nonprojective": is_nonprojective(heads, i), "lost": head != new_head,
                "certain": (number, i) in never_kept,
                "levels": way.index(new_head) if new_head in way else "",
                "direction": "root" if head == 0 else "left" if i < head else "right",
                "distance": 0 if head == 0 else abs(head - i)})
        yield sent_id, arcs


def percent(part, whole):
    if whole == 0:
        return ""
    share = (20000 * part + whole) // (2 * whole)
    return "%d.%02d" % (share // 100, share % 100)


TABLES = {}  # by name the columns of a table that are made of integers, as the program lists them
for listed in map(json.loads, run("help", "tables", "--format=jsonl").splitlines()):
    if listed["numerator"]:
        TABLES.setdefault(listed["table"], []).append(listed)


def names_of(table):
    return " ".join(column["column"] for column in TABLES[table])


def cells_of(table, counts):
    """The cells of a table's columns, from what they say they are made of."""
    def value(difference):
        first, *others = difference.split(" - ")
        return counts[first] - sum(counts[other] for other in others)
    return [percent(value(column["numerator"]), value(column["denominator"])) if column["denominator"] else value(column["numerator"])
            for column in TABLES[table]]


def tree_cells(trees):
    nonprojective = [sum(arc["nonprojective"] for arc in tree) for tree in trees]
    return cells_of("stats", {
        "sentences": len(trees), "words": sum(map(len, trees)), "max_words": max(map(len, trees)),
        "nonprojective_trees": sum(n > 0 for n in nonprojective), "nonprojective_arcs": sum(nonprojective),
        "lost_arcs": sum(arc["lost"] for tree in trees for arc in tree)})


ARCS, SENTENCE = "stats --words, or --by attributes of words", "stats --by=sentence"


SHOWN = names_of(ARCS) + " mean_length"


def arc_cells(arcs, table=ARCS):
    return cells_of(table, {"words": len(arcs), "nonprojective_arcs": sum(arc["nonprojective"] for arc in arcs),
                            "lost_arcs": sum(arc["lost"] for arc in arcs), "certain": sum(arc["certain"] for arc in arcs)})


def mean_length(arcs):
    lengths = [arc["distance"] for arc in arcs if arc["head"] != 0]
    if not lengths:
        return ""
    mean = (20000 * sum(lengths) + len(lengths)) // (2 * len(lengths))
    return "%d.%04d" % (mean // 10000, mean % 10000)


def grouped(items, key):
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def with_total(rows, trees):
    return rows + [["TOTAL"] + tree_cells(trees)] if len(rows) > 1 else rows


def by_file(treebanks):
    rows = [[path] + tree_cells([arcs for _, arcs in treebank]) for path, treebank in treebanks]
    return "file " + names_of("stats"), with_total(rows, [arcs for _, treebank in treebanks for _, arcs in treebank])


def by_language(treebanks):
    def language(path):
        name = os.path.basename(path).split(".conllu")[0]
        return name.split("_")[0] if "-ud-" in name else name
    groups = grouped([(language(path), arcs) for path, treebank in treebanks for _, arcs in treebank], lambda item: item[0])
    rows = [[name] + tree_cells([arcs for _, arcs in trees]) for name, trees in groups.items()]
    return "language " + names_of("stats"), with_total(rows, [arcs for _, treebank in treebanks for _, arcs in treebank])


def by_length(treebanks, width):
    groups = grouped([arcs for _, treebank in treebanks for _, arcs in treebank], lambda arcs: (len(arcs) - 1) // width)
    return "words_from words_to " + names_of("stats"), [[b * width + 1, (b + 1) * width] + tree_cells(groups[b]) for b in sorted(groups)]


def by_sentence(treebanks):
    rows = []
    for path, treebank in treebanks:
        for i, (sent_id, arcs) in enumerate(treebank, 1):
            rows.append([path, i, sent_id] + arc_cells(arcs, SENTENCE))
    return "file sentence sent_id " + names_of(SENTENCE), rows


def by_arc(treebanks):
    rows = []
    for path, treebank in treebanks:
        for i, (sent_id, arcs) in enumerate(treebank, 1):
            rows += [[path, i, sent_id] + [arc[k] for k in ("id", "head", "deprel", "upos", "new_head", "levels")]
                     for arc in arcs if arc["nonprojective"] or arc["lost"]]
    return "file sentence sent_id id head deprel upos new_head levels_lifted", rows


def by_group(treebanks, name):
    groups = grouped([arc for _, treebank in treebanks for _, arcs in treebank for arc in arcs], lambda arc: arc[name])
    order = sorted(groups, key=lambda key: key.encode())
    return name + " " + names_of(ARCS), [[key] + arc_cells(groups[key]) for key in order]


def by_group_with_lengths(treebanks, name):
    columns, rows = by_group(treebanks, name)
    arcs = [arc for _, treebank in treebanks for _, arcs in treebank for arc in arcs]
    return columns + " mean_length", [row + [mean_length([arc for arc in arcs if arc[name] == row[0]])] for row in rows]


def by_distance(treebanks, width):
    groups = grouped([arc for _, treebank in treebanks for _, arcs in treebank for arc in arcs],
                     lambda arc: (arc["distance"] + width - 1) // width)
    return "distance_from distance_to " + names_of(ARCS), [
        ([(b - 1) * width + 1, b * width] if b > 0 else ["", ""]) + arc_cells(groups[b]) for b in sorted(groups)]


def as_text(table):
    columns, rows = table
    return "".join("\t".join(map(str, row)) + "\n" for row in [columns.split()] + rows)


def from_json(text, columns):
    """The table whose rows are the JSON lines TEXT."""
    rows = [json.loads(line, parse_float=str) for line in text.splitlines()]
    return columns, [["" if row[name] is None else row[name] for name in columns.split()] for row in rows]


failures = 0


def check(what, expected, found):
    global failures
    if expected == found:
        return
    failures += 1
    pairs = zip(expected.splitlines() + [""], found.splitlines() + [""])
    print("FAILED %s: expected '%s', found '%s'" % (what, *next(pair for pair in pairs if pair[0] != pair[1])))


def check_all(paths):
    treebanks = [(path, list(arcs_of(path))) for path in paths]
    for options, table in [
            ([], by_file(treebanks)), (["--by=language"], by_language(treebanks)),
            (["--by=words:5"], by_length(treebanks, 5)), (["--by=words:1"], by_length(treebanks, 1)),
            (["--by=sentence"], by_sentence(treebanks)), (["--by=arc"], by_arc(treebanks)),
            (["--by=deprel"], by_group(treebanks, "deprel")), (["--by=upos"], by_group(treebanks, "upos")),
            (["--by=direction"], by_group(treebanks, "direction")),
            (["--by=deprel", "--lengths", "--columns=deprel," + SHOWN.replace(" ", ",")], by_group_with_lengths(treebanks, "deprel")),
            (["--by=upos", "--lengths", "--columns=upos," + SHOWN.replace(" ", ",")], by_group_with_lengths(treebanks, "upos")),
            (["--by=distance:1"], by_distance(treebanks, 1)), (["--by=distance:4"], by_distance(treebanks, 4))]:
        what = " ".join(options) + " of " + paths[0]
        check(what, as_text(table), run("stats", "-q", *options, *paths))
        check(what + ", threads", as_text(table), run("stats", "-q", "-j3", *options, *paths))
        check(what + ", JSON", as_text(table), as_text(from_json(run("stats", "-q", "--format=jsonl", *options, *paths), table[0])))


check_all(sorted(glob.glob(DATA + "/*.conllu") + glob.glob(DATA + "/*.conllu.gz")))
corpora = os.path.join(os.environ.get("TBK_CORPORA", ""), "ud", "r2.2")
if os.path.isdir(corpora):
    check_all([os.path.join(corpora, name + ".conllu.gz") for name in REAL])
else:
    print("skipped: TBK_CORPORA names no folder with ud/r2.2")
print("figures: %d failures" % failures)
sys.exit(failures > 0)
