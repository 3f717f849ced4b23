"""Transition systems: their transitions, configurations to step through, the sequences that build trees."""
from __future__ import annotations

import threading
from typing import Iterable, NamedTuple

from ._library import (
    MOST, DataError, Handle, Heads, UsageError, fail, ffi, heads_of, integer_of, lib, name_of, new_error, new_number, number,
)

_LABELS = {lib.TBK_LABEL_NONE: "", lib.TBK_LABEL_L: "L", lib.TBK_LABEL_R: "R", lib.TBK_LABEL_N: "N", lib.TBK_LABEL_C: "C"}
_LABEL_NUMBERS = {name: label for label, name in _LABELS.items()}


class Transition(int):
    """A transition: its number in the system, and so an index into rows of values; `key` is its short name, as in "SH"."""

    key: str
    name: str

    def __new__(cls, number, key, name):
        self = super().__new__(cls, number)
        self.key = key
        self.name = name
        return self

    def __repr__(self):
        return self.key

    __str__ = __repr__


class _Sets(dict):
    """The tuple of transitions of each set that was asked for."""

    def __init__(self, transitions):
        self._transitions = transitions

    def __missing__(self, bits):
        found = tuple(t for t in self._transitions if bits >> t & 1)
        self[bits] = found
        return found


def systems() -> list[str]:
    """Returns the names of all transition systems; tbk/transition.h defines them."""
    found = []
    while (system := lib.tbk_system_at(len(found))) != ffi.NULL:
        found.append(ffi.string(system.name).decode())
    return found


class System:
    """A transition system, by name: "arc-eager", "swap", "arc-eager:start=noroot"; see systems().

    transitions: a tuple of Transition; policies: the names of what restricts its oracle, the default first, none if it has no
    oracle; source: where it is defined.
    """

    name: str
    source: str
    policies: tuple[str, ...]
    transitions: tuple[Transition, ...]

    def __init__(self, name: str | System) -> None:
        if isinstance(name, System):
            name = name.name
        self._system = system = lib.tbk_system_find(name_of("system", name))
        if system == ffi.NULL:
            former = lib.tbk_system_find_former(name_of("system", name))
            hint = "" if former == ffi.NULL else f"; did you mean {ffi.string(former.name).decode()!r}?"
            raise UsageError(f"found system {name!r}, expected one of {', '.join(systems())}{hint}")
        self.name = ffi.string(system.name).decode()
        self.source = ffi.string(system.source).decode()
        self.policies = tuple(ffi.string(system.policies[p].name).decode() for p in range(system.n_policies))
        self.transitions = tuple(
            Transition(t, ffi.string(system.transitions[t].key).decode(), ffi.string(system.transitions[t].name).decode())
            for t in range(system.n_transitions)
        )
        self._by_key = {t.key: t for t in self.transitions}
        self._sets = _Sets(self.transitions)

    def __repr__(self):
        return f"System({self.name!r})"

    def __eq__(self, other):
        return isinstance(other, System) and self._system == other._system

    def __hash__(self):
        return hash(self.name)

    def __reduce__(self):
        return System, (self.name,)

    def transition(self, which: int | str) -> Transition:
        """Returns the Transition with that number, or with that name in the spelling of a textbook or of another parser: "LA",
        "LEFT-ARC(nsubj)", "L-nsubj"; relations do not matter.
        """
        if isinstance(which, str):
            if which not in self._by_key:
                text = name_of("transition", which)
                t = lib.tbk_transition_read(self._system, text, len(text), ffi.NULL, ffi.NULL)
                if t < 0:
                    raise UsageError(f"found transition {which!r}, expected one of {', '.join(self._by_key)}")
                return self.transitions[t]
            return self._by_key[which]
        found = self.transitions[number("transition", which, 0, len(self.transitions) - 1)]
        if isinstance(which, Transition) and which.key != found.key:
            raise UsageError(f"found transition {which} of another system, expected one of {', '.join(self._by_key)}")
        return found

    def start(self, n: int) -> Configuration:
        """Returns the initial Configuration for the words 1..n."""
        return Configuration(self, n)

    def configuration(
        self, n: int, stack: Iterable[int], buffer: int, labels: Iterable[str] | None = None, returned: Iterable[int] = (),
        second: Iterable[int] = (), arcs: Iterable[tuple[int, int]] = (),
    ) -> Configuration:
        """Returns a Configuration of n words made by hand.

        stack: words from the bottom; labels: of each of them "L", "R", "N" or "C", in systems that have such; buffer: the first
        word that never left the input, n + 1 if none is left; returned, second: of systems that have them, their front first;
        arcs: pairs of head and dependent. Raises DataError if it cannot be.
        """
        made = Configuration(self, n)
        made._fill(list(stack), buffer, None if labels is None else list(labels), list(returned), list(second), list(arcs))
        return made

    def policy(self, name: str | None) -> int:
        """Returns the number of the policy of that name; None is the default."""
        if name is None:
            return 0
        if not self.policies:
            raise UsageError(f"the system {self.name} has no dynamic oracle, and no policy")
        found = lib.tbk_system_policy(self._system, name_of("policy", name))
        if found < 0:
            raise UsageError(f"found policy {name!r}, expected one of {', '.join(self.policies)}")
        return found


class Configuration:
    """What a parser is in: a stack, the input that remains, the arcs made. Made by System.start()."""

    __slots__ = ("system", "_c", "_error", "_lock", "_steps")

    system: System

    def __init__(self, system: System, n: int) -> None:
        self._steps = 0  # taken since it was made
        if not isinstance(system, System):
            raise TypeError(f"found {system!r}, expected a System: tbk.System(name).start(n) makes a Configuration")
        self.system = system
        self._error = new_error()
        self._lock = threading.Lock()
        n = number("n", n, 0, MOST)
        self._c = ffi.gc(ffi.new("TbkConfiguration *"), lib.tbk_configuration_clear)
        if not lib.tbk_configuration_start(self._c, system._system, n, self._error):
            fail(self._error)

    def __repr__(self):
        return f"<{self.system.name}: stack {self.stack}, input {self.input}>"

    def __copy__(self):
        return self.copy()

    def copy(self) -> Configuration:
        """Returns a configuration that can be stepped on its own."""
        copy = Configuration(self.system, 0)
        with self._lock:
            if not lib.tbk_configuration_copy(copy._c, self._c, copy._error):
                fail(copy._error)
        return copy

    @property
    def n(self) -> int:
        """The number of words."""
        return self._c.n

    @property
    def stack(self) -> list[int]:
        """The words of the stack, from the bottom; 0 is the root."""
        with self._lock:
            return [element.word for element in self._c.stack[0 : self._c.depth]] if self._c.depth else []

    @property
    def labels(self) -> list[str]:
        """The labels of the words of the stack; "" in systems without labels."""
        with self._lock:
            return [_LABELS[element.label] for element in self._c.stack[0 : self._c.depth]] if self._c.depth else []

    @property
    def buffer(self) -> int:
        """The first word that never left the input, n + 1 if none is left."""
        return self._c.buffer

    @property
    def front(self) -> int | None:
        """The first word of the input, None if none remains."""
        with self._lock:
            front = self._c.returned[self._c.n_returned - 1] if self._c.n_returned else self._c.buffer
            return front if front <= self._c.n else None

    @property
    def input(self) -> list[int]:
        """All words of the input, the front first."""
        with self._lock:
            returned = ffi.unpack(self._c.returned, self._c.n_returned)[::-1] if self._c.n_returned else []
            return returned + list(range(self._c.buffer, self._c.n + 1))

    @property
    def second(self) -> list[int]:
        """The second list of systems that have one, its front first."""
        with self._lock:
            return ffi.unpack(self._c.second, self._c.n_second)[::-1] if self._c.n_second else []

    @property
    def heads(self) -> list[int]:
        """The heads of the words 1..n by the arcs made; -1 where there is none yet."""
        with self._lock:
            return ffi.unpack(self._c.heads + 1, self._c.n) if self._c.n else []

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """The arcs made, as pairs of head and dependent."""
        return [(head, word) for word, head in enumerate(self.heads, 1) if head >= 0]

    @property
    def tree(self) -> list[int]:
        """The heads of the tree made; words without a head depend on 0."""
        return [max(head, 0) for head in self.heads]

    @property
    def is_final(self) -> bool:
        """Whether the computation came to its end."""
        with self._lock:
            return bool(lib.tbk_configuration_is_final(self._c))

    def legal(self) -> tuple[Transition, ...]:
        """Returns the transitions that are allowed, a tuple."""
        with self._lock:
            bits = lib.tbk_configuration_allowed(self._c)
        return self.system._sets[bits]

    def obstacle(self, transition: int | str) -> str | None:
        """Returns why a transition (a Transition, its number or its key) is not allowed, None if it is."""
        t = self.system.transition(transition)
        with self._lock:
            found = lib.tbk_configuration_obstacle(self._c, self.system._system.transitions + int(t))
        return None if found == ffi.NULL else ffi.string(found).decode()

    def take(self, transition: int | str) -> None:
        """Takes a transition: a Transition, its number or its key. Raises DataError if it is not allowed."""
        t = self.system.transition(transition)
        with self._lock:
            if not lib.tbk_configuration_step(self._c, self.system._system.transitions + int(t), self._error):
                fail(self._error)
            self._steps += 1

    def _fill(self, stack, buffer, labels, returned, second, arcs):
        """Makes it that configuration, if it can be."""
        c, system, n = self._c, self.system._system, self._c.n
        if len(stack) + len(returned) + len(second) > n + 1:
            raise DataError(f"found {len(stack) + len(returned) + len(second)} words, expected at most {n + 1}")
        if returned and not system.features & lib.TBK_HAS_RETURNED or second and not system.features & lib.TBK_HAS_SECOND:
            raise DataError(f"found a list that the system {self.system.name} does not have")
        if labels is None:
            labels = [""] * len(stack)
        if len(labels) != len(stack) or not all(label in _LABEL_NUMBERS for label in labels):
            raise DataError(f"labels: found {labels}, expected one of L, R, N or C for each word of the stack")
        for i, word in enumerate(stack):
            c.stack[i].word, c.stack[i].label = number("stack", word, 0, n), _LABEL_NUMBERS[labels[i]]
        c.depth = len(stack)
        c.buffer = number("buffer", buffer, 1, n + 1)
        for words, name in (returned, "returned"), (second, "second"):
            for i, word in enumerate(reversed(words)):
                getattr(c, name)[i] = number(name, word, 0, n)
            setattr(c, "n_" + name, len(words))
        for head, dependent in arcs:
            head, dependent = number("arcs", head, 0, n), number("arcs", dependent, 1, n)
            if c.heads[dependent] >= 0 or max(head, dependent) > c.buffer:
                raise DataError(f"arcs: found ({head}, {dependent}), expected a word without head, and none behind {c.buffer}")
            c.heads[dependent] = head
        if not lib.tbk_configuration_check(c, self._error):
            fail(self._error)
        _check_tree(self.tree)


def _check_tree(heads):
    gold, n = heads_of(heads)
    tree, error = ffi.gc(lib.tbk_tree_new(), lib.tbk_tree_free), new_error()
    if not lib.tbk_tree_set(tree, gold, n, error):
        fail(error)


class Sequence(NamedTuple):
    """A computation that builds a tree, and the words that do not get their gold head by it."""

    transitions: list[Transition]
    lost: int


class Sequencer(Handle):
    """Finds the transitions that build trees, or come as close as any can (tbk/oracle.h).

    order: that of the static oracle, None for its first. policy: the exact oracle with that policy gives all sequences; None: only
    where the static oracle does not build the tree.
    """

    __slots__ = ("system",)

    system: System

    def __init__(self, system: str | System, order: str | None = None, policy: str | None = None) -> None:
        self.system = System(system) if not isinstance(system, System) else system
        error = new_error()
        order = ffi.NULL if order is None else name_of("order", order)
        policy = -1 if policy is None else self.system.policy(policy)
        self._set(lib.tbk_sequencer_new(self.system._system, ffi.NULL, order, policy, error), lib.tbk_sequencer_free, error)

    def run(self, heads: Heads) -> Sequence:
        """Returns the Sequence for the tree with these heads, those of words 1..n."""
        gold, n = heads_of(heads)
        found = ffi.new("TbkSequence *")
        transitions = self.system.transitions
        with self._lock:
            if not lib.tbk_sequencer_run(self._handle, gold, n, found, self._error):
                fail(self._error)
            numbers = ffi.buffer(found.transitions, found.length)[:] if found.length else b""
        return Sequence([transitions[t] for t in numbers], found.lost)


def sequence_counter(system: str | System):
    """The system, and a handle that counts its sequences."""
    system, error = System(system) if not isinstance(system, System) else system, new_error()
    counter = lib.tbk_sequence_counter_new(system._system, error)
    if counter == ffi.NULL:
        fail(error)
    return system, ffi.gc(counter, lib.tbk_sequence_counter_free)


def sequences(heads: Heads, system: str | System = "arc-eager") -> int:
    """Returns how many sequences of transitions of a system build the tree with these heads, an integer of any size; 0 if it is not
    projective. A head of -1: the word has none, as arc-eager leaves words. For systems that only push and pop words: arc-standard,
    arc-eager, arc-hybrid and their forms.
    """
    (gold, n), (_, counter), error, found = heads_of(heads), sequence_counter(system), new_error(), new_number()
    if not lib.tbk_sequence_counter_run(counter, gold, n, found, error):
        fail(error)
    return integer_of(found)
