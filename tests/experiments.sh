#!/bin/sh
# experiments.sh PROGRAM FIGURES - runs the experiments on small treebanks, an epoch each: every page must have its figures, and
# a second run must not train again.
set -eu
program=$1
figures=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
export SEEDS=2 EPOCHS=1 TIMES=1 NAMES='la grc'

fail() {
  echo "FAILED experiments: $*"
  failures=$((failures + 1))
}

# run PROGRAM FOLDER
run() {
  tools/experiment_conditions.sh "$1" data "$scratch/conditions" "$2" &&
    tools/experiment_fragments.sh "$1" "$figures" data "$scratch/fragments" "$2" &&
    tools/experiment_nonprojective.sh "$1" data "$scratch/nonprojective" "$2" &&
    tools/experiment_walks.sh "$1" data "$scratch/walks" "$2"
}

# A table must have so many rows besides the title: rows NAME NUMBER
rows() {
  found=$(wc -l <"$scratch/first/$1.tsv")
  [ "$found" -eq $(($2 + 1)) ] || fail "$1.tsv has $found lines, expected $(($2 + 1))"
}

run "$program" "$scratch/first" || fail "a script broke off"
rows conditions-runs 40
rows conditions 60
rows conditions-signs 72
rows fragments-runs 64
rows fragments 48
rows nonprojective-runs 74
rows nonprojective 60
rows nonprojective-speed 20
rows walks 48
if grep -n '||\||  *|' "$scratch/first/conditions.md"; then fail "conditions.md has cells without figures"; fi

# The mean of two seeds, a second time.
awk -F '\t' '
  FILENAME ~ /-runs/ { if ($1 == "la" && $2 == "arc-eager-5") sum += $6; next }
  $1 == "arc-eager" && $2 == "la" && $3 == 5 && $4 == "LAS" { bad = $6 - sum / 2 > 0.006 || sum / 2 - $6 > 0.006; met = 1 }
  END { exit !(met && !bad) }' "$scratch/first/conditions-runs.tsv" "$scratch/first/conditions.tsv" || fail "a mean is wrong"

# What a program that does not train makes of the same runs.
cat >"$scratch/untrained" <<EOT
#!/bin/sh
[ "\$1" != train ] || exit 9
exec "$PWD/$program" "\$@"
EOT
chmod +x "$scratch/untrained"
run "$scratch/untrained" "$scratch/second" || fail "a second run trains again"
for page in "$scratch"/first/*; do
  case $page in *-speed.tsv | */nonprojective.md | */nonprojective.svg) continue ;; esac
  cmp -s "$page" "$scratch/second/$(basename "$page")" || fail "$(basename "$page") differs in the second run"
done

echo "experiments: $failures failures"
[ "$failures" = 0 ]
