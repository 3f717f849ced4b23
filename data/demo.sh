#!/bin/sh
# demo.sh PROGRAM - projectivizes a small treebank and shows what became of a sentence.
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
echo "In this sentence 'read' (8) hangs on 'letter' (2), across the verb between them. One arc is moved, the fewest possible."
run "$program show --projectivized --id=en-01 $input"
run "$program stats $input $output"
echo "How many projective trees keep as many arcs stands in the last column."
run "$program choices --by=sentence $input | sort -t \"\$(printf '\\t')\" -k 7 -rn | head -n 3"
echo "The column MISC tells where moved arcs were, so that all can be put back."
run "gzip -dc $input >$plain"
run "$program restore $output | cmp - $plain && echo the same bytes"
