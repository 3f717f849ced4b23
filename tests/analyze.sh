#!/bin/sh
# analyze.sh CFLAGS... - static analysis of src and tools by GCC's analyzer, clang-tidy and cppcheck, where they are installed.
set -u
CDPATH='' cd -- "$(dirname "$0")/.."
files=$(find src tools -name '*.c' | LC_ALL=C sort)
jobs=${JOBS:-$(nproc)}
failures=0

# Some files with each command, some commands at once; what they say is shown if one fails. over NAME FILES COMMAND...
over ()
{
  name=$1 at_once=$2
  shift 2
  if ! command -v "$1" >/dev/null; then
    echo "$name: skipped, there is no $1"
    return
  fi
  if printf '%s\n' $files | xargs -P "$jobs" -n "$at_once" "$@" >build/analyze.log 2>&1; then
    echo "$name: nothing found"
  else
    cat build/analyze.log
    echo "$name: see above"
    failures=$((failures + 1))
  fi
}

mkdir -p build
export CFLAGS_OF_TBK="$*"
# It takes a vector for a number of its own width in bits, too small to be shifted. What happens after a complaint about an argument is not
# of interest; what only complaints call is unused without them.
over 'GCC -fanalyzer' 1 gcc "$@" -DG_DISABLE_CHECKS -Wno-unused-function -O1 -fanalyzer -Wno-analyzer-malloc-leak \
  -Wno-analyzer-shift-count-overflow -S -o /dev/null
if command -v clang-tidy >/dev/null; then
  over clang-tidy 4 sh -c 'clang-tidy --quiet "$@" -- $CFLAGS_OF_TBK' sh
else
  echo "clang-tidy: skipped, there is none"
fi
over cppcheck 8 cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,performance,portability \
  --library=gtk --suppressions-list=tests/cppcheck.txt -Iinclude -Isrc -Itools -DTBK_WITH_ISAL "-DG_GNUC_PRINTF(a,b)="
[ $failures = 0 ]
