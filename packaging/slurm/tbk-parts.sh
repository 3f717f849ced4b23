#!/bin/sh
# tbk-parts.sh - a tbk command over the parts of many files, on a cluster that Slurm runs, or on one machine.
#
#   tbk-parts.sh submit FOLDER PARTS [-- SBATCH-OPTION...] : COMMAND [OPTION...] FILE...
#   tbk-parts.sh local  FOLDER PARTS : COMMAND [OPTION...] FILE...
#   tbk-parts.sh missing FOLDER
#   tbk-parts.sh again FOLDER [-- SBATCH-OPTION...]
#   tbk-parts.sh here  FOLDER
#
# submit  queues a job array, one task for each of PARTS parts of the files, and a job that depends on it: of a command
#         that counts (stats, choices, compare-oracles, evaluate) it merges the parts into FOLDER/table, of one that writes treebanks
#         (give it --output-dir) it looks whether all parts are done.
# local   does the same without Slurm: by GNU parallel, or one part after the other where there is none.
# missing prints the parts that are not done, as sbatch --array takes them. again queues those alone, and what depends;
#         here does them on this machine.
#
# Everything is in FOLDER, which all machines must see, as they must the files: what a part does (FOLDER/command, lines of
# sh), the number of parts (FOLDER/parts: it is written here once and never taken from the scheduler, which counts the tasks
# of this submission, not the parts), and for each part I its tally and what it printed (I.json, I.out, I.err, I.status). A
# part is done when its status is there and 0. TBK names the program (default: tbk).
set -eu

fail ()
{
  echo "tbk-parts.sh: $*" >&2
  exit 2
}

# Sets $absolute to the path of a folder. The full stop keeps a line end that its name may end in.
make_absolute ()
{
  [ "$1" != - ] || set -- ./- # '-' alone is where one was before
  absolute=$(CDPATH='' cd -- "$1" && pwd && echo .)
  absolute=${absolute%??}
}

# The path of this script, for jobs: Slurm runs a copy of what it is given.
make_absolute "$(dirname -- "$0")"
here=$absolute/$(basename -- "$0")

# Quotes the words of a command line for sh. quote WORD...
quote ()
{
  for word; do
    quoted=$(printf '%s.' "$word" | sed "s/'/'\\\\''/g")
    printf "'%s' " "${quoted%.}"
  done
  echo
}

# Whether the tables of the command in $folder can be merged.
counts ()
{
  case $(cat "$folder/name") in
  stats | choices | compare-oracles | evaluate) return 0 ;;
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
  mkdir -p -- "$folder"
  make_absolute "$folder"
  folder=$absolute
  [ ! -e "$folder/command" ] || fail "$folder: there is a run in this folder; 'again' takes it up"
  echo "$parts" >"$folder/parts"
  echo "$1" >"$folder/name"
  command=$(quote "$1")
  if counts; then
    command="$command \"--tally=\$folder/\$part.json\""
  else
    command="$command --skip-existing"
  fi
  shift
  make_absolute .
  {
    printf 'directory=%s\n' "$(quote "$absolute")"
    printf 'set -- %s "--part=$part/$parts" %s\n' "$command" "$(quote "$@")"
  } >"$folder/command"
}

# Sets $folder to the path of the folder of a run, and $parts. find_run FOLDER
find_run ()
{
  make_absolute "$1"
  folder=$absolute
  [ -f "$folder/parts" ] || fail "$folder: there is no run in this folder"
  read -r parts <"$folder/parts"
}

# Runs one part of the run that was found. run_part I
run_part ()
{
  part=$1 directory=''
  rm -f "$folder/$part.status" "$folder/$part.json"
  # shellcheck source=/dev/null
  . "$folder/command"
  cd -- "$directory"
  status=0
  "${TBK:-tbk}" "$@" >"$folder/$part.out" 2>"$folder/$part.err" || status=$?
  echo "$status" >"$folder/$part.status.tmp"
  mv "$folder/$part.status.tmp" "$folder/$part.status"
  return "$status"
}

# Prints the parts that are not done, with commas.
missing ()
{
  list='' part=1
  while [ "$part" -le "$parts" ]; do
    [ -f "$folder/$part.status" ] && [ "$(cat "$folder/$part.status")" = 0 ] || list=$list${list:+,}$part
    part=$((part + 1))
  done
  echo "$list"
}

# What depends on all parts.
finish ()
{
  list=$(missing)
  part='' directory=''
  # shellcheck source=/dev/null
  . "$folder/command"
  cd -- "$directory"
  if counts; then
    "${TBK:-tbk}" merge -o "$folder/table" "$folder"/*.json || return $?
  fi
  [ -z "$list" ] && return
  echo "tbk-parts.sh: $folder: parts that are not done: $list" >&2
  return 3
}

# Says what else can be done where there is no Slurm. need_slurm INSTEAD...
need_slurm ()
{
  command -v sbatch >/dev/null 2>&1 || fail "there is no Slurm here (no sbatch); on this machine alone: tbk-parts.sh $*"
}

# Queues the parts in $list, and what depends on them. queue SBATCH-OPTION...
queue ()
{
  log=$(printf '%s' "$folder/merge.log" | sed 's/%/%%/g') # a pattern
  job=$(sbatch --parsable --array="$list" --job-name=tbk-part --output=/dev/null "$@" "$here" run-part "$folder")
  job=${job%%;*}
  # Not afterok: a part that left a file out fails, and the table of the rest is wanted all the same.
  sbatch --parsable --dependency="afterany:$job" --job-name=tbk-merge --output="$log" "$@" "$here" finish "$folder" >/dev/null
  echo "$job"
}

# Does the parts of the run that was found that are not done, here.
do_here ()
{
  list=$(missing)
  if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then # moreutils have another program of this name
    # parallel makes a command line for a shell of what it is given: names are told by the environment.
    export here folder
    # shellcheck disable=SC2016
    echo "$list" | tr , '\n' | parallel --will-cite '"$here" run-part "$folder" {}' || :
  else
    for part in $(echo "$list" | tr , ' '); do
      "$here" run-part "$folder" "$part" || :
    done
  fi
  cat "$folder"/*.err >&2
  finish
}

[ $# -ge 2 ] || fail "expected submit, local, missing, again or here, and a folder; the head of this script tells more"
what=$1
case $what in
submit | local)
  [ $# -ge 3 ] || fail "no number of parts"
  [ "$what" = local ] || need_slurm "local FOLDER PARTS : COMMAND [OPTION...] FILE..."
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
    do_here
  fi
  ;;
missing | again | here | run-part | finish)
  find_run "$2"
  shift 2
  case $what in
  missing) missing ;;
  here) do_here ;;
  run-part) run_part "${1:-${SLURM_ARRAY_TASK_ID-}}" ;;
  finish) finish ;;
  again)
    need_slurm "here FOLDER"
    [ "${1-}" != -- ] || shift
    list=$(missing)
    [ -n "$list" ] || fail "$folder: all parts are done"
    queue "$@"
    ;;
  esac
  ;;
*) fail "found '$what', expected submit, local, missing, again or here" ;;
esac
