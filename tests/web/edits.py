#!/usr/bin/env python3
"""edits.py - the edits of the page for the browser, written a second time: by the rows of a sentence and their numbers, not by nodes.

Reads lines of JSON, { "file", "output", "edits": [{ "op", "number", ... }] }, and writes each file as it is edited. An edit with `refused`
must be one that cannot be done.
"""
import gzip, json, re, sys, unicodedata

NAMES = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split()
ID, FORM, UPOS, HEAD, DEPREL, DEPS, MISC = (NAMES.index(name) for name in "ID FORM UPOS HEAD DEPREL DEPS MISC".split())
CLOSE = "SpaceAfter=No"


class Refused(Exception):
    pass


def is_mark(form):
    return form != "" and all(unicodedata.category(letter).startswith("P") for letter in form)


class Sentence:
    """Rows as they are in the file. While a sentence is edited, rows keep their old numbers in a field of their own, `key`; HEAD and DEPS
    name keys. New rows have keys that are no numbers. In the end all numbers are written anew."""

    def __init__(self, text):
        self.newline = "\r\n" if "\r\n" in text else "\n"
        lines = re.findall(r"[^\n]*\n|[^\n]+$", text)
        self.comments, self.rows, self.tail = [], [], ""
        for line in lines:
            body = line.rstrip("\r\n")
            if body == "" and self.rows:
                self.tail += line
            elif body == "" or re.match("\ufeff?#", body):
                if self.rows:
                    raise Refused("comment")
                self.comments.append(line)
            else:
                fields = body.split("\t")
                self.rows.append({"key": fields[0], "fields": fields, "end": line[len(body):], "deps": None})
        for row in self.rows:
            row["items"] = self.items_of(row["fields"][DEPS])
            row["sorts"] = False
        self.new = 0
        plain = [row["key"] for row in self.words()]
        if plain != [str(i + 1) for i in range(len(plain))]:
            raise Refused("numbers")

    def items_of(self, deps):
        if deps == "_":
            return []
        found = [re.fullmatch(r"(\d+(?:\.\d+)?):(.*)", item, re.S) for item in deps.split("|")]
        keys = {row["key"] for row in self.rows}
        if not all(found) or not all(item[1] == "0" or item[1] in keys for item in found):
            return None
        return [(item[1], item[2]) for item in found]

    def words(self):
        return [row for row in self.rows if re.fullmatch(r"\d+|new\d+", row["key"])]

    def nodes(self):
        return [row for row in self.rows if "-" not in row["key"]]

    def tokens(self):
        return [row for row in self.rows if "-" in row["key"]]

    def word(self, number):
        words = self.words()
        if not 1 <= number <= len(words):
            raise Refused("no word")
        return words[number - 1]

    def ends_of(self, token):
        return token["key"].split("-")

    def members(self, token):
        keys = [row["key"] for row in self.words()]
        first, last = self.ends_of(token)
        return self.words()[keys.index(first):keys.index(last) + 1]

    def token_of(self, word):
        for token in self.tokens():
            if word in self.members(token):
                return token
        return None

    def is_bare(self, word):
        return not (word["fields"][HEAD] == "0" or any(row["key"] == word["fields"][HEAD] for row in self.words()))

    def units(self):
        found = []
        for word in self.words():
            unit = self.token_of(word) or word
            if unit not in found:
                found.append(unit)
        return found

    def text_comment(self):
        for i, line in enumerate(self.comments):
            match = re.fullmatch("(\ufeff?#\\s*text\\s*=\\s*)(.*?)(\\s*)", line, re.S)
            if match:
                return i, match
        return None, None

    def spans(self):
        """Where each unit is in the comment text: [(unit, begin, end)], or None."""
        _, match = self.text_comment()
        if not match:
            return None
        text, at, found = match[2], 0, []
        for unit in self.units():
            while at < len(text) and text[at].isspace():
                at += 1
            form = unit["fields"][FORM]
            if form == "" or text[at:at + len(form)] != form:
                return None
            found.append((id(unit), at, at + len(form)))
            at += len(form)
        return found if text[at:].strip() == "" else None

    def written_text(self, spans, old_text, units):
        spans = spans or []
        order, place = [one for one, _, _ in spans], {one: (begin, end) for one, begin, end in spans}
        text = ""
        for i, unit in enumerate(units):
            text += unit["fields"][FORM]
            if i + 1 == len(units):
                break
            one, other = id(unit), id(units[i + 1])
            if one in place and other in place and order.index(other) == order.index(one) + 1:
                text += old_text[place[one][1]:place[other][0]]
            elif not is_close(unit):
                text += " "
        return text

    def put_text(self, text):
        i, match = self.text_comment()
        self.comments[i] = match[1] + text + match[3]

    def make(self, form, head):
        """A word that depends on the one whose key is head; without a head if that has none."""
        self.new += 1
        fields = ["_"] * len(self.words()[0]["fields"])
        fields[FORM] = form
        bare = head is None or self.is_bare(head)
        fields[HEAD] = "_" if bare else head["key"]
        fields[DEPREL] = "punct" if is_mark(form) else "_" if bare else "dep"
        if is_mark(form):
            fields[UPOS] = "PUNCT"
        row = {"key": f"new{self.new}", "fields": fields, "end": self.newline, "items": [], "sorts": False}
        if not bare and any(node["items"] for node in self.nodes()):
            row["items"], row["sorts"] = [(head["key"], fields[DEPREL])], True
        return row

    def redirect(self, by):
        for row in self.nodes():
            if not row["items"]:
                continue
            items = [by(item, row) for item in row["items"]]
            kept = []
            for item in items:
                if item is not None and item[0] != row["key"] and item not in kept:
                    kept.append(item)
            if items == row["items"]:
                continue
            row["items"], row["sorts"] = kept, True
            head = row["fields"][HEAD]
            if not kept and "." not in row["key"] and not self.is_bare(row):
                row["items"] = [(head, row["fields"][DEPREL])]

    def text(self):
        numbers, word, empty = {"0": "0"}, 0, 0
        for row in self.nodes():
            if "." in row["key"]:
                empty += 1
                numbers[row["key"]] = f"{word}.{empty}"
            else:
                word, empty = word + 1, 0
                numbers[row["key"]] = str(word)
        lines = []
        for i, row in enumerate(self.rows):
            fields = list(row["fields"])
            if "-" in row["key"]:
                first, last = self.ends_of(row)
                fields[ID] = f"{numbers[first]}-{numbers[last]}"
            else:
                fields[ID] = numbers[row["key"]]
                if "." not in row["key"] and not self.is_bare(row):
                    fields[HEAD] = numbers[fields[HEAD]]
                if row["items"] or row["sorts"]:
                    items = [(numbers[head], relation) for head, relation in row["items"]]
                    if row["sorts"]:
                        items.sort(key=lambda item: [int(part) for part in (item[0] + ".0").split(".")[:2]])
                    fields[DEPS] = "|".join(f"{head}:{relation}" for head, relation in items) or "_"
            end = row["end"] or ("" if i + 1 == len(self.rows) and self.tail == "" else self.newline)
            lines.append("\t".join(fields) + end)
        return "".join(self.comments) + "".join(lines) + self.tail


def is_close(row):
    return CLOSE in row["fields"][MISC].split("|")


def close(row, wanted):
    if is_close(row) == wanted:
        return
    items = [] if row["fields"][MISC] == "_" else row["fields"][MISC].split("|")
    items = items + [CLOSE] if wanted else [item for item in items if item != CLOSE]
    row["fields"][MISC] = "|".join(items) or "_"


def insert(s, edit):
    after, form = edit["after"], edit["form"]
    before = s.word(after) if after else None
    roots = [row for row in s.words() if row["fields"][HEAD] == "0"]
    new = s.make(form, before or (roots or s.words())[0])
    token = s.token_of(before) if before else None
    inside = token is not None and s.members(token)[-1] is not before
    if before:
        at = s.rows.index(before) + 1
    else:
        at = 0
    while at < len(s.rows) and "." in s.rows[at]["key"]:
        at += 1
    s.rows.insert(at, new)
    unit = token or before
    if unit is None:
        close(new, is_mark(form))
    elif not inside:
        close(new, is_close(unit))
        close(unit, is_mark(form))


def delete(s, edit):
    gone, words = s.word(edit["word"]), s.words()
    if len(words) == 1:
        raise Refused("last word")
    key, head, deprel = gone["key"], gone["fields"][HEAD], gone["fields"][DEPREL]
    dependents = [row for row in words if row["fields"][HEAD] == key]
    bare = s.is_bare(gone)
    is_root = head == "0"
    heir = (dependents[0]["key"] if dependents else None) if is_root else None if bare else head
    for row in dependents:
        if row["key"] == heir:
            row["fields"][HEAD], row["fields"][DEPREL] = "0", deprel
        else:
            row["fields"][HEAD] = heir or "_"
    token, units = s.token_of(gone), s.units()
    if token:
        members = [row for row in s.members(token) if row is not gone]
        if not members:
            s.rows.remove(token)
        else:
            token["key"] = f"{members[0]['key']}-{members[-1]['key']}"
            if s.rows.index(token) > s.rows.index(members[0]) or s.rows[s.rows.index(token) + 1] is gone:
                s.rows.remove(token)
                s.rows.insert(s.rows.index(members[0]), token)
            if len(members) == 1:
                members[0]["fields"][FORM] = token["fields"][FORM]
                close(members[0], is_close(token))
                s.rows.remove(token)
    elif units.index(gone) > 0:
        at = units.index(gone)
        before, behind = units[at - 1], units[at + 1:at + 2]
        stays = is_close(before) or (behind and is_mark(behind[0]["fields"][FORM]))
        close(before, is_close(gone) and bool(stays))
    s.rows.remove(gone)

    def by(item, row):
        if item[0] != key:
            return item
        if heir is None:
            return None
        if row["key"] != heir:
            return (heir, item[1])
        return ("0", deprel) if is_root else None
    s.redirect(by)


def split(s, edit):
    word, forms = s.word(edit["word"]), edit["forms"]
    token, old, was_close = s.token_of(word), word["fields"][FORM], is_close(word)
    if edit["token"] and token:
        raise Refused("in a token")
    made = [s.make(form, word) for form in forms[1:]]
    word["fields"][FORM] = forms[0]
    at = s.rows.index(word) + 1
    s.rows[at:at] = made
    if token:
        first, last = s.ends_of(token)
        if last == word["key"]:
            token["key"] = f"{first}-{made[-1]['key']}"
    elif edit["token"]:
        close(word, False)
        add_token(s, word, made[-1], old, was_close)
    else:
        for row in [word] + made[:-1]:
            close(row, " ".join(forms) != old)
        close(made[-1], was_close)


def add_token(s, first, last, form, wanted):
    fields = ["_"] * len(first["fields"])
    fields[FORM] = form
    token = {"key": f"{first['key']}-{last['key']}", "fields": fields, "end": s.newline, "items": [], "sorts": False}
    s.rows.insert(s.rows.index(first), token)
    close(token, wanted)


def join(s, edit):
    first, last = edit["first"], edit["last"]
    words = s.words()
    if not (1 <= first < last <= len(words)):
        raise Refused("no words")
    rows = words[first - 1:last]
    tokens = [s.token_of(row) for row in rows]
    if any(token is not tokens[0] for token in tokens):
        raise Refused("token")
    token, keys = tokens[0], [row["key"] for row in rows]
    outer = [row for row in rows if row["fields"][HEAD] not in keys]
    top = (outer or rows)[0]
    form = ""
    for row in rows:
        form += row["fields"][FORM] + ("" if row is rows[-1] or token or is_close(row) else " ")
    was_close = is_close(rows[-1])
    members = [row["key"] for row in s.members(token)] if token else []
    for row in words:
        if row["fields"][HEAD] in keys and row not in rows:
            row["fields"][HEAD] = top["key"]
    if top["fields"][HEAD] in keys:
        top["fields"][HEAD] = "_"
    at = s.rows.index(rows[0])
    s.rows = [row for row in s.rows if row not in rows]
    s.rows.insert(at, top)
    s.redirect(lambda item, row: (top["key"], item[1]) if item[0] in keys else item)
    top["fields"][FORM] = form
    if token:
        ends = [top["key"] if key in keys else key for key in (members[0], members[-1])]
        token["key"] = "-".join(ends)
        if ends[0] == ends[1]:
            top["fields"][FORM] = token["fields"][FORM]
            close(top, is_close(token))
            s.rows.remove(token)
    else:
        close(top, was_close)


def token(s, edit):
    words = s.words()
    first, last = edit["first"], edit["last"]
    if not (1 <= first < last <= len(words)):
        raise Refused("two words")
    rows = words[first - 1:last]
    if any(s.token_of(row) for row in rows):
        raise Refused("token")
    was_close = is_close(rows[-1])
    for row in rows:
        close(row, False)
    add_token(s, rows[0], rows[-1], edit["form"], was_close)


def dissolve(s, edit):
    word = s.word(edit["word"])
    one = s.token_of(word)
    if one is None:
        raise Refused("no token")
    rows = s.members(one)
    same = "".join(row["fields"][FORM] for row in rows) == one["fields"][FORM]
    for row in rows[:-1]:
        close(row, same)
    close(rows[-1], is_close(one))
    s.rows.remove(one)


def follow(deps, head, deprel, new_head, new_deprel):
    """The basic arc in DEPS moves along with the tree."""
    if deps == "_" or (head, deprel) == (new_head, new_deprel):
        return deps
    items = [item.split(":", 1) for item in deps.split("|")]
    if any(len(item) != 2 for item in items):
        return deps
    own = [i for i, (ref, relation) in enumerate(items) if ref == head and relation == deprel]
    if not own and deprel == new_deprel:
        own = [i for i, (ref, relation) in enumerate(items) if ref == head and relation.startswith(deprel + ":")]
    if not own:
        return deps
    old = items.pop(own[0])
    new = [new_head, old[1] if deprel == new_deprel else new_deprel]
    if new not in items:
        key = lambda item: ([int(part) for part in (item[0] + ".0").split(".")[:2]], item[1])
        at = next((i for i, item in enumerate(items) if key(item) > key(new)), len(items))
        items.insert(at, new)
    return "|".join(":".join(item) for item in items) or "_"


def head(s, edit):
    """Heads stay a tree; relations follow where a word becomes the root, or is it no more."""
    words, word, to = s.words(), edit["word"], edit["head"]
    s.word(word)
    number = lambda row: int(row["fields"][HEAD]) if row["fields"][HEAD].isdigit() else None
    old = {i + 1: number(row) for i, row in enumerate(words)}
    new, roots = dict(old), [i for i in old if old[i] == 0]
    if to == 0:
        new[word] = 0
        if len(roots) == 1 and roots[0] != word:
            new[roots[0]] = word
    else:
        below, steps = to, 0
        while below and old[below] != word and steps <= len(words):
            below, steps = old[below], steps + 1
        if below and steps <= len(words):
            new[below] = old[word]
        new[word] = to
    won = [i for i in old if old[i] != 0 and new[i] == 0]
    lost = [i for i in old if old[i] == 0 and new[i] != 0]
    relations = {i: words[i - 1]["fields"][DEPREL] for i in old}
    now = dict(relations)
    if len(won) == 1 and len(lost) == 1:
        now[won[0]], now[lost[0]] = relations[lost[0]], relations[won[0]]
    else:
        for i in won:
            now[i] = "root"
        for i in lost:
            now[i] = "dep"
    for i in old:
        set_arc(words[i - 1], "_" if new[i] is None else str(new[i]) if new[i] != old[i] else words[i - 1]["fields"][HEAD], now[i])


def set_arc(row, head_field, relation):
    fields = row["fields"]
    deps = fields[DEPS] if head_field == "_" else follow(fields[DEPS], fields[HEAD], fields[DEPREL], head_field, relation)
    fields[HEAD], fields[DEPREL], fields[DEPS] = head_field, relation, deps


def field(s, edit):
    row = s.word(edit["word"])
    if edit["column"] == "DEPREL":
        set_arc(row, row["fields"][HEAD], edit["value"])
    else:
        row["fields"][NAMES.index(edit["column"])] = edit["value"]


WORDS = {"insert": insert, "delete": delete, "split": split, "join": join, "token": token, "dissolve": dissolve}


class Treebank:
    def __init__(self, text):
        """Sentences with the blank lines that end them; more blank lines stay behind them."""
        parts = re.findall(r"(?:[^\r\n][^\n]*\n|[^\n]*[^\r\n][^\n]*$)+(?:\r?\n|$)|\r?\n", text)
        assert "".join(parts) == text
        self.lead, self.sentences = "", []
        for part in parts:
            if part.strip() == "" and not self.sentences:
                self.lead += part
            elif part.strip() == "":
                self.sentences[-1][1] += part
            else:
                self.sentences.append([part, ""])

    def text(self):
        return self.lead + "".join(text + gap for text, gap in self.sentences)

    def free_id(self, sentence_id):
        taken = {match[1] for text, _ in self.sentences for match in re.finditer(r"^\ufeff?#\s*sent_id\s*=\s*(.*?)\s*$", text, re.M)} | self.given
        number = 2
        while f"{sentence_id}-{number}" in taken:
            number += 1
        self.given.add(f"{sentence_id}-{number}")
        return f"{sentence_id}-{number}"

    given = set()

    def do(self, edit):
        at, op = edit["number"] - 1, edit["op"]
        text = self.sentences[at][0]
        if op in WORDS:
            s = Sentence(text)
            spans, (_, match) = s.spans(), s.text_comment()
            WORDS[op](s, edit)
            if spans is not None:
                s.put_text(s.written_text(spans, match[2], s.units()))
            self.sentences[at][0] = s.text()
        elif op in ("head", "field"):
            s = Sentence(text)
            (head if op == "head" else field)(s, edit)
            self.sentences[at][0] = "".join(s.comments) + "".join("\t".join(row["fields"]) + row["end"] for row in s.rows) + s.tail
        elif op == "cut":
            first, second = cut(text, edit["word"], edit["id"])
            self.sentences[at:at + 1] = [[first, ""], [second, self.sentences[at][1]]]
        elif op == "add":
            newline = "\r\n" if "\r\n" in text else "\n"
            self.sentences[at:at + 1] = [[text.rstrip("\r\n") + 2 * newline, ""], [added(edit["text"], edit["id"], newline), self.sentences[at][1]]]
        elif op == "merge":
            if at + 1 == len(self.sentences):
                raise Refused("last")
            self.sentences[at:at + 2] = [[merge(text, self.sentences[at + 1][0]), self.sentences[at + 1][1]]]
        elif op == "drop":
            if len(self.sentences) == 1:
                raise Refused("only")
            del self.sentences[at]


def cut(text, number, new_id):
    s = Sentence(text)
    word = s.word(number)
    one = s.token_of(word)
    if number < 2 or (one and s.members(one)[0] is not word):
        raise Refused("cut")
    spans, (_, match) = s.spans(), s.text_comment()
    at = s.rows.index(one or word)
    parts = []
    for i, rows in enumerate((s.rows[:at], s.rows[at:])):
        part = Sentence.__new__(Sentence)
        part.__dict__.update(s.__dict__)
        part.rows, part.comments = rows, list(s.comments)
        part.tail = s.tail if i else s.newline
        if i:
            part.comments = [re.sub("^\ufeff?(#\\s*sent_id\\s*=\\s*).*?(\\s*)$", lambda found: found[1] + new_id + found[2], line, flags=re.S)
                             for line in s.comments if re.match("\ufeff?#\\s*(sent_id|text)\\s*=", line)]
        keys = {row["key"] for row in rows}
        outer = [row for row in part.words() if not (row["fields"][HEAD] in keys or row["fields"][HEAD] == "0") and any(row["fields"][HEAD] == other["key"] for other in s.words())]
        old = {row["key"]: row["fields"][HEAD] for row in outer}
        roots = [row for row in part.words() if row["fields"][HEAD] == "0"]
        root = roots[0] if roots else None
        for row in outer:
            if root:
                row["fields"][HEAD] = root["key"]
            else:
                root = row
                row["fields"][HEAD], row["fields"][DEPREL] = "0", "root"

        def by(item, row, keys=keys, old=old):
            if item[0] == "0" or item[0] in keys:
                return item
            if old.get(row["key"]) == item[0]:
                new = row["fields"][HEAD]
                return (new, "root" if new == "0" else item[1])
            return None
        part.redirect(by)
        if match:
            part.put_text(s.written_text(spans, match[2], [unit for unit in s.units() if unit in rows]))
        parts.append(part.text())
    return parts


def added(text, new_id, newline):
    """Words stand between blanks; marks at their ends are words too."""
    rows = []
    for piece in text.split():
        begin, end = 0, len(piece)
        while begin < end and is_mark(piece[begin]):
            begin += 1
        while end > begin and is_mark(piece[end - 1]):
            end -= 1
        forms = [*piece[:begin], *([piece[begin:end]] if begin < end else []), *piece[end:]]
        for i, form in enumerate(forms):
            rows.append([str(len(rows) + 1), form, "_", "PUNCT" if is_mark(form) else "_", "_", "_", "_", "punct" if is_mark(form) else "_", "_", "_" if i + 1 == len(forms) else CLOSE])
    return newline.join([f"# sent_id = {new_id}", f"# text = {' '.join(text.split())}", *("\t".join(row) for row in rows), "", ""])


def merge(first, second):
    one, other = Sentence(first), Sentence(second)
    texts = []
    for s in (one, other):
        _, match = s.text_comment()
        texts.append(match[2] if match else s.written_text(None, "", s.units()))
    spaced = not is_close(one.units()[-1])
    roots = [row for row in one.words() if row["fields"][HEAD] == "0"]
    rename = lambda key: "b" + key if key != "0" else "0"
    bare = {id(row) for row in other.words() if other.is_bare(row)}
    tops = [row for row in other.words() if row["fields"][HEAD] == "0"]
    offset = len(one.words())
    move = lambda key: key if key == "0" else f"{int(key.split('.')[0]) + offset}.b{key.split('.')[1]}" if "." in key else str(int(key) + offset)
    for row in other.rows:
        row["key"] = "-".join(move(key) for key in row["key"].split("-"))
        if "." not in row["key"] and "-" not in row["key"] and id(row) not in bare:
            row["fields"][HEAD] = move(row["fields"][HEAD])
        if row["items"]:
            row["items"] = [(move(ref), relation) for ref, relation in row["items"]]
    if roots:
        for row in tops:
            row["fields"][HEAD], row["fields"][DEPREL] = roots[0]["key"], "parataxis"
        other_redirect = lambda item, row: item if item[0] != "0" else (roots[0]["key"], "parataxis" if item[1] == "root" else item[1])
        other.redirect(other_redirect)
    kept = [line for line in other.comments if not re.match("\ufeff?#\\s*(sent_id|text|newdoc|newpar|global\\.columns)\\b", line)]
    one.comments = one.comments + kept if one.comments else other.comments
    one.rows, one.tail = one.rows + other.rows, other.tail
    if one.text_comment()[1]:
        one.put_text((" " if spaced else "").join(texts))
    return one.text()


def main():
    for line in sys.stdin:
        job = json.loads(line)
        data = open(job["file"], "rb").read()
        treebank = Treebank((gzip.decompress(data) if job["file"].endswith(".gz") else data).decode("utf-8"))
        treebank.given = set()
        for i, edit in enumerate(job["edits"]):
            try:
                treebank.do(edit)
                done = True
            except Refused as reason:
                done = False
            if done == bool(edit.get("refused")):
                sys.exit(f"{job['file']}: edit {i}, {edit}: {'done' if done else 'refused'}")
        with open(job["output"], "wb") as output:
            output.write(treebank.text().encode("utf-8"))


if __name__ == "__main__":
    main()
