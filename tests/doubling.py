#!/usr/bin/env python3
"""doubling.py PROGRAM [-v] [PATTERN...] - each command over hard input of several shapes, twice and twice as large: how its time grows.

The time is that of the processor, of the program alone. Input doubles until a run takes ENOUGH seconds, or ends with a message that
tells a limit. Twice the input may take RATIO times as long; a run over less is measured again before it is told. What takes
longer by its nature is in GROWS, with the reason. PATTERNs choose: words that stand in the command or the shape.
"""
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

ENOUGH, RATIO, LONGEST, FIRST, LAST = 0.6, 2.5, 40, 1000, 1 << 18


def word(i, head, relation="dep"):
    return f"{i}\tw{i % 7}\tw\t{'PUNCT' if i % 5 == 0 else 'NOUN'}\t_\t_\t{head}\t{'root' if head == 0 else relation}\t_\t_\n"


def sentence(number, heads):
    return f"# sent_id = s{number}\n# text = t\n" + "".join(word(i + 1, head) for i, head in enumerate(heads)) + "\n"


def random_heads(n, reach):
    """A tree in which each word depends on one that is at most so far away, or next to it; the same one each time."""
    generator = random.Random(n)
    rank = list(range(n + 2))
    generator.shuffle(rank)
    heads = []
    for d in range(1, n + 1):
        near = [h for h in (generator.randint(max(1, d - reach), min(n, d + reach)) for _ in range(8)) if rank[h] < rank[d]]
        heads.append(near[0] if near else d - 1 if d > 1 and rank[d - 1] < rank[d] else d + 1 if d < n and rank[d + 1] < rank[d] else 0)
    top = min(range(1, n + 1), key=lambda d: rank[d])
    return [0 if d == top else top if h == 0 else h for d, h in enumerate(heads, 1)]


SHAPES = {
    "star": lambda n: sentence(1, [0 if i == n // 2 else n // 2 for i in range(1, n + 1)]),
    "chain": lambda n: sentence(1, range(n)),
    # Two chains, one between the words of the other.
    "crossing": lambda n: sentence(1, [0 if i == 1 else 1 if i == 2 else i - 2 for i in range(1, n + 1)]),
    # Of each four words one arc crosses another; the fours hang one on the other.
    "knots": lambda n: sentence(1, [0 if i == 1 else i - 1 if i % 4 == 1 else i + 2 if i % 4 == 2 else i - 2 if i % 4 == 3 else i - 1
                                    for i in range(1, n // 4 * 4 + 1)]),
    "tiny": lambda n: "".join(sentence(i, [0, 4, 1, 3]) for i in range(n // 4)),
    "random": lambda n: sentence(1, random_heads(n, n)),
    # Here the search for two planes has most to try.
    "near": lambda n: sentence(1, random_heads(n, 8)),
    "roots": lambda n: sentence(1, [0] * n),
    # What is no word: one long value, comments, empty nodes.
    "misc": lambda n: sentence(1, [0, 4, 1, 3]).replace("_\n", "A=" + "b|C=" * (n // 4) + "d\n", 1),
    "comments": lambda n: "".join(f"# c{i} = x\n" for i in range(n)) + sentence(1, [0, 4, 1, 3]),
    "empty": lambda n: "\n".join(line + "".join(f"\n1.{i}\te\t_\tX\t_\t_\t_\t_\t_\t_" for i in range(1, n)) if line[:2] == "1\t" else line
                                 for line in sentence(1, [0, 4, 1, 3]).split("\n")),
}

def flat(n):
    return "(A" + " (T w)" * n + ")\n"


# The same of phrase structure: a flat tree, right and left branches, fours in a right branch, small trees, a chain over one word,
# a tree over many lines; else a flat one.
PHRASES = {
    "star": flat,
    "chain": lambda n: "(A (T w) " * (n - 1) + "(A (T w))" + ")" * (n - 1) + "\n",
    "crossing": lambda n: "(A " * (n - 1) + "(A (T w))" + " (T w))" * (n - 1) + "\n",
    "knots": lambda n: "(A (B (T w) (C (T w) (T w))) (T w) " * (n // 4 - 1) + "(A (T w))" + ")" * (n // 4 - 1) + "\n",
    "tiny": lambda n: "(A (B (T w) (T w)) (T w) (C (T w)))\n" * (n // 4),
    "near": lambda n: "(A " * n + "(T w)" + ")" * n + "\n",
    "random": lambda n: "(A" + "\n   (T\n\tw)" * n + "\n)\n",
}

ENCODINGS = ["absolute", "relative", "relative-upos", "brackets", "brackets-2", "4-bit", "7-bit", "hexatags", "hierarchical", "hierarchical-any"]
PHRASE_ENCODINGS = ["tetratags", "attach-juxtapose"]

# {in}: the input; {phrases}: that of phrase structure; {tags_NAME}: the tags of these; {broken_NAME}: the same, those of the second half
# being those of the word before; {other}: the same with other heads where that makes no cycle; {bad}: with heads that are none in the second
# half; {all_RELATION}: with nouns that all have this relation; {out}: a folder.
COMMANDS = """\
stats {in}
stats --by=arc {in}
stats --by=deprel {in}
stats --lengths --classes {in}
stats --lengths --classes --by=sentence --format=jsonl {in}
word-order {in}
stats --intervals {in}
stats --against={other} {in}
encodings {in}
stats --input=brackets {phrases}
choices {in}
choices --by=arc --over=all {in}
check --fail-on=never {in}
check --fail-on=never --rules=ud {in}
check --fail-on=never --rules=ud {all_punct}
check --fail-on=never --rules=ud {all_obl}
check --fail-on=never --format=html {in}
repair --test=error,warning,note {in}
check --fail-on=never --format=html {bad}
filter --where=class.wn {in}
filter --where=!class.mh4 {in}
filter --where=form=*a*b*c|text~abc --where=none(deprel=x*y) {in}
filter --where=descendant(child(gap_degree>0|crossings>0))|ancestor(sister(form~"^(a|b)+$")) {in}
filter --where=child_count(next.leaf)>2&dmin>0 {in}
filter --sample=5 {in}
filter --split=train:80,dev:20 --output-dir={out} {in}
filter --split=5 --output-dir={out} {in}
convert --to=conllx {in}
convert --to=heads {in}
convert --input=conllx {conllx}
stats --input-columns=ID,FORM,LEMMA,UPOS,XPOS,FEATS,HEAD,DEPREL {in}
find id=2 {in}
find id>0 --columns=left,right,head.head.form --context=1000 {in}
find id>0 --by=form,distance,depth {in}
find id>0 --format=text {in}
stats --lengths --words=id>1 --without=leaf --by=deprel,distance {in}
show --format=text {in}
show --format=svg --max=1 {in}
show --format=html {in}
show --format=tikz --max=1 {in}
show --format=html --against={other} {in}
steps {in}
steps --format=html --system=swap {in}
projectivize {in}
projectivize --ties=short {in}
projectivize --ties=random {in}
projectivize --mark=headpath {in}
projectivize --all=3 {in}
repair {in}
repair --projective {in}
repair {bad}
repair --projective {bad}
restore {projective}
restore --mark=headpath {marked}
transitions --system=arc-eager-nederhof {in}
transitions --system=swap {in}
transitions --system=planar {in}
transitions --system=two-planar {in}
transitions --system=covington {in}
steps --system=arc-eager-nederhof --grade={sequences} {in}
transitions --system=arc-eager-nederhof --replay --onto={in} {sequences}
compare-oracles --system=arc-eager-nederhof {in}
compare-oracles --system=arc-eager-nederhof-uncorrected --variant=shift-before-reduce:exact {in}
evaluate {in} {other}
evaluate --by=word {in} {other}
evaluate --by=confusion {in} {other}
evaluate --align {in} {other}
evaluate --against={other} {in} {other}
check --fail-on=never --against={other} {in}
agree -o {out}/page.html {in} {other}
agree --by=word {in} {other} {in}
vote {in} {other}
vote --root=any {in} {other}
vote --projective --unique {in} {other}
evaluate --by=udeprel,lemma,words:5 --against={other} {in} {other}
evaluate --input=brackets {phrases} {phrases}
reorder --order=random {in}
reorder --order=random-projective {in}
update --from={other} {in}
parse -m {model} {in}
parse -m {model} --beam=4 --n-best=4 --margin {in}
train --epochs=1 -o {out}/model {in}
""".splitlines()
for encoding in ENCODINGS + PHRASE_ENCODINGS:
    given = "phrases" if encoding in PHRASE_ENCODINGS else "in"
    COMMANDS += [f"convert --to=encoded --encoding={encoding} {{{given}}}", *(f"convert --input=encoded --encoding={encoding} {{{of}_{encoding.replace('-', '_')}}}" for of in ("tags", "broken"))]

NEAREST = "for the nearest tree each word to attach is compared with all others; above 67108864 such pairs a sentence is refused, or reported without it"

# (part of the command, shape): why it may take longer, or what it takes.
GROWS = {
    ("steps", ""): "an exact oracle values each configuration, which takes a time linear in the words or more",
    ("check --fail-on", "knots"): "each finding takes a time linear in the words that cross; above 1000 of these a sentence is only reported",
    ("check --fail-on", "crossing"): "each finding takes a time linear in the words that cross, times those to choose from; above 1000 a sentence is only reported",
    ("encodings", "random"): "tags of hierarchical-any have as many brackets as arcs cross: 4.6 MB for 8,000 words, 18 for 16,000, refused above",
    ("{bad}", ""): NEAREST,
    ("{broken_", ""): NEAREST,
    ("check --fail-on=never", "roots"): NEAREST,
    ("repair ", "roots"): NEAREST,
    ("--system=covington", ""): "all pairs of words meet; a sentence of more than 4194304 transitions is refused",
}


def reason(command, shape):
    for (part, where), why in GROWS.items():
        if part in command and where in ("", shape):
            return why
    return None


def bounds(longest=LONGEST):
    resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def seconds(arguments, errors):
    """The time of the processor that a run takes, and its status; None where it does not end."""
    with open(errors, "wb") as file:
        child = subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file, preexec_fn=bounds)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)


class Unmade(Exception):
    """The command that makes an input has failed: its status and its message."""


class Files:
    """What a command needs of one size, made when it is asked for."""

    def __init__(self, shape, n):
        self.folder, self.shape, self.n = f"{shape}-{n}", shape, n
        if not os.path.isdir(self.folder):
            os.mkdir(self.folder)
            text = SHAPES[shape](n)
            with open(f"{self.folder}/in.conllu", "w") as file:
                file.write(text)
            with open(f"{self.folder}/other.conllu", "w") as file:  # words on 0 hang there, the first words that may
                file.write(re.sub(r"(?m)^(\d+\t.*\t)(\d+)\tdep\t", lambda m: f"{m[1]}{m[2]}\tobl\t" if int(m[2]) % 3 else m[0], text))

    def get(self, name):
        if name == "model":
            return "model"
        if name == "out":
            return "out"
        if name == "phrases":
            path = f"{self.folder}/in.brackets"
            if not os.path.exists(path):
                with open(path, "w") as file:
                    file.write(PHRASES.get(self.shape, flat)(self.n))
            return path
        path = f"{self.folder}/{name}" + self.ending(name)
        if not os.path.exists(path):
            makers = {"bad": self.spoil_heads, "broken": self.spoil_tags, "all": self.relabel}
            makers.get(name.split("_")[0], self.make)(name, path)
        return path

    def ending(self, name):
        return {"sequences": "", "conllx": ".conllx"}.get(name, ".tags" if name.startswith(("tags", "broken")) else ".conllu")

    def spoil_heads(self, _, path):
        with open(f"{self.folder}/in.conllu") as good, open(path, "w") as file:
            lines = good.readlines()
            file.writelines(re.sub(r"\t\d+\tdep\t", "\tx\tdep\t", line) if i > len(lines) // 2 else line for i, line in enumerate(lines))

    def relabel(self, name, path):
        with open(f"{self.folder}/in.conllu") as given, open(path, "w") as file:
            file.write(re.sub(r"(?m)\t(?:NOUN|PUNCT)(\t.*\t)(?:root|dep)\t", lambda m: f"\tNOUN{m[1]}{name[4:]}\t", given.read()))

    def spoil_tags(self, name, path):
        with open(self.get(name.replace("broken", "tags"))) as good, open(path, "w") as file:
            lines = [line.split("\t") for line in good]
            column = 2 if "upos" in name or "tetra" in name or "juxta" in name else 1
            for i in range(len(lines) - 1, len(lines) // 2, -1):
                if len(lines[i]) > column and len(lines[i - 1]) > column:
                    lines[i][column] = lines[i - 1][column]
            file.writelines("\t".join(fields) for fields in lines)

    def make(self, name, path):
        made = {"conllx": ["convert", "--to=conllx"], "projective": ["projectivize"], "marked": ["projectivize", "--mark=headpath"],
                "sequences": ["transitions", "--system=arc-eager-nederhof"],
                **{f"tags_{encoding.replace('-', '_')}": ["convert", "--to=encoded", f"--encoding={encoding}"]
                   for encoding in ENCODINGS + PHRASE_ENCODINGS}}[name]
        of = self.get("phrases") if any(f"--encoding={encoding}" in made for encoding in PHRASE_ENCODINGS) else f"{self.folder}/in.conllu"
        done = subprocess.run([program, *made, "-o", path, of], capture_output=True, text=True, preexec_fn=lambda: bounds(4))
        if done.returncode != 0:
            raise Unmade(done.returncode, done.stderr.strip().split("\n")[-1])


def run(command, shape, n):
    files = Files(shape, n)
    names = re.findall(r"{(\w+)}", command)
    paths = {name: files.get(name) for name in names}
    took, status = seconds(command.format(**paths).split(), "errors")
    with open("errors", errors="replace") as file:
        return took, status, file.readline().strip()


def grow(command, shape):
    """What is told of it: the words, and whether that is as it should be."""
    before, n = None, FIRST
    while True:
        try:
            took, status, message = run(command, shape, n)
        except Unmade as unmade:
            return f"not run at {n} words: {unmade.args[1][:150]}", unmade.args[0] in (1, 3)
        if took >= LONGEST - 1 or status < 0:
            return f"{n} words: ended after {took:.1f} s with {status} ({before and f'{before:.2f} s for half'})", False
        if status != 0:
            return f"refused at {n} words after {took:.2f} s: {message[:150]}", status in (1, 3) and message != ""
        if before is not None and (took >= ENOUGH or n >= LAST) and took >= 0.2:
            for _ in range(2):
                if took / before > RATIO:
                    took, before = min(took, run(command, shape, n)[0]), max(before, run(command, shape, n // 2)[0])
            return f"x {took / before:.2f} from {n // 2} to {n} words, {took:.2f} s", took / before <= RATIO
        if n >= LAST:
            return f"{took:.2f} s for {n} words", True
        before, n = took, 2 * n


program = os.path.abspath(sys.argv[1])
verbose = "-v" in sys.argv
patterns = [argument for argument in sys.argv[2:] if argument != "-v"]
data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data")
n_measured = n_failures = n_told = 0
with tempfile.TemporaryDirectory(prefix="tbk-doubling.") as scratch:
    os.chdir(scratch)
    os.mkdir("out")
    subprocess.run([program, "train", "-q", "--epochs=1", "-o", "model", os.path.join(data, "en.conllu")], check=True, capture_output=True)
    for shape in SHAPES:
        for command in COMMANDS:
            if not all(pattern in command + " " + shape for pattern in patterns):
                continue
            told, is_good = grow(command, shape)
            why = reason(command, shape)
            n_measured += 1
            n_told += not is_good and why is not None
            is_failure = not is_good and why is None
            n_failures += is_failure
            if is_failure or verbose:
                print(f"{'FAILED ' if is_failure else ''}{shape}: {command}: {told}" + (f"; {why}" if why and not is_good else ""), flush=True)
    os.chdir("/")
print(f"doubling: {n_measured} pairs of commands and shapes, twice the input takes at most {RATIO} times as long, or a limit is told; "
      f"{n_told} take more by their nature; {n_failures} failures")
sys.exit(n_failures > 0 or n_measured == 0)
