#!/bin/sh
# report_choices.sh PROGRAM TREEBANKS FOLDER - tables and a plot of how much choice there is when the treebanks in
# the folder TREEBANKS are projectivized: figures by file, by length, and a line for each of the treebanks with most to lose.
# Prints the commands to FOLDER/README.md.
set -eu
program=$1
treebanks=$2
folder=$3
mkdir -p "$folder"

# A file belongs to the treebank whose name comes before "-ud-" or, without that, before the ending.
treebank_of() {
  basename "$1" | sed 's/-ud-.*//; s/\.conllu.*//'
}

files=$(ls "$treebanks"/*.conllu.gz "$treebanks"/*.conllu 2>/dev/null | grep -v '/demo\.' || true)
[ -n "$files" ] || { echo "report_choices.sh: no treebanks in $treebanks" >&2; exit 1; }

# shellcheck disable=SC2086
{
  "$program" stats -q --measures $files | sed "s|^$treebanks/||" >"$folder/stats.tsv"
  "$program" choices -q --root=single $files >"$folder/choices-single-root.tsv"
  "$program" choices -q --root=any $files >"$folder/choices-any-root.tsv"
  "$program" choices -q --per-file --bin=10 $files | sed "s|^$treebanks/||" >"$folder/choices-per-file.tsv"
}

# The six treebanks that lose most arcs.
most=$(awk -F '\t' 'NR > 1 && $1 != "TOTAL" { name = $1; sub(/-ud-.*/, "", name); sub(/\.conllu.*/, "", name); lost[name] += $7 }
  END { for (name in lost) print lost[name], name }' "$folder/stats.tsv" | sort -rn | head -n 6 | cut -d ' ' -f 2)
set --
for name in $most; do
  for file in $files; do
    if [ "$(treebank_of "$file")" = "$name" ]; then
      set -- "$@" "--label=$name" "$file"
    fi
  done
done
if command -v gnuplot >/dev/null; then
  "$program" choices -q --plot="$folder/choices.svg" "$@" >/dev/null
else
  echo "report_choices.sh: gnuplot is not installed: no plot is drawn" >&2
fi

cat >"$folder/README.md" <<EOT
# How much choice there is

Made by \`make reports\` from $(echo "$files" | wc -l) files. With FILES for their names:

| file | command |
|---|---|
| stats.tsv | \`tbk stats --measures FILES\` |
| choices-single-root.tsv | \`tbk choices --root=single FILES\` |
| choices-any-root.tsv | \`tbk choices --root=any FILES\` |
| choices-per-file.tsv | \`tbk choices --per-file --bin=10 FILES\` |
| choices.svg | \`tbk choices --plot=choices.svg --label=TREEBANK FILE ...\` for the treebanks that lose most arcs: $(echo $most) |

\`choices_median\`, \`choices_max\` and \`log10_choices_mean\` are over the trees that lose arcs. In the plot a point needs three such trees.
EOT
