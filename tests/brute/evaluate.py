#!/usr/bin/env python3
"""evaluate.py PROGRAM - tbk evaluate against a plain second implementation, on random pairs of treebanks."""
import random
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction

CONTENT = set(
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl amod conj "
    "fixed flat compound list parataxis orphan goeswith reparandum root dep".split()
)
RELATIONS = sorted(CONTENT) + "case punct aux:pass nmod:poss det subj SBJ conj:and nsub nsubjx acl:relcl _".split() * 2


def random_tree(draw, n):
    """Heads of 1..n: every word hangs on 0 or on a word that hangs already."""
    words, heads = list(range(1, n + 1)), [None] * (n + 1)
    draw.shuffle(words)
    for i, word in enumerate(words):
        heads[word] = draw.choice([0] + words[:i]) if i > 0 else 0
    return heads


def noisy(draw, heads):
    """The same tree with some words hung elsewhere, where that makes no cycle."""
    heads = list(heads)
    for word in range(1, len(heads)):
        if draw.random() < 0.3:
            new = draw.randrange(len(heads))
            ancestor = new
            while ancestor not in (0, word):
                ancestor = heads[ancestor]
            if ancestor == 0 and new != word:
                heads[word] = new
    return heads


def conllu(sentences):
    return "".join(
        f"# sent_id = s{number}\n"
        + "".join(f"{i}\tw{i}\t_\t{upos(i)}\t_\t_\t{h}\t{r}\t_\t_\n" for i, (h, r) in enumerate(s, 1))
        + "\n"
        for number, s in enumerate(sentences, 1)
    )


def upos(word):
    return ["_", "NOUN", "VERB", "X"][word and 1 + word % 3]


def is_nonprojective(sentence, word):
    head = sentence[word - 1][0]

    def is_below(w):
        while w not in (0, head):
            w = sentence[w - 1][0]
        return w == head

    return any(not is_below(w) for w in range(min(word, head) + 1, max(word, head)))


def expected(gold, system, subtypes):
    cut = (lambda r: r) if subtypes else (lambda r: r.split(":")[0])
    pairs = [
        (g[i], s[i], is_nonprojective(g, i + 1), is_nonprojective(s, i + 1))
        for g, s in zip(gold, system)
        for i in range(len(g))
    ]
    head = lambda p: p[0][0] == p[1][0]
    label = lambda p: cut(p[0][1]) == cut(p[1][1])
    content = lambda w: w[1].split(":")[0] in CONTENT
    plain = [p for p in pairs if p[0][1].split(":")[0] != "punct"]
    both = lambda p: head(p) and label(p)
    share = lambda test, of: (sum(map(test, of)), len(of))
    whole = lambda test: (sum(all(test((a, b)) for a, b in zip(g, s)) for g, s in zip(gold, system)), len(gold))
    return {
        "UAS": share(head, pairs),
        "LAS": share(both, pairs),
        "LA": share(label, pairs),
        "CLAS": (
            2 * sum(both(p) for p in pairs if content(p[0])),
            sum(content(p[0]) + content(p[1]) for p in pairs),
        ),
        "UAS_no_punct": share(head, plain),
        "LAS_no_punct": share(both, plain),
        "LA_no_punct": share(label, plain),
        "nonprojective_precision": share(head, [p for p in pairs if p[3]]),
        "nonprojective_recall": share(head, [p for p in pairs if p[2]]),
        "whole_unlabelled": whole(head),
        "whole_labelled": whole(both),
    }


def rows(program, *arguments):
    out = subprocess.run([program, "evaluate", *arguments], check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in out.splitlines()]


def found(program, *arguments):
    lines = rows(program, *arguments)
    return {row[0]: dict(zip(lines[0], row)) for row in lines[1:]}


def check_differences(program, folder, gold, system, options):
    """--by=confusion and --by=word, counted from the files themselves."""
    cut = (lambda r: r) if options else (lambda r: r.split(":")[0])
    relations, heads, words, line = Counter(), Counter(), [], 0
    for number, (g, s) in enumerate(zip(gold, system), 1):
        line += 1  # the comment
        for i, (a, b) in enumerate(zip(g, s), 1):
            line += 1
            relations[cut(a[1]), cut(b[1])] += 1
            heads[upos(a[0]), upos(b[0])] += 1
            if a[0] != b[0] or cut(a[1]) != cut(b[1]):
                words.append((f"{folder}/gold", line, f"s{number}", i, f"w{i}", *a, *b))
        line += 1
    for of, counts in ("deprel" if options else "udeprel", relations), ("head.upos", heads):
        table = rows(program, "--by=confusion", f"--of={of}", f"{folder}/gold", f"{folder}/system")
        assert table[0] == ["gold", "system", "words"], table[0]
        assert {(g, s): int(n) for g, s, n in table[1:]} == counts, (of, table, counts)
        assert len(table) == len(counts) + 1
        table = rows(program, "--by=confusion", f"--of={of}", "--sort=words", f"{folder}/gold", f"{folder}/system")
        assert [int(row[2]) for row in table[1:]] == sorted(counts.values(), reverse=True), table
    table = rows(program, "--by=word", *options, f"{folder}/gold", f"{folder}/system")
    assert table[0] == "file line sent_id id form head deprel system_head system_deprel".split(), table[0]
    assert [tuple(row) for row in table[1:]] == [tuple(map(str, word)) for word in words], (table, words)


def check(program, folder, seed):
    draw = random.Random(seed)
    trees = [random_tree(draw, draw.randint(1, 12)) for _ in range(draw.randint(1, 8))]
    gold = [[(h, draw.choice(RELATIONS)) for h in t[1:]] for t in trees]
    system = [
        [(h, r if draw.random() < 0.7 else draw.choice(RELATIONS)) for h, (_, r) in zip(noisy(draw, t)[1:], g)]
        for t, g in zip(trees, gold)
    ]
    for name, sentences in ("gold", gold), ("system", system):
        with open(f"{folder}/{name}", "w") as file:
            file.write(conllu(sentences))
    options = ["--of=deprel"] * (seed % 2)
    table = found(program, *options, f"{folder}/gold", f"{folder}/system")
    counts = expected(gold, system, bool(options))
    for measure, (right, of) in counts.items():
        row = table[measure]
        if measure.endswith("_no_punct") and of == counts["UAS"][1]:  # nothing is left out
            assert row["correct"] == row["total"] == row["percent"] == "", (seed, measure, row)
            continue
        assert (int(row["correct"]), int(row["total"])) == (right, of), (seed, measure, row, right, of)
        if of:
            assert abs(Fraction(row["percent"]) - Fraction(100 * right, of)) <= Fraction(1, 200) + Fraction(1, 10**6)
            assert float(row["low"]) <= float(row["high"])
    if seed % 4 < 2:
        check_differences(program, folder, gold, system, options)


def check_p(program, folder):
    """Six sentences, in each of which the first system is better by one word: p is 2 of 64."""
    gold = [[(0, "root"), (1, "obj")]] * 6
    worse = [[(0, "root"), (1, "obl")]] * 6
    for name, sentences in ("gold", gold), ("worse", worse):
        with open(f"{folder}/{name}", "w") as file:
            file.write(conllu(sentences))
    table = found(program, f"--against={folder}/worse", f"{folder}/gold", f"{folder}/gold")
    assert abs(float(table["LAS"]["p"]) - 2 / 64) < 0.01, table["LAS"]
    assert table["LAS"]["difference"] == "50.00", table["LAS"]
    assert table["UAS"]["p"] == "1.0000", table["UAS"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(200):
            check(sys.argv[1], folder, seed)
        check_p(sys.argv[1], folder)
    print("evaluate: 200 pairs agree")


main()
