# experiment_runs.sh - parsers that are trained, parse a test set and are scored; read by the experiment_*.sh, after they have
# set `program`, `treebanks` and `work`.
#
# A run is a line TREEBANK WAY SEED MARK OPTION..., with tabs between the first five. WAY is a name without blanks, MARK `none`
# or a scheme of marks in labels, the OPTIONs those of `tbk train`. It leaves $work/TREEBANK/WAY/SEED/ with train.tsv, seconds
# (of CPU time, training), parsed.conllu.gz and scores.tsv; the model only where $work/keep/TREEBANK is. A run that is done is not
# done again; remove $work where the program has changed.
. "$(dirname "$0")/report_files.sh"

# The first file that there is of the parts of a treebank, else the treebank if it is one file: file_of TREEBANK PART...
file_of() {
  name=$1
  shift
  for part in "$@" ''; do
    for ending in conllu.gz conllu; do
      file=$treebanks/$name${part:+-ud-$part}.$ending
      [ ! -f "$file" ] || { echo "$file" && return; }
    done
  done
  echo "$(basename "$0"): no treebank $name in $treebanks" >&2
  exit 1
}

# Where there is no training set, the development set stands for it.
train_of() { file_of "$1" train dev; }
test_of() { file_of "$1" test; }

# CPU seconds, user and system, of what the shell that runs this has started: `times` as the last of a subshell.
cpu_seconds() {
  awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%.2f\n", sum }'
}

# Trains, parses and scores in the folder $run: train_and_score TREEBANK SEED MARK OPTION...
train_and_score() {
  learned=$(train_of "$1")
  gold=$(test_of "$1")
  seed=$2
  mark=$3
  shift 3
  if [ "$mark" != none ]; then
    tbk projectivize -q --mark="$mark" -o "$run/encoded.conllu" "$learned"
    learned=$run/encoded.conllu
  fi
  (
    tbk train -o "$run/model" --seed="$seed" "$@" "$learned" >"$run/train.tsv"
    times
  ) | cpu_seconds >"$run/seconds"
  tbk parse -q -m "$run/model" -o "$run/raw.conllu" "$gold"
  if [ "$mark" != none ]; then
    tbk restore -q --mark="$mark" -o "$run/parsed.conllu.gz" "$run/raw.conllu"
  else
    gzip -c "$run/raw.conllu" >"$run/parsed.conllu.gz"
  fi
  tbk evaluate --subtypes "$gold" "$run/parsed.conllu.gz" >"$run/scores.tsv"
  rm -f "$run/encoded.conllu" "$run/raw.conllu"
}

# Does a run if it is not done; its folder has its name only when it is complete: run_once TREEBANK WAY SEED MARK OPTION...
run_once() {
  finished=$work/$1/$2/$3
  [ ! -d "$finished" ] || return 0
  run=$finished.part
  rm -rf "$run"
  mkdir -p "$run"
  name=$1
  shift 2
  train_and_score "$name" "$@"
  [ -e "$work/keep/$name" ] || rm "$run/model"
  mv "$run" "$finished"
}

# Does the runs of standard input, JOBS (default 2) at once.
do_runs() {
  jobs=${JOBS:-2}
  cat >"$scratch/runs"
  workers=
  for i in $(seq "$jobs"); do
    (
      mkdir "$scratch/$i"
      all=$scratch/runs
      scratch=$scratch/$i
      awk -v i="$i" -v jobs="$jobs" 'NR % jobs == i % jobs' "$all" >"$scratch/mine"
      while IFS='	' read -r treebank way seed mark options; do
        # shellcheck disable=SC2086
        run_once "$treebank" "$way" "$seed" "$mark" $options </dev/null
      done <"$scratch/mine"
    ) &
    workers="$workers $!"
  done
  for worker in $workers; do
    wait "$worker" || exit 1
  done
}
