#!/bin/sh
# run.sh PROGRAM [PART...] - bad inputs and faults: what the program does with damaged and hostile files, full disks, signals,
# exhausted memory. Each part beside this script is a set of tests; lib.sh says how they are written.
#
# Prints each failed and each skipped test, and in the end one line with the counts.
export LC_ALL=C G_DEBUG=fatal-warnings
unset LANGUAGE CDPATH

here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
all='text gzip files clashes signals size stack plot memory terminal'
case $1 in
/*) program=$1 ;;
?*) program=$PWD/$1 ;;
*) echo "usage: run.sh PROGRAM [PART...]" >&2; exit 2 ;;
esac
shift
[ -x "$program" ] || { echo "run.sh: $program: no such program" >&2; exit 2; }

scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-faults.XXXXXX") || exit 3
pids=
trap 'rm -rf "$scratch"' EXIT
trap 'kill $pids 2>/dev/null; exit 130' INT
trap 'kill $pids 2>/dev/null; exit 143' TERM
mkdir "$scratch/bin"
ln -s "$program" "$scratch/bin/tbk"
PATH=$scratch/bin:$PATH

parts=${*:-$all}
for part in $parts; do
  mkdir "$scratch/$part"
  # Should the program hang, timeout ends the part. It also lets SIGINT through, which sh keeps from what runs in
  # the background.
  timeout 1200 sh "$here/$part.sh" "$here" "$scratch/$part" >"$scratch/$part.report" 2>&1 &
  pids="$pids $!"
done
wait

passed=0 failed=0 skipped=0
for part in $parts; do
  tail -n 1 "$scratch/$part.report" >"$scratch/counts"
  if read -r mark n_passed n_failed n_skipped <"$scratch/counts" && [ "$mark" = COUNTS ]; then
    passed=$((passed + n_passed)) failed=$((failed + n_failed)) skipped=$((skipped + n_skipped))
  else
    echo "FAILED $part.sh: it did not come to its end"
    failed=$((failed + 1))
  fi
  sed '/^COUNTS /d' "$scratch/$part.report"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
