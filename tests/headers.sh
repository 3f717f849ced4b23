#!/bin/sh
# headers.sh - each public header can be included first and alone, in C and in C++, and the examples at its head and its sections compile.
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

# Comments at the head of a header and of its sections.
heads() {
  sed -n '/^\/\* \([a-z_]*\.h -\|[0-9]*\. [a-z_]*:\) /,/\*\//p' "$1"
}

# The lines of the examples at these heads, a block each: those indented by three spaces, from a declaration on.
examples() {
  awk '
    /^\/\* ([a-z_]+\.h -|[0-9]+\. [a-z_]+:) / { is_head = 1 }
    is_example && /^ \*( [^ ]|\/)/ { is_example = 0 }
    is_head && /^ \*   (g_auto|const |static |Tbk)/ { is_example = 1 }
    is_example { print substr ($0, 4) }
    is_head && /\*\// { is_head = 0; print "} {" }' "$1"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for header in include/tbk/*.h; do
  examples "$header" >"$scratch/example"
  calls=$(heads "$header" | grep -c '^ \*   .*tbk_[a-z_]* (.*[;)]$' || true)
  [ "$calls" = "$(grep -c 'tbk_[a-z_]* (.*[;)]$' "$scratch/example" || true)" ] || {
    echo "FAILED $header: of the $calls lines with calls at its head not all are taken for an example"
    failures=$((failures + 1))
  }
  grep -q "tbk_" "$scratch/example" || continue
  {
    echo "#include \"tbk/${header##*/}\""
    echo '#include "tests/header_examples.h"'
    echo "gboolean example (READERS);"
    echo "gboolean example (READERS) { {"
    cat "$scratch/example"
    echo "} return TRUE; }"
  } >"$scratch/example.c"
  $CC -x c -std=gnu11 $flags -Wno-unused -Wno-unused-parameter -I. "$scratch/example.c" || {
    echo "FAILED the examples of $header"
    failures=$((failures + 1))
  }
done

echo "headers: $failures failures"
[ $failures = 0 ]
