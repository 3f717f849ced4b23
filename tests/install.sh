#!/bin/sh
# install.sh - what `make install` puts there serves programs in C and C++, over the shared and over the static library, and
# goes again. The folder is staged below DESTDIR first, as packages are made, then moved to its place.
set -eu
CDPATH='' cd -- "$(dirname "$0")/.."
[ "${WERROR-}" = 1 ] && werror=-Werror || werror=
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
prefix=$scratch/tbk
stage=$scratch/stage
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)

fail() {
  echo "FAILED $*"
  failures=$((failures + 1))
}

# to_stage TARGET: makes the target with an ldconfig that leaves a trace.
to_stage() {
  PATH=$scratch/bin:$PATH ${MAKE:-make} --no-print-directory "$1" DESTDIR="$stage" PREFIX="$prefix" LIBDIR="$prefix/lib64" \
    >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "make $1"; }
}

# What there is: names, modes, links and contents.
snapshot() {
  (CDPATH='' cd -- "$stage" && find . ! -type d -printf '%p %m %l\n' && find . -type f -exec cksum {} +) | LC_ALL=C sort
}

# expect NAME COMMAND...: the program runs.
expect() {
  name=$1
  shift
  found=$("$@" 2>&1) || true
  [ "$found" = "tbk $version: 1 lost, front 2, 4 to be had, best 0" ] || fail "$name: $found"
}

# build NAME OPTION-OF-PKG-CONFIG COMPILER...: compiles the program over what is installed.
build() {
  program=$scratch/$1 option=$2
  shift 2
  "$@" -Wall -Wextra $werror -I"$scratch" tests/install/program.c $(pkg-config $option --cflags --libs tbk) -o "$program" ||
    fail "$program: it does not build"
}

needs_library() {
  readelf -d "$1" | grep -q 'NEEDED.*libtbk'
}

mkdir "$scratch/bin"
printf '#!/bin/sh\ntouch "%s/ldconfig"\n' "$scratch" >"$scratch/bin/ldconfig"
chmod +x "$scratch/bin/ldconfig"
for header in include/tbk/*.h; do
  echo "#include <tbk/${header##*/}>"
done >"$scratch/all.h"

# Prints the help of all commands, of both formats.
all_help() {
  for command in $("$1" --help | sed -n '/^Commands/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    "$1" $command --help=all
    "$1" $command --input=brackets --help=all 2>/dev/null || :
  done
}

# Files that the help names are among those that are installed: headers, pages; no sources, no README.
check_help() {
  all_help "$stage$prefix/bin/tbk" | grep -oE '([A-Za-z0-9_.-]+/)*[A-Za-z0-9_-]+\.(md|h|c|sh|py)\b|(data|docs|examples|packaging|python|reports|src|tests|tools)/[A-Za-z0-9_./-]*' |
    LC_ALL=C sort -u >"$scratch/named"
  while read -r name; do
    case $name in
    tbk/*.h) [ -f "$stage$prefix/include/$name" ] || fail "the help names $name, which is not installed" ;;
    *) fail "the help names $name, which is not installed" ;;
    esac
  done <"$scratch/named"
  [ -s "$scratch/named" ] || fail "no file was found in the help"
}

# Manual pages, as many as were made, of which troff says nothing.
check_pages() {
  command -v groff >/dev/null || { echo "skipped: there is no groff, which reads manual pages"; return; }
  for page in "$stage$prefix"/share/man/man?/*; do
    [ ! -e "$page" ] || groff -ww -man -t -Tutf8 -k "$page" 2>&1 >/dev/null | head -n 3 >"$scratch/said"
    [ ! -s "$scratch/said" ] || fail "$(basename "$page"): $(cat "$scratch/said")"
  done
}

to_stage install
snapshot >"$scratch/once"
check_help
check_pages
to_stage install
snapshot >"$scratch/twice"
cmp -s "$scratch/once" "$scratch/twice" || fail "a second make install changes what the first has made"
[ ! -e "$scratch/ldconfig" ] || fail "make install calls ldconfig under DESTDIR"

cp -a "$stage$prefix" "$prefix"
export PKG_CONFIG_PATH="$prefix/lib64/pkgconfig"
[ "$(pkg-config --modversion tbk)" = "$version" ] || fail "tbk.pc: its version is not $version"
build shared-c '' ${CC:-cc} -x c
expect shared-c env LD_LIBRARY_PATH="$prefix/lib64" "$scratch/shared-c"
needs_library "$scratch/shared-c" || fail "shared-c does not use the shared library"
if command -v ${CXX%% *} >/dev/null; then
  build shared-c++ '' $CXX -x c++
  expect shared-c++ env LD_LIBRARY_PATH="$prefix/lib64" "$scratch/shared-c++"
else
  echo "install: skipped in C++: there is no ${CXX%% *}"
fi

# Without the shared library the static one serves.
rm "$prefix"/lib64/libtbk.so*
build static-c --static ${CC:-cc} -x c
expect static-c "$scratch/static-c"
! needs_library "$scratch/static-c" || fail "static-c uses the shared library"

to_stage uninstall
[ -z "$(CDPATH='' cd -- "$stage" && find . ! -type d)" ] || fail "make uninstall leaves $(CDPATH='' cd -- "$stage" && find . ! -type d)"
[ ! -e "$stage$prefix/include/tbk" ] || fail "make uninstall leaves include/tbk"
[ ! -e "$scratch/ldconfig" ] || fail "make uninstall calls ldconfig under DESTDIR"

echo "install: $failures failures"
[ $failures = 0 ]
