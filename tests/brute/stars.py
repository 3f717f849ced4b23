#!/usr/bin/env python3
"""stars.py PROGRAM [N] TREEBANK... - whatever values transitions gives the same values and best transitions in the same configurations:
the Python package (Oracle, its follow(), Walks), tbk oracle by prefixes, tbk steps (text, page, its table; --walk=gold and --grade), and
the counts of tbk compare-oracles. For every system with an oracle, each of its policies and none given, on N sentences (default 4) of
each TREEBANK; files of brackets, beside data/phrases.psd, are for the systems of phrase structure. PYTHONPATH and TBK_LIBRARY must be as
in tests/python.sh. Where a policy is given searches are short, so that some give up: then all must say so."""
import collections
import html
import json
import random
import re
import subprocess
import sys
import tempfile
import time

import numpy as np
import tbk

MOST_WORDS, SEARCH, OTHER = 40, 512, "other"  # OTHER: a label that is in no gold tree
ENDLESS = "swap-unordered"  # whose gold walks need not end
# Of a configuration. answer: of tbk oracle, None where a search gives up; costs: as steps shows them; loss: -1 where it is not known
Node = collections.namedtuple("Node", "answer costs loss is_final")


def run(program, *arguments, lines=()):
    done = subprocess.run([program, *arguments, "-q"], input="\n".join(lines), capture_output=True, text=True)
    assert done.returncode <= 1, (arguments, done.stderr)
    return done.stdout


def objects(*arguments, **more):
    return [json.loads(line) for line in run(*arguments, **more).splitlines()]


def attempt(call, *arguments):
    try:
        return call(*arguments)
    except (tbk.DataError, tbk.UsageError):
        return None  # a search gives up, or there is no such oracle


def tour_of(way):
    """A tour is a list of configurations by the transitions before them."""
    return [way[:i] for i in range(len(way) + 1)]


class Case:
    """A system with a policy, or None, and what is compared of it."""

    n, n_unknown, n_differ, first = 0, 0, 0, ""

    def check(self, door, gold, way, expected, found):
        if expected != found:
            self.n_differ += 1
            self.first = self.first or f"  {door}: gold {gold}, after {way}:\n    expected {expected}\n    found    {found}\n"

    def nodes(self, gold, tour):
        self.set_gold(gold)
        before = None
        for way in tour:
            c, steps = (c, way[-1:]) if way and way[:-1] == before else (self.start(gold), way)
            for key in steps:
                c.take(key)
            before = way
            yield self.node(gold, c)

    def walk(self, gold, share, draw):
        """The first best transition, or the first allowed; with probability share one that is drawn."""
        self.set_gold(gold)
        c, way = self.start(gold), []
        while (costs := self.node(gold, c).costs) and (share == 0 or len(way) < 100):
            act = draw.choice(sorted({key[:2] for key in costs})) if draw.random() < share else None
            moves = [key for key in costs if key[:2] == act] or [key for key in costs if costs[key] == 0][:1] or list(costs)[:1]
            way.append(draw.choice(moves))
            c.take(way[-1])
        return way

    def ask(self, program, golds, tours, *options, **more):
        """The answers of tbk oracle to all configurations."""
        lines = [json.dumps({**self.record(gold), **more, "prefix": way}) for gold, tour in zip(golds, tours) for way in tour]
        answers = objects(program, "oracle", *self.options, *options, lines=lines)
        return [None if "error" in answer else {**answer, "optimal": sorted(answer["optimal"])} for answer in answers]


class Words(Case):
    """Of dependencies; gold trees are heads."""

    def __init__(self, name, policy):
        self.name, self.policy, self.system = name, policy, tbk.System(name)
        self.keys, self.reference = [t.key for t in self.system.transitions], (policy or self.system.policies[0], "exact")
        self.options = [f"--system={name}"] + ([f"--policy={policy}", f"--limit=search:{SEARCH}"] if policy else [])
        tbk.set_search(*[SEARCH] * bool(policy))
        self.oracles = [tbk.Oracle(self.system, policy) for _ in range(2)]  # searching twice would use up what searches of a sentence may
        self.set_gold = lambda heads: [oracle.set_gold(heads) for oracle in self.oracles]
        self.start, self.record = lambda heads: self.system.start(len(heads)), lambda heads: {"heads": heads}
        self.sequence = lambda heads: attempt(lambda: [t.key for t in tbk.Sequencer(self.system, policy=policy).run(heads).transitions])
        word = "{0}\tw{0}\t_\t_\t_\t_\t{1}\t_\t_\t_\n".format
        self.write = lambda number, heads: f"# sent_id = s{number}\n" + "".join(map(word, range(1, len(heads) + 1), heads)) + "\n"

    def node(self, heads, c):
        found, optimal = attempt(self.oracles[0].values, c), attempt(self.oracles[1].optimal, c)
        values = found and {key: None if v == tbk.IMPOSSIBLE else v for key, v in found.items()}
        known = [v for v in (values or {}).values() if v is not None] or [0] * c.is_final
        costs = {t.key: "?" if not values else "dead end" if values[t.key] is None else max(known) - values[t.key] for t in c.legal()}
        assert (optimal is None) == (not values) and [t.key for t in optimal or ()] == [key for key in costs if costs[key] == 0], (heads, c, values)
        hangs, has_root = self.system._system.hangs_rest, not self.system._system.starts_empty
        missing = sum(h != g and not (h < 0 == g and hangs and c.is_final) for h, g in zip(c.heads, heads) if g or hangs or has_root)
        return Node(values and {"values": values, "optimal": sorted(t.key for t in optimal)}, costs, missing - max(known) if known else -1, c.is_final)

    def check_calls(self, golds, ways, all_nodes):
        """Walks and follow(): side by side or, where not all is known, one by one."""
        values = [[node.answer and list(node.answer["values"].values()) for node in nodes[: len(way) + 1]] for way, nodes in zip(ways, all_nodes)]
        tell = lambda rows: rows is not None and [[None if v == tbk.IMPOSSIBLE else v for v in row] for row in rows.tolist()]
        for group in [range(len(golds))] if all(map(all, values)) else [[i] for i in range(len(golds))]:
            heads, steps, walks = [golds[i] for i in group], [[self.keys.index(key) for key in ways[i]] for i in group], tbk.Walks(self.system, self.policy)
            walks.start(heads)
            for at in range(max(map(len, steps), default=-1) + 1):
                for i, found, legal in zip(group, tell(attempt(walks.values)) or [None] * len(heads), walks.legal()):
                    if at <= len(ways[i]):
                        wanted, allowed = (values[i][at], list(all_nodes[i][at].costs)), [key for key, is_legal in zip(self.keys, legal) if is_legal]
                        self.check("Walks", golds[i], ways[i][:at], wanted, (found, allowed))
                walks.take([s[at] if at < len(s) else -1 for s in steps])
            ends, wanted = [np.cumsum([0, *map(len, parts)]) for parts in (heads, steps)], [v for i in group for v in values[i][: len(ways[i])]]
            found = tell(attempt(tbk.Oracle(self.system, self.policy).follow, sum(heads, []), ends[0], np.array(sum(steps, []), int), ends[1]))
            self.check("follow()", heads, [ways[i] for i in group], all(wanted) and wanted, found)

    def check_counts(self, program, path, golds):
        """tbk compare-oracles, with other policies and the approximate oracle, or with itself, against tbk oracle on the same walks."""
        tours, reference, given = [tour_of(self.walk(heads, 0, random)) for heads in golds], self.reference, {}
        variants = [(policy, "exact") for policy in self.system.policies if policy != reference[0]]
        variants += [(reference[0], "approximate")] if attempt(tbk.Oracle, self.system, reference[0], "approximate") else []
        variants = variants or [reference]
        for policy, method in {reference, *variants}:  # another policy than that of the option is a key of the record
            given[policy, method] = self.ask(program, golds, tours, f"--method={method}", **({} if policy == reference[0] else {"policy": policy}))
        nodes = [node for heads, tour in zip(golds, tours) for node in self.nodes(heads, tour)]
        self.check("tbk oracle", golds, "first best", [node.answer for node in nodes], given[reference])
        options = [o for o in self.options if "policy" not in o] + [f"--reference={self.policy}:exact"] * bool(self.policy)
        options += [f"--variant={policy}:{method}" for policy, method in variants]
        tables = [objects(program, "compare-oracles", "--tidy", "--format=jsonl", f"--by={by}", *options, path) for by in ("file", "confusion")]
        show = lambda answer: "{" + ",".join(key for key in self.keys if key in answer["optimal"]) + "}"
        for variant in variants:
            pairs = [(x, y) for x, y, node, *known in zip(given[reference], given[variant], nodes, *given.values()) if all(known) and not node.is_final]
            sets = collections.Counter((show(x), show(y)) for x, y in pairs if x["optimal"] != y["optimal"])
            n_others, n_contained = sum(x["values"] != y["values"] for x, y in pairs), sum({*y["optimal"]} < {*x["optimal"]} for x, y in pairs)
            found, confused = ([row for row in table if row["variant"] == ":".join(variant)] for table in tables)
            found = [[row[name] for name in ("configurations", "values_differ", "sets_differ", "contained")] for row in found]
            confused = {(row["reference_set"], row["variant_set"]): row["configurations"] for row in confused}
            self.check(f"compare-oracles {variant}", golds, "first best", ([[len(pairs), n_others, sum(sets.values()), n_contained]], dict(sets)), (found, confused))


class Phrases(Case):
    """Of phrase structure; gold trees are pairs: the number of words, and constituents in pre-order."""

    check_calls = lambda *_: None

    def __init__(self, name, _):
        self.name, self.options, self.oracle = name, [f"--system={name}"], tbk.PhraseOracle(name)
        self.set_gold, self.start = lambda gold: self.oracle.set_gold(*gold), lambda gold: self.oracle.system.start(gold[0])
        self.sequence, self.labels = lambda gold: self.oracle.sequence(*gold)[0], lambda gold: [*dict.fromkeys(label for label, _, _ in gold[1]), OTHER]
        self.record = lambda gold: {"tree": self.brackets(gold, "w{}"), "labels": self.labels(gold)}
        self.write = lambda number, gold: f"( {self.brackets(gold, '(X w{})')} (ID s{number}))\n"

    def brackets(self, gold, word):
        opened = lambda i: "".join(f"({label} " for label, left, _ in gold[1] if left == i)
        return " ".join(opened(i) + word.format(i) + ")" * sum(right == i + 1 for _, _, right in gold[1]) for i in range(gold[0]))

    def node(self, gold, c):
        loss, found = self.oracle.values(c)
        losses = {key.replace("*", label, 1): found[key] for key in found if "*" in key for label in self.labels(gold)}
        losses.update((key, found[key]) for key in found if "*" not in key)
        answer = {"losses": losses, "optimal": sorted(key for key in losses if losses[key] == loss), "loss": loss}
        return Node(answer, {key: losses[key] - loss for key in losses if OTHER not in key}, loss, c.is_final)

    def check_counts(self, program, path, golds):
        tours, figures = [tour_of(self.sequence(gold))[:-1] for gold in golds], collections.Counter()
        for x, y in zip(*(self.ask(program, golds, tours, f"--method={method}") for method in ("exact", "printed"))):
            right, taught = set(x["optimal"]), set(y["optimal"])
            figures.update(configurations=1, values_differ=x["loss"] != y["loss"], sets_differ=right != taught, extra=not taught <= right,
                           missing=not right <= taught, empty=not taught, harm=max([x["losses"].get(key, 0) - x["loss"] for key in taught], default=0))
        (found,) = objects(program, "compare-oracles", "--tidy", "--format=jsonl", *self.options, path)
        self.check("compare-oracles", golds, "gold", dict(figures), {name: found[name] for name in figures})


def shown(cells):
    """The costs in a row, and how many transitions are left out. A cell is as "RA +1" and "LA best" or, in text, "*NA +2 RE LC and 3 others"."""
    cost, found, hidden = None, {}, 0
    for cell in cells:
        cell = re.sub(r"^(\S+) (best|\?|dead end|\+\d+)$", r"\2 \1", html.unescape(re.sub("<.*?>", "", cell)).strip())
        hidden += sum(int(n) for n in re.findall(r"(\d+) (?:others|more)", cell))
        for word in re.sub(r"(and )?\d+ (others|more)", "", cell).replace("dead end", "dead_end").split():
            if re.match(r"[+?]|best$|dead_end", word):
                cost = 0 if word == "best" else int(word) if word[0] == "+" else word.replace("_", " ")
            else:
                found[word.lstrip("*")] = 0 if word[0] == "*" else cost
    return found, hidden


def read_page(text):
    """Of each sentence the record, and the costs in the rows of its table."""
    for section in re.findall(r'<section class="steps">(.*?)</section>', text, re.S):
        rows = re.findall(r'<tr><td class="n">.*?</td><td>.*?</td><td>.*?</td><td.*?>(.*?)</td><td>.*?</td><td>(.*?)</td></tr>', section)
        record = re.search(r'<script type="application/json">(.*?)</script>', section, re.S)[1]
        yield json.loads(record), [shown([taken, *others.split(", ")]) for taken, others in rows]


def read_text(text):
    """Of each sentence the costs in its rows."""
    for block in re.split(r"^s\d+, (?:sentence|tree) .*$", text, flags=re.M)[1:]:
        head, *lines = re.findall(r"^ *# +stack │ input.*|^.* │.*|^ {20}.*", block, flags=re.M) or [""]
        rows = []
        for line in lines:
            if "│" in line:
                rows.append([line[head.index("taken") : head.index("makes")], ""])
            rows[-1][1] += " " + line[head.index("other") :]
        yield list(map(shown, rows))


def check_steps(case, program, path, golds, given):
    """tbk steps and tbk oracle along gold sequences, or along those that are given, and aside of them."""
    options, name, points = [*case.options], "steps --grade" if given else "steps --walk=gold", []
    if given:
        with open(f"{path}.jsonl", "w") as file:
            file.writelines(json.dumps({"sentence": i, "transitions": way}) + "\n" for i, way in enumerate(given, 1))
        options.append(f"--grade={path}.jsonl")
        points = objects(program, "steps", *options, "--format=jsonl", path)
    both = [(gold, way) for gold, way in zip(golds, given or map(case.sequence, golds)) if way]
    pages, texts = (run(program, "steps", *options, "--on-error=skip", form, path) for form in ("--format=html", "--width=300"))
    pages, texts, done, numbers = [*read_page(pages)], [*read_text(texts)], [], {-1: "?", -2: "dead end"}
    case.check(name, "all", "number of sentences", [len(both)] * 2, [len(pages), len(texts)])
    for i, ((gold, way), (record, table), text) in enumerate(zip(both, pages, texts)):
        met, length, tour = record["nodes"], record["length"], []
        for _, _, before, by, *_ in met:
            tour.append(tour[before] + [met[before][11][by][0]] if tour else [])
        case.check(f"{name}, transitions", gold, "", way, way := tour[length])
        nodes = [*case.nodes(gold, tour)]
        errors = [at for at in range(length) if nodes[at].costs.get(way[at]) not in (0, "?")] + [length] * (not nodes[length].is_final)
        page = [({key: numbers.get(cost, cost) for key, cost, *_ in node[11]}, node[12]) for node in met]
        places = {"page": (page, range(len(met))), "table": (table, range(length + 1)), "text": (text, errors[:1] if given else range(length + 1))}
        for door, (rows, at_rows) in places.items():
            case.check(f"{name}, {door}", gold, "number of rows", len(at_rows), len(rows))
            for at, (costs, hidden) in zip(at_rows, rows):
                wanted = {key: cost for key, cost in nodes[at].costs.items() if key in costs or not hidden}
                case.check(f"{name}, {door}", gold, tour[at], (wanted, len(nodes[at].costs)), (costs, len(costs) + hidden))
        case.check(f"{name}, losses", gold, tour, [node.loss for node in nodes], [node[0] for node in met])
        for row in points[i : i + 1]:
            lost = nodes[length].loss if nodes[length].is_final else row["lost"]
            case.check(f"{name}, points", gold, way, ([*errors, length][0], lost), (row["correct"], row["lost"]))
        done.append((gold, way, tour, nodes))
    answers = iter(case.ask(program, [gold for gold, *_ in done], [tour for _, _, tour, _ in done]))
    for gold, _, tour, nodes in done:
        for way, node in zip(tour, nodes):
            case.check("tbk oracle", gold, way, node.answer, next(answers, "nothing"))
            case.n, case.n_unknown = case.n + (not node.is_final), case.n_unknown + (node.answer is None)
    case.check_calls([gold for gold, *_ in done], [way for _, way, *_ in done], [nodes for *_, nodes in done])


def read(path):
    """The gold trees of a treebank that are not too long, each once."""
    if ".psd" in path:
        golds = dict.fromkeys((len(tree.words), tuple(tree.constituents)) for tree in tbk.read_brackets(path))
        return [(n, constituents) for n, constituents in golds if n <= MOST_WORDS and constituents and constituents[0][1:] == (0, n)]
    return [list(heads) for heads in dict.fromkeys(tuple(sentence.heads) for sentence in tbk.read(path)) if len(heads) <= MOST_WORDS]


def main():
    program, *rest = sys.argv[1:]
    n, total, failures = int(rest.pop(0)) if rest and rest[0].isdigit() else 4, 0, 0
    treebanks = {Words: [read(p) for p in rest if ".psd" not in p], Phrases: [read(p) for p in ("data/phrases.psd", *rest) if ".psd" in p]}
    rounds = [(Words, name, policy) for name in tbk.systems() if tbk.System(name).policies for policy in (*tbk.System(name).policies, None)]
    for kind, name, policy in rounds + [(Phrases, name, None) for name in tbk.phrase_systems()]:
        began, draw, case = time.time(), random.Random(f"{name} {policy}"), kind(name, policy)
        golds = [gold for treebank in treebanks[kind] for gold in draw.sample(treebank, min(n, len(treebank)))]
        golds = [gold for i, gold in enumerate(golds) if gold not in golds[:i]]
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/gold." + ("psd" if kind is Phrases else "conllu")
            with open(path, "w") as file:
                file.writelines(map(case.write, range(1, len(golds) + 1), golds))
            check_steps(case, program, path, golds, [case.walk(gold, draw.choice((0.1, 0.4, 1)), draw) for gold in golds])
            if name != ENDLESS:
                check_steps(case, program, path, golds, None)
            if name != ENDLESS and ":unary" not in name:  # there is nothing to compare
                case.check_counts(program, path, golds)
        total, failures = total + case.n, failures + case.n_differ
        print(f"{name:41}{policy or '-':26}{case.n:7} configurations, {case.n_unknown:5} unknown, {case.n_differ:5} differences, {time.time() - began:6.1f} s")
        print(case.first, end="", flush=True)
    print(f"stars: {total} configurations, {failures} differences")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
