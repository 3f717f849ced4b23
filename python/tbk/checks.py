"""Which words make a tree non-projective by mistake, what UD's validator reports on the shape of trees, and the nearest trees."""
from __future__ import annotations

import os
from typing import Any, NamedTuple, Sequence, overload

import numpy.typing as npt

from ._library import Heads, any_heads_of, choose, fail, ffi, file_list, lib, new_error, number, per_thread, pieces_of
from .conllu import Sentence
from .tables import TEXTS, Files, columns_of, make_table, run_job

TESTS = [ffi.string(lib.tbk_check_test_name(test)).decode() for test in range(lib.TBK_N_CHECK_TESTS)]
LEVELS = [ffi.string(lib.tbk_check_level_name(lib.tbk_check_test_level(test))).decode() for test in range(lib.TBK_N_CHECK_TESTS)]

_RULES = {None: False, "ud": True}
_ROOTS = {"single": lib.TBK_ROOT_SINGLE, "any": lib.TBK_ROOT_ANY}


class Finding(NamedTuple):
    """A word that is probably attached wrongly, with a proposed head. A finding assumes that those before it are repaired.

    test: "punct-is-nonproj" and others (tbk/check.h); level: "error", "warning" or "note"; word, head, new_head: numbers of words;
    alternatives: other heads that leave as few arcs non-projective; fixes: dependents of the arcs that become projective;
    left: non-projective arcs that remain; at_least: the number of words that any repair of the sentence must re-attach, None if
    more than max_core words take part in crossings.
    """

    test: str
    level: str
    word: int
    head: int
    new_head: int
    alternatives: tuple[int, ...]
    fixes: tuple[int, ...]
    left: int
    at_least: int | None


class Incident(NamedTuple):
    """An incident that UD's validator reports: test and level; word: the one on whose line; node: the named word, this one or its head."""

    test: str
    level: str
    word: int
    node: int


class _Checker:
    """A checker of one thread with this option, and what its calls share."""

    def __init__(self, max_core):
        options = ffi.new("TbkProjectivizeOptions *")
        options.max_core = max_core
        self.handle = ffi.gc(lib.tbk_checker_new(options), lib.tbk_checker_free)
        self.error = new_error()
        self.found = ffi.new("TbkFindings *")
        self.incidents = ffi.new("const TbkIncident **")
        self.n_incidents = ffi.new("int *")


_checker = per_thread(_Checker)


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


def _check_files(files, is_ud, root, max_core, threads):
    """The rows of `tbk check` as a table."""
    options = ffi.new("TbkChecksOptions *")
    options.projectivize.max_core, options.projectivize.root = max_core, choose("root", _ROOTS, root)
    options.incidents, options.form = is_ud, lib.TBK_CHECKS_ROWS
    options.tests = 2**32 - 1  # the set of all
    columns = columns_of(lib.tbk_checks_columns(is_ud))
    listed = file_list(files)

    def fill(table, error):
        options.rows = table
        run = ffi.gc(lib.tbk_checks_new(options), lib.tbk_checks_free)
        job = ffi.new("TbkJob *", lib.tbk_checks_job(run))
        total = ffi.gc(lib.tbk_tallies_total(run_job(job, listed, threads)), lib.tbk_tally_free)
        return lib.tbk_checks_end(run, total, error)

    return make_table(columns, fill, TEXTS | {"head"})  # what is no number is found in HEAD, too


@overload
def check(checked: Sentence, *, rules: None = None, max_core: int = 0, root: str = "single", threads: int = 1) -> list[Finding]: ...


@overload
def check(checked: Sentence, *, rules: str, max_core: int = 0, root: str = "single", threads: int = 1) -> list[Incident]: ...


@overload
def check(
    checked: Files, *, rules: str | None = None, max_core: int = 0, root: str = "single", threads: int = 1
) -> dict[str, npt.NDArray[Any]]: ...


def check(checked, *, rules=None, max_core=0, root="single", threads=1):
    """Returns what `tbk check` finds in a sentence of tbk.read(): Findings, in the order of repair; none if it is projective.
    With rules="ud" what UD's validator reports of its shape: Incidents.

    Of paths of files and folders, which need not be well formed, it returns the rows of `tbk check` as columns, an array for each
    name: sentences that are no trees, or not well formed, are among them, as what is wrong in files that cannot be read on.
    `pandas.DataFrame(tbk.check(files))` makes a table of it. Raises the error of a file that cannot be opened or read.

    max_core: as of projectivize(), for at_least. `sentence.with_heads(heads)` is the sentence with other heads. Of files, root:
    "any" if several roots are no error; threads: as many work.
    """
    max_core = number("max_core", max_core, 0, 4095)
    is_ud = choose("rules", _RULES, rules)
    if not isinstance(checked, Sentence):
        if checked is None or (not isinstance(checked, (str, bytes, os.PathLike)) and not hasattr(checked, "__iter__")):
            raise TypeError(f"checked: found {type(checked).__name__}, expected a Sentence, as read() gives them, or paths of files")
        return _check_files(checked, is_ud, root, max_core, number("threads", threads, 1, 1024))
    sentence, checker = checked, _checker(max_core)
    words, memory, heads = _words(sentence)
    if is_ud:
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
            tuple(one.fixes[m] for m in range(one.n_fixes)), one.left,
            found.lost_arcs if found.lost_arcs >= 0 else None,
        )
        for one in (found.findings[f] for f in range(found.n_findings))
    ]


class _Repairer:
    """A repairer of one thread."""

    def __init__(self, root, is_projective):
        options = ffi.new("TbkRepairOptions *", {"root": root, "is_projective": is_projective})
        self.handle = ffi.gc(lib.tbk_repairer_new(options), lib.tbk_repairer_free)
        self.error = new_error()


_repairer = per_thread(_Repairer)


def repair(
    heads: Heads | Sequence[int | None], deprels: list[str] | None = None, upos: list[str] | None = None, *,
    root: str = "single", projective: bool = False,
) -> list[int]:
    """Returns the tree nearest to the heads of the words 1..n, a list: it keeps the most of them. None, numbers of no word and the
    word itself are heads that are missing. A tree of the kind that is asked for comes back as it is.

    deprels, upos: lists of relations and parts of speech of Universal Dependencies, which decide among trees that keep as many
    heads. root: "single" or "any", for one word or more on 0. projective: the tree is projective as well. Raises DataError for
    sentences that are too long (tbk/check.h).

    `sentence.with_heads(repair(sentence), mark="given")` is what `tbk repair` writes, for a
    sentence of tbk.read(path, any_heads=True).
    A Sentence in place of heads has its own deprels and upos.
    """
    if isinstance(heads, Sentence):
        deprels = heads.deprels if deprels is None and "DEPREL" in heads.columns else deprels
        upos = heads.upos if upos is None and "UPOS" in heads.columns else upos
    given = any_heads_of("heads", heads)
    n, words, memory = len(given) - 1, ffi.NULL, []
    if deprels is not None or upos is not None:
        words = ffi.new("TbkCheckWord[]", n + 1)
        for name, texts in (("deprel", deprels), ("upos", upos)):
            pieces, kept = (None, None) if texts is None else pieces_of(name, texts, n)
            memory.append(kept)
            for word in range(1, n + 1 if texts is not None else 1):
                setattr(words[word], name, pieces[word])
    repairer = _repairer(choose("root", _ROOTS, root), bool(projective))
    if not lib.tbk_repair(repairer.handle, given, words, n, given, ffi.NULL, repairer.error):
        fail(repairer.error)
    return ffi.unpack(given, n + 1)[1:]
