#!/usr/bin/env python3
"""damage.py PROGRAM N - three-member files of every compression, cut at every byte, and with N random bits flipped; and for each
reader of files a compressed one, or a model, cut at some bytes and with some bits flipped, together about N / 10 times.

A run of the program over a damaged file ends with another status than 0, or its output is that of the whole file. Only a cut
between two members cannot be seen: then the output is that of the members before it.
"""
import bz2
import gzip
import lzma
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

program, n_flips = os.path.abspath(sys.argv[1]), int(sys.argv[2])
data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data")
parts = [open(os.path.join(data, name), "rb").read() for name in ("fr.conllu", "several-roots.conllu", "gapping.conllu")]
whole = b"".join(parts)


def zstd(text):
    return subprocess.run(["zstd", "-qc"], input=text, capture_output=True, check=True).stdout


forms = {".gz": lambda text: gzip.compress(text, mtime=0), ".xz": lzma.compress, ".bz2": bz2.compress}
if shutil.which("zstd"):
    forms[".zst"] = zstd


def is_built_in(form):
    """Whether the program has a library for the form; what it cannot read for another reason is tested all the same."""
    done = subprocess.run([program, "stats", "-"], input=form(parts[1]), capture_output=True)
    return done.returncode == 0 or b"no library for" not in done.stderr


forms = {suffix: form for suffix, form in forms.items() if is_built_in(form)}


def run(damaged):
    """What is wrong with the outcome for these bytes, or None."""
    path = os.path.join(folder, f"{os.getpid()}-{id(damaged)}")
    with open(path, "wb") as file:
        file.write(damaged)
    done = subprocess.run([program, "restore", path], capture_output=True, timeout=60)
    os.unlink(path)
    if done.returncode == 0:
        return None if done.stdout in (whole, damaged) else "status 0 and another output"
    if done.returncode not in (1, 3) or not done.stderr.startswith(b"tbk restore: "):
        return f"status {done.returncode}: {done.stderr[:200]!r}"
    return None


def cut(case):
    suffix, members, length = case
    ends, total, text = {}, 0, b""
    for member, part in zip(members, parts):
        total += len(member)
        text += part
        ends[total] = text
    file = b"".join(members)[:length]
    if length in ends or length == 0:
        return None  # told by nothing in the file
    problem = run(file)
    return problem and f"{suffix} cut at {length}: {problem}"


def flip(case):
    suffix, members, bit = case
    file = bytearray(b"".join(members))
    file[bit // 8] ^= 1 << bit % 8
    problem = run(bytes(file))
    return problem and f"{suffix} bit {bit}: {problem}"


# The file that is damaged, and the command that reads it; the other files are whole.
READERS = [line.split(" ", 1) for line in """\
in.conllu.gz convert --to=conllx in.conllu.gz
in.conllu.gz convert --to=heads in.conllu.gz
in.conllx.gz convert --input=conllx --to=conllu in.conllx.gz
in.heads.gz convert --input=heads --to=conllu in.heads.gz
in.conllx.gz stats --input-columns=ID,FORM,LEMMA,UPOS,XPOS,FEATS,HEAD,DEPREL --lengths --classes in.conllx.gz
in.conllu.gz stats --lengths --by=sentence --format=jsonl in.conllu.gz
in.conllu.gz choices --by=arc --over=all in.conllu.gz
in.conllu.gz repair --test=error,warning,note in.conllu.gz
in.conllu.gz check --fail-on=never --rules=ud --format=html in.conllu.gz
in.conllu.gz filter --where=class.planar --sample=3 in.conllu.gz
in.conllu.gz show --format=html in.conllu.gz
in.conllu.gz show --format=tikz in.conllu.gz
in.conllu.gz show --against=changed.conllu --format=html in.conllu.gz
in.conllu.gz steps --system=arc-eager-nederhof --format=html in.conllu.gz
sequences.gz steps --system=arc-eager-nederhof --grade=sequences.gz in.conllu
sequences.gz transitions --system=arc-eager-nederhof --replay sequences.gz
in.conllu.gz evaluate in.conllu in.conllu.gz
in.conllu.gz evaluate --by=word in.conllu.gz changed.conllu
in.conllu.gz evaluate --align changed.conllu in.conllu.gz
in.conllu.gz parse -m model --beam=4 --n-best=3 --margin in.conllu.gz
model parse -m model --beam=4 --n-best=3 in.conllu
in.psd.gz stats in.psd.gz
in.psd.gz steps --system=in-order in.psd.gz
""".splitlines()]


def make_inputs():
    """The inputs of READERS, whole, in the working folder."""
    def tbk(*arguments):
        subprocess.run([program, *arguments], check=True, capture_output=True)

    sentences = parts[0] + parts[2]
    with open("in.conllu", "wb") as file:
        file.write(sentences)
    with open("changed.conllu", "wb") as file:
        file.write((sentences).replace(b"nsubj", b"obj"))
    shutil.copy(os.path.join(data, "phrases.psd"), "in.psd")
    tbk("convert", "--to=conllx", "-o", "in.conllx", "in.conllu")
    tbk("convert", "--to=heads", "-o", "in.heads", "in.conllu")
    tbk("transitions", "--system=arc-eager-nederhof", "-o", "sequences", "in.conllu")
    tbk("train", "--epochs=1", "--beam=4", "-o", "model", "in.conllu")
    for name in ("in.conllu", "in.conllx", "in.heads", "in.psd", "sequences"):
        with open(name, "rb") as file, open(name + ".gz", "wb") as packed:
            packed.write(gzip.compress(file.read(), mtime=0))


def read_damaged(case):
    """What is wrong with the outcome of a reader, of which a file is cut at a place or has a bit flipped."""
    number, name, command, cut_at, bit = case
    here = os.path.join(folder, f"reader-{number}")
    os.mkdir(here)
    for other in os.listdir(inputs):
        if other != name:
            os.symlink(os.path.join(inputs, other), os.path.join(here, other))
    with open(os.path.join(inputs, name), "rb") as file:
        damaged = bytearray(file.read())
    if cut_at is None:
        damaged[bit // 8] ^= 1 << bit % 8
    else:
        del damaged[cut_at:]
    with open(os.path.join(here, name), "wb") as file:
        file.write(damaged)
    done = subprocess.run([program, *command.split()], cwd=here, capture_output=True, timeout=60)
    shutil.rmtree(here)
    what = f"{command}: {name} " + (f"bit {bit}" if cut_at is None else f"cut at {cut_at}")
    if done.returncode == 0:
        return None if done.stdout == expected[command] else f"{what}: status 0 and another output"
    if done.returncode not in (1, 3) or not done.stderr.startswith(b"tbk "):
        return f"{what}: status {done.returncode}: {done.stderr[:200]!r}"
    return None


def damage_of_readers(each):
    """For each reader some cuts and as many flipped bits."""
    for name, command in READERS:
        size = os.path.getsize(os.path.join(inputs, name))
        done = subprocess.run([program, *command.split()], cwd=inputs, capture_output=True)
        if done.returncode != 0 or not done.stdout:
            problems.append(f"{command}: without damage status {done.returncode}: {done.stderr[:200]!r}")
        expected[command] = done.stdout
        for cut_at in generator.sample(range(1, size), min(each, size - 1)):
            yield name, command, cut_at, None
        for _ in range(each):
            yield name, command, None, generator.randrange(8 * size)


with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
    generator = random.Random(1)
    compressed = {suffix: [form(part) for part in parts] for suffix, form in forms.items()}
    cuts = [(suffix, members, length) for suffix, members in compressed.items()
            for length in range(sum(map(len, members)))]
    flips = [(suffix, compressed[suffix], generator.randrange(8 * sum(map(len, compressed[suffix]))))
             for suffix in generator.choices(sorted(compressed), k=n_flips)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [problem for problem in pool.map(cut, cuts) if problem]
        problems += [problem for problem in pool.map(flip, flips) if problem]
        inputs, expected = os.path.join(folder, "inputs"), {}
        os.mkdir(inputs)
        os.chdir(inputs)
        make_inputs()
        cases = [(number, *case) for number, case in enumerate(damage_of_readers(max(5, n_flips // 10 // (2 * len(READERS)))))]
        problems += [problem for problem in pool.map(read_damaged, cases) if problem]
        os.chdir("/")
for problem in problems[:20]:
    print("FAILED", problem)
print(f"damage: {len(cuts)} cuts and {len(flips)} flipped bits of {', '.join(forms)}, "
      f"{len(cases)} cuts and flips for {len(READERS)} readers, {len(problems)} failures")
sys.exit(bool(problems))
