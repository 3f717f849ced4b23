#!/usr/bin/env python3
"""damage.py PROGRAM N - three-member files of every compression, cut at every byte, and with N random bits flipped.

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
for problem in problems[:20]:
    print("FAILED", problem)
print(f"damage: {len(cuts)} cuts and {len(flips)} flipped bits of {', '.join(forms)}, {len(problems)} failures")
sys.exit(bool(problems))
