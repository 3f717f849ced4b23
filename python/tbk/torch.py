"""Sums over trees, with gradients, and decoding for PyTorch: `import tbk.torch`, which needs torch.

Scores are a tensor (N, N), (sentences, N, N) or (sentences, N, N, labels), [dependent, head], as for tbk.decode(). A tensor on another
device is copied to the processor, where the work is done, and results are copied back; half precision is read as float32. lengths: words of
each sentence, N - 1 without. options: projective, root, impossible, threads, max_memory, as for tbk.decode().
"""
from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from . import decoding, searching
from ._library import DataError, UsageError, integers, lib
from .transitions import System

__all__ = ["crf_loss", "decode", "log_partition", "marginals", "mbr", "transition_crf_loss", "transition_partition"]

#: How far scores are moved for the derivative of marginals.
STEP = 1e-4


def _array(tensor):
    """A tensor as NumPy sees it: the same memory, unless it is on another device or of half precision."""
    if not isinstance(tensor, torch.Tensor):
        return tensor
    tensor = tensor.detach()
    return (tensor.float() if tensor.dtype in (torch.float16, torch.bfloat16) else tensor).cpu().numpy()


def _beside(array, tensor):
    """An array as a tensor on the device of another."""
    return torch.as_tensor(array).to(tensor.device)


def _indices(array, tensor):
    """Heads or labels as tensors have indices; None without."""
    return None if array is None else _beside(array, tensor).long()


def _spread(numbers, scores):
    """A number for each sentence, in the shape that multiplies scores."""
    return numbers.reshape(numbers.shape + (1,) * (scores.dim() - numbers.dim()))


class _LogPartition(Function):
    @staticmethod
    def forward(context, scores, lengths, options):
        array = _array(scores)
        if context.needs_input_grad[0]:
            log_z, shares = decoding.marginals(array, lengths, dtype=array.dtype, **options)
            context.save_for_backward(_beside(shares, scores).to(scores.dtype))
        else:
            log_z = decoding.log_partition(array, lengths, **options)
        return _beside(np.asarray(log_z, array.dtype), scores)

    @staticmethod
    @once_differentiable
    def backward(context, gradient):
        (shares,) = context.saved_tensors
        return (_spread(gradient, shares) * shares).to(shares.dtype), None, None


class _Marginals(Function):
    """The derivative in a direction is that of the marginals along it (Domke 2010), as their Jacobian, which are the covariances of arcs, is
    symmetric. By central differences in double precision, each sentence's direction divided by its greatest number."""

    @staticmethod
    def forward(context, scores, lengths, options):
        array = _array(scores)
        context.save_for_backward(scores)
        context.rest = lengths, options
        return _beside(decoding.marginals(array, lengths, dtype=array.dtype, **options)[1], scores)

    @staticmethod
    @once_differentiable
    def backward(context, gradient):
        (scores,), (lengths, options) = context.saved_tensors, context.rest
        array, direction = (_array(tensor).astype(np.float64) for tensor in (scores, gradient))
        axes = tuple(range(0 if direction.ndim == 2 else 1, direction.ndim))  # those of one sentence
        greatest = np.abs(direction).max(axis=axes, keepdims=True)
        step = STEP * direction / np.where(greatest > 0, greatest, 1)
        above, below = (decoding.marginals(moved, lengths, **options)[1] for moved in (array + step, array - step))
        return _beside((above - below) * (greatest / (2 * STEP)), scores).to(scores.dtype), None, None


def _lengths(lengths):
    return _array(lengths) if lengths is None or isinstance(lengths, torch.Tensor) else np.asarray(lengths)


def log_partition(scores: torch.Tensor, lengths: Any = None, **options: Any) -> torch.Tensor:
    """Returns of each sentence the logarithm of the sum of exp(score) over its trees; its gradient are the marginals."""
    return _LogPartition.apply(scores, _lengths(lengths), options)


def marginals(scores: torch.Tensor, lengths: Any = None, **options: Any) -> torch.Tensor:
    """Returns of the shape of scores the probability of each arc (with that label). The gradient computes marginals twice more, in double
    precision; it is right to about 1e-7 of the largest number that flows back into the sentence."""
    return _Marginals.apply(scores, _lengths(lengths), options)


def _arcs(scores, heads, labels):
    """The scores of the arcs of trees, (sentences, words): 0 where the head is -1."""
    if scores.dim() == 2:
        return _arcs(scores[None], heads[None], None)[0]
    chosen = heads.clamp(min=0).long()[..., None]
    rows = scores[:, 1 : heads.shape[1] + 1]
    if labels is None and scores.dim() == 4:
        rows = rows.amax(-1)
    elif labels is not None:
        rows = rows.gather(2, chosen[..., None].expand(-1, -1, -1, scores.shape[3])).squeeze(2)
        chosen = labels.clamp(min=0).long()[..., None]
    return rows.gather(2, chosen).squeeze(2).masked_fill(heads < 0, 0)


def decode(scores: torch.Tensor, lengths: Any = None, **options: Any) -> decoding.Trees:
    """Returns the best tree of each sentence, as tensors; the gradient of its score is 1 at its arcs, which is what a hinge loss needs.

    options: those above, unique and max_nodes. A cost is added by the caller: decode(scores + cost).
    """
    if options.get("n_best") is not None:
        raise UsageError("n_best: expected one tree of each sentence; tbk.decode() finds several")
    found = decoding.decode(_array(scores), _lengths(lengths), **options)
    heads, labels = _indices(found.heads, scores), _indices(found.labels, scores)
    score = _arcs(scores, heads, labels).sum(-1)
    return decoding.Trees(heads, score.masked_fill(heads[..., 0] < 0, -torch.inf), labels)


def mbr(scores: torch.Tensor, lengths: Any = None, **options: Any) -> decoding.Trees:
    """Returns the tree of most expected arcs of each sentence, as tensors; its score is the sum of their marginals, without a gradient."""
    found = decoding.mbr(_array(scores), _lengths(lengths), **options)
    return decoding.Trees(_indices(found.heads, scores), _beside(found.score, scores), _indices(found.labels, scores))


def crf_loss(scores: torch.Tensor, lengths: Any, heads: Any, labels: Any = None, **options: Any) -> torch.Tensor:
    """Returns of each sentence -log of the probability of a given tree: log Z less its score.

    heads: (sentences, words) integers, of the root 0; what is beyond a sentence is not read. labels: as heads; without, the best one of each
    arc. Raises DataError, a ValueError, for heads that are none of the trees that are summed over, with the number of the sentence: cycles
    (tbk.repair), with projective=True trees that are not projective (tbk.projectivize), with root="single" several roots.
    """
    heads = torch.as_tensor(heads, device=scores.device)
    labels = None if labels is None else torch.as_tensor(labels, device=scores.device)
    words = scores.shape[1] - 1
    if scores.dim() < 3 or heads.shape != (scores.shape[0], words) or labels is not None and (labels.shape != heads.shape or scores.dim() < 4):
        raise DataError(f"heads: found shape {tuple(heads.shape)}, expected a head, and a label of those scored, for each of {words} words of each sentence")
    log_z = log_partition(scores, lengths, **options)  # which checks lengths
    known = np.full(len(heads), words, np.int32) if lengths is None else integers("lengths", _lengths(lengths))
    is_word = torch.arange(words, device=scores.device) < torch.as_tensor(known, device=scores.device)[:, None]
    heads = heads.masked_fill(~is_word, 0)
    found = _array(heads)
    decoding.check_gold(integers("heads", found.reshape(-1)).reshape(found.shape), known, **options)
    if labels is not None:
        wrong = (is_word & ((labels < 0) | (labels >= scores.shape[3]))).nonzero()
        if len(wrong) > 0:
            sentence, word = wrong[0].tolist()
            raise DataError(f"sentences[{sentence}]: found label {labels[sentence, word]} of word {word + 1}, expected one of {scores.shape[3]}")
        labels = labels.masked_fill(~is_word, 0)
    rows = scores.float() if scores.dtype in (torch.float16, torch.bfloat16) else scores
    return log_z - _arcs(rows, heads.long().masked_fill(~is_word, -1), labels).sum(-1)


class _TransitionPartition(Function):
    @staticmethod
    def forward(context, scores, arcs, lengths, options):
        array, arc_array = _array(scores), _array(arcs)
        wanted = context.needs_input_grad
        if wanted[0] or wanted[1]:
            log_z, shares, arc_shares = searching.transition_marginals(array, lengths, arcs=arc_array, dtype=array.dtype, **options)
            context.has_arcs = arcs is not None
            context.save_for_backward(_beside(shares, scores).to(scores.dtype), _beside(arc_shares, scores).to(scores.dtype))
        else:
            log_z = searching.transition_partition(array, lengths, arcs=arc_array, **options)
        return _beside(np.asarray(log_z, array.dtype), scores)

    @staticmethod
    @once_differentiable
    def backward(context, gradient):
        shares, arc_shares = context.saved_tensors
        by_arcs = (_spread(gradient, arc_shares) * arc_shares).to(arc_shares.dtype) if context.has_arcs else None
        return (_spread(gradient, shares) * shares).to(shares.dtype), by_arcs, None, None


def transition_partition(scores: torch.Tensor, arcs: torch.Tensor | None = None, lengths: Any = None, **options: Any) -> torch.Tensor:
    """Returns of each sentence the logarithm of the sum of exp(score) over its sequences of transitions; its gradients are the marginals of
    transitions and of arcs. Scores as for tbk.decode_transitions(), (T, n + 1, n + 2) or (sentences, T, N + 1, N + 2), arcs as for
    tbk.decode(); options: system, root, once, impossible, threads, max_memory."""
    return _TransitionPartition.apply(scores, arcs, _lengths(lengths), options)


def transition_crf_loss(
    scores: torch.Tensor, lengths: Any, heads: Any, *, system: str | System = "arc-hybrid", arcs: torch.Tensor | None = None, **options: Any
) -> torch.Tensor:
    """Returns of each sentence -log of the probability of the sequences that make a given tree: log Z less that over the tree's arcs alone.

    heads: (sentences, words) integers, of the root 0; what is beyond a sentence is not read. Raises DataError for heads that are no projective
    tree, as crf_loss(), and for systems that leave words without a head: arc-eager needs `:complete=root`. With once=True these are
    probabilities of trees.
    """
    if "impossible" in options:
        raise UsageError("impossible: a loss needs the probability of each tree")
    named = System(system)
    if named._system.final == lib.TBK_FINAL_NO_INPUT and not named._system.hangs_rest:
        raise DataError(f"system {named.name}: its sequences leave words without a head, so they do not make one tree; use complete=root")
    heads = torch.as_tensor(heads, device=scores.device)
    words = scores.shape[-1] - 2
    if scores.dim() != 4 or heads.shape != (scores.shape[0], words):
        raise DataError(f"heads: found shape {tuple(heads.shape)}, expected a head for each of {words} words of each sentence")
    known = np.full(len(heads), words, np.int32) if lengths is None else integers("lengths", _lengths(lengths))
    is_word = torch.arange(words, device=scores.device) < torch.as_tensor(known, device=scores.device)[:, None]
    found = _array(heads.masked_fill(~is_word, 0))
    decoding.check_gold(integers("heads", found.reshape(-1)).reshape(found.shape), known, root=options.get("root", "any"))
    base = scores.new_zeros((len(heads), words + 1, words + 1)) if arcs is None else arcs
    is_gold = torch.zeros(base.shape, dtype=torch.bool, device=scores.device)
    is_gold[:, 1:].scatter_(2, heads.long().clamp(0, words)[..., None], True)
    allowed = base.masked_fill(~is_gold, -torch.inf)
    given = dict(options, system=system)
    return transition_partition(scores, arcs, lengths, **given) - transition_partition(scores, allowed, lengths, **given)
