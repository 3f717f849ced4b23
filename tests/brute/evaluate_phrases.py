#!/usr/bin/env python3
"""evaluate_phrases.py PROGRAM - tbk evaluate over trees in brackets against a plain second implementation, on random pairs.

Words are taken out of both trees of a pair alike; evalb.py has those that differ.
"""
import random
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction

LABELS = ["S", "NP", "VP", "TOP", "ADVP", "PRT"]
TAGS = ["N", "V", ".", "POS", "''"]
FORMS = ["'", '"', "/", "''", "w"]


def random_tree(draw, left, right):
    """(label, children) over the words left..right-1; a child is a tree or the number of a word."""
    children, at = [], left
    while at < right:
        size = draw.randint(1, right - at)
        if at == left and size == right - left and draw.random() < 0.7:
            size = max(1, size - 1)
        whole = size == right - left
        if size == 1 and draw.random() < 0.6 or whole and size == 1:
            children.append(at)
        else:
            children.append(random_tree(draw, at, at + size))
        at += size
    return (draw.choice(LABELS), children)


def noisy(draw, tree):
    label, children = tree
    new = []
    for child in children:
        if isinstance(child, int):
            new.append(child)
        elif draw.random() < 0.2:
            new.extend(noisy(draw, child)[1])
        else:
            new.append(noisy(draw, child))
    return (draw.choice(LABELS) if draw.random() < 0.15 else label, new)


def brackets(tree, tags, forms):
    if isinstance(tree, int):
        return f"({tags[tree]} {forms[tree]})"
    return f"({tree[0]} {' '.join(brackets(child, tags, forms) for child in tree[1])})"


def words(tree):
    return [tree] if isinstance(tree, int) else [w for child in tree[1] for w in words(child)]


def left(tags, options):
    """The words that are not taken out."""
    return {w for w, tag in enumerate(tags) if tag not in options["delete"]}


def constituents(tree, left_words, options, is_root=True):
    """Yields (label, the words that are left, number of children)."""
    if isinstance(tree, int):
        return
    label, children = tree
    kept = tuple(w for w in words(tree) if w in left_words)
    if (
        kept
        and label not in options["delete"]
        and not (is_root and options["no_root"])
        and not (len(children) == 1 and options["no_unary"])
    ):
        yield options["equal"].get(label, label), kept, len(children)
    for child in children:
        yield from constituents(child, left_words, options, False)


def classes(pairs):
    """What each label counts as: all that pairs join, however far, count as one label, the last that a pair named."""
    counts_as = {label: label for pair in pairs for label in pair}
    for x, y in pairs:
        old, new = counts_as[x], counts_as[y]
        counts_as = {label: new if one == old else one for label, one in counts_as.items()}
    return counts_as


def crosses(x, y):
    """Of two lists of words: whether they share some, and each has some that the other has not."""
    x, y = set(x), set(y)
    return bool(x & y and x - y and y - x)


def is_long(gold_tags, options):
    return sum(t not in options["uncounted"] for t in gold_tags) > options["max_words"]


def expected(gold, system, tags, system_tags, options):
    sums = Counter()
    for g, s, t, u in zip(gold, system, tags, system_tags):
        kept = left(t, options)
        if is_long(t, options) or not kept:
            continue
        a, b = (list(constituents(x, kept, options)) for x in (g, s))
        labelled = sum((Counter(c[:2] for c in a) & Counter(c[:2] for c in b)).values())
        plain = sum((Counter(c[1] for c in a) & Counter(c[1] for c in b)).values())
        sums += Counter(gold=len(a), system=len(b), labelled=labelled, plain=plain)
        crossing = sum(any(crosses(x[1], y[1]) for y in a) for x in b)
        sums += Counter(trees=1, crossing=crossing)
        sums["whole_not_crossing"] += crossing == 0
        for x, y in ((t[w], u[w]) for w in kept):
            sums["words"] += 1
            sums["tags"] += options["equal"].get(x, x) == options["equal"].get(y, y)
        sums["whole"] += labelled == len(a) == len(b)
        sums["whole_plain"] += plain == len(a) == len(b)
    n, m = sums["gold"], sums["system"]
    return {
        "precision": (sums["labelled"], m),
        "recall": (sums["labelled"], n),
        "F1": (2 * sums["labelled"], n + m),
        "unlabelled_precision": (sums["plain"], m),
        "unlabelled_recall": (sums["plain"], n),
        "unlabelled_F1": (2 * sums["plain"], n + m),
        "exact": (sums["whole"], sums["trees"]),
        "exact_unlabelled": (sums["whole_plain"], sums["trees"]),
        "not_crossing": (m - sums["crossing"], m),
        "trees_not_crossing": (sums["whole_not_crossing"], sums["trees"]),
        "tags": (sums["tags"], sums["words"]),
    }


def expected_groups(gold, system, tags, options, grouping):
    """Numbers of constituents by group. Which of equal ones agree is not defined, but how many of a label do."""
    key = {
        "label": lambda c: c[0],
        "children": lambda c: str(c[2]) if c[2] < 10 else "10+",
        "length": lambda c: str(len(c[1])) if len(c[1]) < 10 else "10+",
    }[grouping]
    table = {}
    for g, s, t in zip(gold, system, tags):
        kept = left(t, options)
        if is_long(t, options):
            continue
        a, b = (list(constituents(x, kept, options)) for x in (g, s))
        for side, items in (0, a), (1, b):
            for c in items:
                table.setdefault(key(c), [0, 0, 0])[side] += 1
        both = Counter(c[:2] for c in a) & Counter(c[:2] for c in b)
        for (label, kept), times in both.items():
            if grouping != "children":
                table[key((label, kept, 0))][2] += times
    return table


def found(program, *arguments):
    command = [program, "evaluate", "--input=brackets", *arguments]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = [line.split("\t") for line in out.splitlines()]
    return {row[0]: dict(zip(lines[0], row)) for row in lines[1:]}


def check(program, folder, seed):
    draw = random.Random(seed)
    sizes = [draw.randint(1, 12) for _ in range(draw.randint(1, 8))]
    tags = [[draw.choice(TAGS) for _ in range(n)] for n in sizes]
    gold = [random_tree(draw, 0, n) for n in sizes]
    system = [noisy(draw, g) if draw.random() < 0.8 else random_tree(draw, 0, n) for g, n in zip(gold, sizes)]
    forms = [[draw.choice(FORMS) for _ in t] for t in tags]
    pairs = [("PRT", "ADVP"), ("NN", "N")] + [("PRT", "NP"), ("ADVP", "PRT")] * (seed % 4 < 2) if seed % 7 < 3 else []
    options = {
        "max_words": 8 if seed % 11 < 3 else 100,
        "uncounted": ["."] if seed % 2 == 0 else [],
        "no_root": seed % 2 == 1,
        "no_unary": seed % 3 == 1,
        "delete": ["TOP", ".", "''"] if seed % 5 < 2 else [],
        "equal": classes(pairs),
    }
    others = [tag for tag in TAGS + ["NN"] if tag not in options["delete"]]
    system_tags = [[t if t in options["delete"] or draw.random() < 0.9 else draw.choice(others) for t in tree] for tree in tags]
    for name, trees, their_tags in ("gold", gold, tags), ("system", system, system_tags):
        with open(f"{folder}/{name}", "w") as file:
            file.writelines(brackets(*both) + "\n" for both in zip(trees, their_tags, forms))
    given = [f"--{name.replace('_', '-')}" for name in ("no_root", "no_unary") if options[name]]
    given += [f"--delete={','.join(options['delete'])}"] * bool(options["delete"])
    given += ["--equal=" + ",".join("=".join(pair) for pair in pairs)] * bool(pairs)
    given += [f"--max-words={options['max_words']}"] + ["--delete-for-length=."] * bool(options["uncounted"])
    files = f"{folder}/gold", f"{folder}/system"
    table = found(program, *given, *files)
    for measure, (right, of) in expected(gold, system, tags, system_tags, options).items():
        row = table[measure]
        assert (int(row["correct"]), int(row["total"])) == (right, of), (seed, measure, row, right, of)
        if of:
            assert abs(Fraction(row["percent"]) - Fraction(100 * right, of)) <= Fraction(1, 200) + Fraction(1, 10**6)
            assert float(row["low"]) <= float(row["high"])
    for grouping in "label", "children", "length":
        groups = expected_groups(gold, system, tags, options, grouping)
        rows = found(program, f"--by={grouping}", *given, *files)
        assert set(rows) == set(groups), (seed, grouping, rows, groups)
        for name, (n_gold, n_system, both) in groups.items():
            row = rows[name]
            assert (int(row["gold"]), int(row["system"])) == (n_gold, n_system), (seed, grouping, row)
            if grouping != "children":
                assert int(row["gold_correct"]) == int(row["system_correct"]) == both, (seed, grouping, row, both)
        both = sum(int(row["gold_correct"]) for row in rows.values())
        assert both == int(table["recall"]["correct"]) == sum(int(row["system_correct"]) for row in rows.values())


def check_p(program, folder):
    """Six trees, in each of which the first system is better by one constituent: p is 2 of 64."""
    for name, tree in ("gold", "(S (NP (N a)) (V b))"), ("worse", "(S (VP (N a)) (V b))"):
        with open(f"{folder}/{name}", "w") as file:
            file.write(f"{tree}\n" * 6)
    table = found(program, f"--against={folder}/worse", f"{folder}/gold", f"{folder}/gold")
    assert abs(float(table["F1"]["p"]) - 2 / 64) < 0.01, table["F1"]
    assert table["F1"]["difference"] == "50.00", table["F1"]
    assert table["unlabelled_F1"]["p"] == "1.0000", table["unlabelled_F1"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(150):
            check(sys.argv[1], folder, seed)
        check_p(sys.argv[1], folder)
    print("evaluate: 150 pairs of trees in brackets agree")


main()
