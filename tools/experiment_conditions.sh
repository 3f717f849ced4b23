#!/bin/sh
# experiment_conditions.sh PROGRAM TREEBANKS WORK FOLDER
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
seeds=${SEEDS:-10}
epochs=${EPOCHS:-10}
names=${NAMES:-el_gdt cu_proiel got_proiel hu_szeged}
mkdir -p "$work" "$folder"
. "$(dirname "$0")/experiment_runs.sh"

# The options of `tbk train` under each condition.
options_of() {
  case $1 in
  1) echo --oracle=static --trees=projective ;;
  2) echo --oracle=static --trees=projectivized ;;
  3) echo --oracle=dynamic --trees=projective ;;
  4) echo --oracle=dynamic --trees=projectivized ;;
  5) echo --oracle=dynamic --trees=all ;;
  esac
}

list_runs() {
  for seed in $(seq "$seeds"); do
    for treebank in $names; do
      for condition in 1 2 3 4 5; do
        printf '%s\tshift-reduce-%d\t%d\tnone\t%s\n' "$treebank" $condition "$seed" \
          "--system=shift-reduce --policy=left-before-right --epochs=$epochs $(options_of $condition)"
        printf '%s\tarc-eager-%d\t%d\tnone\t%s\n' "$treebank" $condition "$seed" \
          "--system=arc-eager --epochs=$epochs $(options_of $condition)"
      done
    done
  done
}

list_runs | do_runs
