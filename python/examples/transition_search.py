"""One scorer of transitions, learned in three ways, each searched in three ways: greedily, by a beam of 8, and exactly.

    transition_search.py [TRAIN TEST] [--system=arc-hybrid] [--epochs=5] [--seed=1]

A transition is scored by its top and front alone, with hashed linear features of their forms and tags, learned by an averaged
perceptron: from the dynamic oracle as greedy parsers do, from a beam of 8 with early update, or from the best of all sequences.
Prints UAS of the test set, by each search, and in how many sentences each search misses the best sequence. It shows that a model is to be
searched as it was learned; small treebanks and one seed show nothing else. Without names of files it tests on what it learned from.
"""
import argparse
from pathlib import Path
from typing import Any, Callable, Iterable, List, Optional, Tuple

import numpy as np
import tbk

BEAM, SIZE = 8, 1 << 18
DATA = Path(__file__).resolve().parent.parent.parent / "data"

Array = Any
Steps = List[Tuple[int, int, int]]  # transition, top, front


class Scorer:
    """Weights by feature and transition; features are hashed."""

    def __init__(self, system: tbk.System) -> None:
        self.system = system
        self.weights = np.zeros((SIZE, len(system.transitions)))
        self.sums = np.zeros_like(self.weights)  # weights times the step at which they changed
        self.step = 1

    @staticmethod
    def features(sentence: tbk.Sentence) -> Array:
        """Features of each top 0..n and front 0..n + 1: (n + 1, n + 2, features)."""
        words = [("<root>", "<root>"), *zip(sentence.forms, sentence.upos), ("<end>", "<end>")]
        n = len(words) - 2
        hashed = np.zeros((n + 1, n + 2, 9), np.int64)
        for top in range(n + 1):
            for front in range(top + 1, n + 2):
                (form, tag), (front_form, front_tag) = words[top], words[front]
                before, after = words[max(top - 1, 0)][1], words[min(front + 1, n + 1)][1]
                near = min(front - top, 5)
                found = (tag, front_tag), (form, front_tag), (tag, front_form), (form, front_form), (tag, front_tag, near), \
                    (tag, front_tag, after), (before, tag, front_tag), (front_tag, after, near), (form, tag, near)
                for i, each in enumerate(found):
                    hashed[top, front, i] = stable_hash(i, each) % SIZE
        return hashed

    def scores(self, features: Array) -> Array:
        """(transitions, n + 1, n + 2)"""
        return np.moveaxis(self.weights[features].sum(axis=2), -1, 0)

    def update(self, features: Array, steps: Steps, amount: int) -> None:
        for transition, top, front in steps:
            np.add.at(self.weights, (features[top, front], transition), amount)
            np.add.at(self.sums, (features[top, front], transition), amount * self.step)

    def average(self) -> None:
        self.weights -= self.sums / self.step


def stable_hash(number: int, parts: Iterable[object]) -> int:
    """The same in each run, unlike hash()."""
    value = 2166136261 + number
    for byte in "\0".join(map(str, parts)).encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def place(configuration: tbk.Configuration) -> Tuple[int, int]:
    """Top and front."""
    stack = configuration.stack
    return (stack[-1] if stack else 0), configuration.buffer


def walk(system: tbk.System, n: int, transitions: Iterable[int]) -> Steps:
    """The steps of a sequence: transition, top, front."""
    configuration = system.start(n)
    steps: Steps = []
    for transition in transitions:
        if transition < 0:
            break
        steps.append((int(transition), *place(configuration)))
        configuration.take(system.transitions[int(transition)])
    return steps


def greedy(system: tbk.System, scores: Array, n: int) -> Steps:
    configuration = system.start(n)
    steps: Steps = []
    while not configuration.is_final:
        top, front = place(configuration)
        best = max(configuration.legal(), key=lambda t: float(scores[t, top, front]))
        steps.append((int(best), top, front))
        configuration.take(best)
    return steps


def beam(system: tbk.System, scores: Array, n: int, gold: Optional[Steps] = None) -> Tuple[Steps, Optional[Steps]]:
    """The best steps that a beam finds; with the gold steps, both up to where gold leaves the beam."""
    beams: List[Tuple[float, Steps, tbk.Configuration]] = [(0.0, [], system.start(n))]
    while not all(configuration.is_final for _, _, configuration in beams):
        found: List[Tuple[float, Steps, tbk.Configuration, Optional[tbk.Transition]]] = []
        for score, steps, configuration in beams:
            if configuration.is_final:
                found.append((score, steps, configuration, None))
                continue
            top, front = place(configuration)
            found += [(score + scores[t, top, front], [*steps, (int(t), top, front)], configuration, t) for t in configuration.legal()]
        beams = []
        for score, steps, configuration, t in sorted(found, key=lambda each: -each[0])[:BEAM]:
            following = configuration if t is None else configuration.copy()
            if t is not None:
                following.take(t)
            beams.append((score, steps, following))
        if gold is not None and all(steps != gold[: len(steps)] for _, steps, _ in beams):
            return beams[0][1], gold[: len(beams[0][1])]
    return beams[0][1], gold


def exact(system: tbk.System, scores: Array, n: int) -> Steps:
    return walk(system, n, tbk.decode_transitions(scores, system=system).transitions)


def learn(way: str, system: tbk.System, sentences: List[Tuple[List[int], Array, Steps]], epochs: int, seed: int) -> Scorer:
    scorer, random, oracle = Scorer(system), np.random.default_rng(seed), tbk.Oracle(system.name)
    for _ in range(epochs):
        for i in random.permutation(len(sentences)):
            heads, features, gold = sentences[i]
            n, scores = len(heads), scorer.scores(features)
            if way == "greedy":
                configuration = system.start(n)
                oracle.set_gold(heads)
                while not configuration.is_final:
                    top, front = place(configuration)
                    best = oracle.optimal(configuration)
                    current = scorer.weights[features[top, front]].sum(axis=0)
                    taken, right = (max(each, key=lambda t: float(current[t])) for each in (configuration.legal(), best))
                    if taken not in best:
                        scorer.update(features, [(int(right), top, front)], 1)
                        scorer.update(features, [(int(taken), top, front)], -1)
                    configuration.take(taken)
            else:
                found, wanted = beam(system, scores, n, gold) if way == "beam" else (exact(system, scores, n), gold)
                if wanted is not None and found != wanted:
                    scorer.update(features, wanted, 1)
                    scorer.update(features, found, -1)
            scorer.step += 1
    scorer.average()
    return scorer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", nargs="?", default=DATA / "en.conllu")
    parser.add_argument("test", nargs="?", default=DATA / "en.conllu")
    parser.add_argument("--system", default="arc-hybrid")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    system, sequencer = tbk.System(options.system), tbk.Sequencer(options.system)
    train = []
    for sentence in tbk.read(options.train):
        heads = tbk.projectivize(sentence.heads)
        train.append((heads, Scorer.features(sentence), walk(system, len(heads), sequencer.run(heads).transitions)))
    test = [(sentence.heads, Scorer.features(sentence)) for sentence in tbk.read(options.test)]
    searches: dict[str, Callable[[tbk.System, Array, int], Steps]] = {"greedy": greedy, "beam": lambda system, scores, n: beam(system, scores, n)[0], "exact": exact}
    print("learned by", *searches, "greedy misses", "beam misses", sep="\t")
    for way in searches:
        scorer = learn(way, system, train, options.epochs, options.seed)
        right, missed = dict.fromkeys(searches, 0), dict.fromkeys(searches, 0)
        for heads, features in test:
            scores, best = scorer.scores(features), None
            for name in reversed(searches):
                steps = searches[name](system, scores, len(heads))
                found = tbk.sequence_score(scores, [t for t, _, _ in steps], system=system)
                best = found.score if best is None else best
                right[name] += sum(int(h) == g for h, g in zip(found.heads, heads))
                missed[name] += found.score < best - 1e-9 * max(1, abs(best))
        words = sum(len(heads) for heads, _ in test)
        print(way, *(f"{100 * n / words:.2f}" for n in right.values()), *(f"{missed[name]} of {len(test)}" for name in ("greedy", "beam")), sep="\t")


if __name__ == "__main__":
    main()
