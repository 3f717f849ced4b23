#!/bin/sh
# symbols.sh SHARED STATIC - the libraries define the functions that src/libtbk.symbols lists, which are those that the public
# headers declare, and nothing else; they call nothing that prints, logs or ends the process; and they need no library
# that is loaded only by those who need it.
set -eu
shared=$1
static=$2
CDPATH='' cd -- "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# Functions of the object files or libraries given to nm, and whatever else is defined there with its kind.
defined() {
  nm --defined-only --format=posix "$@" | awk 'NF > 2 { print $2 == "T" ? $1 : $1 " (" $2 ")" }' | LC_ALL=C sort
}

# Functions that the public headers declare. Comments, directives and inline functions are left out.
declared() {
  sed 's|/\*.*\*/||; /\/\*/,/\*\//d; /^ *#/d; /^static inline/,/^}/d' include/tbk/*.h | grep -o 'tbk_[a-z0-9_]* (' | tr -d ' (' |
    LC_ALL=C sort -u
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

# Faults of ours and of the caller are told by g_assert() and g_return_if_fail(), which are functions of their own.
nm -D --undefined-only --format=posix "$shared" | sed 's/[ @].*//' | grep -xE \
  '(__)?(v?f?printf|dprintf|f?puts|f?putc|putchar|fwrite|perror)(_chk)?|std(out|err)|_?_?exit|_Exit|quick_exit|abort|g_(print|printerr|logv?|log_structured.*)' \
  >"$scratch/forbidden" && {
  echo "$shared calls what prints, logs or ends the process:"
  cat "$scratch/forbidden"
  failures=$((failures + 1))
}

readelf -d "$shared" | grep -E 'NEEDED.*lib(lzma|zstd|bz2|openblas)' && failures=$((failures + 1))

echo "symbols: $failures failures"
[ $failures = 0 ]
