#!/bin/sh
# cluster.sh PROGRAM - parts of a run by packaging/slurm/tbk-parts.sh: on this machine, and by Slurm: where sbatch reaches
# a cluster, whose machines must see the folder TBK_SHARED (default: a new one in TMPDIR), there; else on one of this
# test's own, where Debian's slurm-wlm and munge are installed.
set -eu
case $1 in
/*) TBK=$1 ;;
*) TBK=$PWD/$1 ;;
esac
export TBK
root=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
parts=$root/packaging/slurm/tbk-parts.sh
scratch=$(mktemp -d "${TBK_SHARED:-${TMPDIR:-/tmp}}/tbk-cluster.XXXXXX")
daemons=
# shellcheck disable=SC2086
trap '[ -z "$daemons" ] || kill $daemons 2>/dev/null || :; wait; rm -rf "$scratch"' EXIT
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

# Starts daemon NAME: its number is kept, so that it is ended, and no other of this machine. start NAME COMMAND...
start ()
{
  name=$1
  shift
  "$@" >"cluster/$name.out" 2>&1 &
  daemons="$daemons $!"
}

# Waits until a command is true, ten seconds at the most. await COMMAND...
await ()
{
  n=0
  until "$@" >/dev/null 2>&1; do
    n=$((n + 1))
    [ $n -lt 50 ] || return 1
    sleep 0.2
  done
}

is_idle ()
{
  sinfo -h -o %T | grep -q '^idle'
}

# A cluster of one machine, this one, with ports and folders of its own; the user of this test runs all of it. Jobs may
# outnumber the cores.
start_cluster ()
{
  host=$(hostname -s) port=$((20000 + $$ % 20000))
  mkdir -p cluster/state cluster/spool
  head -c 1024 /dev/urandom >cluster/key
  chmod 400 cluster/key
  cat >cluster/slurm.conf <<EOT
ClusterName=tbk
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$PWD/cluster/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$PWD/cluster/state
SlurmdSpoolDir=$PWD/cluster/spool
SlurmctldPidFile=$PWD/cluster/slurmctld.pid
SlurmdPidFile=$PWD/cluster/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
MinJobAge=10
NodeName=$host NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=ALL Default=YES
EOT
  export SLURM_CONF="$PWD/cluster/slurm.conf"
  start munged munged --foreground --force "--key-file=$PWD/cluster/key" "--socket=$PWD/cluster/munge" \
    "--pid-file=$PWD/cluster/munged.pid" "--seed-file=$PWD/cluster/seed" "--log-file=$PWD/cluster/munge.log"
  await [ -S cluster/munge ] || return 1
  start slurmctld slurmctld -D
  await sinfo -h || return 1
  start slurmd slurmd -D -N "$host"
  await is_idle
}

# Waits until the jobs of this test are done, five minutes at the most.
settle ()
{
  n=0
  while [ $n -lt 600 ] && [ -n "$(squeue -h -n tbk-part,tbk-merge)" ]; do
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
  check "$1: choices" counting "$1" 3 choices --by=file,words:7 "it's data"
  check "$1: compare-oracles" counting "$1" 3 compare-oracles --by=confusion --every=3 "it's data"
  check "$1: evaluate" counting "$1" 3 evaluate --by=udeprel "it's data" "it's data"
  check "$1: a part that fails" breaking "$1" 4
}

parallel --version 2>/dev/null | grep -q "^GNU" || echo "there is no GNU parallel: locally one part is done after the other"
all local
PATH=$PATH:/usr/sbin # where Debian has the daemons
if command -v sbatch >/dev/null && sinfo -h >/dev/null 2>&1; then
  all submit
elif ! command -v sbatch >/dev/null || ! command -v slurmctld >/dev/null || ! command -v slurmd >/dev/null ||
  ! command -v munged >/dev/null; then
  echo "skipped: there is no cluster of Slurm, and no slurm-wlm and munge to start one"
elif start_cluster; then
  all submit
else
  check "a cluster of this test's own: $(tail -q -n 1 cluster/*.out)" false
fi
echo "cluster: $passed passed, $failed failed"
[ $failed -eq 0 ]
