#!/bin/sh
# report_tags.sh PROGRAM TREEBANKS FOLDER - how well encodings of trees as tags cover the treebanks in the folders r* of TREEBANKS:
# release 2.2 by itself, newer ones together. Tables go to FOLDER, the one for reading to tags.md.
set -eu
program=$1
folder=$3
releases=$2
mkdir -p "$folder"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$(dirname "$0")/origin.sh"

# Warnings are of no interest here; whatever ends a run is.
tbk() {
  "$program" "$@" 2>"$scratch/messages" || {
    cat "$scratch/messages" >&2
    exit 1
  }
}

files_of_release() {
  case $1 in
  2.2) find "$releases"/r2.2 -name '*.conllu.gz' ;;
  *) find "$releases"/r* -name '*.conllu.gz' ! -path '*/r2.2/*' ;;
  esac | sort
}

treebanks_of() {
  files_of_release "$1" | sed 's|.*/||; s/-ud-.*//' | sort -u
}

files_of() {
  files_of_release "$1" | grep "/$2-ud-"
}

# The encodings that need no marks are counted without, the encodings of projective trees with marks too.
marks='none head headpath'
encodings_with() {
  case $1 in
  none) echo absolute,relative,relative-upos,brackets,brackets-2,4-bit,7-bit,hexatags,hierarchical,hierarchical-any ;;
  *) echo brackets,4-bit,hexatags,hierarchical ;;
  esac
}

# Rows of a run, without the name of the file, behind what it is about: rows RELEASE TREEBANK MARK FILE... The last rows are those
# of one file, or TOTAL.
rows() {
  about="$1	$2	$3" mark=$3
  shift 3
  tbk encodings -q -j2 --on-error=skip --encoding="$(encodings_with "$mark")" --mark="$mark" "$@" >"$scratch/rows"
  tail -n "$(encodings_with "$mark" | tr ',' '\n' | wc -l)" "$scratch/rows" | cut -f 2- | sed "s/^/$about	/"
}

columns='encoding	sentences	sentences_inside	sentences_inside_percent	arcs	arcs_kept	arcs_kept_percent	tags	tags_with_deprel'
{
  printf 'release\ttreebank\tmark\t%s\n' "$columns"
  for release in newer 2.2; do
    for mark in $marks; do
      for treebank in $(treebanks_of $release); do
        # shellcheck disable=SC2046
        rows $release "$treebank" "$mark" $(files_of $release "$treebank")
      done
      # shellcheck disable=SC2046
      rows $release TOTAL "$mark" $(files_of_release $release)
    done
  done
} >"$folder/tags.tsv"

# Test sets beside the training sets that are there.
{
  printf 'release\ttreebank\tmark\t%s\tunseen\tunseen_percent\tunseen_with_deprel\tunseen_with_deprel_percent\n' "$columns"
  for release in newer 2.2; do
    for treebank in $(treebanks_of $release); do
      train=$(files_of $release "$treebank" | grep -e '-train') || continue
      test=$(files_of $release "$treebank" | grep -e '-test') || continue
      for mark in $marks; do
        rows $release "$treebank" "$mark" --seen="$train" "$test"
      done
    done
  done
} >"$folder/unseen.tsv"

# The table of a release: a row for each encoding and mark.
table() {
  awk -F '\t' -v release="$1" '
    function median(text,    values, n, i, j, t) {
      n = split(text, values, " ")
      for (i = 2; i <= n; i++)
        for (j = i; j > 1 && values[j - 1] + 0 > values[j] + 0; j--) { t = values[j]; values[j] = values[j - 1]; values[j - 1] = t }
      return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    $1 != release { next }
    { key = $4 "\t" $3 }
    FILENAME ~ /unseen/ { words[key] += $8; unseen[key] += $13; with_deprel[key] += $15; next }
    $2 == "TOTAL" { order[++n] = key; trees[key] = 100 * $6 / $5; arcs[key] = 100 * $9 / $8; next }
    {
      share = 100 * $9 / $8
      if (!(key in least) || share < least[key]) { least[key] = share; where[key] = $2 }
      tags[key] = tags[key] " " $11
      pairs[key] = pairs[key] " " $12
      if ($11 > most[key] + 0) most[key] = $11
    }
    END {
      print "| encoding | marks | trees % | arcs % | least arcs % | tags: median, most | with relation: median | unseen %: tag, with relation |"
      print "|---|---|--:|--:|---|---|--:|---|"
      for (i = 1; i <= n; i++) {
        key = order[i]
        split(key, name, "\t")
        printf "| %s | %s | %.2f | %.3f | %s | %s, %d | %s | %.3f, %.2f |\n", name[1], name[2], trees[key], arcs[key],
          least[key] == 100 ? "100" : sprintf("%.2f (%s)", least[key], where[key]), median(tags[key]), most[key], median(pairs[key]),
          100 * unseen[key] / words[key], 100 * with_deprel[key] / words[key]
      }
    }' "$folder/tags.tsv" "$folder/unseen.tsv"
}

# How much a table is about.
size() {
  awk -F '\t' -v release="$1" '
    $1 != release || $3 != "none" || $4 != "absolute" { next }
    FILENAME ~ /unseen/ { n_tested++; tested += $8; next }
    $2 == "TOTAL" { trees = $5; words = $8; next }
    { n++ }
    END { printf "%d treebanks, %d trees, %d words; unseen: %d test sets with a training set, %d words\n", n, trees, words, n_tested, tested }' \
    "$folder/tags.tsv" "$folder/unseen.tsv"
}

{
  cat <<EOT
# How well tags cover treebanks

$(origin reports): \`tbk encodings --mark=MARK [--seen=TRAIN] FILES\`, the rows of each treebank in tags.tsv and unseen.tsv. Trees that an encoding cannot write are made projective. *trees*: can be written; with marks, all arcs are restored. *arcs*: come back from the tags; with marks, restored ones too. *tags*: different ones of a treebank, by the median treebank and at most. *unseen*: words of test sets whose tag, or tag with relation, is not in the training set.
EOT
  for release in newer 2.2; do
    printf '\n## Release %s\n\n%s\n\n' "$(echo $release | sed 's/newer/2.15 to 2.18/')" "$(size $release)"
    table $release
  done
} >"$folder/tags.md"
