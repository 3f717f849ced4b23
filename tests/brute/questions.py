#!/usr/bin/env python3
"""questions.py PROGRAM - questions that people ask of treebanks (docs/guides/find-and-count.md), answered by tbk and by a walk over
the trees here, which reads CoNLL-U and brackets by itself: over data/, and if TBK_CORPORA names a folder with them over five real
treebanks."""

import collections
import csv
import gzip
import io
import os
import re
import subprocess
import sys

PROGRAM = sys.argv[1]
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data")
CORPORA = os.environ.get("TBK_CORPORA", "")
PHRASES = ["icepahc/1350.marta.rel-sag.psd.gz", "farpahc/1936.ntjohn.rel-bib.psd.gz"]
REAL = ["r2.16/en_ewt-ud-dev.conllu.gz", "r2.2/cs_cac-ud-dev.conllu.gz", "r2.2/grc_proiel-ud-dev.conllu.gz"]
failures = n_checks = 0


class Word:
    def __init__(self, fields):
        self.id, self.form, self.lemma, self.upos, self.xpos = int(fields[0]), *fields[1:5]
        self.feats = dict(each.split("=", 1) for each in fields[5].split("|") if "=" in each)
        self.head, self.deprel = int(fields[6]), fields[7]
        self.children = []


class Sentence:
    def __init__(self, id, document, words):
        self.id, self.document, self.words = id, document, words
        for word in words:
            if word.head > 0:
                words[word.head - 1].children.append(word.id)

    def below(self, id):
        """The word and all that descend from it."""
        found, waiting = set(), [id]
        while waiting:
            found.add(waiting[-1])
            waiting += self.words[waiting.pop() - 1].children
        return sorted(found)

    def gaps(self, id):
        below = self.below(id)
        return sum(b > a + 1 for a, b in zip(below, below[1:]))

    def is_projective(self):
        for word in self.words:
            low, high = sorted((word.id, word.head))
            above = set(range(1, len(self.words) + 1)) if word.head == 0 else set(self.below(word.head))
            if not all(between in above for between in range(low + 1, high)):
                return False
        return True


def read(path):
    document, id, rows = None, None, []
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("# newdoc id"):
                document = line.split("=", 1)[1].strip()
            elif line.startswith("# sent_id"):
                id = line.split("=", 1)[1].strip()
            elif line and line[0] != "#":
                rows.append(line.split("\t"))
            elif not line and rows:
                yield Sentence(id, document, [Word(fields) for fields in rows if fields[0].isdigit()])
                id, rows = None, []


def read_brackets(path):
    """The trees as they are in the file: of each the forms, and in order its nodes: [label, first word, last, parent, children, is word]."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        text = "\n".join(line for line in file.read().split("\n") if not line.startswith("#"))
    forms, nodes, open_nodes = [], [], []
    for sign, label, form in re.findall(r"(\()\s*([^\s()]*)|([^\s()]+)|\)", text):
        if sign:
            nodes.append([label, len(forms) + 1, 0, open_nodes[-1] if open_nodes else None, 0, False])
            if open_nodes:
                nodes[open_nodes[-1]][4] += 1
            open_nodes.append(len(nodes) - 1)
        elif form:
            forms.append(form)
            nodes[open_nodes[-1]][5] = True
        else:
            nodes[open_nodes.pop()][2] = len(forms)
            if not open_nodes:
                yield forms, nodes
                forms, nodes = [], []


def ask_brackets(path):
    """All constituents and all words, with all that can be asked of them; counts; sentences."""
    name, trees = os.path.basename(path), list(read_brackets(path))
    whole = ("--labels=full", "--forms=full", "--keep-markup", "--keep-empty", "--keep-outer", "--input=brackets", path)
    constituents, words, counts, objects = [], [], collections.Counter(), []
    for number, (forms, nodes) in enumerate(trees, 1):
        around = lambda first, last: [" ".join(forms[max(0, first - 3):first - 1]), " ".join(forms[first - 1:last]), " ".join(forms[last:last + 2])]
        for label, first, last, parent, children, is_word in nodes:
            if is_word:
                words.append([str(number), str(first), label, *around(first, last)])
                continue
            above = nodes[parent][0] if parent is not None else ""
            constituents.append([str(number), str(first), str(last - first + 1), str(children), label, above, *around(first, last)])
            span = last - first + 1
            if label.startswith("NP") and span > 1:
                counts[label, str((span - 1) // 3 * 3 + 1)] += 1
            if label.startswith("NP-OB") and above.startswith("IP") and any(each[0] == "PRO-N" for each in nodes if each[5]):
                objects.append([str(number), str(first)])
    cells = lambda rows: [list(row.values()) for row in rows]
    check(f"{name}: constituents", constituents, cells(tbk("find", "span>0", "--context=2", "--columns=sentence,first,span,children,label,parent.label,left,form,right", *whole)))
    check(f"{name}: words", words, cells(tbk("find", "id>0", "--context=2", "--columns=sentence,id,tag,left,form,right", *whole)))
    rows = tbk("find", "label=NP* and span>1", "--by=label,span:3", *whole)
    check(f"{name}: counts", dict(counts), {(row["label"], row["span_from"]): int(row["count"]) for row in rows})
    check(f"{name}: per thousand", [ratio(1000 * int(row["count"]), len(words)) for row in rows], [row["per_thousand"] for row in rows])
    check(f"{name}: objects", objects, cells(tbk("find", "label~^NP-OB and parent.label~^IP and any(tag=PRO-N)", "--columns=sentence,first", *whole)))


def tbk(*arguments):
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return list(csv.DictReader(io.StringIO(done.stdout.decode()), delimiter="\t", quoting=csv.QUOTE_NONE))


def check(what, expected, found):
    global failures, n_checks
    n_checks += 1
    if expected != found:
        failures += 1
        print(f"FAILED {what}: expected {str(expected)[:300]}, found {str(found)[:300]}")


def left(sentence, upos):
    """The words without those of a part of speech, as (word, head, distance), with the places that remain."""
    kept = [word for word in sentence.words if word.upos != upos]
    place = {word.id: i for i, word in enumerate(kept, 1)}
    for word in kept:
        head = word.head
        while head > 0 and sentence.words[head - 1].upos == upos:
            head = sentence.words[head - 1].head
        yield word, head, abs(place[word.id] - place[head]) if head > 0 else None


def ratio(part, whole):
    return f"{int((10000 * part * 2 + whole) // (2 * whole)) / 10000:.4f}" if whole else ""


def ask(path):
    name, sentences = os.path.basename(path), list(read(path))
    # Mean length of subjects, without punctuation.
    lengths = [distance for sentence in sentences for word, head, distance in left(sentence, "PUNCT") if word.deprel == "nsubj" and head > 0]
    rows = tbk("stats", "--lengths", "--words", "deprel=nsubj", "--without", "upos=PUNCT", "--by=language", "--intervals", path)
    check(f"{name}: subjects", [(str(len(lengths)), ratio(sum(lengths), len(lengths)))], [(row["arcs"], row["mean_length"]) for row in rows])
    check(f"{name}: interval", True, all(not row["mean_length"] or float(row["mean_length_low"]) <= float(row["mean_length"]) <= float(row["mean_length_high"]) for row in rows))
    # Figures by genre: a part of the sent_id.
    genres = collections.Counter()
    for sentence in sentences:
        found = re.search("([A-Za-z]+)[-_]", sentence.id or "")
        genres[found[1] if found else "_"] += len(sentence.words)
    check(f"{name}: genres", dict(genres), {row["sent_id"]: int(row["words"]) for row in tbk("stats", "--by=sent_id~([A-Za-z]+)[-_]", path)})
    # Valency of verbs.
    valency = collections.Counter((word.lemma, str(len(word.children))) for sentence in sentences for word in sentence.words if word.upos == "VERB")
    check(f"{name}: valency", dict(valency), {(row["lemma"], row["children"]): int(row["count"]) for row in tbk("find", "upos=VERB", "--by=lemma,children", path)})
    # Gap degree by relation.
    gaps = collections.Counter()
    for sentence in sentences:
        for word in sentence.words:
            degree = sentence.gaps(word.id)
            if degree > 0:
                gaps[word.deprel, str(degree)] += 1
    check(f"{name}: gaps", dict(gaps), {(row["deprel"], row["gap_degree"]): int(row["count"]) for row in tbk("find", "gap_degree>0", "--by=deprel,gap_degree", path)})
    # Adjectives that do not agree with their head in case.
    wrong = [(sentence.id or "", str(word.id)) for sentence in sentences for word in sentence.words
             if word.deprel == "amod" and word.head > 0 and "Case" in sentence.words[word.head - 1].feats
             and word.feats.get("Case") != sentence.words[word.head - 1].feats["Case"]]
    check(f"{name}: agreement", wrong, [(row["sent_id"], row["id"]) for row in
                                        tbk("find", "deprel=amod and feats.Case!=@head.feats.Case and head.feats.Case=*", path)])
    # A NOUN that is not root, in short projective sentences.
    nouns = [(sentence.id or "", str(word.id)) for sentence in sentences if len(sentence.words) <= 12 and sentence.is_projective() for word in sentence.words
             if word.upos == "NOUN" and word.deprel != "root"]
    check(f"{name}: nouns", nouns, [(row["sent_id"], row["id"]) for row in tbk("find", "upos=NOUN and deprel!=root and words<=12 and projective", path)])
    # Sentences of one document.
    document = sentences[len(sentences) // 2].document
    if document is not None:
        rows = tbk("stats", "--where", f'document="{document}"', "--by=document", path)
        check(f"{name}: document", [str(sum(sentence.document == document for sentence in sentences))], [row["sentences"] for row in rows])
    # Verbs with two objects.
    two = [(sentence.id or "", str(word.id)) for sentence in sentences for word in sentence.words
           if word.upos == "VERB" and sum(sentence.words[child - 1].deprel.split(":")[0] == "obj" for child in word.children) >= 2]
    check(f"{name}: objects", two, [(row["sent_id"], row["id"]) for row in tbk("find", "upos=VERB and child_count(udeprel=obj)>=2", path)])


paths = [os.path.join(DATA, each) for each in ("en.conllu", "la.conllu", "de.conllu.gz", "grc.conllu.gz")]
real = [os.path.join(CORPORA, "ud", each) for each in REAL]
real = [path for path in real if CORPORA and os.path.exists(path)]
phrases = [os.path.join(CORPORA, "constituency", each) for each in PHRASES]
phrases = [path for path in phrases if CORPORA and os.path.exists(path)]
if not real or not phrases:
    print("questions.py: skipped: real treebanks, since TBK_CORPORA names no folder with them")
for each in paths + real:
    ask(each)
for each in [os.path.join(DATA, "phrases.psd")] + phrases:
    ask_brackets(each)
print(f"questions.py: {n_checks} answers compared, {failures} differ")
sys.exit(failures > 0)
