#!/usr/bin/env python3
"""report_repair.py PROGRAM UD FOLDER [N] - how many gold trees `tbk repair` restores whole after faults were planted in them, beside
rules of thumb. N sentences (200) of the newest release of each of the 15 treebanks in HALF below the folder UD; of treebanks that
are not there nothing is written. Writes FOLDER/repair.tsv and FOLDER/repair.md.

The 16 other treebanks of UD served to choose the costs, so these figures are of treebanks that the costs have not seen.
"""
import gzip
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HALF = ("ar_pud cop_scriptorium cu_proiel de_gsd en_ewt eu_bdt fo_farpahc got_proiel he_htb ja_gsd ko_gsd nl_alpino sl_ssj ug_udt vi_vtb").split()
FAULTS = ("cycle", "swap", "missing", "root2", "root2+", "no root", "no root+", "two", "three", "random")
N_LIKE = 400  # good trees in which costs are counted


def release_number(folder):
    """r2.18 as (2, 18)."""
    return tuple(int(part) for part in folder.name[1:].split("."))


def sentences(path):
    """The words of each sentence with one root, as lists of columns; comments, ranges and empty nodes are left out."""
    words = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip():
                columns = line.rstrip("\n").split("\t")
                if columns[0].isdigit():
                    words.append(columns)
            else:
                if len(words) > 2 and sum(word[6] == "0" for word in words) == 1:
                    yield words
                words = []


# Faults. Heads are lists with heads[0] = -1; None is a missing one.


def path_up(heads, word):
    """The words from a word to 0 or to where its heads end or go round."""
    path = []
    while word is not None and word > 0 and word not in path:
        path.append(word)
        word = heads[word]
    return path


def plant(kind, heads, deprels, draw):
    """Plants a fault. Returns whether there is a place for it."""
    n, root = len(heads) - 1, next((word for word in range(1, len(heads)) if heads[word] == 0), None)
    words = range(1, n + 1)
    if root is None:
        return False
    if kind == "cycle":
        below = [(word, other) for word in words if word != root for other in words if other != word and word in path_up(heads, other)]
        places = sorted({word for word, _ in below})
        if not places:
            return False
        word = draw.choice(places)
        heads[word] = draw.choice([other for one, other in below if one == word])
    elif kind == "swap":
        places = [word for word in words if heads[word]]
        if not places:
            return False
        word = draw.choice(places)
        heads[heads[word]] = word
    elif kind == "missing":
        heads[draw.randint(1, n)] = None
    elif kind in ("root2", "root2+"):
        word = draw.choice([word for word in words if word != root])
        heads[word] = 0
        if kind == "root2+":
            deprels[word] = "root"
    else:
        heads[root] = draw.choice([word for word in words if word != root])
        if kind == "no root+":
            deprels[root] = "dep"
    return True


def plant_all(fault, gold, deprels, draw):
    """The heads and relations with the faults of a column; None where there is no place for them."""
    heads, deprels = list(gold), list(deprels)
    if fault == "random":
        for word in draw.sample(range(1, len(heads)), draw.randint(1, min(3, len(heads) - 1))):
            heads[word] = draw.randint(0, len(heads) - 1)
        return heads, deprels
    kinds = {"two": 2, "three": 3}.get(fault)
    planted = [fault] if kinds is None else [draw.choice(FAULTS[:4]) for _ in range(kinds)]
    return (heads, deprels) if all(plant(kind, heads, deprels, draw) for kind in planted) else None


# Rules of thumb.


def is_missing(heads, word):
    return heads[word] is None or heads[word] == word or heads[word] >= len(heads)


def one_root(heads):
    """The first word on 0 stays there, the others depend on it; the first word goes there if none is."""
    first = next((word for word in range(1, len(heads)) if heads[word] == 0), None)
    for word in range(1, len(heads)):
        if heads[word] == 0 and word != first and first is not None:
            heads[word] = first
    return heads


def break_at_first(heads, deprels):
    """A word without head, and the first word of a cycle, go to 0; then there is one root."""
    for word in range(1, len(heads)):
        if is_missing(heads, word):
            heads[word] = 0
        elif heads[path_up(heads, word)[-1]] == word:
            heads[word] = 0
    return one_root(heads)


def break_at_last(heads, deprels):
    """The same, but a cycle is broken where the way up from the first word comes back to itself."""
    for word in range(1, len(heads)):
        if is_missing(heads, word):
            heads[word] = 0
    for word in range(1, len(heads)):
        last = path_up(heads, word)[-1]
        if heads[last] != 0:
            heads[last] = 0
    return one_root(heads)


def word_by_word(heads, deprels):
    """Each word whose way up does not end in 0 is attached to the root word, which is one with the relation root, or the first on 0."""
    words = range(1, len(heads))
    at_0 = [word for word in words if heads[word] == 0]
    root = next((word for word in at_0 or words if deprels[word].split(":")[0] == "root"), (at_0 or [1])[0])
    heads[root] = 0
    for word in words:
        if word != root and (is_missing(heads, word) or heads[word] == 0):
            heads[word] = root
    for word in words:
        if heads[path_up(heads, word)[-1]] != 0:
            heads[word] = root
    return heads


def shortest(heads, deprels):
    """Words without head, and of each cycle the word that has the nearest one outside, are attached to the nearest word that is
    not below them; the root word is as above."""
    words = range(1, len(heads))
    at_0 = [word for word in words if heads[word] == 0]
    root = next((word for word in at_0 or words if deprels[word].split(":")[0] == "root"), (at_0 or [1])[0])
    heads[root] = 0

    def nearest(word):
        return min((abs(other - word), other) for other in words if word not in path_up(heads, other))

    for word in words:
        if word != root and (is_missing(heads, word) or heads[word] == 0):
            heads[word] = None
            heads[word] = nearest(word)[1]
    for word in words:
        last = path_up(heads, word)[-1]
        if heads[last] != 0:
            cycle = path_up(heads, last)
            outside = [(*nearest(one), one) for one in cycle if any(one not in path_up(heads, other) for other in words)]
            _, head, one = min(outside, default=(0, root, last))
            heads[one] = head
    return heads


RULES = {
    "nearest word, for missing heads and cycles": shortest,
    "on the root word, word by word": word_by_word,
    "cycles broken at their first word, then one root": break_at_first,
    "cycles broken where the way comes back, then one root": break_at_last,
}


def write(path, planted):
    with open(path, "w", encoding="utf-8") as file:
        for number, (words, heads, deprels) in enumerate(planted):
            print(f"# sent_id = {number}", file=file)
            for word, columns in enumerate(words, 1):
                head = "_" if heads[word] is None else heads[word]
                print(*columns[:6], head, deprels[word], *columns[8:], sep="\t", file=file)
            print(file=file)


def repaired(program, path, *options):
    """The heads of each sentence after `tbk repair`."""
    text = subprocess.run(
        [program, "repair", "-q", "--mark=none", *options, path], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ).stdout.decode()
    return [
        [-1, *(int(line.split("\t")[6]) for line in block.split("\n") if not line.startswith("#"))] for block in text.strip("\n").split("\n\n")
    ]


def count(program, folder, treebank, n_sentences, scratch):
    """By rule and fault, how many trees are restored; by fault, how many there are."""
    draw = random.Random(treebank)
    all_sentences = [words for path in sorted(folder.glob(f"{treebank}-ud-*.conllu.gz")) for words in sentences(path)]
    draw.shuffle(all_sentences)
    planted, golds, faults = [], [], []
    for words in all_sentences[:n_sentences]:
        gold, deprels = [-1, *(int(word[6]) for word in words)], ["", *(word[7] for word in words)]
        for fault in FAULTS:
            found = plant_all(fault, gold, deprels, draw)
            if found is not None:
                planted.append((words, *found))
                golds.append(gold)
                faults.append(fault)
    path, like = Path(scratch, "planted.conllu"), Path(scratch, "good.conllu")
    write(path, planted)
    write(like, [
        (words, [-1, *(int(word[6]) for word in words)], ["", *(word[7] for word in words)])
        for words in all_sentences[n_sentences:n_sentences + N_LIKE]
    ])
    answers = {"**tbk repair**": repaired(program, path), f"tbk repair --like={N_LIKE} good trees": repaired(program, path, f"--like={like}")}
    for name, rule in RULES.items():
        answers[name] = [rule(list(heads), deprels) for _, heads, deprels in planted]
    restored = {name: Counter() for name in answers}
    for name, found in answers.items():
        assert len(found) == len(golds)
        for fault, gold, heads in zip(faults, golds, found):
            restored[name][fault] += heads == gold
    return restored, Counter(faults)


def origin(program):
    """Where a page was made, by origin.sh."""
    tell = 'program=$1 && . "$(dirname "$0")/origin.sh" && origin reports'
    return subprocess.run(["sh", "-c", tell, __file__, program], check=True, stdout=subprocess.PIPE).stdout.decode().strip()


def write_page(file, made, restored, totals, n_treebanks, n_sentences):
    print("# How many trees repair restores\n", file=file)
    print(
        f"{made}: faults planted in gold trees, at most {n_sentences} sentences of each of {n_treebanks} treebanks that the costs have not"
        " seen. The cells are per cent of the trees that come back whole, all heads as they were. *cycle*: a head moved below its word;"
        " *swap*: a head attached to its dependent; *missing*: a word without head; *root2*: a second word on 0 (+: with the relation"
        " root); *no root*: the root attached to another word (+: its relation is lost too); *two*, *three*: faults of the first four"
        " kinds; *random*: 1 to 3 random heads, many of which leave a tree.\n",
        file=file,
    )
    print(f"| rule | {' | '.join(FAULTS)} |\n|---|{'--:|' * len(FAULTS)}", file=file)
    for name, counted in restored.items():
        print(f"| {name} | {' | '.join(f'{100 * counted[fault] / totals[fault]:.1f}' for fault in FAULTS)} |", file=file)
    print(f"| sentences | {' | '.join(str(totals[fault]) for fault in FAULTS)} |", file=file)


def main(program, ud, folder, n_sentences=200):
    n_sentences = int(n_sentences)
    restored, totals, rows = {}, Counter(), []
    for treebank in HALF:
        found = sorted((path for path in Path(ud).glob("r[0-9]*") if any(path.glob(f"{treebank}-ud-*.conllu.gz"))), key=release_number)
        if not found:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            counted, total = count(program, found[-1], treebank, n_sentences, scratch)
        totals += total
        for name, by_fault in counted.items():
            restored.setdefault(name, Counter()).update(by_fault)
            rows += [(treebank, name.strip("*"), fault, total[fault], by_fault[fault]) for fault in FAULTS]
    if not rows:
        sys.exit(f"{ud}: found none of the treebanks {' '.join(HALF)}")
    Path(folder).mkdir(parents=True, exist_ok=True)
    with open(Path(folder, "repair.tsv"), "w", encoding="utf-8") as file:
        print("treebank", "rule", "fault", "sentences", "restored", sep="\t", file=file)
        for row in rows:
            print(*row, sep="\t", file=file)
    with open(Path(folder, "repair.md"), "w", encoding="utf-8") as file:
        write_page(file, origin(program), restored, totals, len({row[0] for row in rows}), n_sentences)


main(*sys.argv[1:])
