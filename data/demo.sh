#!/bin/sh
# demo.sh PROGRAM - makes a small treebank projective, shows a sentence before and after, and restores the treebank.
set -eu
program=$1
input=data/demo.conllu.gz
output=$(dirname "$program")/demo.projective.conllu.gz
plain=$(dirname "$program")/demo.conllu

# run COMMAND: shows what to type, and does it.
run() {
  printf '$ %s\n' "$1"
  sh -c "$1"
  echo
}

run "$program projectivize $input -o $output"
echo "In this sentence 'read' (8) depends on 'letter' (2), so its arc crosses the main verb. One arc moves: no projective"
echo "tree keeps more of the arcs."
run "$program show --projectivized --id=en-01 $input"
echo "The whole treebank before and after:"
run "$program stats --tidy --columns=file,sentences,nonprojective_trees,nonprojective_arcs,lost_arcs $input $output"
echo "Often several projective trees are equally good. Here are the three sentences that have most: the number of such"
echo "trees, the sentence, its words, and the arcs that each of these trees loses."
run "$program choices --by=sentence --columns=choices,sent_id,words,lost_arcs $input | sort -rn | head -n 3"
echo "The column MISC records the heads of moved words, so the original can be restored."
run "gzip -dc $input >$plain"
run "$program restore $output | cmp - $plain && echo byte for byte the same"
