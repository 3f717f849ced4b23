#!/bin/sh
# report_lengths.sh PROGRAM TREEBANKS FOLDER - dependency lengths of the treebanks in the folder TREEBANKS beside what random and
# best orders would give, in all and by length of sentence, and their trees outside classes of restricted non-projectivity. The
# commands go to FOLDER/lengths.md and FOLDER/classes.md.
set -eu
program=$1
treebanks=$2
folder=$3
mkdir -p "$folder"
. "$(dirname "$0")/report_files.sh"
names=$(for file in $files; do treebank_of "$file"; done | sort -u)

# The last row of tbk stats with these options and intervals, for each treebank and all of them, which $1 is called instead of its file;
# $2 stands behind it, if it is not empty.
rows() {
  last=$1 mark=$2
  shift 2
  for treebank in $names "$last"; do
    if [ "$treebank" = "$last" ]; then of=$files; else of=$(files_of "$treebank"); fi
    # shellcheck disable=SC2086
    tbk stats -q --on-error=skip --intervals "$@" $of | sed -n '1p; $p' | cut -f "1,2,17-" |
      awk -F '\t' -v OFS='\t' -v name="$treebank" -v mark="$mark" '
        mark != "" { $2 = (NR == 1 ? "punctuation" : mark) OFS $2 }
        NR == 1 { $1 = "treebank" }
        NR == 2 { $1 = name }
        { print }'
  done | awk 'NR == 1 || NR % 2 == 0'
}

{
  rows TOTAL kept --lengths
  rows TOTAL removed --lengths --without upos=PUNCT | sed 1d
} >"$folder/lengths.tsv"
rows TOTAL '' --classes >"$folder/classes.tsv"

# Means over the trees of each length: of the text, of random projective orders, of the best projective orders and of the
# best orders. Lengths of arcs are means, so they are multiplied by the number of arcs again.
points() {
  # shellcheck disable=SC2046,SC2086
  tbk stats -q --on-error=skip --lengths $2 --by=words:1 $(files_of "$treebank") |
    awk -F '\t' -v OFS='\t' -v name="$treebank	$1" '
      NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
      $c["sentences_measured"] >= 5 && $c["arcs"] > 0 {
        n = $c["sentences_measured"]
        a = $c["arcs"] / n
        printf "%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\n", name, $1, n, $c["total_length"] / n, a * $c["mdd_random_projective"],
          a * $c["mdd_least_projective"], a * $c["mdd_least"]
      }'
}
for treebank in $names; do
  points kept ''
  points removed --without upos=PUNCT
done >"$scratch/points"
{
  echo 'treebank	punctuation	words	trees	text	random_projective	least_projective	least'
  cat "$scratch/points"
} >"$folder/lengths-by-length.tsv"

# below PUNCTUATION FROM TO: points of so many words, and those of them at which the text is below random projective orders.
below() {
  awk -F '\t' -v punctuation="$1" -v from="$2" -v to="$3" '
    $2 == punctuation && from <= $3 && $3 <= to { n++; below += $5 < $6 }
    END { printf "%d of %d", below, n }' "$scratch/points"
}

"$(dirname "$0")/draw.sh" "$program" "$treebanks" "$folder" lengths

# Some columns of a table as Markdown: markdown FILE COLUMN...
markdown() {
  file=$1
  shift
  awk -F '\t' -v columns="$*" '
    function line(cells,    i) { for (i = 1; i <= n; i++) printf "| %s ", cells[i]; print "|" }
    BEGIN { n = split(columns, names, " ") }
    NR == 1 {
      for (i = 1; i <= NF; i++) at[$i] = i
      line(names)
      for (i = 1; i <= n; i++) rule[i] = i == 1 ? "---" : "--:"
      for (i = 1; i <= n; i++) printf "|%s", rule[i]
      print "|"
      next
    }
    {
      for (i = 1; i <= n; i++) cells[i] = $at[names[i]]
      line(cells)
    }' "$file"
}

cat >"$folder/lengths.md" <<EOT
# Dependency lengths beside random and best orders

$(origin reports), from $n_files files.
With FILES for those of a treebank, or all:

| file | command |
|---|---|
| lengths.tsv | \`tbk stats --lengths --intervals FILES\`, and the same with \`--without upos=PUNCT\` |
| lengths-by-length.tsv | \`tbk stats --lengths --by=words:1 FILES\`, and the same with \`--without upos=PUNCT\`: sums of lengths, on average over the trees of a length, where there are five trees or more |
| lengths.svg | \`tbk stats --lengths --without upos=PUNCT --by=words:5 --plot=lengths.svg FILES\`, with a label for each treebank |
| intervals.svg | \`tbk stats --lengths --without upos=PUNCT --intervals --plot=intervals.svg FILES\`, with the same labels |

Intervals of 95 % are over sentences drawn at random; lengths.tsv has one for each mean and share.

Points of lengths-by-length.tsv at which the text is below the mean over random projective orders:

| punctuation | 3 to 9 words | 10 to 50 words |
|---|--:|--:|
| kept | $(below kept 3 9) | $(below kept 10 50) |
| removed | $(below removed 3 9) | $(below removed 10 50) |

$(markdown "$folder/lengths.tsv" treebank punctuation sentences_measured arcs mdd mdd_low mdd_high mdd_of_sentences mdd_least mdd_least_projective \
  mdd_random_projective mdd_random_planar mdd_random omega omega_low omega_high head_initial_percent)
EOT

cat >"$folder/classes.md" <<EOT
# Trees outside classes of restricted non-projectivity

$(origin reports), from $n_files files: \`tbk stats --classes --intervals FILES\` for the files of each treebank, and for
all. classes.tsv has shares and their 95 % intervals too. Arcs of 0 count among those that can cross in 2planar0 and 1ec0; in planar, 2planar and 1ec they
do not. [What the names
mean](../../docs/guides/measure-word-order.md#crossings-and-classes-of-trees).

$(markdown "$folder/classes.tsv" treebank sentences not_projective not_planar not_2planar not_2planar0 not_1ec not_1ec0 not_mh4 \
  not_inh0 not_inh1 not_wn not_gap1 not_gap2 not_wg1 not_wg2 not_mg1 not_edge1 not_edge2 not_attardi2 not_attardi3 not_attardi4 max_gap_degree max_edge_degree not_decided)
EOT
