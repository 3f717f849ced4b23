"""Trees from the scores of their arcs: the best, the n best, sums over all of them (tbk/decode.h)."""
from __future__ import annotations

import functools
import sys
import weakref
from typing import Any, NamedTuple, Sequence

import numpy as np
import numpy.typing as npt

from ._library import (
    MOST, DataError, Heads, Integers, ResourceError, array_of, choose, counted, fail, ffi, integers, ints, lib, new_error, number, per_thread,
    without_sentence,
)

ROOTS = {"single": False, "any": True}
LAYOUTS = {"dependent-head": False, "head-dependent": True}
IMPOSSIBLE_TREES = {"raise": False, "none": True}
TYPES = {np.dtype(np.float32): lib.TBK_FLOAT32, np.dtype(np.float64): lib.TBK_FLOAT64}

#: A TbkArcPlace.
_PLACE = np.dtype([("first", np.uintp), ("dependents_apart", np.int64), ("heads_apart", np.int64), ("labels_apart", np.int64)], align=True)

_ONE = (slice(1),)

#: An array that is not written to, or what can be seen as one by DLPack.
Scores = Any

_decoder = per_thread(lambda: ffi.gc(lib.tbk_decoder_new(), lib.tbk_decoder_free))
_NUMBERS, _SCORES, _ROWS = (ffi.typeof(f"Tbk{name} *") for name in ("ArcNumbers", "ArcScores", "TreeRows"))
_INTEGERS, _REALS = ffi.typeof("int[]"), ffi.typeof("double[]")


class Trees(NamedTuple):
    """Trees of sentences.

    heads: int32, the head of word i at [..., i - 1], -1 beyond the sentence and where there is no such tree; score: float64, -inf where
    there is none; labels: int32 as heads, or None where scores have none. One sentence: heads (n,), score a number; a batch: (sentences, n)
    and (sentences,); several trees of each: (sentences, trees, n) and (sentences, trees).
    """

    heads: npt.NDArray[np.int32]
    score: Any
    labels: Any


def _reals(name, values):
    """An array of float32 or float64: the same memory, unless the type is a half, or elements do not lie whole beside each other."""
    is_array = type(values) is np.ndarray
    if not is_array and not isinstance(values, np.ndarray) and hasattr(values, "__dlpack__"):
        try:
            if str(getattr(values, "dtype", "")).endswith("bfloat16"):
                values = values.float()  # a type that NumPy does not have
            values = np.from_dlpack(values)
        except (RuntimeError, BufferError, TypeError) as error:
            raise TypeError(f"{name}: NumPy cannot see this array in place ({error})") from None
    array = values if is_array else array_of(name, values)
    if array.dtype not in TYPES:  # of the other order of bytes, too
        if array.dtype.kind != "f" and array.dtype.name != "bfloat16" or array.dtype.itemsize > 8:
            raise TypeError(f"{name}: found numbers of type {array.dtype}, expected float32 or float64")
        array = array.astype(np.float32 if array.dtype.itemsize < 4 else array.dtype.newbyteorder("="))
    if not array.flags.aligned or array.dtype.alignment < array.itemsize and any(step % array.itemsize for step in array.strides):
        array = np.ascontiguousarray(array)
    return array


def _address(array):
    """Where the first element is."""
    if not array.flags.c_contiguous:
        array = array[(0,) * (array.ndim - 1) + _ONE]  # of one element, so that it lies in one piece
    return ffi.from_buffer(array)


def _steps(strides, size, turns):
    """How far dependents, heads and labels are apart, in elements."""
    rows, columns = strides[0] // size, strides[1] // size
    labels = strides[2] // size if len(strides) > 2 else 0
    return (columns, rows, labels) if turns else (rows, columns, labels)


def _count_labels(name, shape):
    if shape == (0,):
        raise DataError(f"{name}: found 0 labels, expected one or more")
    return shape[0] if shape else 0


@functools.lru_cache(maxsize=256)
def _order(name, shape, strides, size, turns):
    """How the numbers of an array lie: whether it is of one sentence, of how many, N, labels, their type, steps, and how far sentences are
    apart. Kept, as many calls have the same."""
    is_one = len(shape) == 2
    found = shape
    if is_one:
        shape, strides = (1, *shape), (0, *strides)
    if not 3 <= len(shape) <= 4 or shape[1] != shape[2] or shape[1] == 0:
        raise DataError(f"{name}: found shape {found}, expected (N, N), (sentences, N, N) or (sentences, N, N, labels)")
    real = TYPES[np.dtype(f"f{size}")]
    return is_one, shape[0], shape[1], _count_labels(name, shape[3:]), real, _steps(strides[1:], size, turns), strides[0] // size


class _Numbers:
    """A number, or one for each label, for every arc of every sentence: an array (N, N), (sentences, N, N) or (sentences, N, N, labels), or a
    list of arrays (N, N) or (N, N, labels), as a TbkArcNumbers."""

    __slots__ = ("arrays", "n", "is_one", "is_list", "n_labels", "sizes", "pointer", "places", "memory")

    def __init__(self, name, values, layout):
        turns = choose("layout", LAYOUTS, layout)
        self.is_list = isinstance(values, (list, tuple))
        if self.is_list:
            self._set_list(name, values, turns)
        else:
            self._set_array(name, _reals(name, values), turns)
        if self.n > MOST:
            raise DataError(f"{name}: found {self.n} sentences, expected at most {MOST}")

    def _set_array(self, name, array, turns):
        self.arrays, self.memory = array, _address(array)
        self.is_one, self.n, self.sizes, self.n_labels, real, steps, apart = _order(
            name, array.shape, array.strides, array.itemsize, turns
        )
        self.pointer = ffi.new(_NUMBERS, (real, self.n_labels, (self.memory, *steps), apart))

    def _set_list(self, name, values, turns):
        self.is_one = False
        arrays = [_reals(f"{name}[{i}]", value) for i, value in enumerate(values)]
        if any(array.dtype != arrays[0].dtype for array in arrays):
            arrays = [array.astype(np.float64) if array.dtype != np.float64 else array for array in arrays]
        for i, array in enumerate(arrays):
            shape = array.shape
            if not 2 <= len(shape) <= 3 or shape[0] != shape[1] or shape[0] == 0 or shape[2:] != arrays[0].shape[2:]:
                raise DataError(f"{name}[{i}]: found shape {shape}, expected (N, N), or (N, N, labels) with as many labels in all")
        self.arrays, self.n, self.sizes = arrays, len(arrays), [array.shape[0] for array in arrays]
        first = arrays[0] if arrays else np.empty((1, 1))
        self.n_labels = _count_labels(name, first.shape[2:])
        self.places = np.array(
            [(array.__array_interface__["data"][0], *_steps(array.strides, array.itemsize, turns)) for array in arrays], dtype=_PLACE
        )
        self.pointer = ffi.new(_NUMBERS, (TYPES[first.dtype], self.n_labels))
        self.pointer.places = ffi.cast("TbkArcPlace *", self.places.__array_interface__["data"][0])


#: What structures of the library point to, for as long as these live.
_pointed_to = weakref.WeakKeyDictionary()


def _label_groups(unique):
    """A TbkLabelGroups, or NULL without groups."""
    if unique is None:
        return ffi.NULL
    if not 1 <= len(unique) <= lib.TBK_MAX_LABEL_GROUPS:
        raise DataError(f"unique: found {len(unique)} groups, expected 1 to {lib.TBK_MAX_LABEL_GROUPS}")
    sizes, labels = ffi.new("int[]", [len(group) for group in unique]), ffi.new("int[]", [label for group in unique for label in group] or [0])
    groups = ffi.new("TbkLabelGroups *", (len(unique), sizes, labels))
    _pointed_to[groups] = sizes, labels
    return groups


@functools.lru_cache(maxsize=256, typed=True)
def _options(projective, root, impossible, threads, max_memory, unique=None, max_nodes=0):
    """As the library has them, which only reads them; kept, as most calls have the same."""
    has_any_root, allows_none = choose("root", ROOTS, root), choose("impossible", IMPOSSIBLE_TREES, impossible)
    n_threads, memory = number("threads", threads, 1, 1024), number("max_memory", max_memory, 0, sys.maxsize)
    groups, nodes = _label_groups(unique), number("max_nodes", max_nodes, 0, MOST // 2)
    options = ffi.new("TbkDecodeOptions *", (not projective, has_any_root, allows_none, n_threads, memory, groups, nodes))
    _pointed_to[options] = groups
    return options


@functools.lru_cache(maxsize=16)
def _same_lengths(n, length):
    """The lengths of n sentences as long as one another, which are only read, and a pointer to them; kept, as most calls have the same."""
    lengths = np.full(n, length, np.int32)
    return lengths, ints(lengths)


class _OfSentences:
    """What has `numbers` of sentences, whose sizes are one more than their words: their lengths."""

    __slots__ = ()

    def _set_lengths(self, lengths):
        """Returns a pointer to them."""
        numbers = self.numbers
        if numbers.is_list:
            if lengths is not None:
                raise TypeError("lengths: found some, expected none beside a list, whose arrays are as long as their sentences")
            self.lengths = np.array(numbers.sizes, dtype=np.int32) - 1
            self.longest = int(self.lengths.max(initial=0))
            return ints(self.lengths)
        self.longest = numbers.sizes - 1
        if lengths is None:
            self.lengths, pointer = _same_lengths(numbers.n, self.longest)
            return pointer
        found = np.array(integers("lengths", [lengths] if numbers.is_one and np.ndim(lengths) == 0 else lengths))
        if len(found) != numbers.n:
            raise DataError(f"lengths: found {len(found)}, expected one for each of {numbers.n} sentences")
        wrong = np.flatnonzero((found < 1) | (found > self.longest))
        if wrong.size > 0:
            raise DataError(f"lengths[{wrong[0]}]: found {found[wrong[0]]}, expected 1 to {self.longest}")
        self.lengths = found
        return ints(found)

    @property
    def shape(self):
        """Of an array with a number for each sentence."""
        return () if self.numbers.is_one else (self.numbers.n,)


class _Call(_OfSentences):
    """What a function is given: scores, cost, lengths and options, as the library has them."""

    __slots__ = ("numbers", "cost", "lengths", "longest", "scores", "options")

    def __init__(
        self, scores, lengths, cost, layout, projective=True, root="single", impossible="raise", threads=1, max_memory=0, unique=None, max_nodes=0
    ):
        self.numbers = numbers = _Numbers("scores", scores, layout)
        pointer = self._set_lengths(lengths)
        self.cost = None if cost is None else self._cost(cost, layout)
        self.scores = ffi.new(_SCORES, (numbers.n, pointer, numbers.pointer))
        if cost is not None:
            self.scores.cost = self.cost.pointer
        self.options = _options(bool(projective), root, impossible, threads, max_memory, unique, max_nodes)

    def _cost(self, cost, layout):
        found = _Numbers("cost", cost, layout)
        numbers = self.numbers
        if (
            found.is_list != numbers.is_list or found.is_one != numbers.is_one or found.n != numbers.n or found.sizes != numbers.sizes
            or found.n_labels not in (0, numbers.n_labels)
        ):
            raise DataError("cost: expected the shape of scores, with or without labels")
        return found

    def rows(self, n_trees):
        """Trees for the library to fill, and as they are returned: n_trees of each sentence, or None: one. Several count for memory."""
        numbers = self.numbers
        most, size = self.options.max_memory or 1 << 30, numbers.n * (n_trees or 0) * (self.longest * (8 if numbers.n_labels > 0 else 4) + 8)
        if size > most:
            raise ResourceError(f"{n_trees} trees of each of {numbers.n} sentences need {size} bytes, more than the {most} that max_memory allows")
        shape = (self.longest,) if n_trees is None else (n_trees, self.longest)
        shape = shape if numbers.is_one else (numbers.n, *shape)
        heads, scores = np.empty(shape, np.int32), np.empty(shape[:-1])
        labels = np.empty(shape, np.int32) if numbers.n_labels > 0 else None
        label_pointer = ffi.NULL if labels is None else ffi.from_buffer(_INTEGERS, labels)
        pointers = ffi.from_buffer(_INTEGERS, heads), label_pointer, ffi.from_buffer(_REALS, scores)
        rows = ffi.new(_ROWS, (n_trees or 1, self.longest, *pointers))
        return rows, Trees(heads, scores, labels)



def _number(found):
    """One number is one of Python's."""
    return found if found.ndim > 0 else float(found)


def _filled(trees):
    """Trees, or sequences, that the library filled."""
    return trees if trees.score.ndim > 0 else trees._replace(score=float(trees.score))


def unique_groups(relations: Sequence[str]) -> list[list[int]]:
    """Returns the groups of relations, by number, of which UD allows a word one each: subjects (nsubj, csubj and their subtypes but :outer)
    and objects (obj and its subtypes); for decode(unique=...)."""
    parts = [relation.split(":") for relation in relations]
    subjects = [i for i, part in enumerate(parts) if part[0] in ("nsubj", "csubj") and "outer" not in part[1:]]
    return [subjects, [i for i, part in enumerate(parts) if part[0] == "obj"]]


def _unique(unique, n_best):
    """Groups of labels as tuples, which can be a key."""
    if unique is None:
        return None
    if n_best is not None:
        raise TypeError("unique: found it beside n_best, expected one tree of each sentence")
    if isinstance(unique, str) or not isinstance(unique, Sequence):
        raise TypeError(f"unique: found {type(unique).__name__}, expected a list of lists of labels")
    return tuple(tuple(integers(f"unique[{i}]", group).tolist()) for i, group in enumerate(unique))


def decode(
    scores: Scores, lengths: Integers | None = None, *, projective: bool = True, root: str = "single", n_best: int | None = None,
    cost: Scores | None = None, layout: str = "dependent-head", impossible: str = "raise", threads: int = 1, max_memory: int = 0,
    unique: Sequence[Sequence[int]] | None = None, max_nodes: int = 0,
) -> Trees:
    """Returns the best tree of each sentence, or its n best.

    scores: float32 or float64, scores[dependent, head] for words 1..n and the root 0, -inf where an arc is forbidden: (N, N) for one sentence,
    (sentences, N, N), (sentences, N, N, labels), or a list of arrays (N, N) or (N, N, labels); anything that DLPack shows without a copy.
    Strides are free; float16 and bfloat16 are copied. Column and row of the word itself, and row 0, are not read.
    lengths: words of each sentence, N - 1 without; root: "single" or "any" children of 0; n_best: so many trees of each sentence, the best first;
    cost: is added to scores; layout: "dependent-head" or "head-dependent", the order of the indices; impossible: "raise" DataError where
    there is no tree, or "none"; threads: how many work on the sentences; max_memory: bytes, 0 for 1 GiB, of what the library needs and of
    what it returns if several trees of each sentence are asked for; unique: groups of labels of which a head other than 0 has one dependent
    each (see unique_groups()), max_nodes: of the search for such a tree if it need not be projective, 0 for 10,000: DataError beyond.
    """
    groups = _unique(unique, n_best)
    call = _Call(scores, lengths, cost, layout, projective, root, impossible, threads, max_memory, groups, max_nodes)
    if groups is not None and call.numbers.n_labels == 0:
        raise DataError("unique: found scores without labels, expected (sentences, N, N, labels)")
    rows, trees = call.rows(None if n_best is None else number("n_best", n_best, 1, MOST))
    error = new_error()
    if not lib.tbk_decode(_decoder(), call.scores, call.options, rows, error):
        fail(error)
    return _filled(trees)


def mbr(
    scores: Scores, lengths: Integers | None = None, *, projective: bool = True, root: str = "single", cost: Scores | None = None,
    layout: str = "dependent-head", impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Trees:
    """Returns the tree of most expected arcs of each sentence (minimum Bayes risk); its score is the sum of their marginals. Arguments as for
    decode()."""
    call = _Call(scores, lengths, cost, layout, projective, root, impossible, threads, max_memory)
    rows, trees = call.rows(None)
    error = new_error()
    if not lib.tbk_expected_trees(_decoder(), call.scores, call.options, rows, error):
        fail(error)
    return _filled(trees)


def sample_trees(
    scores: Scores, lengths: Integers | None = None, *, seed: int = 1, size: int | None = None, projective: bool = True, root: str = "single",
    cost: Scores | None = None, layout: str = "dependent-head", impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Trees:
    """Returns a tree of each sentence, or `size` independent ones, each drawn with the probability exp(score) / Z.

    The draw depends on seed (0 to 2^64 - 1), the place of the sentence, and its scores. Other arguments as for decode().
    """
    call = _Call(scores, lengths, cost, layout, projective, root, impossible, threads, max_memory)
    rows, trees = call.rows(None if size is None else number("size", size, 1, MOST))
    error = new_error()
    if not lib.tbk_sample_trees(_decoder(), call.scores, call.options, number("seed", seed, 0, 2**64 - 1), rows, error):
        fail(error)
    return _filled(trees)


def _sums(call, log_z, marginals, entropy):
    """Calls tbk_log_partition() for arrays and numbers, or None."""
    error = new_error()
    pointers = [ffi.NULL if array is None else ffi.from_buffer("double[]", array) for array in (log_z, entropy)]
    place = ffi.NULL if marginals is None else marginals.pointer
    if not lib.tbk_log_partition(_decoder(), call.scores, call.options, pointers[0], place, pointers[1], error):
        fail(error)


def log_partition(
    scores: Scores, lengths: Integers | None = None, *, projective: bool = True, root: str = "single", cost: Scores | None = None,
    layout: str = "dependent-head", impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Any:
    """Returns of each sentence the logarithm of the sum of exp(score) over its trees, float64. Arguments as for decode()."""
    call = _Call(scores, lengths, cost, layout, projective, root, impossible, threads, max_memory)
    log_z = np.empty(call.shape)
    _sums(call, log_z, None, None)
    return _number(log_z)


def entropy(
    scores: Scores, lengths: Integers | None = None, *, projective: bool = True, root: str = "single", cost: Scores | None = None,
    layout: str = "dependent-head", impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Any:
    """Returns of each sentence the entropy of its trees in nats; NaN where there is none. Arguments as for decode()."""
    call = _Call(scores, lengths, cost, layout, projective, root, impossible, threads, max_memory)
    found = np.empty(call.shape)
    _sums(call, None, None, found)
    return _number(found)


def marginals(
    scores: Scores, lengths: Integers | None = None, *, projective: bool = True, root: str = "single", cost: Scores | None = None,
    layout: str = "dependent-head", impossible: str = "raise", threads: int = 1, max_memory: int = 0, dtype: Any = np.float64,
) -> tuple[Any, Any]:
    """Returns the log partition, and of the shape of scores the probability of each arc (with that label): the gradient of the log partition.

    dtype: float64 or float32, of the probabilities, which are 0 where scores are not read. Other arguments as for decode().
    """
    if np.dtype(dtype) not in TYPES:
        raise TypeError(f"dtype: found {np.dtype(dtype)}, expected float32 or float64")
    call = _Call(scores, lengths, cost, layout, projective, root, impossible, threads, max_memory)
    log_z = np.empty(call.shape)
    if call.numbers.is_list:
        found = [np.empty(array.shape, dtype) for array in call.numbers.arrays]
    else:
        is_whole = lengths is None or bool((call.lengths == call.longest).all())
        found = (np.empty if is_whole else np.zeros)(call.numbers.arrays.shape, dtype)
    _sums(call, log_z, _Numbers("marginals", found, layout), None)
    return _number(log_z), found


def count_trees(
    scores: Scores, lengths: Integers | None = None, *, best: bool = False, projective: bool = True, root: str = "single",
    cost: Scores | None = None, layout: str = "dependent-head", threads: int = 1, max_memory: int = 0,
) -> list[int] | int:
    """Returns of each sentence the number of its trees without forbidden arcs, or of those of greatest score: integers of any size, exact.

    Other arguments as for decode().
    """
    call = _Call(scores, lengths, cost, layout, projective, root, "none", threads, max_memory)
    numbers = counted(call.numbers.n, lambda found, error: lib.tbk_count_trees(
        _decoder(), call.scores, call.options, *((ffi.NULL, found) if best else (found, ffi.NULL)), error))
    return numbers[0] if call.numbers.is_one else numbers


def tree_score(
    scores: Scores, heads: Heads | Sequence[Heads], lengths: Integers | None = None, *, labels: Any = None, cost: Scores | None = None,
    layout: str = "dependent-head",
) -> Any:
    """Returns the sum of the scores of the arcs of given trees, float64.

    heads: as decode() returns them, or lists; entries beyond a sentence are ignored. labels: as heads, -1 for the best label; without, the
    best. Other arguments as for decode(). It is not checked that heads are trees.
    """
    call = _Call(scores, lengths, cost, layout)
    given, is_one_tree = _tree_rows(call, "heads", heads)
    chosen = None if labels is None else _tree_rows(call, "labels", labels)[0]
    if chosen is not None and (chosen.shape != given.shape or call.numbers.n_labels == 0):
        raise DataError("labels: expected the shape of heads, and scores with labels")
    rows = ffi.new("TbkTreeRows *")
    rows.n_trees, rows.width = given.shape[1:]
    rows.heads = ffi.from_buffer("int[]", given)
    if chosen is not None:
        rows.labels = ffi.from_buffer("int[]", chosen)
    found = np.empty(given.shape[:2])
    rows.scores = ffi.from_buffer("double[]", found)
    error = new_error()
    if not lib.tbk_score_trees(call.scores, rows, error):
        fail(error)
    found = found[:, 0] if is_one_tree else found
    return _number(found[0] if call.numbers.is_one else found)


#: What helps against an error of tbk_check_trees(), by the end of its message.
_HELP = {
    "expected a projective tree": "tbk.projectivize() makes one, projective=False sums over all trees",
    "with head 0, expected one": 'root="any" sums over trees with several',
}


def check_gold(heads, lengths, *, projective=True, root="single", **_):
    """Refuses heads, (sentences, words) int32, that are none of the trees that are summed over with these options."""
    options = _options(bool(projective), root, "raise", 1, 0, None, 0)
    rows = ffi.new(_ROWS, (1, heads.shape[1], ffi.from_buffer(_INTEGERS, heads)))
    error = new_error()
    if lib.tbk_check_trees(ints(lengths), len(lengths), options, rows, error):
        return
    try:
        fail(error)
    except DataError as found:
        message = str(found)
    raise DataError(f"{message}; " + next((each for end, each in _HELP.items() if message.endswith(end)), "tbk.repair() makes trees"))


def _tree_rows(call, name, values):
    """A copy of heads or labels, (sentences, trees, words); and whether they are those of one tree each."""
    n, longest, is_one = call.numbers.n, call.longest, call.numbers.is_one
    if isinstance(values, (list, tuple)) and not is_one:
        rows = [integers(f"{name}[{i}]", without_sentence(row)) for i, row in enumerate(values)]
        array = np.full((len(rows), longest), -1, np.int32)
        for i, (row, length) in enumerate(zip(rows, call.lengths)):
            if len(row) < length:
                raise DataError(f"{name}[{i}]: found {len(row)}, expected one for each of {length} words")
            array[i, :length] = row[:length]
    else:
        array = array_of(name, without_sentence(values))
        array = np.array(integers(name, array.reshape(-1)).reshape(array.shape))
        array = array[None] if is_one else array
    is_one_tree = array.ndim == 2
    array = array[:, None] if is_one_tree else array
    if array.ndim != 3 or array.shape[0] != n or array.shape[1] == 0 or array.shape[2] < call.lengths.max(initial=0):
        raise DataError(f"{name}: found shape {np.shape(values)}, expected one for each word of {n} sentences")
    return np.ascontiguousarray(array), is_one_tree
