#!/bin/sh
# queue.sh DONE NAME COMMAND ARGUMENT... - runs a job of a queue, and keeps in the folder DONE that it came to its end. It is
# not done again while the command, the files it names, the scripts here and the files in TREEBANKS are the same. So a queue that
# broke off goes on where it was. Remove DONE to do all again.
set -eu
done=$1/$2
name=$2
shift 2

# What a job depends on.
state() {
  echo "$@"
  for argument; do [ ! -f "$argument" ] || cksum "$argument"; done
  cksum "$(dirname "$0")"/*.sh
  ls -lL "$TREEBANKS"
}

mkdir -p "$(dirname "$done")"
state "$@" >"$done.new"
if cmp -s "$done.new" "$done"; then
  rm "$done.new"
  echo "$name: is done"
else
  echo "$name: $*"
  "$@"
  mv "$done.new" "$done"
fi
