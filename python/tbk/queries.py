"""Expressions over attributes of words and sentences, as those of `tbk find`, and keys of rows."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._library import HasHeads, UsageError, fail, ffi, lib, name_of, new_error

#: The columns of find(), as those of `tbk find` but for what stands around the word.
FOUND = ("file", "sent_id", "id", "form", "deprel")
#: Those of words in brackets, and of constituents.
FOUND_WORDS = ("file", "sentence", "id", "form", "tag")
FOUND_CONSTITUENTS = ("file", "sentence", "first", "span", "label")
_KIND = lib.TBK_TREES_DEPENDENCIES


class Query:
    """A compiled expression, such as "upos=NOUN and head.lemma=be"; `tbk help attributes` lists what can be asked. str() of it is the
    expression. Threads may share it."""

    __slots__ = ("_query",)

    def __init__(self, expression: str, name: str = "query", _kind: int = _KIND) -> None:
        error = new_error()
        self._query = ffi.gc(lib.tbk_query_new(_kind, name_of(name, expression), error), lib.tbk_query_free)
        if self._query == ffi.NULL:
            fail(error)

    def __str__(self) -> str:
        return ffi.string(lib.tbk_query_text(self._query)).decode()

    def __repr__(self) -> str:
        return f"tbk.query({str(self)!r})"

    def words(self, sentence: HasHeads) -> npt.NDArray[np.int64]:
        """The ids of the words of a Sentence that meet the expression, in order: an array. If it asks the sentence alone, all words
        meet it, or none. A Sentence knows its own comments, not its document."""
        with sentence._read_again() as reader:
            record, finder = reader.only(), Finder(self, ())
            return np.array(finder.words(record), dtype=np.int64)


class Finder:
    """Finds the words that meet an expression, and their attributes, in records of the library."""

    _kind = _KIND

    def __init__(self, query, columns):
        error = new_error()
        self._query = query if isinstance(query, Query) else Query(query, _kind=self._kind)
        self._facts = ffi.gc(lib.tbk_facts_new(self._kind, ffi.NULL), lib.tbk_facts_free)
        self._entry, self._found, self._value = ffi.new("TbkEntry *"), ffi.new("gboolean[]", 1), ffi.new("TbkAttributeValue *")
        self._units, self._attributes = lib.tbk_query_scope(self._query._query), []
        self.names = self.usual() if columns is None else columns.split(",") if isinstance(columns, str) else list(columns)
        for name in self.names:
            self._attributes.append(ffi.gc(lib.tbk_attribute_new(self._kind, name_of("columns", name), error), lib.tbk_attribute_free))
            if self._attributes[-1] == ffi.NULL:
                fail(error)
            self.check(name, lib.tbk_attribute_scope(self._attributes[-1]))
        self.values = [[] for _ in self.names]

    def usual(self):
        """The columns, if none are asked for."""
        return FOUND

    def check(self, name, scope):
        """Refuses a column of what is not found."""

    def set(self, entry, record):
        """Sets an entry to the sentence of a record."""
        entry.file, entry.id, entry.id_length = lib.tbk_conllu_sentence_file(record), record.sent_id, record.sent_id_length

    def words(self, record):
        """The ids of the words of a record that meet the expression, or the numbers of constituents."""
        error, entry = new_error(), self._entry
        entry.line, entry.index, entry.n_words, entry.sentence = record.line, record.index, record.n, record
        self.set(entry, record)
        lib.tbk_facts_set(self._facts, entry)
        n = lib.tbk_facts_n_units(self._facts, self._units or lib.TBK_SCOPE_WORD)
        if n >= len(self._found):
            self._found = ffi.new("gboolean[]", 2 * n + 1)
        if not lib.tbk_query_find(self._query._query, self._facts, self._found, ffi.NULL, error):
            fail(error)
        return [unit for unit in range(1, n + 1) if self._found[unit]]

    def add(self, record):
        """Adds a value to each column for each word found."""
        error, value = new_error(), self._value
        for word in self.words(record):
            for attribute, values in zip(self._attributes, self.values):
                if not lib.tbk_attribute_get(attribute, self._facts, word, value, error):
                    fail(error)
                values.append(_value_of(value))

    def table(self):
        """An array for each column."""
        return {
            name: _array(values, lib.tbk_attribute_type(attribute)) for name, attribute, values in zip(self.names, self._attributes, self.values)
        }


class BracketFinder(Finder):
    """The same in trees in brackets of a file of this name."""

    _kind = lib.TBK_TREES_BRACKETS

    def __init__(self, query, columns, file):
        self._file = ffi.new("char[]", file.encode("utf-8", "surrogateescape"))
        super().__init__(query, columns)

    def usual(self):
        return FOUND_CONSTITUENTS if self._units == lib.TBK_SCOPE_CONSTITUENT else FOUND_WORDS

    def check(self, name, scope):
        found = self._units or lib.TBK_SCOPE_WORD
        if scope not in (lib.TBK_SCOPE_SENTENCE, found):
            kinds = {lib.TBK_SCOPE_WORD: "words", lib.TBK_SCOPE_CONSTITUENT: "constituents"}
            raise UsageError(f"columns: found '{name}' of {kinds[scope]}, expected an attribute of {kinds[found]}: '{self._query}' finds these")

    def set(self, entry, record):
        entry.file, entry.id, entry.id_length = self._file, record.id, record.id_length


def _value_of(value):
    if value.is_missing:
        return None
    if value.type == lib.TBK_TYPE_TEXT:
        return ffi.buffer(value.text.bytes, value.text.size)[:].decode("utf-8", "replace")
    if value.type == lib.TBK_TYPE_YES_NO:
        return bool(value.number)
    return value.number if value.divisor == 1 else value.number / value.divisor


def _array(values, kind):
    if kind == lib.TBK_TYPE_TEXT:
        return np.array(values, dtype=object)
    if kind == lib.TBK_TYPE_YES_NO:
        return np.array(values, dtype=bool)
    if all(isinstance(value, int) for value in values):
        return np.array(values, dtype=np.int64)
    return np.array([np.nan if value is None else value for value in values], dtype=float)


def query(expression: str) -> Query:
    """Compiles an expression; a wrong one raises UsageError with its place."""
    return Query(expression)


def compiled(name, expressions, joint):
    """The TbkQuery of one or several expressions, and what it must not outlive; NULL for None."""
    if expressions is None:
        return ffi.NULL, None
    if isinstance(expressions, Query):
        return expressions._query, expressions
    if isinstance(expressions, str):
        made = Query(expressions, name)
        return made._query, made
    each = [str(one if isinstance(one, Query) else Query(one, name)) for one in expressions]
    made = Query(f" {joint} ".join(f"({one})" for one in each), name)
    return made._query, made


def joined(by):
    """Attributes that are listed, with commas between them."""
    return ",".join(name_of("by", key).decode() for key in by) if isinstance(by, (list, tuple)) else by


def keys_of(by):
    """The TbkKeys of attributes with commas between them."""
    error = new_error()
    keys = lib.tbk_keys_new(_KIND, name_of("by", by), error)
    if keys == ffi.NULL:
        fail(error)
    return ffi.gc(keys, lib.tbk_keys_free)


def text_columns(keys):
    """The names of the columns of keys whose values are no numbers."""
    n, names = ffi.new("int *"), set()
    for key in range(lib.tbk_keys_count(keys)):
        if lib.tbk_attribute_type(lib.tbk_keys_attribute(keys, key)) == lib.TBK_TYPE_TEXT:
            names.add(ffi.string(lib.tbk_keys_columns(keys, key, n)[0]).decode())
    return names
