#!/bin/sh
# report_compare.sh PROGRAM TREEBANKS FOLDER [EVERY [RARE]] - how the approximate oracle of arc-eager parsing differs from the exact
# one on the treebanks in the folder TREEBANKS, for two policies; and that exact and tabular oracles do not differ.
# Of every EVERY sentences of a file (default 10) the first is taken; for the latter, of every RARE (default 60) of up to 25
# words. Only figures are kept, and compare.md with the commands. They are the same each time: report_times.sh measures times.
set -eu
program=$1
treebanks=$2
folder=$3
every=${4:-10}
rare=${5:-60}
mkdir -p "$folder"
. "$(dirname "$0")/report_files.sh"

compare() {
  # shellcheck disable=SC2086
  tbk compare-oracles -q -j0 --on-error=skip "$@" $files
}

# Exact against tabular: every policy of every system, only totals. Takes SYSTEM and its policies.
check_exact() {
  system=$1
  shift
  for policy; do
    compare --system="$system" --walk=explore:0.3 --every="$rare" --limit=words:25 \
      --columns=file,variant,sentences,configurations,values_differ,sets_differ,contained \
      --reference="$policy:exact" --variant="$policy:tabular" | sed -n "s/^TOTAL/$system/p"
  done
}

for policy in shift-before-reduce reduce-before-shift; do
  compare --system=arc-eager-nederhof --walk=explore:0.1 --every="$every" --reference="$policy:exact" \
    --variant="$policy:approximate" --output-dir="$scratch/$policy" >"$scratch/summary"
  for table in file confusion; do
    sed "s|^$treebanks/||" "$scratch/$policy/$table.tsv" \
      | awk -F'\t' -v OFS='\t' 'NR == 1 && /_us$/ { n_times = 2 } { NF -= n_times } 1' >"$folder/compare-$policy-$table.tsv"
  done
done

{
  echo 'system	variant	sentences	configurations	values_differ	sets_differ	contained'
  check_exact arc-standard none left-first strict-left-first strict-left-first-literal right-first
  check_exact arc-eager-nederhof free none shift-before-reduce reduce-before-shift strict-reduce-before-shift
  check_exact arc-eager-nederhof-uncorrected free none shift-before-reduce reduce-before-shift strict-reduce-before-shift
  check_exact arc-eager-nederhof-normalized none block
} >"$folder/compare-exact-tabular.tsv"

cat >"$folder/compare.md" <<EOT
# How the approximate oracle differs

$(origin reports), from $n_files files.
With FILES for their names:

| file | command |
|---|---|
| compare-POLICY-file.tsv, -confusion.tsv | \`tbk compare-oracles --system=arc-eager-nederhof --walk=explore:0.1 --every=$every --reference=POLICY:exact --variant=POLICY:approximate --output-dir=DIR FILES\` |
| compare-exact-tabular.tsv | \`tbk compare-oracles --system=SYSTEM --walk=explore:0.3 --every=$rare --limit=words:25 --reference=POLICY:exact --variant=POLICY:tabular FILES\`, the row TOTAL for each system and policy |

Columns of time are left out: \`times.md\` has what each oracle takes.
EOT
