#!/bin/sh
# tags.sh PROGRAM - trees as tags and back by the command line, over the treebanks of TBK_CORPORA: with every encoding the trees of
# its class come back, and with headpath marks and `tbk restore` nearly all arcs of all trees. Prints the share of these arcs.
# TBK_WHOLE=1 reads all sentences, else one in 25.
set -eu
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
folder=${TBK_CORPORA-}/ud
if [ ! -f "$folder/MANIFEST.tsv" ]; then
  echo "skipped: TBK_CORPORA names no folder with ud/MANIFEST.tsv"
  exit 0
fi
every=25
[ -z "${TBK_WHOLE-}" ] || every=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# Reads and writes; warnings are about the treebanks.
run ()
{
  "$program" "$@" 2>"$scratch/messages"
}

check ()
{
  what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    echo "FAILED $what"
    failed=$((failed + 1))
  fi
}

# The heads of gold.conllu, and those of another file: a line a word, and a blank one before each sentence.
beside ()
{
  for file in gold "$1"; do
    awk -F '\t' '$1 == "1" { print "" } $1 ~ /^[0-9]+$/ { print $7 }' "$scratch/$file.conllu" >"$scratch/$file.heads"
  done
  paste "$scratch/gold.heads" "$scratch/$1.heads"
}

# There and back, with options for there.
round_trip ()
{
  encoding=$1
  shift
  run convert --to=encoded --encoding="$encoding" "$@" "$scratch/gold.conllu" -o "$scratch/trees.tags" &&
    run convert --input=encoded --encoding="$encoding" "$scratch/trees.tags" -o "$scratch/decoded.conllu" &&
    ! grep -q 'the tags of no tree' "$scratch/messages"
}

# The sentences with other heads are those that the encoding cannot write.
trees_come_back ()
{
  run convert --to=encoded --encoding="$1" --trees=projective "$scratch/gold.conllu" -o "$scratch/inside.tags" || return 1
  outside=$(sed -n 's/^tbk convert: \([0-9]*\) of [0-9]* sentences left out: .*/\1/p' "$scratch/messages")
  echo "$1: ${outside:-0} trees outside of the class"
  round_trip "$1" --trees=projectivized && beside decoded |
    awk -F '\t' -v outside="${outside:-0}" '
      $1 == "" { n += differs; differs = 0 }
      $1 != $2 { differs = 1 }
      END { exit n + differs != outside }'
}

# Over all sentences 99.983 % of release 2.2 come back, 99.996 % of newer ones.
arcs_come_back ()
{
  round_trip "$1" --trees=projectivized --mark=headpath &&
    run restore --mark=headpath "$scratch/decoded.conllu" -o "$scratch/restored.conllu" && beside restored |
    awk -F '\t' -v name="$1" '
      $1 != "" { words++; lost += $1 != $2 }
      END {
        printf "%s: %d of %d arcs lost with marks, %.4f %% come back\n", name, lost, words, 100 - 100 * lost / words
        exit lost > words / 5000
      }'
}

run filter -q --on-error=skip --every="$every" "$folder"/*/*.conllu.gz "$folder"/*/*/*.conllu.gz >"$scratch/gold.conllu" ||
  [ -s "$scratch/gold.conllu" ]
for encoding in absolute relative relative-upos brackets brackets-2 4-bit 7-bit hexatags hierarchical hierarchical-any; do
  check "$encoding: trees" trees_come_back "$encoding"
  check "$encoding: arcs" arcs_come_back "$encoding"
done
echo "tags: $passed passed, $failed failed"
[ "$failed" = 0 ]
