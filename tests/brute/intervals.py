#!/usr/bin/env python3
"""intervals.py PROGRAM - the intervals of tbk stats against a script of its own: the same draws give the same ends, a plain bootstrap
nearly the same ones; those of tbk choices and of the order of words; on made-up treebanks whose means are known they hold these in
nearly 95 of 100; and so for two releases. So does freedom of order, but in fewer of 100. Those of tbk compare-oracles: by language,
words and file from its counts of sentences."""
import gzip
import itertools
import math
import os
import random
import subprocess
import sys
import tempfile

MASK, ROUNDS, LEVEL = 2**64 - 1, 512, 95
CORPORA = os.environ.get("TBK_CORPORA")
REAL = ["data/la.conllu", "data/cs.conllu.gz", "data/en.conllu"] + (
    [f"{CORPORA}/ud/r2.2/{name}.conllu.gz" for name in ("af_afribooms-ud-dev", "got_proiel-ud-dev", "hu_szeged-ud-dev")] if CORPORA else [])
RELEASES = ["r2.17/da_ddt-ud-dev", "r2.17/el_gdt-ud-dev", "r2.18/af_afribooms-ud-dev"] if CORPORA else []
INCREMENT = 0x9E3779B97F4A7C15


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def fnv(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    return value


def weights(seed, forms, place):
    """How often a sentence is in each round."""
    seed = seed + fnv("".join(form + "\t" for form in forms)) & MASK
    state = mix(mix(seed + INCREMENT & MASK) + (place + 1) * INCREMENT & MASK)
    found = [0] * ROUNDS
    for draw in range(ROUNDS):
        if draw % 7 == 0:
            state = state + INCREMENT & MASK
            bits = mix(state)
        found[bits & 511] += 1
        bits >>= 9
    return found


def weights_of_id(seed, forms, sent_id):
    return weights(seed, forms, fnv(sent_id))


def run(program, *arguments):
    lines = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout.splitlines()
    rows = [line.split("\t") for line in lines]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def read(path):
    """For each sentence its ID, heads and forms."""
    sentences, heads, forms, name = [], [], [], None
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        for line in file:
            if line.startswith("# sent_id"):
                name = line.split("=", 1)[1].strip()
            elif line == "\n":
                if heads:
                    sentences.append((name, heads, forms))
                heads, forms, name = [], [], None
            elif line.split("\t")[0].isdigit():
                heads.append(int(line.split("\t")[6]))
                forms.append(line.split("\t")[1])
    return sentences


def is_crossed(heads, word):
    head = heads[word - 1]

    def is_below(w):
        while w not in (0, head):
            w = heads[w - 1]
        return w == head

    return any(not is_below(w) for w in range(min(word, head) + 1, max(word, head)))


def figures(heads):
    """What the figures below are quotients of: sentences, words, crossed trees and arcs; arcs, their total length, those of 1."""
    lengths = [abs(word - head) for word, head in enumerate(heads, 1) if head]
    crossed = sum(is_crossed(heads, word) for word in range(1, len(heads) + 1))
    mean = sum(lengths) / len(lengths) if lengths else 0
    return (1, len(heads), crossed > 0, crossed, len(lengths), sum(lengths), lengths.count(1), len(lengths) > 0, mean) if heads.count(0) == 1 else (
        1, len(heads), crossed > 0, crossed, 0, 0, 0, 0, 0)


QUOTIENTS = {  # by column: numerator, denominator, factor, half a unit of the last digit
    "nonprojective_trees_percent": (2, 0, 100, 0.005), "nonprojective_arcs_percent": (3, 1, 100, 0.005), "mdd": (5, 4, 1, 0.00005),
    "adjacent_percent": (6, 4, 100, 0.005), "mdd_of_sentences": (8, 7, 1, 0.00005),
}


def rounds_of(rows, drawn):
    return [[sum(weight[r] * row[i] for weight, row in zip(drawn, rows)) for i in range(9)] for r in range(ROUNDS)]


def ends(values):
    values = sorted(values)
    cut = len(values) * (100 - LEVEL) // 200
    return values[cut], values[-1 - cut]


def quotients(sums, column):
    top, bottom, factor, _ = QUOTIENTS[column]
    return [factor * s[top] / s[bottom] for s in sums if s[bottom]]


def check_real(program, path, most=150):
    sentences = read(path)[:most]
    rows = [figures(heads) for _, heads, _ in sentences]
    drawn = [weights(7, forms, number) for number, (_, _, forms) in enumerate(sentences, 1)]
    (found,) = run(program, "stats", "-q", "--lengths", "--intervals", "--seed=7", f"--max={most}", path)
    sums, draw = rounds_of(rows, drawn), random.Random(3)
    plain = [[sum(column) for column in zip(*draw.choices(rows, k=len(rows)))] for _ in range(1000)]
    for column, (_, _, _, unit) in QUOTIENTS.items():
        low, high = ends(quotients(sums, column))
        told = float(found[column + "_low"]), float(found[column + "_high"])
        assert abs(told[0] - low) <= 1.01 * unit and abs(told[1] - high) <= 1.01 * unit, (path, column, told, low, high)
        if len(rows) < 100:
            continue  # shares of few sentences have large steps
        again = ends(quotients(plain, column))
        width = max(high - low, again[1] - again[0])
        assert abs(told[0] - again[0]) <= 0.15 * width + unit and abs(told[1] - again[1]) <= 0.15 * width + unit, (path, column, told, again)


def write_large(path):
    """More sentences, and longer ones, than sums in few bits can have."""
    with open(path, "w") as file:
        file.write(made_up(random.Random(2), 1300, 0.7))
        for _ in range(3):
            file.write("".join(f"{word}\tw\t_\t_\t_\t_\t{int(word > 1)}\tdep\t_\t_\n" for word in range(1, 2001)) + "\n")


def releases(path, folder):
    """A treebank and an older release of it: the first sentences of a real one, or the sample with some sentences lacking and some
    trees exchanged."""
    if CORPORA and path in RELEASES:
        return f"{CORPORA}/ud/{path}.conllu.gz", f"{CORPORA}/ud/r2.2/{path.split('/')[1]}.conllu.gz"
    old = os.path.join(folder, os.path.basename(path))
    with open(old, "w") as file:
        for n, (name, heads, forms) in enumerate(read(path)):
            if n % 5:
                shown = [max(word - 1, 0) for word in range(1, len(heads) + 1)] if n % 2 else heads
                file.write(f"# sent_id = {name or n}\n" + "".join(
                    f"{word}\t{form}\t_\t_\t_\t_\t{head}\tdep\t_\t_\n" for word, (form, head) in enumerate(zip(forms, shown), 1)) + "\n")
    return path, old


def chance(new, old):
    """The ends of the difference and its p, from values of rounds."""
    differences = [x - y for x, y in zip(new, old)]
    below, above = sum(d <= 0 for d in differences), sum(d >= 0 for d in differences)
    return *ends(differences), min(1, 2 * (min(below, above) + 1) / (len(differences) + 1))


def check_releases(program, path, folder):
    """Low, high and p of differences: by the same draws, and nearly so by a plain bootstrap that draws IDs with words."""
    paths = releases(path, folder)
    of_releases = [{(name, *forms): figures(heads) for name, heads, forms in read(p)[:400]} for p in paths]
    (found,) = run(program, "stats", "-q", "--lengths", "--intervals", "--seed=7", "--max=400", f"--against={paths[1]}", paths[0])
    drawn = {place: weights_of_id(7, place[1:], place[0]) for place in {**of_releases[0], **of_releases[1]}}
    sums = [rounds_of(rows.values(), [drawn[place] for place in rows]) for rows in of_releases]
    draw, ids, plain = random.Random(9), list(drawn), ([], [])
    for _ in range(1000):
        again = draw.choices(ids, k=len(ids))
        for rows, into in zip(of_releases, plain):
            into.append([sum(column) for column in zip(*(rows[place] for place in again if place in rows))])
    for column, (_, _, _, unit) in QUOTIENTS.items():
        told = [float(found[f"{column}_{part}"]) for part in ("low", "high", "p")]
        same, again = (chance(*(quotients(s, column) for s in of_both)) for of_both in (sums, plain))
        width = max(same[1] - same[0], again[1] - again[0])
        assert all(abs(x - y) <= 1.01 * unit for x, y in zip(told[:2], same)) and abs(told[2] - same[2]) <= 0.00006, (path, column, told, same)
        assert all(abs(x - y) <= 0.2 * width + unit for x, y in zip(told[:2], again)), (path, column, told, again)
        assert abs(told[2] - again[2]) <= 0.03 + 4 * (again[2] * (1 - again[2] / 2) / 512) ** 0.5, (path, column, told, again)


def rank_of(n):
    """The greatest rank that a median of the population is below with probability 2.5 % at most."""
    rank, below = 0, 1
    while 200 * below <= (100 - LEVEL) * 2**n:
        rank += 1
        below += math.comb(n, rank)
    return rank


def check_choices(program, path, over):
    """Intervals of tbk choices: medians by ranks of the numbers of its table by sentence, means by the same draws."""
    forms = [forms for _, _, forms in read(path)]
    sentences = run(program, "choices", "-q", "--by=sentence", path)
    found = run(program, "choices", "-q", "--intervals", "--by=words:10", f"--over={over}", path)
    for row in found:
        trees = [s for s in sentences if int(row["words_from"]) <= int(s["words"]) <= int(row["words_to"]) and (over == "all" or s["lost_arcs"] != "0")]
        numbers, rank = sorted(int(s["choices"]) for s in trees), rank_of(len(trees))
        low, high = (numbers[rank - 1], numbers[-rank]) if rank else ("", "")
        assert (row["choices_median_low"], row["choices_median_high"]) == (str(low), str(high)), (path, row, low, high)
        drawn = [weights(1, forms[int(s["sentence"]) - 1], int(s["sentence"])) for s in trees]
        logs = [round(math.log10(int(s["choices"])) * 1e9) / 1e9 for s in trees]
        sums = [(sum(w[r] for w in drawn), sum(w[r] * x for w, x in zip(drawn, logs))) for r in range(ROUNDS)]
        means = [x / n for n, x in sums if n]
        for end, value in zip(("low", "high"), ends(means) if means else ("", "")):
            told = row[f"log10_choices_mean_{end}"]
            assert told == value == "" or abs(float(told) - value) <= 0.0000501, (path, row, value)


NUMBERS = itertools.count()


def made_up(draw, n_sentences, near, ids=False):
    """Sentences of 5 to 15 words, of which no two have the same; words from the third on are attached to the word before or, else, to the one before that, the former in
    some sentences more often than in others; @near of 1 in the mean."""
    lines = []
    for number in range(n_sentences):
        share = draw.choice((near - 0.2, near + 0.2))
        n = draw.randint(5, 15)
        lines.append(f"# sent_id = {number}\n" if ids else "")
        form = f"w{next(NUMBERS)}"
        for word in range(1, n + 1):
            head = 0 if word == 1 else word - 1 if word == 2 or draw.random() < share else word - 2
            lines.append(f"{word}\t{form}\t_\t_\t_\t_\t{head}\tdep\t_\t_\n")
        lines.append("\n")
    return "".join(lines)


def expected(near):
    """The means of these, over all sentences that there could be: words - 2 are attached by chance."""
    mean = sum((1 + (2 - near) * (n - 2)) / (n - 1) for n in range(5, 16)) / 11
    return {"mdd": (1 + (2 - near) * 8) / 9, "adjacent_percent": 100 * (1 + near * 8) / 9, "mdd_of_sentences": mean}


def check_coverage(program, folder):
    draw, n = random.Random(11), 800
    for i in range(n):
        with open(f"{folder}/{i}.conllu", "w") as file:
            file.write(made_up(draw, 150, 0.7))
    rows = run(program, "stats", "-q", "--lengths", "--intervals", "--tidy", folder)
    assert len(rows) == n
    for column, mean in expected(0.7).items():
        held = sum(float(row[column + "_low"]) <= mean <= float(row[column + "_high"]) for row in rows) / n
        assert 0.92 <= held <= 0.975, (column, held)
        print(f"intervals: {100 * held:.1f} % of {n} intervals hold the known {column}")


def check_against(program, folder):
    """Differences of new releases, of other sentences and of the same ones, of which every second one is attached anew: coverage of the known
    difference, and p below 0.05 where there is none. In "other" and "changed" there is one, of all sentences and of half of them."""
    draw, n = random.Random(5), 300
    for kind in "new", "old", "same", "other", "changed":
        os.makedirs(f"{folder}/{kind}")
    for i in range(n):
        texts = {"new": made_up(draw, 200, 0.7, True), "old": made_up(draw, 200, 0.7, True)}
        sentences = [s + "\n\n" for s in texts["new"].split("\n\n") if s]
        fresh = [s + "\n\n" for s in made_up(draw, 200, 0.7, True).split("\n\n") if s]
        texts["same"] = "".join(
            f if draw.random() < 0.5 else s for s, f in zip(sentences, fresh))
        texts["other"] = made_up(draw, 200, 0.65, True).replace("sent_id = ", "sent_id = x")
        fresh = [s + "\n\n" for s in made_up(draw, 200, 0.65, True).split("\n\n") if s]
        texts["changed"] = "".join(f if draw.random() < 0.5 else s for s, f in zip(sentences, fresh))
        for kind, text in texts.items():
            with open(f"{folder}/{kind}/{i}.conllu", "w") as file:
                file.write(text)
    widths = {}
    for kind, near in ("old", 0.7), ("same", 0.7), ("other", 0.65), ("changed", 0.675):
        rows = run(program, "stats", "-q", "--lengths", "--intervals", "--tidy", f"--against={folder}/{kind}", "--columns=file,mdd", f"{folder}/new")
        assert len(rows) == n
        true = expected(0.7)["mdd"] - expected(near)["mdd"]
        held = sum(float(row["mdd_low"]) <= true <= float(row["mdd_high"]) for row in rows) / n
        small = sum(float(row["mdd_p"]) < 0.05 for row in rows) / n
        assert 0.91 <= held <= 0.98, (kind, held)
        assert 0.02 <= small <= 0.09 if near == 0.7 else small > 0.15, (kind, small)
        widths[kind] = sum(float(row["mdd_high"]) - float(row["mdd_low"]) for row in rows) / n
        print(f"intervals: {100 * held:.1f} % hold the difference {true:.4f} to {kind}, {100 * small:.1f} % have p below 0.05")
    assert widths["same"] < 0.85 * widths["old"], widths  # pairs of sentences are drawn together


def read_orders(path):
    """For each sentence how often it has a kind of arcs in an order, and a kind of pairs of sisters."""
    sentences, words = [], []
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if line == "\n" and words:
                sentences.append(count_orders(words))
                words = []
            elif fields[0].isdigit():
                words.append((int(fields[0]), fields[3], int(fields[6]), fields[7]))
    return sentences


def count_orders(words):
    arcs, pairs, sides = {}, {}, {}
    for word, upos, head, relation in words:
        if head:
            key = (words[head - 1][1], relation, upos), word < head
            arcs[key] = arcs.get(key, 0) + 1
            sides.setdefault((head, word < head), []).append(relation)
    for (head, side), relations in sides.items():
        for j, second in enumerate(relations):
            for first in relations[:j]:
                if first != second:
                    key = (words[head - 1][1], side, *sorted((first, second))), first < second
                    pairs[key] = pairs.get(key, 0) + 1
    return arcs, pairs


def draw_orders(sentences, drawn):
    """Of each round, and of the treebank at last: how often each kind has both orders."""
    rounds = [{} for _ in range(ROUNDS + 1)]
    for counts, weight in zip(sentences, drawn):
        for r, times in enumerate(weight + [1]):
            for (kind, order), n in counts.items() if times else ():
                rounds[r].setdefault(kind, [0, 0])[order] += times * n
    return rounds


HARMONIC = [0.0]


def entropy_sum(x, y, corrected):
    n = x + y
    while len(HARMONIC) < n:
        HARMONIC.append(HARMONIC[-1] + 1 / len(HARMONIC))
    if not x or not y:
        return 0
    return sum(i * (HARMONIC[n - 1] - HARMONIC[i - 1] if corrected else math.log(n / i)) for i in (x, y)) / math.log(2)


def freedom(kinds, corrected):
    return sum(entropy_sum(*counts, corrected) for counts in kinds.values()) / sum(map(sum, kinds.values()))


def share(kinds):
    return 100 * sum(counts[1] for counts in kinds.values()) / sum(map(sum, kinds.values()))


def entropy(percent):
    p = percent / 100
    return 0 if p in (0, 1) else -p * math.log2(p) - (1 - p) * math.log2(1 - p)


def check_order(program, path):
    sentences = read_orders(path)[:60]
    drawn = [weights(7, forms, number) for number, (_, _, forms) in enumerate(read(path)[:60], 1)]
    (found,) = run(program, "word-order", "-q", "--intervals", "--seed=7", "--max=60", path)

    def check(column, expected, unit=0.00005):
        for name, value in zip((column, column + "_low", column + "_high"), expected):
            assert abs(float(found[name]) - value) <= 1.01 * unit, (path, name, found[name], value)

    for i, name in enumerate(("order_freedom", "sister_freedom")):
        *rounds, of_all = draw_orders([counts[i] for counts in sentences], drawn)
        plain, better = freedom(of_all, False), freedom(of_all, True)
        low, high = ends([freedom(kinds, True) for kinds in rounds if kinds])
        of_freedom = [min(1, max(0, end)) for end in (better + plain - high, 2 * better - low)]
        check(name, [plain, *of_freedom])
        check(name + "_corrected", [better, *of_freedom])
        if i == 0:
            low, high = ends([share(kinds) for kinds in rounds])
            check("before_head_percent", [share(of_all), low, high], 0.005)
            of_ends = sorted((entropy(low), entropy(high)))
            check("entropy", [entropy(share(of_all)), of_ends[0], 1 if low <= 50 <= high else of_ends[1]])


def check_order_releases(program, path, folder):
    """Differences of an older release, in which sentences lack and relations differ: by the same draws."""
    old = os.path.join(folder, "older.conllu")
    blocks = open(path).read().split("\n\n")
    with open(old, "w") as file:
        for n, block in enumerate(block for block in blocks if block):
            if n % 5:
                file.write((block.replace("\tnsubj\t", "\tobj\t").replace("\tobl\t", "\tnsubj\t") if n % 3 == 1 else block) + "\n\n")
    (found,) = run(program, "word-order", "-q", "--intervals", "--seed=7", f"--against={old}", path)
    drawn = [[weights_of_id(7, forms, name) for name, _, forms in read(p)] for p in (path, old)]
    orders = [read_orders(p) for p in (path, old)]

    def check(column, values, differences, unit=0.00005):
        expected = [values[1], values[0], values[0] - values[1], *chance(differences, [0] * len(differences))]
        for part, value in zip(("old", "new", "difference", "low", "high", "p"), expected):
            assert abs(float(found[f"{column}_{part}"]) - value) <= 1.01 * (0.00005 if part == "p" else unit), (path, column, part, found, value)

    for i, name in enumerate(("order_freedom", "sister_freedom")):
        (*new, all_new), (*older, all_old) = (draw_orders([counts[i] for counts in o], d) for o, d in zip(orders, drawn))
        both = [(x, y) for x, y in zip(new, older) if x and y]
        center = sum(freedom(all_new, corrected) - freedom(all_old, corrected) for corrected in (False, True))
        differences = [center - freedom(x, True) + freedom(y, True) for x, y in both]
        check(name, [freedom(all_new, False), freedom(all_old, False)], differences)
        check(name + "_corrected", [freedom(all_new, True), freedom(all_old, True)], differences)
        if i == 0:
            shares = [(share(x), share(y)) for x, y in both]
            check("before_head_percent", [share(all_new), share(all_old)], [x - y for x, y in shares], 0.005)
            check("entropy", [entropy(share(all_new)), entropy(share(all_old))], [entropy(x) - entropy(y) for x, y in shares])


def check_order_coverage(program, folder):
    """Verbs with 1 to 8 dependents of ten relations, of which each has its own share before the verb."""
    draw, n, shares = random.Random(8), 600, (0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.05, 0.02, 0, 1)
    for i in range(n):
        with open(f"{folder}/{i}.conllu", "w") as file:
            for _ in range(150):
                orders = [(relation, draw.random() < shares[relation]) for relation in draw.choices(range(10), k=draw.randint(1, 8))]
                verb = 1 + sum(is_before for _, is_before in orders)
                words = [r for r, is_before in orders if is_before] + [None] + [r for r, is_before in orders if not is_before]
                form = f"w{next(NUMBERS)}"
                for word, relation in enumerate(words, 1):
                    file.write(f"{word}\t{form}\t_\tX\t_\t_\t{0 if word == verb else verb}\t{'root' if word == verb else f'r{relation}'}\t_\t_\n")
                file.write("\n")
    rows = run(program, "word-order", "-q", "--intervals", "--tidy", folder)
    truth = {"before_head_percent": 10 * sum(shares), "entropy": entropy(10 * sum(shares)),
             "order_freedom_corrected": sum(entropy(100 * p) for p in shares) / 10}
    for column, value in truth.items():
        held = sum(float(row[column + "_low"]) <= value <= float(row[column + "_high"]) for row in rows) / n
        assert 0.92 <= held <= 0.975, (column, held)
        print(f"intervals: {100 * held:.1f} % of {n} intervals hold the known {column}")


SHARES = {"values_differ_percent": ("values_differ", "configurations"), "sets_differ_percent": ("sets_differ", "configurations"),
          "contained_percent": ("contained", "sets_differ"), "extra_percent": ("extra", "configurations"),
          "missing_percent": ("missing", "configurations"), "harm_mean": ("harm", "configurations")}


def language(path):
    return os.path.basename(path).split(".")[0].split("_")[0].split("-")[0]


def check_oracles(program, paths, options):
    """Shares and intervals of each group are those of the counts of its sentences, drawn by a script."""
    sentences = run(program, "compare-oracles", "-q", "--by=sentence", *options, *paths)
    groups = {"file": lambda s: (s["file"],), "language": lambda s: (language(s["file"]),),
              "words:10": lambda s: (str((int(s["words"]) - 1) // 10 * 10 + 1),),
              "language,words:10": lambda s: (language(s["file"]), str((int(s["words"]) - 1) // 10 * 10 + 1))}
    forms = {path: [forms for _, _, forms in read(path)] for path in paths}
    drawn = {(s["file"], s["sentence"]): weights(7, forms[s["file"]][int(s["sentence"]) - 1], int(s["sentence"])) for s in sentences}
    for by, key in groups.items():
        found = run(program, "compare-oracles", "-q", f"--by={by}", "--intervals", "--seed=7", *options, *paths)
        rows = {}
        for s in sentences:
            rows.setdefault(key(s) + (s["variant"],), []).append(s)
        names = [name for name in ("file", "language", "words_from") if name in found[0]]
        assert len(found) == len(rows) + (by in ("file", "language")) * len({s["variant"] for s in sentences}), by
        for row in found:
            place = tuple(row[name] for name in names) + (row["variant"],)
            of_row = rows.get(place, [s for s in sentences if s["variant"] == row["variant"]])
            assert place in rows or place[0] == "TOTAL"
            assert int(row["sentences"]) == len(of_row)
            for column, (top, bottom) in SHARES.items():
                factor, digits = (1, 4) if column == "harm_mean" else (100, 2)
                above, below = sum(int(s[top]) for s in of_row), sum(int(s[bottom]) for s in of_row)
                assert row[top] == str(above) and (row[column] == "" if below == 0 else abs(float(row[column]) - factor * above / below) <= 0.51 / 10**digits), (by, row)
                sums = [(sum(drawn[s["file"], s["sentence"]][r] * int(s[top]) for s in of_row),
                         sum(drawn[s["file"], s["sentence"]][r] * int(s[bottom]) for s in of_row)) for r in range(ROUNDS)]
                values = [factor * x / y for x, y in sums if y]
                for end, value in zip(("low", "high"), ends(values) if below and values else ("", "")):
                    told = row[f"{column}_{end}"]
                    assert told == value or abs(float(told) - value) <= 0.51 / 10**digits, (by, column, row, value)


def crossing(draw, n_sentences):
    """Sentences of 4 to 12 words whose trees are drawn: half of them of any arcs, the others of short ones."""
    lines = []
    for number in range(n_sentences):
        n, far, order = draw.randint(4, 12), draw.random() < 0.5, []
        heads = {}
        for word in draw.sample(range(1, n + 1), n):
            heads[word] = draw.choice(order) if order and far else min(order, key=lambda w: abs(w - word), default=0)
            order.append(word)
        lines.append("".join(f"{word}\tw{number}\t_\t_\t_\t_\t{heads[word]}\tdep\t_\t_\n" for word in range(1, n + 1)) + "\n")
    return lines


def check_oracles_coverage(program, folder):
    """Treebanks of 120 sentences drawn from 3000, whose shares are the true ones."""
    draw, n = random.Random(21), 600
    pool = crossing(draw, 3000)
    with open(f"{folder}.conllu", "w") as file:
        file.write("".join(pool))
    (truth,) = run(program, "compare-oracles", "-q", f"{folder}.conllu")
    for i in range(n):
        with open(f"{folder}/{i}.conllu", "w") as file:
            file.write("".join(draw.choices(pool, k=120)))
    rows = run(program, "compare-oracles", "-q", "--intervals", "--tidy", folder)
    assert len(rows) == n
    for column in "values_differ_percent", "sets_differ_percent", "harm_mean":
        held = sum(float(row[column + "_low"]) <= float(truth[column]) <= float(row[column + "_high"]) for row in rows) / n
        assert 0.93 <= held <= 0.97, (column, held)
        print(f"intervals: {100 * held:.1f} % of {n} intervals hold the true {column}")


def main(program):
    check_oracles(program, ["data/la.conllu", "data/nl.conllu", "data/grc.conllu.gz"], ["--walk=explore:0.1", "--seed=7"])
    check_oracles(program, ["data/la.conllu", "data/en.conllu"], ["--system=arc-standard", "--variant=left-first:approximate", "--variant=none:exact"])
    if CORPORA:
        check_oracles(program, [f"{CORPORA}/ud/r2.2/{name}-ud-dev.conllu.gz" for name in ("af_afribooms", "hu_szeged")], ["--every=10"])
    print("intervals: those of oracles as expected")
    for path in REAL:
        check_real(program, path)
        check_order(program, path)
        for over in "losing", "all":
            check_choices(program, path, over)
    print(f"intervals: {len(REAL)} treebanks as expected")
    with tempfile.TemporaryDirectory() as folder:
        write_large(f"{folder}/large.conllu")
        check_real(program, f"{folder}/large.conllu", 2000)
        for path in ["data/en.conllu", "data/la.conllu", *RELEASES]:
            check_releases(program, path, folder)
        for path in "data/en.conllu", "data/la.conllu", "data/fr.conllu":
            check_order_releases(program, path, folder)
        print(f"intervals: differences of {2 + len(RELEASES)} treebanks as expected")
        os.makedirs(f"{folder}/many")
        os.makedirs(f"{folder}/orders")
        os.makedirs(f"{folder}/oracles")
        check_oracles_coverage(program, f"{folder}/oracles")
        check_coverage(program, f"{folder}/many")
        check_order_coverage(program, f"{folder}/orders")
        check_against(program, folder)


main(sys.argv[1])
