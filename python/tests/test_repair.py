"""tbk.repair, and sentences whose heads are no tree."""
import itertools
import pickle

import pytest
import tbk

BROKEN = (
    b"# sent_id = a\n1\tShe\tshe\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\treads\tread\tVERB\t_\t_\t3\troot\t_\tA=b\n"
    b"3\tbooks\tbook\tNOUN\t_\t_\t2\tobj\t_\t_\n4\t.\t.\tPUNCT\t_\t_\tx\tpunct\t_\t_\n\n"
)
SPACY = "; counted from 0, as in spaCy, they are a tree"


def is_tree(heads):
    def ends(word):
        seen = set()
        while word and word not in seen:
            seen.add(word)
            word = heads[word - 1]
        return word == 0

    return all(ends(word) for word in range(1, len(heads) + 1))


@pytest.mark.parametrize("root", ["single", "any"])
@pytest.mark.parametrize("projective", [False, True])
def test_all_short_sentences_become_nearest_trees(root, projective):
    for n in range(1, 5):
        trees = [
            heads for heads in itertools.product(range(n + 1), repeat=n)
            if is_tree(heads) and (root == "any" or heads.count(0) == 1) and (not projective or tbk.is_projective(list(heads)))
        ]
        for given in itertools.product([None, *range(n + 1)], repeat=n):
            kept = [head if head != word else None for word, head in enumerate(given, 1)]
            found = tbk.repair(given, root=root, projective=projective)
            assert tuple(found) in trees
            assert sum(map(int.__eq__, found, [-1 if head is None else head for head in kept])) == max(
                sum(head == one for head, one in zip(kept, tree)) for tree in trees
            )
            assert tbk.repair(found, root=root, projective=projective) == found


def test_missing_heads_and_relations():
    assert tbk.repair([]) == []
    assert tbk.repair([-1, 99, 3, 0]) == tbk.repair([None, None, None, 0])
    assert tbk.repair([2, 0, None, None], ["det", "root", "obj", "punct"], ["DET", "VERB", "NOUN", "PUNCT"]) == [2, 0, 2, 2]
    assert tbk.repair([2, 1], deprels=["root", "dep"]) == [0, 1]
    assert tbk.repair([2, 1], upos=["X", "VERB"]) == [2, 0]
    for wrong in (["a", "b"], 3, [1.5]):
        with pytest.raises(TypeError):
            tbk.repair(wrong)
    with pytest.raises(TypeError, match="heads: found '1' for word 2, expected an integer or None"):
        tbk.repair([0, "1", 2])
    with pytest.raises(tbk.DataError, match=f"heads: found {2**40} for word 1, expected a number of at most 32 bits"):
        tbk.repair([2**40, 0])
    with pytest.raises(tbk.DataError):
        tbk.repair([0, 1], deprels=["root"])
    with pytest.raises(tbk.UsageError):
        tbk.repair([0, 1], root="gold")


def test_sentences_without_a_tree_are_read_and_written(run_tbk, tmp_path):
    path = tmp_path / "broken.conllu"
    path.write_bytes(BROKEN)
    with pytest.raises(tbk.DataError):
        next(tbk.read(path))
    (sentence,) = tbk.read(path, any_heads=True)
    assert sentence.is_broken and sentence.heads == [2, 3, 2, None]
    assert pickle.loads(pickle.dumps(sentence)).heads == sentence.heads
    assert next(tbk.parse(BROKEN, any_heads=True)).heads == sentence.heads
    repaired = tbk.repair(sentence.heads, sentence.deprels, sentence.upos)
    assert repaired == [2, 0, 2, 2]
    written = sentence.with_heads(repaired, mark="given").block
    assert written.decode() == run_tbk("repair", "-q", str(path))
    assert next(tbk.parse(written)).restored().block == BROKEN
    assert str(sentence.with_heads(repaired, mark="check")) == run_tbk("repair", "-q", "--suggest", str(path))
    assert str(sentence.with_heads(repaired)) == run_tbk("repair", "-q", "--mark=none", str(path))
    with pytest.raises(tbk.DataError, match="expected \"given\""):
        sentence.with_heads(repaired, mark="orig")
    with pytest.raises(tbk.UsageError, match="any_heads and where"):
        tbk.read(path, any_heads=True, where="upos=X")
    (good,) = tbk.parse(written, any_heads=True)
    assert not good.is_broken and good.heads == repaired


@pytest.mark.parametrize("call", [tbk.projectivize, tbk.lost_arcs, tbk.measures, tbk.is_projective])
def test_hints_where_heads_are_refused(call):
    for heads in ([1, 1, 1], [0], [1, 2, 2, 0], [0, 0]):
        if not is_tree(heads):
            with pytest.raises(tbk.DataError, match=SPACY):
                call(heads)
    for heads in ([2, 1], [9, 0], [0, 2]):
        with pytest.raises(tbk.DataError) as found:
            call(heads)
        assert SPACY not in str(found.value) or heads == [0, 2]
        assert "tbk.repair()" in str(found.value) or SPACY in str(found.value)
    with pytest.raises(tbk.DataError, match="None for word 2"):
        call([2, None])
    call([0, 1])
    with pytest.raises(tbk.DataError) as found:
        next(tbk.parse(BROKEN))
    assert SPACY not in str(found.value)


def test_a_sentence_has_its_own_relations():
    (sentence,) = tbk.parse(BROKEN, any_heads=True)
    found = tbk.repair(sentence)
    assert found == tbk.repair(sentence.heads, sentence.deprels, sentence.upos)
    assert tbk.repair(sentence, ["root", "nsubj", "obj", "punct"]) == tbk.repair(sentence.heads, ["root", "nsubj", "obj", "punct"], sentence.upos)
