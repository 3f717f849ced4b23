#!/bin/sh
# report_choices.sh PROGRAM TREEBANKS FOLDER - tables and a plot of how much choice there is when the treebanks in
# the folder TREEBANKS are projectivized: figures by file, by length, and plots.
# Prints the commands to FOLDER/README.md.
set -eu
program=$1
treebanks=$2
folder=$3
mkdir -p "$folder"

. "$(dirname "$0")/report_files.sh"

# shellcheck disable=SC2086
{
  tbk stats -q --intervals $files | sed "s|^$treebanks/||" >"$folder/stats.tsv"
  tbk choices -q --intervals --root=single $files >"$folder/choices-single-root.tsv"
  tbk choices -q --intervals --root=any $files >"$folder/choices-any-root.tsv"
  tbk choices -q --intervals --by=file,words:10 $files | sed "s|^$treebanks/||" >"$folder/choices-per-file.tsv"
}

# Figure 8 of Nederhof (2019), over the trees that lose arcs and over all.
three='grc_proiel de_gsd ja_gsd'
for over in losing all; do
  for name in $three; do
    # shellcheck disable=SC2046
    tbk choices -q --intervals --by=words:10 --over=$over $(files_of $name) | sed "1s/^/treebank	/; 1!s/^/$name	/"
  done | sed '1!{ /^treebank/d; }' >"$folder/figure8-$over.tsv"
done
"$(dirname "$0")/draw.sh" "$program" "$treebanks" "$folder" choices

cat >"$folder/README.md" <<EOT
# How much choice there is

$(origin reports), from $n_files files.
With FILES for their names:

| file | command |
|---|---|
| stats.tsv | \`tbk stats --intervals FILES\` |
| choices-single-root.tsv | \`tbk choices --intervals --root=single FILES\` |
| choices-any-root.tsv | \`tbk choices --intervals --root=any FILES\` |
| choices-per-file.tsv | \`tbk choices --intervals --by=file,words:10 FILES\` |
| choices.svg | \`tbk choices --plot=choices.svg --label=TREEBANK FILE ...\` for the six treebanks that lose most arcs |
| figure8-OVER.tsv, figure8-OVER.svg | \`tbk choices --intervals --by=words:10 --over=OVER FILES\` for each of $three, or where there is none, for the files of its language; the plot with \`--plot=figure8-OVER.svg\` |

\`choices_median\`, \`choices_max\` and \`log10_choices_mean\` are over the trees that lose arcs, but in figure8-all.tsv. Median and mean have 95 % intervals. A point of a
plot is the median over twenty trees or more, and its band spans the middle half of them.
EOT
