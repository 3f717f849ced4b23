"""Trees as tags, a tag for each word, and the best tags from scores (tbk/tags.h)."""
from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, Sequence, overload

import numpy as np

from . import phrase_tagging
from ._library import (
    MOST, DataError, Heads, Integers, ResourceError, UsageError, choose, counted, fail, ffi, heads_of, integers, ints, lib, new_error, number, per_thread,
    pieces_of,
)
from .decoding import IMPOSSIBLE_TREES, ROOTS, TYPES, Scores, Trees, _Numbers, _address, _reals
from .phrase_tagging import PhraseTagTree, PhraseTagTrees
from .phrases import BracketTree

_decoder = per_thread(lambda: ffi.gc(lib.tbk_tag_decoder_new(), lib.tbk_tag_decoder_free))
_coder = per_thread(lambda encoding, any_root: ffi.gc(
    lib.tbk_tags_new(_ENCODINGS[encoding], ffi.new("TbkTagsOptions *", (any_root,))), lib.tbk_tags_free))


def _encodings():
    found = {}
    while (encoding := lib.tbk_tag_encoding_at(len(found))) != ffi.NULL:
        found[ffi.string(encoding.name).decode()] = encoding
    return found


_ENCODINGS = _encodings()
_SCORED = {**_ENCODINGS, "hexatags-any": lib.tbk_tag_encoding_find(b"hexatags-any")}
_ALPHABETS = {}
for _name, _encoding in _SCORED.items():
    _tags = []
    while _encoding.alphabet != ffi.NULL and _encoding.alphabet[len(_tags)] != ffi.NULL:
        _tags.append(ffi.string(_encoding.alphabet[len(_tags)]).decode())
    _ALPHABETS[_name] = tuple(_tags)
OUTSIDE = {"raise": True, "none": False}
SHARES = {"tags": False, "arcs": True}


def _is_of_phrases(encoding, known, **given):
    """Whether an encoding, one of the known or of phrase structure, is of phrase structure; then nothing may be given that is for
    dependencies."""
    choose("encoding", {**known, **phrase_tagging.ENCODINGS}, encoding)
    if encoding not in phrase_tagging.ENCODINGS:
        return False
    for name, (value, usual) in given.items():
        if value is not usual and (usual is None or value != usual):
            raise UsageError(f"{name}: found {value!r}, but {encoding} is for phrase structure, which has none")
    return True


class TagTree(NamedTuple):
    """A tree that was read from tags. heads: those of words 1..n; changed: how many tags, or heads, had to change, 0 if the tags are well
    formed."""

    heads: list[int]
    changed: int


def _handle(encoding, root):
    """This thread's handle for an encoding."""
    found, any_root = choose("encoding", _ENCODINGS, encoding), choose("root", ROOTS, root)
    return found, _coder(encoding, any_root)


def _upos_of(name, encoding, upos, n):
    """The parts of speech of a sentence as the library has them, and what must stay with them."""
    if upos is None:
        if encoding.needs_upos:
            raise UsageError(f"{name}: found none, which relative-upos needs")
        return ffi.NULL, None
    return pieces_of(name, upos, n)


def tag_alphabet(encoding: str) -> tuple[str, ...]:
    """Returns all tags of an encoding, in the order of the columns of scores: for 4-bit, hierarchical and hexatags, whose columns are for words
    and gaps. Others have no end of tags (UsageError)."""
    choose("encoding", {**_SCORED, **phrase_tagging.ENCODINGS}, encoding)
    if encoding in phrase_tagging.ENCODINGS or not _ALPHABETS[encoding]:
        raise UsageError(f"there is no end of tags of {encoding}")
    return _ALPHABETS[encoding]


def tags(
    heads: Heads | BracketTree | Sequence[tuple[str, int, int]], encoding: str = "4-bit", upos: Sequence[str] | None = None, *,
    outside: str = "raise",
) -> list[str] | None:
    """Returns the tags of a tree.

    heads: n integers, the head of each word 1..n, 0 the root; encoding: "4-bit", "hierarchical", "hexatags", "brackets", "brackets-2",
    "7-bit", "hierarchical-any", "absolute", "relative" or "relative-upos", which needs upos; outside: "raise" DataError for a tree that the
    encoding cannot write, or "none": return None.
    With "tetratags" or "attach-juxtapose" heads are a BracketTree, or its constituents: tuples (label, left, right) in pre-order.
    """
    if _is_of_phrases(encoding, _ENCODINGS, upos=(upos, None), outside=(outside, "raise")):
        return phrase_tagging.tags(heads, encoding)
    raises = choose("outside", OUTSIDE, outside)
    found, handle = _handle(encoding, "any")
    given, n = heads_of(heads)
    pieces, memory = _upos_of("upos", found, upos, n)
    out, error = ffi.new("TbkPiece[]", n + 1), new_error()
    if not lib.tbk_tags_encode(handle, given, pieces, n, out, error):
        if raises or error[0].code != lib.TBK_ERROR_DATA or not _is_tree(given, n):
            fail(error)
        lib.tbk_error_free(error[0])
        return None
    del memory
    return [ffi.unpack(ffi.cast("char *", out[i].bytes), out[i].size).decode("utf-8", "surrogateescape") for i in range(1, n + 1)]


def _is_tree(heads, n):
    """Heads that are no tree are an error in any case."""
    tree = ffi.gc(lib.tbk_tree_new(), lib.tbk_tree_free)
    return bool(lib.tbk_tree_set(tree, heads, n, ffi.NULL))


def from_tags(
    tags: Sequence[str], encoding: str = "4-bit", upos: Sequence[str] | None = None, *, root: str = "any",
    relations: Sequence[str] | None = None,
) -> TagTree | PhraseTagTree:
    """Returns a tree for any tags: theirs if they are well formed, else one that changes as few as possible (tbk/tags.h says which).

    root: "single" or "any" children of 0; relations: of the words: where tags are not well formed, the one word that has `root` is the root. That a tree is valid does not make it right: scores decode better (decode_tags()).
    """
    texts = [tags] if isinstance(tags, str) else list(tags)
    if isinstance(tags, str) or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"tags: found {tags!r}, expected a list of texts")
    if _is_of_phrases(encoding, _ENCODINGS, upos=(upos, None), root=(root, "any"), relations=(relations, None)):
        return phrase_tagging.from_tags(texts, encoding)
    found, handle = _handle(encoding, root)
    memory = [ffi.from_buffer(text.encode("utf-8", "surrogateescape")) for text in texts]
    n = len(texts)
    given, pieces = ffi.new("TbkPiece[]", n + 1), _upos_of("upos", found, upos, n)
    of_words = (ffi.NULL, None) if relations is None else pieces_of("relations", relations, n)
    for i, text in enumerate(memory, 1):
        given[i].bytes, given[i].size = text, len(text)
    heads, changed, error = ffi.new("int[]", n + 1), ffi.new("int *"), new_error()
    if not lib.tbk_tags_decode(handle, given, pieces[0], of_words[0], n, heads, changed, error):
        fail(error)
    return TagTree(ffi.unpack(heads + 1, n) if n > 0 else [], changed[0])


class _TagNumbers:
    """A number for each tag of each word: an array (words, tags) or (sentences, words, tags), or a list of arrays (words, tags), as a
    TbkTagNumbers."""

    def __init__(self, name, values):
        self.is_list = isinstance(values, (list, tuple))
        if self.is_list:
            arrays = [_reals(f"{name}[{i}]", value) for i, value in enumerate(values)]
            if any(array.dtype != arrays[0].dtype for array in arrays):
                arrays = [np.asarray(array, np.float64) for array in arrays]
            for i, array in enumerate(arrays):
                if array.ndim != 2 or array.shape[0] == 0 or array.shape[1:] != arrays[0].shape[1:]:
                    raise DataError(f"{name}[{i}]: found shape {array.shape}, expected (words, tags) with as many tags in all")
            self.is_one, self.sizes = False, [len(array) for array in arrays]
        else:
            array = _reals(name, values)
            if not 2 <= array.ndim <= 3 or array.shape[-2] == 0:
                raise DataError(f"{name}: found shape {array.shape}, expected (words, tags) or (sentences, words, tags)")
            self.is_one = array.ndim == 2
            arrays = list(array[None] if self.is_one else array)
            self.sizes = [array.shape[-2]] * len(arrays)
            self.longest = array.shape[-2]
        if self.is_list:
            self.longest = max(self.sizes, default=0)
        self.arrays, self.n_tags = arrays, arrays[0].shape[1] if arrays else 0 if self.is_list else array.shape[-1]
        self.memory = [_address(array) if array.size > 0 else ffi.NULL for array in arrays]
        self.places = ffi.new("TbkTagPlace[]", [
            (memory, *(step // array.itemsize for step in array.strides)) for array, memory in zip(arrays, self.memory)
        ])
        self.pointer = ffi.new("TbkTagNumbers *", {"real": TYPES[arrays[0].dtype] if arrays else lib.TBK_FLOAT64, "places": self.places})

    def lengths_of(self, lengths):
        """The words of each sentence."""
        if lengths is None:
            return np.array(self.sizes, np.int32)
        if isinstance(lengths, str):
            raise TypeError(f"lengths: found {lengths!r}, expected integers; an encoding is given as encoding={lengths!r}")
        if self.is_list:
            raise TypeError("lengths: found some, expected none beside a list, whose arrays are as long as their sentences")
        found = np.array(integers("lengths", [lengths] if self.is_one and np.ndim(lengths) == 0 else lengths))
        if len(found) != len(self.sizes):
            raise DataError(f"lengths: found {len(found)}, expected one for each of {len(self.sizes)} sentences")
        wrong = np.flatnonzero((found < 1) | (found > self.longest))
        if wrong.size > 0:
            raise DataError(f"lengths[{wrong[0]}]: found {found[wrong[0]]}, expected 1 to {self.longest}")
        return found

    def take_tags(self, tags):
        """An empty list has a column for each of the tags."""
        if self.is_list and not self.arrays:
            self.n_tags = len(tags)

    @property
    def shape(self):
        return self.sizes, self.n_tags, self.is_one, self.is_list


def _options_of(projective, root, impossible, threads, max_memory):
    return ffi.new("TbkDecodeOptions *", (
        not projective, choose("root", ROOTS, root), choose("impossible", IMPOSSIBLE_TREES, impossible),
        number("threads", threads, 1, 1024), number("max_memory", max_memory, 0, 2**63 - 1),
    ))


class _TagCall:
    """What a function is given, as the library has it."""

    def __init__(self, scores, lengths, encoding, names, upos, root_scores, root, projective, unknown, impossible, threads, max_memory, arcs=None):
        self.encoding = choose("encoding", _SCORED, encoding)
        self.numbers = numbers = _TagNumbers("scores", scores)
        self.roots = None if root_scores is None else _TagNumbers("root_scores", root_scores)
        if self.roots is not None and self.roots.shape != numbers.shape:
            raise DataError("root_scores: expected the shape of scores")
        numbers.take_tags(_ALPHABETS[encoding] if names is None else names)
        self.lengths = numbers.lengths_of(lengths)
        self.scores = ffi.new("TbkTagScores *", {
            "encoding": self.encoding, "n_sentences": len(numbers.arrays), "lengths": ints(self.lengths), "n_tags": numbers.n_tags,
            "scores": numbers.pointer, "has_unknown": unknown != -math.inf, "unknown": unknown,
        })
        if self.roots is not None:
            self.scores.root_scores = self.roots.pointer
        if names is not None:
            self.names = pieces_of("tags", names, numbers.n_tags)
            self.scores.tags = self.names[0] + 1
        elif not _ALPHABETS[encoding]:
            raise UsageError(f"tags: found none, expected the names of columns, since there is no end of tags of {encoding}")
        self._set_upos(upos)
        if arcs is not None:
            self._set_arcs(arcs)
        self.options = _options_of(projective, root, impossible, threads, max_memory)

    def _set_arcs(self, arcs):
        self.arcs = found = _Numbers("arcs", arcs, "dependent-head")
        if found.n != len(self.lengths) or found.is_one != self.numbers.is_one or found.is_list != self.numbers.is_list:
            raise DataError("arcs: expected as many sentences as scores have")
        sizes = found.sizes if found.is_list else [found.arrays.shape[-2]] * found.n
        wrong = [i for i, (size, n) in enumerate(zip(sizes, self.lengths.tolist())) if size <= n]
        if wrong:
            raise DataError(f"arcs: found {sizes[wrong[0]]} heads in sentence {wrong[0]}, expected {self.lengths[wrong[0]] + 1} or more")
        self.scores.arc_scores = found.pointer

    def _set_upos(self, upos):
        if upos is None:
            if self.encoding.needs_upos:
                raise UsageError("upos: found none, which relative-upos needs")
            return
        given = [upos] if self.numbers.is_one else list(upos)
        if len(given) != len(self.lengths):
            raise DataError(f"upos: found {len(given)}, expected a list for each of {len(self.lengths)} sentences")
        self.upos = [pieces_of(f"upos[{i}]", texts, n) for i, (texts, n) in enumerate(zip(given, self.lengths.tolist()))]
        self.upos_pointers = ffi.new("TbkPiece *[]", [pieces for pieces, _ in self.upos])
        self.scores.upos = self.upos_pointers


def _with_relations(numbers, relations, root_relation, leaves):
    """Scores of tags with the best relation but that of root words, the same with that one, and the best relations. leaves: the columns of
    words, or None: all are."""
    found = []
    for i, (scores, labels) in enumerate(zip(numbers.arrays, relations.arrays)):
        if len(labels) != len(scores) or not 0 <= root_relation < labels.shape[1] or labels.shape[1] < 2:
            raise DataError(f"relations[{i}]: found shape {labels.shape}, expected ({len(scores)}, relations), {root_relation} among two or more")
        others = labels.astype(np.float64)
        others[:, root_relation] = -np.inf
        added = [others.max(axis=1)[:, None], labels[:, root_relation].astype(np.float64)[:, None]]
        if leaves is not None:  # a word has one relation, whatever its gap is
            added = [np.where(leaves, value, 0) for value in added]
        found.append((*(scores + value for value in added), others.argmax(axis=1)))
    return [list(part) for part in zip(*found)]


@overload
def decode_tags(
    scores: Scores, lengths: Integers | None = None, *, encoding: Literal["tetratags", "attach-juxtapose"], **options: Any
) -> PhraseTagTrees: ...


@overload
def decode_tags(
    scores: Scores, lengths: Integers | None, encoding: Literal["tetratags", "attach-juxtapose"], **options: Any
) -> PhraseTagTrees: ...


@overload
def decode_tags(scores: Scores, lengths: Integers | None = None, encoding: str = "4-bit", tags: Sequence[str] | None = None, **options: Any) -> Trees: ...


def decode_tags(
    scores: Scores, lengths: Integers | None = None, encoding: str = "4-bit", tags: Sequence[str] | None = None, *,
    upos: Sequence | None = None, root_scores: Scores | None = None, relations: Scores | None = None, root_relation: int | None = None,
    arcs: Scores | None = None, root: str = "single", n_best: int | None = None, projective: bool = True, unknown: float = -math.inf,
    impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Trees | PhraseTagTrees:
    """Returns the tree of the best well-formed tags of each sentence, exactly. labels are the columns of its tags, for hexatags of l or r.

    scores: float32 or float64, scores[word, tag], -inf where a tag is forbidden, without a row for 0: (words, tags), (sentences, words, tags),
    or a list of arrays (words, tags). lengths: words of each sentence. tags: the names of columns, else those of tag_alphabet(); unknown: the
    score of tags that have no column. root_scores: in place of scores for words that depend on 0. relations: scores[word, relation] beside
    those of tags, where root words have root_relation, and no others; labels are then relations. arcs: scores[dependent, head] beside those
    of 4-bit tags, with row and column 0, as for decode(). upos: for relative-upos. projective: False
    for absolute, relative and relative-upos over any trees. n_best and other arguments as for decode().
    7-bit, brackets-2 and hierarchical-any have no exact method (UsageError). "hexatags-any" decodes hexatags over all binary trees, as
    published; "hexatags" over those that the tags of trees have.

    With "tetratags" or "attach-juxtapose", trees of phrases: PhraseTagTrees. tags are needed, of tetratags those of words (l/NP) and of gaps
    (R/VP) in columns of their own; upos, relations, root_scores, root, n_best, projective and unknown are for dependencies.
    """
    if _is_of_phrases(
        encoding, _SCORED, upos=(upos, None), root_scores=(root_scores, None), relations=(relations, None), root_relation=(root_relation, None),
        root=(root, "single"), projective=(projective, True), unknown=(unknown, -math.inf), arcs=(arcs, None),
    ):
        if n_best is not None:
            raise UsageError(f"n_best: found {n_best!r}, but {encoding} has its n best trees in C alone")
        numbers = _TagNumbers("scores", scores)
        return phrase_tagging.decode_tags(
            numbers, numbers.lengths_of(lengths), encoding, tags, _options_of(True, root, impossible, threads, max_memory))
    chosen = None
    if (relations is None) != (root_relation is None) or (relations is not None and root_scores is not None):
        raise TypeError("relations and root_relation go together, and without root_scores")
    if relations is not None:
        given = _TagNumbers("scores", scores)
        leaves = np.isin(tags if tags is not None else _ALPHABETS[encoding], ("l", "r")) if encoding in ("hexatags", "hexatags-any") else None
        labels = _TagNumbers("relations", relations)
        if len(labels.arrays) != len(given.arrays):
            raise DataError("relations: expected as many sentences as scores have")
        if given.arrays:
            scores, root_scores, chosen = _with_relations(given, labels, number("root_relation", root_relation, 0, 2**31 - 1), leaves)
            if not given.is_list:
                scores, root_scores = (values[0] if given.is_one else np.stack(values) for values in (scores, root_scores))
    call = _TagCall(scores, lengths, encoding, tags, upos, root_scores, root, projective, unknown, impossible, threads, max_memory, arcs)
    n, width, n_trees = len(call.lengths), call.numbers.longest, 1 if n_best is None else number("n_best", n_best, 1, MOST)
    most, size = call.options.max_memory or 1 << 30, n * n_trees * (8 * width + 8)
    if n_best is not None and size > most:
        raise ResourceError(f"{n_trees} trees of each of {n} sentences need {size} bytes, more than the {most} that max_memory allows")
    heads, labels, sums = (np.empty((n, n_trees, *shape), real) for shape, real in (((width,), np.int32), ((width,), np.int32), ((), np.float64)))
    rows = ffi.new("TbkTreeRows *", (n_trees, width, ints(heads.ravel()), ints(labels.ravel()), ffi.from_buffer("double[]", sums)))
    error = new_error()
    if not lib.tbk_decode_tags(_decoder(), call.scores, call.options, rows, error):
        fail(error)
    if chosen is not None:
        for i, best in enumerate(chosen):
            found = heads[i, :, :len(best)]
            labels[i, :, :len(best)] = np.where(found < 0, -1, np.where(found == 0, root_relation, best))
    if n_best is None:
        heads, sums, labels = heads[:, 0], sums[:, 0], labels[:, 0]
    if not call.numbers.is_one:
        return Trees(heads, sums, labels)
    return Trees(heads[0], float(sums[0]) if n_best is None else sums[0], labels[0])


def count_tags(
    scores: Scores, lengths: Integers | None = None, encoding: str = "4-bit", tags: Sequence[str] | None = None, *, best: bool = False,
    upos: Sequence | None = None, root_scores: Scores | None = None, root: str = "single", projective: bool = True,
    unknown: float = -math.inf, threads: int = 1, max_memory: int = 0,
) -> list[int] | int:
    """Returns of each sentence the number of its trees without forbidden tags, or of those of greatest score: integers of any size. Sums of
    scores are those of float64. Other arguments as for decode_tags()."""
    call = _TagCall(scores, lengths, encoding, tags, upos, root_scores, root, projective, unknown, "none", threads, max_memory)
    numbers = counted(len(call.lengths), lambda found, error: lib.tbk_count_tags(
        _decoder(), call.scores, call.options, *((ffi.NULL, found) if best else (found, ffi.NULL)), error))
    return numbers[0] if call.numbers.is_one else numbers


def tag_marginals(
    scores: Scores, lengths: Integers | None = None, encoding: str = "4-bit", tags: Sequence[str] | None = None, *, of: str = "tags",
    upos: Sequence | None = None, arcs: Scores | None = None, root: str = "single", projective: bool = True, unknown: float = -math.inf,
    impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> tuple[Any, Any]:
    """Returns log Z of each sentence, the logarithm of the sum of exp (score) over its trees, and the marginals of tags, in the form of scores:
    the gradient of log Z. of="arcs": those of arcs under 4-bit tags, [dependent, head] with row and column 0; decode(marginals) is then
    the tree of most expected arcs. Arguments as for decode_tags()."""
    of_phrases = _is_of_phrases(
        encoding, _SCORED, upos=(upos, None), root=(root, "single"), projective=(projective, True), unknown=(unknown, -math.inf), arcs=(arcs, None),
        of=(of, "tags"))
    call = (
        None if of_phrases else
        _TagCall(scores, lengths, encoding, tags, upos, None, root, projective, unknown, impossible, threads, max_memory, arcs))
    numbers = _TagNumbers("scores", scores) if of_phrases else call.numbers
    if choose("of", SHARES, of):
        return _arc_marginals(call)
    shares = [np.zeros(array.shape, array.dtype) for array in numbers.arrays]
    if not numbers.is_list:
        whole = np.zeros((len(shares), numbers.longest, numbers.n_tags), shares[0].dtype if shares else np.float64)
        shares = list(whole)
    found, sums, error = _TagNumbers("marginals", shares), np.empty(len(shares)), new_error()
    if of_phrases:
        sums = phrase_tagging.tag_marginals(
            numbers, numbers.lengths_of(lengths), encoding, tags, _options_of(True, root, impossible, threads, max_memory), found)
    elif not lib.tbk_tag_log_partition(_decoder(), call.scores, call.options, ffi.from_buffer("double[]", sums), found.pointer, ffi.NULL, error):
        fail(error)
    if numbers.is_list:
        return sums, shares
    return (float(sums[0]), whole[0]) if numbers.is_one else (sums, whole)


def _arc_marginals(call):
    numbers, n = call.numbers, len(call.lengths)
    real = numbers.arrays[0].dtype if numbers.arrays else np.float64
    whole = None if numbers.is_list else np.zeros((n, numbers.longest + 1, numbers.longest + 1), real)
    shares = [np.zeros((size + 1, size + 1), real) for size in numbers.sizes] if numbers.is_list else whole
    found, sums, error = _Numbers("marginals", shares, "dependent-head"), np.empty(n), new_error()
    if not lib.tbk_tag_arc_marginals(_decoder(), call.scores, call.options, ffi.from_buffer("double[]", sums), found.pointer, error):
        fail(error)
    if numbers.is_list:
        return sums, shares
    return (float(sums[0]), whole[0]) if numbers.is_one else (sums, whole)
