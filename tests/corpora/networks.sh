#!/bin/sh
# networks.sh PROGRAM - what networks learn from real treebanks, if TBK_CORPORA names a folder that has them in ud/: the LAS
# that is demanded, the same trees for any number of threads. It takes some minutes of processor time.
set -eu
program=$1
folder=${TBK_CORPORA-}/ud/r2.2
if [ ! -d "$folder" ]; then
  echo "skipped: TBK_CORPORA names no folder with ud/r2.2"
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# check KIND TREEBANK LEAST OPTION...: says what failed, and at last that it came to its end.
check() {
  name=$1.$2 test=$folder/$2-ud-test.conllu.gz train=$folder/$2-ud-train.conllu.gz least=$3 kind=$1
  shift 3
  "$program" train --learner="$kind" "$@" -o "$scratch/$name.model" "$train" >/dev/null
  "$program" parse -q -m "$scratch/$name.model" "$test" >"$scratch/$name.one" 2>/dev/null
  "$program" parse -q -j3 -m "$scratch/$name.model" "$test" 2>/dev/null | cmp - "$scratch/$name.one" || echo "FAILED $name: threads"
  las=$("$program" evaluate --of=deprel "$test" "$scratch/$name.one" | awk '$1 == "LAS" { print $4 }')
  awk -v las="$las" -v least="$least" 'BEGIN { exit !(las >= least) }' || echo "FAILED $name: LAS $las, expected $least"
  echo "$name: LAS $las, expected $least: done"
}

for goal in hu_szeged:78.0:63.4 got_proiel:79.5:66.3 cu_proiel:84.5:72.3 el_gdt:88.3:75.8; do
  treebank=${goal%%:*} goals=${goal#*:}
  {
    check bilstm "$treebank" "${goals%:*}"
    check feedforward "$treebank" "${goals#*:}" --trees=projectivized
  } >"$scratch/$treebank.said" &
done
wait
cat "$scratch"/*.said
failures=$(cat "$scratch"/*.said | awk '/FAILED/ { n++ } / done$/ { d++ } END { print n + 8 - d }')
echo "networks: $failures failures"
[ "$failures" = 0 ]
