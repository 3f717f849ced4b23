"""suite.py - the tests one by one: what each runs, how long it takes, and which lines of src and tools it executes."""
import concurrent.futures
import fnmatch
import glob
import hashlib
import json
import os
import queue
import re
import resource
import shutil
import signal
import subprocess
import time

SCRIPTS = {
    "terminal": "tests/terminal.sh {B}/tbk",
    "examples": "tests/examples.sh {B}/tbk",
    "browser": "tests/browser/run.sh {B}/tbk",
    "completion": "packaging/completion.sh {B}/tbk {B}/completion && tests/completion.sh {B}/tbk $PWD/{B}/completion",
    "evaluate": "tests/brute/evaluate.py {B}/tbk",
    "punctuation": "tests/brute/punct.py {B}/tbk",
    "evaluate phrases": "tests/brute/evaluate_phrases.py {B}/tbk",
    "evalb": "tests/brute/evalb.py {B}/tbk",
    "align": "tests/brute/align.py {B}/tbk",
    "align vectors": "tests/brute/align_vectors.py {B}/tbk",
    "figures": "tests/brute/figures.py {B}/tbk",
    "gradients": "{B}/check-gradients",
    "inject": "tests/faults/inject.py {B}/tbk {B}/preload.so",
}
FUZZED = sorted(name[len("tests/fuzz/fuzz_"):-2] for name in glob.glob("tests/fuzz/fuzz_*.c"))
PROGRAMS = ["tbk", "check-library", "check-gradients", "preload.so"] + ["replay-" + name for name in FUZZED]
GIGABYTE = 1 << 30


def sources():
    """What is built and what tests it, as it stands in the working folder."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\n") if os.path.isfile(name)]


def run(command, folder, room, limit, **environment):
    """Runs a shell line to its end or to that of its time, with all it has started, and the folder `room` for temporary files.
    Returns whether its status is 0."""
    def bounds():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4 * GIGABYTE, 4 * GIGABYTE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    room = os.path.abspath(room)
    shutil.rmtree(room, ignore_errors=True)
    os.makedirs(room)
    child = subprocess.Popen(command, cwd=folder, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=bounds,
                             env=dict(os.environ, G_DEBUG="fatal-warnings", TMPDIR=room, **environment))
    try:
        return child.wait(limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        end_all(f"TMPDIR={room}\0".encode())
        child.wait()


def end_all(variable):
    """Ends the processes that have a variable of the environment, in whatever group they are."""
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            if variable in open(folder + "/environ", "rb").read() + b"\0":
                os.kill(int(os.path.basename(folder)), signal.SIGKILL)
        except OSError:
            pass  # it has ended, or belongs to another user


class Suite:
    """The tests by name: `kind`, or `kind/name` of those of which several can run in one process."""

    def __init__(self, folder, build, only):
        listed = subprocess.run([f"{build}/check-library", "--list"], cwd=folder, capture_output=True, text=True, check=True)
        self.names, suite = list(SCRIPTS), None
        for line in listed.stdout.split("\n"):
            if line.startswith(("├", "└")):
                self.names.append(f"library/{suite}/{line[4:]}")
            else:
                suite = line.split(":")[0]
        self.names += ["cli/" + os.path.basename(page)[:-3] for page in glob.glob("tests/cli/*.md")]
        parts = re.search(r"^all='(.*)'$", open("tests/faults/run.sh").read(), re.M).group(1)
        self.names += ["faults/" + part for part in parts.split()] + ["fuzz/" + name for name in FUZZED]
        if os.environ.get("TBK_CORPORA"):
            recipes = re.findall(r"addprefix tests/corpora/,([^)]*)", open("mk/check.mk").read())
            self.names += [f"corpora/{name}" for recipe in recipes for name in recipe.split()] + ["corpora/releases.py"]
        self.names = [name for name in self.names if any(fnmatch.fnmatchcase(name, pattern) for pattern in only)]

    @staticmethod
    def command(names, build):
        """The line that runs tests of one kind."""
        kind, rest = names[0].split("/")[0], [name.split("/", 1)[-1] for name in names]
        if kind == "library":
            return f"{build}/check-library -j1 --fail-fast --filter '@({'|'.join(rest)})'"
        if kind == "cli":
            return f"tests/cli.py {build}/tbk {' '.join(rest)}"
        if kind == "faults":
            return f"tests/faults/run.sh {build}/tbk {' '.join(rest)}"
        if kind == "fuzz":
            return f"tests/fuzz/corpus.sh unpack {build}/corpus && " + " && ".join(f"{build}/replay-{name} {build}/corpus/{name}" for name in rest)
        if kind == "corpora":
            return " && ".join(f"tests/corpora/{name} {build}/tbk" for name in rest)
        return SCRIPTS[kind].format(B=build)

    @staticmethod
    def programs(names, build):
        kinds = {name.split("/")[0] for name in names}
        programs = {"tbk"} | {f"replay-{name.split('/')[1]}" for name in names if name.startswith("fuzz/")}
        programs |= {"check-library"} & {"check-" + kind for kind in kinds} | {"check-gradients"} & {"check-" + kind for kind in kinds}
        programs |= {"preload.so"} if "inject" in kinds else set()
        return [f"{build}/{program}" for program in programs]

    def key(self, name):
        """What the lines that a test executes depend on, but for the sources."""
        kind, rest = name.split("/")[0], name.split("/")[1:]
        if kind == "library":
            begin = re.compile(rf"^Test \({rest[0]}, {rest[1]}\b", re.M)
            files = [path for path in glob.glob("tests/*/*.c") if begin.search(open(path).read())] or glob.glob("tests/*/*.template.h")
        elif kind == "cli":
            files = [f"tests/cli/{rest[0]}.md"] + glob.glob("tests/cli/data/*")
        elif kind == "fuzz":
            files = ["tests/fuzz/corpus.tar.gz", f"tests/fuzz/fuzz_{rest[0]}.c"]
        elif kind == "faults":
            files = [f"tests/faults/{rest[0]}.sh", "tests/faults/lib.sh"]
        elif kind == "corpora":
            files = [f"tests/corpora/{rest[0]}"]
        else:
            files = re.findall(r"\S+\.(?:sh|py)", SCRIPTS[kind]) + glob.glob("tests/gradients/*.c")
        return digest(files)


def digest(files):
    sum_ = hashlib.sha256()
    for name in sorted(files):
        if os.path.isfile(name):
            sum_.update(name.encode() + b"\0" + open(name, "rb").read())
    return sum_.hexdigest()


class Reach:
    """Which lines of files below `paths` each test executes (gcov, of a build of its own, which make_reach makes), and how long it takes
    in `base`. Kept from run to run."""

    def __init__(self, suite, base, kept, workers, paths, make_reach):
        self.suite, self.base, self.paths = suite, base, tuple(paths) or ("src/", "tools/")
        state = " ".join(self.paths) + digest(name for name in sources() if name.startswith(("src/", "tools/", "include/", "mk/")))
        try:
            self.tests = json.load(open(kept))
        except FileNotFoundError:
            self.tests = {}
        self.tests = {name: self.tests[name] for name in suite.names if name in self.tests}
        keys = {name: state + suite.key(name) for name in suite.names}
        missing = [name for name in suite.names if name not in self.tests or self.tests[name]["key"] != keys[name]]
        self.farms = queue.Queue()
        if missing:
            make_reach(self.paths)
        for i in range(workers if missing else 0):
            self.farms.put(self.farm(os.path.abspath(f"{base}.{i}")))
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            for name, test in zip(missing, pool.map(self.measure, missing)):
                self.tests[name] = dict(test, key=keys[name])
        with open(kept, "w") as file:
            json.dump(self.tests, file)

        self.failing = [name for name, test in self.tests.items() if not test["passed"]]
        self.functions, self.known, self.by_line = {}, {}, {}
        for name, test in self.tests.items():
            for path, (executed, silent, functions) in test["files"].items():
                self.functions.setdefault(path, set()).update(map(tuple, functions))
                self.known.setdefault(path, set()).update(executed, silent)
                for line in executed:
                    self.by_line.setdefault((path, line), set()).add(name)

    def farm(self, farm):
        """A folder in which the counts of one test arrive beside what gcov needs to read them."""
        shutil.rmtree(farm, ignore_errors=True)
        origin = os.path.abspath(os.path.join(self.base, "build/reach"))
        for path in glob.glob(f"{origin}/**/*.gcno", recursive=True):
            os.makedirs(os.path.dirname(farm + path), exist_ok=True)
            os.symlink(path, farm + path)
        return farm

    def measure(self, name):
        farm = self.farms.get()
        began = time.monotonic()
        passed = run(self.suite.command([name], "build/plain"), self.base, farm + "/room", 600)
        took = time.monotonic() - began
        run(self.suite.command([name], "build/reach"), self.base, farm + "/room", 900, GCOV_PREFIX=farm)
        arrived = glob.glob(f"{farm}/**/*.gcda", recursive=True)
        files = self.read(arrived)
        for path in arrived:
            os.remove(path)
        self.farms.put(farm)
        return {"passed": passed, "time": took, "files": files}

    def read(self, counts):
        if not counts:
            return {}
        told = subprocess.run(["gcov", "--json-format", "--stdout"] + counts, cwd=self.base, capture_output=True, text=True)
        files = {}
        for line in told.stdout.split("\n"):
            for file in json.loads(line)["files"] if line.strip() else []:
                path = os.path.normpath(file["file"])
                if not path.startswith(("src/", "tools/")):
                    continue
                executed, silent, functions = files.setdefault(path, (set(), set(), set()))
                for at in file["lines"]:
                    (executed if at["count"] else silent).add(at["line_number"])
                functions.update((f["start_line"], f["end_line"]) for f in file["functions"])
        return {path: (sorted(e), sorted(s - e), sorted(f)) for path, (e, s, f) in files.items()}

    def of_line(self, path, line):
        """The tests that could notice a change of a line: those that execute it; if it has no code of its own, its function;
        of what is outside functions, a table, all."""
        if line in self.known.get(path, ()):
            return self.by_line.get((path, line), set())
        around = [(begin, end) for begin, end in self.functions.get(path, ()) if begin <= line <= end]
        if not around:
            return set(self.tests)
        return set().union(*(self.by_line.get((path, at), set()) for begin, end in around for at in range(begin, end + 1)))
