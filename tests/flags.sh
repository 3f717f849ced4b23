#!/bin/sh
# flags.sh - an object is compiled once with the same flags, and anew with others. $MAKE: make
set -eu
CDPATH='' cd -- "$(dirname "$0")/.."
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
failures=0

# expect NUMBER WHAT FLAGS [OBJECT] - how often the object is compiled.
expect() {
  n=$(${MAKE:-make} --no-print-directory BUILD="$build" V= CFLAGS="$3" "$build/${4-src/base/room}.o" | grep -c ' CC ' || true)
  [ "$n" = "$1" ] || { echo "flags: $2: compiled $n times, expected $1"; failures=$((failures + 1)); }
}

expect 1 "the first time" "-O1 -DNAME='\"a b\"'"
expect 0 "with the same flags" "-O1 -DNAME='\"a b\"'"
expect 1 "with others" "-O0"
expect 0 "with these again" "-O0"
expect 0 "with a blank more" "-O0 "
expect 1 "an object of the program" "-O0" tools/main
expect 1 "an object of the tests" "-O0" tests/main
expect 0 "after objects with flags of their own" "-O0"
echo "flags: 8 runs, $failures failures"
[ "$failures" = 0 ]
