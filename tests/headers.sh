#!/bin/sh
# headers.sh - each public header can be included first and alone, in C and in C++.
set -eu
CDPATH='' cd -- "$(dirname "$0")/.."
[ "${WERROR-}" = 1 ] && werror=-Werror || werror=
flags="-fsyntax-only -Wall -Wextra $werror -Iinclude $(pkg-config --cflags $PACKAGES)"
failures=0

# alone COMPILER...: includes one header after the other.
alone() {
  for header in include/tbk/*.h; do
    "$@" $flags -include "tbk/${header##*/}" /dev/null || {
      echo "FAILED $header, $*"
      failures=$((failures + 1))
    }
  done
}

alone $CC -x c -std=c99
alone $CC -x c -std=gnu11
if command -v ${CXX%% *} >/dev/null; then
  alone $CXX -x c++ -std=c++11
else
  echo "headers: skipped in C++: there is no ${CXX%% *}"
fi

echo "headers: $failures failures"
[ $failures = 0 ]
