#!/bin/sh
# experiment_votes.sh PROGRAM UD WORK FOLDER - the tree of most votes of six parsers of different kinds, against the best of them. Of
# each of NAMES (default: hu_szeged el_gdt tr_imst) the newest release below the folder UD that has a training set is used.
# Models and trees are left in WORK, and what is there is not made again. Writes FOLDER/votes.tsv, a row for each parser and one for
# their vote, and FOLDER/votes.md.
set -eu
program=$1 # of origin.sh
ud=$2
work=$3
folder=$4
names=${NAMES:-hu_szeged el_gdt tr_imst}
parsers='eager marked swap hybrid covington beam'
. "$(dirname "$0")/origin.sh"
mkdir -p "$work" "$folder"

# The part of a treebank's newest release: newest NAME PART
newest() {
  found=$(ls "$ud"/r*/"$1-ud-$2.conllu.gz" 2>/dev/null | sort -V | tail -n 1)
  [ -n "$found" ] || { echo "$(basename "$0"): no $1-ud-$2.conllu.gz in a release below $ud" >&2 && exit 1; }
  echo "$found"
}

options() {
  case $1 in
  eager) echo --system=arc-eager ;;
  marked) echo --system=arc-eager --mark=head ;;
  swap) echo --system=swap ;;
  hybrid) echo --system=arc-hybrid ;;
  covington) echo --system=covington ;;
  beam) echo --system=arc-eager --beam=8 ;;
  esac
}

# Figures of a file, that of development or of the test: LAS NAME PART PARSER
score() {
  "$program" evaluate -q --of=deprel --columns=measure,percent "$(newest "$1" "$2")" "$work/$1-$3-$2.conllu" |
    awk -F '\t' -v measure="$4" '$1 == measure { print $2 }'
}

for name in $names; do
  for parser in $parsers; do
    model=$work/$name-$parser.tbk
    # shellcheck disable=SC2046
    [ -e "$model" ] || "$program" train -q $(options $parser) --dev="$(newest "$name" dev)" "$(newest "$name" train)" -o "$model" >>"$work/messages" 2>&1
    for part in dev test; do
      parsed=$work/$name-$parser-$part.conllu
      [ -e "$parsed" ] || "$program" parse -q --model="$model" "$(newest "$name" $part)" -o "$parsed" 2>>"$work/messages"
    done
  done
done

{
  echo 'treebank	voter	dev_LAS	UAS	LAS	p'
  for name in $names; do
    for parser in $parsers; do
      echo "$name	$parser	$(score "$name" dev $parser LAS)	$(score "$name" test $parser UAS)	$(score "$name" test $parser LAS)	"
    done | sort -t '	' -k 3,3nr >"$work/$name.tsv"
    cat "$work/$name.tsv"
    # Files in the order of trust: the best in development first.
    "$program" vote -q -o "$work/$name-vote-test.conllu" $(cut -f 2 "$work/$name.tsv" | sed "s|.*|$work/$name-&-test.conllu|") 2>>"$work/messages"
    best=$work/$name-$(head -n 1 "$work/$name.tsv" | cut -f 2)-test.conllu
    p=$("$program" evaluate -q --of=deprel --against="$best" "$(newest "$name" test)" "$work/$name-vote-test.conllu" --columns=measure,p |
      awk -F '\t' '$1 == "LAS" { print $2 }')
    echo "$name	vote		$(score "$name" test vote UAS)	$(score "$name" test vote LAS)	$p"
  done
} >"$folder/votes.tsv"

{
  cat <<EOT
# Votes of six parsers

$(origin experiment-votes), on
$(for name in $names; do newest "$name" test | sed 's|.*/\(r[^/]*/.*\)|\1|'; done | paste -sd ' '). Six parsers of \`tbk train\` with the usual epochs: arc-eager over the trees as they
are (*eager*), over projective ones with marks that are undone (*marked*), with a beam of 8 (*beam*); *swap*, arc-*hybrid* and
*covington*. \`tbk vote\` gets them in the order of their LAS in development. UAS and LAS of the test set with subtypes; *gain* over
the best in development, and how often chance alone gives one as large.

| treebank | best in development | its UAS | its LAS | UAS of the vote | LAS of the vote | gain | p |
|---|---|--:|--:|--:|--:|--:|--:|
EOT
  awk -F '\t' 'NR == 1 { next }
    $2 == "vote" { printf "| %s | %s | %s | %s | %s | %s | %+.2f | %s |\n", $1, voter, uas, las, $4, $5, $5 - las, $6; next }
    $1 != treebank { treebank = $1; voter = $2; uas = $4; las = $5 }' "$folder/votes.tsv"
  printf '\nEach voter, the best in development first:\n\n| treebank | voter | LAS in development | UAS | LAS |\n|---|---|--:|--:|--:|\n'
  awk -F '\t' 'NR > 1 && $2 != "vote" { print "| " $1 " | " $2 " | " $3 " | " $4 " | " $5 " |" }' "$folder/votes.tsv"
} >"$folder/votes.md"
