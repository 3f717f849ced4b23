#!/usr/bin/env python3
"""empty_fields.py PROGRAM - every field but ID, FORM and HEAD may be empty: each command, on files of each format with columns, prints
for empty fields of each column what it prints for `_` there, and one warning more."""
import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

WORDS = [("1", "a", "3", "_"), ("2", "b", "0", "root"), ("3", "c", "2", "dep"), ("4", "d", "1", "_")]
FORMATS = {  # its columns; X stands for one that CoNLL-U has not
    "conllu": "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC",
    "conllx": "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL PHEAD PDEPREL",
    "conll09": "ID FORM LEMMA PLEMMA XPOS PPOS FEATS PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED",
    "conllup": "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC X:Y",
}
NEEDED = {"ID", "FORM", "HEAD"}
COMMANDS = """
stats --lengths --classes F
stats --by=deprel,upos F
stats --by=arc F
word-order --by=deprel F
encodings --encoding=4-bit F
choices --by=sentence F
show F
show --against=F F
steps --system=arc-standard F
check --sort=suspicion F
repair F
projectivize --mark=none F
projectivize --mark=head F
projectivize F
convert --to=conllu F
convert --to=conllx F
convert --to=heads F
convert --to=encoded --encoding=4-bit F
reorder --order=mirror F
update --from=F F
filter --where=upos=_ --where=feats=_ --where=lemma=_ F
evaluate F F
evaluate --by=word F F
evaluate --align F F
agree F F
vote F F
transitions --relations F
transitions --replay --onto=F sequences
compare-oracles --system=arc-standard --reference=none:exact --variant=none:tabular --columns=configurations F
train -q --epochs=1 -o trained F
parse -m model F
"""
OF_MISC = "projectivize F"  # which needs that column
OF_CONLLU = ("evaluate --align", "update --from")  # which read no other columns, or find their format by themselves


def write(path, form, empty=None):
    """A file of the format; the fields `_` of column @empty are empty. Returns whether there are some."""
    columns, lines, has_some = FORMATS[form].split(), [], False
    if form == "conllup":
        lines.append("# global.columns = " + " ".join(columns))
    if form in ("conllu", "conllup"):
        lines.append("# sent_id = 1")
    for number, word, head, deprel in WORDS:
        known = {"ID": number, "FORM": word, "HEAD": head, "DEPREL": deprel, "PHEAD": head if form == "conllx" else "_"}
        fields = [known.get(column, "_") for column in columns]
        if empty is not None and number in "14" and fields[empty] == "_":
            fields[empty], has_some = "", True
        lines.append("\t".join(fields))
    path.write_text("\n".join(lines) + "\n\n")
    return has_some


def filled(text):
    """Empty fields as `_`; marks stand behind an empty MISC with a bar before them."""
    lines = []
    for line in text.split("\n"):
        fields = line.split("\t")
        lines.append("\t".join(re.sub(r"^\|", "", field) or "_" for field in fields) if len(fields) > 5 else line)
    return "\n".join(lines)


def run(program, folder, form, command):
    (folder / "trained").unlink(missing_ok=True)
    option = [] if command.startswith("update") else [f"--input={form}"]
    found = subprocess.run([program, *command.split(), *option], cwd=folder, capture_output=True, text=True)
    messages = [line for line in found.stderr.splitlines() if "[empty-column]" not in line]
    if command.startswith("train"):  # which prints its time
        output = hashlib.sha256((folder / "trained").read_bytes()).hexdigest()
    else:
        output = filled(found.stdout)
    return found.returncode, output, filled("\n".join(messages)), found.stderr.count("[empty-column]")


def main(program):
    n, n_columns = 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "F"
        write(path, "conllu")
        subprocess.run([program, "train", "-q", "--epochs=1", "-o", "model", "F"], cwd=folder, check=True, capture_output=True)
        (folder / "sequences").write_bytes(subprocess.run([program, "transitions", "F"], cwd=folder, check=True, capture_output=True).stdout)
        for form, columns in FORMATS.items():
            option = "conllu" if form == "conllup" else form
            commands = [c for c in COMMANDS.strip().split("\n") if form in ("conllu", "conllup") or not c.startswith(OF_CONLLU) and c != OF_MISC]
            write(path, form)
            expected = {command: run(program, folder, option, command) for command in commands}
            for k, column in enumerate(columns.split()):
                if column in NEEDED or not write(path, form, k):
                    continue
                n_columns += 1
                for command in commands:
                    found, n = run(program, folder, option, command), n + 1
                    assert found[:-1] == expected[command][:-1], (form, column, command, found, expected[command])
                    assert found[0] in (0, 1) and found[-1] <= 1, (form, column, command, found)
    print(f"empty_fields: {n} runs over {n_columns} columns of {len(FORMATS)} formats are as with _")


main(Path(sys.argv[1]).resolve())
