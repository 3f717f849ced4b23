"""Drawings of trees for terminals, notebooks and files."""
from __future__ import annotations

import base64
import html
import itertools
import os
import re
import tempfile
from typing import Iterable, Optional, Union

import numpy as np

from ._library import MOST, DataError, Heads, Path, UsageError, bytes_of, fail, ffi, heads_of, lib, new_error, number, path_of
from .conllu import Sentence
from .phrases import BracketTree
from .transitions import Sequencer, System

_FORMATS = {
    ".svg": lib.TBK_DRAW_SVG, ".html": lib.TBK_DRAW_HTML, ".htm": lib.TBK_DRAW_HTML, ".tex": lib.TBK_DRAW_TIKZ, ".tikz": lib.TBK_DRAW_TIKZ,
    ".dot": lib.TBK_DRAW_DOT, ".gv": lib.TBK_DRAW_DOT, ".txt": lib.TBK_DRAW_TEXT, "": lib.TBK_DRAW_TEXT,
}

Tree = Union[Sentence, BracketTree, Heads]


class _Memory(list):
    """What must stay while the library draws."""

    def piece(self, text):
        """A TbkPiece of a text, without bytes for None."""
        found = (text or "").encode("utf-8", "replace")
        self.append(ffi.from_buffer(found))
        return {"bytes": self[-1], "size": len(found)}


def _name_of(against, what):
    """Returns the name of the other annotation in drawings: the end of its path, if that differs."""
    paths = [getattr(tree, "file", "") for tree in (against, what)]
    names = [os.path.basename(path) for path in paths]
    return "the other tree" if paths[0] in ("", "<text>", paths[1]) else paths[0] if names[0] == names[1] else names[0]


def _value(text):
    return None if text == "_" else text


def _moved_from(misc):
    """The head that a word had before tbk projectivize, or else before tbk repair, by its mark; "_" where the latter was none."""
    moved = re.search(r"(?:^|\|)OrigHead=([0-9]{1,9})(?:\|OrigDeprel=[^|]+)?$", misc)
    if moved:
        return moved[1]
    repaired = re.search(r"(?:^|\|)GivenHead=([^|]+)(?:\|Given(?:Deprel|Deps)=[^|]+){0,2}$", misc)
    return repaired and (repaired[1] if re.fullmatch("[0-9]{1,9}", repaired[1]) else "_")


def _rows_of(sentence, memory):
    """The TbkDrawnRows of a sentence."""
    place = {name: sentence.columns.index(name) for name in ("ID", "FORM", "UPOS", "DEPREL", "MISC") if name in sentence.columns}
    found = []
    for row in sentence.rows:
        id, form, upos, deprel, misc = (row[place[name]] if name in place else "_" for name in ("ID", "FORM", "UPOS", "DEPREL", "MISC"))
        moved = _moved_from(misc) if "Head=" in misc and id.isdigit() else None
        ends = id.split("-")
        kind = lib.TBK_DRAWN_RANGE if len(ends) > 1 else lib.TBK_DRAWN_WORD if id.isdigit() else lib.TBK_DRAWN_EMPTY
        found.append({
            "kind": kind, "n_words": int(ends[-1]) - int(ends[0]) + 1 if len(ends) > 1 else 1, "id": memory.piece(id),
            "form": memory.piece(form if kind == lib.TBK_DRAWN_WORD else _value(form)), "tag": memory.piece(_value(upos)),
            "relation": memory.piece(_value(deprel)), "moved_from": memory.piece(moved),
        })
    return found


class _Dependencies:
    """A tree of dependencies, or two over the same words."""

    def __init__(self, what, against, forms, deprels):
        self.what, self.against = what, against
        self.heads = what.heads if isinstance(what, Sentence) else what
        self.n = heads_of(self.heads)[1]
        if self.n == 0:
            raise DataError("heads: found none, expected one for each word")
        if isinstance(what, Sentence) and (forms is not None or deprels is not None):
            raise UsageError("forms, deprels: found a Sentence, which has its own")
        self.forms, self.deprels = (_texts(name, texts, self.n) for name, texts in (("forms", forms), ("deprels", deprels)))
        if against is not None:
            self._set_against(against)

    def _set_against(self, against):
        mine = self._deprels(self.what)
        self.other_heads = against.heads if isinstance(against, Sentence) else against
        self.other_deprels = self._deprels(against) if isinstance(against, Sentence) else mine
        n = heads_of(self.other_heads)[1]
        if n != self.n:
            raise DataError(f"against: found {n} words, expected {self.n}")
        if isinstance(against, Sentence) and isinstance(self.what, Sentence) and against.forms != self.what.forms:
            word = next(i for i, (a, b) in enumerate(zip(self.what.forms, against.forms)) if a != b)
            raise DataError(f"against: found word {against.forms[word]!r}, expected {self.what.forms[word]!r}")
        self.differs = list(self.heads) != list(self.other_heads) or mine != self.other_deprels

    def _deprels(self, what):
        """The relations of words 1..n, None where there is none."""
        if not isinstance(what, Sentence):
            return self.deprels or [None] * self.n
        return [_value(deprel) for deprel in what.deprels] if "DEPREL" in what.columns else [None] * what.n

    @property
    def title(self):
        if not isinstance(self.what, Sentence):
            return f"{self.n} words"
        name = f"sentence {self.what.index} of {os.path.basename(self.what.file)}"
        return name if self.what.sent_id is None else f"{self.what.sent_id}, {name}"

    def drawn(self, memory, words_alone=False):
        """The library's record of the sentence, good as long as memory is; without ranges and empty nodes if words are asked for
        alone."""
        if isinstance(self.what, Sentence):
            rows = _rows_of(self.what, memory)
            comment = self.what.comment("text")
        else:
            numbers, comment = [str(word) for word in range(1, self.n + 1)], None
            rows = [
                {"kind": lib.TBK_DRAWN_WORD, "id": memory.piece(id), "form": memory.piece(form), "relation": memory.piece(deprel)}
                for id, form, deprel in zip(numbers, self.forms or numbers, self.deprels or itertools.repeat(None))
            ]
        if words_alone:
            rows = [row for row in rows if row["kind"] == lib.TBK_DRAWN_WORD]
        gold = heads_of(self.heads)[0]
        drawn = ffi.new("TbkDrawnSentence *", {
            "title": memory.piece(self.title), "text": memory.piece(comment), "n_rows": len(rows), "n": self.n, "heads": gold,
        })
        made = ffi.new("TbkDrawnRow[]", rows)
        drawn.rows = made
        memory += [gold, made]
        if self.against is not None:
            other = heads_of(self.other_heads)[0]
            relations = ffi.new("TbkPiece[]", [memory.piece(deprel) for deprel in [None, *self.other_deprels]])
            drawn.against, drawn.against_relations = other, relations
            drawn.against_name = memory.piece(_name_of(self.against, self.what))
            memory += [other, relations]
        return drawn

    def draw(self, drawer, text, error):
        memory = _Memory()
        return lib.tbk_draw_sentence(drawer, self.drawn(memory), text, error)


class _Phrases:
    """A tree in brackets, or two over the same words."""

    def __init__(self, what, against):
        self.what, self.against = what, against
        if against is None:
            return
        if not isinstance(against, BracketTree):
            raise TypeError(f"against: found {against!r}, expected a BracketTree")
        if against.words != what.words:
            raise DataError("against: found other words, expected the same")
        self.differs = against.text != what.text

    @property
    def title(self):
        name = f"line {self.what.line} of {os.path.basename(self.what.file)}"
        return name if self.what.id is None else f"{self.what.id}, {name}"

    def _parsed(self, tree):
        """The library's record of a tree, and what must stay with it."""
        text = ffi.from_buffer(tree.text.encode("utf-8", "replace"))
        batch, error = ffi.gc(lib.tbk_bracket_batch_new(), lib.tbk_bracket_batch_free), new_error()
        found, options = ffi.new("TbkBracketTree *"), ffi.new("TbkBracketOptions *")  # no rules: it is normalized
        if not lib.tbk_bracket_batch_set_text(batch, b"<text>", text, len(text), options, error):
            fail(error)
        lib.tbk_bracket_batch_next(batch, found)
        return found, (batch, text)

    def draw(self, drawer, text, error):
        memory = _Memory()
        tree, kept = self._parsed(self.what)
        title = ffi.new("TbkPiece *", memory.piece(self.title))[0]
        if self.against is None:
            return lib.tbk_draw_brackets(drawer, title, tree, ffi.NULL, ffi.new("TbkPiece *")[0], text, error)
        other, also_kept = self._parsed(self.against)
        name = ffi.new("TbkPiece *", memory.piece(_name_of(self.against, self.what)))[0]
        return lib.tbk_draw_brackets(drawer, title, tree, other, name, text, error)


def _texts(name, texts, n):
    """A text for each of n words, or None."""
    if texts is None:
        return None
    if isinstance(texts, str) or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"{name}: found {texts!r}, expected a list of texts")
    if len(texts) != n:
        raise DataError(f"{name}: found {len(texts)}, expected one for each of {n} words")
    return list(texts)


class Drawing:
    """What show() returns: a notebook draws it, print() writes it as text, save() makes files.

    Its pictures in a notebook are SVG of their own, which need no script and nothing from elsewhere.
    """

    def __init__(self, trees: list, width: int, is_many: bool, has_more: bool) -> None:
        self._trees, self._width, self._is_many, self._has_more = trees, width, is_many, has_more

    def __len__(self) -> int:
        return len(self._trees)

    def _draw(self, format, trees):
        options = ffi.new("TbkDrawOptions *", {"format": format, "width": self._width})
        drawer = ffi.gc(lib.tbk_drawer_new(options), lib.tbk_drawer_free)
        text, error = ffi.gc(lib.tbk_text_new(), lib.tbk_text_free), new_error()
        for tree in trees:
            if not tree.draw(drawer, text, error):
                fail(error)
        return bytes_of(text)

    def __str__(self) -> str:
        return self._draw(lib.TBK_DRAW_TEXT, self._trees).decode().rstrip("\n")

    __repr__ = __str__

    def _repr_svg_(self) -> Optional[str]:
        return None if self._is_many else self._draw(lib.TBK_DRAW_SVG, self._trees).decode()

    def _repr_html_(self) -> str:
        boxes = []
        for tree in self._trees:
            bytes = base64.b64encode(self._draw(lib.TBK_DRAW_SVG, [tree])).decode()
            title = html.escape(tree.title)
            caption = f"<figcaption>{title}</figcaption>" if self._is_many else ""
            boxes.append(
                f'<figure style="margin:0 0 1em">{caption}<div style="overflow-x:auto"><img style="max-width:none" alt="Drawing: {title}" '
                f'src="data:image/svg+xml;base64,{bytes}"></div></figure>'
            )
        if not self._is_many:
            return boxes[0]
        end = f"<p>The first {len(self)} of more.</p>" if self._has_more else "" if boxes else "<p>No tree.</p>"
        return f'<div style="max-height:36em;overflow-y:auto">{"".join(boxes)}{end}</div>'

    def _begin(self, options, title, output, error):
        return lib.tbk_draw_begin(options, title, ffi.NULL, output, error)

    def _end(self, options, output, error):
        return lib.tbk_draw_end(options, output, error)

    def save(self, path: Path) -> None:
        """Writes the drawing to a file, complete or not at all: by the end of its name .svg (of one tree), .html (a page), .tex (for
        LaTeX), .dot (for Graphviz), .txt or none (text)."""
        name = os.fsdecode(path)
        format = _FORMATS.get(os.path.splitext(name)[1].lower())
        if format is None:
            raise UsageError(f"found {name!r}, expected a name of one of the formats: text (.txt), .svg, .html, .tex, .dot")
        if format == lib.TBK_DRAW_SVG and len(self) != 1:
            raise UsageError(f"found {len(self)} trees, expected one in SVG; .html holds many")
        content = self._draw(format, self._trees)
        options, error = ffi.new("TbkDrawOptions *", {"format": format, "width": self._width, "is_document": True}), new_error()
        title = (self._trees[0].title if len(self) == 1 else f"{len(self)} trees").encode()
        output = lib.tbk_output_open(path_of(path), 0, error)
        if output == ffi.NULL:
            fail(error)
        if not (
            self._begin(options, title, output, error)
            and lib.tbk_output_write(output, ffi.from_buffer(content), len(content), error)
            and self._end(options, output, error)
        ):
            lib.tbk_output_discard(output)
            fail(error)
        if not lib.tbk_output_commit(output, error):
            fail(error)


class StepsDrawing(Drawing):
    """The steps of a parser, and what each other one would cost: in a notebook, and in .html, a page that one walks through."""

    def __init__(self, trees: list, width: int, system: System, policy: Optional[str], is_many: bool, has_more: bool) -> None:
        super().__init__(trees, width, is_many, has_more)
        self._sequencer = Sequencer(system, policy=policy)
        self._policy = 0 if policy is None else self._sequencer.system.policy(policy)

    def _draw(self, format, trees):
        if format not in (lib.TBK_DRAW_TEXT, lib.TBK_DRAW_HTML):
            raise UsageError("steps are drawn as text and on pages: found another format, expected .html or .txt")
        options, error = ffi.new("TbkDrawOptions *", {"format": format, "width": self._width, "is_document": True}), new_error()
        handle = lib.tbk_steps_new(self._sequencer.system._system, self._policy, ffi.NULL, error)
        if handle == ffi.NULL:
            fail(error)
        steps = ffi.gc(handle, lib.tbk_steps_free)
        text = ffi.gc(lib.tbk_text_new(), lib.tbk_text_free)
        for tree in trees:
            memory = _Memory()
            drawn = tree.drawn(memory, words_alone=True)
            way = bytes(int(transition) for transition in self._sequencer.run(tree.heads).transitions)
            explores = format == lib.TBK_DRAW_HTML and tree.n <= lib.TBK_STEPS_MOST_WORDS
            if not lib.tbk_steps_set_sentence(steps, drawn, ffi.from_buffer("unsigned char[]", way), len(way), explores, error):
                fail(error)
            if not lib.tbk_steps_draw(steps, options, drawn.title, False, text, error):
                fail(error)
        return bytes_of(text)

    def _begin(self, options, title, output, error):
        return lib.tbk_steps_begin(options, f"Steps of {self._sequencer.system.name}".encode(), output, error)

    def _end(self, options, output, error):
        return lib.tbk_steps_end(options, output, error)

    def _repr_svg_(self) -> None:
        return None

    def _repr_html_(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "steps.html")
            self.save(path)
            with open(path, encoding="utf-8") as file:
                page = html.escape(file.read())
        return f'<iframe title="Steps of a parser" style="width:100%;height:44em;border:0" srcdoc="{page}"></iframe>'


def _is_heads(what):
    return isinstance(what, np.ndarray) or (
        isinstance(what, (list, tuple)) and len(what) > 0 and not isinstance(what, BracketTree) and all(isinstance(head, (int, np.integer)) for head in what)
    )


def _one(what, against=None, forms=None, deprels=None):
    if isinstance(what, BracketTree):
        if forms is not None or deprels is not None:
            raise UsageError("forms, deprels: found a BracketTree, which has its own")
        return _Phrases(what, against)
    if not isinstance(what, Sentence) and not _is_heads(what):
        raise TypeError(f"found {what!r}, expected a Sentence, a BracketTree or heads")
    if against is not None and not isinstance(against, Sentence) and not _is_heads(against):
        raise TypeError(f"against: found {against!r}, expected a Sentence or heads")
    return _Dependencies(what, against, forms, deprels)


def _pairs(many, against):
    """Each tree with the one beside it; both have as many."""
    if against is None:
        return ((what, None) for what in many)
    missing = object()

    def pair():
        for what, other in itertools.zip_longest(many, against, fillvalue=missing):
            if what is missing or other is missing:
                raise DataError("against: found another number of trees, expected the same")
            yield what, other

    return pair()


def _drawing(trees, width, steps, policy, is_many, has_more):
    if steps is None:
        if policy is not None:
            raise UsageError("policy goes with steps")
        return Drawing(trees, width, is_many, has_more)
    if any(isinstance(tree, _Phrases) for tree in trees):
        raise TypeError("steps: found a BracketTree, expected dependencies: tbk steps draws those of files in brackets")
    return StepsDrawing(trees, width, steps, policy, is_many, has_more)


def show(
    what: Union[Tree, Iterable[Tree]], against: Union[Tree, Iterable[Tree], None] = None, *, width: int = 0,
    steps: Union[str, System, None] = None, policy: Optional[str] = None, forms: Optional[list[str]] = None,
    deprels: Optional[list[str]] = None, max: int = 100
) -> Drawing:
    """Returns a Drawing of a Sentence, of heads (those of words 1..n), or of a BracketTree; or of many of these.

    against: another annotation of the same words, drawn in the same drawing where it differs; of many, which come in pairs, only
    those that differ are drawn. steps: a transition system, or its name: instead of a tree of dependencies the steps that build it,
    and what every other step would cost by policy (None: the system's default). width: wider trees of dependencies are broken into lines of so many letters, 0: never. forms,
    deprels: of heads, a text for each word. max: of many, the most that are drawn. `tbk show` draws files.
    """
    width = number("width", width, 0, 10000)
    most = number("max", max, 1, MOST)
    if steps is not None and against is not None:
        raise UsageError("steps and against exclude each other")
    if isinstance(what, (Sentence, BracketTree)) or _is_heads(what):
        return _drawing([_one(what, against, forms, deprels)], width, steps, policy, False, False)
    if isinstance(what, (str, bytes)) or not hasattr(what, "__iter__"):
        raise TypeError(f"found {what!r}, expected a Sentence, a BracketTree, heads, or many of these")
    if forms is not None or deprels is not None:
        raise UsageError("forms, deprels: found many trees, expected the heads of one")
    trees, has_more = [], False
    for tree, other in _pairs(what, against):
        found = _one(tree, other)
        if other is None or found.differs:
            has_more = len(trees) == most
            if has_more:
                break
            trees.append(found)
    return _drawing(trees, width, steps, policy, True, has_more)


def _drawn_in_notebooks(kind):
    """Gives the objects of a class the drawings that notebooks ask for; so their modules need not know this one."""
    kind._repr_html_ = lambda self: show(self)._repr_html_()
    kind._repr_svg_ = lambda self: show(self)._repr_svg_()


for _kind in Sentence, BracketTree:
    _drawn_in_notebooks(_kind)
