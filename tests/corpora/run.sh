#!/bin/sh
# run.sh PROGRAM - the command line on real treebanks, if TBK_CORPORA names a folder that has them in ud/:
# projectivize makes every tree projective, restore gives every byte back, threads and gzip change nothing.
set -eu
case $1 in
*/*) program=$(CDPATH='' cd -- "$(dirname "$1")" && pwd)/$(basename "$1") ;;
*) program=$1 ;;
esac
folder=${TBK_CORPORA-}/ud
if [ ! -f "$folder/MANIFEST.tsv" ]; then
  echo "skipped: TBK_CORPORA names no folder with ud/MANIFEST.tsv"
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# Runs a command; counts and tells a failure.
check() {
  what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    echo "FAILED $what"
    failed=$((failed + 1))
  fi
}

round_trip() {
  gzip -dc "$1" >"$scratch/before"
  "$program" projectivize -q --on-error=pass --mark="$2" "$1" >"$scratch/after" 2>"$scratch/messages" &&
    "$program" restore -q --on-error=pass "$scratch/after" 2>"$scratch/messages" | cmp -s - "$scratch/before"
}

# Of the projectivized file: no tree is left that is not projective, or has several roots where the input had not.
is_projective() {
  [ "$("$program" stats -q --on-error=skip "$scratch/after" 2>"$scratch/messages" |
    awk -F '\t' 'NR == 2 { print $4 + $5 + $7 }')" = 0 ]
}

same_bytes() {
  "$program" projectivize -q --on-error=pass -j2 "$1" 2>"$scratch/messages" | cmp -s - "$scratch/after" &&
    "$program" projectivize -q --on-error=pass -j1 "$scratch/before" 2>"$scratch/messages" | cmp -s - "$scratch/after"
}

# Drawn at random, and listed in part, with one thread and with three.
same_draws() {
  for options in --ties=random --all=3; do
    "$program" projectivize -q --on-error=pass --mark=none $options -j1 "$1" 2>"$scratch/messages" >"$scratch/one"
    "$program" projectivize -q --on-error=pass --mark=none $options -j3 "$1" 2>"$scratch/messages" |
      cmp -s - "$scratch/one" || return 1
  done
}

# Marks in labels, made and decoded: no tree is left that is not projective, and nothing but HEAD and DEPREL changes, in the end
# nothing but HEAD.
marked_labels() {
  options="-q --on-error=pass --mark=headpath"
  "$program" projectivize $options --lift="$2" "$1" >"$scratch/after" 2>"$scratch/messages" && is_projective &&
    "$program" restore $options -j2 "$scratch/after" >"$scratch/decoded" 2>"$scratch/messages" || return 1
  awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ && NF == 10 { $7 = $8 = "" } 1' "$scratch/before" >"$scratch/without"
  awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ && NF == 10 { $7 = $8 = "" } 1' "$scratch/after" | cmp -s - "$scratch/without" || return 1
  awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ && NF == 10 { $7 = "" } 1' "$scratch/before" >"$scratch/without"
  awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ && NF == 10 { $7 = "" } 1' "$scratch/decoded" | cmp -s - "$scratch/without"
}

for file in "$folder"/*/*.conllu.gz "$folder"/*/*/*.conllu.gz; do
  name=${file#"$folder"/}
  check "$name: marks of the kind proj" round_trip "$file" proj
  check "$name: marks of the kind orig" round_trip "$file" orig
  check "$name: projective" is_projective
  check "$name: threads, gzip" same_bytes "$file"
  check "$name: draws and lists" same_draws "$file"
  check "$name: marks in labels, optimal" marked_labels "$file" optimal
  check "$name: marks in labels, shortest" marked_labels "$file" shortest
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
