#!/bin/sh
# experiment_phrases.sh PROGRAM TREEBANKS WORK FOLDER - static against dynamic oracles of phrase-structure parsing, with exploration:
# the tables of Fernandez-Gonzalez and Gomez-Rodriguez (2018) by shape, over the files in brackets of the folder TREEBANKS.
# Trees are numbered from 0 in the order of files: test i%10 = 9, dev i%40 = 8, training i%10 < 2. Runs go to WORK, tables to
# FOLDER. SEEDS says how many seeds (default 3), EPOCHS how many epochs (8), JOBS how many trainings at once (2).
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
export program work epochs="${EPOCHS:-8}"
mkdir -p "$work" "$folder"

[ -e "$work/train.psd" ] || {
  "$program" filter -q --lines "$treebanks" --input=brackets | awk -v work="$work" '
    BEGIN { printf "" >(work "/test.psd"); printf "" >(work "/dev.psd") }
    { i = NR - 1 }
    i % 10 == 9 { print >(work "/test.psd") }
    i % 40 == 8 { print >(work "/dev.psd") }
    i % 10 < 2 { print >(work "/new.psd") }'
  mv "$work/new.psd" "$work/train.psd"
}

for system in top-down in-order bottom-up; do
  for way in static 0 10 20 30 100; do
    for seed in $(seq "${SEEDS:-3}"); do echo "$system $way $seed"; done
  done
done >"$work/runs"

# A run is done once its folder has its name.
xargs -P "${JOBS:-2}" -n 3 sh -euc '
  run=$work/$1/$2/$3
  [ ! -d "$run" ] || exit 0
  rm -rf "$run.new"
  mkdir -p "$run.new"
  case $2 in static) how=--oracle=static ;; *) how=--explore=best:$2 ;; esac
  "$program" train --system="$1" "$how" --seed="$3" --epochs="$epochs" --forms=full --dev="$work/dev.psd" -o "$run.new/model" \
    "$work/train.psd" >"$run.new/epochs.tsv"
  "$program" parse -q --forms=full -j1 -m "$run.new/model" "$work/test.psd" >"$run.new/parsed.psd"
  "$program" evaluate --forms=full "$work/test.psd" "$run.new/parsed.psd" >"$run.new/score.tsv"
  "$program" evaluate --forms=full --by=children "$work/test.psd" "$run.new/parsed.psd" >"$run.new/children.tsv"
  rm "$run.new/model" "$run.new/parsed.psd"
  mv "$run.new" "$run"' sh <"$work/runs"

# A row for each run.
{
  echo 'system	explore	seed	dev_F1	F1	exact'
  while read -r system way seed; do
    run=$work/$system/$way/$seed
    printf '%s\t%s\t%s\t%s\t%s\n' "$system" "$way" "$seed" "$(cut -f 3 "$run/epochs.tsv" | sed 1d | sort -n | tail -n 1)" \
      "$(awk -F '\t' -v OFS='\t' '$1 == "F1" { f = $4 } $1 == "exact" { print f, $4 }' "$run/score.tsv")"
  done <"$work/runs"
} >"$folder/phrases-runs.tsv"

# F1 by number of children, of the sums over seeds.
{
  echo 'system	explore	children	gold	F1'
  for system in top-down in-order bottom-up; do
    for way in static 100; do
      cat "$work/$system/$way"/*/children.tsv | awk -F '\t' -v OFS='\t' -v name="$system" -v way="$way" '
        $1 == "group" { runs++; next }
        { n = $1 < 5 && $1 != "10+" ? $1 : 5; gold[n] += $2; found[n] += $3; gold_right[n] += $4; right[n] += $5 }
        END {
          for (n = 1; n <= 5; n++) {
            p = found[n] ? right[n] / found[n] : 0; r = gold[n] ? gold_right[n] / gold[n] : 0
            print name, way, n < 5 ? n : "5+", gold[n] / runs, sprintf("%.2f", p + r > 0 ? 200 * p * r / (p + r) : 0)
          }
        }'
    done
  done
} >"$folder/phrases-children.tsv"

# The page: means over seeds.
awk -F '\t' -v seeds="${SEEDS:-3}" -v epochs="$epochs" '
  FNR == 1 { next }
  NF == 6 { dev[$1, $2] += $4 / seeds; test[$1, $2] += $5 / seeds; exact[$1, $2] += $6 / seeds; next }
  { children[$1, $2, $3] = $5 }
  END {
    n = split("top-down in-order bottom-up", systems, " "); m = split("static 0 10 20 30 100", ways, " ")
    print "# Static and dynamic oracles of phrase-structure parsing\n"
    print "Made by `make experiment-phrases`: greedy linear parsers, gold tags, all constituents counted, the best of " epochs
    print "epochs on the development set, means of " seeds " seeds. With probability p the parser follows its prediction where it is wrong."
    for (table = 1; table <= 3; table++) {
      print "\n" (table == 1 ? "F1, development" : table == 2 ? "F1, test" : "Whole trees right, per cent, test") "\n"
      print "| | static | p = 0 | 0.1 | 0.2 | 0.3 | 1 |\n|---|--:|--:|--:|--:|--:|--:|"
      for (s = 1; s <= n; s++) {
        line = "| " systems[s]
        for (w = 1; w <= m; w++) {
          value = table == 1 ? dev[systems[s], ways[w]] : table == 2 ? test[systems[s], ways[w]] : exact[systems[s], ways[w]]
          line = line sprintf(" | %.2f", value)
        }
        print line " |"
      }
    }
    print "\nF1 by number of children, test\n"
    print "| | oracle | 1 | 2 | 3 | 4 | 5 and more |\n|---|---|--:|--:|--:|--:|--:|"
    for (s = 1; s <= n; s++)
      for (w = 1; w <= m; w += m - 1) {
        line = "| " systems[s] " | " (w == 1 ? "static" : "dynamic, p = 1")
        for (k = 1; k <= 5; k++) line = line " | " children[systems[s], ways[w], k < 5 ? k : "5+"]
        print line " |"
      }
  }' "$folder/phrases-runs.tsv" "$folder/phrases-children.tsv" >"$folder/phrases.md"
