#!/bin/sh
# tbk-parts.sh - a tbk command over the parts of many files, on a cluster that Slurm runs, or on one machine.
#
#   tbk-parts.sh submit FOLDER PARTS [-- SBATCH-OPTION...] : COMMAND [OPTION...] FILE...
#   tbk-parts.sh local  FOLDER PARTS : COMMAND [OPTION...] FILE...
#   tbk-parts.sh missing FOLDER
#   tbk-parts.sh again FOLDER [-- SBATCH-OPTION...]
#
# submit  queues a job array, one task for each of PARTS parts of the files, and a job that depends on it: of a command
#         that counts (stats, choices, compare, evaluate) it merges the parts into FOLDER/table, of one that writes treebanks
#         (give it --output-dir) it looks whether all parts are done.
# local   does the same by GNU parallel, or one part after the other where there is none.
# missing prints the parts that are not done, as sbatch --array takes them. again queues those alone, and what depends.
#
# Everything is in FOLDER, which all machines must see, as they must the files: the command line (FOLDER/command), the
# number of parts (FOLDER/parts: it is written here once and never taken from the scheduler, which counts the tasks of
# this submission, not the parts), and for each part I its tally and what it printed (I.json, I.out, I.err, I.status). A
# part is done when its status is there and 0. TBK names the program (default: tbk).
set -eu

fail ()
{
  echo "tbk-parts.sh: $*" >&2
  exit 2
}

# The path of this script, for jobs: Slurm runs a copy of what it is given.
here=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")

# Quotes the words of a command line for sh. quote WORD...
quote ()
{
  for word; do
    printf "'%s' " "$(printf '%s' "$word" | sed "s/'/'\\\\''/g")"
  done
  echo
}

# Whether the tables of the command in $folder can be merged.
counts ()
{
  case $(cat "$folder/name") in
  stats | choices | compare | evaluate) return 0 ;;
  esac
  return 1
}

# Makes the folder. prepare FOLDER PARTS COMMAND WORD...
prepare ()
{
  folder=$1 parts=$2
  shift 2
  case $parts in
  '' | *[!0-9]* | 0*) fail "found '$parts' parts, expected a number from 1 on" ;;
  esac
  [ $# -ge 2 ] || fail "no command: expected ': COMMAND [OPTION...] FILE...'"
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
  [ ! -e "$folder/command" ] || fail "$folder: there is a run in this folder; 'again' takes it up"
  pwd >"$folder/directory"
  echo "$parts" >"$folder/parts"
  echo "$1" >"$folder/name"
  command=$1
  shift
  if counts; then
    quote "$command" '--part=@PART@' '--tally=@TALLY@' "$@" >"$folder/command"
  else
    quote "$command" '--part=@PART@' '--skip-existing' "$@" >"$folder/command"
  fi
}

# Runs one part. part FOLDER I
run_part ()
{
  folder=$1 part=$2
  read -r parts <"$folder/parts"
  read -r directory <"$folder/directory"
  tally=$(printf '%s' "$folder/$part.json" | sed "s/'/'\\\\''/g; s/[&|\\\\]/\\\\&/g")
  line=$(sed "s|@PART@|$part/$parts|; s|@TALLY@|$tally|" "$folder/command")
  rm -f "$folder/$part.status" "$folder/$part.json"
  cd "$directory"
  status=0
  eval "\"\${TBK:-tbk}\" $line" >"$folder/$part.out" 2>"$folder/$part.err" || status=$?
  echo "$status" >"$folder/$part.status.tmp"
  mv "$folder/$part.status.tmp" "$folder/$part.status"
  return "$status"
}

# Prints the parts that are not done, with commas.
missing ()
{
  read -r parts <"$1/parts"
  list='' part=1
  while [ "$part" -le "$parts" ]; do
    [ -f "$1/$part.status" ] && [ "$(cat "$1/$part.status")" = 0 ] || list=$list${list:+,}$part
    part=$((part + 1))
  done
  echo "$list"
}

# What depends on all parts.
finish ()
{
  folder=$1
  list=$(missing "$folder")
  read -r directory <"$folder/directory"
  cd "$directory"
  if counts; then
    "${TBK:-tbk}" merge -o "$folder/table" "$folder"/*.json || return $?
  fi
  [ -z "$list" ] && return
  echo "tbk-parts.sh: $folder: parts that are not done: $list" >&2
  return 3
}

# Queues the parts in $list, and what depends on them. queue SBATCH-OPTION...
queue ()
{
  job=$(sbatch --parsable --array="$list" --job-name=tbk-part --output=/dev/null "$@" "$here" run-part "$folder")
  job=${job%%;*}
  # Not afterok: a part that left a file out fails, and the table of the rest is wanted all the same.
  sbatch --parsable --dependency="afterany:$job" --job-name=tbk-merge --output="$folder/merge.log" "$@" "$here" \
    finish "$folder" >/dev/null
  echo "$job"
}

[ $# -ge 2 ] || fail "expected submit, local, missing or again, and a folder; the head of this script tells more"
what=$1
case $what in
submit | local)
  [ $# -ge 3 ] || fail "no number of parts"
  wanted=$2 parts=$3
  shift 3
  options=
  [ "${1-}" != -- ] || shift
  while [ $# -gt 0 ] && [ "$1" != : ]; do
    options="$options $(quote "$1")"
    shift
  done
  [ $# -gt 0 ] || fail "no command: expected ': COMMAND [OPTION...] FILE...'"
  shift
  prepare "$wanted" "$parts" "$@"
  if [ "$what" = submit ]; then
    list=1-$parts
    eval "queue $options"
  else
    "$here" here "$folder"
  fi
  ;;
here) # every part that is not done, on this machine
  list=$(missing "$2")
  if command -v parallel >/dev/null 2>&1; then
    echo "$list" | tr , '\n' | parallel --will-cite "$here" run-part "$2" {} || :
  else
    for part in $(echo "$list" | tr , ' '); do
      "$here" run-part "$2" "$part" || :
    done
  fi
  cat "$2"/*.err >&2
  finish "$2"
  ;;
missing) missing "$2" ;;
again)
  folder=$(cd "$2" && pwd)
  shift 2
  [ "${1-}" != -- ] || shift
  list=$(missing "$folder")
  [ -n "$list" ] || fail "$folder: all parts are done"
  queue "$@"
  ;;
run-part) run_part "$2" "${3:-${SLURM_ARRAY_TASK_ID-}}" ;;
finish) finish "$2" ;;
*) fail "found '$what', expected submit, local, missing or again" ;;
esac
