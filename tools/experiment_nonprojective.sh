#!/bin/sh
# experiment_nonprojective.sh PROGRAM TREEBANKS WORK FOLDER
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
seeds=${SEEDS:-5}
epochs=${EPOCHS:-10}
names=${NAMES:-el_gdt hu_szeged cu_proiel got_proiel eu_bdt grc_proiel la_perseus}
mkdir -p "$work" "$folder"
. "$(dirname "$0")/experiment_runs.sh"

# WAY MARK OPTION...
cat >"$scratch/ways" <<EOT
shift-reduce none --system=shift-reduce
arc-eager none --system=arc-eager
arc-eager-head head --system=arc-eager
arc-eager-path path --system=arc-eager
arc-eager-headpath headpath --system=arc-eager
attardi-2 none --system=attardi-2
attardi-3 none --system=attardi-3
attardi-4 none --system=attardi-4
covington none --system=covington
shift-reduce-static none --system=shift-reduce --oracle=static
arc-eager-static none --system=arc-eager --oracle=static
arc-eager-head-static head --system=arc-eager --oracle=static
arc-eager-path-static path --system=arc-eager --oracle=static
arc-eager-headpath-static headpath --system=arc-eager --oracle=static
attardi-2-static none --system=attardi-2 --oracle=static
attardi-3-static none --system=attardi-3 --oracle=static
attardi-4-static none --system=attardi-4 --oracle=static
covington-static none --system=covington --oracle=static
swap-eager-static none --system=swap --oracle=static --order=eager
swap-lazy-static none --system=swap --oracle=static --order=lazy
EOT

list_runs() {
  for seed in $(seq "$seeds"); do
    for treebank in $names; do
      while read -r way mark options; do
        printf '%s\t%s\t%d\t%s\t%s\n' "$treebank" "$way" "$seed" "$mark" "--epochs=$epochs $options"
      done <"$scratch/ways"
    done
  done
}

list_runs | do_runs
