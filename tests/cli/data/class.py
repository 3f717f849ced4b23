"""class.py en.conllu - makes the answers of a class of 30 for arc-standard, in the spellings of seven textbooks, some of them wrong,
and prints their points, found by trying every sequence of transitions. It has nothing in common with tbk."""
import random
import sys
from functools import lru_cache
from pathlib import Path

SPELLINGS = [
    ("SHIFT", "LEFT-ARC({})", "RIGHT-ARC({})"),  # Nivre
    ("SHIFT", "LEFTARC", "RIGHTARC"),  # Jurafsky and Martin
    ("SH", "LA_{}", "RA_{}"),  # Kübler, McDonald and Nivre
    ("shift", "arc-left", "arc-right"),  # Eisenstein
    ("SHIFT", "LEFT_{}", "RIGHT_{}"),  # Goldberg
    ("Shift", "Left-Arc ({})", "Right-Arc ({})"),  # Manning
    ("SH", "RR", "RL"),  # Nederhof
]
SENTENCES = ("en-01", "en-06", "en-21")


def read(path):
    trees = {}
    for block in Path(path).read_text(encoding="utf-8").split("\n\n"):
        lines = block.split("\n")
        rows = [line.split("\t") for line in lines if line[:1].isdigit() and line.split("\t")[0].isdigit()]
        names = [line.split("= ")[1] for line in lines if line.startswith("# sent_id")]
        if names:
            trees[names[0]] = [0] + [int(row[6]) for row in rows]
    return trees


def step(stack, front, act):
    """The stack and the front of the input after a transition, and the arc that it makes."""
    if act == 0:
        return stack + (front,), front + 1, None
    below, top = stack[-2:]
    kept, other = (top, below) if act == 1 else (below, top)
    return stack[:-2] + (kept,), front, (kept, other)


def allowed(stack, front, n):
    return [act for act in range(3)
            if (front <= n if act == 0 else len(stack) > 1 and (act == 2 or stack[-2] != 0))]


def oracle(heads):
    n = len(heads) - 1

    @lru_cache(None)
    def most(stack, front):
        return max((gain(stack, front, act) for act in allowed(stack, front, n)), default=0)

    def gain(stack, front, act):
        after, following, arc = step(stack, front, act)
        return (arc is not None and heads[arc[1]] == arc[0]) + most(after, following)

    return most, gain


def make(chance, heads):
    """An answer: acts, of which -1 is no transition; the steps before the first error, and the kept arcs."""
    most, gain = oracle(heads)
    n, stack, front, acts, right, kept = len(heads) - 1, (0,), 1, [], None, 0
    while allowed(stack, front, n):
        dice = chance.random()
        if dice < 0.03:
            break  # the student gives up
        act = chance.choice((-1, 0, 1, 2)) if dice < 0.15 else max(allowed(stack, front, n), key=lambda act: (gain(stack, front, act), chance.random()))
        is_allowed = act in allowed(stack, front, n)
        if right is None and (not is_allowed or gain(stack, front, act) < most(stack, front)):
            right = len(acts)
        acts.append(act)
        if not is_allowed:
            break
        stack, front, arc = step(stack, front, act)
        kept += arc is not None and heads[arc[1]] == arc[0]
    if right is None:
        right = len(acts)
    return acts, right, n - kept, 100 * kept / most((0,), 1)


def main():
    trees, chance = read(sys.argv[1]), random.Random(58)
    Path("answers").mkdir()
    print("student,sentence,correct,lost,points")
    for number in range(30):
        name, spelling = f"student-{number + 1:02}", SPELLINGS[number % len(SPELLINGS)]
        lines = []
        for sentence in SENTENCES:
            if chance.random() < 0.1:
                print(f"{name},{sentence},,,0.00")
                continue
            acts, right, lost, points = make(chance, trees[sentence])
            words = [("GIVE" if act < 0 else spelling[act].format("nsubj")) for act in acts]
            lines.append(sentence + chance.choice((": ", " ", ":\t")) + chance.choice((" ", ", ", "; ")).join(words))
            print(f"{name},{sentence},{right},{lost},{points:.2f}")
        # The last ten are in one file.
        path, heading = (Path(f"answers/{name}.txt"), "") if number < 20 else (Path("others.txt"), f"# {name}\n")
        with open(path, "a", encoding="utf-8") as file:
            file.write(heading + "".join(line + "\n" for line in lines))


main()
