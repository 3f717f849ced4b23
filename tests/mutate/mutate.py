#!/usr/bin/env python3
"""mutate.py [-n N] [-s SEED] [-j JOBS] [--longest SECONDS] [--only PATTERN,...] [PATH...] - N changes of one token in src and tools (or PATHs), each built and tested.

A change is of a comparison, a sign, a bound, a constant, a condition or a branch; comments, texts, assertions and the preprocessor's lines stay.
What a test does not execute it cannot notice: a build with gcov tells once which test executes which lines, and each change
meets the tests that execute its line, the quick ones first, until one fails or hangs. Not all changes are to be
noticed: of some the compiler makes the same code, and explained.txt tells why others make no difference. What is left
SURVIVES: a test that is missing, or an explanation. What was noticed is remembered until its file changes, so that a second
run tries the survivors alone. Works in build/mutants: take it away to begin anew.
"""
import argparse
import concurrent.futures
import filecmp
import hashlib
import os
import queue
import re
import shutil
import sys
import threading
import time

os.chdir(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
import suite  # noqa: E402: it looks at tests/

ROOM = "build/mutants"
BASE = ROOM + "/base"
EXPLAINED = "tests/mutate/explained.txt"
CHANGES = [(re.compile(old), news) for old, news in [
    (r"(?<![<>=!-])<(?![<=])", ["<=", ">"]), (r"(?<![<>-])>(?![>=])", [">=", "<"]), (r"<=", ["<"]), (r"(?<!>)>=", [">"]),
    (r"==", ["!="]), (r"!=", ["=="]), (r"&&", ["||"]), (r"\|\|", ["&&"]), (r"(?<=[A-Za-z0-9_\])] )\+(?= [A-Za-z(0-9])", ["-"]),
    (r"(?<=[A-Za-z0-9_\])] )-(?= [A-Za-z(0-9])", ["+"]), (r"\b1\b", ["0", "2"]), (r"\b0\b", ["1"]), (r"\bTRUE\b", ["FALSE"]),
    (r"\bFALSE\b", ["TRUE"]), (r"\bMAX \(", ["MIN ("]), (r"\bMIN \(", ["MAX ("]), (r"\+\+", ["--"]), (r"--", ["++"]), (r"\+=", ["-="]), (r"-=", ["+="]),
    (r"(?<=if \()(?=[a-z*])", ["!"]), (r"(?<=\()!(?=[a-z*(])", [""]), (r"\b(?:break|continue);", [";"]),
]]
# What is no code, or what no test can see: an assertion that does not fail.
COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
ASSERTION = re.compile(r"\b(?:g_assert\w*|g_return_\w+|G_STATIC_ASSERT|g_warn_if_\w+) \(")


def blank(text, begin, end):
    return text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]


def code_of(text):
    """The text with blanks for all that is not to be changed."""
    for found in COMMENT_OR_TEXT.finditer(text):
        text = blank(text, *found.span())
    for found in ASSERTION.finditer(text):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = blank(text, found.start(), end)
    return text


class Change:
    def __init__(self, path, text, begin, end, new):
        self.path, self.line = path, text.count("\n", 0, begin) + 1
        self.begin, self.end, self.new = begin, end, new
        first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
        self.before = text[first:last].strip()
        self.after = (text[first:begin] + new + text[end:last]).strip()
        self.above = text[text.rfind("\n", 0, first - 1) + 1:first].strip() if first > 0 else ""
        self.what = (self.path, self.before, self.after)
        self.key = None  # tells it from like ones in the same file

    def apply(self, folder):
        path = os.path.join(folder, self.path)
        text = open(path).read()
        with open(path, "w") as file:
            file.write(text[:self.begin] + self.new + text[self.end:])

    def __str__(self):
        return f"{self.path}:{self.line}\n- {self.before}\n+ {self.after}"


def all_changes(paths, seed):
    """In an order of their own for each seed, in which a change of the sources elsewhere changes nothing."""
    ordered = []
    for path in suite.sources():
        if not re.fullmatch(r"(src|tools)/.*\.[ch]", path) or (paths and not path.startswith(tuple(paths))):
            continue
        text, seen = open(os.path.join(BASE, path)).read(), {}
        code = code_of(text)
        for old, news in CHANGES:
            for found in old.finditer(code):
                for new in news:
                    change = Change(path, text, *found.span(), new)
                    seen[change.what] = seen.get(change.what, 0) + 1
                    own = change.what, seen[change.what]
                    change.key = hashlib.sha256(repr((own, text)).encode()).hexdigest()
                    ordered.append((hashlib.sha256(repr((seed, own)).encode()).digest(), change))
    return [change for _, change in sorted(ordered, key=lambda pair: pair[0])]


def read_explained():
    """The changes of the list: the file, the line above where that is told, `- before`, `+ after`. What follows is why."""
    return set(re.findall(r"^(\S+)\n(?:  (.*)\n)?- (.*)\n\+ (.*)$", open(EXPLAINED).read(), re.M))


def misses_its_line(entry):
    """Whether an explained change is of a line that is not there, or no longer."""
    path, above, before, _ = entry
    if not os.path.exists(path):
        return True
    lines = [line.strip() for line in open(path)]
    return not any(line == before and above in ("", lines[i - 1]) for i, line in enumerate(lines))


def make(folder, target, limit=900, **settings):
    settings = " ".join(f"{name}='{value}'" for name, value in settings.items())
    return suite.run(f"make WERROR=1 -j2 {settings} {target}", folder, folder + ".tmp", limit)


def make_plain(folder, targets):
    return make(folder, targets, BUILD="build/plain", CFLAGS="-O1")


def make_reach(paths):
    """The build that counts: the plain one, in which only the files below `paths` do, so that a test writes and gcov reads no others."""
    plain, reach = BASE + "/build/plain", BASE + "/build/reach"
    shutil.rmtree(reach, ignore_errors=True)
    shutil.copytree(plain, reach, symlinks=True)
    for folder, _, names in os.walk(reach):
        for name in names:
            made = os.path.join(folder, name)
            if name.endswith(".o") and os.path.relpath(made, reach).replace("double/", "").startswith(tuple(p.removesuffix(".c") for p in paths)):
                os.remove(made)
    if not make(BASE, " ".join(f"build/reach/{program}" for program in suite.PROGRAMS), BUILD="build/reach",
                CFLAGS="-O1 --coverage -fprofile-update=atomic", LDFLAGS="--coverage"):
        sys.exit(f"mutate: {BASE}: the sources do not build")


class Copy:
    """A copy of BASE in which one change after the other is built."""

    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(BASE, folder, symlinks=True, ignore=shutil.ignore_patterns("reach"))

    def touched(self, folder):
        """Files that are not as they are in BASE, by their times."""
        for path, _, names in os.walk(os.path.join(self.folder, folder)):
            for name in names:
                mine = os.path.join(path, name)
                origin = os.path.join(BASE, os.path.relpath(mine, self.folder))
                if not os.path.exists(origin) or os.stat(origin).st_mtime_ns != os.stat(mine).st_mtime_ns:
                    yield mine, origin

    def clean(self, path):
        shutil.copy2(os.path.join(BASE, path), os.path.join(self.folder, path))
        for mine, origin in list(self.touched("build")):
            os.remove(mine)  # it may still be running
            if os.path.exists(origin):
                shutil.copy2(origin, mine)

    def same_code(self):
        """Whether all objects of the program are as they were."""
        objects = [pair for pair in self.touched("build/plain/src") if pair[0].endswith(".o")]
        objects += [pair for pair in self.touched("build/plain/tools") if pair[0].endswith(".o")]
        return all(filecmp.cmp(*pair, shallow=False) for pair in objects)

    def same_optimised(self, change):
        """Whether the object is as it was when it is made as it is to be used."""
        target = "build/fast/" + change.path[:-1] + "o"
        if not change.path.endswith(".c"):
            return False
        for folder in (BASE, self.folder):
            if not make(folder, target, BUILD="build/fast", CFLAGS="-O3"):
                return False
        return filecmp.cmp(f"{BASE}/{target}", f"{self.folder}/{target}", shallow=False)

    def judge(self, change, reach):
        """What becomes of a change: a word, and the test that notices it."""
        change.apply(self.folder)
        try:
            if not make_plain(self.folder, "build/plain/tbk"):
                return "does not build", ""
            if self.same_code():
                return "same code", ""
            tests = reach.of_line(change.path, change.line)
            if not tests:
                return "not reached", ""
            for names, took in batches(reach, tests, change.path):
                if not make_plain(self.folder, " ".join(reach.suite.programs(names, "build/plain"))):
                    return "does not build", ""
                if not suite.run(reach.suite.command(names, "build/plain"), self.folder, self.folder + ".tmp", 20 + 6 * took):
                    return "noticed", names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
            return ("same code" if self.same_optimised(change) else "survives"), f"{len(tests)} tests"
        finally:
            self.clean(change.path)


class Verdicts:
    """What was found of changes, in a file; not of those that further tests may notice."""

    def __init__(self, path):
        self.path, self.told, self.lock = path, {}, threading.Lock()
        if os.path.exists(path):
            for line in open(path):
                key, word, by = line.rstrip("\n").split("\t")
                self.told[key] = word, by

    def keep(self, change, word, by):
        if word in ("noticed", "same code", "does not build"):
            with self.lock, open(self.path, "a") as file:
                file.write(f"{change.key}\t{word}\t{by}\n")


def batches(reach, tests, path):
    """Tests of a kind together while that takes few seconds. The quick come first, of these those that execute a line of the file."""
    made, filling = [], {}
    for name in sorted(tests, key=lambda name: (reach.tests[name]["time"], name)):
        if name in reach.failing:
            continue
        took, kind = reach.tests[name]["time"], (name.split("/")[0], path in reach.tests[name]["files"])
        if kind not in filling or filling[kind][1] + took > 4 or kind[0] in suite.SCRIPTS:
            filling[kind] = [[], 0]
            made.append((filling[kind], kind[1]))
        filling[kind][0].append(name)
        filling[kind][1] += took
    return [batch for batch, _ in sorted(made, key=lambda pair: (not pair[1], pair[0][1]))]


def prepare(jobs, only, paths):
    """BASE with two builds, the plain one and the one that counts; what the tests reach."""
    os.makedirs(BASE, exist_ok=True)
    names = set(suite.sources())
    for path, folders, files in os.walk(BASE):
        folders[:] = [name for name in folders if os.path.relpath(os.path.join(path, name), BASE) != "build"]
        for name in files:
            if os.path.relpath(os.path.join(path, name), BASE) not in names:
                os.remove(os.path.join(path, name))
    for name in names:
        copy = os.path.join(BASE, name)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        if not os.path.exists(copy) or not filecmp.cmp(name, copy, shallow=False):
            shutil.copy(name, copy)
    if not make_plain(BASE, " ".join(f"build/plain/{program}" for program in suite.PROGRAMS)):
        sys.exit(f"mutate: {BASE}: the sources do not build")
    reach = suite.Reach(suite.Suite(BASE, "build/plain", only), BASE, ROOM + "/reach.json", jobs, paths, make_reach)
    for name in reach.failing:
        print(f"left out, since it fails without a change: {name}", flush=True)
    return reach


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=20)
    parser.add_argument("-s", "--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--longest", type=float, default=1e9, help="leave out tests that take longer")
    parser.add_argument("--only", type=lambda text: text.split(","), default=["*"], help="tests like library/decode*,cli/check*: no others notice anything")
    parser.add_argument("paths", nargs="*")
    options = parser.parse_args()

    explained = read_explained()
    stale = sorted(filter(misses_its_line, explained))
    if stale:
        sys.exit("".join(f"mutate: {EXPLAINED}: there is no such line: {path}: {before}\n" for path, _, before, _ in stale).rstrip())
    if not options.n:
        return
    os.nice(10)
    began = time.monotonic()
    reach = prepare(options.jobs, options.only, options.paths)
    print(f"reach of {len(reach.tests)} tests: {time.monotonic() - began:.0f} s", flush=True)
    reach.failing += [name for name in reach.tests if reach.tests[name]["time"] > options.longest]
    changes = all_changes(options.paths, options.seed)
    copies, verdicts = queue.Queue(), Verdicts(ROOM + "/verdicts")
    for i in range(options.jobs):
        copies.put(Copy(f"{ROOM}/copy{i}"))

    def judge(change):
        if {(change.path, above, change.before, change.after) for above in ("", change.above)} & explained:
            return "explained", ""
        if change.key in verdicts.told:
            return verdicts.told[change.key]
        copy = copies.get()
        try:
            word, by = copy.judge(change, reach)
            verdicts.keep(change, word, by)
            return word, by
        finally:
            copies.put(copy)

    counts = dict.fromkeys(("noticed", "same code", "explained", "not reached", "survives", "does not build"), 0)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        left, running, n_built = iter(changes), [], 0
        while n_built < options.n:
            while len(running) < options.n - n_built and (change := next(left, None)):
                running.append((change, pool.submit(judge, change)))
            if not running:
                break
            change, found = running.pop(0)
            word, by = found.result()
            counts[word] += 1
            n_built += word != "does not build"
            print(f"{word.upper() if word in ('survives', 'not reached') else word} {change}\n  {by}", flush=True)
    print(f"mutate: {n_built} changes of one token (seed {options.seed}): {counts['noticed']} noticed, {counts['same code']} make the same "
          f"machine code, {counts['explained']} explained, {counts['not reached']} not reached by a test, {counts['survives']} survive")


main()
