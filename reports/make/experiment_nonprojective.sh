#!/bin/sh
# experiment_nonprojective.sh PROGRAM TREEBANKS WORK FOLDER - the ways to trees that are not projective, side by side: marks in
# labels, swap, attardi, covington and planar stacks, and what projective parsers reach.
# Runs go to WORK, tables and a plot to FOLDER. NAMES says which treebanks, SEEDS how many seeds (default 5), EPOCHS how many
# epochs, TIMED the treebanks on which parsing is timed, TIMES how often it is.
set -eu
program=$1
treebanks=$2
work=$3
folder=$4
seeds=${SEEDS:-5}
epochs=${EPOCHS:-10}
names=${NAMES:-el_gdt hu_szeged cu_proiel got_proiel eu_bdt grc_proiel la_perseus}
timed=${TIMED:-$([ -n "${NAMES:-}" ] && echo "${NAMES%% *}" || echo el_gdt cu_proiel)}
times=${TIMES:-5}
mkdir -p "$work" "$folder"
. "$(dirname "$0")/experiment_runs.sh"

# WAY, MARK, OPTION... Dynamic oracles of attardi and swap search for values: that makes training with the one thirty times as
# long, and the other gives up too often to learn from.
cat >"$scratch/ways" <<EOT
arc-standard none --system=arc-standard --oracle=static
arc-eager-nederhof none --system=arc-eager-nederhof --oracle=static
arc-eager-nederhof-head head --system=arc-eager-nederhof --oracle=static
arc-eager-nederhof-path path --system=arc-eager-nederhof --oracle=static
arc-eager-nederhof-headpath headpath --system=arc-eager-nederhof --oracle=static
swap-eager none --system=swap:order=eager --oracle=static
swap-lazy none --system=swap:order=lazy --oracle=static
attardi-2 none --system=attardi-2 --oracle=static
attardi-3 none --system=attardi-3 --oracle=static
attardi-4 none --system=attardi-4 --oracle=static
covington none --system=covington --oracle=static
planar none --system=planar --oracle=static
two-planar none --system=two-planar --oracle=static
arc-standard-dynamic none --system=arc-standard --oracle=dynamic
arc-eager-nederhof-dynamic none --system=arc-eager-nederhof --oracle=dynamic
arc-eager-nederhof-head-dynamic head --system=arc-eager-nederhof --oracle=dynamic
arc-eager-nederhof-path-dynamic path --system=arc-eager-nederhof --oracle=dynamic
arc-eager-nederhof-headpath-dynamic headpath --system=arc-eager-nederhof --oracle=dynamic
covington-dynamic none --system=covington --oracle=dynamic
EOT

# Keeps the models that are timed: the first of each way, on some treebanks.
score() {
  parse_and_score
  case " $timed " in
  *" $treebank "*) [ "$seed" != 1 ] || cp "$run/model" "$run/kept" ;;
  esac
}

list_runs() {
  for seed in $(seq "$seeds"); do
    for treebank in $names; do
      while read -r way mark options; do
        printf '%s\t%s\t%d\t%s\t%s\n' "$treebank" "$way" "$seed" "$mark" "--epochs=$epochs $options"
      done <"$scratch/ways"
    done
  done
}

# Parses the test set five times with a kept model, and decodes where there are marks; the CPU seconds go to $scratch/seconds:
# time_once TREEBANK WAY MARK
time_once() {
  test=$(test_of "$1")
  (
    tbk parse -q -m "$work/$1/$2/1/kept" -o "$scratch/timed.conllu" "$test" "$test" "$test" "$test" "$test"
    [ "$3" = none ] || tbk restore -q --mark="$3" -o "$scratch/restored.conllu" "$scratch/timed.conllu"
    times
  ) >"$scratch/times"
  cpu_seconds <"$scratch/times" >"$scratch/seconds"
}

# Each time of each way, again and again all ways: lines of TREEBANK, WAY, words and seconds.
time_all() {
  for treebank in $timed; do
    tbk stats -q "$(test_of "$treebank")" >"$scratch/stats"
    words=$(awk 'NR == 2 { print 5 * $3 }' "$scratch/stats")
    for _ in $(seq "$times"); do
      while read -r way mark _; do
        time_once "$treebank" "$way" "$mark"
        printf '%s\t%s\t%s\t%s\n' "$treebank" "$way" "$words" "$(cat "$scratch/seconds")"
      done <"$scratch/ways"
    done
  done
}

# Words a second, by the least time of several, since what else the machine does can only add to it.
speeds_of() {
  awk -F '\t' -v OFS='\t' '
    {
      place = $1 OFS $2
      if (!(place in words)) order[++n] = place
      if (!(place in words) || $4 < least[place]) least[place] = $4
      words[place] = $3
    }
    END {
      print "treebank", "way", "words", "seconds", "words_a_second"
      for (i = 1; i <= n; i++) {
        seconds = least[order[i]] > 0 ? least[order[i]] : 0.01
        print order[i], words[order[i]], least[order[i]], int(words[order[i]] / seconds)
      }
    }' "$1"
}

# What there is to get: of each treebank, for its training and its test set.
describe() {
  echo 'treebank	part	file	sentences	words	nonprojective_trees_percent	nonprojective_arcs_percent	upper_bound_uas'
  for treebank in $names; do
    for part in train test; do
      file=$("${part}_of" "$treebank")
      tbk stats -q "$file" >"$scratch/stats"
      awk -F '\t' -v row="$treebank	$part	$(basename "$file")" '
        NR == 2 { printf "%s\t%d\t%d\t%.1f\t%.2f\t%.2f\n", row, $2, $3, 100 * $4 / $2, 100 * $5 / $3, 100 - 100 * $7 / $3 }' \
        "$scratch/stats"
    done
  done
}

# Means over seeds; arcs that are not projective are added up. In rows ALL means over treebanks, and sums.
summarize() {
  awk -F '\t' -v OFS='\t' '
    function share(part, whole) { return whole == 0 ? "" : sprintf("%.2f", 100 * part / whole) }
    function mean(a, b, c, d) { return a == 0 || c == 0 ? share(0, b) : sprintf("%.2f", 200 * (a / b) * (c / d) / (a / b + c / d)) }
    function deviation(sum, squares, n) {
      if (n < 2) return ""
      squares = (squares - sum * sum / n) / (n - 1)
      return sprintf("%.2f", squares > 0 ? sqrt(squares) : 0)
    }
    FNR > 1 {
      place = $2 SUBSEP $1
      if (!(($2) in is_way)) { is_way[$2]; ways[++n_ways] = $2 }
      if (!(($1) in is_name)) { is_name[$1]; names[++n_names] = $1 }
      n[place]++
      seconds[place] += $4
      uas[place] += $5
      uas_squares[place] += $5 * $5
      las[place] += $6
      las_squares[place] += $6 * $6
      for (k = 9; k <= 12; k++) arcs[place, k] += $k
    }
    function row(way, name, runs, s, u, ud, l, ld, a, b, c, d) {
      print way, name, runs, sprintf("%.2f", u), ud, sprintf("%.2f", l), ld, share(a, b), share(c, d), mean(a, b, c, d), sprintf("%.1f", s)
    }
    END {
      print "way", "treebank", "runs", "UAS", "UAS_deviation", "LAS", "LAS_deviation", "nonprojective_precision",
        "nonprojective_recall", "nonprojective_F1", "train_seconds"
      for (w = 1; w <= n_ways; w++) {
        s = u = l = a = b = c = d = 0
        for (t = 1; t <= n_names; t++) {
          p = ways[w] SUBSEP names[t]
          row(ways[w], names[t], n[p], seconds[p] / n[p], uas[p] / n[p], deviation(uas[p], uas_squares[p], n[p]), las[p] / n[p],
            deviation(las[p], las_squares[p], n[p]), arcs[p, 9], arcs[p, 10], arcs[p, 11], arcs[p, 12])
          s += seconds[p] / n[p] / n_names
          u += uas[p] / n[p] / n_names
          l += las[p] / n[p] / n_names
          a += arcs[p, 9]; b += arcs[p, 10]; c += arcs[p, 11]; d += arcs[p, 12]
        }
        row(ways[w], "ALL", n[ways[w] SUBSEP names[1]], s, u, "", l, "", a, b, c, d)
      }
    }' "$1"
}

# Each way against arc-eager-nederhof with the same oracle: differences and how the test over sentences judges them.
compare_ways() {
  while IFS='	' read -r treebank way seed _; do
    case $way in
    arc-eager-nederhof | arc-eager-nederhof-dynamic) continue ;;
    *-dynamic) base=arc-eager-nederhof-dynamic ;;
    *) base=arc-eager-nederhof ;;
    esac
    compare "$scratch/pairs" "$way	$way-$base	$treebank	$seed" '^[UL]AS$' "$(test_of "$treebank")" \
      "$work/$treebank/$way/$seed/parsed.conllu.gz" "$work/$treebank/$base/$seed/parsed.conllu.gz"
  done <"$scratch/runs"
}

# All ways over all treebanks as Markdown.
table() {
  echo '| | oracle | UAS | LAS | LAS - arc-eager-nederhof | better / worse | significantly | precision | recall | F1 | training, s |'
  echo '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|'
  awk -F '\t' '
    FILENAME ~ /signs/ {
      if ($3 == "LAS" && $4 == "ALL") signs[$1] = sprintf("%+.2f | %d / %d | %d / %d", $6, $8, $9, $11, $12)
      next
    }
    $2 == "ALL" {
      oracle = $1 ~ /-dynamic$/ ? "dynamic" : "static"
      label = $1
      sub(/-dynamic$/, "", label)
      printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", label, oracle, $4, $6, signs[$1] != "" ? signs[$1] : "| |", $8, $9,
        $10, $11
    }' "$folder/nonprojective-signs.tsv" "$folder/nonprojective.tsv"
}

# One measure, a column for each treebank: by_treebank COLUMN DEVIATION (0: none).
by_treebank() {
  awk -F '\t' -v column="$1" -v deviation="$2" '
    NR == 1 { next }
    $1 != last { line = line (last == "" ? "" : "\n") "| " $1; last = $1 }
    $2 != "ALL" {
      if (!($2 in is_name)) { is_name[$2]; title = title " | " $2; rule = rule "--:|" }
      line = line " | " $column (deviation > 0 && $deviation != "" ? " ± " $deviation : "")
    }
    END {
      gsub(/\n/, " |\n", line)
      printf "| %s |\n|---|%s\n%s |\n", title, rule, line
    }' "$folder/nonprojective.tsv" | sed 's/^|  | /| | /'
}

speeds() {
  awk -F '\t' '
    NR == 1 { next }
    !($1 in is_name) { is_name[$1]; title = title " | " $1; rule = rule "--:|" }
    !($2 in cells) { order[++n] = $2 }
    { cells[$2] = cells[$2] " | " $5 }
    END {
      printf "|%s |\n|---|%s\n", title, rule
      for (i = 1; i <= n; i++) printf "| %s%s |\n", order[i], cells[order[i]]
    }' "$folder/nonprojective-speed.tsv"
}

contents() {
  echo '| treebank | learned from | words | trees not projective | arcs | tried on | words | trees | arcs | most UAS of projective trees |'
  echo '|---|---|--:|--:|--:|---|--:|--:|--:|--:|'
  awk -F '\t' '
    $2 == "train" { printf "| %s | %s | %s | %s %% | %s %%", $1, $3, $5, $6, $7 }
    $2 == "test" { printf " | %s | %s | %s %% | %s %% | %s |\n", $3, $5, $6, $7, $8 }' "$folder/nonprojective-treebanks.tsv"
}

list_runs >"$scratch/runs"
do_runs "$scratch/runs"
collect "$scratch/runs" >"$folder/nonprojective-runs.tsv"
describe >"$folder/nonprojective-treebanks.tsv"
summarize "$folder/nonprojective-runs.tsv" >"$folder/nonprojective.tsv"
compare_ways
count_signs "$scratch/pairs" >"$folder/nonprojective-signs.tsv"
time_all >"$scratch/timed"
speeds_of "$scratch/timed" >"$folder/nonprojective-speed.tsv"
"$(dirname "$0")/draw.sh" "$program" "" "$folder" nonprojective

cat >"$folder/nonprojective.md" <<EOT
# Ways to trees that are not projective

$(origin experiments).

Each way learns from the same files and is tried on the same, with seeds from 1 to $seeds and $epochs epochs. With TRAIN and TEST for the
files of a treebank:

| way | commands |
|---|---|
$(while read -r way mark options; do
  echo "| $way | $([ "$mark" = none ] || echo "\`tbk projectivize --mark=$mark TRAIN >ENCODED\`, ")\`tbk train $options -o MODEL $([ "$mark" = none ] && echo TRAIN || echo ENCODED)\`, \`tbk parse -m MODEL TEST\`$([ "$mark" = none ] || echo ", \`tbk restore --mark=$mark\`") |"
done <"$scratch/ways")

Static oracles learn from the trees that a system can build: what it cannot build is projectivized. Dynamic ones learn from
the trees as they are.

$(contents)

## All treebanks

Per cent, all words, full relations (\`tbk evaluate --of=deprel\`); means over seeds and treebanks. Precision, recall and F1 are
those of arcs that are not projective, all treebanks added up: an arc of the parser counts if it is not projective in the
parser's tree, a gold one if it is not in the gold tree. \`better / worse\` counts runs against the run of arc-eager-nederhof with the same
oracle, treebank and seed; \`significantly\` those with p < 0.05 over sentences (\`tbk evaluate --against\`).

$(table)

![LAS and F1 of arcs that are not projective](nonprojective.svg)

## LAS by treebank

± is the standard deviation over seeds.

$(by_treebank 6 7)

## F1 of arcs that are not projective, by treebank

$(by_treebank 10 0)

## Parsing, words in a CPU second

One thread; the test set five times, decoding of marks included, the least time of $times runs after each other in one session.

$(speeds)

| file | what |
|---|---|
| nonprojective-runs.tsv | a row for each run; counts of arcs that are not projective: of the parser and right, of the parser, gold and found, gold |
| nonprojective.tsv | means over seeds, and in rows ALL over treebanks |
| nonprojective-signs.tsv | differences from arc-eager-nederhof |
| nonprojective-treebanks.tsv | what the treebanks have |
| nonprojective-speed.tsv | times of parsing |
EOT
