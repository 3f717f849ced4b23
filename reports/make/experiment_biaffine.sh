#!/bin/sh
# experiment_biaffine.sh PROGRAM TREEBANKS WORK FOLDER - the parser of python/examples/biaffine_torch.py beside `tbk train --learner=bilstm`.
# RUN_PYTHON (default python3) is a command that runs Python with the package tbk, NumPy and PyTorch. Runs go to WORK, a run that
# is there is not done again; tables biaffine.tsv and biaffine-time.tsv to FOLDER. NAMES says which treebanks, SEEDS how many seeds,
# SIZE how large the example is, EPOCHS how long both are trained (default: 12, and as long as tbk train does).
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
example=$(dirname "$0")/../../python/examples/biaffine_torch.py
. "$(dirname "$0")/experiment_runs.sh"
mkdir -p "$work" "$folder"

train_both() {
  if [ ! -e "$run.biaffine.log" ]; then
    ${RUN_PYTHON:-python3} "$example" "$learned" "$chosen" "$gold" "$run.biaffine.conllu" \
      --size="${SIZE:-100}" --epochs="${EPOCHS:-12}" --seed="$seed" >"$run.part"
    mv "$run.part" "$run.biaffine.log"
  fi
  if [ ! -e "$run.bilstm.conllu" ]; then
    "$program" train -q --system=arc-eager-nederhof --learner=bilstm ${EPOCHS:+--epochs="$EPOCHS"} --seed="$seed" --dev="$chosen" "$learned" -o "$run.model" >"$run.bilstm.log"
    "$program" parse -q --model="$run.model" "$gold" -o "$run.bilstm.conllu"
  fi
}

# The rows of the parser $1 against $2.
score() {
  "$program" evaluate "$gold" "$run.$1.conllu" --against="$run.$2.conllu" |
    awk -F '\t' -v row="$name	$seed	$1" '
      { percent[$1] = $4; p[$1] = $9 }
      END { print row "\t" percent["UAS"] "\t" percent["LAS"] "\t" percent["nonprojective_recall"] "\t" p["UAS"] "\t" p["LAS"] }'
}

printf 'treebank\tseed\tparser\tUAS\tLAS\tnonprojective_recall\tp_UAS\tp_LAS\n' >"$folder/biaffine.tsv"
printf 'treebank\tseed\tpart\tseconds\tpercent\n' >"$folder/biaffine-time.tsv"
for name in ${NAMES:-hu_szeged got_proiel}; do
  for seed in $(seq "${SEEDS:-3}"); do
    run=$work/$name-$seed learned=$(train_of "$name") chosen=$(file_of "$name" dev) gold=$(test_of "$name")
    train_both
    { score biaffine bilstm && score bilstm biaffine; } >>"$folder/biaffine.tsv"
    sed -n "s/^\([a-z, ]*\): \([0-9.]*\) s, \([0-9.]*\) %$/$name\t$seed\t\1\t\2\t\3/p" "$run.biaffine.log" >>"$folder/biaffine-time.tsv"
  done
done
