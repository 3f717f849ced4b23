#!/usr/bin/env python3
"""punct.py PROGRAM - the measures of tbk evaluate without punctuation against a script of its own, which counts as eval.pl of the CoNLL-X
shared task does: on files of CoNLL-X made up at random, and on those of data/, with relations of three kinds."""
import random
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

# For each kind of relations: those of punctuation, and others.
KINDS = {
    "Universal Dependencies": (["punct"], ["nsubj", "nsubj:pass", "obj", "root", "aux:pass", "nmod:poss", "dep"]),
    "Talbanken": (["IK", "IP", "IQ", "I?"], ["SS", "OO", "ROOT", "DT", "PA", "ET"]),
    "Penn Treebank": (["P"], ["SBJ", "NMOD", "ROOT", "OBJ", "VC", "PRD"]),
}
MARKS = [",", ".", "...", "--", "-LRB-", "``", "''", "\"", "(", "…", "«", "»", "¿", "،", "。", "·", "_", "$", "+", "%", "~", "^", "|", "€", "§", "’s", "„"]
WORDS = ["a", "Mr.", "U.S.", "1", "co-op", "中", "é", "1,000", "x_y", ".NET"]


def is_of_punctuation(form):
    """As eval.pl: /^\\p{Punctuation}+$/."""
    return all(unicodedata.category(c).startswith("P") for c in form)


def parse(text):
    """The words of all sentences: form, head, relation."""
    return [(f[1], f[6], f[7]) for f in (line.split() for line in text.splitlines()) if len(f) >= 8]


def counts(gold, system, is_left_out):
    kept = [(g, s) for g, s in zip(gold, system) if not is_left_out(g)]
    if len(kept) == len(gold):
        return dict.fromkeys(("UAS", "LAS", "LA"), ("", ""))
    head, deprel = (lambda p: p[0][1] == p[1][1]), (lambda p: p[0][2] == p[1][2])
    return {name: (str(sum(map(test, kept))), str(len(kept)))
            for name, test in (("UAS", head), ("LAS", lambda p: head(p) and deprel(p)), ("LA", deprel))}


def found(program, *arguments):
    out = subprocess.run([program, "evaluate", "-q", "--input=conllx", "--no-intervals", "--of=deprel", *arguments], check=True,
                         capture_output=True, text=True)
    rows = [line.split("\t") for line in out.stdout.splitlines()]
    return {row[0]: (row[1], row[2], row[3]) for row in rows[1:]}, out.stderr


def check(program, gold, system, name):
    words = parse(Path(gold).read_text()), parse(Path(system).read_text())
    rules = {"form": lambda word: is_of_punctuation(word[0]), "relation": lambda word: word[2].split(":")[0] == "punct"}
    for how, rule in rules.items():
        table, messages = found(program, f"--punct={how}", gold, system)
        for measure, (right, of) in counts(*words, rule).items():
            assert table[f"{measure}_no_punct"][:2] == (right, of), (name, how, measure, table, right, of)
            assert (table[f"{measure}_no_punct"][2] == "") == (of in ("", "0")), (name, how, measure, table)
            assert ("are empty" in messages) == (of == ""), (name, how, messages)
    return rules["form"]


def random_tree(draw, n):
    words, heads = list(range(1, n + 1)), [0] * (n + 1)
    draw.shuffle(words)
    for i, word in enumerate(words[1:], 1):
        heads[word] = draw.choice(words[:i])
    return heads[1:]


def random_files(draw, marks, others):
    gold, system = [], []
    for _ in range(draw.randint(1, 6)):
        n = draw.randint(1, 9)
        tree = random_tree(draw, n)
        trees = tree, draw.choice([tree, random_tree(draw, n)])
        for word in range(1, n + 1):
            is_mark = draw.random() < 0.4
            form, relation = draw.choice(MARKS if is_mark else WORDS), draw.choice(marks if is_mark else others)
            for file, heads, kept in (gold, trees[0], 1), (system, trees[1], 0.8):
                deprel = relation if draw.random() < kept else draw.choice(marks + others)
                file.append((word, form, heads[word - 1], deprel))
    return gold, system


def conllx(words):
    lines = []
    for word, form, head, deprel in words:
        lines += [""] * (word == 1 and len(lines) > 0) + [f"{word}\t{form}\t_\t_\t_\t_\t{head}\t{deprel}\t_\t_"]
    return "\n".join(lines) + "\n\n"


def check_data(program, folder, number, name, marks, others):
    """A treebank of data/ in CoNLL-X, with the relations of this kind, and a system whose every third word has the next relation."""
    source = Path("data/en.conllu")
    text = subprocess.run([program, "convert", "-q", "--to=conllx", source], check=True, capture_output=True, text=True).stdout
    gold, system = [], []
    for n, line in enumerate(text.splitlines()):
        fields = line.split("\t")
        if len(fields) > 7:
            kind = marks if fields[7] == "punct" else others
            fields[7] = kind[len(fields[1]) % len(kind)]
        gold.append("\t".join(fields))
        if len(fields) > 7 and n % 3 == 0:
            fields[7] = others[n % len(others)]
        system.append("\t".join(fields))
    paths = f"{folder}/gold.{number}.conllx", f"{folder}/system.{number}.conllx"
    for path, lines in zip(paths, (gold, system)):
        Path(path).write_text("\n".join(lines) + "\n")
    check(program, *paths, name)


def main(program):
    draw, n = random.Random(4), 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, (marks, others)) in enumerate(KINDS.items()):
            check_data(program, folder, number, name, marks, others)
            for _ in range(60):
                gold, system = random_files(draw, marks, others)
                Path(f"{folder}/gold.conllx").write_text(conllx(gold))
                Path(f"{folder}/system.conllx").write_text(conllx(system))
                check(program, f"{folder}/gold.conllx", f"{folder}/system.conllx", name)
                n += 1
    print(f"punct: {n} pairs with relations of {len(KINDS)} kinds are counted as by eval.pl")


main(sys.argv[1])
