"""CoNLL-U: files to sentences and back, every byte kept."""
from __future__ import annotations

import os
import threading
from typing import Any, Iterable, Iterator, NamedTuple, NoReturn, Union

import numpy.typing as npt

from ._library import (
    DataError, Handle, Heads, Path, UsageError, bytes_of, choose, exception_of, fail, ffi, files_of, heads_of, lib, new_error, path_of, pieces_of,
    text_of,
)
from .queries import Finder, Query

Where = Union[str, Query, Iterable[Union[str, Query]]]
_GIVEN = -1
MARKS = {"given": _GIVEN, "orig": lib.TBK_MARK_ORIG, "proj": lib.TBK_MARK_PROJ, "none": lib.TBK_MARK_NONE, "check": lib.TBK_MARK_CHECK}


def _options(strict=False, ignores_heads=False, columns=None, any_heads=False):
    """The options as the library wants them, and memory that they need."""
    options, memory = ffi.new("TbkConlluReaderOptions *"), None
    options.strict = strict
    options.ignores_heads, options.takes_any_heads = ignores_heads, any_heads
    if columns is not None:
        if not isinstance(columns, str) and not all(columns):
            raise UsageError("columns: an empty name found, expected '_' for a column without a name")
        names = columns if isinstance(columns, str) else " ".join([*columns, *([] if "..." in columns else ["..."])])
        memory, error = ffi.new("char[]", names.encode()), new_error()
        if not lib.tbk_conllu_columns_check(memory, error):
            fail(error)
        options.columns.names = memory
    return options, memory


class FixedList(list):
    """A list that refuses changes, as the Sentence does that it belongs to. It equals the list with the same items."""

    __slots__ = ()

    def _refuse(self, *arguments: object, **named: object) -> NoReturn:
        raise TypeError("this list belongs to a Sentence, which does not change; list(...) of it is one that may")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self):
        return FixedList, (list(self),)


class Word(NamedTuple):
    """A word of a Sentence, its columns by name. head: None where there is none; feats, misc: dicts, see Sentence. A column that the
    file does not have is "_", or empty."""

    id: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: dict[str, str]
    head: int | None
    deprel: str
    deps: str
    misc: dict[str, str]


def _members(field):
    """The dict of a field FEATS or MISC: "Case=Gen|Number=Sing", without value "" after what has no "="; "_" is empty."""
    return {} if field == "_" else {name: value for name, _, value in (member.partition("=") for member in field.split("|"))}


class _Filled:
    """The fields of a Sentence. While they are filled the object is of this class, which is quick; then it is a Sentence."""

    __slots__ = (
        "block", "n", "heads", "sent_id", "file", "line", "index", "n_roots", "is_projective", "is_broken", "has_marks", "columns", "_ignores_heads", "_any_heads"
    )


class Sentence(_Filled):
    """A sentence of a file: its bytes, and its tree. It does not change, and outlives the reader; read() and parse() make them.

    Iteration gives its Words. It equals a Sentence with the same bytes, columns and heads.

    block: its bytes, from the end of the sentence before to its own blank line; text: what is annotated; heads: those of words 1..n, 0
    the root, a list that refuses changes; n: words; sent_id: the value of the comment, None if there is none; file, line, index: its place, line and index from 1;
    n_roots: children of 0; is_projective; is_broken: with any_heads, the heads do not form a tree; a head that is not a word is None; has_marks: MISC holds OrigHead= or ProjHead=; columns: the names of the columns.
    """

    __slots__ = ()
    block: bytes
    n: int
    heads: list[int]  # with any_heads list[int | None]
    sent_id: str | None
    file: str
    line: int
    index: int
    n_roots: int
    is_projective: bool
    is_broken: bool
    has_marks: bool
    columns: list[str]

    def __init__(self, *arguments: object, **named: object) -> None:
        raise TypeError("tbk.read(path) and tbk.parse(text) give Sentences")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Sentence does not change: with_heads() returns one with other heads")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Sentence does not change")

    def __reduce__(self):
        return _copied, tuple(getattr(self, name) for name in _Filled.__slots__)

    def __repr__(self):
        return f"<Sentence {self.sent_id or self.index} of {self.file}, {self.n} words>"

    def __bytes__(self) -> bytes:
        return self.block

    def __str__(self) -> str:
        return self.block.decode()

    def __len__(self) -> int:
        return self.n

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.block == other.block and self.columns == other.columns and self.heads == other.heads

    def __hash__(self) -> int:
        return hash(self.block)

    def __iter__(self) -> Iterator[Word]:
        names = ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "DEPREL", "DEPS", "MISC"]
        columns = [self.column(name) if name in self.columns else ["_"] * self.n for name in names]
        for head, (id, form, lemma, upos, xpos, feats, deprel, deps, misc) in zip(self.heads, zip(*columns)):
            yield Word(int(id), form, lemma, upos, xpos, _members(feats), head, deprel, deps, _members(misc))

    @property
    def text(self) -> str:
        """What is annotated: the value of the comment "# text", or the tokens, with blanks between them but where MISC has SpaceAfter=No."""
        found = self.comment("text")
        return self._tokens() if found is None else found

    def _tokens(self):
        """The tokens as a text."""
        if "FORM" not in self.columns:
            raise DataError(f"{self.file}:{self.line}: found neither a comment text nor a column FORM, which text needs")
        place = {name: i for i, name in enumerate(self.columns)}
        text, last = "", 0
        for row in self.rows:
            id, misc = row[place["ID"]], row[place["MISC"]] if "MISC" in place else "_"
            first, _, end = id.partition("-")
            if "." not in id and int(first) > last:
                last = int(end or first)
                text += row[place["FORM"]] + ("" if "SpaceAfter=No" in misc else " ")
        return text.removesuffix(" ")

    @property
    def lines(self) -> list[str]:
        """The lines that are not blank, without their ends."""
        lines = self.block.removeprefix(b"\xef\xbb\xbf").decode().replace("\r\n", "\n").split("\n")
        return [line for line in lines if line]

    @property
    def comments(self) -> list[str]:
        """The lines that begin with "#"."""
        return [line for line in self.lines if line.startswith("#")]

    def comment(self, name: str) -> str | None:
        """The value of the first comment "# NAME = VALUE" before the words, as comment("text"); None if there is none."""
        for line in self.lines:
            if not line.startswith("#"):
                break
            found, equals, value = line[1:].partition("=")
            if equals and found.strip(" \t") == name:
                return value.lstrip(" \t")
        return None

    @property
    def rows(self) -> list[list[str]]:
        """The columns of all other lines: words, multiword ranges ("2-3") and empty nodes ("2.1")."""
        return [line.split("\t") for line in self.lines if not line.startswith("#")]

    @property
    def ranges(self) -> list[tuple[int, int, str | None]]:
        """The multiword ranges, as tuples of the first word, the last, and the form."""
        id, form = self.columns.index("ID"), self.columns.index("FORM") if "FORM" in self.columns else None
        found = [(row[id].split("-"), row) for row in self.rows if "-" in row[id]]
        return [(int(ends[0]), int(ends[1]), None if form is None else row[form]) for ends, row in found]

    def column(self, name: str) -> list[str]:
        """Returns the column of that name ("form", "UPOS") of the words 1..n, a list of strings."""
        if name.upper() not in self.columns and name not in self.columns:
            raise UsageError(f"found column {name!r}, expected one of {', '.join(self.columns)}")
        place = self.columns.index(name if name in self.columns else name.upper())
        id = self.columns.index("ID")
        return [row[place] for row in self.rows if row[id].isdigit()]

    @property
    def forms(self) -> list[str]:
        """The column FORM of the words 1..n."""
        return self.column("FORM")

    @property
    def lemmas(self) -> list[str]:
        """The column LEMMA of the words 1..n."""
        return self.column("LEMMA")

    @property
    def upos(self) -> list[str]:
        """The column UPOS of the words 1..n."""
        return self.column("UPOS")

    @property
    def feats(self) -> list[dict[str, str]]:
        """The column FEATS of the words 1..n, a dict of each: {"Case": "Gen"}."""
        return [_members(field) for field in self.column("FEATS")]

    @property
    def misc(self) -> list[dict[str, str]]:
        """The column MISC of the words 1..n, a dict of each; what has no "=" has the value ""."""
        return [_members(field) for field in self.column("MISC")]

    @property
    def deprels(self) -> list[str]:
        """The column DEPREL of the words 1..n."""
        return self.column("DEPREL")

    def with_heads(self, heads: Heads | None = None, deprels: list[str] | None = None, *, mark: str = "none") -> Sentence:
        """Returns the sentence with these heads and DEPRELs, lists for words 1..n; None: the old ones. Every other byte is kept.

        mark: "orig" or "proj" marks changed words, as `tbk projectivize --mark` does, "check" as `tbk repair --suggest`, "given" as
        `tbk repair`; then DEPREL is theirs. Raises DataError if the heads are no tree, and of a sentence without one for "orig".
        """
        mark = choose("mark", MARKS, mark)
        if mark != lib.TBK_MARK_NONE and (heads is None or deprels is not None):
            raise UsageError("mark: expected heads, and no deprels, which marks change")
        if self.is_broken and mark == MARKS["orig"]:
            raise DataError(f'{self.file}:{self.line}: the heads are no tree, mark: expected "given", "check" or "none"')
        if mark != lib.TBK_MARK_NONE and self.has_marks:
            raise DataError(f"{self.file}:{self.line}: the sentence has marks already, expected none: restored() has none")
        pieces, memory = (ffi.NULL, []) if deprels is None else pieces_of("deprels", deprels, self.n, b"\t\n\r")
        new_heads = self._new_heads(heads)
        if mark == lib.TBK_MARK_NONE:
            text = self._write(lambda found, text: lib.tbk_conllu_sentence_write_arcs(found, new_heads, pieces, text))
        elif mark == _GIVEN:
            text = self._write(lambda found, text: lib.tbk_conllu_sentence_write_nearest(found, new_heads, True, text))
        else:
            text = self._write(lambda found, text: lib.tbk_conllu_sentence_write(found, new_heads, mark, text))
        return parsed_again(text, self, self._ignores_heads and heads is None, any_heads=self.is_broken)

    def restored(self) -> Sentence:
        """Returns the sentence as it was before marks of with_heads(), `tbk projectivize` or `tbk repair`; its heads may be no tree then."""

        def restore(found, text):
            error = new_error()
            if not lib.tbk_conllu_sentence_restore(found, text, error):
                fail(error)

        return parsed_again(self._write(restore), self, self._ignores_heads, any_heads=not self._ignores_heads)

    def _new_heads(self, heads):
        """The heads as the library wants them, of a tree."""
        if heads is None:
            return ffi.NULL
        found, n = heads_of(heads)
        if n != self.n:
            raise DataError(f"heads: found {n}, expected one for each of {self.n} words")
        tree, error = ffi.gc(lib.tbk_tree_new(), lib.tbk_tree_free), new_error()
        if not lib.tbk_tree_set(tree, found, n, error):
            fail(error)
        return found

    def _read_again(self):
        """A reader of its bytes alone."""
        return TextReader(self)

    def _write(self, write):
        """The bytes that write() appends to a text for this sentence."""
        text = ffi.gc(lib.tbk_text_new(), lib.tbk_text_free)
        with self._read_again() as reader:
            write(reader.only(), text)
            return bytes_of(text)


def sentence_of(found, reader):
    """The Sentence of a record of the library."""
    made = _Filled()
    made.block = ffi.buffer(found.text, found.length)[:]
    made.n = n = found.n
    heads = ffi.unpack(found.heads + 1, n)
    made.is_broken = bool(found.is_broken)
    made.heads = FixedList([None if head < 0 else head for head in heads] if found.is_broken else heads)
    made.sent_id = None
    if found.sent_id != ffi.NULL:
        made.sent_id = ffi.buffer(found.sent_id, found.sent_id_length)[:].decode()
    made.file = reader.name
    made.line = found.line
    made.index = found.index
    made.n_roots = found.n_roots
    made.is_projective = bool(found.is_projective)
    made.has_marks = bool(found.has_marks)
    made.columns = reader.columns
    made._ignores_heads, made._any_heads = reader._ignores_heads, reader._any_heads
    made.__class__ = Sentence
    return made


def _copied(*values):
    """The Sentence with these fields."""
    made = _Filled()
    for name, value in zip(_Filled.__slots__, values):
        setattr(made, name, value)
    made.__class__ = Sentence
    return made


def parsed_again(text, old, ignores_heads=False, any_heads=False):
    """The Sentence that has another text in the place of an old one."""
    fields = {name: getattr(old, name) for name in _Filled.__slots__}
    with TextReader(_copied(*(fields | {"block": text, "_ignores_heads": ignores_heads, "_any_heads": any_heads}).values())) as reader:
        return next(reader)


class Selector:
    """Judges the sentences of one file by expressions (tbk.query()); where: one or several, each of which must be met."""

    def __init__(self, where):
        error = new_error()
        self._conditions = ffi.gc(lib.tbk_conditions_new(lib.TBK_TREES_DEPENDENCIES), lib.tbk_conditions_free)
        for expression in [where] if isinstance(where, (str, Query)) else where:
            text = text_of("where", str(expression) if isinstance(expression, Query) else expression)
            if not lib.tbk_conditions_add_where(self._conditions, text, error):
                fail(error)
        self._selection = ffi.new("TbkSelection *", {"conditions": self._conditions})
        self._selector = ffi.gc(lib.tbk_selector_new(self._selection), lib.tbk_selector_free)
        self._entry, self._is_taken = ffi.new("TbkEntry *"), ffi.new("gboolean *")

    @property
    def selection(self):
        """The TbkSelection of these expressions."""
        return self._selection

    def takes(self, sentence, file, error):
        """Whether a record of the library meets the expressions; file: its name, bytes of the library."""
        if not lib.tbk_selector_take(self._selector, entry_of(self._entry, sentence, file), self._is_taken, error):
            fail(error)
        return self._is_taken[0]


def entry_of(entry, sentence, file):
    """Sets a TbkEntry to a record of the library, in a file of that name."""
    entry.file, entry.line, entry.index, entry.n_words = file, sentence.line, sentence.index, sentence.n
    entry.id, entry.id_length, entry.sentence = sentence.sent_id, sentence.sent_id_length, sentence
    return entry


class Reader(Handle):
    """Iterates over the sentences of a file; a context manager.

    path: a file, plain or compressed, "-" for standard input. strict: a warning is an error. ignores_heads: HEAD may
    hold anything, all heads are 0. columns: "conllu", "conllx", "conll09", "heads", or the names of the columns in order, those of CoNLL-U,
    "_" for one without a name; further columns are kept as they are. None: recognized from the first lines. any_heads: heads need not
    form a tree (see Sentence); repair() makes trees of them. name: for messages;
    the attribute columns: the names of the columns, "..." last where there may be more.

    where: which sentences: an expression as that of `tbk filter --where` (tbk.query()), such as "deprel=nsubj and
    words<=15", or several, each of which must be met. It does not go with ignores_heads or any_heads.

    A sentence that is not well formed raises DataError with FILE:LINE; the next call of next() goes on after it.
    """

    __slots__ = ("name", "columns", "_batch", "_sentence", "_has_batch", "_ignores_heads", "_any_heads", "_where", "_selector")

    def __init__(
        self, path: Path, strict: bool = False, ignores_heads: bool = False, columns: str | list[str] | None = None,
        any_heads: bool = False, where: Where | None = None
    ) -> None:
        error = new_error()
        self._ignores_heads, self._any_heads = bool(ignores_heads), bool(any_heads)
        self._select(where)
        options, _memory = _options(strict, ignores_heads, columns, any_heads)
        options.keeps_documents = True
        self._open(lib.tbk_conllu_reader_open(path_of(path), options, error), error)
        self.name = ffi.string(lib.tbk_input_name(lib.tbk_conllu_reader_input(self._handle))).decode("utf-8", "replace")

    def _select(self, where):
        if where is not None and (self._ignores_heads or self._any_heads):
            raise UsageError(f"{'ignores_heads' if self._ignores_heads else 'any_heads'} and where exclude each other")
        self._where = [] if where is None else [where] if isinstance(where, (str, Query)) else list(where)
        self._selector = Selector(self._where) if self._where else None

    def _open(self, handle, error):
        self._set(handle, lib.tbk_conllu_reader_close, error)
        self._batch = ffi.gc(lib.tbk_conllu_batch_new(), lib.tbk_conllu_batch_free)
        self._sentence = ffi.new("TbkConlluSentence *")
        self._has_batch = False
        self.columns = FixedList(ffi.string(lib.tbk_conllu_reader_columns(self._handle)).decode().split(" "))

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __iter__(self) -> Reader:
        return self

    def __next__(self) -> Sentence:
        with self._lock:
            if not self._next():
                raise StopIteration
            return sentence_of(self._sentence, self)

    def where(self, *expressions: str | Query) -> Reader:
        """Has it give only sentences that meet these expressions too; returns the reader."""
        with self._lock:
            self._select([*self._where, *expressions])
        return self

    def find(self, query: str | Query, columns: str | list[str] | None = None) -> dict[str, npt.NDArray[Any]]:
        """Returns a row for each word that meets the expression, of the sentences that are not read yet, as `tbk find` does: an array
        for each attribute of `columns`, a list or names with commas between them (None: file, sent_id, id, form, deprel), as
        `pandas.DataFrame()` accepts it. Missing texts are None, missing numbers NaN."""
        finder = Finder(query, columns)
        self._find(finder)
        return finder.table()

    def _find(self, finder):
        with self._lock:
            while self._next():
                finder.add(self._sentence)

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            if self._handle is not None:
                ffi.release(self._handle)
                self._handle = None

    def _next(self):
        """Moves to the next sentence; False after the last."""
        if self._handle is None:
            raise ValueError("the reader is closed")
        while True:
            while self._has_batch and lib.tbk_conllu_batch_next(self._batch, self._sentence):
                if self._sentence.problem != ffi.NULL:
                    raise exception_of(self._sentence.problem)
                if self._sentence.n > 0 and (
                    self._selector is None
                    or self._selector.takes(self._sentence, lib.tbk_conllu_sentence_file(self._sentence), self._error)
                ):
                    return True
            self._has_batch = False
            status = lib.tbk_conllu_reader_next(self._handle, self._batch, self._error)
            if status == lib.TBK_READ_FAILED:
                fail(self._error)
            if status == lib.TBK_READ_END:
                return False
            self._has_batch = True


class TextReader(Reader):
    """The same over a text in memory: str, bytes, or a Sentence that is read again."""

    __slots__ = ()

    def __init__(self, text, name="<text>", /, strict=False, ignores_heads=False, columns=None, any_heads=False, where=None):
        options, memory = _options(strict, ignores_heads, columns, any_heads)
        error = new_error()
        if isinstance(text, Sentence):
            memory = ffi.new("char[]", " ".join(text.columns).encode())
            options.columns.names, options.line, options.index = memory, text.line, text.index
            options.ignores_heads, options.takes_any_heads = text._ignores_heads, text._any_heads
            text, name = text.block, text.file
        text = text_of("text", text)
        self.name = name
        self._ignores_heads, self._any_heads = bool(options.ignores_heads), bool(options.takes_any_heads)
        self._select(where)
        options.keeps_documents = True
        self._open(lib.tbk_conllu_reader_open_text(path_of(name), ffi.from_buffer(text), len(text), options, error), error)

    def only(self):
        """The library's record of the only sentence."""
        if not self._next():
            raise DataError(f"{self.name}: found no sentence, expected one")
        return self._sentence


class FolderReader:
    """Iterates over the sentences of all files in a folder and the folders below it, in byte order of their paths; a context
    manager. `files`: their paths. Arguments as for Reader."""

    def __init__(
        self, path: Path, strict: bool = False, ignores_heads: bool = False, columns: str | list[str] | None = None,
        any_heads: bool = False, where: Where | None = None
    ) -> None:
        self.files = files_of(path)
        self._options = strict, ignores_heads, columns, any_heads
        self._where = [] if where is None else [where] if isinstance(where, (str, Query)) else list(where)
        if self._where:
            Selector(self._where)  # what is wrong with it is found before the first file
        self._waiting = iter(self.files)
        self._reader = None
        self._lock = threading.Lock()

    def __enter__(self) -> FolderReader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __iter__(self) -> FolderReader:
        return self

    def __next__(self) -> Sentence:
        with self._lock:
            while True:
                if self._reader is None:
                    self._reader = Reader(next(self._waiting), *self._options, where=self._where)
                for sentence in self._reader:
                    return sentence
                self._close()

    def where(self, *expressions: str | Query) -> FolderReader:
        """As Reader.where()."""
        Selector(expressions)
        with self._lock:
            self._where += expressions
            if self._reader is not None:
                self._reader.where(*expressions)
        return self

    def find(self, query: str | Query, columns: str | list[str] | None = None) -> dict[str, npt.NDArray[Any]]:
        """As Reader.find(), over all files that are left."""
        finder = Finder(query, columns)
        with self._lock:
            while self._reader is not None or (path := next(self._waiting, None)) is not None:
                if self._reader is None:
                    self._reader = Reader(path, *self._options, where=self._where)
                self._reader._find(finder)
                self._close()
        return finder.table()

    def close(self) -> None:
        """Closes the file in hand; there are no more sentences then."""
        with self._lock:
            self._waiting = iter(())
            self._close()

    def _close(self):
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def read(
    path: Path, strict: bool = False, ignores_heads: bool = False, columns: str | list[str] | None = None, any_heads: bool = False,
    where: Where | None = None
) -> Reader | FolderReader:
    """Iterates over the sentences of a file, or of the treebanks in a folder, that meet the expressions; see Reader and FolderReader."""
    return (FolderReader if os.path.isdir(path) else Reader)(path, strict, ignores_heads, columns, any_heads, where)


def parse(
    text: str | bytes, /, strict: bool = False, ignores_heads: bool = False, columns: str | list[str] | None = None,
    any_heads: bool = False, where: Where | None = None
) -> Reader:
    """Iterates over the sentences of a text, str or bytes; see Reader."""
    return TextReader(text, strict=strict, ignores_heads=ignores_heads, columns=columns, any_heads=any_heads, where=where)


class Writer(Handle):
    """Writes a file that is complete, or is not there; a context manager.

    path: a file, compressed as its name ends, "-" for standard output. It gets its name when the context ends without exception,
    or by commit(); discard() removes what there is of it.
    """

    __slots__ = ()

    def __init__(self, path: Path) -> None:
        error = new_error()
        self._set(lib.tbk_output_open(path_of(path), 0, error), lib.tbk_output_discard, error)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: object, *exception: object) -> None:
        if kind is not None:
            self.discard()
        elif self._handle is not None:
            self.commit()

    def write(self, text: Sentence | str | bytes) -> None:
        """Writes a Sentence, bytes or str."""
        text = text.block if isinstance(text, Sentence) else text_of("text", text)
        with self._lock:
            self._check()
            if not lib.tbk_output_write(self._handle, ffi.from_buffer(text), len(text), self._error):
                fail(self._error)

    def commit(self) -> None:
        """Completes the file and gives it its name."""
        with self._lock:
            self._check()
            output, self._handle = self._handle, None
            ffi.gc(output, None)  # which commit frees, whatever comes of it
            if not lib.tbk_output_commit(output, self._error):
                fail(self._error)

    def discard(self) -> None:
        """Removes what was written, unless it is committed."""
        with self._lock:
            if self._handle is not None:
                ffi.release(self._handle)
                self._handle = None

    def _check(self):
        if self._handle is None:
            raise ValueError("the file is closed")


def write(path: Path, sentences: Iterable[Sentence | str | bytes]) -> None:
    """Writes sentences (Sentence, bytes or str) to a file, complete or not at all."""
    with Writer(path) as writer:
        for sentence in sentences:
            writer.write(sentence)
