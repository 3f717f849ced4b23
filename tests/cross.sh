#!/bin/sh
# cross.sh - builds tbk for other processors (aarch64, i386) and runs the tests there, if this machine has what that takes.
#
# It needs a cross compiler and, for the processor, the libraries: either of this system (Debian's multiarch) or of a folder
# $TBK_CROSS_ROOTS/arm64, $TBK_CROSS_ROOTS/i386, which is a Debian system for that processor. Packages of Criterion for two
# processors cannot be installed side by side, so only such a folder can have it. The library's tests need Criterion; those of
# the command line do not. Programs for i386 run as they are, those for aarch64 by QEMU, to which the kernel hands them:
# always, if it was told so (package qemu-user-binfmt), else for these tests alone, which Linux can from 6.7 on.
set -u
roots=${TBK_CROSS_ROOTS:+$(CDPATH='' cd -- "$TBK_CROSS_ROOTS" && pwd)}
CDPATH='' cd -- "$(dirname "$0")/.."
me=cross
. packaging/systems.sh
. tests/suites.sh
packages=libc6-dev,libglib2.0-dev,libjson-glib-dev,zlib1g-dev,libgmp-dev,libcriterion-dev
unset TBK_CORPORA # the small tests suffice

# skip WHAT INSTALL...: tells what was not done, and how to get what it takes.
skip() {
  echo "$processor: skipped: $1"
  shift
  printf '  %s\n' "$@"
}

# How to get the libraries, with Criterion.
advise_root() {
  skip "$1" "apt-get install mmdebstrap" \
    "mmdebstrap --variant=extract --architectures=$debian --include=$packages stable FOLDER/$debian" \
    "TBK_CROSS_ROOTS=FOLDER make check-cross"
}

# Links of the folder that begin with / lead into this system, and the linker then takes static libraries. Makes them lead into the
# folder.
mend_links() {
  for link in "$root/usr/lib/$libraries"/*.so; do
    case $(readlink "$link") in
    "$root"/*) ;;
    /*) ln -sf "$root$(readlink "$link")" "$link" ;;
    esac
  done
}

# Finds how to run what was built: `runner` is a command or nothing.
find_runner() {
  runner=
  "$build/tbk" --version >/dev/null 2>&1 && return
  runner=run_by_qemu
  [ "$processor" = aarch64 ] && run_by_qemu "$build/tbk" --version >/dev/null 2>&1
}

# run_tests: those of the library if Criterion is there, and those of the command line.
run_tests() {
  if [ -n "$library_tests" ]; then
    run_library_tests || return 1
  else
    advise_root "the library's tests: no Criterion for it"
  fi
  $runner tests/cli.py "$build/tbk" && $runner tests/faults/run.sh "$build/tbk"
}

# check PROCESSOR DEBIAN'S-NAME COMPILER LIBRARIES LOADER
check() {
  processor=$1 debian=$2 compiler=$3-gcc libraries=$4 loader=$5
  root=${roots:+$roots/$debian}
  build=build/$processor
  export PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_LIBDIR="$root/usr/lib/$libraries/pkgconfig:$root/usr/share/pkgconfig"
  if ! command -v "$compiler" >/dev/null; then
    skip "no $compiler" "apt-get install gcc-$3"
    return 0
  fi
  if ! pkg-config --exists glib-2.0 gio-2.0 json-glib-1.0 zlib || [ ! -e "$root/usr/lib/$libraries/libgmp.so" ]; then
    advise_root "no libraries for it in ${root:-this system}"
    return 0
  fi
  library_tests=
  [ ! -e "$root/usr/lib/$libraries/libcriterion.so" ] || library_tests=$build/check-library
  flags=
  [ -z "$root" ] || mend_links
  [ -z "$root" ] || flags="-Wl,--dynamic-linker=$root$loader -Wl,--disable-new-dtags -Wl,-rpath,$root/lib/$libraries:$root/usr/lib/$libraries"
  ${MAKE:-make} BUILD="$build" CC="$compiler --sysroot=${root:-/}" LDFLAGS="$flags" all $library_tests || return 1
  if ! find_runner; then
    skip "built, but it does not run here" "apt-get install qemu-user-static"
    return 0
  fi
  echo "$processor:" && run_tests
}

failures=0
check aarch64 arm64 aarch64-linux-gnu aarch64-linux-gnu /lib/ld-linux-aarch64.so.1 || failures=$((failures + 1))
check i386 i386 i686-linux-gnu i386-linux-gnu /lib/ld-linux.so.2 || failures=$((failures + 1))
echo "cross: $failures failures"
[ $failures = 0 ]
