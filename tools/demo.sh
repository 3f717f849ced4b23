#!/bin/sh
# demo.sh PROGRAM - projectivizes a small treebank and shows what became of a sentence.
set -eu
program=$1
input=data/demo.conllu.gz
output=$(dirname "$program")/demo.projective.conllu.gz

# The columns ID, FORM, HEAD, DEPREL and MISC of one sentence.
show() {
  gzip -dc "$1" | awk -F '\t' -v id="# sent_id = $2" '
    $0 == id { inside = 1 }
    $0 == "" { inside = 0 }
    inside && /^#/ { print "  " $0 }
    inside && /^[0-9]/ { printf "  %3s  %-12s %4s  %-14s %s\n", $1, $2, $7, $8, $10 }'
}

echo "\$ $program projectivize $input -o $output"
"$program" projectivize "$input" -o "$output"
echo
echo "Before: 'read' (8) hangs on 'letter' (2), across the verb between them."
show "$input" en-01
echo
echo "After: one arc is moved, the fewest possible, and MISC tells where it was."
show "$output" en-01
echo
echo "\$ $program stats $input $output"
"$program" stats "$input" "$output"
echo
echo "\$ $program choices --by=sentence $input | sort -t \$'\\t' -k 7 -rn | head -n 3"
"$program" choices --by=sentence "$input" | sort -t "$(printf '\t')" -k 7 -rn | head -n 3
echo "  (the last column: how many projective trees keep as many arcs)"
echo
echo "\$ $program restore $output | cmp - <(gzip -dc $input)"
gzip -dc "$input" >"$output.before"
"$program" restore "$output" | cmp - "$output.before" && echo "  the original bytes, all of them"
rm -f "$output.before"
