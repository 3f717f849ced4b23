#!/bin/sh
# cluster.sh PROGRAM - parts of a run by packaging/slurm/tbk-parts.sh: on this machine, and by Slurm where sbatch reaches
# a cluster, whose machines must see the folder TBK_SHARED (default: a new one in TMPDIR).
set -eu
case $1 in
/*) TBK=$1 ;;
*) TBK=$PWD/$1 ;;
esac
export TBK
root=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
parts=$root/packaging/slurm/tbk-parts.sh
scratch=$(mktemp -d "${TBK_SHARED:-${TMPDIR:-/tmp}}/tbk-cluster.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
CDPATH='' cd -- "$scratch"
cp -R "$root/data" "it's data"
passed=0 failed=0

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

# Waits until the jobs of this test are done, a minute at the most.
settle ()
{
  n=0
  while [ $n -lt 120 ] && [ -n "$(squeue -h -n tbk-part,tbk-merge)" ]; do
    sleep 0.5
    n=$((n + 1))
  done
}

# Runs one command in parts and compares. counting WAY N COMMAND...
counting ()
{
  way=$1 n=$2
  shift 2
  rm -rf run
  "$TBK" "$@" >whole 2>messages
  "$parts" "$way" run "$n" : "$@" >job 2>messages
  [ "$way" = local ] || settle
  cmp -s run/table whole
}

# The folder for outputs has what the undivided command writes, and a second run finds nothing to do. writing WAY N
writing ()
{
  way=$1 n=$2
  rm -rf run new all
  "$TBK" projectivize --output-dir=all "it's data" 2>messages
  "$parts" "$way" run "$n" : projectivize --output-dir=new "it's data" >job 2>messages
  [ "$way" = local ] || settle
  diff -r new all && [ -z "$("$parts" missing run)" ]
}

# A part that fails is named, its files are left out of the table, and it is run again alone. breaking WAY N
breaking ()
{
  way=$1 n=$2
  rm -rf run
  "$TBK" stats "it's data" >whole 2>messages
  # Parts are made of sizes: the bad file has as many bytes as the good one.
  mv "it's data/en.conllu" good
  tr '\t' ' ' <good >"it's data/en.conllu"
  "$parts" "$way" run "$n" : stats "it's data" >job 2>messages || :
  [ "$way" = local ] || settle
  mv good "it's data/en.conllu"
  list=$("$parts" missing run)
  case $list in
  '' | *,*) echo "missing: '$list'"; return 1 ;;
  esac
  grep -v 'en.conllu\|TOTAL' whole >expected
  grep -v TOTAL run/table | cmp - expected || return 1
  touch -r run/parts mark
  if [ "$way" = local ]; then
    "$parts" here run 2>messages
  else
    "$parts" again run >job
    settle
  fi
  cmp -s run/table whole && [ -z "$("$parts" missing run)" ]
}

all ()
{
  for n in 1 3 20; do
    check "$1: stats, $n parts" counting "$1" $n stats --lengths --classes "it's data"
    check "$1: projectivize, $n parts" writing "$1" $n
  done
  check "$1: choices" counting "$1" 3 choices --by=file,length --bin=7 "it's data"
  check "$1: compare-oracles" counting "$1" 3 compare-oracles --by=confusions --every=3 "it's data"
  check "$1: evaluate" counting "$1" 3 evaluate --by=deprel "it's data" "it's data"
  check "$1: a part that fails" breaking "$1" 4
}

parallel --version 2>/dev/null | grep -q "^GNU" || echo "there is no GNU parallel: locally one part is done after the other"
all local
if command -v sbatch >/dev/null && sinfo -h >/dev/null 2>&1; then
  all submit
else
  echo "skipped: there is no cluster of Slurm"
fi
echo "cluster: $passed passed, $failed failed"
[ $failed -eq 0 ]
