#!/bin/sh
# experiment_phrases.sh PROGRAM TREEBANKS WORK FOLDER [SHARE [WAY...]] - static against dynamic oracles of phrase-structure parsing,
# with exploration: the tables of Fernandez-Gonzalez and Gomez-Rodriguez (2018) by shape, over the files in brackets of the folder
# TREEBANKS. Trees are numbered from 0 in the order of files: test i%10 = 9, dev i%40 = 8, training i%10 < SHARE (default 2). A WAY
# is `static`, a probability with which the parser follows a wrong choice of its own (default: static 0 0.1 0.2 0.3 1), or
# `printed`: as 1, but by the published formula. Runs go to WORK, tables to FOLDER/NAME-runs.tsv, NAME-children.tsv and NAME.md.
# NAME is `phrases` unless the environment has it; SEEDS says how many seeds (default 3), EPOCHS how many epochs (8), JOBS how many
# trainings at once (2).
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
share=${5:-2}
[ $# -gt 5 ] || set -- "$1" "$2" "$3" "$4" "$share" static 0 0.1 0.2 0.3 1
shift 5
ways=$*
. "$(dirname "$0")/origin.sh"
tables=$folder/${NAME:-phrases}
seeds=$(seq "${SEEDS:-3}")
systems='top-down in-order bottom-up'
export program work epochs="${EPOCHS:-8}"
mkdir -p "$work" "$folder"

[ -e "$work/train.psd" ] || {
  "$program" filter -q --lines "$treebanks" --input=brackets | awk -v work="$work" -v share="$share" '
    BEGIN { printf "" >(work "/test.psd"); printf "" >(work "/dev.psd") }
    { i = NR - 1 }
    i % 10 == 9 { print >(work "/test.psd") }
    i % 40 == 8 { print >(work "/dev.psd") }
    i % 10 < share { print >(work "/new.psd") }'
  mv "$work/new.psd" "$work/train.psd"
}

# A line for each run.
runs() {
  for system in $systems; do
    for way in $ways; do
      for seed in $seeds; do echo "$system $way $seed"; done
    done
  done
}

# A run is done once its folder has its name.
runs | xargs -P "${JOBS:-2}" -n 3 sh -euc '
  run=$work/$1/$2/$3
  [ ! -d "$run" ] || exit 0
  rm -rf "$run.new"
  mkdir -p "$run.new"
  case $2 in
  static) how=--oracle=static ;;
  printed) how="--oracle=printed --walk=best" ;;
  *) how=--walk=explore:$2 ;;
  esac
  "$program" train --system="$1" $how --seed="$3" --epochs="$epochs" --forms=full --dev="$work/dev.psd" -o "$run.new/model" \
    "$work/train.psd" >"$run.new/epochs.tsv"
  "$program" parse -q --forms=full -j1 -m "$run.new/model" "$work/test.psd" >"$run.new/parsed.psd"
  "$program" evaluate --forms=full "$work/test.psd" "$run.new/parsed.psd" >"$run.new/score.tsv"
  "$program" evaluate --forms=full --by=children "$work/test.psd" "$run.new/parsed.psd" >"$run.new/children.tsv"
  rm "$run.new/model" "$run.new/parsed.psd"
  mv "$run.new" "$run"' sh

# A row for each run.
{
  echo 'system	explore	seed	dev_F1	F1	precision	recall	exact'
  runs | while read -r system way seed; do
    run=$work/$system/$way/$seed
    printf '%s\t%s\t%s\t%s\t%s\n' "$system" "$way" "$seed" "$(cut -f 3 "$run/epochs.tsv" | sed 1d | sort -n | tail -n 1)" \
      "$(awk -F '\t' -v OFS='\t' '{ share[$1] = $4 } END { print share["F1"], share["precision"], share["recall"], share["exact"] }' \
        "$run/score.tsv")"
  done
} >"$tables-runs.tsv"

# F1 by number of children, of 5 and more together.
{
  echo 'system	explore	seed	children	gold	F1'
  runs | while read -r system way seed; do
    awk -F '\t' -v OFS='\t' -v name="$system" -v way="$way" -v seed="$seed" '
      $1 == "group" { next }
      { n = $1 < 5 && $1 != "10+" ? $1 : 5; gold[n] += $2; found[n] += $3; gold_right[n] += $4; right[n] += $5 }
      END {
        for (n = 1; n <= 5; n++) {
          p = found[n] ? right[n] / found[n] : 0; r = gold[n] ? gold_right[n] / gold[n] : 0
          print name, way, seed, n < 5 ? n : "5+", gold[n] + 0, sprintf("%.2f", p + r > 0 ? 200 * p * r / (p + r) : 0)
        }
      }' "$work/$system/$way/$seed/children.tsv"
  done
} >"$tables-children.tsv"

# The page: means over seeds, and standard deviations.
trees() { wc -l <"$work/$1.psd" | tr -d ' '; }
awk -F '\t' -v origin="$(origin experiments)" -v seeds="${SEEDS:-3}" -v epochs="$epochs" -v systems="$systems" -v ways="$ways" -v treebank="$(basename "$treebanks")" \
  -v train="$(trees train)" -v dev="$(trees dev)" -v test="$(trees test)" '
  function add(key, value) { n[key]++; sum[key] += value; squares[key] += value * value }
  function cell(key,  mean, variance) {
    mean = sum[key] / n[key]
    if (n[key] < 2) return sprintf(" | %.2f", mean)
    variance = (squares[key] - n[key] * mean * mean) / (n[key] - 1)
    return sprintf(" | %.2f ± %.2f", mean, variance > 0 ? sqrt(variance) : 0)
  }
  function title(way) { return way == "printed" ? "printed, p = 1" : way == "static" ? way : "p = " way }
  FNR == 1 { file++; next }
  file == 1 { add($1 "," $2 ",1", $4); add($1 "," $2 ",2", $5); add($1 "," $2 ",3", $8) }
  file == 2 { add($1 "," $2 ",children " $4, $6) }
  END {
    n_systems = split(systems, parser, " "); n_ways = split(ways, way, " ")
    print "# Static and dynamic oracles of phrase-structure parsing: " treebank "\n"
    print origin ": greedy linear parsers, gold tags, all constituents counted; " train " trees to learn from,"
    print "the best of " epochs " epochs on a development set of " dev ", a test set of " test "; means and standard deviations of " \
      seeds " seed" (seeds == 1 ? "" : "s") "."
    print "With probability p the parser follows its prediction where it is wrong."
    split("F1, development|F1, test|Whole trees right, per cent, test", titles, "|")
    for (table = 1; table <= 3; table++) {
      print "\n" titles[table] "\n"
      line = "| |"; rule = "|---|"
      for (w = 1; w <= n_ways; w++) { line = line " " title(way[w]) " |"; rule = rule "--:|" }
      print line "\n" rule
      for (s = 1; s <= n_systems; s++) {
        line = "| " parser[s]
        for (w = 1; w <= n_ways; w++) line = line cell(parser[s] "," way[w] "," table)
        print line " |"
      }
    }
    print "\nF1 by number of children, test\n"
    print "| | oracle | 1 | 2 | 3 | 4 | 5 and more |\n|---|---|--:|--:|--:|--:|--:|"
    for (s = 1; s <= n_systems; s++)
      for (w = 1; w <= n_ways; w++) {
        if (way[w] != "static" && way[w] != 1) continue
        line = "| " parser[s] " | " (way[w] == 1 ? "dynamic, p = 1" : way[w])
        for (k = 1; k <= 5; k++) line = line cell(parser[s] "," way[w] ",children " (k < 5 ? k : "5+"))
        print line " |"
      }
  }' "$tables-runs.tsv" "$tables-children.tsv" >"$tables.md"
