#!/usr/bin/env python3
"""Arcs that greedy lifting loses: while some arc is not projective, the shortest such arc is lifted by one level.

Usage: greedy.py FILE.conllu.gz ... The yardstick of README.md; after Nivre and Nilsson (2005).
"""
import gzip
import sys


def read_trees(path):
    """The heads of each sentence; heads[0] is not used."""
    heads = [0]
    for line in gzip.open(path, "rt", encoding="utf-8"):
        columns = line.rstrip("\n").split("\t")
        if columns == [""]:
            yield heads
            heads = [0]
        elif columns[0].isdigit():
            heads.append(int(columns[6]))


def dominates(heads, ancestor, word):
    while word not in (0, ancestor):
        word = heads[word]
    return word == ancestor


def is_projective(heads, word):
    low, high = sorted((word, heads[word]))
    return all(dominates(heads, heads[word], between) for between in range(low + 1, high))


def lift(heads):
    """The tree after lifting."""
    heads = heads[:]
    while True:
        crossing = [word for word in range(1, len(heads)) if heads[word] and not is_projective(heads, word)]
        if not crossing:
            return heads
        word = min(crossing, key=lambda word: (abs(word - heads[word]), word))
        heads[word] = heads[heads[word]]


for path in sys.argv[1:]:
    print(path, sum(old != new for tree in read_trees(path) for old, new in zip(tree, lift(tree))), sep="\t")
