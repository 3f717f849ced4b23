"""Phrase-structure trees as tags, and the best tags from scores (tbk/phrase_tags.h); functions of tagging.py lead here."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._library import DataError, UsageError, fail, ffi, ints, lib, new_error, per_thread, pieces_of
from .phrases import BracketTree

_labels = per_thread(lambda: ffi.gc(lib.tbk_vocabulary_new(), lib.tbk_vocabulary_free))
_handle = per_thread(lambda encoding: ffi.gc(lib.tbk_phrase_tags_new(ENCODINGS[encoding]), lib.tbk_phrase_tags_free))


def _encodings():
    found = {}
    while (encoding := lib.tbk_phrase_encoding_at(len(found))) != ffi.NULL:
        found[ffi.string(encoding.name).decode()] = encoding
    return found


ENCODINGS = _encodings()


class PhraseTagTree(NamedTuple):
    """A tree that was read from tags. constituents: tuples (label, left, right) in pre-order, of the words left..right-1; changed: how many
    tags had to change, 0 if the tags are well formed."""

    constituents: list[tuple[str, int, int]]
    changed: int


class PhraseTagTrees(NamedTuple):
    """The trees of the best tags. Of one sentence constituents as above, or None if there is no tree, its score, and for each word the
    columns of its tag and, of tetratags, of the gap behind it (-1: there is none). Of several a list and arrays of these."""

    constituents: list[Any]
    score: Any
    columns: npt.NDArray[np.int32]


def _handles(encoding):
    """This thread's handle for an encoding, and its labels, which do not grow from call to call."""
    labels = _labels()
    lib.tbk_vocabulary_clear(labels)
    return _handle(encoding), labels


def _text_of(piece):
    return ffi.unpack(ffi.cast("char *", piece.bytes), piece.size).decode("utf-8", "surrogateescape")


def tags(tree, encoding):
    """The tags of a BracketTree, or of constituents in pre-order."""
    handle, labels = _handles(encoding)
    constituents = list(tree.constituents if isinstance(tree, BracketTree) else tree)
    made, error = ffi.new("TbkConstituent[]", len(constituents)), new_error()
    for i, constituent in enumerate(constituents):
        if not isinstance(constituent, tuple) or len(constituent) != 3 or not isinstance(constituent[0], str):
            raise TypeError(f"constituents[{i}]: found {constituent!r}, expected a tuple (label, left, right)")
        name = constituent[0].encode("utf-8", "surrogateescape")
        if b"\0" in name:
            raise DataError(f"constituents[{i}]: expected a label without NUL")
        made[i].label = lib.tbk_vocabulary_add(labels, name, len(name), error)
        made[i].left, made[i].right = constituent[1:]
        if made[i].label < 0:
            fail(error)
    n = len(tree.words) if isinstance(tree, BracketTree) else constituents[0][2] if constituents else 0
    found = ffi.gc(ffi.new("TbkPhraseTree *"), lib.tbk_phrase_tree_clear)
    if n < 0 or not lib.tbk_phrase_tree_set(found, n, made, len(made), error):
        if n < 0:
            raise DataError(f"constituents[0]: found the words {constituents[0][1:]}, expected all words from 0")
        fail(error)
    out = ffi.new("TbkPiece[]", n)
    if not lib.tbk_phrase_tags_encode(handle, found, labels, out, error):
        fail(error)
    return [_text_of(piece) for piece in out]


def _decode(handle, labels, pieces, n):
    constituents, n_constituents, changed, error = ffi.new("TbkConstituent **"), ffi.new("int *"), ffi.new("int *"), new_error()
    if not lib.tbk_phrase_tags_decode(handle, pieces, n, labels, constituents, n_constituents, changed, error):
        fail(error)
    names = [ffi.string(lib.tbk_vocabulary_name(labels, i)).decode("utf-8", "surrogateescape") for i in range(lib.tbk_vocabulary_size(labels))]
    return PhraseTagTree([(names[c.label], c.left, c.right) for c in constituents[0][0 : n_constituents[0]]], changed[0])


def from_tags(texts, encoding):
    """The tree of any tags, a list of texts."""
    if not texts:
        raise DataError("tags: found none, expected one for each word of a tree of phrases")
    handle, labels = _handles(encoding)
    memory = [ffi.from_buffer(text.encode("utf-8", "surrogateescape")) for text in texts]
    pieces = ffi.new("TbkPiece[]", len(texts))
    for piece, text in zip(pieces, memory):
        piece.bytes, piece.size = text, len(text)
    return _decode(handle, labels, pieces, len(texts))


def _call(numbers, lengths, encoding, names):
    """The scores as the library has them, and what must stay with them."""
    if names is None:
        raise UsageError(f"tags: found none, expected the names of columns, since there is no end of tags of {encoding}")
    numbers.take_tags(names)
    tags, memory = pieces_of("tags", names, numbers.n_tags)
    return ffi.new("TbkPhraseTagScores *", {
        "encoding": ENCODINGS[encoding], "n_sentences": len(numbers.arrays), "lengths": ints(lengths), "n_tags": numbers.n_tags,
        "tags": tags + 1, "scores": numbers.pointer,
    }), (tags, memory)


def decode_tags(numbers, lengths, encoding, names, options):
    """The PhraseTagTrees of a TbkTagNumbers."""
    scores, memory = _call(numbers, lengths, encoding, names)
    columns, sums = np.empty((len(lengths), numbers.longest, 2), np.int32), np.empty(len(lengths))
    rows = ffi.new("TbkPhraseTagRows *", (1, numbers.longest, ints(columns), ffi.from_buffer("double[]", sums)))
    error = new_error()
    if not lib.tbk_decode_phrase_tags(scores, options, rows, error):
        fail(error)
    del memory
    trees = []
    for n, row in zip(lengths, columns):
        texts = [" ".join(names[c] for c in pair if c >= 0) for pair in row[:n].tolist()]
        trees.append(from_tags(texts, encoding).constituents if row[0, 0] >= 0 else None)
    return PhraseTagTrees(trees[0], float(sums[0]), columns[0]) if numbers.is_one else PhraseTagTrees(trees, sums, columns)


def tag_marginals(numbers, lengths, encoding, names, options, shares):
    """Fills the shares, a TbkTagNumbers; returns log Z of each sentence."""
    scores, memory = _call(numbers, lengths, encoding, names)
    sums, error = np.empty(len(lengths)), new_error()
    if not lib.tbk_phrase_tag_log_partition(scores, options, ffi.from_buffer("double[]", sums), shares.pointer, error):
        fail(error)
    del memory
    return sums
