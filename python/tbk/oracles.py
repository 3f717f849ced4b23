"""Dynamic oracles: what each transition of a configuration is worth, one at a time and by the thousand."""
from __future__ import annotations

from typing import Iterable

import numpy as np
import numpy.typing as npt

from ._library import (
    MOST, DataError, Handle, Heads, Integers, UsageError, choose, fail, ffi, heads_of, integers, ints, lib, new_error, number, offsets_of, without_sentence,
    output, sentences_of,
)
from .transitions import Configuration, System, Transition

METHODS: dict[str, int] = {ffi.string(lib.tbk_method_name(method)).decode(): method for method in range(lib.TBK_N_METHODS)}


def set_search(most: int = lib.TBK_SEARCH_DEFAULT) -> None:
    """Sets how many configurations a search looks at, at most, to value one (tbk_oracles_set_search()); without an argument, as many
    as at first. For one gold tree of n words, all searches of an oracle look at 4096 / n times as many together, or as many.

    Some values of swap, attardi-1 to -4, planar, two-planar and covington-projective are only found by a search. It holds for all
    oracles of the process.
    """
    lib.tbk_oracles_set_search(number("most", most, 1, lib.TBK_SEARCH_GREATEST))


def _make(new, system, policy, method):
    """A System, and what new() makes for it."""
    system = system if isinstance(system, System) else System(system)
    error = new_error()
    return system, new(system._system, system.policy(policy), choose("method", METHODS, method), error), error


class Oracle(Handle):
    """Values transitions against a gold tree (tbk/oracle.h).

    system: a System or its name; policy: one of its policies, None for the default; method: "exact", "tabular", "quadratic",
    "linear" or "approximate". Values are gold arcs that can still be had, IMPOSSIBLE where no end can be reached.
    """

    __slots__ = ("system", "_n", "_values", "_valued", "_n_transitions", "_keys", "_given")
    system: System

    def __init__(self, system: str | System, policy: str | None = None, method: str = "exact") -> None:
        self.system, handle, error = _make(lib.tbk_oracle_new, system, policy, method)
        self._set(handle, lib.tbk_oracle_free, error)
        self._given = policy or self.system.policies[0], method
        self._n_transitions = len(self.system.transitions)
        self._keys = [transition.key for transition in self.system.transitions]
        self._values = ffi.new("int[]", lib.TBK_MAX_TRANSITIONS)
        self._valued = None, 0  # the configuration that the values are of, and its steps
        self._n = -1

    def __repr__(self) -> str:
        policy, method = self._given
        gold = "no gold tree" if self._n < 0 else f"a gold tree of {self._n} words"
        return f"<Oracle for {self.system.name}, policy {policy}, method {method}, {gold}>"

    def set_gold(self, heads: Heads) -> None:
        """Makes the tree with these heads, those of words 1..n, the gold tree. Raises DataError if they are none, or if the
        method is for projective trees alone and it is not projective; there is no gold tree then."""
        gold, n = heads_of(heads)
        with self._lock:
            self._n, self._valued = -1, (None, 0)
            if not lib.tbk_oracle_set_gold(self._handle, gold, n, self._error):
                fail(self._error)
            self._n = n

    def values(self, configuration: Configuration) -> dict[str, int]:
        """Returns the values of all transitions in a Configuration, by their keys ("SH"), in the order of the system.

        Raises DataError if a search for them would take too long; set_search() allows more.
        """
        with self._lock:
            self._find(configuration)
            return dict(zip(self._keys, ffi.unpack(self._values, self._n_transitions)))

    def optimal(self, configuration: Configuration) -> tuple[Transition, ...]:
        """Returns the tuple of the transitions of greatest value; it is empty where all are IMPOSSIBLE."""
        with self._lock:
            self._find(configuration)
            bits = lib.tbk_oracle_optimal(self._handle, self._values)
        return self.system._sets[bits]

    def _find(self, configuration):
        """Finds the values of a configuration, unless they are those found last: a search for them may take long."""
        if type(configuration) is not Configuration:
            raise TypeError(f"found {configuration!r}, expected a Configuration")
        c = configuration._c
        with configuration._lock:
            valued, steps = self._valued
            if valued is configuration and steps == configuration._steps:
                return
            if c.n != self._n or configuration.system is not self.system:
                self._refuse(configuration)
            self._valued = None, 0
            if not lib.tbk_oracle_values(self._handle, c, self._values, self._error):
                fail(self._error)
            self._valued = configuration, configuration._steps

    def _refuse(self, configuration):
        """Says why the oracle cannot look at the configuration, unless it can."""
        if self._n < 0:
            raise UsageError("the oracle has no gold tree: call set_gold() first")
        if configuration.system != self.system:
            raise UsageError(f"found a configuration of {configuration.system.name}, expected one of {self.system.name}")
        if configuration._c.n != self._n:
            raise DataError(f"found a configuration of {configuration._c.n} words, expected the {self._n} of the gold tree")

    def follow(self, heads: Heads, offsets: Integers, transitions: Integers, ends: Integers) -> npt.NDArray[np.int32]:
        """Values all configurations on given ways through many sentences, with one call in which other threads can run.

        heads: (words,) integers, the gold heads of one sentence after the other; offsets: (sentences + 1,), where in heads each
        sentence begins and the last ends; transitions: (steps,) numbers of transitions, those of each sentence from its start;
        ends: (sentences + 1,), the offsets of transitions. Returns values, (steps, transitions of the system) int32: those of the
        configuration in which each step is taken. The gold tree set before is gone.
        """
        heads = integers("heads", without_sentence(heads))
        offsets, n = offsets_of("offsets", offsets, len(heads))
        steps = integers("transitions", transitions)
        ends, n_ends = offsets_of("ends", ends, len(steps))
        if n_ends != n:
            raise DataError(f"ends: found {n_ends} sentences, expected {n} as in offsets")
        if steps.size and not (0 <= steps.min() and steps.max() < self._n_transitions):
            raise DataError(f"transitions: expected numbers from 0 to {self._n_transitions - 1}")
        steps = steps.astype(np.uint8)
        values, pointer = output(len(steps), self._n_transitions)
        with self._lock:
            self._n, self._valued = -1, (None, 0)
            if not lib.tbk_oracle_follow(
                self._handle, ints(heads), ffi.from_buffer("int64_t[]", offsets), n, ffi.from_buffer("unsigned char[]", steps),
                ffi.from_buffer("int64_t[]", ends), pointer, self._error,
            ):
                fail(self._error)
        return values


class Walks(Handle):
    """Computations of many sentences side by side, with an oracle each: one call values or steps all of them (tbk/oracle.h).

    Arguments as for Oracle. Arrays have a row a sentence, in the order in which start() got them.
    """

    __slots__ = ("system", "_n_transitions")
    system: System

    def __init__(self, system: str | System, policy: str | None = None, method: str = "exact") -> None:
        self.system, handle, error = _make(lib.tbk_walks_new, system, policy, method)
        self._set(handle, lib.tbk_walks_free, error)
        self._n_transitions = len(self.system.transitions)

    def __len__(self) -> int:
        return lib.tbk_walks_size(self._handle)

    def start(self, heads: Heads | Iterable[Heads], offsets: Integers | None = None) -> None:
        """Makes all configurations initial, with these gold trees.

        heads: a list of the heads of each sentence; or (words,) integers, those of one sentence after the other, and offsets:
        (sentences + 1,), where in heads each sentence begins and the last ends. Raises DataError if some are no tree; there are no
        sentences then.
        """
        heads, offsets, n = sentences_of(heads, offsets)
        with self._lock:
            if not lib.tbk_walks_start(self._handle, ints(heads), ffi.from_buffer("int64_t[]", offsets), n, self._error):
                fail(self._error)

    @property
    def have_ended(self) -> bool:
        """Whether no transition is allowed in any sentence."""
        with self._lock:
            return bool(lib.tbk_walks_have_ended(self._handle))

    def values(self) -> npt.NDArray[np.int32]:
        """Returns the values of all transitions, (sentences, transitions) int32; IMPOSSIBLE in final configurations."""
        with self._lock:
            values, pointer = output(len(self), self._n_transitions)
            if not lib.tbk_walks_values(self._handle, pointer, self._error):
                fail(self._error)
        return values

    def legal(self) -> npt.NDArray[np.bool_]:
        """Returns which transitions are allowed, (sentences, transitions) bool."""
        with self._lock:
            bits, pointer = output(len(self), dtype=np.uint32)
            lib.tbk_walks_allowed(self._handle, pointer)
        return (bits[:, None] >> np.arange(self._n_transitions, dtype=np.uint32) & 1).astype(bool)

    def take(self, transitions: Integers) -> None:
        """Takes a transition in each sentence: (sentences,) numbers, -1 for none. Raises DataError if one is not allowed; then none
        is taken."""
        steps = integers("transitions", transitions).copy()  # which no other thread can change
        with self._lock:
            if len(steps) != len(self):
                raise DataError(f"transitions: found {len(steps)}, expected one for each of {len(self)} sentences")
            if not lib.tbk_walks_step(self._handle, ints(steps), self._error):
                fail(self._error)

    def words(self, stack: int = 3, input: int = 3) -> npt.NDArray[np.int32]:
        """Returns the words that features look at, (sentences, stack + input) int32: those on top of the stack, the top first, and
        the first of the input; 0 is the root, -1 no word."""
        stack, input = number("stack", stack, 0, MOST // 2), number("input", input, 0, MOST // 2)
        with self._lock:
            words, pointer = output(len(self), stack + input)
            lib.tbk_walks_words(self._handle, stack, input, pointer)
        return words

    def trees(self) -> npt.NDArray[np.int32]:
        """Returns the trees made, (words,) int32: the heads of one sentence after the other; words without a head depend on 0."""
        with self._lock:
            n_words = sum(lib.tbk_walks_configuration(self._handle, i).n for i in range(len(self)))
            heads, pointer = output(n_words)
            lib.tbk_walks_trees(self._handle, pointer)
        return heads
