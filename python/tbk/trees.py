"""Single trees: optimal projective trees, their number, all of them; marks in labels."""
from __future__ import annotations

import threading
from typing import Iterable, overload

import numpy as np
import numpy.typing as npt

from ._library import (
    Handle, Heads, Integers, UsageError, choose, fail, ffi, heads_of, integer_of, ints, lib, lists_of, new_error, new_number, number, output, per_thread,
    pieces_of, sentences_of,
)

ROOTS = {"gold": lib.TBK_ROOT_GOLD, "single": lib.TBK_ROOT_SINGLE, "any": lib.TBK_ROOT_ANY}
TIES = {"lift": lib.TBK_TIES_LIFT, "first": lib.TBK_TIES_FIRST, "short": lib.TBK_TIES_SHORT}
SCHEMES = {"head": lib.TBK_SCHEME_HEAD, "path": lib.TBK_SCHEME_PATH, "headpath": lib.TBK_SCHEME_HEADPATH,
           "head+path": lib.TBK_SCHEME_HEADPATH}
LIFTS = {"optimal": lib.TBK_LIFT_OPTIMAL, "shortest": lib.TBK_LIFT_SHORTEST, "malt": lib.TBK_LIFT_MALT}
STYLES = {"tbk": lib.TBK_LABELS_TBK, "malt": lib.TBK_LABELS_MALT, "spacy": lib.TBK_LABELS_SPACY}

_tree = per_thread(lambda: (ffi.gc(lib.tbk_tree_new(), lib.tbk_tree_free), new_error()))


class _Projectivizer:
    """A projectivizer of one thread, and what its calls share."""

    def __init__(self, root, ties, max_core):
        options = ffi.new("TbkProjectivizeOptions *")
        options.root = choose("root", ROOTS, root)
        options.ties = choose("ties", TIES, ties)
        options.max_core = number("max_core", max_core, 0, 4095)
        self.handle = ffi.gc(lib.tbk_projectivizer_new(options), lib.tbk_projectivizer_free)
        self.error = new_error()
        self.lost = ffi.new("int *")


_projectivizer = per_thread(_Projectivizer)


def _words(heads, n):
    """The list of the heads of words 1..n."""
    return ffi.unpack(heads + 1, n) if n > 0 else []


def projectivize(heads: Heads, root: str = "gold", ties: str = "lift", max_core: int = 0) -> list[int]:
    """Returns the heads of a projective tree that keeps as many of the arcs as any.

    heads: n integers, the head of each word 1..n, 0 the root. root: "gold", "single" or "any" children of 0; ties: "lift",
    "first" or "short" (tbk/projectivize.h). max_core: that contraction may leave, 0 for 1000. Raises DataError if heads are no tree.
    """
    p = _projectivizer(root, ties, max_core)
    gold, n = heads_of(heads)
    found = ffi.new("int[]", n + 1)
    if not lib.tbk_projectivize(p.handle, gold, n, found, ffi.NULL, p.error):
        fail(p.error)
    return _words(found, n)


def lost_arcs(heads: Heads, root: str = "gold", max_core: int = 0) -> int:
    """Returns how many arcs an optimal projective tree does not keep: 0 if and only if the tree is projective."""
    p = _projectivizer(root, "lift", max_core)
    gold, n = heads_of(heads)
    if not lib.tbk_projectivize(p.handle, gold, n, ffi.NULL, p.lost, p.error):
        fail(p.error)
    return p.lost[0]


def count(heads: Heads, root: str = "gold", max_core: int = 0) -> int:
    """Returns the number of optimal projective trees, an integer of any size; 1 for a projective tree."""
    p = _projectivizer(root, "lift", max_core)
    gold, n = heads_of(heads)
    found = new_number()
    if not lib.tbk_projectivize_count(p.handle, gold, n, found, ffi.NULL, ffi.NULL, p.error):
        fail(p.error)
    return integer_of(found)


def sample(heads: Heads, seed: int = 1, place: int = 1, root: str = "gold", max_core: int = 0) -> list[int]:
    """Returns the heads of one of the optimal projective trees, each equally likely.

    The draw depends on seed and place (both from 0 to 2^64 - 1) alone; `tbk projectivize --ties=random` draws with the number
    of the sentence in its file, from 1, as place.
    """
    p = _projectivizer(root, "lift", max_core)
    gold, n = heads_of(heads)
    found = ffi.new("int[]", n + 1)
    random = ffi.new("TbkRandom *")
    lib.tbk_random_init(random, number("seed", seed, 0, 2**64 - 1), number("place", place, 0, 2**64 - 1))
    if not lib.tbk_projectivize_draw(p.handle, gold, n, random, found, ffi.NULL, p.error):
        fail(p.error)
    return _words(found, n)


class all_optimal:
    """An iterator over all optimal projective trees, as lists of heads in increasing order.

    Trees are found when asked for. `count` is their number, which may have many digits; other arguments as for projectivize().
    """

    count: int

    def __init__(self, heads: Heads, root: str = "gold", max_core: int = 0) -> None:
        self._projectivizer = p = _Projectivizer(root, "lift", max_core)
        self._gold, self._n = heads_of(heads)
        self._lock = threading.Lock()
        self._ended = False
        found = new_number()
        if not lib.tbk_projectivize_list(p.handle, self._gold, self._n, found, ffi.NULL, p.error):
            fail(p.error)
        self.count = integer_of(found)

    def __iter__(self) -> all_optimal:
        return self

    def __next__(self) -> list[int]:
        found = ffi.new("int[]", self._n + 1)
        p = self._projectivizer
        with self._lock:
            status = 0 if self._ended else lib.tbk_projectivize_next(p.handle, found, p.error)
            self._ended = status != 1
            if status < 0:
                fail(p.error)
        if status == 0:
            raise StopIteration
        return _words(found, self._n)


@overload
def projectivize_many(
    heads: Iterable[Heads], offsets: None = None, root: str = "gold", ties: str = "lift", max_core: int = 0
) -> tuple[list[list[int]], list[int]]: ...


@overload
def projectivize_many(
    heads: Heads, offsets: Integers, root: str = "gold", ties: str = "lift", max_core: int = 0
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...


def projectivize_many(heads, offsets=None, root="gold", ties="lift", max_core=0):
    """Projectivizes many sentences with one call, in which other threads can run.

    heads: the heads of each sentence, lists or Sentences; returns a list of lists, the new heads, and a list, the arcs lost. Or heads:
    (words,) int32, those of one sentence after the other, and offsets: (sentences + 1,) int64, where in heads each begins and the last
    ends; returns new heads, (words,) int32, and the arcs lost, (sentences,) int32.
    """
    p = _projectivizer(root, ties, max_core)
    are_lists = offsets is None
    heads, offsets, n = sentences_of(heads, offsets)
    projective, projective_pointer = output(len(heads))
    lost, lost_pointer = output(n)
    if not lib.tbk_projectivize_many(
        p.handle, ints(heads), ffi.from_buffer("int64_t[]", offsets), n, projective_pointer, lost_pointer, p.error
    ):
        fail(p.error)
    return (lists_of(projective, offsets), lost.tolist()) if are_lists else (projective, lost)


def is_projective(heads: Heads) -> bool:
    """Whether the tree with these heads, of any length, is projective. Raises DataError if they are no tree."""
    gold, n = heads_of(heads)
    tree, error = _tree()
    if not lib.tbk_tree_set(tree, gold, n, error):
        fail(error)
    return lib.tbk_tree_nonprojective_arcs(tree) == 0


class PseudoProjective(Handle):
    """Makes trees projective, with labels that record where lifted arcs came from, and restores them (tbk/projectivize.h).

    scheme: "head", "path" or "headpath"; lift: "optimal", "shortest" or "malt"; style of the labels: "tbk", "malt" or "spacy".
    """

    __slots__ = ()

    def __init__(self, scheme: str = "headpath", lift: str = "optimal", style: str = "tbk", max_core: int = 0) -> None:
        options = ffi.new("TbkPseudoProjectiveOptions *")
        options.scheme = choose("scheme", SCHEMES, scheme)
        options.lift = choose("lift", LIFTS, lift)
        options.style = choose("style", STYLES, style)
        options.max_core = number("max_core", max_core, 0, 4095)
        if style == "spacy" and scheme != "head":
            raise UsageError(f"found style 'spacy' with scheme {scheme!r}, expected 'head'")
        self._set(lib.tbk_pseudo_projective_new(options), lib.tbk_pseudo_projective_free, new_error())

    def encode(self, heads: Heads, labels: list[str]) -> tuple[list[int], list[str]]:
        """Returns new heads and labels, of a projective tree, for heads and labels of words 1..n."""
        return self._change(lib.tbk_pseudo_projective_encode, heads, labels)

    def decode(self, heads: Heads, labels: list[str]) -> tuple[list[int], list[str]]:
        """Returns heads and labels with the lifted words put back, and without marks: always a tree."""
        return self._change(lib.tbk_pseudo_projective_decode, heads, labels)

    def _change(self, function, heads, labels):
        gold, n = heads_of(heads)
        pieces, memory = pieces_of("labels", labels, n)
        new_heads, new_pieces = ffi.new("int[]", n + 1), ffi.new("TbkPiece[]", n + 1)
        with self._lock:
            if not function(self._handle, gold, pieces, n, new_heads, new_pieces, ffi.NULL, self._error):
                fail(self._error)
            return _words(new_heads, n), [
                labels[i - 1]
                if new_pieces[i].bytes == ffi.NULL
                else ffi.buffer(new_pieces[i].bytes, new_pieces[i].size)[:].decode("utf-8", "surrogateescape")
                for i in range(1, n + 1)
            ]
