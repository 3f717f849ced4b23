"""Tables about treebanks, as columns: figures, numbers of optimal trees, agreement of oracles."""
from __future__ import annotations

import errno
import json
import os
import tempfile
import warnings
from typing import Any, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from ._library import (
    MOST, Error, Path, UsageError, caller_level, choose, fail, ffi, file_list, files_of, has_subtypes, input_error, lib, name_of, names_of, new_error, number, path_of,
)
from .queries import Query, compiled, joined, keys_of, text_columns
from .tagging import _ENCODINGS
from .transitions import System, sequence_counter
from .trees import ROOTS, SCHEMES

Files = Union[Path, Iterable[Path]]
Where = Union[str, Query, Iterable[Union[str, Query]]]
By = Union[str, Iterable[str]]

_BYS = {"file": lib.TBK_FIGURES_BY_KEYS, "sentence": lib.TBK_FIGURES_BY_SENTENCE, "arc": lib.TBK_FIGURES_BY_ARC}
_OVERS = {"losing": lib.TBK_OVER_LOSING, "all": lib.TBK_OVER_ALL}
_COMPARED_GROUPS = {"file": lib.TBK_AGREEMENT_OF_FILES, "language": lib.TBK_AGREEMENT_OF_LANGUAGES}
_COMPARED = {
    "distance": lib.TBK_AGREEMENT_DISTANCES, "sentence": lib.TBK_AGREEMENT_SENTENCES, "confusion": lib.TBK_AGREEMENT_CONFUSIONS,
    "configuration-length": lib.TBK_AGREEMENT_LENGTHS,
}
TEXTS = {
    "file", "language", "sent_id", "deprel", "upos", "direction", "distance", "variant", "reference_set", "variant_set",
    "test", "level", "treebank", "split", "form", "head_form", "new_head_form", "alternatives", "fixes",
    "encoding", "head.upos", "side", "relation_1", "relation_2",
}
_LONG = {"choices", "choices_median", "choices_median_low", "choices_median_high", "choices_max", "kept", "sequences"}  # of any number of digits
_ROWS = {
    "measure": lib.TBK_EVALUATION_MEASURES, "confusion": lib.TBK_EVALUATION_CONFUSIONS, "word": lib.TBK_EVALUATION_WORDS,
    "sentence": lib.TBK_EVALUATION_SENTENCES,
}
_EVALUATION_TEXTS = TEXTS - {"distance"} | {"measure", "against", "system_deprel", "other_deprel", "change"}
_MAX_WORDS = 1000  # of a sentence that oracles are compared on, as in the program


def run_job(job, files, n_threads):
    """Runs the job over the files; returns its tallies."""
    error, messages = new_error(), []
    paths = ffi.cast("const char **", files.paths.pdata)
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
            exception.args = ("; ".join([str(exception), *told]),)
            raise
    return tallies


def _column(values, is_text):
    if is_text:
        return np.array(values, dtype=object)
    if all(isinstance(value, int) for value in values):
        return np.array(values, dtype=np.int64 if all(abs(value) < 2**63 for value in values) else object)
    return np.array([np.nan if value is None else float(value) for value in values])


def columns_of(group):
    """The names of a group of columns."""
    return ffi.gc(lib.tbk_table_columns_names(group, 1), lib.tbk_free)


def make_table(columns, fill, texts=TEXTS):
    """The tidy table with these columns that fill(table, error) fills, as an array for each; those named by texts hold strings."""
    tidy = ffi.gc(lib.tbk_table_tidy_columns(columns), lib.tbk_free)
    names = names_of(lambda i: tidy[i])
    with tempfile.TemporaryDirectory() as folder:
        path, error = os.path.join(folder, "table"), new_error()
        output = lib.tbk_output_open(path_of(path), 0, error)
        if output == ffi.NULL:
            fail(error)
        try:
            table = ffi.gc(lib.tbk_table_new(output, lib.TBK_TABLE_JSONL, columns), lib.tbk_table_free)
            lib.tbk_table_tidy(table)
            if not fill(table, error) or not lib.tbk_table_end(table, error):
                fail(error)
        except BaseException:
            lib.tbk_output_discard(output)
            raise
        if not lib.tbk_output_commit(output, error):
            fail(error)
        with open(path, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
    return {name: _column([row[name] for row in rows], name in texts) for name in names}


def _in_folder(folder, name):
    """The file of that name in the folder, plain or compressed; the path itself if there is none."""
    endings = ("", ".gz", ".xz", ".zst", ".bz2")
    path = os.path.join(folder, name)
    bare = path[:-len(os.path.splitext(path)[1])] if path.endswith(endings[1:]) else path
    return next((found for found in (path, *(bare + ending for ending in endings)) if os.path.exists(found)), path)


def _warn_of_gone(against, replaced):
    """Warns of files of the folder that no file replaces, as `tbk stats --against` does."""
    try:
        old = files_of(against)
    except Error:  # those that replace have other endings
        return
    known = {os.path.normpath(path) for path in replaced}
    gone = [path for path in old if os.path.normpath(path) not in known]
    if gone:
        plural = "" if len(gone) == 1 else "s"
        warnings.warn(f"{against}: {len(gone)} file{plural} left out that no file replaces, the first: {gone[0]}",
                      stacklevel=caller_level())


def _against(listed, against, options, job, write, threads, table, error):
    """Writes a table with --against: each file beside that of the same name."""
    n, against = lib.tbk_file_list_length(listed), os.fsdecode(against)
    names = [os.fsdecode(ffi.string(ffi.cast("char *", listed.names.pdata[i]))) for i in range(n)]
    if not os.path.isdir(against) and n > 1:
        raise UsageError(f"against: found {against} beside several files, expected a folder")
    paths = [_in_folder(against, name) if os.path.isdir(against) else against for name in names]
    found = [i for i, path in enumerate(paths) if os.path.exists(path) or not os.path.isdir(against)]
    if not found:
        raise input_error(f"{against}: found no file with the name of {names[0]}, expected files with the same names", errno.ENOENT, against)
    if os.path.isdir(against):
        _warn_of_gone(against, [paths[i] for i in found])
    numbers = ffi.new("int[]", [found.index(i) if i in found else -1 for i in range(n)])
    options.draws_by_id = True
    of_new = run_job(ffi.new("TbkJob *", job(options)), listed, threads)
    of_old = run_job(ffi.new("TbkJob *", job(options)), file_list([paths[i] for i in found]), threads)
    return write(of_new, of_old, numbers, options, table, error)


def _level(intervals):
    """The level of intervals in per cent, None without."""
    level = 95 if intervals is True else None if intervals is False else intervals
    return None if level is None else number("intervals", level, 50, 99)


def encodings(
    files: Files, encoding: Union[None, str, Iterable[str]] = None, *, seen: Optional[Files] = None, mark: Optional[str] = None, root: str = "gold",
    threads: int = 1
) -> dict[str, npt.NDArray[Any]]:
    """Returns the table of `tbk encodings --tidy` as stats() does: a row for each file and encoding of trees as tags.

    encoding: a name or several, None for all; seen: files whose tags are not new; mark: "head", "path" or "headpath", the marks of trees
    that are made projective.
    """
    options, error = ffi.new("TbkTagFiguresOptions *"), new_error()
    names = list(_ENCODINGS) if encoding is None else [encoding] if isinstance(encoding, str) else list(dict.fromkeys(encoding))
    if not names:
        raise UsageError("encoding: found no names, expected some, or None for all")
    chosen = ffi.new("TbkTagEncoding *[]", [choose("encoding", _ENCODINGS, name) for name in names])
    options.encodings, options.n_encodings = ffi.cast("const TbkTagEncoding *const *", chosen), len(names)
    options.projectivize.root = choose("root", ROOTS, root)
    options.has_marks, options.scheme = mark is not None, 0 if mark is None else choose("mark", SCHEMES, mark)
    threads = number("threads", threads, 1, 1024)
    listed = file_list(files)
    if seen is not None:
        training = run_job(ffi.new("TbkJob *", lib.tbk_tag_figures_job(options)), file_list(seen), threads)
        total = ffi.gc(lib.tbk_tallies_total(training), lib.tbk_tally_free)
        met = lib.tbk_tag_figures_seen(total, error)
        if met == ffi.NULL:
            fail(error)
        options.seen = met = ffi.gc(met, lib.tbk_vocabulary_free)

    def fill(table, error):
        tallies = run_job(ffi.new("TbkJob *", lib.tbk_tag_figures_job(options)), listed, threads)
        return lib.tbk_tag_figures_write(tallies, options, seen is not None, table, ffi.NULL, error)

    return make_table(ffi.gc(lib.tbk_tag_figures_columns(seen is not None), lib.tbk_free), fill)


def word_order(
    files: Files, by: By = "file", *, words: Optional[Where] = None, without: Optional[Where] = None, intervals: Union[None, bool, int] = None,
    seed: int = 1, threads: int = 1
) -> dict[str, npt.NDArray[Any]]:
    """Returns the table of `tbk word-order --tidy` as stats() does: how free the order of words is, in bits.

    by: "file", or up to three attributes, those of words being of dependents; or "sisters", also beside attributes of sentences; the others
    as in stats().
    """
    options = ffi.new("TbkWordOrderOptions *")
    options.without, _without = compiled("without", without, "or")
    options.words, _words = compiled("words", words, "and")
    by = joined(by)
    options.has_sisters = isinstance(by, str) and ((by + ",").startswith("sisters,") or by.endswith(",sisters"))
    rest = by.removeprefix("sisters").removeprefix(",").removesuffix(",sisters") if options.has_sisters else by
    keys = None if rest in ("", "file") else keys_of(rest)
    options.keys = ffi.NULL if keys is None else keys
    if options.has_sisters and lib.tbk_keys_scope(options.keys) != lib.TBK_SCOPE_SENTENCE:
        raise UsageError(f"by: found {by!r}, expected attributes of sentences with sisters")
    level, options.seed = _level(intervals), number("seed", seed, 0, 2**63 - 1)
    options.level = level or 0
    columns = ffi.gc(lib.tbk_word_order_columns(options), lib.tbk_free)
    listed, threads = file_list(files), number("threads", threads, 1, 1024)

    def fill(table, error):
        tallies = run_job(ffi.new("TbkJob *", lib.tbk_word_order_job(options)), listed, threads)
        return lib.tbk_word_order_write(tallies, options, table, error)

    return make_table(columns, fill, TEXTS if keys is None else TEXTS | text_columns(keys))


def stats(
    files: Files, by: By = "file", *, lengths: bool = False, classes: bool = False, words: Optional[Where] = None,
    without: Optional[Where] = None, root: str = "gold", intervals: Union[None, bool, int] = None, seed: int = 1,
    threads: int = 1, against: Optional[Path] = None, system: Union[None, str, System] = None, projectivized: bool = False
) -> dict[str, npt.NDArray[Any]]:
    """Returns the table of `tbk stats --tidy` as columns: an array for each name, numbers or texts, with NaN where a number is empty
    and None where a text is.

    files: paths of files and folders; by: "file", "sentence", "arc", or up to three attributes, listed or with commas between them, as
    "language,words:5" or "deprel"; lengths, classes: further columns; words: only words that meet this expression (tbk.query()) count,
    and their arcs; without: words that meet it are removed first; both also a list; intervals: a level such as 95 (True), for the ends of an
    interval of each proportion and mean, drawn by the seed. Raises the error of the first file that cannot be read. `pandas.DataFrame(tbk.stats(files))` makes a table of it.

    system: further columns: how many sequences of its transitions build a tree, as sequences() counts them; projectivized: of the
    optimal projective trees.

    against: the older release, a file or a folder whose files have the same names: of each figure NAME the columns NAME_old, NAME_new and
    NAME_difference, by file or language; with intervals, of each share and mean also NAME_low and NAME_high, the interval of the
    difference, and NAME_p. Sentences are paired by sent_id. Old figures of a file that replaces none are NaN;
    old files that none replaces are left out, with a warning.
    """
    by, level = joined(by), _level(intervals)
    if projectivized and system is None:
        raise UsageError("projectivized: found no system, expected one")
    options = ffi.new("TbkFiguresOptions *")
    options.by, keys = _BYS.get(by, lib.TBK_FIGURES_BY_KEYS), None if by in _BYS else keys_of(by)
    options.keys = ffi.NULL if keys is None else keys
    options.words, _words = compiled("words", words, "and")
    options.without, _without = compiled("without", without, "or")
    options.projectivize.root = choose("root", ROOTS, root)
    options.lengths, options.classes = bool(lengths), bool(classes)
    if ((classes or system is not None) and (by == "arc" or lib.tbk_figures_are_of_arcs(options))) or (lengths and by == "arc"):
        raise UsageError(f"lengths, classes, system: found a table by {by}, which has no such columns")
    if system is not None:
        options.system, options.of_projectivized = sequence_counter(system)[0]._system, bool(projectivized)
    if level is not None:
        options.level, options.seed = level, number("seed", seed, 0, 2**63 - 1)
        if by in ("sentence", "arc"):
            raise UsageError(f"intervals: found a table by {by}, expected one by file or attributes")
    of_files = keys is None or all(lib.tbk_keys_is_of_files(keys, key) for key in range(lib.tbk_keys_count(keys)))
    if against is not None and (by in ("sentence", "arc") or not of_files or words is not None):
        raise UsageError(f"against: found a table by {by}{' of some words' if words else ''}, expected one by file or language")
    threads = number("threads", threads, 1, 1024)
    columns = ffi.gc((lib.tbk_figures_columns if against is None else lib.tbk_figures_against_columns)(options), lib.tbk_free)
    listed = file_list(files)

    def fill(table, error):
        if by in ("sentence", "arc"):
            options.rows = table
        if against is not None:
            return _against(listed, against, options, lib.tbk_figures_job, lib.tbk_figures_write_against, threads, table, error)
        tallies = run_job(ffi.new("TbkJob *", lib.tbk_figures_job(options)), listed, threads)
        return lib.tbk_figures_write(tallies, options, table, error)

    return make_table(columns, fill, TEXTS if keys is None else TEXTS | text_columns(keys))


def _digits(values):
    """Numbers that may have any number of digits, which the library writes as texts."""
    found = [None if isinstance(value, float) and np.isnan(value) or value is None else int(value) for value in values]
    return np.array(found, dtype=np.int64 if all(value is not None and value < 2**63 for value in found) else object)


def choices(
    files: Files, by: By = "words:5", *, over: Optional[str] = None, root: str = "gold", intervals: Union[None, bool, int] = None,
    seed: int = 1, threads: int = 1
) -> dict[str, npt.NDArray[Any]]:
    """Returns the table of `tbk choices --tidy`: how many optimal projective trees there are, as columns.

    by: "sentence", "arc", or up to three attributes of sentences with commas between them, as "file,words:10"; by attributes, over: "losing" (None)
    or "all" trees, of which median and mean are; by arc, "all": also the arcs that every optimal tree keeps; intervals: by attributes, the level in per cent, 50 to 99, of intervals of median (None: too few trees) and mean, seed: of what is drawn. Numbers of trees are Python's integers where some has more than
    63 bits. Otherwise as stats().
    """
    by = joined(by)
    is_alone = by in ("sentence", "arc")
    options, keys = ffi.new("TbkChoicesOptions *"), None if is_alone else keys_of(by)
    options.keys = ffi.NULL if is_alone else keys
    if not is_alone and lib.tbk_keys_scope(keys) != lib.TBK_SCOPE_SENTENCE:
        raise UsageError(f"by: found {by!r}, expected attributes of sentences")
    options.projectivize.root = choose("root", ROOTS, root)
    if by == "sentence" and over is not None or is_alone and intervals is not None:
        raise UsageError(f"{'over' if intervals is None else 'intervals'}: found a table by {by}, expected one by attributes")
    options.rows_of = (lib.TBK_CHOICES_OF_SENTENCES if by == "sentence" else lib.TBK_CHOICES_OF_ARCS if over == "all" and is_alone else lib.TBK_CHOICES_OF_LOST_ARCS
                       if is_alone else lib.TBK_CHOICES_OF_LENGTHS)
    options.over = choose("over", _OVERS, "losing" if over is None else over)
    options.level, options.seed = _level(intervals) or 0, number("seed", seed, 0, 2**63 - 1)
    threads = number("threads", threads, 1, 1024)
    listed = file_list(files)

    def fill(table, error):
        options.rows = table if is_alone else ffi.NULL
        tallies = run_job(ffi.new("TbkJob *", lib.tbk_choices_job(options)), listed, threads)
        return is_alone or lib.tbk_choices_write(tallies, options, table, error)

    columns = ffi.gc(lib.tbk_choices_names(options), lib.tbk_free)
    found = make_table(columns, fill, TEXTS if keys is None else TEXTS | text_columns(keys))
    return {name: _digits(values) if name in _LONG else values for name, values in found.items()}


def _compared_rows(by, options):
    """Sets what rows are for by the keys of `tbk compare-oracles --by`."""
    keys = by.split(",") if isinstance(by, str) else [by]
    options.groups = lib.TBK_AGREEMENT_OF_ALL
    for key in keys:
        if isinstance(key, str) and (key == "words" or key.startswith("words:")):
            width = key[6:] or "1"
            options.width = number("by", int(width) if width.isdecimal() else width, 1, MOST)
        elif key in _COMPARED_GROUPS:
            options.groups = _COMPARED_GROUPS[key]
        else:
            options.rows_of = choose("by", _COMPARED, key)
    n_keys = (options.groups != lib.TBK_AGREEMENT_OF_ALL) + (options.width > 0) + (options.rows_of == lib.TBK_AGREEMENT_DISTANCES)
    if len(keys) > 1 and n_keys != len(keys):
        raise UsageError(f"by: found {by!r}, expected one key, or different ones of file or language, words:N, distance")
    if options.rows_of in (lib.TBK_AGREEMENT_CONFUSIONS, lib.TBK_AGREEMENT_LENGTHS):
        options.groups = lib.TBK_AGREEMENT_OF_FILES


def _compared_oracles(system, reference, variants, options, error):
    """Sets the oracles that are compared; returns what must stay until the run is over."""
    system = system if isinstance(system, System) else System(system)
    compared, default = options.compare, f"{system.policies[0]}:exact"
    reference = default if reference is None else reference
    if variants is None:
        variants = [reference.rpartition(":")[0] + ":approximate"]
    variants = list(variants)
    made = ffi.new("TbkVariant[]", max(1, len(variants)))
    compared.system = system._system
    for text, place in [(reference, ffi.addressof(compared, "reference")), *((text, made + i) for i, text in enumerate(variants))]:
        if not lib.tbk_variant_parse(name_of("variant", text), system._system, place, error):
            fail(error)
    compared.variants, compared.n_variants = made, len(variants)
    return made


def compare_oracles(
    files: Files, system: Union[str, System] = "arc-eager", reference: Optional[str] = None, variants: Optional[Iterable[str]] = None,
    by: By = "file", *, walk: str = "gold", seed: int = 1, max_words: int = _MAX_WORDS,
    intervals: Union[None, bool, int] = None, against: Optional[Path] = None, threads: int = 1
) -> dict[str, npt.NDArray[Any]]:
    """Returns the table of `tbk compare-oracles --tidy`: where variants of an oracle differ from a reference, as columns.

    reference: "POLICY:METHOD", None for the system's default policy, exact; variants: such texts, or "SYSTEM/POLICY:METHOD", None for
    the approximate oracle; by: "file", "language", "words:5", "distance", two or three of these with commas, "sentence",
    "confusion" or "configuration-length"; walk: "gold", "explore:P" or "random"; max_words: longer sentences are left out, 0 for none;
    intervals, against: as for stats(), by file, language or words. Otherwise as stats().
    """
    if isinstance(variants, str):
        raise TypeError(f"variants: found {variants!r}, expected a list of texts")
    options, error = ffi.new("TbkAgreementOptions *"), new_error()
    compared, made = options.compare, _compared_oracles(system, reference, variants, options, error)
    _compared_rows(joined(by), options)
    if not lib.tbk_walk_parse(name_of("walk", walk), ffi.addressof(compared, "walk"), error):
        fail(error)
    compared.walk.seed = options.seed = number("seed", seed, 0, 2**63 - 1)
    options.max_words = number("max_words", max_words, 0, MOST)
    level = _level(intervals) or 0
    if (level or against is not None) and (options.rows_of != lib.TBK_AGREEMENT_FIGURES or (against is not None and options.width)):
        raise UsageError(f"intervals, against: found a table by {by}, expected one by file, language or, without against, words:N")
    options.level, threads = level, number("threads", threads, 1, 1024)
    comparer = lib.tbk_comparer_new(ffi.addressof(compared), error)
    if comparer == ffi.NULL:
        fail(error)
    lib.tbk_comparer_free(comparer)
    listed = file_list(files)

    def fill(table, error):
        if against is not None:
            return _against(listed, against, options, lib.tbk_agreement_job, lib.tbk_agreement_write_against, threads, table, error)
        if options.rows_of == lib.TBK_AGREEMENT_SENTENCES:
            options.rows = table
        tallies = run_job(ffi.new("TbkJob *", lib.tbk_agreement_job(options)), listed, threads)
        return lib.tbk_agreement_write(tallies, options, table, error)

    columns = lib.tbk_agreement_columns(options) if against is None else lib.tbk_agreement_against_columns(options)
    return make_table(ffi.gc(columns, lib.tbk_free), fill)


def evaluation_table(gold, system, others, by, seed, selection, punctuation, of):
    """The table of `tbk evaluate --by=… --against=… --tidy` of a gold file and the files of systems, as columns. Lists of files are runs."""
    by = joined(by)
    groups = [list(group) if isinstance(group, (list, tuple)) else [group] for group in (system, *others)]
    has_runs = any(isinstance(group, (list, tuple)) for group in (system, *others))
    if [] in groups:
        raise UsageError("system, against: found an empty list, expected the paths of runs")
    if has_runs and by != "measure":
        raise UsageError(f"by: found {by!r}, expected 'measure' with lists of runs")
    system, *others = (path for group in groups for path in group)
    options = ffi.new("TbkEvaluationOptions *", {"subtypes": of == "deprel", "punct": punctuation})
    table, keys = ffi.new("TbkEvaluationTable *"), None if by in _ROWS else keys_of(by)
    table.rows_of = lib.TBK_EVALUATION_KEYS if keys else _ROWS[by]
    table.keys = options.keys = ffi.NULL if keys is None else keys
    options.has_tests = keys is not None and bool(others)
    if by == "confusion" and len(others) > 1:
        raise UsageError(f"against: found {len(others)} files by confusion, expected one")
    if by != "confusion":
        has_subtypes(of)
    confused = keys_of(of or "udeprel") if by == "confusion" else ffi.NULL
    if confused and (lib.tbk_keys_count(confused) != 1 or lib.tbk_keys_scope(confused) != lib.TBK_SCOPE_WORD):
        raise UsageError(f"of: found {of!r}, expected one attribute of words")
    options.confused, table.grouping = confused, lib.TBK_GROUP_CONFUSED
    table.level, table.seed, table.n_others = 95, number("seed", seed, 0, 2**63 - 1), len(others)
    names = [ffi.new("char[]", path_of(other)) for other in others]
    table.others = listed = ffi.new("char *[]", [*names, ffi.NULL])
    n_runs = ffi.new("int[]", [len(group) for group in groups])
    named = [ffi.new("char[]", b",".join(map(path_of, group))) for group in groups[1:]]
    group_names = ffi.new("char *[]", [*named, ffi.NULL])
    if has_runs:
        table.n_runs, table.n_groups, table.group_names = n_runs, len(groups), group_names
    memory = [ffi.new("char[]", path_of(path)) for path in (gold, system)]
    paths = ffi.new("char *[]", [*memory, *names, ffi.NULL])
    columns = ffi.gc(lib.tbk_evaluation_columns(table), lib.tbk_free)
    texts = _EVALUATION_TEXTS | ({"gold", "system"} if by == "confusion" else set()) | (set() if keys is None else text_columns(keys))
    found = make_table(
        columns, lambda rows, error: lib.tbk_evaluate_table(paths, options, selection, table, rows, error), texts)
    del listed
    return found
