"""Trees from scores of arcs, against the enumeration of all trees, and against one another."""
import itertools
import math
import subprocess
import sys
import threading

import numpy as np
import pytest
import tbk
from conftest import is_projective, trees

FORMS = [(projective, root) for projective in (True, False) for root in ("single", "any")]


def all_trees(n, projective, root):
    return [heads for heads in trees(n) if (root == "any" or heads.count(0) == 1) and (not projective or is_projective(heads))]


def score_of(scores, heads):
    return sum(float(scores[word, head]) for word, head in enumerate(heads, 1))


def random_scores(*shape, seed=1, dtype=np.float64):
    """Integers, so that sums are exact; what is not to be read is NaN."""
    scores = np.random.default_rng(seed).integers(-3, 4, shape).astype(dtype)
    scores[..., 0, :] = np.nan
    for i in range(shape[-1]):
        scores[..., i, i] = np.nan
    return scores


@pytest.mark.parametrize("projective, root", FORMS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_all_that_is_known_of_all_trees(projective, root, dtype):
    scores = random_scores(6, 5, 5, seed=7, dtype=dtype)
    scores[2, 1:, 0], scores[3, 4] = -np.inf, -np.inf
    options = {"projective": projective, "root": root}
    best, log_z, entropy = tbk.decode(scores, impossible="none", n_best=200, **options), [], []
    for matrix, heads, sums in zip(scores, best.heads, best.score):
        values = sorted(((score_of(matrix, tree), tree) for tree in all_trees(4, projective, root)), reverse=True)
        values = [(value, tree) for value, tree in values if value > -math.inf]
        assert [value for value, _ in values] == [value for value in sums if value > -np.inf]
        assert sorted(tree for _, tree in values) == sorted(tree.tolist() for tree in heads if tree[0] >= 0)
        weights = np.exp([value for value, _ in values])
        log_z.append(np.log(weights.sum()) if values else -np.inf)
        shares = weights / weights.sum()
        entropy.append(-(shares * np.log(shares)).sum() if values else np.nan)
        assert tbk.count_trees(matrix, **options) == len(values)
        assert tbk.count_trees(matrix, best=True, **options) == sum(value == values[0][0] for value, _ in values)
    first = tbk.decode(scores, impossible="none", **options)
    assert (first.score == best.score[:, 0]).all() and (first.heads[3] == -1).all() and first.labels is None
    assert first.heads.dtype == np.int32 and first.score.dtype == np.float64
    assert (tbk.tree_score(scores, first.heads) == first.score).all() and (tbk.tree_score(scores, best.heads) == best.score).all()
    np.testing.assert_allclose(tbk.log_partition(scores, impossible="none", **options), log_z, rtol=1e-12)
    np.testing.assert_allclose(tbk.entropy(scores, impossible="none", **options), entropy, atol=1e-10)


@pytest.mark.parametrize("projective, root", FORMS)
def test_marginals_are_the_gradient(projective, root):
    scores, options, step = random_scores(5, 5, seed=3), {"projective": projective, "root": root}, 1e-5
    log_z, found = tbk.marginals(scores, **options)
    assert log_z == tbk.log_partition(scores, **options) and found.shape == scores.shape and found.dtype == np.float64
    for word, head in itertools.product(range(5), repeat=2):
        if word == 0 or word == head:
            assert found[word, head] == 0
            continue
        higher, lower = scores.copy(), scores.copy()
        higher[word, head] += step
        lower[word, head] -= step
        slope = (tbk.log_partition(higher, **options) - tbk.log_partition(lower, **options)) / (2 * step)
        assert abs(slope - found[word, head]) < 1e-6
    expected = tbk.mbr(scores, **options)
    risks = [score_of(found, heads) for heads in all_trees(4, projective, root)]
    assert abs(expected.score - max(risks)) < 1e-9 and abs(score_of(found, expected.heads) - max(risks)) < 1e-9


@pytest.mark.parametrize("projective, root", FORMS)
def test_drawing_by_probability(projective, root):
    scores = random_scores(4, 4, seed=5) / 3
    drawn = tbk.sample_trees(scores, seed=11, size=20000, projective=projective, root=root)
    values = {tuple(heads): np.exp(score_of(scores, heads)) for heads in all_trees(3, projective, root)}
    counts = dict.fromkeys(values, 0)
    for heads in drawn.heads.tolist():
        counts[tuple(heads)] += 1
    expected = {heads: 20000 * value / sum(values.values()) for heads, value in values.items()}
    assert sum((counts[heads] - expected[heads]) ** 2 / expected[heads] for heads in values) < 3 * len(values) + 20
    again = tbk.sample_trees(scores, seed=11, projective=projective, root=root)
    assert (again.heads == drawn.heads[0]).all() and again.score == drawn.score[0]


def test_the_same_in_any_layout():
    """Strides, memory, types, lists: the same trees and sums."""
    scores = random_scores(7, 9, 9, seed=9)
    expected, sums = tbk.decode(scores), tbk.marginals(scores)
    wide = np.full((7, 18, 27), np.nan)
    wide[:, ::2, ::3] = scores
    frozen = scores.copy()
    frozen.flags.writeable = False
    unaligned = np.frombuffer(b"x" + scores.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(scores.shape)
    for other in (
        wide[:, ::2, ::3], np.asfortranarray(scores), scores[::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1], frozen, unaligned, list(scores),
        scores.astype(np.float32), scores.astype(np.float16), scores.astype(">f8"), [scores[0].astype(np.float32), *scores[1:]],
    ):
        found, other_sums = tbk.decode(other), tbk.marginals(other)
        assert (found.heads == expected.heads).all() and (found.score == expected.score).all()
        assert (other_sums[0] == sums[0]).all() and np.array_equal(np.array(other_sums[1]), sums[1])
    turned = scores.swapaxes(1, 2)
    assert (tbk.decode(turned, layout="head-dependent").heads == expected.heads).all()
    assert (tbk.marginals(turned, layout="head-dependent")[1] == sums[1].swapaxes(1, 2)).all()
    assert (tbk.marginals(scores, dtype=np.float32)[1] == sums[1].astype(np.float32)).all()
    one = tbk.decode(scores[3])
    assert (one.heads == expected.heads[3]).all() and isinstance(one.score, float) and one.score == expected.score[3]


class OnlyDLPack:
    """What shows an array by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, *arguments, **options):
        return self.array.__dlpack__(*arguments, **options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack():
    scores = random_scores(4, 6, 6)
    assert (tbk.decode(OnlyDLPack(scores)).heads == tbk.decode(scores).heads).all()
    assert (tbk.decode([OnlyDLPack(matrix) for matrix in scores]).heads == tbk.decode(scores).heads).all()
    torch = pytest.importorskip("torch")
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        assert (tbk.decode(torch.from_numpy(scores).to(dtype)).heads == tbk.decode(scores).heads).all()
    with pytest.raises(TypeError, match="requires? grad|gradient"):
        tbk.decode(torch.zeros((3, 3), requires_grad=True))


def test_padded_and_ragged():
    lengths, scores = np.array([3, 8, 1, 5]), random_scores(4, 9, 9, seed=4)
    ragged = [scores[i, : n + 1, : n + 1] for i, n in enumerate(lengths)]
    padded, listed = tbk.decode(scores, lengths, n_best=3, impossible="none"), tbk.decode(ragged, n_best=3, impossible="none")
    assert padded.heads.shape == listed.heads.shape == (4, 3, 8) and (padded.heads == listed.heads).all()
    assert (padded.score == listed.score).all() and (padded.heads[2] == [[0] + [-1] * 7, [-1] * 8, [-1] * 8]).all()
    sums, listed_sums = tbk.marginals(scores, lengths), tbk.marginals(ragged)
    for i, n in enumerate(lengths):
        alone = tbk.decode(ragged[i])
        assert (alone.heads == padded.heads[i, 0, :n]).all() and alone.score == padded.score[i, 0]
        assert (sums[1][i, : n + 1, : n + 1] == listed_sums[1][i]).all() and sums[1][i, n + 1 :].sum() == 0
        np.testing.assert_allclose(listed_sums[1][i][1:].sum(1), 1, atol=1e-11)
    gold = [list(padded.heads[i, 0, :n]) for i, n in enumerate(lengths)]
    assert (tbk.tree_score(ragged, gold) == padded.score[:, 0]).all() and (tbk.tree_score(scores, gold, lengths) == padded.score[:, 0]).all()
    assert tbk.decode(scores[:0]).heads.shape == (0, 8) and tbk.decode([]).heads.shape == (0, 0) and len(tbk.marginals([])[1]) == 0


def test_labels_and_cost():
    scores = random_scores(3, 4, 5, 5, seed=8).transpose(0, 2, 3, 1)  # (sentences, N, N, labels)
    best = scores.max(3)
    found, plain = tbk.decode(scores), tbk.decode(np.nan_to_num(best))
    assert (found.heads == plain.heads).all() and (found.score == plain.score).all()
    for i, word in itertools.product(range(3), range(1, 5)):
        assert found.labels[i, word - 1] == scores[i, word, found.heads[i, word - 1]].argmax()
    assert (tbk.tree_score(scores, found.heads) == found.score).all()
    assert (tbk.tree_score(scores, found.heads, labels=found.labels) == found.score).all()
    assert tbk.marginals(scores)[1].shape == scores.shape
    np.testing.assert_allclose(tbk.marginals(scores)[1].sum((2, 3))[:, 1:], 1, atol=1e-11)
    assert tbk.count_trees(scores[:1]) == [len(all_trees(4, True, "single")) * 4**4]
    cost = np.ones((3, 5, 5))
    for i, word in itertools.product(range(3), range(1, 5)):
        cost[i, word, found.heads[i, word - 1]] = 0  # Hamming
    augmented = tbk.decode(scores, cost=100 * cost)
    assert (augmented.heads != found.heads).all(1).any() and (augmented.score >= 300).all()
    assert (tbk.decode(scores, cost=-100 * cost).heads == found.heads).all()
    assert (tbk.decode(scores, cost=np.broadcast_to(cost[..., None], scores.shape)).heads == tbk.decode(scores, cost=cost).heads).all()


def test_threads_and_memory_change_nothing():
    scores = np.random.default_rng(2).normal(size=(60, 21, 21)).astype(np.float32)
    lengths = np.random.default_rng(3).integers(1, 21, 60)
    for projective in (True, False):
        expected, sums = tbk.decode(scores, lengths, projective=projective), tbk.marginals(scores, lengths, projective=projective)
        for options in {"threads": 4}, {"max_memory": 1 << 20}, {"threads": 3, "max_memory": 1 << 21}:
            found = tbk.decode(scores, lengths, projective=projective, **options)
            assert (found.heads == expected.heads).all() and (found.score == expected.score).all()
            assert (tbk.marginals(scores, lengths, projective=projective, **options)[1] == sums[1]).all()


def test_threads_of_python():
    scores = np.random.default_rng(2).normal(size=(40, 31, 31))
    expected, errors = tbk.decode(scores), []

    def work():
        try:
            for _ in range(20):
                assert (tbk.decode(scores).heads == expected.heads).all()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_masks_of_float32():
    """A finite mask loses nothing of what is beside it."""
    draw = np.random.default_rng(6)
    for mask in (-1e9, -1e32):
        for _ in range(50):
            scores = draw.normal(size=(8, 8)).astype(np.float32)
            scores[draw.integers(1, 8), draw.integers(0, 8)] = mask
            forbidden = np.where(scores == np.float32(mask), -np.inf, scores)
            for projective, root in FORMS:
                options = {"projective": projective, "root": root}
                assert (tbk.decode(scores, **options).heads == tbk.decode(forbidden, **options).heads).all()
                assert abs(tbk.log_partition(scores, **options) - tbk.log_partition(forbidden, **options)) < 1e-11


def test_errors_name_sentence_and_cell():
    scores = random_scores(4, 6, 6)
    scores[2, 3, 5] = np.nan
    with pytest.raises(tbk.DataError, match=r"^sentences\[2\]: scores\[3,5\] \(dependent 3, head 5\) is NaN, expected"):
        tbk.decode(scores)
    scores[2, 3, 5] = np.inf
    with pytest.raises(tbk.DataError, match=r"^sentences\[2\]: scores\[3,5\].* is inf"):
        tbk.marginals(list(scores), projective=False)
    scores[2, 3] = -np.inf
    for function in tbk.decode, tbk.log_partition, tbk.sample_trees, tbk.mbr:
        with pytest.raises(tbk.DataError, match=r"^sentences\[2\]: no projective tree with a single root$"):
            function(scores)
    with pytest.raises(tbk.DataError, match=r"^sentences\[2\]: no tree$"):
        tbk.entropy(scores, projective=False, root="any")
    with pytest.raises(tbk.DataError, match=r"^scores\[1\]: found shape \(3, 4\), expected \(N, N\)"):
        tbk.decode([np.zeros((3, 3)), np.zeros((3, 4))])
    with pytest.raises(tbk.DataError, match=r"^lengths\[1\]: found 6, expected 1 to 5$"):
        tbk.decode(scores, [5, 6, 5, 5])
    with pytest.raises(tbk.DataError, match=r"^sentences\[0\]: found head 4 of word 4, expected another one of 5 words, or 0$"):
        tbk.tree_score(scores[:1], [[0, 1, 2, 4, 1]])
    with pytest.raises(tbk.ResourceError, match=r"^sentences\[0\]: 300 words need more memory than the 1000000 bytes that are allowed$"):
        tbk.decode(np.zeros((301, 301)), max_memory=1000000)


@pytest.mark.parametrize("projective, root", FORMS)
@pytest.mark.parametrize("scale", [1, 60])
def test_a_large_constant_cancels_in_sums(projective, root, scale):
    """A multiple of 1/8, so that the scores are the same numbers to the last bit."""
    options = {"projective": projective, "root": root}
    scores = np.round(np.random.default_rng(3).normal(0, scale, (40, 40)) * 8) / 8
    log_z, marginals = tbk.marginals(scores, **options)
    far, same = tbk.marginals(scores + 1e15, **options)
    assert np.allclose(same, marginals, rtol=0, atol=1e-11)
    assert math.isclose(far, log_z + 39e15, rel_tol=1e-12)
    assert math.isclose(tbk.entropy(scores + 1e15, **options), tbk.entropy(scores, **options), abs_tol=1e-9)


@pytest.mark.parametrize("projective, root", FORMS)
def test_a_mask_that_all_trees_use_leaves_entropy(projective, root):
    options = {"projective": projective, "root": root}
    scores = np.round(np.random.default_rng(5).normal(size=(6, 6)) * 8) / 8
    values = []
    for tree in all_trees(5, projective, root):
        if tree.count(0) == 1:
            values.append(score_of(scores, tree))
    weights = np.exp(np.array(values))
    share = weights / weights.sum()
    expected = -(share * np.log(share)).sum()
    for mask in 1e13, 1e15:
        masked = scores.copy()
        masked[:, 0] -= mask
        log_z = math.log(weights.sum())
        assert math.isclose(tbk.entropy(masked, **options), expected, abs_tol=1e-9 if root == "single" else 1e-15 * mask)
        assert math.isclose(tbk.log_partition(masked, **options), log_z - mask, rel_tol=1e-12)


@pytest.mark.parametrize("projective, root", FORMS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_least_float_forbids_an_arc(projective, root, dtype):
    options = {"projective": projective, "root": root}
    scores = np.random.default_rng(1).normal(size=(20, 6, 6)).astype(dtype)
    forbidden = np.random.default_rng(2).random(scores.shape) < 0.3
    low, none = np.where(forbidden, np.finfo(np.float32).min, scores).astype(dtype), np.where(forbidden, -np.inf, scores).astype(dtype)
    for function in (tbk.decode, tbk.mbr):
        assert np.array_equal(function(low, impossible="none", **options).heads, function(none, impossible="none", **options).heads)
    assert np.array_equal(tbk.marginals(low, impossible="none", **options)[1], tbk.marginals(none, impossible="none", **options)[1])
    assert tbk.count_trees(low, **options) == tbk.count_trees(none, **options)


def test_threads_without_work_have_no_memory():
    scores = np.zeros((301, 301))
    assert tbk.decode(scores, threads=64, max_memory=1 << 24).score == 0
    with pytest.raises(tbk.ResourceError, match=r"^sentences\[1\]: 300 words"):
        tbk.decode([np.zeros((3, 3)), np.zeros((301, 301)), np.zeros((302, 302))], max_memory=1000000)


def test_the_n_best_count_for_memory():
    with pytest.raises(tbk.ResourceError, match=r"^sentences\[0\]: 10 words"):
        tbk.decode(np.zeros((11, 11)), n_best=100000, projective=False, max_memory=5000000)
    with pytest.raises(tbk.ResourceError, match=r"^sentences\[0\]: 3 words"):  # charts, and lists of trees
        tbk.decode(np.zeros((4, 4)), n_best=20, max_memory=600)
    assert tbk.decode(np.zeros((11, 11)), n_best=100, max_memory=1000000).heads.shape == (100, 10)


def test_trees_that_are_returned_count_for_memory():
    for call in (
        lambda: tbk.decode(np.zeros((6, 6)), n_best=10**9), lambda: tbk.decode(np.zeros((6, 6)), n_best=10**9, projective=False),
        lambda: tbk.sample_trees(np.zeros((6, 6)), size=10**9),
    ):
        with pytest.raises(tbk.ResourceError, match="1000000000 trees of each of 1 sentences need 28000000000 bytes"):
            call()
    with pytest.raises(tbk.ResourceError, match="more than the 1000 that max_memory allows"):
        tbk.decode(np.zeros((2, 6, 6, 3)), n_best=11, max_memory=1000)
    assert tbk.decode(np.zeros((6, 6)), max_memory=sys.maxsize, n_best=3).heads.shape == (3, 5)


def test_unique_relations():
    assert tbk.unique_groups(["det", "nsubj", "csubj:pass", "obj", "nsubj:outer", "iobj", "obj:lvc", "subj"]) == [[1, 2], [3, 6]]
    relations = ["nsubj", "obj", "det"]
    scores = np.full((4, 4, 3), -9.0)
    scores[1, 2], scores[3, 2], scores[2, 0] = (5, 1, 0), (6, 3, 2.5), (0, 0, 4)  # both are subjects of 2 at best
    for projective, root in FORMS:
        options = {"projective": projective, "root": root}
        free = tbk.decode(scores[None], **options)
        assert free.labels.tolist() == [[0, 2, 0]] and free.score[0] == 15
        for dtype in np.float32, np.float64:
            found = tbk.decode(scores[None].astype(dtype), unique=tbk.unique_groups(relations), **options)
            assert (found.heads.tolist(), found.labels.tolist(), found.score[0]) == ([[2, 0, 2]], [[0, 2, 1]], 12)
        assert tbk.decode(scores[None], unique=[[0, 1]], **options).score[0] == 11.5
        assert tbk.decode(scores[None], unique=[[], []], **options).score[0] == 15
    for unique, message in ([[0], [0]], r"unique\[1\]\[0\]: found label 0 again"), ([[3]], r"unique\[0\]\[0\]: found label 3"), ([], "unique: found 0 groups"):
        with pytest.raises(tbk.DataError, match=message):
            tbk.decode(scores[None], unique=unique)
    with pytest.raises(tbk.DataError, match="unique: found scores without labels"):
        tbk.decode(scores[..., 0], unique=[[0]])
    with pytest.raises(TypeError, match="unique: found it beside n_best"):
        tbk.decode(scores[None], unique=[[0]], n_best=2)
    with pytest.raises(tbk.DataError, match="more than 1 nodes"):
        tbk.decode(scores[None], unique=[[0, 1]], projective=False, max_nodes=1)


def test_torch_is_imported_only_if_asked_for():
    program = "import sys, tbk; assert 'torch' not in sys.modules and 'tbk.torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
