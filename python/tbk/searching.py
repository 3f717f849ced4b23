"""Exact search over scores of transitions: the best sequence, the k best, sums over all of them (tbk/search.h)."""
from __future__ import annotations

import sys
from typing import Any, Iterable, NamedTuple

import numpy as np
import numpy.typing as npt

from ._library import MOST, DataError, Integers, ResourceError, array_of, choose, counted, fail, ffi, integers, lib, new_error, number, per_thread
from .decoding import IMPOSSIBLE_TREES, ROOTS, TYPES, Scores, _address, _filled, _number, _Numbers, _OfSentences, _reals
from .transitions import Configuration, System

_searcher = per_thread(lambda: ffi.gc(lib.tbk_searcher_new(), lib.tbk_searcher_free))
_TRANSITIONS, _SCORES, _ROWS = (ffi.typeof(f"Tbk{name} *") for name in ("TransitionNumbers", "TransitionScores", "SequenceRows"))
_INTEGERS, _REALS = ffi.typeof("int[]"), ffi.typeof("double[]")

#: A TbkTransitionPlace.
_PLACE = np.dtype([("first", np.uintp), ("transitions_apart", np.int64), ("tops_apart", np.int64), ("fronts_apart", np.int64)], align=True)


class Sequences(NamedTuple):
    """Sequences of sentences.

    heads: int32, the head of word i at [..., i - 1], -1 where it has none, beyond the sentence and where there is no such sequence;
    transitions: int32, their numbers in System.transitions, -1 behind the last; score: float64, -inf where there is none. One sentence:
    heads (n,), transitions (3 n,), score a number; a batch and several sequences as in tbk.Trees.
    """

    heads: npt.NDArray[np.int32]
    transitions: npt.NDArray[np.int32]
    score: Any


def _check_shape(name, shape, system):
    n = len(system.transitions)
    if len(shape) != 3 or shape[0] != n or shape[2] < 3 or shape[1] not in (shape[2] - 1, shape[2]):
        raise DataError(f"{name}: found shape {shape}, expected ({n}, n + 1, n + 2): transitions of {system.name}, tops and fronts")


def _steps(array):
    return tuple(step // array.itemsize for step in array.strides[-3:])


class _TransitionNumbers:
    """A number for every transition, top and front of every sentence, as a TbkTransitionNumbers."""

    __slots__ = ("arrays", "is_list", "is_one", "memory", "n", "places", "pointer", "sizes")

    def __init__(self, name, values, system):
        self.is_list = isinstance(values, (list, tuple))
        if self.is_list:
            self._set_list(name, values, system)
            return
        self.arrays = array = _reals(name, values)
        self.is_one = array.ndim == 3
        _check_shape(name, array.shape[1:] if array.ndim == 4 else array.shape, system)
        self.n, self.sizes, self.memory = 1 if self.is_one else array.shape[0], array.shape[-1] - 1, _address(array)
        if self.n > MOST:
            raise DataError(f"{name}: found {self.n} sentences, expected at most {MOST}")
        apart = 0 if self.is_one else array.strides[0] // array.itemsize
        self.pointer = ffi.new(_TRANSITIONS, (TYPES[array.dtype], (self.memory, *_steps(array)), apart))

    def _set_list(self, name, values, system):
        arrays = [_reals(f"{name}[{i}]", value) for i, value in enumerate(values)]
        if any(array.dtype != arrays[0].dtype for array in arrays):
            arrays = [array.astype(np.float64) for array in arrays]
        for i, array in enumerate(arrays):
            _check_shape(f"{name}[{i}]", array.shape, system)
        self.arrays, self.n, self.is_one, self.sizes = arrays, len(arrays), False, [array.shape[2] - 1 for array in arrays]
        self.places = np.array([(array.__array_interface__["data"][0], *_steps(array)) for array in arrays], dtype=_PLACE)
        self.pointer = ffi.new(_TRANSITIONS, (TYPES[arrays[0].dtype] if arrays else TYPES[np.dtype(np.float64)],))
        self.pointer.places = ffi.cast("TbkTransitionPlace *", self.places.__array_interface__["data"][0])


class _Search(_OfSentences):
    """What a function is given: scores, arcs, lengths and options, as the library has them."""

    __slots__ = ("arcs", "lengths", "longest", "numbers", "options", "scores", "system")

    def __init__(self, scores, lengths, system, arcs, root="any", once=False, impossible="raise", threads=1, max_memory=0):
        self.system = System(system)
        self.numbers = numbers = _TransitionNumbers("scores", scores, self.system)
        self.arcs = None if arcs is None else self._set_arcs(arcs)
        pointer = self._set_lengths(lengths)
        self.scores = ffi.new(_SCORES, (self.system._system, numbers.n, pointer, numbers.pointer))
        if arcs is not None:
            self.scores.arcs = self.arcs.pointer
        self.options = ffi.new("TbkTransitionOptions *", (
            bool(once), choose("root", ROOTS, root), choose("impossible", IMPOSSIBLE_TREES, impossible),
            number("threads", threads, 1, 1024), number("max_memory", max_memory, 0, sys.maxsize),
        ))

    def _set_arcs(self, arcs):
        found, numbers = _Numbers("arcs", arcs, "dependent-head"), self.numbers
        if (found.is_list, found.is_one, found.n, found.sizes, found.n_labels) != (numbers.is_list, numbers.is_one, numbers.n, numbers.sizes, 0):
            raise DataError("arcs: expected (n + 1, n + 1), [dependent, head], for each sentence of scores")
        return found

    def rows(self, n_sequences, is_limited=True):
        """Sequences for the library to fill, and as they are returned: n_sequences of each sentence, or None: one."""
        numbers, steps = self.numbers, lib.TBK_SEARCH_STEPS * self.longest
        most, size = self.options.max_memory or 1 << 30, numbers.n * (n_sequences or 0) * ((steps + self.longest) * 4 + 8)
        if is_limited and size > most:
            raise ResourceError(f"{n_sequences} sequences of each of {numbers.n} sentences need {size} bytes, more than the {most} that max_memory allows")
        shape = () if n_sequences is None else (n_sequences,)
        shape = shape if numbers.is_one else (numbers.n, *shape)
        found = Sequences(np.empty((*shape, self.longest), np.int32), np.empty((*shape, steps), np.int32), np.empty(shape))
        pointers = (ffi.from_buffer(kind, array) for kind, array in zip((_INTEGERS, _INTEGERS, _REALS), found))
        return ffi.new(_ROWS, (n_sequences or 1, self.longest, *pointers)), found



def decode_transitions(
    scores: Scores, lengths: Integers | None = None, *, system: str | System = "arc-hybrid", arcs: Scores | None = None, root: str = "any",
    once: bool = False, n_best: int | None = None, impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Sequences:
    """Returns the best sequence of transitions of each sentence, or its n best.

    scores: float32 or float64, scores[transition, top, front] of System(system).transitions, for the word on top of the stack (0 too where it
    is empty) and the first word of the input (n + 1 where none remains), -inf where it is forbidden: (T, n + 1, n + 2) for one sentence,
    (sentences, T, N + 1, N + 2), or a list; one top more is not read, so that products over all fronts fit. Strides are free.
    lengths: words of each sentence, N without; arcs: scores[dependent, head] as for decode(), added for each arc that is made; root: "any" or
    "single" children of 0; once: of the sequences that make a tree one counts (tbk/search.h says which); n_best: so many sequences of each
    sentence; impossible, threads, max_memory: as for decode(). DataError for a system that has no exact search.
    """
    call = _Search(scores, lengths, system, arcs, root, once, impossible, threads, max_memory)
    rows, found = call.rows(None if n_best is None else number("n_best", n_best, 1, MOST))
    error = new_error()
    if not lib.tbk_decode_transitions(_searcher(), call.scores, call.options, rows, error):
        fail(error)
    return _filled(found)


def sample_transitions(
    scores: Scores, lengths: Integers | None = None, *, seed: int = 1, size: int | None = None, system: str | System = "arc-hybrid",
    arcs: Scores | None = None, root: str = "any", once: bool = False, impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Sequences:
    """Returns a sequence of each sentence, or `size` independent ones, each drawn with the probability exp(score) / Z. Arguments as for
    decode_transitions() and sample_trees()."""
    call = _Search(scores, lengths, system, arcs, root, once, impossible, threads, max_memory)
    rows, found = call.rows(None if size is None else number("size", size, 1, MOST))
    error = new_error()
    if not lib.tbk_sample_transitions(_searcher(), call.scores, call.options, number("seed", seed, 0, 2**64 - 1), rows, error):
        fail(error)
    return _filled(found)


def _sums(call, log_z, shares, arc_shares, entropy):
    """Calls tbk_transition_partition() for arrays and numbers, or None."""
    error = new_error()
    pointers = [ffi.NULL if array is None else ffi.from_buffer(_REALS, array) for array in (log_z, entropy)]
    places = [ffi.NULL if numbers is None else numbers.pointer for numbers in (shares, arc_shares)]
    if not lib.tbk_transition_partition(_searcher(), call.scores, call.options, pointers[0], *places, pointers[1], error):
        fail(error)


def transition_partition(
    scores: Scores, lengths: Integers | None = None, *, system: str | System = "arc-hybrid", arcs: Scores | None = None, root: str = "any",
    once: bool = False, impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Any:
    """Returns of each sentence the logarithm of the sum of exp(score) over its sequences, float64. Arguments as for decode_transitions()."""
    call = _Search(scores, lengths, system, arcs, root, once, impossible, threads, max_memory)
    log_z = np.empty(call.shape)
    _sums(call, log_z, None, None, None)
    return _number(log_z)


def transition_entropy(
    scores: Scores, lengths: Integers | None = None, *, system: str | System = "arc-hybrid", arcs: Scores | None = None, root: str = "any",
    once: bool = False, impossible: str = "raise", threads: int = 1, max_memory: int = 0,
) -> Any:
    """Returns of each sentence the entropy of its sequences in nats; NaN where there is none. Arguments as for decode_transitions()."""
    call = _Search(scores, lengths, system, arcs, root, once, impossible, threads, max_memory)
    found = np.empty(call.shape)
    _sums(call, None, None, None, found)
    return _number(found)


def _like(arrays, dtype):
    return [np.zeros(array.shape, dtype) for array in arrays] if isinstance(arrays, list) else np.zeros(arrays.shape, dtype)


def transition_marginals(
    scores: Scores, lengths: Integers | None = None, *, system: str | System = "arc-hybrid", arcs: Scores | None = None, root: str = "any",
    once: bool = False, impossible: str = "raise", threads: int = 1, max_memory: int = 0, dtype: Any = np.float64,
) -> tuple[Any, Any, Any]:
    """Returns the log partition, of the shape of scores the probability of each transition at each top and front, and that of each arc,
    [dependent, head]: the gradients of the log partition. tbk.decode() of the latter finds the tree of most expected arcs.

    dtype: float64 or float32, of the probabilities. Other arguments as for decode_transitions().
    """
    if np.dtype(dtype) not in TYPES:
        raise TypeError(f"dtype: found {np.dtype(dtype)}, expected float32 or float64")
    call = _Search(scores, lengths, system, arcs, root, once, impossible, threads, max_memory)
    log_z, shares = np.empty(call.shape), _like(call.numbers.arrays, dtype)
    if call.numbers.is_list:
        arc_shares: Any = [np.zeros((size, size), dtype) for size in call.numbers.sizes]
    else:
        arc_shares = np.zeros((*call.shape, call.longest + 1, call.longest + 1), dtype)
    numbers = _TransitionNumbers("marginals", shares, call.system)
    _sums(call, log_z, numbers, _Numbers("arc marginals", arc_shares, "dependent-head"), None)
    return _number(log_z), shares, arc_shares


def count_sequences(
    scores: Scores, lengths: Integers | None = None, *, best: bool = False, system: str | System = "arc-hybrid", arcs: Scores | None = None,
    root: str = "any", once: bool = False, threads: int = 1, max_memory: int = 0,
) -> list[int] | int:
    """Returns of each sentence the number of its sequences without a forbidden transition or arc, or of those of greatest score: integers
    of any size, exact. Arguments as for decode_transitions()."""
    call = _Search(scores, lengths, system, arcs, root, once, "none", threads, max_memory)
    numbers = counted(call.numbers.n, lambda found, error: lib.tbk_count_sequences(
        _searcher(), call.scores, call.options, *((ffi.NULL, found) if best else (found, ffi.NULL)), error))
    return numbers[0] if call.numbers.is_one else numbers


def sequence_score(
    scores: Scores, transitions: Any, lengths: Integers | None = None, *, system: str | System = "arc-hybrid", arcs: Scores | None = None,
) -> Sequences:
    """Returns given sequences, such as a beam finds, with their heads and scores, to compare them with the best.

    transitions: numbers of transitions, -1 behind the last: (steps,), (sentences, steps) or (sentences, sequences, steps). DataError for a
    step that the system does not allow. Other arguments as for decode_transitions().
    """
    call = _Search(scores, lengths, system, arcs)
    array = array_of("transitions", transitions)
    array = np.array(integers("transitions", array.reshape(-1)).reshape(array.shape))
    array = array[None] if call.numbers.is_one else array
    is_one_sequence = array.ndim == 2
    array = array[:, None] if is_one_sequence else array
    if array.ndim != 3 or array.shape[0] != call.numbers.n or array.shape[1] == 0:
        raise DataError(f"transitions: found shape {np.shape(transitions)}, expected (steps,), (sentences, steps) or (sentences, sequences, steps)")
    rows, found = call.rows(array.shape[1], is_limited=False)
    steps = found.transitions.shape[-1]
    if array.shape[2] > steps and (array[:, :, steps:] >= 0).any():
        raise DataError(f"transitions: found more than {steps} steps of {call.longest} words")
    found.transitions[...] = -1
    width = min(steps, array.shape[2])
    found.transitions.reshape(call.numbers.n, array.shape[1], steps)[:, :, :width] = array[:, :, :width]
    error = new_error()
    if not lib.tbk_score_sequences(call.scores, rows, error):
        fail(error)
    if is_one_sequence:
        found = Sequences(*(part[0] if call.numbers.is_one else part[:, 0] for part in found))
    return _filled(found._replace(score=np.asarray(found.score)))


def transition_values(
    scores: Scores, configurations: Configuration | Iterable[Configuration], *, system: str | System = "arc-hybrid", arcs: Scores | None = None,
    max_memory: int = 0,
) -> npt.NDArray[np.float64]:
    """Returns for configurations of one sentence the greatest sum of scores that can follow, by the transition that comes first, -inf where it
    is not allowed: (transitions,) or (configurations, transitions), float64.

    With scores of 0 and arcs of 1 for the arcs of a gold tree, else 0, these are the values of Oracle, whatever the gold tree. One chart serves
    all configurations. Arguments as for decode_transitions(), of one sentence.
    """
    call = _Search(scores, None, system, arcs, max_memory=max_memory)
    if not call.numbers.is_one:
        raise DataError("scores: found several sentences, expected one")
    is_one = isinstance(configurations, Configuration)
    given = [configurations] if is_one else list(configurations)
    for i, configuration in enumerate(given):
        if not isinstance(configuration, Configuration):
            raise TypeError(f"configurations[{i}]: found {type(configuration).__name__}, expected a Configuration")
    pointers = ffi.new("const TbkConfiguration *[]", [configuration._c for configuration in given] or [ffi.NULL])
    values = np.empty((len(given), len(call.system.transitions)))
    error = new_error()
    if not lib.tbk_value_transitions(_searcher(), call.scores, call.options, pointers, len(given), ffi.from_buffer(_REALS, values), error):
        fail(error)
    return values[0] if is_one else values
