#!/bin/sh
# experiment_tagger.sh PROGRAM UD WORK FOLDER - the tagger of python/examples/tagger_torch.py: its best tags repaired, and exact decoding
# of the same scores. Of each of NAMES (default: el_gdt hu_szeged) the newest release below the folder UD that has a training set is
# used, with SEEDS (3) seeds and EPOCHS (15). RUN_PYTHON (default python3) is a command that runs Python with the package tbk, NumPy
# and PyTorch. Runs are left in WORK, and a run that is there is not done again. Writes FOLDER/tagger.tsv, a row for each run and
# encoding, and FOLDER/tagger.md, the means.
set -eu
program=$1 # of origin.sh
ud=$2
work=$3
folder=$4
names=${NAMES:-el_gdt hu_szeged}
example=$(dirname "$0")/../../python/examples/tagger_torch.py
. "$(dirname "$0")/origin.sh"
mkdir -p "$work" "$folder"
export OMP_NUM_THREADS=1 # sums in another order would give other figures

# The part of a treebank's newest release: newest NAME PART
newest() {
  found=$(ls "$ud"/r*/"$1-ud-$2.conllu.gz" 2>/dev/null | sort -V | tail -n 1)
  [ -n "$found" ] || { echo "$(basename "$0"): no $1-ud-$2.conllu.gz in a release below $ud" >&2 && exit 1; }
  echo "$found"
}

run_once() {
  run=$work/$name-$seed
  [ ! -e "$run.tsv" ] || return 0
  ${RUN_PYTHON:-python3} "$example" "$learned" "$gold" "$run" --seed="$seed" --epochs="${EPOCHS:-15}" >"$run.part"
  mv "$run.part" "$run.tsv"
}

{
  echo 'treebank	seed	encoding	trees	tags_right	ill_formed	repaired	exact	better	worse	p'
  for name in $names; do
    learned=$(newest "$name" train)
    gold=$(newest "$name" test)
    for seed in $(seq "${SEEDS:-3}"); do
      run_once
      tail -n +2 "$run.tsv" | sed "s/^/$name	$seed	/"
    done
  done
} >"$folder/tagger.tsv"

{
  cat <<EOT
# Best tags repaired, and exact decoding

$(origin experiment-tagger): means of ${SEEDS:-3} seeds, ${EPOCHS:-15} epochs, on
$(for name in $names; do newest "$name" test | sed 's|.*/\(r[^/]*/.*\)|\1|'; done | paste -sd ' '). *right*: words whose best tag is that of the projective gold tree; *ill formed*:
sentences whose best tags are the tags of no tree; UAS of the repaired and the exact tree; *difference*: of these, with the least and
the greatest of a seed; *better*, *worse*: sentences in which exact decoding has more or fewer right heads; *p*: the greatest of a seed.

| treebank | encoding | right, % | ill formed, % | repaired | exact | difference | better | worse | p |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
EOT
  awk -F '\t' '
    NR == 1 { next }
    {
      row = $1 " | " $3 ($4 == "any" ? ", any tree" : "")
      if (!(row in n)) {
        order[++n_rows] = row
        low[row] = $8 - $7
        high[row] = $8 - $7
      }
      n[row]++
      for (i = 5; i <= 10; i++) sum[row, i] += $i
      if ($8 - $7 < low[row]) low[row] = $8 - $7
      if ($8 - $7 > high[row]) high[row] = $8 - $7
      if ($11 > p[row]) p[row] = $11
    }
    function mean(row, i) { return sum[row, i] / n[row] }
    END {
      for (r = 1; r <= n_rows; r++) {
        row = order[r]
        printf "| %s | %.1f | %.1f | %.2f | %.2f | %.2f (%.2f to %.2f) | %.0f | %.0f | %s |\n", row, mean(row, 5), mean(row, 6),
          mean(row, 7), mean(row, 8), mean(row, 8) - mean(row, 7), low[row], high[row], mean(row, 9), mean(row, 10), p[row]
      }
    }' "$folder/tagger.tsv"
} >"$folder/tagger.md"
