"""A parser that is a tagger, on one page: PyTorch scores the tags of words, tbk finds the trees.

Usage: tagger_torch.py TRAIN TEST OUTPUT [--encodings=NAME,...] [--epochs=N] [--seed=N] [--size=N]

A BiLSTM over forms, endings and UPOS scores tags and relations of projective trees with the mark `head`. They are read in two ways:
  repaired  the best tag of each word, and the tree nearest to these tags (tbk.from_tags)
  exact     the tree whose tags have the greatest sum of scores (tbk.decode_tags); for offsets also among trees of any kind
The table has right tags and ill-formed best tags, in per cent; UAS of both; sentences in which exact is better and worse; p. Both trees
are written to files in the folder OUTPUT, for `tbk restore --mark=head`.
"""
import argparse
import random
from collections import Counter
from pathlib import Path

import numpy as np
import tbk
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

BATCH_WORDS, DROPOUT, RATE = 250, 0.33, 2e-3
PAD, UNKNOWN, NOTHING = 0, 1, -100  # the first places of vocabularies; a tag that is not to be learned
OFFSETS = "absolute", "relative", "relative-upos"


class Tagger(nn.Module):
    """The scores of each group of columns, by the word's place in a BiLSTM."""

    def __init__(self, sizes, groups, size):
        super().__init__()
        self.embeddings = nn.ModuleList(nn.Embedding(n, size // 2, padding_idx=PAD) for n in sizes)
        self.lstm = nn.LSTM(len(sizes) * (size // 2), size, 2, batch_first=True, bidirectional=True, dropout=DROPOUT)
        self.drop = nn.Dropout(DROPOUT)
        self.layers = nn.ModuleDict({name: nn.Linear(2 * size, len(tags)) for name, tags in groups.items()})

    def forward(self, columns, lengths):
        words = self.drop(torch.cat([table(column) for table, column in zip(self.embeddings, columns)], -1))
        packed = pack_padded_sequence(words, lengths, batch_first=True, enforce_sorted=False)
        states = self.drop(pad_packed_sequence(self.lstm(packed)[0], batch_first=True)[0])
        return {name: layer(states) for name, layer in self.layers.items()}


def inputs_of(sentence):
    forms = [form.lower() for form in sentence.forms]
    return forms, [form[-3:] for form in forms], sentence.upos


def tags_of(sentence, encodings):
    """What is learned of a sentence, by group of columns: what each word has, or "" for nothing."""
    heads, relations = tbk.PseudoProjective("head").encode(sentence.heads, sentence.deprels)
    found = {"relation": relations}
    for name in encodings:
        found[name] = tbk.tags(heads, name, sentence.upos, outside="none") or [""] * sentence.n
    if "hexatags" in found:
        found["hexatags words"], found["hexatags gaps"] = [tag[:1] for tag in found["hexatags"]], [tag[1:] for tag in found["hexatags"]]
    return found


def pad(rows, value):
    return pad_sequence([torch.tensor(row) for row in rows], True, value)


def batches(sentences):
    """Places of sentences of about the same length."""
    batch = []
    for i in sorted(range(len(sentences)), key=lambda i: sentences[i].n):
        if batch and (len(batch) + 1) * sentences[i].n > BATCH_WORDS:
            yield batch
            batch = []
        batch.append(i)
    yield batch


def tensors(sentences, batch, vocabularies):
    inputs = [inputs_of(sentences[i]) for i in batch]
    columns = [pad([[v.get(value, UNKNOWN) for value in of[k]] for of in inputs], PAD) for k, v in enumerate(vocabularies)]
    return columns, torch.tensor([sentences[i].n for i in batch])


def learn(model, sentences, vocabularies, gold, groups, n_epochs):
    optimizer = torch.optim.Adam(model.parameters(), RATE, betas=(0.9, 0.9))
    code = {name: {tag: i for i, tag in enumerate(tags)} for name, tags in groups.items()}
    model.train()
    for _ in range(n_epochs):
        order = list(batches(sentences))
        for batch in random.sample(order, len(order)):
            columns, lengths = tensors(sentences, batch, vocabularies)
            columns[0] = torch.where(torch.rand(columns[0].shape) < 0.1, UNKNOWN, columns[0])  # so that it is learned
            loss = 0
            for name, scores in model(columns, lengths).items():
                wanted = pad([[code[name].get(tag, NOTHING) for tag in gold[i][name]] for i in batch], NOTHING)
                loss += nn.functional.cross_entropy(scores.flatten(0, 1), wanted.flatten(), ignore_index=NOTHING, reduction="sum")
            optimizer.zero_grad()
            (loss / lengths.sum()).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()


def score(model, sentences, vocabularies):
    """Of each sentence, the scores of its words by group of columns."""
    found = [None] * len(sentences)
    model.eval()
    with torch.no_grad():
        for batch in batches(sentences):
            columns, lengths = tensors(sentences, batch, vocabularies)
            scores = model(columns, lengths)
            for row, i in enumerate(batch):
                found[i] = {name: values[row, :lengths[row]].numpy() for name, values in scores.items()}
                if "hexatags words" in scores:
                    found[i]["hexatags"] = np.hstack((found[i]["hexatags words"], found[i]["hexatags gaps"]))
    return found


def alphabet(encoding, gold):
    """The columns of scores: all tags of the encoding or, if there is no end of them, those of the training trees."""
    try:
        return list(tbk.tag_alphabet(encoding))
    except tbk.UsageError:
        return sorted({tag for found in gold for tag in found[encoding] if tag})


def best_tags(encoding, tags, scores):
    """The best tag of each word, by its own scores."""
    if encoding != "hexatags":
        return [tags[column] for column in scores.argmax(1)]
    words, gaps = scores[:, :2].argmax(1), scores[:, 2:].argmax(1) + 2
    return [tags[word] + tags[gap] for word, gap in zip(words, gaps)][:-1] + [tags[words[-1]]]  # no gap is behind the last word


def decode(encoding, tags, scores, sentences, is_projective):
    """The heads of the best tree of each sentence, none where tags of the training trees make no tree."""
    upos = [sentence.upos for sentence in sentences]
    trees = tbk.decode_tags(scores, encoding=encoding, tags=tags, upos=upos, projective=is_projective, impossible="none")
    return [row[:s.n].tolist() if row[0] >= 0 else [] for row, s in zip(trees.heads, sentences)]


def with_tree(sentence, heads, scores, relations):
    """The sentence with these heads and the best relations: `root` for words whose head is 0, and for no others."""
    others = np.where(np.array(relations) == "root", -np.inf, scores).argmax(1)
    return sentence.with_heads(heads, [relations[best] if head else "root" for head, best in zip(heads, others)])


def n_equal(first, second):
    return sum(a == b for a, b in zip(first, second))


def compare(encoding, tags, scores, names, test, is_projective, evaluate):
    """A row of the table. names: the best relations, by which repair knows the root."""
    best = [best_tags(encoding, tags, row) for row in scores]
    wanted = [tbk.tags(tbk.projectivize(s.heads), encoding, s.upos, outside="none") or [] for s in test]
    repaired = [tbk.from_tags(found, encoding, s.upos, root="single", relations=r) for found, s, r in zip(best, test, names)]
    exact = [found or tree.heads for found, tree in zip(decode(encoding, tags, scores, test, is_projective), repaired)]
    more = [n_equal(found, s.heads) - n_equal(tree.heads, s.heads) for found, tree, s in zip(exact, repaired, test)]
    kind, words = "projective" if is_projective else "any", sum(s.n for s in test)
    found = evaluate({f"{encoding}.exact-{kind}": exact, f"{encoding}.repaired": [tree.heads for tree in repaired]})
    shares = sum(map(n_equal, best, wanted)) / words, sum(tree.changed > 0 for tree in repaired) / len(test)
    percents = *(100 * share for share in shares), found["other_percent"], found["percent"]
    return encoding, kind, *(f"{percent:.2f}" for percent in percents), sum(n > 0 for n in more), sum(n < 0 for n in more), f"{found['p']:.4f}"


def main():
    options = argparse.ArgumentParser()
    for name in "train", "test", "output":
        options.add_argument(name)
    options.add_argument("--encodings", default="4-bit,hexatags,hierarchical,brackets,relative")
    for name, default in ("epochs", 15), ("seed", 1), ("size", 128):
        options.add_argument("--" + name, type=int, default=default)
    given = options.parse_args()
    random.seed(given.seed)
    torch.manual_seed(given.seed)
    Path(given.output).mkdir(parents=True, exist_ok=True)
    train, test, encodings = list(tbk.read(given.train)), list(tbk.read(given.test)), given.encodings.split(",")
    gold = [tags_of(sentence, encodings) for sentence in train]
    counts = [Counter(value for sentence in train for value in inputs_of(sentence)[k]) for k in range(3)]
    vocabularies = [{v: i for i, v in enumerate(sorted(v for v in n if n[v] > 1), 2)} for n in counts]
    relations = sorted({relation for found in gold for relation in found["relation"]})
    tags = {encoding: alphabet(encoding, gold) for encoding in encodings}
    groups = {"relation": relations, **tags}
    if columns := groups.pop("hexatags", None):  # one choice of two for a word, one of four for the gap behind it
        groups |= {"hexatags words": columns[:2], "hexatags gaps": columns[2:]}
    model = Tagger([len(v) + 2 for v in vocabularies], groups, given.size)
    learn(model, train, vocabularies, gold, groups, given.epochs)
    scores = score(model, test, vocabularies)
    names = [[relations[column] for column in found["relation"].argmax(1)] for found in scores]

    def evaluate(systems):
        paths = [Path(given.output) / f"{name}.conllu" for name in systems]
        for path, trees in zip(paths, systems.values()):
            tbk.write(path, [with_tree(s, heads, found["relation"], relations) for s, heads, found in zip(test, trees, scores)])
        return {name: column[0] for name, column in tbk.evaluate(given.test, paths[0], against=paths[1:]).items()}  # the row of UAS

    print("encoding", "trees", "tags_right", "ill_formed", "repaired", "exact", "better", "worse", "p", sep="\t")
    for encoding in encodings:
        for is_projective in (True, False)[:2 if encoding in OFFSETS else 1]:
            print(*compare(encoding, tags[encoding], [found[encoding] for found in scores], names, test, is_projective, evaluate), sep="\t")


if __name__ == "__main__":
    main()
