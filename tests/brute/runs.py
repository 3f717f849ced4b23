#!/usr/bin/env python3
"""runs.py PROGRAM [N] - tbk evaluate over several runs: means and deviations against a script of its own, also of measures that some
runs do not have; and a simulation of N treebanks (100) of 300 sentences and 5 runs, whose variance between runs is 0.1, 1 and 3 times
that over sentences: in how many of 100 do intervals hold the true mean, and the true difference of two systems? They must be 93 to 97,
give or take two standard errors of a count of N."""
import os
import random
import statistics
import subprocess
import sys
import tempfile

SENTENCES, RUNS, WORDS = 300, 5, 10
MEAN, OF_SENTENCES, OF_BOTH = 0.7, 0.09, 0.06  # the share of right heads; its deviation over sentences, and over sentences of a system


def block(n_right):
    """The words of a sentence, whose heads are right in the first `n_right`: all but those depend on the word before."""
    return "".join(f"{word}\tw\t_\t_\t_\t_\t{word - 1 if word <= n_right or word == 1 else word - 2}\tdep\t_\t_\n"
                   for word in range(1, WORDS + 1)) + "\n"


# The first word is always right, and the second is wrong as a second root: so there are WORDS - 1 words to draw.
BLOCKS = [block(n) for n in range(WORDS + 1)]


def write(path, rights):
    with open(path, "w") as file:
        for s, n_right in enumerate(rights):
            file.write(f"# sent_id = {s}\n{BLOCKS[n_right]}")


def evaluate(program, *operands):
    table = subprocess.run([program, "evaluate", "--format=tsv", *operands], check=True, capture_output=True, text=True).stdout
    rows = [line.split("\t") for line in table.splitlines()]
    return {row[0]: {name: float(cell) for name, cell in zip(rows[0][1:], row[1:]) if cell} for row in rows[1:]}


def draw(rng, ratio):
    """The right words of the sentences of all runs of two systems, whose true means are MEAN."""
    noise = MEAN * (1 - MEAN) / (WORDS - 1)
    of_runs = (ratio * (OF_SENTENCES**2 + OF_BOTH**2 + noise) / SENTENCES) ** 0.5
    hard = [rng.gauss(0, OF_SENTENCES) for _ in range(SENTENCES)]
    systems = []
    for _ in range(2):
        own = [MEAN + h + rng.gauss(0, OF_BOTH) for h in hard]
        runs = []
        for _ in range(RUNS):
            better = rng.gauss(0, of_runs)
            runs.append([1 + sum(rng.random() < p + better for _ in range(WORDS - 1)) for p in own])
        systems.append(runs)
    return systems


def cover(program, folder, rng, ratio, n):
    """In how many of `n` the intervals hold the mean, and the difference."""
    gold, held, held_difference = os.path.join(folder, "gold.conllu"), 0, 0
    write(gold, [WORDS] * SENTENCES)
    true = 100 * (1 + MEAN * (WORDS - 1)) / WORDS
    for _ in range(n):
        names = []
        for s, runs in enumerate(draw(rng, ratio)):
            names.append([os.path.join(folder, f"{s}-{r}.conllu") for r in range(RUNS)])
            for name, rights in zip(names[-1], runs):
                write(name, rights)
        single = evaluate(program, gold, ",".join(names[0]))["UAS"]
        both = evaluate(program, "--against=" + ",".join(names[1]), gold, ",".join(names[0]))["UAS"]
        held += single["low"] <= true <= single["high"]
        held_difference += both["difference_low"] <= 0 <= both["difference_high"]
    return 100 * held / n, 100 * held_difference / n


def check_figures(program, folder, rng):
    gold = os.path.join(folder, "gold.conllu")
    write(gold, [WORDS] * SENTENCES)
    names = [os.path.join(folder, f"{r}.conllu") for r in range(RUNS)]
    for name in names:
        write(name, [rng.randint(1, WORDS) for _ in range(SENTENCES)])
    each = [evaluate(program, gold, name)["UAS"]["percent"] for name in names]
    row = evaluate(program, gold, ",".join(names))["UAS"]
    assert row["runs"] == RUNS and abs(row["percent"] - statistics.mean(each)) < 0.011, (row, each)
    assert abs(row["deviation"] - statistics.stdev(each)) < 0.011, (row, each)
    row = evaluate(program, f"--against={names[0]}", gold, ",".join(names[1:3]))["UAS"]
    assert row["runs"] == 2 and row["other_runs"] == 1 and "other_deviation" not in row
    assert abs(row["difference"] - (statistics.mean(each[1:3]) - each[0])) < 0.016, (row, each)
    same = evaluate(program, "--against=" + ",".join(names), gold, ",".join(names))["UAS"]
    assert same["difference"] == 0 and same["difference_low"] <= 0 <= same["difference_high"], same


def check_undefined(program, folder, rng):
    """Runs without an arc that is not projective have no nonprojective_precision: they count in no figure of it."""
    gold = os.path.join(folder, "gold.conllu")
    words = lambda heads, s: f"# sent_id = {s}\n" + "".join(f"{w}\tw\t_\t_\t_\t_\t{head}\tdep\t_\t_\n" for w, head in enumerate(heads, 1)) + "\n"
    crossing, wrong, projective = [3, 4, 0, 3], [3, 4, 4, 0], [3, 3, 0, 3]
    sets = {"gold": [crossing], "none": [projective], "some": [crossing, wrong, projective], "more": [crossing, crossing, wrong]}
    paths = {}
    for name, trees in sets.items():
        paths[name] = os.path.join(folder, f"{name}.conllu")
        with open(paths[name], "w") as file:
            file.write("".join(words(rng.choice(trees), s) for s in range(SENTENCES)))
    measure, figures = "nonprojective_precision", ("percent", "deviation", "low", "high", "difference", "difference_low", "difference_high")
    of = lambda *operands: evaluate(program, *operands)[measure]
    join = lambda *names: ",".join(paths[name] for name in names)
    single = [of(gold, paths[name])["percent"] for name in ("some", "more")]
    row = of(gold, join("none", "some", "none", "more"))
    assert row["runs"] == 2 and abs(row["percent"] - statistics.mean(single)) < 0.011, row
    assert abs(row["deviation"] - statistics.stdev(single)) < 0.011, row
    assert row == of(gold, join("some", "more")), row
    row = of(gold, join("none", "some"))
    assert row["runs"] == 1 and row["percent"] == single[0] and "deviation" not in row and row["low"] <= single[0] <= row["high"], row
    row = of(gold, join("none", "none"))
    assert row["runs"] == 0 and not set(figures) & set(row), row
    row = of("--against=" + join("none", "none"), gold, join("some", "more"))
    assert row["other_runs"] == 0 and not set(figures[4:]) & set(row) and not {"other_percent", "other_deviation"} & set(row), row
    row = of("--against=" + join("none", "more"), gold, join("some", "none"))
    assert row["runs"] == row["other_runs"] == 1 and abs(row["difference"] - (single[0] - single[1])) < 0.011, row
    assert row == {**of("--against=" + join("more"), gold, join("some", "none"))}, row


def main():
    program, n = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    error = 2 * (95 * 5 / n) ** 0.5
    least, most = 93 - error, 97 + error
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        check_figures(program, folder, rng)
        check_undefined(program, folder, rng)
        for ratio in (0.1, 1, 3):
            mean, difference = cover(program, folder, rng, ratio, n)
            print(f"runs: variance between runs {ratio} of that over sentences: {mean:.1f} and {difference:.1f} of 100 hold")
            assert least <= min(mean, difference) and max(mean, difference) <= most, (ratio, mean, difference)
    return 0


if __name__ == "__main__":
    sys.exit(main())
