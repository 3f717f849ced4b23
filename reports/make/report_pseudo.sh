#!/bin/sh
# report_pseudo.sh PROGRAM TREEBANKS FOLDER - what marks in labels bring back when the treebanks in the folder TREEBANKS are
# lifted, marked and decoded from the gold labels: a table, a row for each treebank, order of lifts and scheme, and a plot.
# The commands go to FOLDER/pseudo.md.
set -eu
program=$1
treebanks=$2
folder=$3
mkdir -p "$folder"
. "$(dirname "$0")/report_files.sh"

# The row of a treebank: gold, encoded and decoded lines side by side. Labels are added to LABELS, for the rows TOTAL.
count() {
  awk -F '\t' -v OFS='\t' -v name="$1" -v lift="$2" -v scheme="$3" -v labels="$scratch/labels-$2-$3" \
    -v encoded="$scratch/encoded" -v decoded="$scratch/decoded" '
    function end_tree() {
      trees += moved_here > 0
      back += moved_here > 0 && lost_here == 0
      moved_here = lost_here = 0
    }
    {
      getline e <encoded
      getline d <decoded
    }
    $1 ~ /^[0-9]+$/ {
      split(e, marked)
      split(d, restored)
      words++
      moved_here += $7 != marked[7]
      moved += $7 != marked[7]
      lost_here += $7 != restored[7]
      lost += $7 != restored[7]
      before[$8]
      after[marked[8]]
    }
    $0 == "" { end_tree() }
    END {
      for (label in before) { n_before++; print "b", label >labels }
      for (label in after) { n_after++; print "a", label >labels }
      print name, lift, scheme, words + 0, moved + 0, lost + 0, trees + 0, back + 0, n_before + 0, n_after + 0
    }' "$scratch/gold"
}

# Adds up the rows on standard input; the labels are those of all treebanks.
total() {
  awk -F '\t' -v OFS='\t' -v lift="$1" -v scheme="$2" -v labels="$scratch/all-$1-$2" '
    $2 == lift && $3 == scheme { for (k = 4; k <= 8; k++) sum[k] += $k }
    END {
      while ((getline line <labels) > 0) n[substr(line, 1, 1)]++
      print "TOTAL", lift, scheme, sum[4], sum[5], sum[6], sum[7], sum[8], n["b"], n["a"]
    }' "$scratch/rows"
}

# Appends shares.
with_shares() {
  awk -F '\t' -v OFS='\t' '
    function share(part, whole) { return whole == 0 ? "" : sprintf("%.2f", 100 * part / whole) }
    { print $1, $2, $3, $4, $5, $5 - $6, share($5 - $6, $5), share($4 - $6, $4), $7, $8, share($8, $7), $9, $10 }'
}

for treebank in $(for file in $files; do treebank_of "$file"; done | sort -u); do
  # shellcheck disable=SC2046
  set -- $(files_of "$treebank")
  tbk restore -q --on-error=skip "$@" >"$scratch/gold"
  for lift in optimal shortest; do
    for scheme in head path headpath; do
      tbk projectivize -q --lift="$lift" --mark="$scheme" "$scratch/gold" >"$scratch/encoded"
      tbk restore -q --mark="$scheme" "$scratch/encoded" >"$scratch/decoded"
      count "$treebank" "$lift" "$scheme"
      sort -u "$scratch/labels-$lift-$scheme" >>"$scratch/labels-of-all-$lift-$scheme"
    done
  done
done >"$scratch/rows"

for lift in optimal shortest; do
  for scheme in head path headpath; do
    sort -u "$scratch/labels-of-all-$lift-$scheme" >"$scratch/all-$lift-$scheme"
    total "$lift" "$scheme"
  done
done >"$scratch/totals"

{
  echo 'treebank	lift	scheme	words	arcs_moved	moved_back	moved_back_percent	heads_back_percent	lifted_trees	trees_back	trees_back_percent	labels	labels_marked'
  cat "$scratch/rows" "$scratch/totals" | with_shares
} >"$folder/pseudo.tsv"

"$(dirname "$0")/draw.sh" "$program" "$treebanks" "$folder" pseudo

cat >"$folder/pseudo.md" <<EOT
# What marks in labels bring back

$(origin reports), from $n_files files. For each treebank, LIFT and SCHEME:

    tbk projectivize --lift=LIFT --mark=SCHEME GOLD >ENCODED
    tbk restore --mark=SCHEME ENCODED >DECODED

\`pseudo.tsv\` has what comes of it. Of arcs: how many are moved, and how many of these decoding puts back. Of words: the share
that has its gold head in the end. Of trees: in how many something is moved, and how many of these come back whole. Of labels:
how many different ones there are before and after. In \`pseudo.svg\` each treebank with twenty such trees or more is a point for each scheme,
under \`--lift=optimal\`.
EOT
