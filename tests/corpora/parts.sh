#!/bin/sh
# parts.sh PROGRAM - runs in parts over all treebanks: those of TBK_CORPORA, else of data/. In 1, 3 and 8 parts, merged
# in any order, every table has the bytes of the undivided run; and the parts of a run that writes are the whole.
set -eu
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
folder=${TBK_CORPORA-}/ud every=40
[ -f "$folder/MANIFEST.tsv" ] || { folder=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)/data every=1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# in_parts NAME COMMAND...
in_parts ()
{
  name=$1
  shift
  "$program" "$@" -q -j2 --on-error=skip "$folder" >"$scratch/whole" 2>"$scratch/messages"
  for n in 1 3 8; do
    for i in $(seq "$n"); do
      "$program" "$@" -q --on-error=skip --part="$i/$n" --tally="$scratch/$i.json" "$folder" \
        >"$scratch/part" 2>"$scratch/messages" || return 1
    done
    for order in 'sort' 'sort -r' 'shuf'; do
      # shellcheck disable=SC2046 # the names have no spaces
      if "$program" merge $(printf '%s\n' "$scratch"/*.json | $order) | cmp - "$scratch/whole"; then
        passed=$((passed + 1))
      else
        echo "FAILED $name in $n parts, $order"
        failed=$((failed + 1))
      fi
    done
    rm "$scratch"/*.json
  done
}

in_parts stats stats
in_parts lengths stats --lengths --classes
in_parts choices choices --by=words:4
in_parts 'choices by file' choices --by=file,words:5 --over=all
in_parts confusions compare-oracles --by=confusion --every="$every" --system=arc-eager-nederhof
in_parts walks compare-oracles --by=confusion --every="$every" --walk=explore:0.3 --seed=9

"$program" projectivize -q -j2 --on-error=pass --output-dir="$scratch/whole.d" "$folder" 2>"$scratch/messages"
for i in 3 1 2; do
  "$program" projectivize -q --on-error=pass --output-dir="$scratch/parts.d" --part=$i/3 "$folder" 2>"$scratch/messages"
done
if diff -r "$scratch/whole.d" "$scratch/parts.d"; then
  passed=$((passed + 1))
else
  echo "FAILED projectivize in 3 parts"
  failed=$((failed + 1))
fi
echo "parts: $passed passed, $failed failed"
[ "$failed" = 0 ]
