#!/usr/bin/env python3
"""expressions.py PROGRAM [PAIRS] - random expressions over random trees, through the command line, against an evaluator of its own.

The evaluator walks the trees, and knows nothing of tbk: it reads the CoNLL-U that was drawn here. PAIRS of an expression and a
tree (default 20000) go through find, --where, --words, --without and the sums of --by; the vectors through find and --where.
"""

import collections
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
PAIRS = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
TREES, MAX_DEPTH = 40, 5
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
failures = n_pairs = 0

# 1. Trees: drawn, and asked of word by word. What is missing is None.

FORMS, LEMMAS, TAGS, RELATIONS = ["a", "ab", "Ab", "b*", "c,d", "_"], ["a", "b", "_"], ["NOUN", "VERB", "ADJ", "_"], ["nsubj", "obj", "obl:arg", "obl", "dep"]


def draw_heads(draw, n):
    """A tree, mostly with one root: words are attached one after the other to what is attached."""
    words, heads = draw.sample(range(1, n + 1), n), [0] * (n + 1)
    for i, word in enumerate(words):
        heads[word] = 0 if i == 0 or draw.random() < 0.03 else draw.choice(words[max(0, i - draw.choice([1, 2, 9])):i])
    return heads


class Tree:
    def __init__(self, draw, number):
        self.number, self.n = number, draw.choice([1, 2, 3, 5, 8, 12])
        self.heads = draw_heads(draw, self.n)
        self.rows = [None]
        for word in range(1, self.n + 1):
            feats = [f"{name}={draw.choice(values)}" for name, values in (("Case", ["Nom", "Acc"]), ("Number", ["Sing", "Plur", "Nom"])) if draw.random() < 0.6]
            deprel = "root" if self.heads[word] == 0 else draw.choice(RELATIONS)
            self.rows.append([draw.choice(FORMS), draw.choice(LEMMAS), draw.choice(TAGS), draw.choice(TAGS), "|".join(feats) or "_", deprel])

    def text(self):
        lines = [f"# sent_id = s{self.number}"]
        for word in range(1, self.n + 1):
            form, lemma, upos, xpos, feats, deprel = self.rows[word]
            lines.append("\t".join([str(word), form, lemma, upos, xpos, feats, str(self.heads[word]), deprel, "_", "_"]))
        return "\n".join(lines) + "\n\n"

    def words(self):
        return range(1, self.n + 1)

    def is_below(self, word, above):
        while word not in (above, 0):
            word = self.heads[word]
        return word == above

    def is_nonprojective(self, word):
        low, high = sorted((word, self.heads[word]))
        return any(not self.is_below(between, self.heads[word]) for between in range(low + 1, high))

    def crossings(self, word):
        arcs = [sorted((w, self.heads[w])) if self.heads[w] else None for w in self.words()]
        mine = arcs[word - 1]
        return 0 if mine is None else sum(a is not None and (mine[0] < a[0] < mine[1] < a[1] or a[0] < mine[0] < a[1] < mine[1]) for a in arcs)


FIELDS = {"form": 0, "lemma": 1, "upos": 2, "xpos": 3, "feats": 4, "deprel": 5}
OF_WORDS = {
    "id": lambda t, w: w,
    "head": lambda t, w: t.heads[w],
    "distance": lambda t, w: abs(t.heads[w] - w) if t.heads[w] else None,
    "depth": lambda t, w: 0 if t.heads[w] == 0 else 1 + OF_WORDS["depth"](t, t.heads[w]),
    "children": lambda t, w: sum(t.heads[c] == w for c in t.words()),
    "descendants": lambda t, w: sum(c != w and t.is_below(c, w) for c in t.words()),
    "crossings": lambda t, w: t.crossings(w),
    "gap_degree": lambda t, w: (lambda below: sum(b > a + 1 for a, b in zip(below, below[1:])))([c for c in t.words() if t.is_below(c, w)]),
    "direction": lambda t, w: "root" if t.heads[w] == 0 else "left" if w < t.heads[w] else "right",
    "nonprojective": lambda t, w: t.is_nonprojective(w),
    "leaf": lambda t, w: not any(t.heads[c] == w for c in t.words()),
    "root": lambda t, w: t.heads[w] == 0,
}
OF_SENTENCES = {
    "words": lambda t: t.n,
    "sentence": lambda t: t.number,
    "sent_id": lambda t: f"s{t.number}",
    "roots": lambda t: sum(t.heads[w] == 0 for w in t.words()),
    "nonprojective_arcs": lambda t: sum(t.is_nonprojective(w) for w in t.words()),
    "projective": lambda t: not any(t.is_nonprojective(w) for w in t.words()),
}
YES_NO = {"nonprojective", "leaf", "root", "projective"}
NUMBERS = {"id", "head", "distance", "depth", "children", "descendants", "crossings", "gap_degree", "words", "sentence", "roots", "nonprojective_arcs"}
STEPS = {"head": lambda t, w: t.heads[w], "next": lambda t, w: w + 1 if w < t.n else 0, "previous": lambda t, w: w - 1}


def value_of(tree, word, name):
    """The value of an attribute with the steps before it."""
    while name.split(".")[0] in STEPS and "." in name:
        step, name = name.split(".", 1)
        word = STEPS[step](tree, word)
        if word == 0:
            return False if last_of(name) in YES_NO else None
    if name in OF_SENTENCES:
        return OF_SENTENCES[name](tree)
    if name in OF_WORDS:
        return OF_WORDS[name](tree, word)
    text = tree.rows[word]
    if name == "udeprel":
        found = text[5].split(":")[0]
    elif name.startswith("feats."):
        found = dict(each.split("=") for each in text[4].split("|") if "=" in each).get(name[6:])
    else:
        found = text[FIELDS[name]]
    return None if found == "_" else found


def last_of(name):
    while name.split(".")[0] in STEPS and "." in name:
        name = name.split(".", 1)[1]
    return name


# 2. Expressions: drawn together with what they mean, a function of a tree and a word.

COMPARISONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "=": lambda a, b: a == b, "!=": lambda a, b: a != b}


def quoted(draw, text):
    """A value as it is typed: bare with backslashes, or in quotes."""
    if draw.random() < 0.3 and "'" not in text:
        return "'" + re.sub(r"([*?\\])", r"\\\1", text) + "'"
    return re.sub(r"([^\w])", r"\\\1", text)


def as_pattern(glob):
    return re.compile("".join(".*" if c == "*" else "." if c == "?" else re.escape(c) for c in glob) + r"\Z", re.S)


def draw_name(draw, names):
    name = draw.choice(sorted(names))
    if name not in OF_SENTENCES:
        for _ in range(draw.choice([0, 0, 0, 1, 1, 2])):
            name = draw.choice(sorted(STEPS)) + "." + name
    return name


TEXTS = {"form", "lemma", "upos", "xpos", "feats", "deprel", "udeprel", "feats.Case", "feats.Number", "direction", "sent_id"}


def draw_values(draw, name):
    """A list of values of =, and the test of a value."""
    tests, typed = [], []
    for _ in range(draw.choice([1, 1, 2, 3])):
        kind = draw.random()
        if kind < 0.15:
            typed.append("_")
            tests.append(lambda v: v is None)
        elif name in NUMBERS:
            number = draw.randrange(7)
            typed.append(str(number))
            tests.append(lambda v, number=number: v == number)
        elif kind < 0.35:
            glob = draw.choice(["*", "?", "a*", "*b", "?b", "N*", "ob?", "*:*", "s1?"])
            typed.append(glob)
            tests.append(lambda v, found=as_pattern(glob): v is not None and found.match(v) is not None)
        else:
            value = draw.choice(FORMS[:-1] + ["a", "NOUN", "VERB", "Nom", "Sing", "nsubj", "obl", "left", "root", "s3"])
            typed.append(quoted(draw, value))
            tests.append(lambda v, value=value: v == value)
    return ",".join(typed), lambda v: any(test(v) for test in tests)


def draw_test(draw):
    kind = draw.random()
    if kind < 0.2:
        name = draw_name(draw, YES_NO)
        return name, lambda t, w: value_of(t, w, name)
    if kind < 0.35:
        name = draw_name(draw, NUMBERS)
        sign, number = draw.choice(["<", "<=", ">", ">="]), draw.randrange(6)
        return f"{name}{sign}{number}", lambda t, w: (lambda v: v is not None and COMPARISONS[sign](v, number))(value_of(t, w, name))
    if kind < 0.5:
        numeric = draw.random() < 0.4
        a, b = draw_name(draw, NUMBERS if numeric else TEXTS), draw_name(draw, NUMBERS if numeric else TEXTS)
        sign = draw.choice(["=", "!=", "<", "<=", ">", ">="] if numeric else ["=", "!="])

        def same(t, w):
            x, y = value_of(t, w, a), value_of(t, w, b)
            return COMPARISONS[sign](x, y) if sign in ("=", "!=") else x is not None and y is not None and COMPARISONS[sign](x, y)
        return f"{a}{sign}@{b}", same
    if kind < 0.6:
        name, regex = draw_name(draw, TEXTS), draw.choice(["^a", "b$", "(?i)AB", "^[NV]", "o.j", "^$", "s[12]$"])
        negated = draw.random() < 0.5
        found = re.compile(regex)
        return f"{name}{'!~' if negated else '~'}'{regex}'", lambda t, w: (
            lambda v: (v is not None and found.search(v) is not None) != negated)(value_of(t, w, name))
    name = draw_name(draw, TEXTS | NUMBERS)
    typed, test = draw_values(draw, last_of(name))
    negated = draw.random() < 0.3
    return f"{name}{'!=' if negated else '='}{typed}", lambda t, w: test(value_of(t, w, name)) != negated


SETS = {
    "child": lambda t, w: [c for c in t.words() if t.heads[c] == w],
    "descendant": lambda t, w: [c for c in t.words() if c != w and t.is_below(c, w)],
    "ancestor": lambda t, w: [a for a in t.words() if a != w and t.is_below(w, a)],
    "sister": lambda t, w: [c for c in t.words() if c != w and t.heads[c] == t.heads[w]],
    "any": lambda t, w: t.words(),
}


def draw_expression(draw, depth):
    """An expression, and what it means. Brackets are where the grammar needs them, and sometimes elsewhere."""
    kind = draw.random()
    if depth <= 1 or kind < 0.2:
        return draw_test(draw)
    inner, means = draw_expression(draw, depth - 1)
    if kind < 0.35:
        return f"{draw.choice(['not ', '! ', '!'])}({inner})", lambda t, w: not means(t, w)
    if kind < 0.6:
        other, means_too = draw_expression(draw, depth - 1)
        if draw.random() < 0.5:
            return f"({inner}) {draw.choice(['and', '&'])} ({other})", lambda t, w: means(t, w) and means_too(t, w)
        return f"({inner}) {draw.choice(['or', '|'])} ({other})", lambda t, w: means(t, w) or means_too(t, w)
    if kind < 0.7:  # without brackets: `and` binds closer
        tests = [draw_test(draw) for _ in range(3)]
        texts, (a, b, c) = [text for text, _ in tests], [means for _, means in tests]
        if draw.random() < 0.5:
            return f"{texts[0]} or {texts[1]} and not {texts[2]}", lambda t, w: a(t, w) or (b(t, w) and not c(t, w))
        return f"not {texts[0]} and {texts[1]} or {texts[2]}", lambda t, w: (not a(t, w) and b(t, w)) or c(t, w)
    if kind < 0.85:
        name = draw.choice(sorted(SETS) + ["all", "none"])
        if name == "all":
            return f"all({inner})", lambda t, w: all(means(t, x) for x in t.words())
        if name == "none":
            return f"none({inner})", lambda t, w: not any(means(t, x) for x in t.words())
        return f"{name}({inner})", lambda t, w: any(means(t, x) for x in SETS[name](t, w))
    name, sign, number = draw.choice(["count", "child_count"]), draw.choice(sorted(COMPARISONS)), draw.randrange(4)
    where = SETS["any" if name == "count" else "child"]
    return f"{name}({inner}){sign}{number}", lambda t, w: COMPARISONS[sign](sum(means(t, x) for x in where(t, w)), number)


# 3. The command line.

def tbk(*arguments, may_find_nothing=True):
    run = subprocess.run([PROGRAM, *arguments, "-q"], capture_output=True, text=True, check=False)
    if run.returncode != 0 and not (may_find_nothing and run.returncode == 1 and run.stdout.count("\n") <= 1):
        sys.exit(f"expressions.py: {arguments}: status {run.returncode}: {run.stderr}")
    return [line.split("\t") for line in run.stdout.splitlines()[1:]]


def compare(how, expression, found, expected):
    global failures
    if found != expected:
        failures += 1
        if failures <= 10:
            print(f"FAILED {how}: {expression}\n  found    {str(found)[:300]}\n  expected {str(expected)[:300]}")


def without(tree, out):
    """How many words are left, and the lengths of arcs between them, where those of @out are taken away."""
    left = [w for w in tree.words() if w not in out]
    place = {w: i for i, w in enumerate(left)}
    total = 0
    for w in left:
        head = tree.heads[w]
        while head in out:
            head = tree.heads[head]
        total += abs(place[w] - place[head]) if head else 0
    return len(left), total


def check(draw, trees, path):
    global n_pairs
    expression, means = draw_expression(draw, draw.randint(1, MAX_DEPTH))
    met = {tree.number: [w for w in tree.words() if means(tree, w)] for tree in trees}
    n_pairs += len(trees)
    compare("find", expression, [(int(a), int(b)) for a, b in tbk("find", expression, "--columns=sentence,id", path)],
            [(number, w) for number, found in met.items() for w in found])
    compare("--where", expression, [row[0] for row in tbk("stats", "--where", expression, "--by=sentence", "--columns=sent_id", path)],
            [f"s{number}" for number, found in met.items() if found])
    rows = tbk("stats", "--lengths", "--words", expression, "--by=sentence", "--columns=sentence,words,total_length", path)
    lengths = {t.number: sum(abs(w - t.heads[w]) for w in met[t.number] if t.heads[w]) for t in trees}
    compare("--words", expression, [(int(a), int(b), int(c)) for a, b, c in rows],
            [(t.number, len(met[t.number]), lengths[t.number]) for t in trees])
    keys = draw.sample(["upos", "direction", "deprel", "head.upos", "feats.Case", "sent_id", "next.lemma"], 2)
    expected = collections.Counter(tuple(value_of(t, w, key) or "_" for key in keys) for t in trees for w in met[t.number])
    for command in (["find", expression], ["stats", "--words", expression]):
        columns = ",".join([*keys, "count" if command[0] == "find" else "words"])
        rows = tbk(*command, "--by=" + ",".join(keys), "--columns=" + columns, path)
        compare(f"{command[0]} --by", expression, {(a, b): int(n) for a, b, n in rows}, dict(expected))
    rows = tbk("stats", "--without", expression, "--by=sentence", "--columns=sentence,words", path)
    compare("--without", expression, [(int(a), int(b)) for a, b in rows],
            [(t.number, without(t, set(met[t.number]))[0]) for t in trees])


def check_vectors():
    with gzip.open(os.path.join(HERE, "..", "vectors", "query.jsonl.gz"), "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            path = os.path.join(ROOT, record["file"])
            rows = tbk("find", record["where"], "--columns=sentence,id", path)
            compare("vector, find", record["where"], [[int(a), int(b)] for a, b in rows], record["words"])
            rows = tbk("stats", "--where", record["where"], "--columns=sentences", path)
            compare("vector, --where", record["where"], int(rows[0][0]), record["sentences"])


with tempfile.TemporaryDirectory() as folder:
    draw = random.Random(72)
    while n_pairs < PAIRS:
        trees = [Tree(draw, number) for number in range(1, TREES + 1)]
        path = os.path.join(folder, "trees.conllu")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(tree.text() for tree in trees)
        for _ in range(25):
            check(draw, trees, path)
check_vectors()
print(f"expressions.py: {n_pairs} pairs of an expression and a tree, and 480 vectors; {failures} differ")
sys.exit(failures > 0)
