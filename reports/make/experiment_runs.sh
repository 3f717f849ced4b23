# experiment_runs.sh - parsers that are trained, parse a test set and are scored; read by the experiment_*.sh, after they have
# set `program`, `treebanks` and `work`.
#
# A run is a line TREEBANK WAY SEED MARK OPTION..., with tabs between the first five. WAY is a name without blanks, MARK `none`
# or a scheme of marks in labels, the OPTIONs those of `tbk train`. A run leaves the folder $work/TREEBANK/WAY/SEED and is not
# done again; where the program or the treebanks have changed, remove $work. It holds train.tsv, seconds (CPU time of
# training), and what `score` leaves.
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

# Reads what `times` writes as the last of a subshell: the CPU time, user and system, of what the subshell started.
cpu_seconds() {
  awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%.2f\n", sum }'
}

# Trains $run/model: train TREEBANK SEED MARK OPTION...
train() {
  learned=$(train_of "$1")
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
  ) >"$run/times"
  cpu_seconds <"$run/times" >"$run/seconds"
  rm -f "$run/encoded.conllu" "$run/times"
}

# Parses $gold with $run/model and scores that: parsed.conllu.gz and scores.tsv.
parse_and_score() {
  tbk parse -q -m "$run/model" -o "$run/raw.conllu" "$gold"
  if [ "$mark" != none ]; then
    tbk restore -q --mark="$mark" -o "$run/parsed.conllu.gz" "$run/raw.conllu"
  else
    gzip -c "$run/raw.conllu" >"$run/parsed.conllu.gz"
  fi
  tbk evaluate --of=deprel "$gold" "$run/parsed.conllu.gz" >"$run/scores.tsv"
  rm "$run/raw.conllu"
}

# What is done with a model; an experiment may do something else.
score() { parse_and_score; }

# Does a run if it is not done; its folder has its name only when it is complete: run_once TREEBANK WAY SEED MARK OPTION...
run_once() {
  finished=$work/$1/$2/$3
  [ ! -d "$finished" ] || return 0
  run=$finished.part
  gold=$(test_of "$1")
  rm -rf "$run"
  mkdir -p "$run"
  treebank=$1
  shift 2
  train "$treebank" "$@"
  score
  rm "$run/model"
  mv "$run" "$finished"
}

# Does the runs in the file RUNS, JOBS (default 2) at once: do_runs RUNS
do_runs() {
  jobs=${JOBS:-2}
  workers=
  for i in $(seq "$jobs"); do
    (
      mkdir "$scratch/$i"
      scratch=$scratch/$i
      awk -v i="$i" -v jobs="$jobs" 'NR % jobs == i % jobs' "$1" >"$scratch/mine"
      while IFS='	' read -r treebank way seed mark options; do
        # shellcheck disable=SC2086
        run_once "$treebank" "$way" "$seed" "$mark" $options </dev/null
      done <"$scratch/mine"
    ) &
    workers="$workers $!"
  done
  failed=0
  for worker in $workers; do
    wait "$worker" || failed=1
  done
  [ "$failed" = 0 ] || exit 1
}

# Appends a row of FIELDS, a measure, the difference and its p to the file PAIRS, for each measure that the test over sentences is
# wanted of, an expression of awk: compare PAIRS FIELDS MEASURES GOLD PARSED AGAINST
compare() {
  tbk evaluate --of=deprel --against="$6" "$4" "$5" >"$scratch/against"
  awk -F '\t' -v OFS='\t' -v row="$2" -v measures="$3" '$1 ~ measures { print row, $1, $8, $9 }' "$scratch/against" >>"$1"
}

# A row for each run in the file RUNS; counts of arcs that are not projective: those of the parser that are right, all of the
# parser, those of the gold trees that are found, all of them. In a treebank without punctuation the scores without it are those of all
# words.
collect() {
  echo 'treebank	way	seed	train_seconds	UAS	LAS	UAS_no_punct	LAS_no_punct	precise	predicted	found	gold'
  while IFS='	' read -r treebank way seed _; do
    run=$work/$treebank/$way/$seed
    awk -F '\t' -v OFS='\t' -v name="$treebank	$way	$seed	$(cat "$run/seconds")" '
      { right[$1] = $2; of[$1] = $3; percent[$1] = sprintf("%.2f", $3 > 0 ? 100 * $2 / $3 : 0) }
      END {
        no_punct = of["UAS_no_punct"] == "" ? "" : "_no_punct"
        print name, percent["UAS"], percent["LAS"], percent["UAS" no_punct], percent["LAS" no_punct],
          right["nonprojective_precision"], of["nonprojective_precision"],
          right["nonprojective_recall"], of["nonprojective_recall"]
      }' "$run/scores.tsv"
  done <"$1"
}

# Counts the signs of differences in the file of lines SYSTEM PAIR TREEBANK SEED MEASURE DIFFERENCE P, with tabs between them.
# The p of a row is that of the two-sided sign test over seeds and, in the rows ALL, treebanks (but TOGETHER, which are all already); `significant` counts the lines
# with P < 0.05: for the first of a pair, and against it.
count_signs() {
  awk -F '\t' -v OFS='\t' '
    function add(place) {
      n[place]++
      sum[place] += $6
      squares[place] += $6 * $6
      more[place] += $6 > 0
      less[place] += $6 < 0
      if ($7 != "" && $7 < 0.05) significant[place, $6 > 0]++
    }
    # The chance of as many equal signs or more among those that are not 0.
    function sign_test(a, b,    k, tail, term) {
      for (k = 0; k <= (a < b ? a : b); k++) {
        term = k == 0 ? exp(-(a + b) * log(2)) : term * (a + b - k + 1) / k
        tail += term
      }
      return 2 * tail < 1 ? 2 * tail : 1
    }
    {
      place = $1 OFS $2 OFS $5 OFS $3
      if (!(place in n)) order[++n_places] = place
      add(place)
      if ($3 == "TOGETHER") next
      place = $1 OFS $2 OFS $5 OFS "ALL"
      if (!(place in n)) totals[++n_totals] = place
      add(place)
    }
    function row(place,    mean, variance) {
      mean = sum[place] / n[place]
      variance = n[place] > 1 ? (squares[place] - n[place] * mean * mean) / (n[place] - 1) : 0
      printf "%s\t%d\t%.3f\t%.3f\t%d\t%d\t%.2g\t%d\t%d\n", place, n[place], mean, sqrt(variance > 0 ? variance : 0),
        more[place], less[place], sign_test(more[place], less[place]), significant[place, 1], significant[place, 0]
    }
    END {
      print "system", "pair", "measure", "treebank", "pairs", "mean", "deviation", "more", "less", "p", "significant_more",
        "significant_less"
      for (i = 1; i <= n_places; i++) row(order[i])
      for (i = 1; i <= n_totals; i++) row(totals[i])
    }' "$1"
}

