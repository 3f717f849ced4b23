#!/bin/sh
# compare.sh PROGRAM - oracle variants on a sample of real treebanks, if TBK_CORPORA names a folder that has them in ud/: exact and
# tabular oracles never differ, on projective trees none does; threads and the split of the files change no figure.
set -eu
program=$1
folder=${TBK_CORPORA-}/ud/r2.2
if [ ! -d "$folder" ]; then
  echo "skipped: TBK_CORPORA names no folder with ud/r2.2"
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

compare() {
  "$program" compare-oracles -q --on-error=skip --walk=explore:0.3 --limit=words:20 \
    --columns=file,variant,sentences,configurations,values_differ,sets_differ,contained "$@" 2>"$scratch/messages"
}

# Every row but the header has no difference. Takes what is tested and the figures.
expect_no_difference() {
  awk -F '\t' 'NR > 1 && ($4 == 0 && $1 == "TOTAL" || $5 + $6 + $7 > 0) { print; bad = 1 } END { exit bad || NR < 3 }' "$2" || {
    echo "FAILED $1"
    failures=$((failures + 1))
  }
}

expect_same() {
  cmp "$scratch/$2" "$scratch/$3" || {
    echo "FAILED $1"
    failures=$((failures + 1))
  }
}

# SYSTEM and its policies.
check_exact() {
  system=$1
  shift
  for policy; do
    compare -j0 --every=400 --system="$system" --reference="$policy:exact" --variant="$policy:tabular" \
      "$folder"/*.conllu.gz >"$scratch/figures"
    expect_no_difference "$system, $policy: exact and tabular" "$scratch/figures"
  done
}

check_exact arc-standard none left-first strict-left-first strict-left-first-literal right-first
check_exact arc-eager-nederhof free none shift-before-reduce reduce-before-shift strict-reduce-before-shift
check_exact arc-eager-nederhof-uncorrected free none shift-before-reduce reduce-before-shift strict-reduce-before-shift
check_exact arc-eager-nederhof-normalized none block

for file in "$folder"/grc_*.conllu.gz "$folder"/nl_*.conllu.gz "$folder"/de_*.conllu.gz; do
  [ -e "$file" ] || continue
  "$program" projectivize -q --on-error=skip "$file" >"$scratch/projective" 2>"$scratch/messages"
  compare -j0 --every=40 --system=arc-standard --variant=left-first:linear --variant=left-first:quadratic \
    --variant=left-first:tabular "$scratch/projective" >"$scratch/figures"
  expect_no_difference "$file: projective" "$scratch/figures"
done

set -- "$folder"/de_*.conllu.gz "$folder"/grc_*-test.conllu.gz "$folder"/hu_*.conllu.gz
for jobs in 1 2; do
  compare -j$jobs --every=7 --system=arc-eager-nederhof "$@" >"$scratch/jobs$jobs"
done
expect_same "threads" jobs1 jobs2
for file; do
  compare --every=7 --system=arc-eager-nederhof "$file"
done | awk '$1 != "file" { for (i = 3; i <= 7; i++) sum[i] += $i } END { print sum[3], sum[4], sum[5], sum[6], sum[7] }' >"$scratch/parts"
awk '$1 == "TOTAL" { print $3, $4, $5, $6, $7 }' "$scratch/jobs1" >"$scratch/whole"
expect_same "parts" parts whole

echo "comparisons: $failures failures"
[ "$failures" = 0 ]
