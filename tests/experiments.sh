#!/bin/sh
# experiments.sh PROGRAM FIGURES - runs the experiments on small treebanks, an epoch each: every page must have its figures, and
# a second run must not train again. The report on scaling too.
set -eu
program=$(realpath "$1")
figures=$(realpath "$2")
export FIGURES="$figures"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
export EPOCHS=1 TIMES=1

fail() {
  echo "FAILED experiments: $*"
  failures=$((failures + 1))
}

# run PROGRAM FOLDER
run() {
  SEEDS=2 NAMES=la reports/make/experiment_conditions.sh "$1" data "$scratch/conditions" "$2" &&
    SEEDS=1 NAMES='la grc' reports/make/experiment_fragments.sh "$1" "$figures" data "$scratch/fragments" "$2" &&
    SEEDS=1 NAMES=la reports/make/experiment_nonprojective.sh "$1" data "$scratch/nonprojective" "$2" &&
    SEEDS=1 NAMES='de grc' reports/make/experiment_walks.sh "$1" data "$scratch/walks" "$2" &&
    SEEDS=1 reports/make/experiment_phrases.sh "$1" "$scratch/brackets" "$scratch/phrases" "$2" &&
    SEEDS=2 NAME=phrases-whole reports/make/experiment_phrases.sh "$1" "$scratch/brackets" "$scratch/whole" "$2" 8 static 1 printed
}

# A page without its date, which is another one after midnight.
undated() {
  sed 's/20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]//' "$1"
}

# A table must have so many rows besides the title: rows NAME NUMBER
rows() {
  found=$(wc -l <"$scratch/first/$1.tsv")
  [ "$found" -eq $(($2 + 1)) ] || fail "$1.tsv has $found lines, expected $(($2 + 1))"
}

mkdir "$scratch/brackets"
for copy in 1 2 3 4 5 6; do cp data/phrases.psd "$scratch/brackets/$copy.psd"; done
run "$program" "$scratch/first" || fail "a script broke off"
rows conditions-runs 20
rows conditions 40
rows conditions-signs 48
rows fragments-runs 32
rows fragments 48
rows nonprojective-runs 19
rows nonprojective 38
rows nonprojective-speed 19
rows walks 48
rows phrases-runs 18
rows phrases-children 90
rows phrases-whole-runs 18
rows phrases-whole-children 90
for table in "$scratch"/first/*.tsv; do
  awk -F '\t' 'NR == 1 { n = NF } NF != n { exit 1 }' "$table" || fail "rows of $(basename "$table") differ in length"
done
if grep -v '^| |' "$scratch/first/conditions.md" | grep '|  *|'; then fail "conditions.md has cells without figures"; fi

# The mean of two seeds, a second time.
awk -F '\t' '
  FILENAME ~ /-runs/ { if ($1 == "la" && $2 == "arc-eager-nederhof-5") sum += $6; next }
  $1 == "arc-eager-nederhof" && $2 == "la" && $3 == 5 && $4 == "LAS" { bad = $6 - sum / 2 > 0.006 || sum / 2 - $6 > 0.006; met = 1 }
  END { exit !(met && !bad) }' "$scratch/first/conditions-runs.tsv" "$scratch/first/conditions.tsv" || fail "a mean is wrong"

# What a program that does not train makes of the same runs.
cat >"$scratch/untrained" <<EOT
#!/bin/sh
[ "\$1" != train ] || exit 9
exec "$program" "\$@"
EOT
chmod +x "$scratch/untrained"
run "$scratch/untrained" "$scratch/second" || fail "a second run trains again"
for page in "$scratch"/first/*; do
  case $page in *-speed.tsv | */nonprojective.md | */nonprojective.svg) continue ;; esac
  [ "$(undated "$page")" = "$(undated "$scratch/second/$(basename "$page")")" ] || fail "$(basename "$page") differs in the second run"
done

# Times and critical words by length: a row for each oracle and length, and figures of both.
if reports/make/report_times.sh "$program" "$figures" data "$scratch/times" 1 1 >"$scratch/messages" 2>&1; then
  for table in times critical; do
    [ "$(wc -l <"$scratch/times/$table.tsv")" -gt 20 ] || fail "$table.tsv has hardly any rows"
  done
else
  cat "$scratch/messages"
  fail "report_times.sh broke off"
fi

# The scaling of the commands: a row for each of what is measured, and something in each.
mkdir "$scratch/scaling"
if reports/make/report_scaling.sh "$program" "$figures" data "$scratch/scaling" 1 >"$scratch/messages" 2>&1; then
  for table in size:48 threads:27; do
    awk -F '\t' -v n="${table#*:}" 'NR > 1 { bad = bad || $4 <= 0 || $5 <= 0 || $6 <= 0 } END { exit bad || NR - 1 != n }' \
      "$scratch/scaling/scaling-${table%:*}.tsv" || fail "scaling-${table%:*}.tsv does not have ${table#*:} rows of figures"
  done
  grep -q '^random	800' "$scratch/scaling/scaling-cores.tsv" || fail "scaling-cores.tsv has no large trees"
else
  cat "$scratch/messages"
  fail "report_scaling.sh broke off"
fi

# What became of findings: all heads are those proposed, where the later release is the repaired one.
if command -v python3 >/dev/null; then
  mkdir -p "$scratch/ud/r1.9" "$scratch/ud/r1.10"
  cp data/cs.conllu.gz "$scratch/ud/r1.9/cs_x-ud-dev.conllu.gz"
  "$program" repair -q --mark=none --test=error,warning,note data/cs.conllu.gz -o "$scratch/ud/r1.10/cs_x-ud-test.conllu.gz"
  n=$("$program" check -q --fail-on=never data/cs.conllu.gz | sed 1d | wc -l)
  reports/make/report_history.py "$program" "$scratch/ud" "$scratch/history" || fail "report_history.py broke off"
  awk -F '\t' -v n="$n" 'NR > 1 { found += $3; changed += $4; first += $5; three += $6 } END { exit !(found == n && changed == n && first == n && three == n) }' \
    "$scratch/history/history.tsv" || fail "history.tsv does not have $n findings that were all followed"
  grep -q "^| all | $n | $n | 100 % | $n | 100 % | 100 % |$" "$scratch/history/history.md" || fail "history.md has other sums"
fi

echo "experiments: $failures failures"
[ "$failures" = 0 ]
