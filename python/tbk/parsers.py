"""Parsers that learn from treebanks: training, models, parsing, evaluation."""
from __future__ import annotations

import os
from typing import Any, Callable, Iterable, NamedTuple, Sequence, overload

import numpy.typing as npt

from ._library import MOST, DataError, Handle, Path, UsageError, bytes_of, choose, fail, ffi, has_subtypes, lib, name_of, new_error, number, path_of
from .conllu import Selector, Where, Sentence, parsed_again
from .tables import By, evaluation_table
from .transitions import System

TREES = {"all": lib.TBK_TREES_ALL, "projectivized": lib.TBK_TREES_PROJECTIVIZED, "projective": lib.TBK_TREES_PROJECTIVE}
COLUMNS = {"form": 1, "lemma": 2, "upos": 4, "xpos": 8, "feats": 16}
PUNCTUATION = {"relation": lib.TBK_PUNCT_RELATION, "form": lib.TBK_PUNCT_FORM}


class Model:
    """What a parser has learned; made by train() or load(). It may be shared among threads."""

    __slots__ = ("_model",)

    def __init__(self, *arguments: object, **named: object) -> None:
        raise TypeError("tbk.Model.load(path) reads a model, tbk.train(paths) makes one")

    @classmethod
    def _of(cls, model):
        made = object.__new__(cls)
        made._model = ffi.gc(model, lib.tbk_model_free)
        return made

    def __repr__(self) -> str:
        return f"<Model for {self.system.name}>"

    @classmethod
    def load(cls, path: Path) -> Model:
        """Loads a model from its file, which must not be changed in place as long as the model is used."""
        error = new_error()
        model = lib.tbk_model_load(path_of(path), error)
        if model == ffi.NULL:
            fail(error)
        return cls._of(model)

    def save(self, path: Path) -> None:
        """Writes a file that is complete, or is not there; the same model gives the same bytes."""
        error = new_error()
        if not lib.tbk_model_save(self._model, path_of(path), error):
            fail(error)

    @property
    def system(self) -> System:
        """The System that it was trained for."""
        return System(ffi.string(lib.tbk_model_system(self._model).name).decode())


class Parser(Handle):
    """Parses sentences with a Model.

    beam: sequences kept, 1 for greedy parsing, 0 as the model was trained; any_root: 0 may have several children.
    """

    __slots__ = ("model",)

    model: Model

    def __init__(self, model: Model, beam: int = 0, any_root: bool = False) -> None:
        if not isinstance(model, Model):
            raise TypeError(f"found {model!r}, expected a Model")
        self.model = model
        options = ffi.new("TbkParserOptions *")
        options.beam = number("beam", beam, 0, lib.TBK_PARSER_MAX_WIDTH)
        options.any_root = bool(any_root)
        self._set(lib.tbk_parser_new(model._model, options), lib.tbk_parser_free, new_error())

    def __repr__(self) -> str:
        return f"<Parser for {self.model.system.name}>"

    def parse(self, sentence: Sentence) -> Sentence:
        """Returns the Sentence with HEAD and DEPREL of every word replaced; every other byte is kept. Its heads are not looked at."""
        if not isinstance(sentence, Sentence):
            raise TypeError(f"found {sentence!r}, expected a Sentence")
        text = ffi.gc(lib.tbk_text_new(), lib.tbk_text_free)
        with sentence._read_again() as reader:
            found = reader.only()
            with self._lock:
                if not lib.tbk_parser_parse(self._handle, found, text, self._error):
                    fail(self._error)
            return parsed_again(bytes_of(text), sentence)


class Epoch(NamedTuple):
    """What is known after an epoch of training (TbkEpoch of tbk/parser.h)."""

    epoch: int
    steps: int
    wrong: int
    dev_words: int
    dev_heads: int
    dev_both: int
    sentences: int
    left_out: int
    too_long: int
    unvalued: int


def train(
    paths: Iterable[Path], dev: Path | None = None, system: str | System = "arc-eager", policy: str | None = None, static: bool = False,
    trees: str = "all", beam: int = 1, early_update: bool = False, walk: str = "best", epochs: int | None = None,
    feature_columns: Iterable[str] = ("form", "lemma", "upos", "xpos", "feats"), features: str | None = None, seed: int = 1,
    max_words: int = 1000, report: Callable[[Epoch], object] | None = None,
) -> Model:
    """Trains a parser on treebanks, and returns its Model.

    paths: files in CoNLL-U; dev: a file, whose best epoch is kept; static, policy, trees, beam, early_update, epochs: as in
    TbkTrainingOptions of tbk/parser.h; walk: "best", "explore:P" (with probability P a wrong prediction), as tbk train --walk; feature_columns: those that features may read; features: a table of
    features, None for the default; max_words: longer sentences are left out and counted, 0 for no limit; report: called with an
    Epoch after each; an exception from it ends the training.
    """
    options = ffi.new("TbkTrainingOptions *")
    lib.tbk_training_options_init(options)
    system = System(system)
    options.system = system._system
    options.is_static = bool(static)
    options.policy = 0 if static and policy is None else system.policy(policy)
    options.trees = choose("trees", TREES, trees)
    options.beam = number("beam", beam, 0, lib.TBK_PARSER_MAX_WIDTH)
    options.early_update = bool(early_update)
    error = new_error()
    if not lib.tbk_explore_parse(name_of("walk", walk), ffi.addressof(options, "explore"), error):
        fail(error)
    if epochs is not None:
        options.epochs = number("epochs", epochs, 1, MOST)
    options.columns = sum({choose("column", COLUMNS, column) for column in feature_columns})
    options.seed = number("seed", seed, 0, 2**64 - 1)
    options.max_words = number("max_words", max_words, 0, MOST)
    kept = [ffi.new("char[]", path_of(path)) for path in ([paths] if isinstance(paths, (str, bytes)) else paths)]
    if features is not None:
        kept += [ffi.new("char[]", name_of("features", features)), ffi.new("char[]", b"<features>")]
        options.features, options.features_name = kept[-2:]
        files = kept[:-2]
    else:
        files = list(kept)
    if not files:
        raise UsageError("found no files, expected at least one")
    return Model._of(_train(options, ffi.new("char *[]", [*files, ffi.NULL]), dev, report))


def _train(options, files, dev, report):
    raised = []

    @ffi.callback("TbkEpochFunc", error=0)
    def after_epoch(epoch, data, error):
        try:
            report(Epoch(*(getattr(epoch, name) for name in Epoch._fields)))
            return 1
        except BaseException as exception:
            raised.append(exception)
            lib.tbk_error_fail(error, lib.TBK_ERROR_USAGE, b"the report failed")
            return 0

    error = new_error()
    development = ffi.NULL if dev is None else ffi.new("char[]", path_of(dev))
    model = lib.tbk_train(options, files, development, ffi.NULL if report is None else after_epoch, ffi.NULL, error)
    if model != ffi.NULL:
        return model
    try:
        fail(error)
    finally:
        if raised:
            raise raised[0]


class Share(NamedTuple):
    """A part of a whole: words with the right head, say, of all words."""

    right: int
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.right / self.of if self.of else 0.0


class Evaluation:
    """How well a parser's trees agree with gold trees; made by evaluate().

    shares: a dict from the name of each measure ("UAS", "LAS", ...) to its Share; sentences, words: how many there are.
    """

    shares: dict[str, Share]
    sentences: int
    words: int

    def __init__(self, *arguments: object, **named: object) -> None:
        raise TypeError("tbk.evaluate(gold, system) makes an Evaluation of two files")

    @classmethod
    def _of(cls, evaluation):
        self = object.__new__(cls)
        self._evaluation = evaluation
        kind = lib.tbk_evaluation_kind(lib.TBK_EVALUATED_DEPENDENCIES)
        self._names = [ffi.string(kind.measures[measure].name).decode() for measure in range(kind.n_measures)]
        shares = [lib.tbk_evaluation_share(evaluation, measure) for measure in range(kind.n_measures)]
        self.shares = self._named(shares)
        self.sentences = shares[lib.TBK_MEASURE_WHOLE_UNLABELLED].of
        self.words = shares[lib.TBK_MEASURE_UAS].of
        return self

    def __repr__(self) -> str:
        best = ", ".join(f"{name} {self.shares[name].percent:.2f}" for name in ("UAS", "LAS", "CLAS"))
        return f"<Evaluation of {self.words} words in {self.sentences} sentences: {best}>"

    @property
    def uas(self) -> float:
        """The percentage of words with the right head."""
        return self.shares["UAS"].percent

    @property
    def las(self) -> float:
        """The percentage of words with the right head and relation; with the same words, it is F1 as well."""
        return self.shares["LAS"].percent

    f1 = las

    def _named(self, shares):
        return {name: Share(share.right, share.of) for name, share in zip(self._names, shares)}

    def intervals(self, seed: int = 1, level: int = 95) -> tuple[dict[str, Share], dict[str, Share]]:
        """Returns the ends of the intervals of level per cent, by bootstrap over sentences: two dicts like shares."""
        low, high = ffi.new("TbkShare[]", len(self._names)), ffi.new("TbkShare[]", len(self._names))
        lib.tbk_evaluation_intervals(self._evaluation, number("level", level, 50, 99), number("seed", seed, 0, 2**64 - 1), low, high)
        return self._named(low), self._named(high)


@overload
def evaluate(
    gold: Path, system: Path, *, against: None = None, by: None = None, of: str | None = None, seed: int = 1, punct: str = "relation",
    where: None = None
) -> Evaluation: ...


@overload
def evaluate(
    gold: Path, system: Path, *, against: Path | Sequence[Path] | None = None, by: By, of: str | None = None, seed: int = 1,
    punct: str = "relation", where: Where | None = None
) -> dict[str, npt.NDArray[Any]]: ...


@overload
def evaluate(
    gold: Path, system: Path, *, against: Path | Sequence[Path], by: By | None = None, of: str | None = None, seed: int = 1,
    punct: str = "relation", where: Where | None = None
) -> dict[str, npt.NDArray[Any]]: ...


@overload
def evaluate(
    gold: Path, system: Path, *, against: Path | Sequence[Path] | None = None, by: By | None = None,
    of: str | None = None, seed: int = 1, punct: str = "relation", where: Where
) -> dict[str, npt.NDArray[Any]]: ...


@overload
def evaluate(
    gold: Path, system: Sequence[Path], *, against: Path | Sequence[Path | Sequence[Path]] | None = None, by: str | None = None,
    of: str | None = None, seed: int = 1, punct: str = "relation", where: Where | None = None
) -> dict[str, npt.NDArray[Any]]: ...


def evaluate(gold, system, *, against=None, by=None, of=None, seed=1, punct="relation", where=None):
    """Compares a parser's file with a gold file over the same words.

    gold, system: paths; of: "deprel": relations are compared whole, "udeprel" (None): up to ":"; punct: what LAS_no_punct and its like leave out, words of
    the relation punct, or "form", those of nothing but Unicode's punctuation. Returns an Evaluation; or, if there is any of what follows,
    the table of `tbk evaluate --tidy` as columns, as stats() does. against: paths of other systems, for the difference and p; by: "measure"
    or another value of --by, up to three attributes with commas, or "sentence" for a row for each sentence, with the counts of all
    systems; of: also, by "confusion", the attribute of words that is compared, as "head.upos"; seed: of intervals and tests; where: as for read(), of gold sentences.
    system: a list of paths is runs of one system, and so is a list among those of against: the table has means over runs. Raises DataError where words differ.
    """
    punctuation = choose("punct", PUNCTUATION, punct)
    if against is not None or by is not None or where is not None or isinstance(system, (list, tuple)):
        others = [] if against is None else [against] if isinstance(against, (str, os.PathLike)) else list(against)
        selector = None if where is None else Selector(where)
        selection = ffi.NULL if selector is None else selector.selection
        return evaluation_table(gold, system, others, "measure" if by is None else by, seed, selection, punctuation, of)
    error = new_error()
    options = ffi.new("TbkEvaluationOptions *", {"subtypes": has_subtypes(of), "punct": punctuation})
    found = lib.tbk_evaluate(path_of(gold), path_of(system), options, error)
    if found == ffi.NULL:
        fail(error)
    return Evaluation._of(ffi.gc(found, lib.tbk_evaluation_free))
