#!/usr/bin/env python3
"""releases.py PROGRAM - releases of real treebanks, if TBK_CORPORA names a folder that has them in ud/: what `tbk check --against`
reports between two of them is what is computed here, from trees and from the findings of each; and `tbk convert --update-from`
puts corrected sentences back so that all other bytes stay.
"""
import collections
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

program = sys.argv[1]
folder = Path(os.environ.get("TBK_CORPORA", "")) / "ud"
PAIRS = ("r2.18/hu_szeged-ud-dev", "r2.17/el_gdt-ud-test", "r2.16/en_ewt-ud-dev", "r2.17/he_htb-ud-dev")
N_UPDATED = 20
failures = n_compared = n_updated = 0


def fail(name, what):
    global failures
    failures += 1
    print(f"FAILED {name}: {what}")


def run(*arguments, status=0):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True)
    if done.returncode != status:
        fail(" ".join(map(str, arguments)), done.stderr.decode(errors="replace"))
    return done.stdout


def read(path):
    """By sent_id the words of a sentence: form, head, relation."""
    sentences, words, name = {}, [], None
    for line in gzip.open(path, "rt", encoding="utf-8", newline="\n"):
        line = line.rstrip("\n")
        if line.startswith("# sent_id ="):
            name = line.split("=", 1)[1].strip()
        elif line[:1].isdigit():
            fields = line.split("\t")
            if fields[0].isdigit():
                words.append((fields[1], int(fields[6]), fields[7]))
        elif not line and words:
            sentences[name], words = words, []
    return sentences


def is_projective(words):
    heads = [0] + [word[1] for word in words]

    def dominates(head, word):
        while word not in (0, head):
            word = heads[word]
        return word == head

    return all(dominates(head, between) for word, head in enumerate(heads) if head
               for between in range(min(word, head) + 1, max(word, head)))


def find_partners(old, new):
    """By word of OLD the same word of NEW, before the first difference and after the last."""
    least, first, last = min(len(old), len(new)), 0, 0
    while first < least and old[first][0] == new[first][0]:
        first += 1
    while last < least - first and old[-1 - last][0] == new[-1 - last][0]:
        last += 1
    return {word: word for word in range(first + 1)} | {len(old) - n: len(new) - n for n in range(last)}


def find(path):
    found = collections.defaultdict(list)
    for line in run("check", "-q", "--fail=never", "--format=jsonl", path).splitlines():
        row = json.loads(line)
        found[row["sent_id"]].append((row["test"], row["node"]))
    return found


def compare(old_path, new_path):
    """The rows, figures and pairs of relations that are to be expected."""
    old, new, old_found, new_found = read(old_path), read(new_path), find(old_path), find(new_path)
    rows, figures, relations, other_heads = (collections.Counter() for _ in range(4))
    for name in old.keys() | new.keys():
        before, after = old.get(name, []), new.get(name, [])
        partners = find_partners(before, after)
        left = collections.Counter((test, partners[node]) for test, node in old_found[name] if node in partners)
        rows.update(("new", name, *item) for item in (collections.Counter(new_found[name]) - left).elements())
        left = collections.Counter(new_found[name])
        for test, node in old_found[name]:
            if node in partners and left[test, partners[node]] > 0:
                left[test, partners[node]] -= 1
            else:
                rows["gone", name, test, node] += 1
        if not before or not after:
            continue
        n_changed = 0
        for word, partner in partners.items():
            if word:
                (_, old_head, old_relation), (_, head, relation) = before[word - 1], after[partner - 1]
                is_other = partners.get(old_head) != head
                relations[old_relation, relation] += 1
                other_heads[old_relation, relation] += is_other
                n_changed += is_other or old_relation != relation
        figures.update(paired=1, words=len(partners) - 1, changed_arcs=n_changed, other_arcs=n_changed > 0,
                       other_words=not len(partners) - 1 == len(before) == len(after))
        if is_projective(before) != is_projective(after):
            change = "became-projective" if is_projective(after) else "became-nonprojective"
            rows[change, name, None, None] += 1
            figures[change.replace("-", "_")] += 1
    return rows, figures | {"old_sentences": len(old), "sentences": len(new)}, {
        pair: (n, other_heads[pair]) for pair, n in relations.items()}


def check_changes(new_path, old_path):
    def rows(*options):
        return [json.loads(line) for line in run("check", "-q", "--fail=never", "--format=jsonl", f"--against={old_path}",
                                                 *options, new_path).splitlines()]

    expected, figures, relations = compare(old_path, new_path)
    found = collections.Counter((row["change"], row["sent_id"], row["test"], row["node"]) for row in rows())
    if found != expected:
        fail(new_path, f"rows {found - expected} found, {expected - found} expected")
    of_file = rows("--by=file")[0]
    for name, value in figures.items():
        if of_file[name] != value:
            fail(new_path, f"{name} {of_file[name]} found, {value} expected")
    if {(row["old_deprel"], row["deprel"]): (row["words"], row["other_head"]) for row in rows("--by=deprel")} != relations:
        fail(new_path, "other pairs of relations were expected")
    if sum(row["new"] for row in rows("--by=test")) != sum(n for row, n in expected.items() if row[0] == "new"):
        fail(new_path, "another number of new findings was expected")


def correct(block):
    """A sentence with another lemma in each word, and one more comment."""
    lines = block.split(b"\n")
    n_comments = sum(line.startswith(b"#") for line in lines)
    return b"\n".join(lines[:n_comments] + [b"# checked = yes" + lines[0][len(lines[0].rstrip(b"\r")):]]
                      + [b"\t".join([*fields[:2], b"corrected", *fields[3:]]) if len(fields) > 1 else b"" for fields in
                         (line.split(b"\t") for line in lines[n_comments:])])


def check_update(name, text, scratch):
    """Corrects every third sentence of what tbk filter chooses, and puts them back, last sentence first."""
    blank = b"\r\n\r\n" if b"\r\n" in text else b"\n\n"
    whole, fixed = scratch / "whole.conllup", scratch / "fixed.conllup"
    blocks = text.split(blank)
    expected = [correct(block) if n % 3 == 0 and b"\t" in block else block for n, block in enumerate(blocks)]
    whole.write_bytes(text)
    chosen = [block for block in run("filter", "-q", "--every=3", whole).split(blank) if b"\t" in block]
    chosen = [correct(block.rstrip(b"\r\n")) for block in chosen]
    if chosen and chosen[0].startswith(b"# global.columns"):
        columns = chosen[0].split(b"\n")[0] + b"\n"
        chosen = [columns + chosen[-1], *chosen[-2:0:-1], chosen[0][len(columns):]] if len(chosen) > 1 else chosen
    else:
        chosen.reverse()
    fixed.write_bytes(blank.join(chosen) + blank)
    found = run("convert", "-q", f"--update-from={fixed}", whole)
    if found != blank.join(expected):
        fail(name, "other bytes were expected")
    if run("convert", "-q", f"--update-from={whole}", whole) != text:
        fail(name, "a file updated from itself is another one")


if not (folder / "MANIFEST.tsv").exists():
    print("skipped: TBK_CORPORA names no folder with ud/MANIFEST.tsv")
    sys.exit()
for pair in PAIRS:
    new = folder / (pair + ".conllu.gz")
    check_changes(new, folder / "r2.2" / new.name)
    n_compared += 1
with tempfile.TemporaryDirectory() as scratch:
    names = {path.name.split("-")[0]: path for path in sorted(folder.glob("r2.1?/*-test.conllu.gz"))}
    for name, path in list(names.items())[:N_UPDATED]:
        text = gzip.decompress(path.read_bytes()).removesuffix(b"\n") + b"\n"
        for kind, changed in (("", text), ("CR LF", text.replace(b"\n", b"\r\n")), ("no blank line", text.rstrip(b"\n") + b"\n"),
                              ("no line end", text.rstrip(b"\n")),
                              ("CoNLL-U Plus", b"# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n" + text)):
            check_update(f"{name}, {kind}", changed, Path(scratch))
            n_updated += 1
print(f"releases: {n_compared} compared, {n_updated} updated, {failures} failures")
sys.exit(failures > 0)
