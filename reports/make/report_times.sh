#!/bin/sh
# report_times.sh PROGRAM FIGURES TREEBANKS FOLDER [EVERY [RUNS]] - running times of the methods and numbers of critical words by
# length of stack and remaining input, on the treebank de_gsd and on all of the folder TREEBANKS: Nederhof (2019), Figures 9
# and 10, and Nederhof (2021), Figure 4. Tables and plots go to FOLDER, the commands to times.md.
# Of every EVERY sentences of all treebanks (default 10) the first is taken. Times are the least of RUNS runs (default 5), file by file.
set -eu
program=$1
figures=$2
treebanks=$3
folder=$4
every=${5:-10}
runs=${6:-5}
mkdir -p "$folder"
. "$(dirname "$0")/report_files.sh"

# Reads a table of lengths; writes SET, TREES, oracle, file, length, configurations and their time; of the REFERENCE too.
times_of() {
  awk -F '\t' -v OFS='\t' -v set="$1" -v trees="$2" -v reference="$3" '
    NR == 1 || $1 == "TOTAL" { next }
    first == "" { first = $2 }
    $2 == first { print set, trees, reference, $1, $3, $4, $4 * $5 }
    { print set, trees, $2, $1, $3, $4, $4 * $6 }'
}

# Oracles on the files of a set: measure SET TREES EVERY SYSTEM POLICY METHOD...
measure() {
  set_name=$1
  trees=$2
  sample=$3
  system=$4
  policy=$5
  shift 5
  variants=$(for method; do echo "--variant=$policy:$method"; done)
  # shellcheck disable=SC2086
  tbk compare-oracles -q -j1 --on-error=skip --system="$system" --walk=explore:0.1 --every="$sample" --by=configuration-length \
    --reference="$policy:exact" $variants $(cat "$scratch/$set_name-$trees") >"$scratch/lengths"
  times_of "$set_name" "$trees" "$policy:exact" <"$scratch/lengths" | sed "s/^/$system	/"
}

# Takes for each file and length the least time of all runs, since what else the machine does can only add to it; writes
# mean times in bins of ten lengths, and their ratios to those of the exact oracle.
bins() {
  awk -F '\t' -v OFS='\t' '
    {
      place = $1 OFS $2 OFS $3 OFS $4 OFS $5 OFS $6
      n[place] = $7
      if (!(place in least) || $8 < least[place]) least[place] = $8
    }
    END {
      for (place in least) {
        split(place, part, OFS)
        bin = int((part[6] - 1) / 10)
        row = part[1] OFS part[2] OFS part[3] OFS part[4] OFS 10 * bin + 1 OFS 10 * bin + 10
        exact[row] = part[1] OFS part[2] OFS part[3] OFS substr(part[4], 1, index(part[4], ":")) "exact" OFS \
          10 * bin + 1 OFS 10 * bin + 10
        configurations[row] += n[place]
        time[row] += least[place]
      }
      for (row in time)
        if (configurations[row] >= 30)
          printf "%s\t%d\t%.3f\t%.2f\n", row, configurations[row], time[row] / configurations[row], time[row] / time[exact[row]]
    }' "$1" | sort -t '	' -k 1,4 -k 5,5n
}

# Each set of files, as it is and projectivized; a list of paths each.
files_of de_gsd >"$scratch/de_gsd-gold"
echo "$files" >"$scratch/all-gold"
for set_name in de_gsd all; do
  mkdir "$scratch/$set_name"
  # shellcheck disable=SC2046
  tbk projectivize -q --on-error=skip --mark=none --output-dir="$scratch/$set_name" $(cat "$scratch/$set_name-gold")
  ls "$scratch/$set_name"/* >"$scratch/$set_name-projectivized"
done

run=0
while [ "$run" -lt "$runs" ]; do
  for set_name in de_gsd all; do
    sample=$([ $set_name = all ] && echo "$every" || echo 1)
    measure $set_name projectivized "$sample" arc-standard left-first tabular quadratic linear
    measure $set_name gold "$sample" arc-standard left-first tabular approximate
    measure $set_name projectivized "$sample" arc-eager-nederhof shift-before-reduce tabular linear
    measure $set_name gold "$sample" arc-eager-nederhof shift-before-reduce tabular approximate
  done
  run=$((run + 1))
done >"$scratch/runs"
{
  echo 'system	treebanks	trees	oracle	length_from	length_to	configurations	us	times_exact'
  bins "$scratch/runs"
} >"$folder/times.tsv"

{
  echo 'treebanks	length	configurations	remaining	critical'
  for set_name in de_gsd all; do
    # shellcheck disable=SC2046
    "$figures" critical $(cat "$scratch/$set_name-projectivized") | sed "1d; s/^/$set_name	/"
  done
} >"$folder/critical.tsv"

"$(dirname "$0")/draw.sh" "$program" "$treebanks" "$folder" times critical

cat >"$folder/times.md" <<EOT
# Running times and critical words by length

$(origin reports), from $n_files files.
With FILES for their names, once as they are
(\`gold\`) and once after \`tbk projectivize --mark=none\` (\`projectivized\`):

| file | command |
|---|---|
| times.tsv | \`tbk compare-oracles -j1 --by=configuration-length --system=SYSTEM --walk=explore:0.1 --reference=POLICY:exact --variant=POLICY:METHOD FILES\`, in bins of ten lengths that have 30 configurations or more; for \`all\` with \`--every=$every\` |
| times-SYSTEM.svg | of this, the rows \`all\` |
| critical.tsv, critical.svg | \`build/figures critical FILES\` over the projectivized trees |

\`de_gsd\` is $(echo $(sed 's|.*/||' "$scratch/de_gsd-gold")), \`all\` all files. All oracles value the same configurations, one after the
other. Times are those of the machine and of what else it does; so for each file and length the least of $runs
runs is taken. \`times_exact\` is the ratio to the time of \`exact\`.
EOT
