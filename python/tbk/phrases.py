"""Phrase structure: trees in brackets, transition systems that build them, exact oracles."""
from __future__ import annotations

import threading
from typing import Any, Iterable, NamedTuple

import numpy.typing as npt

from ._library import MOST, DataError, Handle, Path, UsageError, choose, exception_of, fail, ffi, lib, name_of, new_error, path_of, text_of
from .queries import BracketFinder

METHODS = {ffi.string(lib.tbk_phrase_method_name(method)).decode(): method for method in range(lib.TBK_N_PHRASE_METHODS)}


class BracketTree(NamedTuple):
    """A tree in brackets after normalization (tbk/brackets.h).

    words, tags: of the words 0..n-1; constituents: tuples (label, left, right) in pre-order, of the words left..right-1; text: the
    normalized tree as one line; id: the form of its leaf ID, None if there is none; file, line: where it begins.
    """

    words: list[str]
    tags: list[str]
    constituents: list[tuple[str, int, int]]
    text: str
    id: str | None
    file: str
    line: int


def _tree_of(found, file):
    """The BracketTree of a tree of a batch."""
    string = lambda bytes, size: ffi.buffer(bytes, size)[:].decode("utf-8", "replace") if size else ""
    words, tags, constituents = [], [], []
    for node in found.nodes[0 : found.n_nodes]:
        label = string(node.label, node.label_length)
        if node.form == ffi.NULL:
            constituents.append((label, node.left, node.right))
        else:
            words.append(string(node.form, node.form_length))
            tags.append(label)
    text = lib.tbk_string_new()
    lib.tbk_bracket_tree_write(found, lib.TBK_BRACKET_WORDS, text)
    line = string(text.str, text.len)
    lib.tbk_string_free(text)
    return BracketTree(words, tags, constituents, line, string(found.id, found.id_length) or None, file, found.line)


EXTENTS = {"cut": True, "full": False}
LOSSES = {
    "traces": lib.TBK_BRACKETS_TRACES, "markup": lib.TBK_BRACKETS_MARKUP, "nodes": lib.TBK_BRACKETS_CHILDLESS,
    "trees": lib.TBK_BRACKETS_WORDLESS, "lemmas": lib.TBK_BRACKETS_CUT_FILES,
}


class Loss(NamedTuple):
    """What was left out of a kind: n, how many; file, line: where the first is; what: the first, such as "(C 0)", None for trees and
    lemmas. Of lemmas, n is how many files they were cut off in, and line is 0."""

    n: int
    file: str
    line: int
    what: str | None


class _Losses:
    """What reading with some options leaves out."""

    def __init__(self, labels, forms, keep_markup, keep_empty, keep_outer):
        cuts_labels = choose("labels", EXTENTS, labels)
        cuts_forms = choose("forms", {**EXTENTS, "auto": True}, forms)
        self.handle = ffi.gc(lib.tbk_bracket_losses_new(), lib.tbk_bracket_losses_free)
        self.options = ffi.new("TbkBracketOptions *")
        self.options.losses = self.handle
        self.options.rules = (
            lib.TBK_BRACKETS_DROP_CHILDLESS
            | (lib.TBK_BRACKETS_CUT_LABELS if cuts_labels else 0)
            | (lib.TBK_BRACKETS_CUT_FORMS if cuts_forms else 0)
            | (lib.TBK_BRACKETS_DETECT_FORMS if forms == "auto" else 0)
            | (0 if keep_markup else lib.TBK_BRACKETS_DROP_MARKUP)
            | (0 if keep_empty else lib.TBK_BRACKETS_DROP_EMPTY)
            | (0 if keep_outer else lib.TBK_BRACKETS_ONE_ROOT)
        )

    def get(self):
        found, losses = ffi.new("TbkBracketLoss *"), {}
        for name, kind in LOSSES.items():
            lib.tbk_bracket_losses_get(self.handle, kind, found)
            if found.n > 0:
                texts = [None if text == ffi.NULL else ffi.string(text).decode("utf-8", "replace") for text in (found.file, found.what)]
                losses[name] = Loss(found.n, texts[0], found.line, texts[1])
        return losses


class BracketReader(Handle):
    """Iterates over the trees of a file that are not empty; a context manager; made by read_brackets()."""

    __slots__ = ("_name", "_batch", "_tree", "_has_batch", "_losses")

    def __init__(self, path: Path, *options: object) -> None:
        error = new_error()
        self._losses = _Losses(*options)
        reader = lib.tbk_bracket_reader_open(path_of(path), self._losses.options, error)
        self._set(reader, lib.tbk_bracket_reader_close, error)
        self._name = ffi.string(lib.tbk_input_name(lib.tbk_bracket_reader_input(self._handle))).decode("utf-8", "replace")
        self._batch = ffi.gc(lib.tbk_bracket_batch_new(), lib.tbk_bracket_batch_free)
        self._tree = ffi.new("TbkBracketTree *")
        self._has_batch = False

    @property
    def losses(self) -> dict[str, Loss]:
        """What was left out of the trees read so far: a dict from "traces", "markup", "nodes" (that have no words), "trees" (of which
        nothing is left) and "lemmas" (cut off the forms) to a Loss, for those that there are."""
        return self._losses.get()

    def __enter__(self) -> BracketReader:
        return self

    def __exit__(self, *exception: object) -> None:
        with self._lock:
            if self._handle is not None:
                ffi.release(self._handle)
                self._handle = None

    def __iter__(self) -> BracketReader:
        return self

    def __next__(self) -> BracketTree:
        with self._lock:
            if not self._next():
                raise StopIteration
            return _tree_of(self._tree, self._name)

    def find(self, query: str, columns: str | list[str] | None = None) -> dict[str, npt.NDArray[Any]]:
        """Returns a row for each word, or each constituent, that meets the expression, of the trees that are not read yet, as
        `tbk find` does; as Reader.find() otherwise. Without `columns` these are file, sentence, id, form and tag of words, and file,
        sentence, first, span and label of constituents."""
        finder = BracketFinder(query, columns, self._name)
        with self._lock:
            while self._next():
                finder.add(self._tree)
        return finder.table()

    def _next(self):
        """Moves to the next tree that has words; False after the last."""
        while self._handle is not None:
            while self._has_batch and lib.tbk_bracket_batch_next(self._batch, self._tree):
                if self._tree.problem != ffi.NULL:
                    raise exception_of(self._tree.problem)
                lib.tbk_bracket_batch_count(self._batch)
                if self._tree.n > 0:
                    return True
            self._has_batch = False
            status = lib.tbk_bracket_reader_next(self._handle, self._batch, self._error)
            if status == lib.TBK_READ_FAILED:
                fail(self._error)
            if status == lib.TBK_READ_END:
                return False
            self._has_batch = True
        raise ValueError("the reader is closed")


def read_brackets(
    path: Path, labels: str = "cut", forms: str = "auto", keep_markup: bool = False, keep_empty: bool = False, keep_outer: bool = False
) -> BracketReader:
    """Iterates over the trees of a file in brackets, normalized, as BracketTrees. A bad tree raises DataError with
    FILE:LINE; the next call of next() continues after it.

    The options are those of the commands: labels: "cut" before the first -, = or |, or "full"; forms: "cut" before the last -,
    which precedes the lemma, "full", or "auto", cut if the first words of the file look like FORM-LEMMA; keep_markup,
    keep_empty: leaves tagged ID, CODE or METADATA, and traces, are words; keep_outer: the bracket without label around a tree is a
    constituent. The attribute `losses` of the reader counts the omitted leaves.
    """
    return BracketReader(path, labels, forms, keep_markup, keep_empty, keep_outer)


class BracketTrees(list):
    """A list of BracketTrees; losses: what was left out of them, as of a BracketReader."""

    losses: dict[str, Loss]


def parse_brackets(
    text: str | bytes, labels: str = "cut", forms: str = "auto", keep_markup: bool = False, keep_empty: bool = False, keep_outer: bool = False
) -> BracketTrees:
    """Returns the list of the BracketTrees of a text; the options are those of read_brackets()."""
    text = text_of("text", text)
    losses = _Losses(labels, forms, keep_markup, keep_empty, keep_outer)
    batch, error = ffi.gc(lib.tbk_bracket_batch_new(), lib.tbk_bracket_batch_free), new_error()
    tree, found = ffi.new("TbkBracketTree *"), BracketTrees()
    memory = ffi.from_buffer(text)
    if not lib.tbk_bracket_batch_set_text(batch, b"<text>", memory, len(text), losses.options, error):
        fail(error)
    while lib.tbk_bracket_batch_next(batch, tree):
        if tree.problem != ffi.NULL:
            raise exception_of(tree.problem)
        lib.tbk_bracket_batch_count(batch)
        if tree.n > 0:
            found.append(_tree_of(tree, "<text>"))
    found.losses = losses.get()
    return found


def phrase_systems() -> list[str]:
    """Returns the names of the systems that build phrase structure."""
    found = []
    while (system := lib.tbk_phrase_system_at(len(found))) != ffi.NULL:
        found.append(ffi.string(system.name).decode())
    return found


class PhraseSystem:
    """A system that builds phrase structure: "top-down", "in-order", "bottom-up", "bottom-up:unary=1" to 8.

    Transitions are texts: "SH", "NT-NP", "RE", "RE-NP-2", "FI". A system keeps the labels that its oracles and configurations met.
    """

    name: str

    def __init__(self, name: str) -> None:
        self._system = lib.tbk_phrase_system_find(name_of("system", name))
        if self._system == ffi.NULL:
            raise UsageError(f"found system {name!r}, expected one of {', '.join(phrase_systems())}")
        self.name = name
        self._labels = ffi.gc(lib.tbk_vocabulary_new(), lib.tbk_vocabulary_free)
        self._lock = threading.RLock()  # of all that uses the labels

    def start(self, n: int) -> PhraseConfiguration:
        """Returns the initial PhraseConfiguration for n words."""
        return PhraseConfiguration(self, n)

    def _label(self, name):
        error = new_error()
        text = name_of("label", name)
        found = lib.tbk_vocabulary_add(self._labels, text, len(text), error)
        if found < 0:
            fail(error)
        return found

    def _name(self, label):
        return ffi.string(lib.tbk_vocabulary_name(self._labels, label)).decode("utf-8", "replace")

    def _read(self, transition):
        text, found, error = name_of("transition", transition), ffi.new("TbkPhraseTransition *"), new_error()
        if not lib.tbk_phrase_transition_read(self._system, text, len(text), self._labels, found, error):
            fail(error)
        return found[0]

    def _written(self, transition):
        """The key of a transition; the label X stands for every label that is not named elsewhere."""
        act, names = transition.act, {lib.TBK_PHRASE_SHIFT: "SH", lib.TBK_PHRASE_FINISH: "FI"}
        label = "*" if transition.label < 0 else self._name(transition.label)
        if act == lib.TBK_PHRASE_OPEN:
            return f"NT-{label}"
        if act == lib.TBK_PHRASE_REDUCE:
            return f"RE-{label}-{transition.n_children}" if transition.n_children else "RE"
        return names[act]

    def _constituents(self, elements, n):
        return [(self._name(elements[i].label), elements[i].left, elements[i].right) for i in range(n)]


class PhraseConfiguration:
    """A stack, the words that remain, the constituents built; made by PhraseSystem.start()."""

    def __init__(self, system: PhraseSystem, n: int) -> None:
        if not isinstance(system, PhraseSystem):
            raise TypeError(f"found {system!r}, expected a PhraseSystem: tbk.PhraseSystem(name).start(n) makes a configuration")
        if not isinstance(n, int) or not 1 <= n <= MOST:
            raise UsageError(f"n: found {n!r}, expected a number from 1 to {MOST}")
        self.system = system
        self._c = ffi.gc(ffi.new("TbkPhraseConfiguration *"), lib.tbk_phrase_configuration_clear)
        lib.tbk_phrase_configuration_start(self._c, system._system, n)

    @property
    def n(self) -> int:
        """The number of words."""
        return self._c.n

    @property
    def next(self) -> int:
        """The first word not shifted, from 0; n: there are none."""
        return self._c.next

    @property
    def built(self) -> list[tuple[str, int, int]]:
        """The constituents built, tuples (label, left, right), in the order of building."""
        with self.system._lock:
            return self.system._constituents(self._c.built, self._c.n_built)

    @property
    def is_final(self) -> bool:
        """Whether the tree is complete."""
        with self.system._lock:
            return bool(lib.tbk_phrase_configuration_is_final(self._c))

    def take(self, transition: str) -> None:
        """Takes a transition, a text. Raises DataError if it is not allowed."""
        error = new_error()
        with self.system._lock:
            if not lib.tbk_phrase_configuration_step(self._c, self.system._read(transition), error):
                fail(error)

    def obstacle(self, transition: str) -> str | None:
        """Returns why a transition is not allowed, None if it is."""
        with self.system._lock:
            found = lib.tbk_phrase_configuration_obstacle(self._c, self.system._read(transition))
        return None if found == ffi.NULL else ffi.string(found).decode()


class PhraseValues(NamedTuple):
    """The loss of a configuration, and after each transition: the minimum number of constituents that are wrong or missing. "*" is
    every label that no other transition of the kind names."""

    loss: int
    losses: dict[str, int]

    @property
    def optimal(self) -> list[str]:
        """The transitions after which the loss is no greater."""
        return [transition for transition, loss in self.losses.items() if loss == self.loss]


class PhraseOracle(Handle):
    """Tells what each transition of phrase-structure parsing costs (tbk/oracle.h).

    system: a PhraseSystem, which configurations must be of; method: "exact" or "printed".
    """

    __slots__ = ("system", "_n")

    system: PhraseSystem

    def __init__(self, system: str | PhraseSystem, method: str = "exact") -> None:
        self.system = system if isinstance(system, PhraseSystem) else PhraseSystem(system)
        error = new_error()
        handle = lib.tbk_phrase_oracle_new(self.system._system, choose("method", METHODS, method), error)
        self._set(handle, lib.tbk_phrase_oracle_free, error)
        self._n = -1

    def _tree(self, n, constituents):
        """A tree of the library."""
        made = ffi.new("TbkConstituent[]", [(self.system._label(label), left, right) for label, left, right in constituents])
        tree = ffi.gc(ffi.new("TbkPhraseTree *"), lib.tbk_phrase_tree_clear)
        if not isinstance(n, int) or not 1 <= n <= MOST or not len(made):
            raise DataError(f"found {n} words and {len(made)} constituents, expected at least one of each")
        if not lib.tbk_phrase_tree_set(tree, n, made, len(made), self._error):
            fail(self._error)
        return tree

    def set_gold(self, n: int, constituents: Iterable[tuple[str, int, int]]) -> None:
        """Makes the tree of these constituents, tuples (label, left, right) in pre-order, over n words the gold tree."""
        constituents = list(constituents)
        with self.system._lock, self._lock:
            self._n = -1
            if not lib.tbk_phrase_oracle_set_gold(self._handle, self._tree(n, constituents), self._error):
                fail(self._error)
            self._n = n

    def values(self, configuration: PhraseConfiguration) -> PhraseValues:
        """Returns the PhraseValues of a PhraseConfiguration."""
        if not isinstance(configuration, PhraseConfiguration):
            raise TypeError(f"found {configuration!r}, expected a PhraseConfiguration")
        with self.system._lock, self._lock:
            if configuration.system is not self.system or configuration.n != self._n:
                raise UsageError("expected a configuration of the oracle's own system and of the words of its gold tree")
            found = lib.tbk_phrase_oracle_values(self._handle, configuration._c, self._error)
            if found == ffi.NULL:
                fail(self._error)
            return PhraseValues(
                found.loss, {self.system._written(v.transition): v.loss for v in found.values[0 : found.n]} if found.n else {}
            )

    def sequence(self, n: int, constituents: Iterable[tuple[str, int, int]]) -> tuple[list[str], int]:
        """Returns the transitions that build the tree of these constituents, or come as close as any, and how many constituents
        are then missing or wrong."""
        constituents = list(constituents)
        with self.system._lock, self._lock:
            tree = self._tree(n, constituents)
            sequencer = ffi.gc(lib.tbk_sequencer_new(ffi.NULL, self.system._system, ffi.NULL, -1, ffi.NULL), lib.tbk_sequencer_free)
            found = ffi.new("TbkSequence *")
            if not lib.tbk_sequencer_run_tree(sequencer, tree, found, self._error):
                fail(self._error)
            return [self.system._written(t) for t in found.phrases[0 : found.length]] if found.length else [], found.lost
