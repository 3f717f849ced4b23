#!/usr/bin/env python3
"""evaluate_groups.py PROGRAM - tbk evaluate --by --against of two parsers against a plain second implementation: counts and F1 of each
group exactly, p within the error of both samples, Holm's correction, and rows of sentences. The parsers are trained here, on sentences of
this project; if TBK_CORPORA is set, on a treebank."""
import gzip
import itertools
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

ROUNDS, TOLD = 2000, 10000
TREEBANKS = {"data": ("data/demo.conllu.gz", "data/demo.conllu.gz")}
CORPORA = os.environ.get("TBK_CORPORA")
if CORPORA:
    TREEBANKS["corpora"] = (f"{CORPORA}/ud/r2.2/af_afribooms-ud-dev.conllu.gz", f"{CORPORA}/ud/r2.2/af_afribooms-ud-test.conllu.gz")


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def read(path):
    """The sentences of a file: words as (UPOS, head, relation)."""
    sentences, words = [], []
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if fields[0].isdigit():
                words.append((fields[3], int(fields[6]), fields[7].split(":")[0]))
            elif line == "\n":
                sentences.append(words)
                words = []
    return sentences


def of_sentence(sentence, memory={}):
    """Attributes of a gold sentence: projective, nonprojective_arcs, max_depth and D, the sum of distances."""
    if id(sentence) not in memory:
        heads = [0, *(head for _, head, _ in sentence)]

        def ancestors(word):
            while word:
                yield word
                word = heads[word]

        nonprojective = sum(
            head > 0 and any(head not in ancestors(w) for w in range(min(word, head) + 1, max(word, head)))
            for word, head in enumerate(heads[1:], 1))
        found = {
            "projective": "no" if nonprojective else "yes", "nonprojective_arcs": str(nonprojective),
            "max_depth": str(max(len(list(ancestors(word))) - 1 for word in range(1, len(heads)))),
            "D": sum(abs(word - head) for word, head in enumerate(heads[1:], 1) if head),
        }
        memory[id(sentence)] = sentence, found  # kept, so that no other one gets its place
    return memory[id(sentence)][1]


def bin_of(number, width):
    start = (number - 1) // width * width
    return f"{start + 1}-{start + width}" if number else "0-0"


def key(name, sentence, word, head, relation):
    if name in ("projective", "nonprojective_arcs", "max_depth"):
        return of_sentence(sentence)[name]
    if name == "D:20":
        return bin_of(of_sentence(sentence)["D"], 20)
    return {
        "udeprel": relation, "upos": sentence[word - 1][0], "words:10": bin_of(len(sentence), 10), "file": "file",
        "distance": "" if head == 0 else str(abs(word - head)), "head.upos": "_" if head == 0 else sentence[head - 1][0],
    }[name]


def cells(gold, system, keys):
    """For each sentence its groups, with the counts gold, system, right heads, right both."""
    result = []
    for a, b in zip(gold, system):
        found = {}
        for word, (x, y) in enumerate(zip(a, b), 1):
            of_gold = tuple(key(k, a, word, x[1], x[2]) for k in keys)
            of_system = tuple(key(k, a, word, y[1], y[2]) for k in keys)
            counts = found.setdefault(of_gold, [0] * 4)
            counts[0] += 1
            counts[2] += x[1] == y[1]
            counts[3] += x[1:] == y[1:]
            found.setdefault(of_system, [0] * 4)[1] += 1
        result.append(found)
    return result


def total(sentences):
    counts = {}
    for found in sentences:
        for group, row in found.items():
            sums = counts.setdefault(group, [0] * 4)
            for c in range(4):
                sums[c] += row[c]
    return counts


def f1(row):
    return 2 * row[3] / (row[0] + row[1]) if row[0] + row[1] else None


def probability(of_a, of_b, group, draw):
    """That of a difference of F1 at least as great, by rounds in which the systems change places in half of the sentences."""
    zero = [0] * 4
    a = [found.get(group, zero) for found in of_a]
    b = [found.get(group, zero) for found in of_b]
    sums = [[sum(row[c] for row in rows) for c in (0, 1, 3)] for rows in (a, b)]
    changed = [(y[1] - x[1], y[3] - x[3]) for x, y in zip(a, b) if x != y]
    score = lambda gold, system, both: 2 * both / (gold + system) if gold + system else 0.0
    observed, n = abs(score(*sums[0]) - score(*sums[1])), 0
    for _ in range(ROUNDS):
        system = both = 0
        bits = draw.getrandbits(len(changed) + 1)
        for i, (x, y) in enumerate(changed):
            if bits >> i & 1:
                system += x
                both += y
        gold, of, right = sums[0]
        other_gold, other_of, other_right = sums[1]
        n += abs(score(gold, of + system, right + both) - score(other_gold, other_of - system, other_right - both)) >= observed - 1e-12
    return (n + 1) / (ROUNDS + 1)


def check_p(found, expected, place):
    spread = (max(expected * (1 - expected), 1e-3) * (1 / ROUNDS + 1 / TOLD)) ** 0.5
    assert abs(found - expected) < 5 * spread + 1e-3, (place, found, expected)


def check_holm(rows, place):
    """The corrected p of each row; the table rounds p to four digits."""
    tested = sorted((float(row["p"]), float(row["p_holm"])) for row in rows if row["p"])
    least = 0.0
    for i, (p, corrected) in enumerate(tested):
        least = max(least, min(1.0, p * (len(tested) - i)))
        assert abs(corrected - least) <= 6e-5 * len(tested), (place, p, corrected, least)


def check_groups(program, paths, files, keys, draw):
    gold, a, b = files
    table = [line.split("\t") for line in run(
        program, "evaluate", f"--by={','.join(keys)}", f"--against={paths[2]}", *paths[:2]).splitlines()]
    rows = [dict(zip(table[0], row)) for row in table[1:]]
    of_a, of_b = cells(gold, a, keys), cells(gold, b, keys)
    sums, others = total(of_a), total(of_b)
    assert len(rows) == len(set(sums) | set(others)), (keys, len(rows), len(sums))
    for row in rows:
        group = tuple(
            "file" if k == "file" else f"{row[k[:-3] + '_from']}-{row[k[:-3] + '_to']}" if ":" in k else row[k] for k in keys)
        found = sums.get(group, [0] * 4)
        assert [int(row[c]) for c in ("gold", "system", "correct_heads", "correct_both")] == found, (keys, row)
        mine, other = f1(found), f1(others.get(group, [found[0], 0, 0, 0]))
        assert row["p"] == "" if mine is None or other is None else abs(float(row["difference"]) - 100 * (mine - other)) < 0.0051, (keys, row)
        if mine is not None and other is not None:
            assert abs(float(row["other_f1"]) - 100 * other) < 0.0051, (keys, row)
            check_p(float(row["p"]), probability(of_a, of_b, group, draw), (keys, group))
    check_holm(rows, keys)
    table = [line.split("\t") for line in run(  # systems are one family
        program, "evaluate", f"--by={','.join(keys)}", f"--against={paths[2]}", f"--against={paths[0]}", *paths[:2]).splitlines()]
    several = [dict(zip(table[0], row)) for row in table[1:]]
    assert len(several) == 2 * len(rows), keys
    check_holm(several, keys)
    return len(rows)


def main(program):
    draw = random.Random(1)
    for name, (train, test) in TREEBANKS.items():
        with tempfile.TemporaryDirectory() as folder:
            paths = [test]
            for system, options in ("a", []), ("b", ["--oracle=static", "--trees=projectivized"]):
                run(program, "train", "-q", "--epochs=1", "--max=80", *options, train, "-o", f"{folder}/{system}.model")
                run(program, "parse", "-q", "-m", f"{folder}/{system}.model", test, "-o", f"{folder}/{system}.conllu")
                paths.append(f"{folder}/{system}.conllu")
            files = [read(path) for path in paths]
            keys = [
                ("udeprel",), ("upos",), ("words:10",), ("distance",), ("file",), ("upos", "words:10"), ("file", "distance"), ("head.upos", "udeprel"),
                ("projective",), ("nonprojective_arcs",), ("max_depth",), ("D:20",), ("projective", "distance")]
            n = sum(check_groups(program, paths, files, k, draw) for k in keys)
            print(f"evaluate_groups: {n} groups of two parsers over {name} as expected")


main(sys.argv[1])
