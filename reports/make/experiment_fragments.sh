#!/bin/sh
# experiment_fragments.sh PROGRAM FIGURES TREEBANKS WORK FOLDER - what arc-eager parsing leaves without head, and how much each
# completion makes of it: Nivre and Fernandez-Gonzalez (2014), Tables 1 and 2.
# Runs go to WORK, tables to FOLDER. NAMES says which treebanks, SEEDS how many seeds (default 5), EPOCHS how many epochs.
set -eu
program=$1
figures=$2
treebanks=$3
work=$4
folder=$5
seeds=${SEEDS:-5}
epochs=${EPOCHS:-10}
mkdir -p "$work" "$folder"
. "$(dirname "$0")/experiment_runs.sh"
names=${NAMES:-$(for file in $files; do case $file in *-ud-train.*) treebank_of "$file" ;; esac done)}
ways='static dynamic'
completions='root left chain right first last word unshift'

list_runs() {
  for seed in $(seq "$seeds"); do
    for treebank in $names; do
      for way in $ways; do
        printf '%s\t%s\t%d\tnone\t%s\n' "$treebank" "$way" "$seed" "--system=arc-eager --oracle=$way --epochs=$epochs"
      done
    done
  done
}

# In the place of the usual score: fragments.tsv, scores of each completion, and the trees of two.
score() {
  "$figures" fragments "$run/model" "$gold" >"$run/fragments.tsv"
  for how in $completions; do
    tbk parse -q --root=any --complete="$how" -m "$run/model" -o "$run/$how.conllu" "$gold"
    tbk evaluate --of=deprel "$gold" "$run/$how.conllu" >"$run/$how.tsv"
  done
  tbk evaluate --of=deprel --against="$run/root.conllu" "$gold" "$run/unshift.conllu" >"$run/against.tsv"
  gzip "$run/root.conllu" "$run/unshift.conllu"
  rm "$run"/*.conllu
}

# A row for each run and completion. In a treebank without punctuation the scores without it are those of all words.
collect_completions() {
  echo 'treebank	oracle	seed	completion	sentences	fragmented	several	words	unattached	root	on_stack	right	right_root	right_on_stack	UAS_no_punct	LAS_no_punct'
  while IFS='	' read -r treebank way seed _; do
    run=$work/$treebank/$way/$seed
    sed 1d "$run/fragments.tsv" | while IFS='	' read -r how figures_of; do
      printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$treebank" "$way" "$seed" "$how" "$figures_of" \
        "$(awk -F '\t' -v OFS='\t' '$4 != "" { of[substr($1, 1, 3)] = $4 } $1 == "LAS_no_punct" { print of["UAS"], of["LAS"] }' "$run/$how.tsv")"
    done
  done <"$1"
}

# Sums over seeds, and scores in the mean; in rows ALL over treebanks too, scores as means of treebanks.
summarize() {
  awk -F '\t' -v OFS='\t' '
    function share(part, whole) { return whole == 0 ? "" : sprintf("%.2f", 100 * part / whole) }
    function add(place,    k) {
      if (!(place in n)) order[++n_places] = place
      n[place]++
      for (k = 5; k <= 16; k++) sum[place, k] += $k
    }
    function row(place) {
      print place, n[place], sum[place, 5], share(sum[place, 6], sum[place, 5]), share(sum[place, 7], sum[place, 5]),
        share(sum[place, 9], sum[place, 8]), sum[place, 9], sum[place, 11], sum[place, 12], share(sum[place, 14], sum[place, 11]),
        share(sum[place, 13], sum[place, 10]), share(sum[place, 14] - sum[place, 13], sum[place, 11] - sum[place, 10]),
        sprintf("%.2f", sum[place, 15] / n[place]), sprintf("%.2f", sum[place, 16] / n[place])
    }
    BEGIN {
      print "treebank", "oracle", "completion", "runs", "sentences", "fragmented_percent", "several_percent",
        "unattached_percent", "unattached", "on_stack", "right", "recall", "recall_root", "recall_others", "UAS_no_punct",
        "LAS_no_punct"
    }
    FNR > 1 { add($1 OFS $2 OFS $4) }
    FNR > 1 { all[FNR] = $0 }
    END {
      for (i = 2; i <= FNR; i++) { $0 = all[i]; add("ALL" OFS $2 OFS $4) }
      for (i = 1; i <= n_places; i++) row(order[i])
    }' "$1"
}

# Unshift against root attachment: a row for each treebank, how often it is better and how often significantly so.
compare_rows() {
  while IFS='	' read -r treebank way seed _; do
    awk -F '\t' -v OFS='\t' -v row="$way	unshift-root	$treebank	$seed" '
      $1 ~ /^[UL]AS/ && $8 != "" { of[substr($1, 1, 3)] = $8 OFS $9 }
      $1 ~ /^[UL]AS_no_punct$/ { print row, $1, of[substr($1, 1, 3)] }' \
      "$work/$treebank/$way/$seed/against.tsv"
  done <"$scratch/runs"
}

# The same over the sentences of all treebanks together.
compare_all() {
  for treebank in $names; do
    gold=$(test_of "$treebank")
    case $gold in *.gz) gzip -dc "$gold" ;; *) cat "$gold" ;; esac
  done >"$scratch/gold.conllu"
  for way in $ways; do
    for seed in $(seq "$seeds"); do
      for how in root unshift; do
        for treebank in $names; do gzip -dc "$work/$treebank/$way/$seed/$how.conllu.gz"; done >"$scratch/$how.conllu"
      done
      compare "$scratch/pairs" "$way	unshift-root	TOGETHER	$seed" '^[UL]AS_no_punct$' "$scratch/gold.conllu" \
        "$scratch/unshift.conllu" "$scratch/root.conllu"
    done
  done
}

# Table 1 as Markdown, a row for each treebank: of the oracle.
table() {
  echo '| | fragmented sentences | unattached | head on the stack | right: root | right: unshift | recall: root | recall: unshift | recall of unshift, children of 0 | others | LAS: root | LAS: unshift | p < 0.05 |'
  echo '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|'
  awk -F '\t' -v oracle="$1" -v runs="$seeds" '
    function one(count) { return sprintf("%.1f", count / (count_of > 0 ? count_of : 1)) }
    FILENAME ~ /signs/ { if ($1 == oracle && $3 == "LAS_no_punct") significant[$4] = $11 " / " $12; next }
    $2 != oracle { next }
    $3 == "root" { right = $11; recall = $12; las = $16 }
    $3 == "unshift" {
      count_of = runs
      label = $1 == "ALL" ? "all" : $1
      printf "| %s | %.1f %% | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", label, $6, one($9), one($10), one(right),
        one($11), recall, $12, $13, $14, las, $16, significant[$1 == "ALL" ? "TOGETHER" : $1]
    }' "$folder/fragments-signs.tsv" "$folder/fragments.tsv"
}

# Every completion over all treebanks: of the oracle.
completions_of() {
  echo '| completion | right | recall | children of 0 | others | UAS | LAS |'
  echo '|---|--:|--:|--:|--:|--:|--:|'
  awk -F '\t' -v oracle="$1" -v runs="$seeds" '$1 == "ALL" && $2 == oracle {
    printf "| %s | %.1f | %s | %s | %s | %s | %s |\n", $3, $11 / runs, $12, $13, $14, $15, $16
  }' "$folder/fragments.tsv"
}

list_runs >"$scratch/runs"
do_runs "$scratch/runs"
collect_completions "$scratch/runs" >"$folder/fragments-runs.tsv"
summarize "$folder/fragments-runs.tsv" >"$folder/fragments.tsv"
compare_rows >"$scratch/pairs"
compare_all
count_signs "$scratch/pairs" >"$folder/fragments-signs.tsv"

cat >"$folder/fragments.md" <<EOT
# What arc-eager parsing leaves without head

$(origin experiments).

After Nivre and Fernandez-Gonzalez (2014), Tables 1 and 2. With TRAIN and TEST for the files of a treebank, SEED from 1 to
$seeds, ORACLE static (with projectivized trees, the paper's way) or dynamic, and HOW for each completion:

    tbk train --system=arc-eager --oracle=ORACLE --epochs=$epochs --seed=SEED -o MODEL TRAIN
    build/figures fragments MODEL TEST
    tbk parse --root=any --complete=HOW -m MODEL TEST >HOW.conllu
    tbk evaluate --of=deprel --against=root.conllu TEST unshift.conllu

Root attachment and unshift have the same model and leave the same words without head. \`unattached\` counts these,
\`head on the stack\` those of them whose gold head, 0 or a word, is there at the end, \`right\` those that get it; \`recall\` is the
share of the latter two. Counts are means over seeds. UAS and LAS are those without punctuation, as in the paper, relations
in full. In \`p < 0.05\` stands in how many of the $seeds runs unshift is significantly better / worse in LAS (\`all\`: over the
sentences of all treebanks together).

| file | what |
|---|---|
| fragments-runs.tsv | a row for each run and completion |
| fragments.tsv | sums over seeds, means of scores |
| fragments-signs.tsv | unshift minus root: mean difference, how often it is better or worse, and significantly so |
$(for way in $ways; do printf '\n## Oracle: %s\n\n' $way; table $way; echo; completions_of $way; done)
EOT
