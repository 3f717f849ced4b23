#!/usr/bin/env python3
"""evalb.py PROGRAM - tbk evaluate --parameters against the rules of evalb (Sekine and Collins), restated here.

Pairs of trees are those that were found to differ once, and random ones: numbers and stars among the words, bars in labels,
outer brackets, several brackets on a line, function tags, punctuation and quotes with tags that differ, words that are missing. Every figure is the same;
a pair that evalb calls an error is refused, and left out by --on-error=skip.
"""
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter

PARAMETERS = {
    "plain": "DELETE_LABEL TOP\n",
    "collins": "DELETE_LABEL TOP\nDELETE_LABEL -NONE-\nDELETE_LABEL ,\nDELETE_LABEL :\nDELETE_LABEL ``\nDELETE_LABEL ''\n"
    "DELETE_LABEL .\nDELETE_LABEL_FOR_LENGTH -NONE-\nEQ_LABEL ADVP PRT\n",
    "quotes": "DELETE_LABEL TOP\nDELETE_LABEL ''\nDELETE_LABEL .\nQUOTE_LABEL ''\nQUOTE_LABEL POS\nEQ_LABEL ADVP PRT\nEQ_WORD x y\n",
    "words": "DELETE_LABEL TOP\nDELETE_WORD x\nDELETE_WORD .-.\nDISC_ONLY 0\nTED 1\n",
    "phrases": "DELETE_LABEL PRT\nDELETE_LABEL S\nEQ_LABEL ADVP PRT\n",
}


class Refused(Exception):
    """What evalb calls an error."""


class Rules:
    def __init__(self, text):
        self.deleted, self.deleted_words, self.equal, self.words, self.quotes = set(), set(), set(), set(), set()
        for key, *values in map(str.split, text.splitlines()):
            if key == "DELETE_LABEL":
                self.deleted.add(values[0])
            elif key == "DELETE_WORD":
                self.deleted_words.add(values[0])
            elif key == "QUOTE_LABEL":
                self.quotes.add(values[0])
            elif key in ("EQ_LABEL", "EQ_WORD"):
                (self.equal if key == "EQ_LABEL" else self.words).update([tuple(values), tuple(reversed(values))])

    def same_label(self, x, y):
        return x == y or (x, y) in self.equal

    def same_word(self, x, y):
        return x == y or (x, y) in self.words


class Read:
    """A line as evalb reads it: leaves (tag, word), whether each is kept, and brackets (label, first leaf, last leaf + 1)."""

    def __init__(self, line, rules):
        self.leaves, self.brackets, self.rules = [], [], rules
        is_open = []
        for token in re.findall(r"\(\s*[^\s()]+\s+[^\s()]+\s*\)|\([^\s()]*|\)", line):
            if token == ")":
                label, first = is_open.pop()
                self.brackets.append((label, first, len(self.leaves)))
            elif token.endswith(")"):
                self.leaves.append(tuple(token[1:-1].split()))
            else:
                is_open.append((re.split("[-=]", token[1:])[0], len(self.leaves)))
        self.copies = [int(tag not in rules.deleted and word not in rules.deleted_words) for tag, word in self.leaves]
        # A quote: the number of its leaf, and how many leaves are kept before it.
        self.quotes = [
            [i, sum(self.copies[:i])] for i, (tag, word) in enumerate(self.leaves) if tag in rules.quotes and word in ("'", '"', "/")
        ]

    def is_lost(self, quote):
        return self.leaves[self.quotes[quote][0]][0] in self.rules.deleted

    def put_back(self, quote):
        self.copies[self.quotes[quote][0]] += 1
        for later in self.quotes[quote:]:
            later[1] += 1

    def kept(self):
        return [leaf for leaf, copies in zip(self.leaves, self.copies) for _ in range(copies)]

    def spans(self):
        """The brackets that count: over kept leaves, whose label is not deleted, nor equal to one that is."""
        place = [sum(self.copies[:i]) for i in range(len(self.leaves) + 1)]
        return [
            (label, place[first], place[end])
            for label, first, end in self.brackets
            if place[first] < place[end] and not any(self.rules.same_label(label, d) for d in self.rules.deleted)
        ]


def compare(gold_line, system_line, rules):
    """The counts of a pair; None if evalb skips it."""
    gold, system = Read(gold_line, rules), Read(system_line, rules)
    if not system.kept():
        return None
    if len(gold.kept()) != len(system.kept()):
        for s in range(len(system.quotes)):
            at = system.quotes[s][1]
            for g in range(len(gold.quotes)):
                if gold.quotes[g][1] == at and gold.is_lost(g) != system.is_lost(s):
                    gold.put_back(g) if gold.is_lost(g) else system.put_back(s)
    words, others = gold.kept(), system.kept()
    if len(words) != len(others):
        raise Refused("length")
    if not all(rules.same_word(x[1], y[1]) for x, y in zip(words, others)):
        raise Refused("words")
    a, b = gold.spans(), system.spans()
    left, match = list(b), 0
    for label, first, end in a:
        for other in left:
            if other[1:] == (first, end) and rules.same_label(label, other[0]):
                left.remove(other)
                match += 1
                break
    crossing = sum(any(x[1] < y[1] < x[2] < y[2] or y[1] < x[1] < y[2] < x[2] for x in a) for y in b)
    return Counter(
        match=match,
        gold=len(a),
        system=len(b),
        complete=match == len(a) == len(b),
        crossing=crossing,
        none_crossing=crossing == 0,
        words=len(words),
        tags=sum(rules.same_label(x[0], y[0]) for x, y in zip(words, others)),
        trees=1,
    )


def run(program, folder, gold, system, parameters, *options):
    for name, text in ("gold", gold), ("system", system), ("parameters", parameters):
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    command = [program, "evaluate", "--input=brackets", "--no-intervals", f"--parameters={folder}/parameters", *options]
    return subprocess.run([*command, f"{folder}/gold", f"{folder}/system"], capture_output=True, text=True)


def figures(table):
    rows = {row[0]: (int(row[1]), int(row[2])) for row in (line.split("\t") for line in table.splitlines()[1:])}
    return Counter(
        match=rows["recall"][0],
        gold=rows["recall"][1],
        system=rows["precision"][1],
        complete=rows["exact"][0],
        crossing=rows["not_crossing"][1] - rows["not_crossing"][0],
        none_crossing=rows["trees_not_crossing"][0],
        words=rows["tags"][1],
        tags=rows["tags"][0],
        trees=rows["exact"][1],
    )


def check(program, folder, pairs, parameters, where):
    """Figures of all pairs together; each pair that evalb refuses is refused alone too. Returns how many of them there are."""
    rules, total, refused = Rules(parameters), Counter(), 0
    for gold, system in pairs:
        try:
            total += compare(gold, system, rules) or Counter()
        except Refused:
            refused += 1
            alone = run(program, folder, gold + "\n", system + "\n", parameters)
            assert alone.returncode == 1, (where, gold, system, alone)
    gold, system = ("".join(line + "\n" for line in lines) for lines in zip(*pairs))
    found = run(program, folder, gold, system, parameters, "--on-error=skip")
    if total:
        assert +figures(found.stdout) == +total, (where, gold, system, figures(found.stdout), total)
    left_out = re.search(r"(\d+) trees? left out", found.stderr)
    assert (int(left_out[1]) if left_out else 0) == refused, (where, found.stderr, refused)
    return refused


TAGS = ["N", "CD", "SYM", ".", ",", "''", "POS", "-NONE-", "NP-SBJ", "-LRB-", "C", "PRT"]
FORMS = ["0", "*", "'", '"', "/", "x", "y", "a-b", "*T*-1", ".-.", "-LRB-"]
LABELS = ["S", "NP", "NP-SBJ", "NP|X", "ADVP", "PRT", "ADVP|PRT", "X=1", "TOP", "S|", "-X"]


def random_tree(draw, leaves, depth=0):
    """A tree over (tag, form)s, as text."""
    pieces, at = [], 0
    while at < len(leaves):
        size = draw.randint(1, len(leaves) - at)
        if size == 1 and draw.random() < 0.6:
            pieces.append("(%s %s)" % leaves[at])
        elif depth > 6:
            pieces += ["(%s %s)" % leaf for leaf in leaves[at : at + size]]
        else:
            pieces.append(random_tree(draw, leaves[at : at + size], depth + 1))
        at += size
    return f"({draw.choice(LABELS)} {' '.join(pieces)})"


def random_pair(draw):
    leaves = [(draw.choice(TAGS), draw.choice(FORMS)) for _ in range(draw.randint(1, 9))]
    share = draw.choice([0, 0.05, 0.3])
    others = [
        (draw.choice(TAGS) if draw.random() < share else tag, draw.choice(FORMS) if draw.random() < share / 10 else form)
        for tag, form in leaves
        if draw.random() > share / 10
    ]
    gold, system = random_tree(draw, leaves), random_tree(draw, others or leaves)
    if draw.random() < 0.3:
        system = gold
    outer = draw.choice(["( %s )", "(%s)", "%s", "%s"])
    pair = outer % gold, (outer if draw.random() < 0.9 else "%s") % system
    return tuple(text[text.index(" ") + 1 : -1] if draw.random() < 0.1 and text.startswith("(S ") else text for text in pair)


KNOWN = [
    ("(S (NP (CD 0) (NN x)) (VP (V b)))", "(S (NP (CD 0)) (NP (NN x)) (VP (V b)))"),
    ("(S (NP (SYM *) (NN q)) (VP (V b)))", "(S (NP (SYM *)) (NP (NN q)) (VP (V b)))"),
    ("(TOP (S (NP (NN x)) (VP (V b) (ADVP|PRT (RP up)))))", "(TOP (S (NP (NN x)) (VP (V b) (ADVP (RP up)))))"),
    ("( (S (NP (CD 1) (NN x)) (VP (V b))) )", "( (S (NP (CD 1)) (NP (NN x)) (VP (V b))) )"),
    ("(S (NP (N they)) (. .))", "(S (NP (N they)) (SYM .))"),
    ("(S (NP (N they)) (VP (V sang)))", "(S (NP (. they)) (VP (. sang)))"),
    ("(S (NP (. they)) (VP (. sang)))", "(S (NP (N they)) (VP (V sang)))"),
    ("(S ('' ') (NP (N he)) (VP (V said) (POS ')))", "(S (NP (POS ') (N he)) (VP (V said) ('' ')))"),
    ("(S (NP (N he)) (VP (V said)) ('' \"))", "(S (NP (N he)) (VP (V said) (POS \")))"),
    ("(S (NP (N a) (. .)) (VP (V b)))", "(S (NP (N a)) (. .) (VP (V b)))"),
    ("(S (NP (-NONE- *T*-1)) (VP (V b)))", "(S (VP (V b)))"),
    ("(S (N a) (. ,) (N b))", "(S (, ,) (N a) (N b))"),
    ("(N a)", "(N a)"),
    ("(S (N a) (V b))", "(N a) (V b)"),
    ("(N a) (V b)", "(N a) (V b)"),
    ("(S (N a) (V b))", "(NP (N a)) (V b)"),
]


def main():
    n_pairs = n_refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, parameters in PARAMETERS.items():
            for pair in KNOWN:
                check(sys.argv[1], folder, [pair], parameters, name)
            for seed in range(40):
                draw = random.Random(f"{name} {seed}")
                pairs = [random_pair(draw) for _ in range(12)]
                n_refused += check(sys.argv[1], folder, pairs, parameters, (name, seed))
                n_pairs += len(pairs)
    assert 0 < n_refused < n_pairs / 2, (n_refused, n_pairs)
    print(f"evalb: {n_pairs} random pairs of trees agree, {n_refused} of which it refuses")


main()
