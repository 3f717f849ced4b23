#!/bin/sh
# analyze.sh CFLAGS... - static analysis of src and tools by GCC's analyzer, clang-tidy and cppcheck, where they are installed.
set -u
cd "$(dirname "$0")/.."
files=$(find src tools -name '*.c' | LC_ALL=C sort)
jobs=$(nproc)
failures=0

# Each file with a command of its own, some at once; what they say is shown if one fails. over NAME COMMAND...
over ()
{
  name=$1
  shift
  if ! command -v "$1" >/dev/null; then
    echo "$name: skipped, there is no $1"
    return
  fi
  if printf '%s\n' $files | xargs -P "$jobs" -n 4 "$@" >build/analyze.log 2>&1; then
    echo "$name: nothing found"
  else
    cat build/analyze.log
    echo "$name: see above"
    failures=$((failures + 1))
  fi
}

mkdir -p build
export CFLAGS_OF_TBK="$*"
over 'GCC -fanalyzer' gcc "$@" -O1 -fanalyzer -Wno-analyzer-malloc-leak -c -o /dev/null
if command -v clang-tidy >/dev/null; then
  over clang-tidy sh -c 'clang-tidy --quiet "$@" -- $CFLAGS_OF_TBK' sh
else
  echo "clang-tidy: skipped, there is none"
fi
over cppcheck cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,performance,portability \
  --library=gtk --suppressions-list=tests/cppcheck.txt -Iinclude -Isrc -Itools -DTBK_WITH_ISAL "-DG_GNUC_PRINTF(a,b)="
[ $failures = 0 ]
