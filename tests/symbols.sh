#!/bin/sh
# symbols.sh SHARED STATIC - the libraries define the functions that src/libtbk.symbols lists, which are those that the public
# headers declare, and nothing else.
set -eu
shared=$1
static=$2
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# Functions of the object files or libraries given to nm, and whatever else is defined there with its kind.
defined() {
  nm --defined-only --format=posix "$@" | awk 'NF > 2 { print $2 == "T" ? $1 : $1 " (" $2 ")" }' | LC_ALL=C sort
}

# Functions that the public headers declare. Comments, directives and inline functions are left out.
declared() {
  for header in include/tbk/*.h; do
    ${CC:-cc} -fpreprocessed -dD -E -P "$header" | sed '/^ *#/d; /^static inline/,/^}/d'
  done | grep -o 'tbk_[a-z0-9_]* (' | tr -d ' (' | LC_ALL=C sort -u
}

# same WHAT FILE: the file has the names that are listed.
same() {
  diff -U0 src/libtbk.symbols "$2" >"$scratch/difference" && return
  echo "$1 has other functions than src/libtbk.symbols:"
  sed -n '/^[-+]tbk\|^[-+][^-+]/p' "$scratch/difference"
  failures=$((failures + 1))
}

defined -D "$shared" >"$scratch/shared"
defined -g "$static" >"$scratch/static"
declared >"$scratch/headers"
same "$shared" "$scratch/shared"
same "$static" "$scratch/static"
same include/tbk "$scratch/headers"

echo "symbols: $failures failures"
[ $failures = 0 ]
