"""Measures of trees: dependency lengths, classes of restricted non-projectivity."""
from __future__ import annotations

import threading
from fractions import Fraction
from typing import NamedTuple, Optional, Union

import numpy as np

from ._library import Heads, fail, ffi, heads_of, integers, ints, lib, names_of, new_error, offsets_of

_local = threading.local()


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


def _scratch():
    try:
        return _local.scratch
    except AttributeError:
        _local.scratch = _Scratch()
        return _local.scratch


def _denominators(n):
    return [lib.tbk_length_denominator(length, n) for length in range(len(_LENGTHS))]


def lengths(heads: Heads) -> dict[str, Optional[Union[int, Fraction]]]:
    """Returns the lengths and crossings of a tree's arcs beside what chance and the best order would give (tbk/lengths.h).

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


def lengths_many(heads: Heads, offsets: Heads) -> dict[str, np.ndarray]:
    """The same for many sentences with one call, in which other threads can run.

    heads: (words,) int32, the heads of one sentence after the other; offsets: (sentences + 1,) int64, where in heads each begins
    and the last ends. Returns an array for each key: int64, -1 for what does not exist; means and variances as float64, NaN there.
    """
    scratch = _scratch()
    heads = integers("heads", heads)
    offsets, n = offsets_of("offsets", offsets, len(heads))
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
    """Returns the classes of restricted non-projectivity that a tree is known to be in (tbk/classes.h): the names that
    `tbk stats --classes` has as columns, of trees outside. Raises DataError if heads are no tree."""
    found = _classify(heads)
    return {name for bit, name in enumerate(_CLASSES) if not (found.outside | found.undecided) >> bit & 1}


class Measures(NamedTuple):
    """How far a tree is from projective. The degrees are None if more than 64 words take part in that."""

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
<<<<<<< HEAD
=======


_BYS = {
    "file": lib.TBK_FIGURES_BY_FILE, "language": lib.TBK_FIGURES_BY_LANGUAGE, "length": lib.TBK_FIGURES_BY_LENGTH,
    "sentence": lib.TBK_FIGURES_BY_SENTENCE, "arc": lib.TBK_FIGURES_BY_ARC, "deprel": lib.TBK_FIGURES_BY_DEPREL,
    "upos": lib.TBK_FIGURES_BY_UPOS, "direction": lib.TBK_FIGURES_BY_DIRECTION, "distance": lib.TBK_FIGURES_BY_DISTANCE,
}
_TEXTS = {"file", "language", "sent_id", "deprel", "upos", "direction"}


def _files(files):
    """The list of the files that paths of files and folders stand for."""
    found, error = ffi.gc(lib.tbk_file_list_new(), lib.tbk_file_list_free), new_error()
    suffixes = [ffi.new("char[]", suffix) for suffix in (b".conllu", b".conllup")]
    pointers = ffi.new("char *[]", [*suffixes, ffi.NULL])
    for path in [files] if isinstance(files, (str, bytes, os.PathLike)) else files:
        if not lib.tbk_file_list_add(found, path_of(path), pointers, error):
            fail(error)
    return found


def _vocabulary(name, texts):
    """The names as a vocabulary; NULL for none."""
    if isinstance(texts, str):
        raise TypeError(f"{name}: found {texts!r}, expected a list of texts")
    texts = [name_of(name, text) for text in texts]
    if not texts:
        return ffi.NULL
    vocabulary, error = ffi.gc(lib.tbk_vocabulary_new(), lib.tbk_vocabulary_free), new_error()
    for text in texts:
        if lib.tbk_vocabulary_add(vocabulary, text, len(text), error) < 0:
            fail(error)
    return vocabulary


def _count(files, options, columns, output, n_threads):
    """Runs the job over the files and writes the table to output."""
    error, messages = new_error(), []
    paths = ffi.cast("const char **", files.paths.pdata)
    table = ffi.gc(lib.tbk_table_new(output, lib.TBK_TABLE_JSONL, columns), lib.tbk_table_free)
    if options.by in (lib.TBK_FIGURES_BY_SENTENCE, lib.TBK_FIGURES_BY_ARC):
        options.rows = table
    job = ffi.new("TbkJob *", lib.tbk_figures_job(options))
    tallies = ffi.gc(lib.tbk_tallies_new(job.layout, paths, ffi.NULL), lib.tbk_tallies_free)

    @ffi.callback("void (gpointer, const char *)")
    def tell(_data, message):
        messages.append(ffi.string(message).decode("utf-8", "replace"))

    run = ffi.new("TbkCorpusOptions *", {"format": lib.tbk_conllu_format(), "n_threads": n_threads, "tell": tell})
    if not lib.tbk_corpus_run(run, job, paths, tallies, ffi.NULL, error):
        try:
            fail(error)
        except Exception as exception:
            told = [message for message in messages if " warning: " not in message]
            raise type(exception)("; ".join([str(exception), *told])) from None
    if not lib.tbk_figures_write(tallies, options, table, error) or not lib.tbk_table_end(table, error):
        fail(error)


def _column(name, values):
    if name in _TEXTS:
        return np.array(values, dtype=object)
    if all(isinstance(value, int) for value in values):
        return np.array(values, dtype=np.int64)
    return np.array([np.nan if value is None else float(value) for value in values])


def stats(
    files: Union[Path, Iterable[Path]], by: str = "file", *, lengths: bool = False, classes: bool = False,
    skip_upos: Iterable[str] = (), bin: Optional[int] = None, root: str = "gold", threads: int = 1
) -> dict[str, np.ndarray]:
    """Returns the table of `tbk stats` as columns: an array for each name, numbers or texts, with NaN where a cell is empty.

    files: paths of files and folders; by: "file" and the other values of --by; lengths, classes: further columns; skip_upos: words
    that are taken out first; bin: words, or distances, of a row by length or distance. Raises the error of the first file that
    cannot be done. `pandas.DataFrame(tbk.stats(files))` makes a table of it.
    """
    options = ffi.new("TbkFiguresOptions *")
    options.by = choose("by", _BYS, by)
    options.projectivize.root = choose("root", ROOTS, root)
    options.lengths, options.classes = bool(lengths), bool(classes)
    options.width = number("bin", (5 if by == "length" else 1) if bin is None else bin, 1, MOST)
    if (classes and options.by >= lib.TBK_FIGURES_BY_ARC) or (lengths and by == "arc"):
        raise UsageError(f"lengths, classes: found a table by {by}, which has no such columns")
    vocabulary = _vocabulary("skip_upos", skip_upos)
    options.skipped_upos = vocabulary
    threads = number("threads", threads, 1, 1024)
    columns = ffi.gc(lib.tbk_figures_columns(options), lib.tbk_free)
    names = _names(lambda i: columns[i])
    with tempfile.TemporaryDirectory() as folder:
        path, error = os.path.join(folder, "table"), new_error()
        output = lib.tbk_output_open(path_of(path), error)
        if output == ffi.NULL:
            fail(error)
        try:
            _count(_files(files), options, columns, output, threads)
        except BaseException:
            lib.tbk_output_discard(output)
            raise
        if not lib.tbk_output_commit(output, error):
            fail(error)
        with open(path, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
    return {name: _column(name, [row[name] for row in rows]) for name in names}
>>>>>>> 8fc46c4e (Build tbk as one file in an old Debian system, and wheels with the library inside)
