#!/bin/sh
# draw.sh PROGRAM TREEBANKS FOLDER PLOT... - draws plots of the report in FOLDER: from its tables, or for choices and lengths from
# the treebanks in the folder TREEBANKS. All have the style of --plot. Without gnuplot there are none.
set -eu
program=$1
figures=${FIGURES:-$(dirname "$program")/figures}
# shellcheck disable=SC2034 # report_files.sh reads it
treebanks=$2
folder=$3
shift 3
command -v gnuplot >/dev/null || {
  echo "draw.sh: gnuplot is not installed: no plot is drawn" >&2
  exit 0
}

# The rows of a table, by an awk program in which $c["name"] is the cell of a column: rows TABLE PROGRAM
rows() {
  awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }'" $2" "$folder/$1.tsv"
}

# Draws the rows of standard input: plot NAME TITLE X_TITLE Y_TITLE [LOGARITHMIC_AXES]
plot() {
  picture=$folder/$1.svg
  shift
  "$figures" plot "$picture" "$@"
}

draw_times() {
  for system in arc-standard arc-eager-nederhof; do
    rows times '$c["system"] == "'$system'" && $c["treebanks"] == "all" {
      sub(/.*:/, "", $c["oracle"])
      print $c["oracle"] ($c["trees"] == "projectivized" ? ", projective" : ""), ($c["length_from"] + $c["length_to"]) / 2, $c["us"]
    }' | plot "times-$system" "Time to value a configuration, $system" 'length of stack and remaining input' \
      'microseconds, mean' y
  done
}

# Bins of five lengths, which have a hundred configurations or more.
draw_critical() {
  rows critical '
    function end_bin() { if (n >= 100) print name, 5 * bin + 3, sum / n }
    $c["treebanks"] != name || int(($c["length"] - 1) / 5) != bin {
      end_bin()
      name = $c["treebanks"]; bin = int(($c["length"] - 1) / 5); n = sum = 0
    }
    { n += $c["configurations"]; sum += $c["configurations"] * $c["critical"] }
    END { end_bin() }' | plot critical 'Critical words of a configuration' 'length of stack and remaining input' 'mean number'
}

# Lines of commands, those of treebanks and of parsers apart: draw_commands TABLE X Y TITLE X_TITLE Y_TITLE AXES
draw_commands() {
  table=$1 x=$2 y=$3
  shift 3
  for group in treebanks parsers; do
    rows "scaling-$table" '
      ($1 ~ /^(compare|compare-oracles|transitions|oracle|evaluate|parse|train)$/) == ("'$group'" == "parsers") {
        print $1, $c["'"$x"'"], $c["'"$y"'"]
      }' | plot "scaling-$table-$group" "$1, commands $([ $group = parsers ] && echo 'of parsers' || echo 'over treebanks')" "$2" "$3" "$4"
  done
}

draw_scaling() {
  draw_commands size times words_per_second 'Throughput and the size of the input' 'times the smallest input' \
    'words per second, one thread' xy
  draw_commands length length words_per_second 'Throughput and the length of sentences' 'mean number of words of a sentence' \
    'words per second, one thread' xy
  draw_commands threads threads speedup 'Throughput and threads' 'threads' 'times the throughput of one thread' ''
  for column in us_score us_tree; do
    rows scaling-cores '$c["core"] > 0 { print "'${column#us_}'" ", " $1, $c["core"], $c["'$column'"] }'
  done | plot scaling-cores 'Time to make a tree projective' 'words that remain after contraction' 'microseconds' xy
}

draw_pseudo() {
  for scheme in head path headpath; do
    rows pseudo '$1 != "TOTAL" && $c["lift"] == "optimal" && $c["scheme"] == "'$scheme'" && $c["lifted_trees"] >= 20 {
      y = $c["trees_back_percent"]
      print "'$scheme'", (y < 90 ? $1 : ""), $c["labels_marked"] / $c["labels"], y, y, y
    }'
  done | plot pseudo 'What marks in labels restore, and what they cost: a point for each treebank' \
    'labels with marks, for each label without' 'lifted trees restored whole, per cent'
}

draw_nonprojective() {
  for oracle in static dynamic; do
    rows nonprojective '$c["treebank"] == "ALL" && ($1 ~ /-dynamic$/) == ("'$oracle'" == "dynamic") {
      sub(/-dynamic$/, "", $1)
      print "'$oracle' oracle", $1, $c["nonprojective_F1"] + 0, $c["LAS"], $c["LAS"], $c["LAS"]
    }'
  done | plot nonprojective 'Parsers and non-projective arcs' 'F1 of non-projective arcs, per cent' \
    'LAS, mean of treebanks, per cent'
}

draw_order() {
  rows word-order '{
    name = $1
    sub(/_.*/, "", name)
    print "", name, $c["nonprojective_arcs_percent"], $c["order_freedom_corrected"], $c["order_freedom_corrected_low"],
      $c["order_freedom_corrected_high"]
  }' | plot word-order 'Freedom of order and non-projectivity: a point for each treebank' 'non-projective arcs, per cent' \
    'order freedom, corrected, bits, with its interval of 95 per cent'
}

# Draws by the program, with a label for the files of each treebank: by_program NAME COMMAND OPTION... -- TREEBANK...
by_program() {
  picture=$folder/$1.svg
  command=$2
  shift 2
  {
    while [ "$1" != -- ]; do
      printf '%s\n' "$1"
      shift
    done
    shift
    for treebank; do
      for file in $(files_of "$treebank"); do printf '%s\n' "--label=$treebank" "$file"; done
    done
  } >"$scratch/arguments"
  tr '\n' '\0' <"$scratch/arguments" | xargs -0 "$program" "$command" -q "--plot=$picture" >/dev/null
}

# The six treebanks that lose most arcs; and Figure 8 of Nederhof (2019), over the trees that lose arcs and over all.
draw_choices() {
  most=$(rows stats '$1 != "TOTAL" { sub(/-ud-.*/, "", $1); sub(/\.conllu.*/, "", $1); lost[$1] += $c["lost_arcs"] }
    END { for (name in lost) print lost[name], name }' | sort -rn | head -n 6 | cut -f 2)
  # shellcheck disable=SC2086
  by_program choices choices --over=losing -- $most
  for over in losing all; do
    by_program figure8-$over choices --over=$over --by=words:10 -- grc_proiel de_gsd ja_gsd
  done
}

draw_lengths() {
  names=$(for file in $files; do treebank_of "$file"; done | sort -u)
  # shellcheck disable=SC2086
  by_program lengths stats --on-error=skip --lengths --without upos=PUNCT --by=words:5 -- $names
  # shellcheck disable=SC2086
  by_program intervals stats --on-error=skip --lengths --without upos=PUNCT --intervals --sort=mdd \
    '--title=Mean dependency length without punctuation' -- $names
}

for plot; do
  case $plot in
  choices | lengths) . "$(dirname "$0")/report_files.sh" ;;
  esac
  "draw_$plot"
done
