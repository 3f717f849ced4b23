#!/bin/sh
# symbols.sh SHARED STATIC - the libraries define the functions that src/libtbk.symbols lists, which are those that the public
# headers declare, and nothing else; they call nothing that prints, logs or ends the process; and they need no library
# that is loaded only by those who need it. The headers say since when functions are there, and have the compiler warn
# where the result of one that can fail is ignored.
set -eu
[ $# = 2 ] || { echo "usage: tests/symbols.sh SHARED STATIC" >&2; exit 2; }
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

# What is not in symbols-0.1 came later, and the head of its header or section, or its comment, says since when.
for header in include/tbk/*.h; do
  awk -v header="$header" -v known=tests/symbols-0.1 -v listed=src/libtbk.symbols '
    BEGIN { while ((getline <known) > 0) is_known[$0]; while ((getline <listed) > 0) is_listed[$0] }
    /^\/\*/ { is_comment = 1; is_dated = 0 }
    /^\/\* ([a-z_]+\.h -|[0-9]+\. [a-z_]+:) / { head = $2 == "-" ? $2 : $3; is_head = 1; n = 0 }
    is_head && /^ \* Contents$/ { is_head = 0 }
    is_head && /^ \* Since +[0-9]+\.[0-9]+$/ { version = $3; n++ }
    is_comment && /Since: [0-9]+\.[0-9]+/ { is_dated = 1 }
    is_head && /\*\// {
      is_head = 0
      if (n != 1)
        print header ": the head " head " has " n + 0 " lines \"Since\", expected one"
    }
    is_comment && /\*\// { is_comment = 0; next }
    is_comment { next }
    /^$/ { is_dated = 0 }
    match ($0, /tbk_[a-z0-9_]+ \(/) {
      name = substr ($0, RSTART, RLENGTH - 2)
      if (name in is_listed && !(name in is_known) && version == "0.1" && !is_dated)
        print header ": " name "() does not say since when it is there, as in \"Since: 0.2\""
    }' "$header"
done >"$scratch/undated"
cat "$scratch/undated"
[ ! -s "$scratch/undated" ] || failures=$((failures + 1))

# Declarations with a GError, a line each; a function ..._fail() does nothing but fail.
cat include/tbk/*.h | sed 's|/\*.*\*/||; /\/\*/,/\*\//d; /^ *#/d' | tr '\n' ' ' | tr ';{}' '\n\n\n' |
  grep ' \**tbk_[a-z0-9_]* (.*GError \*\*error' | grep -v "_fail (\|G_GNUC_WARN_UNUSED_RESULT" >"$scratch/unchecked" && {
  echo "functions can fail, and are declared without G_GNUC_WARN_UNUSED_RESULT:"
  grep -o 'tbk_[a-z0-9_]* (' "$scratch/unchecked"
  failures=$((failures + 1))
}

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
