#!/usr/bin/env python3
"""wheel.py WHEEL... - whether each wheel keeps the promise of its tag, manylinux_2_XX_ARCH.

The platforms are those of Python's PEP 600: the libraries inside need nothing but libraries that every Linux has, no symbol of
glibc newer than 2.XX, and are for ARCH. Besides, they export what the public headers declare and nothing of GLib or GMP, and
RECORD has the sum of every file. Takes readelf.
"""
import base64
import csv
import hashlib
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# Of the libraries that the policy allows, those of glibc.
ALLOWED = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
MACHINES = {"x86_64": "Advanced Micro Devices X86-64", "aarch64": "AArch64"}
ROOT = Path(__file__).resolve().parents[1]


def readelf(*arguments):
    return subprocess.run(["readelf", "-W", *arguments], capture_output=True, text=True, check=True).stdout


def faults_of_library(path, minor, processor):
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("-d", path)))
    if needed - ALLOWED:
        yield f"needs {', '.join(sorted(needed - ALLOWED))}"
    versions = readelf("-V", path)
    newer = {found for found in re.findall(r"GLIBC_2\.(\d+)", versions) if int(found) > minor}
    if newer:
        yield f"needs glibc 2.{max(newer, key=int)}"
    foreign = set(re.findall(r"Name: (\S+?)_[0-9.]+\b", versions)) - {"GLIBC"}
    if foreign:
        yield f"needs versions of {foreign}"
    machine = re.search(r"Machine: +(.*)", readelf("-h", path)).group(1)
    if machine != MACHINES[processor]:
        yield f"is for {machine}"
    if re.search(r"\((RPATH|RUNPATH|TEXTREL)\)", readelf("-d", path)):
        yield "has RPATH, RUNPATH or TEXTREL"
    exported = {row[7].split("@")[0] for row in map(str.split, readelf("--dyn-syms", path).splitlines()) if len(row) > 7 and row[6].isdigit() and row[4] != "LOCAL"}
    declared = set((ROOT / "src" / "libtbk.symbols").read_text().split())
    if exported != declared:
        yield f"exports {sorted(exported - declared)[:5]}, lacks {sorted(declared - exported)[:5]}"


def faults(wheel, scratch):
    found = re.fullmatch(r"(treebank_kit)-([0-9.]+)-py3-none-manylinux_2_(\d+)_(x86_64|aarch64)\.whl", wheel.name)
    if found is None:
        yield "the name is none of a wheel of ours"
        return
    name, version, minor, processor = found.groups()
    with zipfile.ZipFile(wheel) as archive:
        files = {info: archive.read(info) for info in archive.namelist()}
        archive.extractall(scratch)
    info = f"{name}-{version}.dist-info"
    rows = list(csv.reader(files[f"{info}/RECORD"].decode().splitlines()))
    if sorted(row[0] for row in rows) != sorted(files):
        yield "RECORD lists other files"
    for path, digest, size in rows:
        expected = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).rstrip(b"=").decode()
        if path != f"{info}/RECORD" and (digest, size) != ("sha256=" + expected, str(len(files[path]))):
            yield f"RECORD is wrong for {path}"
    if f"Tag: py3-none-manylinux_2_{minor}_{processor}\n" not in files[f"{info}/WHEEL"].decode():
        yield "WHEEL has another tag"
    if not re.search(rf"^Name: treebank-kit\nVersion: {version}$", files[f"{info}/METADATA"].decode(), re.M):
        yield "METADATA has another name or version"
    libraries = [path for path in files if path.endswith(".so")]
    if libraries != ["tbk/libtbk.so"]:
        yield f"the libraries are {libraries}"
    for library in libraries:
        yield from (f"{library} {fault}" for fault in faults_of_library(Path(scratch) / library, int(minor), processor))


def main(wheels):
    n = 0
    for wheel in wheels:
        with tempfile.TemporaryDirectory() as scratch:
            for fault in faults(Path(wheel), scratch):
                print(f"FAILED {wheel}: {fault}")
                n += 1
    print(f"wheel: {len(wheels)} wheels, {n} failures")
    return n > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
