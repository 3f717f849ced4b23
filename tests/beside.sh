#!/bin/sh
# beside.sh COMMAND... - runs lines of the shell side by side, prints what each printed in their order, and ends with status 0 if all did.
set -u
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-beside.XXXXXX") || exit 3
pids=
trap 'rm -rf "$scratch"' EXIT
trap 'kill $pids 2>/dev/null; exit 130' INT
trap 'kill $pids 2>/dev/null; exit 143' TERM
n=0
for command; do
  n=$((n + 1))
  sh -c "$command" >"$scratch/$n" 2>&1 </dev/null &
  pids="$pids $!"
done
n=0 status=0
for pid in $pids; do
  n=$((n + 1))
  wait "$pid" || status=$?
  eval "echo \"\${$n}\""
  cat "$scratch/$n"
done
exit $status
