"""Which words make a tree non-projective by mistake, and what UD's validator tells of the shape of trees."""
from __future__ import annotations

import threading
from typing import NamedTuple

from ._library import fail, ffi, lib, new_error, number
from .conllu import Sentence

TESTS = [ffi.string(lib.tbk_check_test_name(test)).decode() for test in range(lib.TBK_N_CHECK_TESTS)]
LEVELS = [ffi.string(lib.tbk_check_level_name(lib.tbk_check_test_level(test))).decode() for test in range(lib.TBK_N_CHECK_TESTS)]

_local = threading.local()


class Finding(NamedTuple):
    """A word to hang elsewhere, once the words of the findings before it are re-hung.

    test: "punct-is-nonproj" and others (tbk/check.h); level: "error", "warning" or "note"; word, head, new_head: numbers of words;
    alternatives: other heads that leave as few arcs non-projective; mends: dependents of arcs that are no longer non-projective
    then; left: non-projective arcs then; at_least: words that any repair of the sentence has to re-hang, None if
    more than max_core words take part in crossings.
    """

    test: str
    level: str
    word: int
    head: int
    new_head: int
    alternatives: tuple[int, ...]
    mends: tuple[int, ...]
    left: int
    at_least: int | None


class Incident(NamedTuple):
    """What UD's validator tells: test and level; word: on whose line; node: that it names, the word or its head."""

    test: str
    level: str
    word: int
    node: int


class _Checker:
    """A checker of one thread, and what its calls share."""

    def __init__(self, max_core):
        options = ffi.new("TbkProjectivizeOptions *")
        options.max_core = max_core
        self.handle = ffi.gc(lib.tbk_checker_new(options), lib.tbk_checker_free)
        self.error = new_error()
        self.found = ffi.new("TbkFindings *")
        self.incidents = ffi.new("const TbkIncident **")
        self.n_incidents = ffi.new("int *")


def _checker(max_core):
    """This thread's checker with this option."""
    if getattr(_local, "max_core", None) != max_core:
        _local.checker, _local.max_core = _Checker(max_core), max_core
    return _local.checker


def _words(sentence):
    """The TbkCheckWords of a sentence, and what must stay with them; and its heads as the library has them."""
    words = ffi.new("TbkCheckWord[]", sentence.n + 1)
    memory = []
    for name in ("FORM", "UPOS", "FEATS", "DEPREL", "MISC"):
        if name not in sentence.columns:
            continue
        for i, text in enumerate(sentence.column(name), 1):
            bytes = ffi.from_buffer(text.encode())
            memory.append(bytes)
            piece = getattr(words[i], name.lower())
            piece.bytes, piece.size = bytes, len(bytes)
    return words, memory, ffi.new("int[]", [-1, *sentence.heads])


def check(sentence: Sentence, tests: bool = False, *, max_core: int = 0) -> list[Finding] | list[Incident]:
    """Returns what `tbk check` finds in a sentence of tbk.read(): Findings, in the order of repair; none if it is projective.
    With tests what UD's validator tells of its shape: Incidents.

    max_core: as of projectivize(), for at_least. `sentence.with_arcs(heads)` writes the sentence with other heads.
    """
    if not isinstance(sentence, Sentence):
        raise TypeError(f"sentence: found {type(sentence).__name__}, expected a Sentence, as read() gives them")
    checker = _checker(number("max_core", max_core, 0, 4095))
    words, memory, heads = _words(sentence)
    if tests:
        if not lib.tbk_check_incidents(
            checker.handle, heads, words, sentence.n, checker.incidents, checker.n_incidents, checker.error
        ):
            fail(checker.error)
        found = ffi.unpack(checker.incidents[0], checker.n_incidents[0]) if checker.n_incidents[0] > 0 else []
        return [Incident(TESTS[one.test], LEVELS[one.test], one.word, one.node) for one in found]
    if not lib.tbk_check_findings(checker.handle, heads, words, sentence.n, checker.found, checker.error):
        fail(checker.error)
    found = checker.found
    return [
        Finding(
            TESTS[one.test], LEVELS[one.test], one.word, one.head, one.new_head,
            tuple(one.alternatives[a] for a in range(one.n_alternatives)),
            tuple(one.mended[m] for m in range(one.n_mended)), one.left,
            found.lost_arcs if found.lost_arcs >= 0 else None,
        )
        for one in (found.findings[f] for f in range(found.n_findings))
    ]
