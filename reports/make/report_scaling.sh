#!/bin/sh
# report_scaling.sh PROGRAM FIGURES TREEBANKS FOLDER [RUNS] - how the commands' throughput goes with the size of the input, the
# number of threads and the length of sentences, and the time for a tree with its core. Tables and plots go to FOLDER, what they
# are to scaling.md. Times are the least of RUNS runs (default 7), which go through all measurements in turn.
set -eu
program=$1
figures=$2
treebanks=$3
folder=$4
runs=${5:-7}
mkdir -p "$folder"
. "$(dirname "$0")/report_files.sh"

# Commands that are timed on all input, and those that are so slow that an eighth will do.
quick='projectivize restore stats choices filter transitions evaluate'
slow='show compare-oracles oracle parse train'
of_threads='projectivize restore stats choices filter show compare-oracles transitions parse'
times='1 2 4 8'
threads='1 2 4'
bands='1-5 6-10 11-20 21-40 41-80 81-160'

# The sentences of INPUT.conllu in all forms that commands take.
derive() {
  base=$scratch/$1
  tbk projectivize -q "$base.conllu" -o "$base.marked"
  tbk transitions -q --system=arc-standard "$base.conllu" -o "$base.sequences"
  # The configuration in the middle of a sentence.
  awk '{
    match($0, /"heads":\[[^]]*\]/); heads = substr($0, RSTART, RLENGTH)
    match($0, /"transitions":\[[^]]*\]/); n = split(substr($0, RSTART + 15, RLENGTH - 16), steps, ",")
    prefix = ""
    for (i = 1; i <= n / 2; i++) prefix = prefix (i > 1 ? "," : "") steps[i]
    print "{" heads ",\"prefix\":[" prefix "]}"
  }' "$base.sequences" >"$base.records"
  rm "$base.sequences"
  tbk parse -q -m "$scratch/model" "$base.conllu" -o "$base.parsed"
}

# The words and the sentences of an input: counts INPUT
counts() {
  awk '/^[0-9]+\t/ { words++ } /^1\t/ { n++ } END { printf "%d\t%d", words, n }' "$scratch/$1.conllu"
}

# Draws sentences of so many words each, and repeats them if they are too few: draw_band INPUT BAND WORDS
draw_band() {
  drawn=$scratch/drawn
  # shellcheck disable=SC2086
  tbk filter -q --where="words>=${2%-*} and words<=${2#*-}" --sample=$((2 * $3 / (${2%-*} + ${2#*-}) + 1)) $files -o "$drawn.conllu"
  [ -s "$drawn.conllu" ] || return 0
  copies=$(($3 / $(counts drawn | cut -f 1)))
  while
    cat "$drawn.conllu"
    copies=$((copies - 1))
    [ "$copies" -gt 0 ]
  do :; done >"$scratch/$1.conllu"
}

# Prints the command line: command_of NAME INPUT [THREADS]
command_of() {
  base=$scratch/$2
  j=-j${3:-1}
  case $1 in
  restore) echo "$program restore -q $j $base.marked" ;;
  oracle) echo "$program oracle --system=arc-standard $base.records" ;;
  evaluate) echo "$program evaluate $base.conllu $base.parsed" ;;
  parse) echo "$program parse -q $j -m $scratch/model $base.conllu" ;;
  train) echo "$program train --system=arc-eager-nederhof --epochs=1 -o $scratch/trained $base.conllu" ;;
  filter) echo "$program filter -q $j --where=!projective $base.conllu" ;;
  transitions | compare-oracles) echo "$program $1 -q $j --system=arc-standard $base.conllu" ;;
  *) echo "$program $1 -q $j $base.conllu" ;;
  esac
}

# Prints TABLE, NAME, INPUT, THREADS and the seconds of processor and clock: measure TABLE NAME INPUT [THREADS]
measure() {
  # shellcheck disable=SC2046
  seconds=$("$figures" time $(command_of "$2" "$3" "${4:-1}") 2>"$scratch/messages") || {
    cat "$scratch/messages" >&2
    exit 1
  }
  printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-1}" "$seconds"
}

# Input: sentences drawn from all treebanks; for each size others.
learned=$(files_of el_gdt | grep -- -train || files_of el_gdt)
# shellcheck disable=SC2086
tbk train --system=arc-eager-nederhof -o "$scratch/model" $learned >/dev/null
# shellcheck disable=SC2086
n_sentences=$(tbk stats -q $files | awk -F '\t' '{ n = $2 } END { print n }')
inputs=
for scale in quick slow; do
  part=$([ $scale = quick ] && echo 8 || echo 64)
  for k in $times; do
    # shellcheck disable=SC2086
    tbk filter -q --sample=$((k * n_sentences / part + 1)) --seed="$k" $files -o "$scratch/$scale-$k.conllu"
    inputs="$inputs $scale-$k"
  done
  for band in $bands; do
    draw_band $scale-"$band" "$band" $((20 * n_sentences / part))
    [ ! -s "$scratch/$scale-$band.conllu" ] || inputs="$inputs $scale-$band"
  done
done
for input in $inputs; do
  derive "$input"
  printf '%s\t%s\n' "$input" "$(counts "$input")"
done >"$scratch/counts"

run=0
while [ "$run" -lt "$runs" ]; do
  for scale in quick slow; do
    for name in $(eval "echo \$$scale"); do
      for k in $times; do measure size "$name" $scale-"$k"; done
      for band in $bands; do
        [ ! -s "$scratch/$scale-$band.conllu" ] || measure length "$name" $scale-"$band"
      done
      case " $of_threads " in
      *" $name "*) for j in $threads; do measure threads "$name" $scale-8 "$j"; done ;;
      esac
    done
  done
  run=$((run + 1))
done >"$scratch/runs"

# The least times of a table, with words and sentences: TABLE, NAME, INPUT, THREADS, words, sentences, processor, clock
awk -F '\t' -v OFS='\t' '
  NR == FNR { words[$1] = $2; sentences[$1] = $3; next }
  {
    place = $1 OFS $2 OFS $3 OFS $4
    if (!(place in processor)) { places[++n] = place; input[place] = $3; processor[place] = $5; clock[place] = $6 }
    if ($5 < processor[place]) processor[place] = $5
    if ($6 < clock[place]) clock[place] = $6
  }
  END {
    for (i = 1; i <= n; i++) {
      place = places[i]
      print place, words[input[place]], sentences[input[place]], processor[place], clock[place]
    }
  }' "$scratch/counts" "$scratch/runs" >"$scratch/least"

awk -F '\t' -v OFS='\t' '
  BEGIN { print "command", "times", "sentences", "words", "processor_seconds", "words_per_second", "time_a_word_to_first" }
  $1 == "size" {
    if (!($2 in first)) first[$2] = $7 / $5
    sub(/.*-/, "", $3)
    printf "%s\t%d\t%d\t%d\t%.4f\t%.0f\t%.2f\n", $2, $3, $6, $5, $7, $5 / $7, $7 / $5 / first[$2]
  }' "$scratch/least" >"$folder/scaling-size.tsv"
awk -F '\t' -v OFS='\t' '
  BEGIN { print "command", "threads", "sentences", "words", "seconds", "processor_seconds", "words_per_second", "speedup" }
  $1 == "threads" {
    if (!($2 in first)) first[$2] = $8
    printf "%s\t%d\t%d\t%d\t%.4f\t%.4f\t%.0f\t%.2f\n", $2, $4, $6, $5, $8, $7, $5 / $8, first[$2] / $8
  }' "$scratch/least" >"$folder/scaling-threads.tsv"
awk -F '\t' -v OFS='\t' '
  BEGIN { print "command", "length_from", "length_to", "length", "sentences", "words", "processor_seconds", "words_per_second" }
  $1 == "length" {
    sub(/.*[a-z]-/, "", $3)
    split($3, band, "-")
    printf "%s\t%d\t%d\t%.1f\t%d\t%d\t%.4f\t%.0f\n", $2, band[1], band[2], $5 / $6, $6, $5, $7, $5 / $7
  }' "$scratch/least" >"$folder/scaling-length.tsv"
# shellcheck disable=SC2086
"$figures" cores "$runs" $files >"$folder/scaling-cores.tsv"

"$(dirname "$0")/draw.sh" "$program" "$treebanks" "$folder" scaling

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
cat >"$folder/scaling.md" <<EOT
# Scaling

$(origin scaling), from $n_files files with $n_sentences sentences, on
$(uname -sm), ${processor:-a processor without name}, $(getconf _NPROCESSORS_ONLN 2>/dev/null || echo some) processors.

| file | what |
|---|---|
| scaling-size.tsv, scaling-size-*.svg | 1, 2, 4 and 8 times as many sentences, drawn from all files by \`tbk filter --sample\`; \`time_a_word_to_first\`: the time for a word over that with the least input, 1.00 where cost is linear |
| scaling-threads.tsv, scaling-threads-*.svg | the largest of these inputs by \`-j 1\`, \`2\` and \`4\`; \`speedup\`: over one thread |
| scaling-length.tsv, scaling-length-*.svg | about as many words in sentences of $(echo $bands | sed 's/-/ to /g; s/\([0-9]\) \([0-9]\)/\1, \2/g') words; where there are too few sentences, they are repeated |
| scaling-cores.tsv, scaling-cores.svg | microseconds for a tree by the words that remain after contraction (\`core\`): its score alone, and the tree of the rule \`lift\`. Of all files in powers of two, the first row the projective ones; and of 20 random trees each |

Times are the least of $runs runs, which go through all measurements in turn, since what else the machine does can only add
to them; of the processor, but by the clock where threads are compared. Start-up is part of them. $(echo $slow | sed 's/ /, /g') are
timed on an eighth of the sentences of the other commands.

Commands, with FILE for the sentences: \`tbk COMMAND -j N FILE\` but

- restore: what \`tbk projectivize FILE\` wrote; filter: \`--where 'not projective'\`; train: \`--system=arc-eager-nederhof --epochs=1\`, of a model that is not used;
- parse: \`-m MODEL\`, a linear model of arc-eager-nederhof with joint labels, of $(echo $learned | sed 's|[^ ]*/||g'), greedy; evaluate: FILE and what that made of it;
- transitions, compare-oracles and oracle: \`--system=arc-standard\`; oracle: a record for each sentence, its configuration in the middle of \`tbk transitions FILE\` given by \`prefix\`.
EOT
