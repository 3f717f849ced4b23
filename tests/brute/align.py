#!/usr/bin/env python3
"""align.py PROGRAM - tbk evaluate --align against a plain second implementation, on random pairs of files over one text."""
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from functools import lru_cache

CONTENT = set(
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl amod conj "
    "fixed flat compound list parataxis orphan goeswith reparandum root dep".split()
)
FUNCTIONAL = set("aux cop mark det clf case cc".split())
FEATURES = set(
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense Aspect Voice "
    "Evident Polarity Person Polite".split()
)
MEASURES = "Tokens Sentences Words UPOS XPOS UFeats AllTags Lemmas UAS LAS CLAS MLAS BLEX".split()
LETTERS = ["a", "b", "B", "é", "Σ", "σ", "ς", "中"]


class Word:
    """A word: the span of its token, whether that is a range, its columns and its head, a Word or None."""

    def __init__(self, start, end, is_range, form):
        self.start, self.end, self.is_range, self.form = start, end, is_range, form
        self.children = []


# Files by chance.


def pieces(draw, length, most):
    """Lengths that sum up to length."""
    while length > 0:
        size = min(length, draw.randint(1, most))
        yield size
        length -= size


def random_heads(draw, n):
    order, heads = list(range(1, n + 1)), [0] * (n + 1)
    draw.shuffle(order)
    for i, word in enumerate(order[1:], 1):
        heads[word] = draw.choice(order[:i])
    return heads


def random_columns(draw, head):
    relation = "root" if head == 0 else draw.choice(["nsubj", "det", "det", "case:x", "cc", "obj:y", "punct", "nosuch"])
    feats = "|".join(draw.sample(["Case=Nom", "Number=Sing", "Typo=Yes", "Abbr=Yes"], draw.randint(0, 3))) or draw.choice(["_", ""])
    if draw.random() < 0.1:
        relation = draw.choice(["dep", ""])
    return [  # empty columns too
        draw.choice(["_", "l", "m", ""]),
        draw.choice(["N", "V", "V", ""]),
        draw.choice(["x", "y", "_", ""]),
        feats,
        str(head),
        relation,
        "_",
        draw.choice(["_", ""]),
    ]


def spaced(draw, form):
    """The form with spaces in it, which are no part of the text."""
    space = draw.choice([" ", "\u00a0", "\u3000", "\u2009"])
    return form[:1] + space + form[1:] if draw.random() < 0.1 else form


def random_sentence(draw, text):
    """Lines of a sentence over a text: tokens, some of which are ranges of words."""
    tokens, at = [], 0
    for size in pieces(draw, len(text), draw.choice([1, 2, 4, 9])):
        form = text[at : at + size]
        at += size
        words = None
        if draw.random() < 0.3:
            words = draw.choice(
                [[form], [form, form], list(form), [form.lower(), "a"], ["b", "a", "B"], [draw.choice(LETTERS)], ["a", form]]
            )
        tokens.append((form, words))
    n = sum(1 if words is None else len(words) for _, words in tokens)
    heads, lines, number = random_heads(draw, n), ["# a comment"] * draw.randint(0, 2), 0
    if draw.random() < 0.1:
        lines.append("0.1\te" + "\t_" * 8)
    for form, words in tokens:
        if words is not None:
            lines.append(f"{number + 1}-{number + len(words)}\t{spaced(draw, form)}" + "\t_" * 8)
        for word in [spaced(draw, form)] if words is None else words:
            number += 1
            lines.append("\t".join([str(number), word] + random_columns(draw, heads[number])))
        if draw.random() < 0.05:
            lines.append(f"{number}.1\te" + "\t_" * 8)
    return lines


def random_file(draw, text, ends):
    """Sentences that end at places, most of them those of ends."""
    ends = [e for e in ends if draw.random() < 0.8]
    ends = sorted(set(ends + [draw.randint(1, len(text)) for _ in range(draw.randint(0, 2))] + [len(text)]))
    starts = [0] + ends[:-1]
    return "".join("\n".join(random_sentence(draw, text[a:b])) + "\n\n" for a, b in zip(starts, ends))


def nearly_same(draw, conllu):
    """The same tokens with other columns here and there."""
    lines = []
    for line in conllu.split("\n"):
        columns = line.split("\t")
        if len(columns) == 10 and columns[0].isdigit() and draw.random() < 0.2:
            columns[2:6] = random_columns(draw, 1)[:4]
            columns[7] = draw.choice([columns[7], "det", "obj"])
        lines.append("\t".join(columns))
    return "\n".join(lines)


# What is to be found.


def without_spaces(form):
    return "".join(c for c in form if c not in " \u00a0\u3000\u2009")


def read(conllu):
    """(tokens, sentences, words) of a file; tokens and sentences are spans."""
    tokens, sentences, words, at = [], [], [], 0
    for block in conllu.split("\n\n")[:-1]:
        first, own, left = at, [], 0
        for line in block.split("\n"):
            c = line.split("\t")
            if line.startswith("#") or "." in c[0]:
                continue
            if "-" in c[0] or left == 0:
                tokens.append((at, at + len(without_spaces(c[1]))))
                at = tokens[-1][1]
            if "-" in c[0]:
                low, high = c[0].split("-")
                left = int(high) - int(low) + 1
                continue
            word = Word(*tokens[-1], left > 0, c[1] if left > 0 else without_spaces(c[1]))
            left -= left > 0
            word.lemma, word.upos, word.xpos = c[2:5]
            word.feats = sorted(f for f in c[5].split("|") if f.split("=")[0] in FEATURES)
            word.number, word.relation = int(c[6]), c[7].split(":")[0]
            own.append(word)
        for word in own:
            word.head = own[word.number - 1] if word.number > 0 else None
            if word.head is not None and word.relation in FUNCTIONAL:
                word.head.children.append(word)
        sentences.append((first, at))
        words += own
    return tokens, sentences, words


def align_stretch(gold, system):
    """Pairs of a longest common subsequence of the forms."""
    same = lambda i, j: gold[i].form.lower() == system[j].form.lower()

    @lru_cache(None)
    def longest(i, j):
        if i == len(gold) or j == len(system):
            return 0
        best = max(longest(i + 1, j), longest(i, j + 1))
        return max(best, 1 + longest(i + 1, j + 1)) if same(i, j) else best

    i = j = 0
    while i < len(gold) and j < len(system):
        if same(i, j):
            yield gold[i], system[j]
            i, j = i + 1, j + 1
        elif longest(i, j) == longest(i + 1, j):
            i += 1
        else:
            j += 1


def align(gold, system):
    """Pairs of aligned words, both files from the left: g and s are those in hand."""
    g = s = 0
    while g < len(gold) and s < len(system):
        x, y = gold[g], system[s]
        if not x.is_range and not y.is_range:
            if (x.start, x.end) == (y.start, y.end):
                yield x, y
                g, s = g + 1, s + 1
            elif x.start <= y.start:
                g += 1
            else:
                s += 1
            continue
        end = x.end if x.is_range else y.end
        if x.is_range and not y.is_range and y.start < x.start:
            s += 1
        if y.is_range and not x.is_range and x.start < y.start:
            g += 1
        first_g, first_s = g, s
        inside = lambda w: w.start < end if w.is_range else w.end <= end
        while (g < len(gold) and inside(gold[g])) or (s < len(system) and inside(system[s])):
            if s == len(system) or (g < len(gold) and gold[g].start <= system[s].start):
                taken, g = gold[g], g + 1
            else:
                taken, s = system[s], s + 1
            if taken.is_range:
                end = max(end, taken.end)
        yield from align_stretch(gold[first_g:g], system[first_s:s])


def expected(gold, system):
    """(right, gold, system, aligned) of each measure, and the ranges that one file alone has."""
    gold_tokens, gold_sentences, gold_words = read(gold)
    system_tokens, system_sentences, system_words = read(system)
    pairs = list(align(gold_words, system_words))
    match = {y: x for x, y in pairs}
    head = lambda x, y: x.head is y.head is None or (y.head in match and match[y.head] is x.head)
    child = lambda x, y: match.get(y) is x and (x.relation, x.upos, x.feats) == (y.relation, y.upos, y.feats)
    tests = {
        "UPOS": lambda x, y: x.upos == y.upos,
        "XPOS": lambda x, y: x.xpos == y.xpos,
        "UFeats": lambda x, y: x.feats == y.feats,
        "AllTags": lambda x, y: (x.upos, x.xpos, x.feats) == (y.upos, y.xpos, y.feats),
        "Lemmas": lambda x, y: x.lemma in ("_", y.lemma),
        "UAS": head,
        "LAS": lambda x, y: head(x, y) and x.relation == y.relation,
    }
    tests["CLAS"] = tests["LAS"]
    tests["MLAS"] = lambda x, y: (
        tests["LAS"](x, y)
        and tests["UPOS"](x, y)
        and tests["UFeats"](x, y)
        and len(x.children) == len(y.children)
        and all(map(child, x.children, y.children))
    )
    tests["BLEX"] = lambda x, y: tests["LAS"](x, y) and tests["Lemmas"](x, y)
    spans = lambda a, b: (len(set(a) & set(b)), len(a), len(b), "")
    counts = {
        "Tokens": spans(gold_tokens, system_tokens),
        "Sentences": spans(gold_sentences, system_sentences),
        "Words": (len(pairs), len(gold_words), len(system_words), ""),
    }
    for name, test in tests.items():
        kept = (lambda w: w.relation in CONTENT) if name in ("CLAS", "MLAS", "BLEX") else (lambda w: True)
        of = [p for p in pairs if kept(p[0])]
        counts[name] = (sum(test(*p) for p in of), sum(map(kept, gold_words)), sum(map(kept, system_words)), len(of))
    return counts


# The comparison.


def found(program, *arguments):
    run = subprocess.run([program, "evaluate", "--align", *arguments], capture_output=True, text=True)
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    return run.returncode, run.stderr, {row[0]: dict(zip(lines[0], row)) for row in lines[1:]}


def check(program, folder, seed):
    draw = random.Random(seed)
    text = "".join(draw.choice(LETTERS) for _ in range(draw.choice([1, 5, 20, 60])))
    ends = sorted(draw.sample(range(1, len(text) + 1), min(len(text), draw.randint(0, 6))))
    gold = random_file(draw, text, ends)
    system = nearly_same(draw, gold) if draw.random() < 0.3 else random_file(draw, text, ends)
    for name, conllu in ("gold", gold), ("system", system):
        with open(f"{folder}/{name}", "w") as file:
            file.write(conllu)
    options = ["--no-intervals"] * (seed % 10 > 0)
    status, message, table = found(program, *options, f"{folder}/gold", f"{folder}/system")
    assert status == 0 and list(table) == MEASURES, (seed, message)
    for measure, (right, n_gold, n_system, aligned) in expected(gold, system).items():
        row = table[measure]
        counts = [str(c) for c in (right, n_gold, n_system, aligned)]
        assert [row[c] for c in ("correct", "gold", "system", "aligned")] == counts, (seed, measure, row, counts)
        shares = [(right, n_system), (right, n_gold), (2 * right, n_gold + n_system)]
        for column, (part, of) in zip(("precision", "recall", "f1"), shares):
            share = Fraction(100 * part, of) if of else 0
            assert abs(Fraction(row[column]) - share) <= Fraction(1, 200) + Fraction(1, 10**6), (seed, measure, row)
        if not options and n_gold + n_system > 0:
            assert float(row["low"]) <= float(row["f1"]) + 0.01 and float(row["f1"]) <= float(row["high"]) + 0.01, (seed, row)
    if len(text) > 1:  # another text is refused
        with open(f"{folder}/system", "w") as file:
            other = text[:-1] + draw.choice(["", "X", "aX"])
            file.write(random_file(draw, other, [e for e in ends if e < len(text) - 1]))
        status, message, table = found(program, f"{folder}/gold", f"{folder}/system")
        assert status == 1 and not table and "text" in message, (seed, message)


def bad_sentence(draw, text, fault):
    """A sentence over a text; its root, or for a fault of the text none, is its own head."""
    lines = random_sentence(draw, text)
    if fault == "tree":
        root = next(i for i, line in enumerate(lines) if line.split("\t")[0].isdigit())
        columns = lines[root].split("\t")
        lines[root] = "\t".join(columns[:6] + [columns[0]] + columns[7:])
    return "\n".join(lines) + "\n\n"


def check_skipped(program, folder, seed):
    """Stretches of text that are the same in both files, and before each a sentence that is in one alone or bad: these are
    left out, and what is counted is what the stretches have, each for itself."""
    draw = random.Random(seed)
    word = lambda size: "".join(draw.choice(LETTERS) for _ in range(size))
    wanted, gold, system, n_bad = {measure: [0, 0, 0, 0] for measure in MEASURES}, "", "", 0
    for _ in range(draw.randint(1, 4)):
        fault = draw.choice(["tree", "text", "gold", "system"])
        text, is_gold = "Z" + word(draw.randint(1, 9)), draw.random() < 0.5
        if fault in ("tree", "text", "gold"):
            gold += bad_sentence(draw, text, fault if is_gold else "none")
            n_bad += 1
        if fault in ("tree", "text", "system"):
            system += bad_sentence(draw, text + "Y" * (fault == "text"), "none" if is_gold else fault)
        text = word(draw.randint(64, 100))
        ends = sorted(draw.sample(range(1, len(text) + 1), draw.randint(0, 6)))
        more_gold, more_system = random_file(draw, text, ends), random_file(draw, text, ends)
        gold, system = gold + more_gold, system + more_system
        for measure, counts in expected(more_gold, more_system).items():
            wanted[measure] = [a if b == "" else a + b for a, b in zip(wanted[measure], counts)]
    for name, conllu in ("gold", gold), ("system", system):
        with open(f"{folder}/{name}", "w") as file:
            file.write(conllu)
    status, message, table = found(program, "--no-intervals", "--on-error=skip", f"{folder}/gold", f"{folder}/system")
    assert status == 0 and (f" {n_bad} sentence" in message) == (n_bad > 0), (seed, n_bad, message)
    for measure, counts in wanted.items():
        row = table[measure]
        found_counts = [int(row[c] or 0) for c in ("correct", "gold", "system", "aligned")]
        assert found_counts == counts, (seed, measure, row, counts)


def main():
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(n):
            check(sys.argv[1], folder, seed)
            check_skipped(sys.argv[1], folder, seed)
    print(f"evaluate --align: {n} pairs agree")


main()
