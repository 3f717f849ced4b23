#!/bin/sh
# experiment_walks.sh PROGRAM TREEBANKS WORK FOLDER - how the approximate oracle of arc-eager parsing differs from the exact one
# in the configurations that a trained parser meets: Nederhof (2021), section 6.2 and Table 11.
# Runs go to WORK, tables to FOLDER. NAMES says which treebanks (the first is the one that Table 11 is made of), SEEDS how many
# seeds (default 3), EPOCHS how many epochs.
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
seeds=${SEEDS:-3}
epochs=${EPOCHS:-10}
mkdir -p "$work" "$folder"
. "$(dirname "$0")/experiment_runs.sh"
names=${NAMES:-de_gsd $(for file in $files; do case $file in *-ud-train.*) treebank_of "$file" ;; esac done)}
policies='shift-before-reduce reduce-before-shift'
features=$work/paper.features
several=$(echo "$names" | wc -w | awk '{ print ($1 > 1) }')

# The features of the paper: UPOS of three words of the stack and three of the input, and the outermost relations of the two
# topmost words of the stack; each, and each pair of them, as a hidden layer joins them.
echo S0.upos S1.upos S2.upos B0.upos B1.upos B2.upos S0.left.label S0.right.label S1.left.label S1.right.label | awk '{
  print "bias"
  for (i = 1; i <= NF; i++) { print $i; for (k = 1; k < i; k++) print $k, $i }
}' >"$features"

list_runs() {
  for seed in $(seq "$seeds"); do
    for treebank in $names; do
      printf '%s\tpaper\t%d\tnone\t%s\n' "$treebank" "$seed" \
        "--system=arc-eager-nederhof --features=$features --oracle=static --epochs=$epochs"
      printf '%s\tall-columns\t%d\tnone\t%s\n' "$treebank" "$seed" \
        "--system=arc-eager-nederhof --oracle=dynamic --epochs=$epochs"
    done
  done
}

# Compares the approximate oracle with the exact one, under $policy, along $how.
differences() {
  tbk compare-oracles -q --on-error=skip --system=arc-eager-nederhof --walk="$how" $seed_of_walk --reference="$policy:exact" \
    --variant="$policy:approximate" "$@"
}

# Walks over the trees that the parser learned from, as they are, and over others: a file for each policy. Its first line counts, also
# the configurations of the trees that are not projective, which have all differences; the others count errors.
score() {
  parse_and_score
  for policy in $policies; do
    for trees in learned new; do
      file=$([ $trees = learned ] && train_of "$treebank" || test_of "$treebank")
      for walk in parser gold explore; do
        seed_of_walk=
        case $walk in
        parser) how=parser:$run/model ;;
        gold) how=gold ;;
        explore) how=explore:0.1 seed_of_walk=--seed=$seed ;;
        esac
        columns=configurations,values_differ,sets_differ,contained
        {
          differences --columns=$columns "$file" | tail -n 1
          differences --columns=$columns --where='not projective' "$file" | tail -n 1
          differences --by=confusion --columns=reference_set,variant_set,configurations "$file" | sed 1d
        } | awk -F '\t' -v OFS='\t' -v row="$policy	$trees	$walk" '
          NR == 1 { configurations = $1; differences = $2 OFS $3 OFS $4; next }
          NR == 2 { print row, configurations, differences, $1; if ($2 OFS $3 OFS $4 != differences) exit 1; next }
          !(($1, $2) in seen) { seen[$1, $2]; print row, $0 }' >"$run/$policy-$trees-$walk.tsv"
      done
    done
  done
}

# Lines of all files of every run that have so many fields, with what they are of before them: rows_of FIELDS
rows_of() {
  while IFS='	' read -r treebank way seed _; do
    for policy in $policies; do
      for trees in learned new; do
        for walk in parser gold explore; do
          awk -F '\t' -v OFS='\t' -v n="$1" -v row="$treebank	$way	$seed" 'NF == n { print row, $0 }' \
            "$work/$treebank/$way/$seed/$policy-$trees-$walk.tsv"
        done
      done
    done
  done <"$scratch/runs"
}

# Sums over seeds, and over treebanks if there are several; walks without parser are counted once, random ones for each seed.
summarize() {
  awk -F '\t' -v OFS='\t' -v several="$several" '
    function share(part, whole) { return whole == 0 ? "" : sprintf("%.2f", 100 * part / whole) }
    function add(place) {
      if (!(place in configurations)) order[++n] = place
      configurations[place] += $7
      values[place] += $8
      sets[place] += $9
      contained[place] += $10
      nonprojective[place] += $11
    }
    $6 == "parser" || $2 == "paper" && ($6 != "gold" || $3 == 1) {
      who = $6 == "parser" ? $2 : $6
      add($1 OFS $5 OFS who OFS $4)
      line[++n_lines] = $0
    }
    END {
      print "treebank", "trees", "walk", "policy", "configurations", "values_differ", "sets_differ", "contained",
        "values_differ_percent", "sets_differ_percent", "contained_percent", "nonprojective_configurations"
      for (i = 1; i <= n_lines && several; i++) {
        $0 = line[i]
        add("ALL" OFS $5 OFS ($6 == "parser" ? $2 : $6) OFS $4)
      }
      for (i = 1; i <= n; i++) {
        place = order[i]
        print place, configurations[place], values[place], sets[place], contained[place], share(values[place], configurations[place]),
          share(sets[place], configurations[place]), share(contained[place], sets[place]), nonprojective[place]
      }
    }' "$1"
}

# Of the first treebank, by the parser with the features of the paper, over the trees that it learned from: the shares of errors.
confusions() {
  awk -F '\t' -v OFS='\t' -v first="${names%% *}" '
    FNR == 1 { part++ }
    part == 1 && FNR > 1 { published[$1, $2, $3] = $4; next }
    part == 2 && $1 == first && $2 == "paper" && $5 == "learned" && $6 == "parser" {
      place = $4 OFS $7 OFS $8
      if (!(place in n)) order[++n_places] = place
      n[place] += $9
      all[$4] += $9
    }
    END {
      print "policy", "exact", "approximation", "configurations", "percent", "paper_percent"
      for (i = 1; i <= n_places; i++) {
        split(order[i], part_of, OFS)
        printf "%s\t%d\t%.1f\t%s\n", order[i], n[order[i]], 100 * n[order[i]] / all[part_of[1]], published[part_of[1], part_of[2], part_of[3]]
      }
    }' reports/papers/nederhof-2021-table11.tsv "$1" | {
    IFS= read -r title && echo "$title"
    sort -t '	' -k 1,1r -k 4,4nr
  }
}

# As Markdown: the shares of a treebank, beside the paper's.
table() {
  echo '| walk | trees | configurations | values differ | sets differ | contained | of the configurations of non-projective trees, values differ | sets differ |'
  echo '|---|---|--:|--:|--:|--:|--:|--:|'
  [ "$2" != "${names%% *}" ] || awk -F '\t' -v policy="$1" '$1 == policy {
    printf "| the paper, German | learned | | %s %% | %s %% | %s %% | | |\n", $2, $3, $4 }' \
    reports/papers/nederhof-2021-section6.tsv
  awk -F '\t' -v policy="$1" -v name="$2" '$1 == name && $4 == policy {
    printf "| %s | %s | %d | %s %% | %s %% | %s %% | %.1f %% | %.2f %% |\n", $3, $2, $5, $9, $10, $11, 100 * $6 / $12, 100 * $7 / $12 }' \
    "$folder/walks.tsv"
}

# The seven most frequent errors, and those of the paper's that are not among them.
errors() {
  echo '| exact | approximation | here | the paper |'
  echo '|---|---|--:|--:|'
  awk -F '\t' -v policy="$1" '$1 == policy && (++n <= 7 || $6 != "") {
    printf "| %s | %s | %s %% | %s |\n", $2, $3, $5, $6 == "" ? "" : $6 " %" }' "$folder/walks-confusions.tsv"
}

list_runs >"$scratch/runs"
do_runs "$scratch/runs"
rows_of 8 >"$scratch/summaries"
rows_of 6 >"$scratch/confusions"
summarize "$scratch/summaries" >"$folder/walks.tsv"
confusions "$scratch/confusions" >"$folder/walks-confusions.tsv"

cat >"$folder/walks.md" <<EOT
# The approximate oracle where a trained parser goes

$(origin experiments).

After Nederhof (2021), section 6.2. With TRAIN and TEST for the files of a treebank, SEED from 1 to $seeds, POLICY, and FILE for
TRAIN (\`learned\`: the trees that the parser learned from, as they are) or TEST (\`new\`):

    tbk train --system=arc-eager-nederhof --features=FEATURES --oracle=static --epochs=$epochs --seed=SEED -o MODEL TRAIN     # walk \`paper\`
    tbk train --system=arc-eager-nederhof --oracle=dynamic --epochs=$epochs --seed=SEED -o MODEL TRAIN       # walk \`all-columns\`
    tbk compare-oracles --system=arc-eager-nederhof --walk=parser:MODEL --reference=POLICY:exact --variant=POLICY:approximate FILE

FEATURES are those of the paper: UPOS of the three topmost words of the stack and of the first three of the input, the outermost
relations of the two topmost words of the stack, and all pairs of these ten. Its parser has a hidden layer, ours is linear.

Walks \`gold\` and \`explore\` (\`--walk=explore:0.1\`) have no parser. Configurations are added up over seeds. \`values differ\`: those in
which some value differs; \`sets differ\`: those in which another set is optimal; \`contained\`: of these, those in which the
approximate set is a part of the exact one.
$(for policy in $policies; do
  printf '\n## %s, %s\n\n' "${names%% *}" $policy
  table $policy "${names%% *}"
  printf '\nErrors by `paper` over trees learned, beside Table 11:\n\n'
  errors $policy
done
[ "$several" = 0 ] || for policy in $policies; do printf '\n## All treebanks, %s\n\n' $policy; table $policy ALL; done)

| file | what |
|---|---|
| walks.tsv | by treebank, and in rows ALL over all, if there are several |
| walks-confusions.tsv | all errors of ${names%% *} by \`paper\` over trees learned |
EOT
