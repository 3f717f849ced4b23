#!/bin/sh
# phrases.sh PROGRAM - what phrase-structure parsers learned from a real treebank reach, if TBK_CORPORA names a folder that has it in
# constituency/: the F1 that is demanded, and the same trees for any number of threads.
set -eu
program=$1
folder=${TBK_CORPORA-}/constituency/icepahc
if [ ! -d "$folder" ]; then
  echo "skipped: TBK_CORPORA names no folder with constituency/icepahc"
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
test=$folder/1450.vilhjalmur.nar-sag.psd.gz
failures=0

# Takes a system and the least F1 of one saga, learned from two others.
for goal in in-order:88.5 top-down:88.2 bottom-up:86.8; do
  system=${goal%:*} least=${goal#*:}
  "$program" train --system="$system" -o "$scratch/model" "$folder/1450.ectorssaga.nar-sag.psd.gz" \
    "$folder/1260.jomsvikingar.nar-sag.psd.gz" >/dev/null
  "$program" parse -q -m "$scratch/model" "$test" >"$scratch/one.brackets"
  "$program" parse -q -j3 -m "$scratch/model" "$test" | cmp - "$scratch/one.brackets" || failures=$((failures + 1))
  f1=$("$program" evaluate "$test" "$scratch/one.brackets" | awk '$1 == "F1" { print $4 }')
  echo "$system: F1 $f1"
  awk -v f1="$f1" -v least="$least" 'BEGIN { exit !(f1 >= least) }' ||
    { echo "FAILED $system: F1 $f1, expected $least"; failures=$((failures + 1)); }
done
echo "phrase-structure parsers: $failures failures"
[ "$failures" = 0 ]
