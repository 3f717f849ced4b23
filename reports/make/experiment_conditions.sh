#!/bin/sh
# experiment_conditions.sh PROGRAM TREEBANKS WORK FOLDER - what trees that are not projective are worth in training: the five
# conditions of Nederhof (2019), Table 7, with arc-standard and with arc-eager parsing.
# Runs go to WORK, tables to FOLDER. NAMES says which treebanks, SEEDS how many seeds (default 10), EPOCHS how many epochs.
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
seeds=${SEEDS:-10}
epochs=${EPOCHS:-10}
names=${NAMES:-el_gdt cu_proiel got_proiel hu_szeged}
paper=reports/papers/nederhof-2019-table7.tsv
mkdir -p "$work" "$folder"
. "$(dirname "$0")/experiment_runs.sh"

# The policy of the paper, where the oracle is dynamic.
policy_of() {
  [ "$1" -le 2 ] || echo --policy=left-first
}

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
        printf '%s\tarc-standard-%d\t%d\tnone\t%s\n' "$treebank" $condition "$seed" \
          "--system=arc-standard $(policy_of $condition) --epochs=$epochs $(options_of $condition)"
        printf '%s\tarc-eager-nederhof-%d\t%d\tnone\t%s\n' "$treebank" $condition "$seed" \
          "--system=arc-eager-nederhof --epochs=$epochs $(options_of $condition)"
      done
    done
  done
}

# Differences between conditions, the first minus the second.
pairs='2-1 3-1 4-2 4-3 5-3 5-4'

# A row for each pair of runs of one seed: how the test over sentences judges their difference.
compare_pairs() {
  for system in arc-standard arc-eager-nederhof; do
    for treebank in $names; do
      gold=$(test_of "$treebank")
      for seed in $(seq "$seeds"); do
        for pair in $pairs; do
          compare "$scratch/pairs" "$system	$pair	$treebank	$seed" '^[UL]AS$' "$gold" \
            "$work/$treebank/$system-${pair%-*}/$seed/parsed.conllu.gz" \
            "$work/$treebank/$system-${pair#*-}/$seed/parsed.conllu.gz"
        done
      done
    done
  done
}

# Mean and spread over seeds, for each treebank and for the mean of all, beside the paper's figures. Reads collected runs.
summarize() {
  awk -F '\t' -v OFS='\t' -v paper="$paper" '
    function add(place, x) {
      n[place]++
      sum[place] += x
      squares[place] += x * x
      if (n[place] == 1 || x < least[place]) least[place] = x
      if (n[place] == 1 || x > most[place]) most[place] = x
    }
    function row(system_name, name, condition, measure,    place, mean, variance) {
      place = system_name SUBSEP name SUBSEP condition SUBSEP measure
      mean = sum[place] / n[place]
      variance = n[place] > 1 ? (squares[place] - n[place] * mean * mean) / (n[place] - 1) : 0
      printf "%s\t%s\t%d\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%s\n", system_name, name, condition, measure, n[place], mean,
        sqrt(variance > 0 ? variance : 0), least[place], most[place], published[name, condition, measure]
    }
    BEGIN {
      while ((getline line <paper) > 0) {
        split(line, field)
        for (c = 1; c <= 5; c++) published[field[1], c, field[4]] = field[4 + c]
      }
      print "system", "treebank", "condition", "measure", "seeds", "mean", "deviation", "least", "most", "paper"
    }
    FNR > 1 {
      condition = substr($2, length($2))
      system_name = substr($2, 1, length($2) - 2)
      if (!($1 in is_known)) { is_known[$1]; names[++n_names] = $1 }
      if ($3 + 0 > seeds) seeds = $3 + 0
      add(system_name SUBSEP $1 SUBSEP condition SUBSEP "UAS", $5)
      add(system_name SUBSEP $1 SUBSEP condition SUBSEP "LAS", $6)
      all[system_name, condition, $3, "UAS"] += $5
      all[system_name, condition, $3, "LAS"] += $6
    }
    END {
      n_systems = split("arc-standard arc-eager-nederhof", systems, " ")
      for (s = 1; s <= n_systems; s++)
        for (c = 1; c <= 5; c++)
          for (seed = 1; seed <= seeds; seed++) {
            add(systems[s] SUBSEP "MEAN" SUBSEP c SUBSEP "UAS", all[systems[s], c, seed, "UAS"] / n_names)
            add(systems[s] SUBSEP "MEAN" SUBSEP c SUBSEP "LAS", all[systems[s], c, seed, "LAS"] / n_names)
          }
      names[++n_names] = "MEAN"
      for (s = 1; s <= n_systems; s++)
        for (t = 1; t <= n_names; t++)
          for (c = 1; c <= 5; c++) {
            row(systems[s], names[t], c, "LAS")
            row(systems[s], names[t], c, "UAS")
          }
    }' "$1"
}

# The summary as Markdown: table SYSTEM MEASURE.
table() {
  awk -F '\t' -v system_name="$1" -v measure="$2" '
    $1 == system_name && $4 == measure {
      cell = sprintf("%.2f ± %.2f", $6, $7)
      if ($10 != "") cell = cell " (" $10 ")"
      if ($2 != last) printf "%s| %s", last == "" ? "" : " |\n", $2
      printf " | %s", cell
      last = $2
    }
    BEGIN { print "| | 1 | 2 | 3 | 4 | 5 |\n|---|--:|--:|--:|--:|--:|" }
    END { print " |" }' "$folder/conditions.tsv"
}

signs() {
  echo '| | difference | of mean LAS | for the first / against, seeds and treebanks | p | significant over sentences, for / against |'
  echo '|---|---|--:|--:|--:|--:|'
  awk -F '\t' '$3 == "LAS" && $4 == "ALL" {
    printf "| %s | (%s) - (%s) | %+.2f | %d / %d | %s | %d / %d |\n", $1, substr($2, 1, 1), substr($2, 3, 1), $6, $8, $9, $10, $11, $12
  }' "$folder/conditions-signs.tsv"
}

list_runs >"$scratch/runs"
do_runs "$scratch/runs"
collect "$scratch/runs" | cut -f 1-8 >"$folder/conditions-runs.tsv"
summarize "$folder/conditions-runs.tsv" >"$folder/conditions.tsv"
compare_pairs
count_signs "$scratch/pairs" >"$folder/conditions-signs.tsv"

cat >"$folder/conditions.md" <<EOT
# What trees that are not projective are worth in training

$(origin experiments).

The five conditions of Nederhof (2019), Table 7: (1) projective trees only, static oracle; (2) all trees, projectivized, static;
(3) projective only, dynamic; (4) projectivized, dynamic; (5) all trees as they are, dynamic. With TRAIN and TEST for the
files of a treebank and SEED from 1 to $seeds:

| | command |
|---|---|
$(for condition in 1 2 3 4 5; do echo "| ($condition) | \`tbk train --system=SYSTEM $(options_of $condition) --epochs=$epochs --seed=SEED -o MODEL TRAIN\` |"; done)
| all | \`tbk parse -m MODEL TEST >PARSED\`, \`tbk evaluate --of=deprel TEST PARSED\` |

arc-standard with \`--policy=left-first\`, the paper's; arc-eager-nederhof with its default, shift-before-reduce.

| file | what |
|---|---|
| conditions-runs.tsv | a row for each run |
| conditions.tsv | mean, standard deviation, least and most over seeds; in rows MEAN those of the mean over treebanks |
| conditions-signs.tsv | differences between runs of one seed: how often the first condition is better, p of a sign test over these, and how many of them are significant over sentences (p < 0.05, \`tbk evaluate --against\`) |

Per cent, all words, full relations; ± is the standard deviation over seeds; in brackets the paper's figure.
$(for system in arc-standard arc-eager-nederhof; do for measure in LAS UAS; do printf '\n## %s, %s\n\n' $system $measure; table $system $measure; done; done)

## Signs

$(signs)
EOT
