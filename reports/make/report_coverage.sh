#!/bin/sh
# report_coverage.sh PROGRAM FIGURES TREEBANKS FOLDER - how far swap and attardi reach on the treebanks in the folder TREEBANKS:
# the share of configurations in walks of swap from which every tree can be built, and of trees that attardi builds by its
# degree. Tables go to FOLDER, the commands to coverage.md.
set -eu
program=$1
figures=$2
treebanks=$3
folder=$4
mkdir -p "$folder"
. "$(dirname "$0")/report_files.sh"

# The share of free configurations in walks of three kinds, for each treebank and for all.
free_rows() {
  for treebank in $(for file in $files; do treebank_of "$file"; done | sort -u) TOTAL; do
    paths=$([ "$treebank" = TOTAL ] && echo "$files" || files_of "$treebank")
    for probability in 0 0.1 0.2; do
      # shellcheck disable=SC2086
      printf '%s\t%s\t%s\n' "$treebank" "$probability" \
        "$("$figures" free explore:$probability $paths)"
    done
  done
}

{
  echo 'treebank	random_steps	configurations	free	free_percent'
  free_rows
} >"$folder/swap-free.tsv"

# shellcheck disable=SC2086
tbk stats -q --on-error=skip --classes $files | awk -F '\t' -v OFS='\t' '
  function share(part, whole) { return whole == 0 ? "" : sprintf("%.2f", 100 * part / whole) }
  function row(name,    d) {
    printf "%s\t%d\t%d", name, trees[name], nonprojective[name]
    for (d = 2; d <= 4; d++)
      printf "\t%d\t%s\t%s", over[name, d], share(trees[name] - over[name, d], trees[name]),
        share(nonprojective[name] - over[name, d], nonprojective[name])
    print ""
  }
  function add(name,    d) {
    trees[name] += $2
    nonprojective[name] += $4
    for (d = 2; d <= 4; d++) over[name, d] += $(column["not_attardi" d])
  }
  NR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    printf "treebank\ttrees\tnonprojective_trees"
    for (d = 2; d <= 4; d++) printf "\tnot_by_%d\tby_%d_percent\tnonprojective_by_%d_percent", d, d, d
    print ""
    next
  }
  $1 == "TOTAL" { next }
  {
    name = $1
    sub(/.*\//, "", name)
    sub(/-ud-.*/, "", name)
    sub(/\.conllu.*/, "", name)
    add(name)
    add("TOTAL")
    if (!(name in names)) order[++n] = name
    names[name]
  }
  END {
    for (i = 1; i <= n; i++) row(order[i])
    row("TOTAL")
  }' >"$folder/attardi.tsv"

cat >"$folder/coverage.md" <<EOT
# How far swap and attardi reach

$(origin reports), from $n_files files.
With FILES for their names:

| file | command |
|---|---|
| swap-free.tsv | \`build/figures free explore:P FILES\`: of the configurations in walks that follow the immediate losses, but with probability P (\`random_steps\`) take a random transition: those from which every tree over the words that remain can be built |
| attardi.tsv | \`tbk stats --classes FILES\`: trees that attardi does not build at degree 2, 3 and 4, and the shares, of all trees and of those that are not projective, that it builds |
EOT
