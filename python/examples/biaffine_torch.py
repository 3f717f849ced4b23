"""A graph-based parser on one page: tbk reads, sums over trees and decodes, PyTorch scores arcs and relations.

Usage: biaffine_torch.py TRAIN [DEV TEST OUTPUT] [--projective] [--epochs=N] [--seed=N] [--size=N]

A BiLSTM over forms, endings and tags; biaffine scores of arcs and of relations (Dozat and Manning 2017). Arcs are trained by the
likelihood of the gold tree among all trees with one root: the log partition has the marginals of tbk as its gradient. Relations are
trained by the likelihood of each given the gold arc. The best tree is decoded by tbk. Without other files TRAIN is parsed again.
"""
import argparse
import random
import time
from collections import Counter, defaultdict
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import tbk.torch
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

BATCH_WORDS, DROPOUT, RATE = 250, 0.33, 2e-3
PAD, UNKNOWN, ROOT = 0, 1, 2  # the first places of vocabularies
SECONDS = defaultdict(float)  # by part of the work


@contextmanager
def timed(part):
    """Adds the time of what it encloses to a part of the work."""
    start = time.perf_counter()
    yield
    SECONDS[part] += time.perf_counter() - start


class Biaffine(nn.Module):
    """x W y for each pair of a dependent's x and a head's y, with a constant added to both; `size` such numbers."""

    def __init__(self, n, size):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(size, n + 1, n + 1))

    def forward(self, x, y):
        one = torch.ones_like(x[..., :1])
        return torch.einsum("bdi,rij,bhj->bdhr", torch.cat((x, one), -1), self.weight, torch.cat((y, one), -1))


class Scorer(nn.Module):
    def __init__(self, sizes, n_relations, size):
        super().__init__()
        self.embeddings = nn.ModuleList(nn.Embedding(n, size // 2, padding_idx=PAD) for n in sizes)
        self.lstm = nn.LSTM(len(sizes) * size // 2, size, 2, batch_first=True, bidirectional=True, dropout=DROPOUT)
        self.drop = nn.Dropout(DROPOUT)
        layer = lambda n: nn.Sequential(nn.Linear(2 * size, n), nn.LeakyReLU(0.1), nn.Dropout(DROPOUT))
        self.arc_dependent, self.arc_head, self.arc = layer(size), layer(size), Biaffine(size, 1)
        self.relation_dependent, self.relation_head = layer(size // 2), layer(size // 2)
        self.relation = nn.Bilinear(size // 2, size // 2, n_relations)

    def forward(self, columns, lengths):
        """Scores of arcs (sentences, dependents, heads), and what relations are scored by."""
        words = self.drop(torch.cat([table(column) for table, column in zip(self.embeddings, columns)], -1))
        packed = pack_padded_sequence(words, lengths + 1, batch_first=True, enforce_sorted=False)
        states = self.drop(pad_packed_sequence(self.lstm(packed)[0], batch_first=True)[0])
        scores = self.arc(self.arc_dependent(states), self.arc_head(states)).squeeze(-1)
        return scores, self.relation_dependent(states), self.relation_head(states)

    def relations(self, dependents, heads, of):
        """Scores of the relations of arcs from `of`, (sentences, words)."""
        chosen = heads.gather(1, of.clamp(min=0)[..., None].expand(-1, -1, heads.shape[-1]))
        return self.relation(dependents[:, 1:], chosen)


def columns_of(sentence):
    forms = [form.lower() for form in sentence.column("form")]
    return forms, [form[-3:] for form in forms], sentence.column("upos")


class Treebank:
    """Sentences as numbers, by the vocabularies of the training part."""

    def __init__(self, path, training=None):
        with timed("reading"):
            self.path, self.sentences = path, list(tbk.read(path))
            columns = [columns_of(sentence) for sentence in self.sentences]
        if training is None:
            counts = [Counter(value for c in columns for value in c[k]) for k in range(3)]
            self.vocabularies = [{v: i for i, v in enumerate(sorted(v for v in n if n[v] > 1), 3)} for n in counts]
            self.relations = sorted({r for s in self.sentences for r in s.column("deprel")})
        else:
            self.vocabularies, self.relations = training.vocabularies, training.relations
        self.words = [[[ROOT] + [v.get(value, UNKNOWN) for value in c[k]] for k, v in enumerate(self.vocabularies)] for c in columns]

    def batches(self):
        """Places of sentences of about the same length."""
        order, batch = sorted(range(len(self.sentences)), key=lambda i: self.sentences[i].n), []
        for i in order:
            if batch and (len(batch) + 1) * (self.sentences[i].n + 1) > BATCH_WORDS:
                yield batch
                batch = []
            batch.append(i)
        yield batch

    def tensors(self, batch):
        lengths = torch.tensor([self.sentences[i].n for i in batch])
        columns = [nn.utils.rnn.pad_sequence([torch.tensor(self.words[i][k]) for i in batch], True, PAD) for k in range(3)]
        return columns, lengths


def pad(rows):
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], True, -1)


def train_epoch(model, optimizer, treebank, gold, projective):
    batches, code = list(treebank.batches()), {r: i for i, r in enumerate(treebank.relations)}
    random.shuffle(batches)
    model.train()
    for batch in batches:
        columns, lengths = treebank.tensors(batch)
        columns[0] = torch.where(torch.rand(columns[0].shape) < 0.1, UNKNOWN, columns[0])  # so that it is learned
        heads, relations = pad([gold[i] for i in batch]), pad([[code[r] for r in treebank.sentences[i].column("deprel")] for i in batch])
        with timed("scores"):
            scores, dependents, of = model(columns, lengths)
            labels = model.relations(dependents, of, heads)
        with timed("log partition, marginals"):
            loss = tbk.torch.crf_loss(scores, lengths, heads, projective=projective).sum()
        loss = loss + nn.functional.cross_entropy(labels.flatten(0, 1), relations.flatten(), ignore_index=-1, reduction="sum")
        with timed("gradients, steps"):
            optimizer.zero_grad()
            (loss / lengths.sum()).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()


def parse(model, treebank, output, projective):
    """Parses all sentences into a file, and returns the evaluation."""
    texts = [None] * len(treebank.sentences)
    model.eval()
    with torch.no_grad():
        for batch in treebank.batches():
            columns, lengths = treebank.tensors(batch)
            with timed("scores, parsing"):
                scores, dependents, of = model(columns, lengths)
            with timed("decoding"):
                heads = tbk.torch.decode(scores, lengths, projective=projective).heads
            with timed("scores, parsing"):
                labels = model.relations(dependents, of, heads).argmax(-1).tolist()
            for i, row, relations in zip(batch, heads.tolist(), labels):
                n = treebank.sentences[i].n
                texts[i] = treebank.sentences[i].with_heads(row[:n], [treebank.relations[r] for r in relations[:n]])
    tbk.write(output, texts)
    return tbk.evaluate(treebank.path, output)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("files", nargs="+")
    options.add_argument("--projective", action="store_true")
    for name, default in ("epochs", 15), ("seed", 1), ("size", 200):
        options.add_argument("--" + name, type=int, default=default)
    given = options.parse_args()
    random.seed(given.seed)
    torch.manual_seed(given.seed)
    folder = TemporaryDirectory()
    train = Treebank(given.files[0])
    dev, test = (Treebank(path, train) for path in (given.files + [given.files[0]] * 2)[1:3])
    output, state = (given.files + [str(Path(folder.name) / "parsed")])[3 if len(given.files) > 3 else -1], Path(folder.name) / "best"
    gold = [tbk.projectivize(s.heads, root="single") if given.projective or s.n_roots != 1 else s.heads for s in train.sentences]
    model = Scorer([len(v) + 3 for v in train.vocabularies], len(train.relations), given.size)
    optimizer, best = torch.optim.Adam(model.parameters(), RATE, betas=(0.9, 0.9)), -1
    for epoch in range(1, given.epochs + 1):
        train_epoch(model, optimizer, train, gold, given.projective)
        found = parse(model, dev, output, given.projective).shares["LAS"]
        print(f"epoch {epoch}: LAS {found.percent:.2f}", flush=True)
        if found.right > best:
            best = found.right
            torch.save(model.state_dict(), state)
    model.load_state_dict(torch.load(state))
    shares = parse(model, test, output, given.projective).shares
    print(f"UAS {shares['UAS'].percent:.2f} LAS {shares['LAS'].percent:.2f} of {shares['UAS'].of} words")
    for part, seconds in SECONDS.items():
        print(f"{part}: {seconds:.2f} s, {100 * seconds / sum(SECONDS.values()):.1f} %")


if __name__ == "__main__":
    main()
