"""tbk.torch: gradients by differences, devices and types; skipped where there is no torch."""
import numpy as np
import pytest
import tbk

FORMS = [{"projective": projective, "root": root} for projective in (True, False) for root in ("single", "any")]


torch = pytest.importorskip("torch", reason="tbk.torch needs PyTorch, which is not installed")
import tbk.torch  # noqa: E402
from torch.autograd import gradcheck  # noqa: E402


def scores_of(*shape, seed=1, dtype=torch.float64):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).mul(2).to(dtype).requires_grad_()


@pytest.mark.parametrize("options", FORMS)
def test_gradients_by_differences(options):
    lengths = torch.tensor([4, 2, 3])
    for shape in (3, 5, 5), (3, 5, 5, 2):
        scores, weights = scores_of(*shape), torch.rand(shape, dtype=torch.float64)
        assert gradcheck(lambda s: tbk.torch.log_partition(s, lengths, **options), scores)
        assert gradcheck(lambda s: tbk.torch.marginals(s, lengths, **options) * weights, scores, eps=1e-4, atol=1e-6)
        assert gradcheck(lambda s: tbk.torch.decode(s, lengths, **options).score, scores)
    heads = torch.tensor([[2, 0, 2, 3], [0, 1, -1, 9], [0, 1, 1, -1]])
    assert gradcheck(lambda s: tbk.torch.crf_loss(s, lengths, heads, **options), scores_of(3, 5, 5))
    labels = torch.ones_like(heads)
    assert gradcheck(lambda s: tbk.torch.crf_loss(s, lengths, heads, labels, **options), scores_of(3, 5, 5, 2))
    assert gradcheck(lambda s: tbk.torch.marginals(s, **options), scores_of(4, 4), eps=1e-4, atol=1e-6)


@pytest.mark.parametrize("options", FORMS)
def test_as_without_torch(options):
    scores, lengths = scores_of(6, 7, 7, dtype=torch.float32), [6, 5, 4, 3, 2, 1]
    array = scores.detach().numpy()
    with torch.no_grad():
        assert np.allclose(tbk.torch.log_partition(scores, lengths, **options).numpy(), tbk.log_partition(array, lengths, **options))
    for theirs, ours in (tbk.torch.decode, tbk.decode), (tbk.torch.mbr, tbk.mbr):
        found, expected = theirs(scores, lengths, **options), ours(array, lengths, **options)
        assert found.heads.tolist() == expected.heads.tolist() and found.labels is None
        assert np.allclose(found.score.detach().numpy(), expected.score)
    shares = tbk.torch.marginals(scores, lengths, **options)
    assert shares.dtype == torch.float32 and np.allclose(shares.detach().numpy(), tbk.marginals(array, lengths, **options)[1])
    trees = tbk.decode(array, lengths, **options)
    loss = tbk.torch.crf_loss(scores, lengths, trees.heads, **options)
    assert np.allclose(loss.detach().numpy(), tbk.log_partition(array, lengths, **options) - trees.score, atol=1e-5)
    loss.sum().backward()
    gold = np.zeros_like(array)
    for s, n in enumerate(lengths):
        gold[s, range(1, n + 1), trees.heads[s, :n]] = 1
    assert np.allclose(scores.grad.numpy(), tbk.marginals(array, lengths, **options)[1] - gold, atol=1e-6)


def test_what_is_not_read_and_what_is_forbidden():
    scores = scores_of(2, 4, 4).detach()
    scores[:, 0], scores[1, 1, 2] = torch.nan, -torch.inf
    scores.requires_grad_()
    tbk.torch.log_partition(scores).sum().backward()
    assert scores.grad.isfinite().all() and scores.grad[1, 1, 2] == 0 and (scores.grad[:, 0] == 0).all()
    scores.grad = None
    tbk.torch.marginals(scores)[:, 1, 0].sum().backward()
    assert scores.grad[:, 1:].isfinite().all() and scores.grad[1, 1, 2] == 0


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision(dtype):
    scores = scores_of(3, 6, 6, dtype=dtype)
    log_z = tbk.torch.log_partition(scores)
    assert log_z.dtype == torch.float32 and np.allclose(log_z.detach().numpy(), tbk.log_partition(scores.detach().float().numpy()))
    log_z.sum().backward()
    assert scores.grad.dtype == dtype
    loss = tbk.torch.crf_loss(scores, None, tbk.torch.decode(scores).heads)
    assert loss.dtype == torch.float32 and (loss > 0).all()
    assert tbk.torch.marginals(scores).sum() > 14


def test_labels_that_are_unique():
    scores = scores_of(4, 6, 6, 3)
    trees = tbk.torch.decode(scores, unique=[[0], [1]])
    assert np.allclose(trees.score.detach().numpy(), tbk.decode(scores.detach().numpy(), unique=[[0], [1]]).score)


def test_what_is_wrong():
    scores = scores_of(2, 4, 4)
    for heads in [[0, 1]], [[0, 1, 4], [0, 1, 1]]:
        with pytest.raises(tbk.DataError, match="heads: |the head of word 3 is 4"):
            tbk.torch.crf_loss(scores, None, torch.tensor(heads))
    mask = torch.tensor([[True, True, True], [True, True, False]])
    for function in (lambda: tbk.torch.crf_loss(scores, mask, torch.tensor([[0, 1, 1], [0, 1, 0]])), lambda: tbk.torch.decode(scores, mask)):
        with pytest.raises(TypeError, match="^lengths: found 2 dimensions, expected one; the lengths of a mask are mask.sum"):
            function()
    with pytest.raises(tbk.UsageError, match="n_best: "):
        tbk.torch.decode(scores, n_best=2)
    with pytest.raises(RuntimeError, match="differentiat"):  # once only
        (gradient,) = torch.autograd.grad((tbk.torch.log_partition(scores) ** 2).sum(), scores, create_graph=True)
        gradient.sum().backward()


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no card")
def test_on_a_card():
    scores = scores_of(8, 12, 12, dtype=torch.float32).detach().cuda().requires_grad_()
    tbk.torch.crf_loss(scores, None, tbk.torch.decode(scores).heads).sum().backward()
    assert scores.grad.is_cuda and tbk.torch.marginals(scores).is_cuda


@pytest.mark.parametrize(("heads", "options", "message"), [
    ([3, 4, 4, 0], {}, r"sentences\[1\]: found the arc from 3 to 1, .*; tbk.projectivize\(\) makes one, projective=False sums over all trees"),
    ([0, 0, 2, 2], {}, r"sentences\[1\]: found 2 words with head 0, expected one; root=\"any\" sums over trees with several"),
    ([2, 1, 0, 3], {"projective": False, "root": "any"}, r"sentences\[1\]: the heads of the words 1, 2 .* tbk.repair\(\) makes trees"),
    ([2, 0, 2, 5], {}, r"sentences\[1\]: the head of word 4 is 5, expected another word or 0"),
    ([2, 0, 2, -1], {}, r"sentences\[1\]: the head of word 4 is -1"),
])
def test_gold_trees_that_are_not_summed(heads, options, message):
    scores, lengths = scores_of(2, 6, 6, 2), torch.tensor([3, 4])
    gold = torch.tensor([[0, 1, 1, 9, 9], [*heads, 9]])
    with pytest.raises(ValueError, match=message):
        tbk.torch.crf_loss(scores, lengths, gold, **options)


def test_the_loss_of_a_gold_tree_is_not_below_0():
    gold = torch.tensor([[3, 4, 4, 0]])
    scores = torch.zeros(1, 5, 5)
    scores[0, range(1, 5), gold[0]] = 10
    with pytest.raises(ValueError, match="not projective"):
        tbk.torch.crf_loss(scores, None, gold)
    assert tbk.torch.crf_loss(scores, None, gold, projective=False) >= 0


def test_gold_labels_and_types():
    scores, heads = scores_of(1, 3, 3, 2), torch.tensor([[0, 1]])
    for label in -1, 2:
        with pytest.raises(ValueError, match=rf"sentences\[0\]: found label {label} of word 2, expected one of 2"):
            tbk.torch.crf_loss(scores, None, heads, torch.tensor([[0, label]]))
    with pytest.raises(TypeError, match="heads: found float32, expected integers"):
        tbk.torch.crf_loss(scores, None, heads.float())


@pytest.mark.parametrize("options", [{}, {"root": "single"}, {"once": True}, {"system": "arc-eager"}])
def test_gradients_of_transitions(options):
    transitions = len(tbk.System(options.get("system", "arc-hybrid")).transitions)
    scores, arcs, lengths = scores_of(2, transitions, 5, 6), scores_of(2, 5, 5, seed=2), [4, 3]
    assert gradcheck(lambda s, a: tbk.torch.transition_partition(s, a, lengths, **options), (scores, arcs))
    assert gradcheck(lambda s: tbk.torch.transition_partition(s, None, lengths, **options), scores)
    if options.get("system") == "arc-eager":
        for system in "arc-eager", tbk.System("arc-eager"):
            with pytest.raises(tbk.DataError, match="use complete=root"):
                tbk.torch.transition_crf_loss(scores, lengths, torch.tensor([[2, 0, 2, 3], [0, 1, 1, -1]]), system=system)
    else:
        heads = torch.tensor([[2, 0, 2, 3], [0, 1, 1, -1]])
        assert gradcheck(lambda s, a: tbk.torch.transition_crf_loss(s, lengths, heads, arcs=a, **options), (scores, arcs))
        loss = tbk.torch.transition_crf_loss(scores, lengths, heads, **options)
        assert (loss > 0).all()


def test_the_loss_of_an_impossible_tree():
    for heads, message in ([2, 3, 1], "cycle|tree"), ([2, -1, 2], "-1"), ([9, 3, 0], "9"), ([3, 0, 2], "projective"):
        with pytest.raises(tbk.DataError, match=message):
            tbk.torch.transition_crf_loss(scores_of(1, 3, 4, 5), [3], torch.tensor([heads]))
    with pytest.raises(tbk.UsageError):
        tbk.torch.transition_crf_loss(scores_of(1, 3, 4, 5), [3], torch.tensor([[2, 0, 2]]), impossible="none")


@pytest.mark.parametrize("system", [name for name in tbk.systems() if not name.startswith(("arc-eager-unshift", "swap", "covington", "attardi", "planar", "two"))])
def test_the_loss_by_enumeration(system):
    """The share of the sequences that make the tree, among all."""
    once = system == "arc-standard"
    if system in ("arc-eager", "arc-eager:start=noroot"):
        return
    scores = scores_of(1, len(tbk.System(system).transitions), 4, 5)
    array = scores.detach().numpy()[0]
    every = tbk.decode_transitions(array, system=system, once=once, n_best=tbk.count_sequences(array, system=system, once=once))
    makes = (every.heads == [2, 0, 2]).all(axis=1)
    expected = np.logaddexp.reduce(every.score) - np.logaddexp.reduce(every.score[makes])
    loss = tbk.torch.transition_crf_loss(scores, [3], torch.tensor([[2, 0, 2]]), system=system, once=once)
    assert loss.item() == pytest.approx(expected, rel=1e-9)
