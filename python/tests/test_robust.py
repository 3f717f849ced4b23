"""Wrong arguments are exceptions, memory does not grow, threads run side by side."""
import ctypes
import gc
import os
import pickle
import random
import sys
import threading
import time

import numpy as np
import pytest
import tbk
from conftest import DATA, random_tree

NO_HEADS = [
    "abc", b"\1\0", 5, None, [1.0, 0], [None], ["1"], [float("nan")], [[0]], object(), {"a": 1}, [2**40, 0], [-1], [2, 1], [1], [0, 5],
    np.array([0.0, 1.0]), np.array([np.nan]), np.array([[0, 1]]), np.array(["0"]), np.array([2**40]), np.array([0, -2]),
    np.array([1j]), np.array([None]), np.array(0), [-(2**31)], [2**31], range(5, 9), np.array([2**63], np.uint64),
    np.ma.array([0, 1], mask=[False, True]), np.ma.array([0, 1]),
]
TAKE_HEADS = [
    tbk.projectivize, tbk.lost_arcs, tbk.count, tbk.sample, tbk.all_optimal, tbk.measures, tbk.is_projective, tbk.lengths,
    tbk.classes, lambda heads: tbk.lengths_many(heads, [0, 1]),
    lambda heads: tbk.Oracle("arc-eager-nederhof").set_gold(heads), lambda heads: tbk.Sequencer("swap").run(heads),
    lambda heads: tbk.PseudoProjective().encode(heads, ["a"] * 5), lambda heads: tbk.projectivize_many(heads, [0, 1]),
    lambda heads: tbk.Walks("arc-eager-nederhof").start(heads, [0, 1]),
    lambda heads: tbk.Oracle("arc-eager-nederhof").follow(heads, [0, 1], [0], [0, 1]),
    lambda heads: sentence().with_heads([] if heads is None else heads),
]


@pytest.mark.parametrize("function", TAKE_HEADS)
def test_heads_that_are_none(function):
    for heads in NO_HEADS:
        with pytest.raises((TypeError, ValueError)):
            function(heads)


def sentence():
    return next(tbk.read(DATA / "la.conllu"))


WRONG = [
    lambda: tbk.projectivize([0], root="x"),
    lambda: tbk.projectivize([0], root=["x"]),
    lambda: tbk.projectivize([0], ties=3),
    lambda: tbk.projectivize([0], max_core=-1),
    lambda: tbk.projectivize([0], max_core="3"),
    lambda: tbk.sample([0], seed=-1),
    lambda: tbk.sample([0], place=2**64),
    lambda: tbk.sample([0], seed=1.5),
    lambda: tbk.projectivize_many([0, 0], [0, 3]),
    lambda: tbk.projectivize_many([0, 0], [1, 2]),
    lambda: tbk.projectivize_many([0, 0], [0, 2, 1, 2]),
    lambda: tbk.projectivize_many([0, 0], []),
    lambda: tbk.projectivize_many([0, 0], [0.0, 2.0]),
    lambda: tbk.projectivize_many([0, 0], 2),
    lambda: tbk.projectivize_many([0, 0], np.ma.array([0, 1, 2], mask=[0, 1, 0])),
    lambda: tbk.projectivize_many(np.ma.array([0, 0], mask=[0, 1]), [0, 1, 2]),
    lambda: tbk.lengths_many([0, 0], [0, 3]),
    lambda: tbk.lengths_many([0, 7], [0, 2]),
    lambda: tbk.stats([DATA / "la.conllu"], by="x"),
    lambda: tbk.stats([DATA / "la.conllu"], by="deprel", classes=True),
    lambda: tbk.stats([DATA / "la.conllu"], by="arc", lengths=True),
    lambda: tbk.stats([DATA / "la.conllu"], bin=0),
    lambda: tbk.stats([DATA / "la.conllu"], without="upos==PUNCT"),
    lambda: tbk.stats([DATA / "la.conllu"], without=["upos=PUNCT\0"]),
    lambda: tbk.stats([DATA / "la.conllu"], threads=0),
    lambda: tbk.stats([DATA / "phrases.psd"]),
    lambda: tbk.System("x"),
    lambda: tbk.System(None),
    lambda: tbk.System("arc-eager-nederhof\0"),
    lambda: tbk.System("arc-eager-nederhof").start(-1),
    lambda: tbk.System("arc-eager-nederhof").start(2**40),
    lambda: tbk.System("arc-eager-nederhof").start("3"),
    lambda: tbk.System("arc-eager-nederhof").start(3).take("XX"),
    lambda: tbk.System("arc-eager-nederhof").start(3).take(4),
    lambda: tbk.System("arc-eager-nederhof").start(3).take(-1),
    lambda: tbk.System("arc-eager-nederhof").start(3).take(None),
    lambda: tbk.System("arc-eager-nederhof").start(3).take(tbk.System("covington").transition("LA")),
    lambda: tbk.System("arc-eager-nederhof").configuration(3, [0, 9], 2, ["R", "L"]),
    lambda: tbk.System("arc-eager-nederhof").configuration(3, [0, 2, 1], 3, ["R", "L", "L"]),
    lambda: tbk.System("arc-eager-nederhof").configuration(3, [], 1, []),
    lambda: tbk.System("covington").configuration(3, [0, 1], 2, arcs=[(1, 9)]),
    lambda: tbk.Oracle("arc-eager-nederhof", "x"),
    lambda: tbk.Oracle("arc-eager-nederhof", 0),
    lambda: tbk.Oracle("arc-eager-nederhof", method="x"),
    lambda: tbk.Oracle("arc-eager-nederhof", "none", "quadratic"),
    lambda: tbk.Oracle("arc-eager-nederhof").values(tbk.System("arc-eager-nederhof").start(2)),
    lambda: oracle().values(None),
    lambda: oracle().values(tbk.System("arc-eager-nederhof").start(3)),
    lambda: oracle().values(tbk.System("arc-standard").start(2)),
    lambda: oracle().follow([0, 1], [0, 2], [0, 9], [0, 2]),
    lambda: oracle().follow([0, 1], [0, 2], [1, 1], [0, 2]),
    lambda: oracle().follow([0, 1], [0, 2], [0], [0, 2]),
    lambda: oracle().follow([0, 1], [0, 2], [0], [0, 1, 1]),
    lambda: walks().take([0]),
    lambda: walks().take([0, 0, 0]),
    lambda: walks().take([0, 99]),
    lambda: walks().take([0, -2]),
    lambda: walks().take([0.0, 1.0]),
    lambda: walks().take(np.ma.array([0, 0], mask=[0, 1])),
    lambda: walks().words(-1, 2),
    lambda: tbk.Walks("arc-standard-left-first"),
    lambda: tbk.Sequencer("arc-eager-nederhof", order="x"),
    lambda: tbk.Sequencer("swap-unordered", policy="none"),
    lambda: tbk.sequences([0, 1], "swap"), lambda: tbk.sequences([0, 1], "x"), lambda: tbk.sequences([0, 1], 5),
    lambda: tbk.sequences([2, 1]), lambda: tbk.sequences([0, 5]), lambda: tbk.sequences("abc"), lambda: tbk.sequences(None), lambda: tbk.sequences([-2, 0]),
    lambda: tbk.PseudoProjective("x"),
    lambda: tbk.PseudoProjective("path", style="spacy"),
    lambda: tbk.PseudoProjective().encode([2, 0, 5, 2, 2], ["a"]),
    lambda: tbk.PseudoProjective().encode([2, 0, 5, 2, 2], ["", "b", "c", "d", "e"]),
    lambda: tbk.PseudoProjective().encode([2, 0, 5, 2, 2], ["a", "b", "c|d", "d", "e"]),
    lambda: tbk.PseudoProjective().encode([2, 0, 5, 2, 2], [1, 2, 3, 4, 5]),
    lambda: tbk.PseudoProjective().encode([2, 0, 5, 2, 2], ["a", "b", "c\0", "d", "e"]),
    lambda: tbk.read("a\0b"),
    lambda: tbk.read(3.5),
    lambda: next(tbk.parse("1\tx\n\n")),
    lambda: next(tbk.parse(b"1\t\xff\t_\t_\t_\t_\t0\t_\t_\t_\n\n")),
    lambda: next(tbk.parse(3)),
    lambda: next(tbk.parse(np.array([35, 10]))),
    lambda: tbk.parse_brackets(5),
    lambda: tbk.parse_brackets([40]),
    lambda: sentence().with_heads([1, 2]),
    lambda: sentence().with_heads([99] * sentence().n),
    lambda: sentence().with_heads(None, ["a\tb"] * sentence().n),
    lambda: sentence().with_heads(None, [""] * sentence().n),
    lambda: sentence().with_heads(None, ["a\0b"] * sentence().n),
    lambda: sentence().with_heads(None, ["a"]),
    lambda: sentence().with_heads([0] * sentence().n, mark="x"),
    lambda: tbk.Parser(None),
    lambda: tbk.train([]),
    lambda: tbk.train([DATA / "la.conllu"], beam=5),
    lambda: tbk.train([DATA / "la.conllu"], epochs=0),
    lambda: tbk.train([DATA / "la.conllu"], feature_columns=["x"]),
    lambda: tbk.train([DATA / "la.conllu"], features="nonsense here"),
    lambda: tbk.Model.load(DATA / "la.conllu"),
    lambda: tbk.evaluate(DATA / "la.conllu", DATA / "en.conllu"),
    lambda: tbk.evaluate(DATA / "la.conllu", DATA / "la.conllu", punct="words"),
    lambda: tbk.repair(["1", 2]),
    lambda: tbk.repair([2**40]),
    lambda: tbk.repair("1"),
    lambda: tbk.vote("a"),
    lambda: tbk.vote([["1"]]),
    lambda: tbk.vote([[2**40]]),
    lambda: tbk.vote([[0], None]),
    lambda: tbk.vote([DATA / "la.conllu"]),
    lambda: tbk.vote([DATA / "la.conllu", [0]]),
    lambda: tbk.vote([DATA / "la.conllu", "a\0b"]),
    lambda: tbk.PhraseSystem("x"),
    lambda: tbk.PhraseSystem("top-down").start(0),
    lambda: tbk.PhraseSystem("top-down").start(2).take("RE"),
    lambda: tbk.PhraseSystem("top-down").start(2).take("XX"),
    lambda: tbk.PhraseSystem("top-down").start(2).take(0),
    lambda: tbk.PhraseOracle("top-down").set_gold(2, []),
    lambda: tbk.PhraseOracle("top-down").set_gold(2, [("S", 0, 1)]),
    lambda: tbk.PhraseOracle("top-down").set_gold(2, [("S", 0, 2), ("A", 1, 9)]),
    lambda: tbk.PhraseOracle("top-down").values(tbk.PhraseSystem("top-down").start(2)),
    lambda: tbk.PhraseOracle("bottom-up:unary=1", "printed"),
    lambda: tbk.decode(None),
    lambda: tbk.decode("abc"),
    lambda: tbk.decode(3.5),
    lambda: tbk.decode([1.0, 2.0]),
    lambda: tbk.decode(np.zeros((3, 3), int)),
    lambda: tbk.decode(np.zeros((3, 3), complex)),
    lambda: tbk.decode(np.zeros((3, 3), np.longdouble)),
    lambda: tbk.decode(np.ma.array(np.zeros((3, 3)), mask=np.eye(3))),
    lambda: tbk.decode([np.zeros((3, 3)), np.ma.array(np.zeros((3, 3)))]),
    lambda: tbk.decode(np.zeros((3, 4))),
    lambda: tbk.decode(np.zeros((2, 3, 4))),
    lambda: tbk.decode(np.zeros((2, 3, 3, 0))),
    lambda: tbk.decode(np.zeros((0, 0))),
    lambda: tbk.decode(np.zeros((1, 1))),
    lambda: tbk.decode(np.zeros(3)),
    lambda: tbk.decode(np.zeros((1, 2, 3, 3, 4))),
    lambda: tbk.decode([np.zeros((3, 3)), np.zeros((3, 3, 2))]),
    lambda: tbk.decode(np.zeros((1, 4098, 1), np.float32)[..., np.zeros(4098, int)]),
    lambda: tbk.decode(np.full((3, 3), np.nan)),
    lambda: tbk.decode(np.full((3, 3), np.inf)),
    lambda: tbk.decode(np.full((3, 3), -np.inf)),
    lambda: tbk.decode(np.zeros((2, 3, 3)), [2]),
    lambda: tbk.decode(np.zeros((2, 3, 3)), [2, 3]),
    lambda: tbk.decode(np.zeros((2, 3, 3)), [0, 2]),
    lambda: tbk.decode(np.zeros((2, 3, 3)), [2.0, 2.0]),
    lambda: tbk.decode(np.zeros((2, 3, 3)), 2),
    lambda: tbk.decode([np.zeros((3, 3))], [2]),
    lambda: tbk.decode(np.zeros((3, 3)), root="x"),
    lambda: tbk.decode(np.zeros((3, 3)), layout=None),
    lambda: tbk.decode(np.zeros((3, 3)), impossible="x"),
    lambda: tbk.decode(np.zeros((3, 3)), n_best=0),
    lambda: tbk.decode(np.zeros((3, 3)), n_best=1.5),
    lambda: tbk.decode(np.zeros((3, 3)), threads=0),
    lambda: tbk.decode(np.zeros((3, 3)), max_memory=-1),
    lambda: tbk.decode(np.zeros((3, 3)), cost=np.zeros((4, 4))),
    lambda: tbk.decode(np.zeros((3, 3)), cost=np.zeros((1, 3, 3))),
    lambda: tbk.decode(np.zeros((1, 3, 3)), cost=np.zeros((1, 3, 3, 2))),
    lambda: tbk.decode(np.zeros((1, 3, 3)), cost=[np.zeros((3, 3))]),
    lambda: tbk.marginals(np.zeros((3, 3)), dtype=int),
    lambda: tbk.sample_trees(np.zeros((3, 3)), size=0),
    lambda: tbk.sample_trees(np.zeros((3, 3)), seed=-1),
    lambda: tbk.tree_score(np.zeros((3, 3)), [0]),
    lambda: tbk.tree_score(np.zeros((3, 3)), [0, 2]),
    lambda: tbk.tree_score(np.zeros((3, 3)), [0, 3]),
    lambda: tbk.tree_score(np.zeros((3, 3)), [0.0, 1.0]),
    lambda: tbk.tree_score(np.zeros((2, 3, 3)), [[0, 1]]),
    lambda: tbk.tree_score(np.zeros((2, 3, 3)), [[0, 1], [0]]),
    lambda: tbk.tree_score(np.zeros((3, 3)), [0, 1], labels=[0, 0]),
    lambda: tbk.tree_score(np.zeros((1, 3, 3, 2)), [[0, 1]], labels=[[0, 2]]),
]


def oracle():
    made = tbk.Oracle("arc-eager-nederhof")
    made.set_gold([0, 1])
    return made


def walks():
    made = tbk.Walks("arc-eager-nederhof")
    made.start([0, 1, 0], [0, 2, 3])
    return made


@pytest.mark.parametrize("call", WRONG, ids=range(len(WRONG)))
def test_wrong_arguments(call, capfd):
    with pytest.raises((TypeError, ValueError)) as found:
        call()
    assert str(found.value) and not str(found.value).endswith(".")
    assert capfd.readouterr().err == "", "the library complained to standard error: an argument reached it unchecked"


NO_TEXTS = [5, [3], None, 2.5, memoryview(b"ab"), np.array([1, 2]), object()]


@pytest.mark.parametrize("text", NO_TEXTS, ids=range(len(NO_TEXTS)))
def test_only_text_is_written(text, tmp_path):
    with tbk.Writer(tmp_path / "out") as writer:
        with pytest.raises(TypeError, match="expected a text"):
            writer.write(text)
        writer.write("text")
        writer.write(bytearray(b" and bytes"))
    assert (tmp_path / "out").read_bytes() == b"text and bytes"
    with pytest.raises(TypeError, match="expected a text"):
        tbk.write(tmp_path / "none", [text])
    assert not (tmp_path / "none").exists()


def test_a_child_leaves_files_of_its_parent_alone(tmp_path):
    """A forked child that ends, however it does, neither removes nor completes what its parent writes."""
    writer = tbk.Writer(tmp_path / "out")
    writer.write("begun, ")
    before = os.listdir(tmp_path)
    for end in (writer.discard, lambda: None):
        child = os.fork()
        if child == 0:
            try:
                end()
                del writer, end
                gc.collect()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        assert os.listdir(tmp_path) == before
    writer.write("done")
    writer.commit()
    assert (tmp_path / "out").read_text() == "begun, done"


def test_errors_have_kinds():
    for kind, base in (tbk.DataError, ValueError), (tbk.UsageError, ValueError), (tbk.InputError, OSError), (tbk.ResourceError, MemoryError):
        assert issubclass(kind, tbk.Error) and issubclass(kind, base)
    with pytest.raises(tbk.DataError, match="^the words 1, 2 form a cycle, expected a tree; tbk.repair\\(\\) makes trees$"):
        tbk.count([2, 1])
    with pytest.raises(tbk.DataError, match=r"^sentences\[1\]: the head of word 1 is 7"):
        tbk.projectivize_many([0, 7], [0, 1, 2])


def test_an_error_leaves_things_usable():
    oracle = tbk.Oracle("arc-eager-nederhof")
    for _ in range(3):
        with pytest.raises(tbk.DataError):
            oracle.set_gold([2, 1])
        with pytest.raises(tbk.UsageError):
            oracle.values(oracle.system.start(2))
        oracle.set_gold([0, 1])
        assert max(oracle.values(oracle.system.start(2)).values()) == 2


libc = ctypes.CDLL(None)


class MallocInformation(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def allocated():
    """The bytes that malloc() has given and not got back, and the blocks of Python's own allocator; both are exact."""
    libc.mallinfo.restype = MallocInformation
    information = libc.mallinfo()
    return np.array([information.uordblks + information.hblkhd, sys.getallocatedblocks()])


def everything(heads, text, walks_over):
    """A call of everything that keeps or returns memory of the library."""
    tbk.projectivize(heads)
    tbk.count(heads)
    next(tbk.all_optimal(heads))
    tbk.measures(heads)
    tbk.lengths(heads)
    tbk.lengths_many(heads, [0, len(heads)])
    oracle = tbk.Oracle("arc-eager-nederhof")
    oracle.set_gold(heads)
    configuration = oracle.system.start(len(heads))
    configuration.take("SH")
    oracle.values(configuration.copy())
    (sentence,) = tbk.parse(text)
    sentence.with_heads(sentence.heads, sentence.column("form"))
    tbk.PseudoProjective().encode(heads, ["a"] * len(heads))
    tbk.Sequencer("swap").run(heads)
    scores = np.zeros((2, 5, 5))
    tbk.decode(scores, n_best=3)
    tbk.marginals(list(scores), projective=False)
    tbk.count_trees(scores)
    walks_over.start(heads, [0, len(heads)])
    walks_over.values()
    try:
        tbk.count([2, 1])
    except tbk.DataError:
        pass


def growth(function, n):
    """What allocated() grows by while the function is called n times, after some calls before."""
    for _ in range(n // 2):
        function()
    gc.collect()
    before = allocated()
    for _ in range(n):
        function()
    gc.collect()
    return allocated() - before


@pytest.mark.skipif(not hasattr(libc, "mallinfo"), reason="the C library is not glibc")
def test_memory_does_not_grow():
    """TBK_TEST_CALLS calls: of the 100,000, a leak of the least piece of memory, 32 bytes, in every second call of a kind shows."""
    calls = int(os.environ.get("TBK_TEST_CALLS", "100000"))
    heads, walks_over = random_tree(12, 1), tbk.Walks("arc-eager-nederhof")
    text = sentence().block
    oracle = tbk.Oracle("arc-eager-nederhof")
    oracle.set_gold(heads)
    configuration = oracle.system.start(12)
    for n, function in (calls // 20, lambda: everything(heads, text, walks_over)), (calls // 2, lambda: (oracle.values(configuration), tbk.projectivize(heads))):
        assert np.all(growth(function, n) < [40000 + 4 * n, 400 + n // 8])


def test_threads_share_objects():
    """Threads that use the same handles get what one alone gets."""
    sentences = [random_tree(n, n) for n in range(5, 25)]
    oracle, sequencer, errors = tbk.Oracle("arc-eager-nederhof"), tbk.Sequencer("swap"), []
    oracle.set_gold(sentences[0])
    configuration = oracle.system.start(len(sentences[0]))
    expected = oracle.values(configuration), [sequencer.run(heads) for heads in sentences], [tbk.count(heads) for heads in sentences]

    def work():
        try:
            for _ in range(10):
                for i, heads in enumerate(sentences):
                    assert oracle.values(configuration) == expected[0]
                    assert sequencer.run(heads) == expected[1][i]
                    assert tbk.count(heads) == expected[2][i]
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_a_gold_tree_that_is_replaced_meanwhile(capfd):
    """What another thread does before a call has the lock, the call sees."""

    class Late:
        """A lock that is had after the gold tree was replaced."""

        def __enter__(self):
            oracle._lock = lock
            oracle.set_gold(3, [("S", 0, 3)])
            lock.acquire()

        def __exit__(self, *exception):
            lock.release()

    oracle = tbk.PhraseOracle("top-down")
    oracle.set_gold(2, [("S", 0, 2)])
    lock, oracle._lock = oracle._lock, Late()
    with pytest.raises(tbk.UsageError):
        oracle.values(oracle.system.start(2))
    assert oracle.values(oracle.system.start(3)).loss == 0 and capfd.readouterr().err == ""


def test_other_threads_run_meanwhile():
    """While a long call is at work, another thread goes on."""
    heads = [random_tree(60, seed) for seed in range(400)]
    offsets = np.cumsum([0] + [len(tree) for tree in heads])
    flat = np.array(sum(heads, []))
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.0005)

    def ticks_meanwhile():
        start = time.monotonic()
        tbk.projectivize_many(flat, offsets)
        tenth = (time.monotonic() - start) / 10
        return sum(start + tenth < t < start + 9 * tenth for t in ticks)

    thread = threading.Thread(target=tick)
    thread.start()
    found = any(ticks_meanwhile() for _ in range(50))
    done.set()
    thread.join()
    assert found


def test_arrays_that_change_meanwhile():
    """What another thread writes into an array that is being read gives an error or a result, never a crash."""
    flat, offsets, steps = np.array(random_tree(400, 3), np.int32), np.array([0, 200, 400]), np.zeros(2, np.int32)
    flat[:] = [0] * 400
    stop, draw = threading.Event(), random.Random(1)

    def spoil():
        while not stop.is_set():
            flat[draw.randrange(400)] = draw.choice((0, 2**31 - 1, -5))
            steps[draw.randrange(2)] = draw.choice((0, 1, 77))
            offsets[1] = draw.choice((200, 500, 0))

    thread = threading.Thread(target=spoil)
    thread.start()
    walks, refused = tbk.Walks("arc-eager-nederhof"), 0
    for _ in range(300):
        try:
            walks.start(flat, offsets)
            walks.take(steps)
            tbk.projectivize_many(flat, offsets)
        except ValueError:
            refused += 1
    stop.set()
    thread.join()
    assert refused > 0


def test_scores_that_change_meanwhile():
    """The same for scores of arcs."""
    scores, stop, draw = np.zeros((3, 12, 12)), threading.Event(), random.Random(2)

    def spoil():
        while not stop.is_set():
            scores[draw.randrange(3), draw.randrange(12), draw.randrange(12)] = draw.choice((0.5, np.nan, -np.inf, np.inf, 1e300))

    thread = threading.Thread(target=spoil)
    thread.start()
    functions = (
        tbk.decode, tbk.marginals, tbk.sample_trees, tbk.mbr, tbk.count_trees, lambda scores, **options: tbk.decode(scores, n_best=9, **options),
    )
    for i in range(200):
        for function in functions:
            try:
                function(scores, projective=i % 2 == 0, root=("single", "any")[i // 2 % 2])
            except ValueError:
                scores[:] = 0
    stop.set()
    thread.join()


def test_use_after_everything_else_is_gone():
    found = tbk.all_optimal([2, 0, 5, 2, 2])
    configuration = tbk.System("arc-eager-nederhof").start(5)
    sentences = list(tbk.read(DATA / "la.conllu"))
    gc.collect()
    for _ in range(1000):
        tbk.count(random_tree(10, 1))
    assert len(list(found)) == 4 and configuration.stack == [0] and sentences[-1].with_heads().block == sentences[-1].block


def test_a_limit_of_memory_is_an_error(tmp_path):
    """What does not fit raises ResourceError in a process of its own."""
    import subprocess
    import sys

    program = (
        "import resource, tbk\n"
        "heads = [0] + [i * 7919 % 4096 * i // 4096 for i in range(1, 4095)]\n"
        "resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))\n"
        "try:\n"
        "    tbk.projectivize(heads, max_core=4095)\n"
        "except (tbk.ResourceError, MemoryError) as error:\n"
        "    print('refused', error)\n"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert found.returncode == 0 and found.stdout.startswith("refused no memory"), found


@pytest.mark.parametrize(("function", "arguments", "meant"), [
    (tbk.stats, {"files": [], "length": True}, "lengths"), (tbk.stats, {"files": [], "group_by": "file"}, "by"),
    (tbk.choices, {"files": [], "n_jobs": 2}, "threads"), (tbk.sample, {"heads": [0], "random_state": 1}, "seed"),
    (tbk.repair, {"heads": [0], "labels": ["root"]}, "deprels"), (tbk.decode, {"scores": [], "k": 2}, "n_best"),
    (tbk.stats, {"path": "x"}, "files"), (tbk.train, {"paths": [], "epoch": 2}, "epochs"),
])
def test_guessed_names_of_arguments_are_answered(function, arguments, meant):
    with pytest.raises(TypeError, match=f"has no argument '.*', expected one of .*; did you mean '{meant}'"):
        function(**arguments)


def test_errors_within_functions_stay_as_they_are():
    with pytest.raises(TypeError, match="heads: found str"):
        tbk.sample("abc", root="any")
    assert pickle.loads(pickle.dumps(tbk.sample)) is tbk.sample
