#!/bin/sh
# inject.sh PROGRAM PRELOAD [all] - small runs of each command in which one call fails: of open, read, write, close, fsync, rename,
# linkat, mmap, pthread_create or malloc, the k-th, for every k with `all`, else for the first ones and then fewer and fewer.
#
# A run ends with status 0 and the whole output, or with status 3, a message, and the old output or the table of
# the files that could be read. Where memory runs out once the new output is in place, that is whole. Interrupted calls and
# short ones make no difference. No temporary file is left.
set -u
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
case $2 in
/*) preload=$2 ;;
*) preload=$PWD/$2 ;;
esac
all=${3-}
data=$(CDPATH='' cd -- "$(dirname "$0")/../../data" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-inject.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
CDPATH='' cd -- "$scratch" || exit 3
# OpenBLAS ends the process where it lacks a thread.
export LC_ALL=C OPENBLAS_NUM_THREADS=1
n_runs=0 failures=0

fail ()
{
  echo "FAILED $fault: $command: $*"
  head -n 5 err
  failures=$((failures + 1))
}

# Whether the output is the table or the whole page of the files that could be read.
is_rest ()
{
  grep -q 'of 2 files could not be read' err && [ -s out ] || return 1
  case $command in
  *--format=html*) grep -q '</html>$' out ;;
  *) ! grep -vxFf expected out >/dev/null ;;
  esac
}

# Whether the file is done, and what failed is standard output after it, or memory for what is told then; or, with coverage, the
# writing of what was counted.
is_done ()
{
  { [ -n "${TBK_COVERAGE-}" ] || grep -qE 'standard output|memory ran out$' err; } && cmp -s out expected
}

# Whether the library of Fortran has ended the process, which OpenBLAS loads and which does so where it lacks memory.
is_fortran ()
{
  [ $how = ENOMEM ] && [ "$(head -n 1 err)" = 'Operating system error: Cannot allocate memory' ]
}

# Of files in a folder, each the old one or the new one: what stands in `out` then, in the place of one file.
gather ()
{
  for file in into/*; do
    if [ "$(cat "$file")" = old ] || cmp -s "$file" "expected.${file#into/}"; then continue; fi
    fail "$file is neither the old one nor the new one"
  done
  if [ $status = 0 ]; then cat into/* >out; else echo old >out; fi
  rm -f into/*
}

# The output is a file that was there before, or several of a folder.
check ()
{
  case $command in *--output-dir=*) gather ;; esac
  case $status in
  0) cmp -s out expected || fail "status 0, another output" ;;
  3)
    grep -q '^tbk' err || fail "status 3, no message"
    echo old | cmp -s - out || is_rest || is_done || fail "status 3, and the old output is gone"
    ;;
  1) is_fortran && echo old | cmp -s - out || fail "status 1" ;;
  *) fail "status $status" ;;
  esac
  case $how in
  EINTR | short | half) [ $status = 0 ] || fail "status $status" ;;
  ENOSPC) [ $status = 3 ] || fail "status $status, though a write failed" ;;
  esac
  # Where memory runs out the program ends at once; a file that has a name stays then, as after a kill.
  for file in .*.tmp into/.*.tmp; do
    [ ! -e "$file" ] || { [ -n "${TBK_ALL_HAVE_NAMES-}" ] && grep -q 'memory ran out' err; } || fail "temporary file left: $file"
    rm -f "$file"
  done
}

# sweep FUNCTION HOW: the command with each call of the function failing in turn.
sweep ()
{
  how=$2 k=1
  # Where files have names from the start, one that is not complete is removed.
  case $command in *in.conllu.gz) export TBK_ALL_HAVE_NAMES=1 ;; *) unset TBK_ALL_HAVE_NAMES ;; esac
  while :; do
    fault=$1:$k:$how
    rm -f mark
    echo old >out
    for file in $parts; do echo old >"into/$file"; done
    TBK_FAULT=$fault TBK_FAULT_MARK=mark LD_PRELOAD=$preload timeout 60 "$program" $command <in >stdout 2>err
    status=$?
    n_runs=$((n_runs + 1))
    [ -e mark ] || break
    check
    if [ -n "$all" ] || [ $k -lt 4 ]; then k=$((k + 1)); else k=$((2 * k)); fi
  done
}

cp "$data/en.conllu" in.conllu
cp "$data/phrases.psd" .
cp in.conllu other.conllu
gzip -kn in.conllu
"$program" projectivize -o marked.conllu in.conllu
"$program" train -o model in.conllu --epochs=1 >/dev/null 2>&1
echo '{"heads":[2,0],"prefix":["SH"]}' >records
cp records in
printf "A/DET letter/N arrived/V\n\nslept/V ./.\n" >in.tagged
"$program" train -o phrases --epochs=1 phrases.psd >/dev/null 2>&1
"$program" train -o network --learner=feedforward --epochs=1 in.conllu >/dev/null 2>&1 || cp model network
"$program" train -o beam --beam=4 --epochs=1 in.conllu >/dev/null 2>&1
"$program" projectivize --mark=head -o marked.head in.conllu
"$program" transitions --system=swap -o sequences in.conllu
"$program" transitions --system=in-order -o phrases.jsonl phrases.psd
"$program" convert --to=conllx -o in.conllx in.conllu 2>/dev/null
"$program" convert --to=heads -o in.heads in.conllu
sed 's/nsubj/obj/' in.conllu >changed.conllu
"$program" transitions --system=arc-eager-nederhof -o graded in.conllu
mkdir into
"$program" stats --tally=tally.1 --part=1/2 in.conllu other.conllu >/dev/null
"$program" stats --tally=tally.2 --part=2/2 in.conllu other.conllu >/dev/null

while read -r command; do
  rm -f into/*
  "$program" $command <in >stdout 2>err || { echo "FAILED without a fault: $command"; cat err; failures=$((failures + 1)); }
  parts=
  case $command in
  *--output-dir=*)
    parts=$(ls into)
    for file in $parts; do cp "into/$file" "expected.$file"; done
    cat into/* >out
    ;;
  esac
  mv out expected
  sweep malloc ENOMEM
  sweep open EMFILE
  sweep read EIO
  sweep read EINTR
  sweep read short
  sweep read half
  sweep write ENOSPC
  sweep write EINTR
  sweep write short
  sweep write half
  sweep fsync EIO
  sweep close EIO
  sweep rename EIO
  sweep linkat EIO
  sweep pthread_create EAGAIN
  sweep mmap ENOMEM
done <<'COMMANDS'
projectivize -o out in.conllu.gz
projectivize -j4 -o out in.conllu other.conllu
projectivize --mark=head --on-error=pass -o out in.conllu
restore -o out marked.conllu
stats --lengths --classes -j2 -o out in.conllu other.conllu
choices --by=sentence -o out in.conllu
check --fail-on=never --format=html -j2 -o out in.conllu other.conllu
repair --test=error,warning,note -o out in.conllu
filter --where=!projective -o out in.conllu
transitions --system=swap -o out in.conllu
oracle -o out records
stats -o out phrases.psd
transitions --system=in-order -o out phrases.psd
evaluate -o out in.conllu other.conllu
parse -m model -o out in.conllu
parse -m beam -o out in.conllu
parse -m phrases --input=tagged -o out in.tagged
parse -m network -o out in.conllu
train --epochs=1 -o out in.conllu
train --epochs=1 --beam=2 -o out in.conllu
train --epochs=1 -o out phrases.psd
find upos=NOUN -o out in.conllu
find upos=NOUN --by=lemma -o out in.conllu
restore --mark=head -o out marked.head
filter --sample=5 -o out in.conllu
filter --sample=5 -o out phrases.psd
transitions --system=swap --replay --onto=in.conllu -o out sequences
transitions --system=in-order --replay -o out phrases.jsonl
compare-oracles --system=arc-eager-nederhof --by=confusion -o out in.conllu
compare-oracles --system=top-down --columns=file,*differ* -o out phrases.psd
compare-oracles --system=bottom-up --columns=file,*differ* -o out phrases.psd
merge -o out tally.1 tally.2
show --projectivized -o out in.conllu
show --format=html -o out phrases.psd
evaluate -o out phrases.psd phrases.psd
convert --to=conllx -j2 -o out in.conllu other.conllu
convert --input=conllx -o out in.conllx
convert --input=heads -o out in.heads
check --rules=ud --fail-on=never -o out in.conllu
choices --by=arc --over=all -o out in.conllu
stats --lengths --by=sentence --format=jsonl -o out in.conllu
filter --where=class.planar --split=train:80,dev:20 --output-dir=into in.conllu other.conllu
filter --split=3 --output-dir=into in.conllu
projectivize -j2 --output-dir=into in.conllu other.conllu
show --format=svg --output-dir=into --max=3 in.conllu
show --against=changed.conllu --format=html -o out in.conllu
steps --system=arc-eager-nederhof -o out --max=2 in.conllu
steps --system=arc-eager-nederhof --grade=graded -o out --max=2 in.conllu
steps --walk=parser:model --format=html -o out --max=1 in.conllu
steps --system=in-order --format=html -o out --max=1 phrases.psd
steps --system=two-planar -o out --max=2 in.conllu
evaluate --align -o out in.conllu changed.conllu
evaluate --by=word -o out in.conllu changed.conllu
parse -m beam --n-best=3 --margin -o out in.conllu
COMMANDS

# A large output goes to the disk while it is made, and that may fail before the end.
for _ in 1 2 3 4 5 6 7 8; do cat in.conllu in.conllu in.conllu in.conllu; done >part.conllu
while [ "$(wc -c <part.conllu)" -lt 9000000 ]; do cat part.conllu part.conllu >large.conllu && mv large.conllu part.conllu; done
command='projectivize -j2 -o out part.conllu' parts= n_before=$n_runs
"$program" $command 2>err && mv out expected
sweep sync_file_range EIO
sweep sync_file_range ENOSPC
[ "$n_runs" -ge $((n_before + 6)) ] || fail "nothing goes to the disk before the end"
echo "faults injected: $n_runs runs, $failures failures"
[ $failures = 0 ]
