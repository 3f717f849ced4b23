"""Values in Python are those that `tbk oracle` gives, for the configurations of all vectors in tests/vectors/."""
import gzip
import json
import random

import pytest
import tbk
from conftest import VECTORS

ARC_EAGER = [f"arc_eager_unnormalized_{policy}" for policy in (
    "free", "none", "shift_before_reduce", "reduce_before_shift", "strict_reduce_before_shift")]
FILES = {
    "arc-standard": ["shift_reduce", "shift_reduce_projective"],
    "arc-eager-nederhof": [*ARC_EAGER, "arc_eager_projective_linear"],
    "arc-eager-nederhof-uncorrected": ["arc_eager_uncorrected"],
    "arc-eager-nederhof-normalized": ["arc_eager_normalized", "arc_eager_normalized_projective"],
}
PREFIXES = ["arc_eager_nivre", "arc_eager_unshift", "arc_hybrid", "swap_value", "covington", "covington_projective"]


def records(name):
    with gzip.open(VECTORS / f"{name}.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


def combinations(system):
    """The policies and methods that a system has."""
    for policy in system.policies:
        for method in tbk.METHODS:
            try:
                tbk.Oracle(system, policy, method)
            except tbk.UsageError:
                continue
            yield policy, method


def all_combinations():
    return [(name, *found) for name in tbk.systems() for found in combinations(tbk.System(name))]


def system_of(vector, name):
    """The system of a vector in the file of that name, as `tbk oracle --system` has it."""
    if name == "arc_eager_nivre":
        options = (["start=noroot"] if vector["start"] == "noroot" else []) + (
            ["complete=root"] if vector["complete"] == "root" else [])
        return "arc-eager" + (":" + ",".join(options) if options else "")
    if name == "arc_eager_unshift":
        mode = vector["mode"].replace("_", "-")
        return "arc-eager-unshift" + ("" if mode == "root0" else f":start={mode}")
    if name == "covington":
        return {"root0": "covington", "root0_completed": "covington:complete=root", "noroot": "covington:start=noroot"}[vector["mode"]]
    return {"swap_value": "swap"}.get(name, name.replace("_", "-"))


def command(system, policy, method):
    """The arguments of the program."""
    return ["oracle", f"--system={system}", f"--policy={policy}", f"--method={method}"]


def expected(run_tbk, system, policy, method, asked):
    """The answers of the program to records."""
    try:
        lines = run_tbk(*command(system.name, policy, method), input="".join(json.dumps(record) + "\n" for record in asked))
    except Exception as error:  # the status is 1 where some record cannot be answered
        lines = error.stdout
    return [json.loads(line) for line in lines.splitlines()]


def answer(oracle, record):
    """The same by the package."""
    try:
        oracle.set_gold(record["heads"])
        configuration = made(oracle.system, record)
        values = oracle.values(configuration)
    except tbk.DataError as error:
        return {"error": str(error)}
    return {
        "values": {key: None if value == tbk.IMPOSSIBLE else value for key, value in values.items()},
        "optimal": [t.key for t in oracle.optimal(configuration)],
    }


def made(system, record):
    n = len(record["heads"])
    if "prefix" in record:
        configuration = system.start(n)
        for transition in record["prefix"]:
            configuration.take(transition)
        return configuration
    stack, labels = record["stack"], None
    if stack and isinstance(stack[0], list):
        stack, labels = zip(*stack)
    return system.configuration(n, stack, record["buffer"], labels)


def check(run_tbk, system, policy, method, asked):
    oracle = tbk.Oracle(system, policy, method)
    found = expected(run_tbk, system, policy, method, asked)
    assert len(found) == len(asked)
    n_valued = 0
    for record, wanted in zip(asked, found):
        got = answer(oracle, record)
        assert ("error" in got) == ("error" in wanted), record
        if "error" not in wanted:
            assert got == wanted, record
            n_valued += 1
    return n_valued


@pytest.mark.parametrize("name, policy, method", [found for found in all_combinations() if found[0] in FILES])
def test_configurations_made_by_hand(run_tbk, name, policy, method):
    every = 20 if method == "tabular" else 1
    asked = [
        {key: vector[key] for key in ("heads", "stack", "buffer")} for file in FILES[name] for vector in records(file)[::every]
    ]
    assert check(run_tbk, tbk.System(name), policy, method, asked) > len(asked) // 10


@pytest.mark.parametrize("file", PREFIXES)
def test_configurations_by_their_steps(run_tbk, file):
    vectors = records(file)
    n_valued = 0
    for name in sorted({system_of(vector, file) for vector in vectors}):
        system = tbk.System(name)
        asked = [{"heads": v["heads"], "prefix": v["prefix"]} for v in vectors if system_of(v, file) == name]
        for policy, method in combinations(system):
            n_valued += check(run_tbk, system, policy, method, asked[:: 10 if method == "tabular" else 1])
    assert n_valued >= len(vectors)


@pytest.mark.parametrize("name, policy, method", all_combinations())
def test_random_steps_of_all_systems(run_tbk, name, policy, method):
    system, draw, asked = tbk.System(name), random.Random(name), []
    for vector in records("attardi")[::25] + records("shift_reduce_projective")[::60]:
        configuration, prefix = system.start(len(vector["heads"])), []
        for _ in range(draw.randrange(12)):
            legal = configuration.legal()
            if not legal:
                break
            prefix.append(draw.choice(legal).key)
            configuration.take(prefix[-1])
        asked.append({"heads": vector["heads"], "prefix": prefix})
    assert check(run_tbk, system, policy, method, asked) > 0


@pytest.mark.parametrize("name, field", [("constituent_topdown", "top-down"), ("constituent_inorder", "in-order"),
                                         ("constituent_bottomup", "bottom-up")])
def test_phrase_structure(name, field):
    oracle = tbk.PhraseOracle(field)
    n_checked = 0
    for vector in records(name)[:300]:
        tree = parse(vector["tree"])
        oracle.set_gold(vector["n"], tree)
        configuration = oracle.system.start(vector["n"])
        for transition in vector["prefix"]:
            configuration.take(transition)
        found = oracle.values(configuration)
        assert found.loss == vector["loss"]
        for transition, loss in vector["next_loss"].items():
            kind, _, rest = transition.partition("-")
            others = [found.losses[other] for other in (transition, f"{kind}-*", f"{kind}-*-{rest.rpartition('-')[2]}")
                      if other in found.losses]
            assert others[0] == loss, (vector["id"], transition, found)
            n_checked += 1
    assert n_checked > 300


def parse(text):
    """The constituents, in pre-order, of a tree whose words are w0, w1 and so on."""
    constituents, open_ones, n = [], [], 0
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == ")":
            place = open_ones.pop()
            constituents[place] = (*constituents[place], n)
        elif token.startswith("w") and token[1:].isdigit():
            n += 1
        elif token != "(":
            open_ones.append(len(constituents))
            constituents.append((token, n))
    return constituents
