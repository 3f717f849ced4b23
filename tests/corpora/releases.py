#!/usr/bin/env python3
"""releases.py PROGRAM - releases of real treebanks, if TBK_CORPORA names a folder that has them in ud/: what `tbk check --against`,
`evaluate`, `agree` and `vote` report of two of them is what is computed here, from pairs of sentences, trees, and the findings of
each; also if the sent_ids of one were renamed, moved on by one sentence, or removed. And `tbk update --from` puts
corrected sentences back so that all other bytes stay, whatever their sent_ids.
"""
import collections
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

program = sys.argv[1]
folder = Path(os.environ.get("TBK_CORPORA", "")) / "ud"
PAIRS = ("r2.18/hu_szeged-ud-dev", "r2.17/el_gdt-ud-test", "r2.16/en_ewt-ud-dev", "r2.17/he_htb-ud-dev",
         "r2.16/tr_imst-ud-dev", "r2.17/vi_vtb-ud-test", "r2.17/vi_vtb-ud-train", "r2.17/cu_proiel-ud-dev",
         "r2.16/cop_scriptorium-ud-train", "r2.18/af_afribooms-ud-test", "r2.18/ja_gsd-ud-dev")
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


def read(text):
    """The sentences: sent_id and words, each with form, head and relation."""
    sentences, words, name = [], [], None
    for line in text.decode().split("\n"):
        if line.startswith("# sent_id ="):
            name = line.split("=", 1)[1].strip()
        elif line[:1].isdigit():
            fields = line.split("\t")
            if fields[0].isdigit():
                words.append((fields[1], int(fields[6]), fields[7]))
        elif not line and words:
            sentences.append((name, words))
            words, name = [], None
    return sentences


def pair(old, new):
    """Pairs of numbers of sentences: by sent_id and words, by words, by sent_id; None beside those that are left."""
    partners = {}
    for key_of in (lambda name, forms: name and (name, forms), lambda name, forms: forms, lambda name, forms: name):
        waiting, kept = collections.defaultdict(collections.deque), set(partners.values())
        for number, (name, words) in enumerate(old):
            if number not in kept and (key := key_of(name, tuple(word[0] for word in words))):
                waiting[key].append(number)
        for number, (name, words) in enumerate(new):
            if number not in partners and waiting[key := key_of(name, tuple(word[0] for word in words))]:
                partners[number] = waiting[key].popleft()
    kept = set(partners.values())
    return [(partners.get(number), number) for number in range(len(new))] + [
        (number, None) for number in range(len(old)) if number not in kept]


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
    """By the number of the sentence its findings, each a test and a word."""
    found = collections.defaultdict(list)
    for line in run("check", "-q", "--fail-on=never", "--format=jsonl", path).splitlines():
        row = json.loads(line)
        if row["test"] != "inconsistent-tree":  # of sentences of one run beside one another: --against has no such note
            found[row["sentence"] - 1].append((row["test"], row["id"]))
    return found


def compare(old, new, old_found, new_found):
    """The rows, figures and pairs of relations that are to be expected."""
    rows, figures, relations, other_heads = (collections.Counter() for _ in range(4))
    for old_number, number in pair(old, new):
        before, after = (sentences[n][1] if n is not None else [] for sentences, n in ((old, old_number), (new, number)))
        before_found, after_found = old_found[old_number], new_found[number]
        partners = find_partners(before, after)
        left = collections.Counter((test, partners[node]) for test, node in before_found if node in partners)
        rows.update(("new", number, *item) for item in (collections.Counter(after_found) - left).elements())
        left = collections.Counter(after_found)
        for test, node in before_found:
            if node in partners and left[test, partners[node]] > 0:
                left[test, partners[node]] -= 1
            else:
                rows["gone", old_number, test, node] += 1
        if not before or not after:
            continue
        n_changed = n_heads = 0
        for word, partner in partners.items():
            if word:
                (_, old_head, old_relation), (_, head, relation) = before[word - 1], after[partner - 1]
                is_other = partners.get(old_head) != head
                relations[old_relation, relation] += 1
                other_heads[old_relation, relation] += is_other
                n_changed += is_other or old_relation != relation
                n_heads += not is_other
        has_words = len(partners) - 1 == len(before) == len(after)
        figures.update(paired=1, words=len(partners) - 1, changed_arcs=n_changed, other_arcs=n_changed > 0,
                       other_words=not has_words, equal_words=has_words * len(after), equal_heads=has_words * n_heads)
        if is_projective(before) != is_projective(after):
            change = "became-projective" if is_projective(after) else "became-nonprojective"
            rows[change, number, None, None] += 1
            figures[change.replace("-", "_")] += 1
    figures.update(old_sentences=len(old), sentences=len(new))
    return rows, figures, {pair: (n, other_heads[pair]) for pair, n in relations.items()}


def check_changes(name, new_path, old_path, old_found, new_found):
    def rows(*options):
        return [json.loads(line) for line in run("check", "-q", "--fail-on=never", "--format=jsonl", f"--against={old_path}",
                                                 *options, new_path).splitlines()]

    old, new = read(old_path.read_bytes()), read(new_path.read_bytes())
    expected, figures, relations = compare(old, new, old_found, new_found)
    found = collections.Counter((row["change"], row["sentence"] - 1, row["test"], row["id"]) for row in rows())
    if found != expected:
        fail(name, f"rows {found - expected} found, {expected - found} expected")
    of_file = rows("--by=file")[0]
    for figure in ("old_sentences", "sentences", "paired", "other_words", "other_arcs", "became_nonprojective", "became_projective",
                   "words", "changed_arcs"):
        if of_file[figure] != figures[figure]:
            fail(name, f"{figure} {of_file[figure]} found, {figures[figure]} expected")
    if {(row["old_deprel"], row["deprel"]): (row["words"], row["other_head"]) for row in rows("--by=deprel")} != relations:
        fail(name, "other pairs of relations were expected")
    if sum(row["new"] for row in rows("--by=test")) != sum(n for row, n in expected.items() if row[0] == "new"):
        fail(name, "another number of new findings was expected")
    check_measures(name, new_path, old_path, figures)


def check_measures(name, new_path, old_path, figures):
    """Re-tokenized sentences end a run, or are left out of it."""
    refused = bool(figures["other_words"] or not figures["paired"])
    run("evaluate", "-q", old_path, new_path, status=refused)
    run("agree", "-q", "--no-intervals", old_path, new_path, status=refused)
    run("show", "-q", f"--against={old_path}", new_path, status=not figures["paired"])
    if figures["paired"]:
        row = json.loads(run("evaluate", "-q", "--on-error=skip", "--format=jsonl", old_path, new_path).splitlines()[0])
        if (row["correct"], row["total"]) != (figures["equal_heads"], figures["equal_words"]):
            fail(name, f"UAS {row['correct']} of {row['total']} found, {figures['equal_heads']} of {figures['equal_words']} expected")
        voted = read(run("vote", "-q", "--on-error=skip", new_path, old_path))
        if len(voted) != figures["sentences"] - figures["other_words"]:
            fail(name, f"{len(voted)} sentences of votes found, {figures['sentences'] - figures['other_words']} expected")


def renamed(text):
    return re.sub(rb"(?m)^(# sent_id = )", rb"\1other-", text)


def moved_on(text):
    """Each sentence gets the sent_id of the one before, and the first a new one."""
    names = re.findall(rb"(?m)^# sent_id = (.*)$", text)
    names = iter([b"none", *names[:-1]])
    return re.sub(rb"(?m)^(# sent_id = ).*$", lambda match: match[1] + next(names), text)


def removed(text):
    return re.sub(rb"(?m)^# sent_id = .*\n", b"", text)


def check_pair(name, scratch):
    """The newer release as it is, and with other names."""
    old, new = scratch / "old.conllu", scratch / "new.conllu"
    old.write_bytes(gzip.decompress((folder / "r2.2" / (Path(name).name + ".conllu.gz")).read_bytes()))
    text = gzip.decompress((folder / (name + ".conllu.gz")).read_bytes())
    new.write_bytes(text)
    old_found, new_found = find(old), find(new)
    for change in (bytes, renamed, moved_on):
        new.write_bytes(change(text))
        check_changes(f"{name}, {change.__name__}", new, old, old_found, new_found)


def correct(block):
    """A sentence with another lemma in each word, and one more comment."""
    lines = block.split(b"\n")
    n_comments = sum(line.startswith(b"#") for line in lines)
    return b"\n".join(lines[:n_comments] + [b"# checked = yes" + lines[0][len(lines[0].rstrip(b"\r")):]]
                      + [b"\t".join([*fields[:2], b"corrected", *fields[3:]]) if len(fields) > 1 else b"" for fields in
                         (line.split(b"\t") for line in lines[n_comments:])])


def forms(block):
    return tuple(fields[1] for line in block.split(b"\n") if (fields := line.split(b"\t"))[0].isdigit())


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
    found = run("update", "-q", f"--from={fixed}", whole)
    if found != blank.join(expected):
        fail(name, "other bytes were expected")
    if run("update", "-q", f"--from={whole}", whole) != text:
        fail(name, "a file updated from itself is another one")
    if not text.endswith(blank):
        return
    counts = collections.Counter(map(forms, blocks))
    unique = [block for block in chosen if counts[forms(block)] == 1]
    expected = [correct(block) if n % 3 == 0 and b"\t" in block and counts[forms(block)] == 1 else block
                for n, block in enumerate(blocks)]
    for change in (renamed, removed):
        if unique == chosen or not chosen[0].startswith(b"# global.columns"):
            fixed.write_bytes(change(blank.join(unique) + blank))
            if run("update", "-q", f"--from={fixed}", whole) != blank.join(expected):
                fail(name, f"other bytes were expected of sent_ids {change.__name__}")


if not (folder / "MANIFEST.tsv").exists():
    print("skipped: TBK_CORPORA names no folder with ud/MANIFEST.tsv")
    sys.exit()
with tempfile.TemporaryDirectory() as scratch:
    for name in PAIRS:
        check_pair(name, Path(scratch))
        n_compared += 1
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
