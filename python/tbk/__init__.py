"""Treebank analysis and projectivization: Python over libtbk, whose headers are the manual.

Heads are those of words 1..n, in this order: heads[i - 1] is the head of word i, 0 the root. Single sentences are lists of Python's,
many sentences NumPy arrays: `heads` of one sentence after the other, and `offsets`, the places where each begins and the last ends.
Calls of the library let other threads run. Objects can be shared by threads: their calls wait for one another.
"""
import inspect as _inspect
import sys as _sys
from typing import TYPE_CHECKING

from ._library import IMPOSSIBLE, DataError, Error, InputError, ResourceError, UsageError, __version__
from ._library import answers_guesses as _answers_guesses, nearest as _nearest
from .annotators import Agreement, Vote, agree, vote
from .checks import Finding, Incident, check, repair
from .conllu import FolderReader, Reader, Sentence, Word, Writer, parse, read, write
from .decoding import (
    Trees, count_trees, decode, entropy, log_partition, marginals, mbr, sample_trees, tree_score, unique_groups,
)
from .drawings import Drawing, StepsDrawing, show
from .measures import Measures, classes, lengths, lengths_many, measures
from .oracles import METHODS, Oracle, Walks, set_search
from .parsers import Epoch, Evaluation, Model, Parser, Share, evaluate, train
from .phrase_tagging import PhraseTagTree, PhraseTagTrees
from .phrases import (
    BracketReader, BracketTree, BracketTrees, Loss, PhraseConfiguration, PhraseOracle, PhraseSystem, PhraseValues, parse_brackets, phrase_systems, read_brackets,
)
from .queries import Query, query
from .searching import (
    Sequences, count_sequences, decode_transitions, sample_transitions, sequence_score, transition_entropy, transition_marginals,
    transition_partition, transition_values,
)
from .tables import choices, compare_oracles, encodings, stats, word_order
from .tagging import TagTree, count_tags, decode_tags, from_tags, tag_alphabet, tag_marginals, tags
from .transitions import Configuration, Sequence, Sequencer, System, Transition, sequences, systems
from .trees import (
    PseudoProjective, all_optimal, count, is_projective, lost_arcs, projectivize, projectivize_many, sample,
)

__all__ = [
    "IMPOSSIBLE", "METHODS", "Agreement", "BracketReader", "BracketTree", "BracketTrees", "Configuration", "DataError", "Drawing", "Epoch", "Error",
    "Evaluation", "Finding", "FolderReader", "Incident", "InputError", "Loss", "Measures", "Model", "Oracle", "Parser", "PhraseConfiguration", "PhraseOracle", "PhraseSystem", "PhraseTagTree", "PhraseTagTrees", "PhraseValues",
    "PseudoProjective", "Query", "Reader", "ResourceError", "Sentence", "Sequence", "Sequencer", "Sequences", "Share", "StepsDrawing", "System", "TagTree", "Transition", "Trees",
    "UsageError", "Vote", "Walks", "Word", "Writer", "__version__", "agree", "all_optimal", "check", "choices", "classes", "compare_oracles", "count", "count_sequences", "count_tags", "count_trees", "decode", "decode_tags", "decode_transitions", "encodings", "entropy",
    "evaluate", "from_tags", "is_projective", "lengths", "lengths_many", "log_partition", "lost_arcs", "marginals", "mbr", "measures", "parse",
    "parse_brackets", "phrase_systems", "projectivize", "projectivize_many", "query", "read", "read_brackets", "repair", "sample", "sample_transitions", "sample_trees", "sequence_score", "sequences", "set_search", "show", "stats",
    "systems", "tag_alphabet", "tag_marginals", "tags", "train", "transition_entropy", "transition_marginals", "transition_partition", "transition_values", "tree_score", "unique_groups", "vote", "word_order", "write",
]


# In their own module too, where pickle looks for them. Functions of a single tree with few arguments stay without: it takes
# half a microsecond, a fifth of a short call.
for _name in __all__:
    if _inspect.isfunction(_function := globals()[_name]) and len(_inspect.signature(_function).parameters) > 4:
        globals()[_name] = _answers_guesses(_function)
        setattr(_sys.modules[_function.__module__], _name, globals()[_name])


if not TYPE_CHECKING:  # which would believe that there is every name

    def __getattr__(name):
        """Refuses a name that there is not, with the nearest that there is."""
        nearest = None if name.startswith("_") else _nearest(name, __all__)
        hint = "" if nearest is None else f"; did you mean tbk.{nearest}?"
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
