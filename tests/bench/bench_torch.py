"""Decoding and sums beside the same in PyTorch, on the processor or on a card: a table in milliseconds.

Usage: bench_torch.py [--device=cuda] [--threads=N] [--spread=3] [SENTENCESxWORDS...]

Scores are normal, times --spread, float32, on the device; tbk's times have the copies from and to it. In PyTorch, trees are those of Eisner
(1996), all spans of a width at once; the best tree and marginals are the derivatives of the greatest score and of log Z. Sums over any trees
are a determinant (Koo et al. 2007), by slogdet in double precision. All have a single root. Trees must be equal, marginals nearly.
"""
import argparse
import os
import statistics
import time

import tbk.torch
import torch

SIZES = ["64x20", "64x40", "256x20", "256x40", "1024x20", "1024x40"]
COLUMNS = "B n | torch best | tbk | threads | torch marginals | tbk | threads | torch any marginals | tbk | threads | tbk any best".split(" | ")


def eisner(scores, reduce):
    """The sum, or the greatest, of the scores of projective trees. A side has its head, its width and the place where it ends; tables are
    by the left word or the right one, and the width, so that every sum is over rows."""
    n = scores.shape[1] - 1
    arcs, root = scores[:, 1:, 1:], scores[:, 1:, 0]
    tables = [scores.new_zeros(scores.shape[0], n, n) for _ in range(6)]
    right, right_by_end, left, left_by_end, right_arc, left_arc = tables
    for w in range(1, n):
        meeting = reduce(right[:, : n - w, :w] + left_by_end[:, w:, :w].flip(-1))
        right_arc[:, : n - w, w] = meeting + arcs.diagonal(-w, 1, 2)
        left_arc[:, w:, w] = meeting + arcs.diagonal(w, 1, 2)
        side = reduce(right_arc[:, : n - w, 1 : w + 1].flip(-1) + right_by_end[:, w:, :w])
        right[:, : n - w, w] = right_by_end[:, w:, w] = side
        side = reduce(left_arc[:, w:, 1 : w + 1].flip(-1) + left[:, : n - w, :w])
        left[:, : n - w, w] = left_by_end[:, w:, w] = side
    words = torch.arange(n, device=scores.device)
    return reduce(root + left_by_end[:, words, words] + right[:, words, n - 1 - words])


def determinant(scores):
    """Log Z of all trees with one root."""
    weights = scores[:, 1:].double()
    most = weights.amax(-1, keepdim=True)
    weights = (weights - most).exp()
    arcs = weights[:, :, 1:] * (1 - torch.eye(weights.shape[1], dtype=torch.float64, device=scores.device))
    laplacian = torch.diag_embed(arcs.sum(-1)) - arcs
    laplacian = torch.cat((weights[:, :, :1], laplacian[:, :, 1:]), -1)
    return torch.linalg.slogdet(laplacian)[1] + most.sum((1, 2))


def gradient(function, scores):
    scores = scores.detach().requires_grad_()
    return torch.autograd.grad(function(scores).sum(), scores)[0]


def timed(function, scores, rounds):
    """The result, and the median of some rounds after one."""
    times = []
    for _ in range(rounds + 1):
        if scores.is_cuda:
            torch.cuda.synchronize()
        start = time.perf_counter()
        result = function(scores)
        if scores.is_cuda:
            torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return result, 1e3 * statistics.median(times[1:])


def row(n_sentences, n, given):
    scores = torch.randn(n_sentences, n + 1, n + 1, generator=torch.Generator().manual_seed(1)).mul(given.spread)
    scores[:, range(n + 1), range(n + 1)] = 0
    scores = scores.to(given.device)
    best, *times = timed(lambda s: gradient(lambda x: eisner(x, lambda sums: sums.amax(-1)), s)[:, 1:].argmax(-1), scores, 3)
    for threads in 1, given.threads:
        found, milliseconds = timed(lambda s: tbk.torch.decode(s, threads=threads).heads, scores, 5)
        assert (found == best).all()
        times.append(milliseconds)
    for sums, projective in (lambda x: eisner(x, lambda s: s.logsumexp(-1)), True), (determinant, False):
        shares, milliseconds = timed(lambda s: gradient(sums, s), scores, 3)
        times.append(milliseconds)
        for threads in 1, given.threads:
            found, milliseconds = timed(lambda s: tbk.torch.marginals(s, projective=projective, threads=threads), scores, 5)
            assert (found - shares).abs().max() < 1e-3, (found - shares).abs().max()
            times.append(milliseconds)
    times.append(timed(lambda s: tbk.torch.decode(s, projective=False).heads, scores, 5)[1])
    return f"| {n_sentences} {n} | " + " | ".join(f"{t:.3g}" for t in times) + " |"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("sizes", nargs="*", default=SIZES, metavar="SENTENCESxWORDS")
    options.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options.add_argument("--threads", type=int, default=os.cpu_count())
    options.add_argument("--spread", type=float, default=3)
    given = options.parse_args()
    name = torch.cuda.get_device_name() if given.device.startswith("cuda") else "processor"
    print(f"PyTorch {torch.__version__}, {name}, {torch.get_num_threads()} threads of its own; tbk with 1 and {given.threads}; milliseconds\n")
    print("| " + " | ".join(COLUMNS) + " |\n" + "|--:" * len(COLUMNS) + "|")
    for size in given.sizes:
        print(row(*map(int, size.split("x")), given), flush=True)


if __name__ == "__main__":
    main()
