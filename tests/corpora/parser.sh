#!/bin/sh
# parser.sh PROGRAM - what parsers learned from real treebanks reach, if TBK_CORPORA names a folder that has them in ud/: the LAS
# that is demanded, trees with one root, the same trees for any number of threads.
set -eu
program=$1
folder=${TBK_CORPORA-}/ud/r2.2
if [ ! -d "$folder" ]; then
  echo "skipped: TBK_CORPORA names no folder with ud/r2.2"
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Takes a treebank and the least LAS; says what failed, and at last that it came to its end.
check() {
  test=$folder/$1-ud-test.conllu.gz
  "$program" train -o "$scratch/$1.model" "$folder/$1-ud-train.conllu.gz" >/dev/null
  "$program" parse -q -m "$scratch/$1.model" "$test" >"$scratch/$1.one" 2>/dev/null
  "$program" parse -q -j3 -m "$scratch/$1.model" "$test" 2>/dev/null | cmp - "$scratch/$1.one" || echo "FAILED $1: threads"
  las=$("$program" evaluate --of=deprel "$test" "$scratch/$1.one" | awk '$1 == "LAS" { print $4 }')
  awk -v las="$las" -v least="$2" 'BEGIN { exit !(las >= least) }' || echo "FAILED $1: LAS $las, expected $2"
  "$program" parse -q --root=any -m "$scratch/$1.model" "$test" 2>/dev/null | "$program" evaluate "$test" - >/dev/null ||
    echo "FAILED $1: --root=any"
  awk -F '\t' '$1 ~ /^[0-9]+$/ && $7 == 0 { n++ } /^$/ { if (n != 1) bad = 1; n = 0 } END { exit bad }' "$scratch/$1.one" ||
    echo "FAILED $1: roots"
  echo "$1 done"
}

for goal in hu_szeged:75.3 got_proiel:78.2 cu_proiel:83.0 el_gdt:86.0; do
  check "${goal%:*}" "${goal#*:}" >"$scratch/${goal%:*}.said" &
done
wait
grep FAILED "$scratch"/*.said || :
failures=$(cat "$scratch"/*.said | awk '/FAILED/ { n++ } / done$/ { d++ } END { print n + 4 - d }')
echo "parsers: $failures failures"
[ "$failures" = 0 ]
