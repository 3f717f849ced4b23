"""Several annotations of the same words: agreement (tbk/evaluate.h) and votes (tbk/decode.h)."""
from __future__ import annotations

import contextlib
import os
import tempfile
from fractions import Fraction
from typing import NamedTuple, Optional, Sequence, Union, overload

import numpy as np
import numpy.typing as npt

from ._library import Heads, Path, any_heads_of, fail, ffi, has_subtypes, integer_of, lib, new_error, new_number, number, path_of, pieces_of
from .conllu import Sentence, parse, write

MEASURES = ("head", "arc", "relation")


class Agreement(NamedTuple):
    """Agreement of annotators; a fraction is None where there is no such number.

    words: those with two values or more; observed, expected: Fractions; alpha: Krippendorff's, 1 - (1 - observed) / (1 - expected).
    """

    words: int
    observed: Fraction | None
    expected: Fraction | None
    alpha: Fraction | None


class Vote(NamedTuple):
    """The tree of most votes.

    heads: int32, by word; votes: int64, the votes for the arc of each word; tie: whether another tree has as many votes; n_trees: how many
    trees have as many, this one among them, exactly.
    """

    heads: npt.NDArray[np.int32]
    votes: npt.NDArray[np.int64]
    tie: bool
    n_trees: int


def _fraction(found):
    denominator = integer_of(found.denominator)
    if denominator == 0:
        return None
    numerator = found.numerator
    size = numerator[0]._mp_size
    digits = int.from_bytes(ffi.buffer(numerator[0]._mp_d, 8 * abs(size)), "little") if size else 0
    return Fraction(-digits if size < 0 else digits, denominator)


Annotations = Union[Sequence[Path], Sequence[Sequence[Sentence]], Sequence[Union[Heads, Sequence[Optional[int]]]]]


def _is_path(what):
    return isinstance(what, (str, bytes, os.PathLike))


def _are_sentences(what):
    return isinstance(what, (list, tuple)) and any(isinstance(one, Sentence) for one in what)


def _annotations(name, given):
    """The list of what annotators give, all of one kind: paths, lists of Sentences, or trees."""
    if _is_path(given):
        raise TypeError(f"{name}: found one path, expected two or more, or lists of heads")
    found = list(given)
    if len({(_is_path(one), _are_sentences(one)) for one in found}) > 1:
        raise TypeError(f"{name}: found paths or lists of Sentences beside others, expected the same of each annotator")
    return found


@contextlib.contextmanager
def _files(annotations):
    """The paths of files with annotations that are paths or lists of Sentences."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, one in enumerate(annotations):
            if not _is_path(one):
                sentences, one = one, os.path.join(folder, f"annotator {i + 1}", os.path.basename(one[0].file))
                os.mkdir(os.path.dirname(one))
                write(one, sentences)
            paths.append(ffi.new("char[]", path_of(one)))
        yield paths


def _add_trees(annotators, trees, error):
    """Adds the trees of one sentence, each of them a Sentence or heads."""
    heads = [any_heads_of(f"annotations[{i}]", tree) for i, tree in enumerate(trees)]
    if len({len(tree) for tree in heads}) != 1:
        raise ValueError("annotations: expected trees of the same words")
    n, memory = len(heads[0]) - 1, []
    annotations = ffi.new("TbkAnnotation[]", [{"heads": tree, "apart": 1} for tree in heads])
    for annotation, tree in zip(annotations, trees):
        if isinstance(tree, Sentence) and "DEPREL" in tree.columns:
            pieces, kept = pieces_of("deprels", tree.deprels, n)
            memory += [pieces, kept]
            annotation.relations = pieces
    if not lib.tbk_annotators_add(annotators, annotations, n, error):
        fail(error)


def agree(annotations: Annotations, *, of: Optional[str] = None) -> dict[str, Agreement]:
    """Returns the agreement of annotations of the same words: of "head", "arc" and "relation".

    annotations: for each annotator the path of a file, a list of Sentences, or one tree, as for vote(). Trees that are heads have no
    relations. of: "deprel": relations are compared whole, "udeprel" (None): up to ":". Raises DataError where words differ.
    """
    given, error = _annotations("annotations", annotations), new_error()
    options = ffi.new("TbkAnnotatorsOptions *", {"n_annotators": number("annotations", len(given), 2, 64), "subtypes": has_subtypes(of)})
    annotators = ffi.gc(lib.tbk_annotators_new(options), lib.tbk_annotators_free)
    if _is_path(given[0]) or _are_sentences(given[0]):
        with _files(given) as paths:
            if not lib.tbk_annotators_read(annotators, ffi.new("char *[]", [*paths, ffi.NULL]), error):
                fail(error)
    else:
        _add_trees(annotators, given, error)
    counts = ffi.new("TbkAgreedCounts *")
    lib.tbk_agreed_counts_init(counts)
    found = {}
    for measure, name in enumerate(MEASURES):
        lib.tbk_annotators_alpha(annotators, measure, counts)
        found[name] = Agreement(
            counts.n_words, _fraction(counts.observed), _fraction(counts.expected), _fraction(counts.coefficient))
    lib.tbk_agreed_counts_clear(counts)
    return found


def _vote_files(paths, weights, is_projective, has_any_root):
    """The sentences that tbk vote writes."""
    voting = ffi.new("TbkVoting *", {"n_voters": number("trees", len(paths), 2, 64), "weights": weights, "is_projective": is_projective,
                                     "has_any_root": has_any_root, "has_marks": True})
    others = ffi.new("char *[]", [*paths[1:], ffi.NULL])
    pairing = ffi.new("TbkPairing *", {"data": others})
    lib.tbk_voting_pairing(voting, pairing)
    job, error = ffi.new("TbkJob *", lib.tbk_voting_job(voting)), new_error()
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "voted")
        path = ffi.new("char[]", path_of(output))
        run = ffi.new("TbkCorpusOptions *", {"format": ffi.addressof(pairing, "pairs"), "format_options": pairing, "n_threads": 1, "output": path})
        if not lib.tbk_corpus_run(run, job, ffi.new("char *[]", [paths[0], ffi.NULL]), ffi.NULL, ffi.NULL, error):
            fail(error)
        with open(output, "rb") as file:
            return list(parse(file.read()))


@overload
def vote(
    trees: Sequence[Path] | Sequence[Sequence[Sentence]], weights: Sequence[int] | None = None, *, projective: bool = False, root: str = "single"
) -> list[Sentence]: ...


@overload
def vote(
    trees: Sequence[Heads | Sequence[int | None]], weights: Sequence[int] | None = None, *, projective: bool = False, root: str = "single"
) -> Vote: ...


def vote(trees, weights=None, *, projective=False, root="single"):
    """Returns the tree of most votes for its arcs, one list of heads of the words 1..n, or one Sentence, for each voter.

    None, or a head that is no other word and not 0, is no vote, so voters need not have trees. weights: one for each voter, 1 without. Ties
    go to the tree with most arcs of the first voter, then of the second, and so on. Given paths of files over the same words, or lists of
    Sentences, it returns the sentences that `tbk vote` writes: those of the first voter with the trees and relations of most votes.
    """
    trees = _annotations("trees", trees)
    are_files = len(trees) > 0 and (_is_path(trees[0]) or _are_sentences(trees[0]))
    heads = [] if are_files else [any_heads_of(f"trees[{i}]", tree) for i, tree in enumerate(trees)]
    if not are_files and (not heads or len({len(tree) for tree in heads}) != 1 or len(heads[0]) < 2):
        raise ValueError("trees: expected lists of the same length, one for each voter")
    if weights is not None and len(weights) != len(trees):
        raise ValueError(f"weights: found {len(weights)}, expected one for each of {len(trees)} voters")
    if root not in ("single", "any"):
        raise ValueError(f"root: found {root!r}, expected 'single' or 'any'")
    kept = ffi.NULL if weights is None else ffi.new("int[]", [int(weight) for weight in weights])
    if are_files:
        with _files(trees) as paths:
            return _vote_files(paths, kept, bool(projective), root == "any")
    n = len(heads[0]) - 1
    voters = ffi.new("TbkVoter[]", [{"heads": tree} for tree in heads])
    options = ffi.new("TbkVoteOptions *", {"is_projective": bool(projective), "has_any_root": root == "any", "weights": kept})
    found, arc_votes = ffi.new("int[]", n + 1), ffi.new("gint64[]", n + 1)
    votes = ffi.new("TbkVotes *", {"heads": found, "arc_votes": arc_votes})
    counter = ffi.gc(lib.tbk_vote_counter_new(), lib.tbk_vote_counter_free)
    error = new_error()
    if not lib.tbk_vote(counter, voters, len(heads), n, options, votes, error):
        fail(error)
    count = new_number()
    if votes.has_tie and not lib.tbk_vote_count(counter, voters, len(heads), n, options, count, error):
        fail(error)
    n_trees = integer_of(count) if votes.has_tie else 1
    return Vote(np.array(list(found)[1:], np.int32), np.array(list(arc_votes)[1:], np.int64), bool(votes.has_tie), n_trees)
