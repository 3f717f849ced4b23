#!/bin/sh
# inject.sh PROGRAM PRELOAD [all] - small runs of each command in which one call fails: of open, read, write, close, fsync, rename,
# mmap, pthread_create or malloc, the k-th, for every k with `all`, else for the first ones and then fewer and fewer.
#
# A run ends with status 0 and the whole output, or with status 3, a message, and the old output or the table of
# the files that could be read. Interrupted calls and short ones make no difference. No temporary file is left.
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
data=$(cd "$(dirname "$0")/../../data" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-inject.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
export LC_ALL=C
n_runs=0 failures=0

fail ()
{
  echo "FAILED $fault: $command: $*"
  head -n 5 err
  failures=$((failures + 1))
}

# Whether the output is the table of the files that could be read.
is_rest ()
{
  grep -q 'of 2 files could not be read' err && [ -s out ] && ! grep -vxFf expected out >/dev/null
}

# The output is a file that was there before.
check ()
{
  case $status in
  0) cmp -s out expected || fail "status 0, another output" ;;
  3)
    grep -q '^tbk' err || fail "status 3, no message"
    echo old | cmp -s - out || is_rest || fail "status 3, and the old output is gone"
    ;;
  *) fail "status $status" ;;
  esac
  case $how in
  EINTR | short | half) [ $status = 0 ] || fail "status $status" ;;
  esac
  for file in .*.tmp; do
    [ ! -e "$file" ] || { fail "temporary file left: $file"; rm -f "$file"; }
  done
}

# sweep FUNCTION HOW: the command with each call of the function failing in turn.
sweep ()
{
  how=$2 k=1
  while :; do
    fault=$1:$k:$how
    rm -f mark
    echo old >out
    TBK_FAULT=$fault TBK_FAULT_MARK=mark LD_PRELOAD=$preload timeout 60 "$program" $command <in >stdout 2>err
    status=$?
    n_runs=$((n_runs + 1))
    [ -e mark ] || break
    check
    if [ -n "$all" ] || [ $k -lt 8 ]; then k=$((k + 1)); else k=$((k + k / 3)); fi
  done
}

cp "$data/en.conllu" in.conllu
cp "$data/phrases.psd" .
cp in.conllu other.conllu
gzip -kn in.conllu
"$program" projectivize -o marked.conllu in.conllu
"$program" train -o model in.conllu --epochs=1 >/dev/null 2>&1
echo '{"heads":[2,0],"stack":[0,1],"buffer":2}' >records
cp records in

while read -r command; do
  "$program" $command <in >stdout 2>err || { echo "FAILED without a fault: $command"; cat err; failures=$((failures + 1)); }
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
  sweep rename EIO
  sweep pthread_create EAGAIN
  sweep mmap ENOMEM
done <<'COMMANDS'
projectivize -o out in.conllu.gz
projectivize -j4 -o out in.conllu other.conllu
projectivize --mark=head --on-error=pass -o out in.conllu
restore -o out marked.conllu
stats --measures -j2 -o out in.conllu other.conllu
choices --by=sentence -o out in.conllu
filter --nonprojective -o out in.conllu
transitions --system=swap -o out in.conllu
oracle -o out records
stats -o out phrases.psd
transitions --system=in-order -o out phrases.psd
evaluate -o out in.conllu other.conllu
parse -m model -o out in.conllu
COMMANDS
echo "faults injected: $n_runs runs, $failures failures"
[ $failures = 0 ]
