"""The shared library: found, loaded, its errors made exceptions, its arrays made of Python's."""
import array
import errno
import functools
import gc
import inspect
import os
import re
import threading
from typing import Optional, Protocol, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._bindings import ffi, version

__version__: str = version


class Error(Exception):
    """What libtbk refuses. The message says what was found and what was expected, after FILE:LINE where there is a file; file and line
    are these two, None where there is none."""

    file: Optional[str] = None
    line: Optional[int] = None


class DataError(Error, ValueError):
    """The data are wrong: heads that are no tree, a line that is no CoNLL-U."""


class UsageError(Error, ValueError):
    """There is no such system, policy, method or option, or two do not go together."""


class InputError(Error, OSError):
    """A file could not be read or written. Where the system gave a reason, errno, strerror and filename have it, and the exception is also
    Python's own for that reason, as FileNotFoundError."""

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self):
        return input_error, (str(self), self.errno, self.filename), dict(self.__dict__)


class ResourceError(Error, MemoryError):
    """Memory, or another resource, ran out."""


_ERRORS = (DataError, UsageError, InputError, ResourceError)


def _load():
    """Loads the file that TBK_LIBRARY names, else the one beside this module, which a wheel has, else what the system's loader
    finds under the library's soname."""
    major, minor = version.split(".")[:2]
    soname = f"libtbk.so.{major}" + (f".{minor}" if major == "0" else "")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtbk.so")
    name = os.environ.get("TBK_LIBRARY") or (beside if os.path.exists(beside) else soname)
    try:
        library = ffi.dlopen(name)
    except OSError as error:
        raise ImportError(f"{name} cannot be loaded ({error}): install libtbk, or name the file in TBK_LIBRARY") from None
    try:
        found = ffi.string(library.tbk_version()).decode()
    except (AttributeError, ffi.error):
        raise ImportError(f"{name} is no libtbk {version}") from None
    if found != version:
        raise ImportError(f"{name} is libtbk {found}, expected {version}")
    return library


lib = _load()

#: The value of a transition that is not allowed, or leads to no end: less than every other.
IMPOSSIBLE: int = lib.TBK_IMPOSSIBLE


_ERROR = ffi.typeof("GError **")


def new_error():
    return ffi.new(_ERROR)


# Functions of C that messages name, and what they are called here.
_NAMES = {"tbk_oracles_set_search()": "tbk.set_search()"}


_last = threading.local()  # the heads that this thread's last call passed on


def _refuses(heads):
    """Why the library refuses heads; "" if they are a tree."""
    tree, error = ffi.gc(lib.tbk_tree_new(), lib.tbk_tree_free), new_error()
    if lib.tbk_tree_set(tree, heads, len(heads) - 1, error):
        return ""
    try:
        return ffi.string(error[0].message).decode()
    finally:
        lib.tbk_error_free(error[0])


def _hint(message):
    """What the heads that the message is about would be, counted from 0: the root is its own head there."""
    heads = getattr(_last, "heads", None)
    if not message.startswith(("the head of word ", "the words ")) or heads is None or _refuses(heads) != message:
        return ""
    shifted = [0 if head == i else head + 1 for i, head in enumerate(ffi.unpack(heads, len(heads))[1:])]
    is_tree = max(shifted) <= len(shifted) and not _refuses(ffi.new("int[]", [-1, *shifted]))
    return "; counted from 0, as in spaCy, they are a tree" if is_tree else "; tbk.repair() makes trees"


@functools.lru_cache(None)
def _input_error_and(kind):
    """The class of exceptions that are InputErrors and of another kind."""
    return type("InputError", (InputError, kind), {"__module__": "tbk"})


def input_error(message, code, file):
    """The InputError of a file, for a reason of the system; None: for another reason."""
    if code is None:
        return InputError(message)
    kind = type(OSError(code, ""))
    made = (InputError if kind is OSError else _input_error_and(kind))(message)
    made.errno, made.strerror, made.filename = code, os.strerror(code), file
    return made


def _reason(message):
    """The number and the file of FILE: REASON, if it is a reason of the system."""
    file, _, reason = message.rpartition(": ")
    code = next((code for code in errno.errorcode if os.strerror(code) == reason), None)
    return code, file if code else None


def exception_of(found):
    """The exception that tells of a GError."""
    kind = _ERRORS[found.code] if found.domain == lib.tbk_error_quark() else InputError
    message = ffi.string(found.message).decode("utf-8", "replace")
    for function, name in _NAMES.items():
        message = message.replace(function, name)
    made = input_error(message, *_reason(message)) if kind is InputError else kind(message + _hint(message))
    place = re.match(r"(.+?):(\d+): ", message)
    if place:
        made.file, made.line = place[1], int(place[2])
    elif kind is InputError:
        made.file = made.filename
    return made


def fail(error):
    """Raises the exception of a GError, which is freed."""
    found, error[0] = error[0], ffi.NULL
    if found == ffi.NULL:
        raise Error("the library gave no reason")
    exception = exception_of(found)
    lib.tbk_error_free(found)
    raise exception


def nearest(name, names):
    """The name that was probably meant (tbk/base.h), None if there is none."""
    known = [ffi.new("char[]", each.encode()) for each in names]
    typed = name.encode("utf-8", "replace")
    found = lib.tbk_nearest(typed, len(typed), ffi.new("char *[]", [*known, ffi.NULL]))
    return None if found == ffi.NULL else ffi.string(found).decode()


#: Arguments by the names that others give them.
_GUESSED = {
    "by": "bin bins bin_size bin_width width group_by groupby group level per", "deprels": "labels relations", "encoding": "scheme tags",
    "files": "path paths file filename", "heads": "tree sentence gold", "intervals": "confidence ci interval", "lengths": "mask n_words",
    "max": "limit n", "n_best": "k nbest top_k", "of": "subtypes", "path": "file filename files", "paths": "files path train", "projective": "nonprojective",
    "root": "roots single_root", "seed": "random_state random_seed rng", "size": "n n_samples",
    "without": "skip_upos exclude ignore ignore_upos skip_punct",
    "threads": "n_jobs jobs n_threads num_threads workers processes",
}


#: What was an argument of its own before there was `where`.
_FORMER = {
    "class_": "class.wn", "deprel": "deprel=nsubj", "feats": "feats.Case=Gen", "form": "form=word", "head_deprel": "head.deprel=root", "head_feats": "head.feats.Case=Gen",
    "head_form": "head.form=word", "head_lemma": "head.lemma=word", "head_upos": "head.upos=VERB", "id": "sent_id=a", "lemma": "lemma=word", "max_words": "words<=20",
    "min_lost": "lost_arcs>=1", "min_words": "words>=3", "nonprojective": "not projective", "projective": "projective", "sentence": "sentence=3", "text": "text=*part*",
    "upos": "upos=NOUN",
}

#: What was an argument of stats(): it has a function of its own.
_FUNCTIONS = {"mark": "encodings", "seen": "encodings", "tags": "encodings", "word_order": "word_order"}


def answers_guesses(function):
    """The function, whose error for an argument that it does not have names the one that was probably meant."""

    @functools.wraps(function)
    def called(*values, **named):
        try:
            return function(*values, **named)
        except TypeError as error:
            known = inspect.signature(function).parameters
            guessed = next((name for name in named if name not in known), None)
            if guessed is None or f"{function.__name__}() got an unexpected keyword argument {guessed!r}" not in str(error):
                raise
        former = _FORMER.get(guessed.removeprefix("not_")) if "where" in known else None
        meant = next((name for name in known if guessed in _GUESSED.get(name, "").split()), None) or nearest(guessed, known)
        own = _FUNCTIONS.get(guessed) if function.__name__ == "stats" else None
        hint = f"; tbk.{own}() has that table" if own else f"; conditions are where={former!r} and the like" if former else "" if meant is None else f"; did you mean {meant!r}?"
        raise TypeError(f"{function.__name__}() has no argument {guessed!r}, expected one of {', '.join(known)}{hint}")

    return called


def caller_level():
    """The stacklevel of warnings.warn() in the function that asks for it, by which the warning names the line outside of this package."""
    level, frame, package = 1, inspect.currentframe().f_back, os.path.dirname(__file__)
    while frame is not None and os.path.dirname(frame.f_code.co_filename) == package:
        level, frame = level + 1, frame.f_back
    return level


def has_subtypes(of):
    """Whether relations are compared whole, by the argument of; None stands for "udeprel"."""
    if of not in (None, "udeprel", "deprel"):
        raise UsageError(f"of: found {of!r}, expected 'deprel' or 'udeprel'")
    return of == "deprel"


def choose(kind, names, name):
    """The number of an option's value."""
    try:
        return names[name]
    except (KeyError, TypeError):
        meant = nearest(name, [each for each in names if isinstance(each, str)]) if isinstance(name, str) else None
        hint = "" if meant is None else f"; did you mean {meant!r}?"
        raise UsageError(f"found {kind} {name!r}, expected one of {', '.join(map(str, names))}{hint}") from None


def number(name, value, least, most):
    """An integer from least to most."""
    try:
        value = int(value.__index__())
    except (AttributeError, ffi.error):
        raise TypeError(f"{name}: found {value!r}, expected an integer") from None
    if not least <= value <= most:
        raise UsageError(f"{name}: found {value}, expected a number from {least} to {most}")
    return value


def names_of(name_of_number):
    """What the library calls the numbers from 0 on."""
    names = []
    while (name := name_of_number(len(names))) != ffi.NULL:
        names.append(ffi.string(name).decode())
    return tuple(names)


MOST = 2**31 - 4

class HasHeads(Protocol):
    """What has the heads of a tree and its relations: a Sentence."""

    @property
    def heads(self) -> Sequence[int]: ...

    @property
    def deprels(self) -> Sequence[str]: ...


Integers = Union[Sequence[int], npt.NDArray[np.integer]]
#: What the head of each word can be given as: numbers, or a Sentence.
Heads = Union[Integers, HasHeads]
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def path_of(path):
    """A path as the library has it."""
    found = os.fsencode(path)
    if b"\0" in found:
        raise ValueError("path: found a NUL in it")
    return found


def file_list(files):
    """The library's list of the treebanks in CoNLL-U that paths of files and folders stand for."""
    found, error = ffi.gc(lib.tbk_file_list_new(), lib.tbk_file_list_free), new_error()
    suffixes = [ffi.new("char[]", suffix) for suffix in (b".conllu", b".conllup")]
    pointers = ffi.new("char *[]", [*suffixes, ffi.NULL])
    for path in [files] if isinstance(files, (str, bytes, os.PathLike)) else files:
        if not lib.tbk_file_list_add(found, path_of(path), pointers, error):
            fail(error)
    return found


def files_of(files):
    """The same as a list of Python's."""
    found = file_list(files)
    return [os.fsdecode(ffi.string(ffi.cast("char *", found.paths.pdata[i]))) for i in range(lib.tbk_file_list_length(found))]


def name_of(kind, name):
    """A name as the library has it."""
    if not isinstance(name, str):
        raise TypeError(f"found {kind} {name!r}, expected a text")
    if "\0" in name:
        raise UsageError(f"found {kind} {name!r}, expected a text without NUL")
    return name.encode("utf-8", "replace")


def text_of(name, text):
    """The bytes of a text."""
    if isinstance(text, str):
        return text.encode()
    if isinstance(text, (bytes, bytearray)):
        return bytes(text)  # a bytearray is copied, since another thread could change it
    raise TypeError(f"{name}: found {text!r}, expected a text or bytes")


def pieces_of(name, texts, n, refused=b""):
    """The TbkPieces, with one for 0, of the texts of n words, of which none is empty; and what must stay with them. A NUL is
    refused in any case."""
    found = [texts] if isinstance(texts, str) else list(texts)
    if isinstance(texts, str) or not all(isinstance(text, str) for text in found):
        raise TypeError(f"{name}: found {texts!r}, expected a list of texts")
    encoded = [text.encode("utf-8", "surrogateescape") for text in found]
    if len(encoded) != n or not all(encoded) or any(sign in text for text in encoded for sign in b"\0" + refused):
        without = "tabs, ends of line and NUL" if refused else "NUL"
        raise DataError(f"{name}: expected a text for each of {n} words, none empty, without {without}")
    memory = [ffi.from_buffer(text) for text in encoded]
    pieces = ffi.new("TbkPiece[]", n + 1)
    for i, text in enumerate(memory, 1):
        pieces[i].bytes, pieces[i].size = text, len(text)
    return pieces, memory


def array_of(name, values):
    """The array that NumPy makes of values. Of a masked one it would forget the mask."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name}: found a masked array, expected one without mask")
    return np.asarray(values)


def without_sentence(heads):
    """The heads of a Sentence; all else as it is."""
    return heads.heads if hasattr(heads, "deprels") else heads


def integers(name, values):
    """A one-dimensional array of int32, in one piece: values itself if it is such, else a copy. For NumPy arrays, and what
    NumPy makes arrays of."""
    array = array_of(name, values)
    if array.ndim != 1:
        hint = "; the lengths of a mask are mask.sum(1)" if array.dtype == bool and array.ndim == 2 else ""
        raise TypeError(f"{name}: found {array.ndim} dimensions, expected one{hint}")
    if array.dtype.kind not in "iu" and array.size > 0:
        raise TypeError(f"{name}: found {array.dtype}, expected integers")
    if array.dtype != np.int32 and array.size > 0 and not (-(2**31) <= array.min() and array.max() < 2**31):
        raise DataError(f"{name}: found numbers of more than 32 bits")
    return np.ascontiguousarray(array, dtype=np.int32)


def sentences_of(heads, offsets):
    """The heads of one sentence after the other, where each begins and the last ends, and how many there are; without offsets, of lists."""
    if offsets is None:
        if isinstance(heads, np.ndarray) or hasattr(heads, "deprels"):
            raise TypeError(_NO_LISTS)
        heads = [one if type(one) is list else without_sentence(one) for one in heads]
        offsets = np.zeros(len(heads) + 1, np.int64)
        try:
            np.cumsum(np.fromiter(map(len, heads), np.int64, len(heads)), out=offsets[1:])
        except TypeError:
            raise TypeError(_NO_LISTS) from None
        heads = _one_after_the_other(heads)
    heads = integers("heads", without_sentence(heads))
    return heads, *offsets_of("offsets", offsets, len(heads))


_NO_LISTS = "heads: found no offsets beside them, expected a list of the heads of each sentence"


def _one_after_the_other(heads):
    """The array of all heads of a list of those of sentences. Lists alone, and arrays alone, are joined in a moment; what is neither, or no
    number, is looked at sentence by sentence, and named."""
    try:
        if all(isinstance(one, list) for one in heads):
            joined = array.array("i")
            for one in heads:
                joined.fromlist(one)
            return np.asarray(joined)
        if all(type(one) is np.ndarray and one.dtype == np.int32 and one.ndim == 1 for one in heads):
            return np.concatenate(heads)
    except (TypeError, OverflowError):
        pass
    return np.concatenate([np.empty(0, np.int32), *(integers(f"heads[{i}]", one) for i, one in enumerate(heads))])


def lists_of(values, offsets):
    """The lists of the parts of an array of int32 that offsets are of, without a list of all in between. Lists of integers make no cycles,
    and to look for some after every 700 lists would take longer than all else."""
    start, ends, looks = ints(values), offsets.tolist(), gc.isenabled()
    gc.disable()
    try:
        return [ffi.unpack(start + begin, end - begin) for begin, end in zip(ends, ends[1:])]
    finally:
        if looks:
            gc.enable()


def offsets_of(name, values, size):
    """An array of offsets into another of that size, and how many parts there are."""
    array = array_of(name, values)
    if array.ndim != 1 or array.size == 0 or array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected an array of integers, at least one")
    array = np.array(array, dtype=np.int64)  # a copy, which no other thread can change while the library reads it
    if array[0] != 0 or array[-1] != size or (np.diff(array) < 0).any():
        raise DataError(f"{name}: expected numbers from 0 to {size}, the first 0, the last {size}, and none less than the one before")
    if array.size > MOST:
        raise DataError(f"{name}: expected at most {MOST} numbers")
    return array, array.size - 1


def ints(array):
    """A pointer to the elements of an array of int32."""
    return ffi.from_buffer("int[]", array, require_writable=False)


def output(*shape, dtype=np.int32):
    """A new array, and a pointer to its elements."""
    array = np.empty(shape, dtype=dtype)
    return array, ffi.from_buffer("int[]" if dtype == np.int32 else "unsigned int[]", array)


def heads_of(heads):
    """The heads of the words 1..n as the library has them, with -1 for 0; and n."""
    try:
        if isinstance(heads, np.ndarray):
            array = integers("heads", heads)
            _last.heads = ints(np.concatenate((np.array([-1], np.int32), array)))
            return _last.heads, len(array)
        if type(heads) is not list and hasattr(heads, "deprels"):  # a Sentence; lists, which are most frequent, are not asked
            return heads_of(heads.heads)
        if isinstance(heads, (str, bytes, bytearray)):
            raise TypeError(f"heads: found {type(heads).__name__}, expected integers")
        _last.heads = found = ffi.new("int[]", [-1, *heads])
        return found, len(found) - 1
    except TypeError:
        if isinstance(heads, (list, tuple)) and None in heads:
            raise DataError(f"heads: found None for word {heads.index(None) + 1}, expected a number; tbk.repair() makes trees") from None
        raise
    except OverflowError:
        raise DataError("heads: found a number of more than 32 bits") from None


def any_heads_of(name, heads):
    """Heads of the words 1..n, with -1 for 0, that need be no tree: None and numbers of no word are -1."""
    found = [-1]
    for word, head in enumerate(without_sentence(heads), 1):
        value = -1 if head is None else getattr(head, "__index__", lambda: None)()
        if value is None:
            raise TypeError(f"{name}: found {head!r} for word {word}, expected an integer or None")
        if not -(2**31) <= value < 2**31:
            raise DataError(f"{name}: found {value} for word {word}, expected a number of at most 32 bits")
        found.append(max(value, -1))
    return ffi.new("int[]", found)


def integer_of(number):
    """The Python integer of an mpz_t that is not negative."""
    size = number[0]._mp_size
    return int.from_bytes(ffi.buffer(number[0]._mp_d, 8 * size), "little") if size > 0 else 0


def counted(n, count):
    """The Python integers of n numbers that count(numbers, error) sets, which is FALSE where it fails."""
    found, error = ffi.new("mpz_t[]", n), new_error()
    for i in range(n):
        lib.tbk_integer_init(found[i])
    try:
        if not count(found, error):
            fail(error)
        return [integer_of(found[i]) for i in range(n)]
    finally:
        for i in range(n):
            lib.tbk_integer_clear(found[i])


def new_number():
    number = ffi.gc(ffi.new("mpz_t"), lib.tbk_integer_clear)
    lib.tbk_integer_init(number)
    return number


def bytes_of(text):
    """The bytes of a TbkText."""
    error = new_error()
    found = lib.tbk_text_dup(text, error)
    if found == ffi.NULL:
        fail(error)
    try:
        return ffi.buffer(found, lib.tbk_text_length(text))[:]
    finally:
        lib.tbk_free(found)


_MOST_MADE = 16  # of one kind, for a thread


class _Made(threading.local):
    def __init__(self):
        self.by_key = {}


def per_thread(make):
    """Returns a function that gives each thread what make(*key) returned when that thread first asked for it."""
    made = _Made()

    def get(*key):
        by_key = made.by_key
        try:
            return by_key[key]
        except (KeyError, TypeError):  # the latter for what can be no key; make() refuses it
            found = make(*key)
        if len(by_key) >= _MOST_MADE:
            by_key.clear()
        by_key[key] = found
        return found

    return get


class Handle:
    """What the library keeps for one thread at a time: calls of several threads wait for one another."""

    __slots__ = ("_handle", "_error", "_lock")

    def _set(self, handle, free, error):
        if handle == ffi.NULL:
            fail(error)
        self._handle = ffi.gc(handle, free)
        self._error = error
        self._lock = threading.Lock()
