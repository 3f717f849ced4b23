#!/bin/sh
# experiment_biaffine.sh PROGRAM TREEBANKS WORK FOLDER - the parser of python/examples/biaffine_torch.py beside `tbk train --learner=bilstm`.
# PYTHON (default python3) must find the package tbk, NumPy and PyTorch. Runs go to WORK, a run that is there is not done again; tables
# biaffine.tsv and biaffine-time.tsv to FOLDER. NAMES says which treebanks, SEEDS how many seeds, SIZE and EPOCHS how large and how
# long the example is trained.
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
example=$(dirname "$0")/../../python/examples/biaffine_torch.py
mkdir -p "$work" "$folder"

# part TREEBANK train|dev|test
part() {
  echo "$treebanks/$1-ud-$2.conllu.gz"
}

train_both() {
  if [ ! -e "$run.biaffine.log" ]; then
    "${PYTHON:-python3}" "$example" "$(part "$name" train)" "$(part "$name" dev)" "$(part "$name" test)" "$run.biaffine.conllu" \
      --size="${SIZE:-100}" --epochs="${EPOCHS:-12}" --seed="$seed" >"$run.part"
    mv "$run.part" "$run.biaffine.log"
  fi
  if [ ! -e "$run.bilstm.conllu" ]; then
    "$program" train -q --learner=bilstm --seed="$seed" --dev="$(part "$name" dev)" "$(part "$name" train)" -o "$run.model" >"$run.bilstm.log"
    "$program" parse -q --model="$run.model" "$(part "$name" test)" -o "$run.bilstm.conllu"
  fi
}

# The rows of the parser $1 against $2.
score() {
  "$program" evaluate "$(part "$name" test)" "$run.$1.conllu" --against="$run.$2.conllu" |
    awk -F '\t' -v row="$name	$seed	$1" '
      { percent[$1] = $4; p[$1] = $9 }
      END { print row "\t" percent["UAS"] "\t" percent["LAS"] "\t" percent["nonprojective_recall"] "\t" p["UAS"] "\t" p["LAS"] }'
}

printf 'treebank\tseed\tparser\tUAS\tLAS\tnonprojective_recall\tp_UAS\tp_LAS\n' >"$folder/biaffine.tsv"
printf 'treebank\tseed\tpart\tseconds\tpercent\n' >"$folder/biaffine-time.tsv"
for name in ${NAMES:-hu_szeged got_proiel}; do
  for seed in $(seq "${SEEDS:-3}"); do
    run=$work/$name-$seed
    train_both
    { score biaffine bilstm && score bilstm biaffine; } >>"$folder/biaffine.tsv"
    sed -n "s/^\([a-z, ]*\): \([0-9.]*\) s, \([0-9.]*\) %$/$name\t$seed\t\1\t\2\t\3/p" "$run.biaffine.log" >>"$folder/biaffine-time.tsv"
  done
done
