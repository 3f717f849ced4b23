"""Measures of trees: dependency lengths, classes of restricted non-projectivity."""
from __future__ import annotations

from fractions import Fraction
from typing import Any, Iterable, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from ._library import Heads, Integers, fail, ffi, heads_of, integers, ints, lib, names_of, new_error, per_thread, sentences_of

_LENGTHS = names_of(lib.tbk_length_name)
_CLASSES = names_of(lib.tbk_class_name)
_UNDEFINED = -(2**63)


class _Scratch:
    """What measures of one thread share."""

    def __init__(self):
        self.meter = ffi.gc(lib.tbk_length_meter_new(), lib.tbk_length_meter_free)
        self.classifier = ffi.gc(lib.tbk_classifier_new(), lib.tbk_classifier_free)
        self.tree = ffi.gc(lib.tbk_tree_new(), lib.tbk_tree_free)
        self.error = new_error()
        self.values = ffi.new("gint64[]", len(_LENGTHS))
        self.classes = ffi.new("TbkClasses *")


_scratch = per_thread(_Scratch)


def _denominators(n):
    return [lib.tbk_length_denominator(length, n) for length in range(len(_LENGTHS))]


def lengths(heads: Heads) -> dict[str, Optional[Union[int, Fraction]]]:
    """Returns the lengths and crossings of a tree's arcs beside what chance and the best order would give (tbk/tree.h).

    Keys are as in `tbk stats --lengths --by=sentence --format=jsonl`. Means and variances are Fractions; what does not exist is
    None, most of it where there are several roots. Raises DataError if heads are no tree.
    """
    scratch = _scratch()
    gold, n = heads_of(heads)
    if not lib.tbk_lengths_compute(scratch.meter, gold, n, lib.TBK_LENGTHS_ALL, scratch.values, scratch.error):
        fail(scratch.error)
    found = {}
    for name, value, denominator in zip(_LENGTHS, scratch.values, _denominators(n)):
        found[name] = None if value == _UNDEFINED else value if denominator == 1 else Fraction(value, denominator)
    return found


def lengths_many(heads: Heads | Iterable[Heads], offsets: Integers | None = None) -> dict[str, npt.NDArray[Any]]:
    """Returns what lengths() does, of many sentences with one call, in which other threads can run.

    heads: the heads of each sentence, lists or Sentences; or (words,) int32, one sentence after the other, and offsets: (sentences + 1,)
    int64, where each begins and the last ends. Returns an array for each key: int64, -1 for what does not exist; means and variances as float64, NaN there.
    """
    scratch = _scratch()
    heads, offsets, n = sentences_of(heads, offsets)
    values = np.empty((n, len(_LENGTHS)), np.int64)
    if not lib.tbk_lengths_many(
        scratch.meter, ints(heads), ffi.from_buffer("int64_t[]", offsets), n, lib.TBK_LENGTHS_ALL,
        ffi.from_buffer("int64_t[]", values), scratch.error
    ):
        fail(scratch.error)
    words = np.maximum(np.diff(offsets), 1)
    found = {}
    for i, (name, one, two) in enumerate(zip(_LENGTHS, _denominators(1), _denominators(2))):
        column, is_undefined = values[:, i], values[:, i] == _UNDEFINED
        if two == 1:
            found[name] = np.where(is_undefined, -1, column)
        else:  # a denominator is a constant, or grows with the words
            found[name] = np.where(is_undefined, np.nan, column / (one + (two - one) * (words - 1)))
    return found


def _classify(heads):
    scratch = _scratch()
    gold, n = heads_of(heads)
    if not lib.tbk_tree_classes(scratch.classifier, gold, n, (1 << len(_CLASSES)) - 1, scratch.classes, scratch.error):
        fail(scratch.error)
    return scratch.classes[0]


def classes(heads: Heads) -> set[str]:
    """Returns the classes of restricted non-projectivity that a tree is known to be in (tbk/tree.h): the names that
    `tbk stats --classes` has as columns, of trees outside. Raises DataError if heads are no tree."""
    found = _classify(heads)
    return {name for bit, name in enumerate(_CLASSES) if not (found.outside | found.undecided) >> bit & 1}


class Measures(NamedTuple):
    """Measures of non-projectivity of a tree. The degrees are None if more than 64 words take part in crossings."""

    nonprojective_arcs: int
    gap_degree: Optional[int]
    edge_degree: Optional[int]

    @property
    def is_projective(self) -> bool:
        return self.nonprojective_arcs == 0


def measures(heads: Heads) -> Measures:
    """Returns the Measures of the tree with these heads, those of words 1..n. Raises DataError if they are no tree."""
    scratch = _scratch()
    found = _classify(heads)
    gold, n = heads_of(heads)
    if not lib.tbk_tree_set(scratch.tree, gold, n, scratch.error):
        fail(scratch.error)
    degrees = (None, None) if found.gap_degree < 0 else (found.gap_degree, found.edge_degree)
    return Measures(lib.tbk_tree_nonprojective_arcs(scratch.tree), *degrees)
