#!/bin/sh
# bootstrap.sh - what ./bootstrap says and does where packages can be had, and where not: with a package manager that is a
# script, on a machine that has nothing else.
set -u
CDPATH='' cd -- "$(dirname "$0")/.."
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failures=0

# machine NAME: an empty machine, with the programs that every system has.
machine() {
  bin=$scratch/$1
  mkdir -p "$bin" "$bin.tmp"
  for program in sh sed tr grep dirname id mktemp env rm mv getconf; do
    ln -s "$(command -v $program)" "$bin/"
  done
  script sudo 'exec "$@"'
}

# script NAME TEXT: a program of the machine.
script() {
  printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
  chmod +x "$bin/$1"
}

# expect STATUS ERROR OUTPUT ARGUMENT...: bootstrap ends with the status, and writes these lines; what is written as * may
# be anything.
expect() {
  status=$1 error=$2 output=$3
  shift 3
  PATH=$bin TMPDIR=$bin.tmp ./bootstrap "$@" >"$scratch/out" 2>"$scratch/err"
  found=$?
  found_error=$(cat "$scratch/err") found_output=$(cat "$scratch/out")
  if [ $found -ne "$status" ]; then
    echo "FAILED $bin: status $found, expected $status"
  elif ! matches "$found_error" "$error"; then
    echo "FAILED $bin: standard error is $found_error"
  elif ! matches "$found_output" "$output"; then
    echo "FAILED $bin: standard output is $found_output"
  else
    return
  fi
  failures=$((failures + 1))
}

matches() {
  # shellcheck disable=SC2254
  case $1 in
  $2) ;;
  *) return 1 ;;
  esac
}

all='a C compiler, make, pkg-config, GLib, json-glib, zlib, GMP, Criterion'
packages='gcc libc6-dev make pkg-config libglib2.0-dev libjson-glib-dev zlib1g-dev libgmp-dev libcriterion-dev'

machine without-package-manager
expect 3 "bootstrap: could not install $all: there is no apt-get, dnf or pacman; *" '' demo

machine without-network
script apt-get 'for line in 1 2 3 4 5 6 7 8 9; do echo "Err:$line failed to fetch"; echo "E: $line" >&2; done; exit 100'
expect 3 "bootstrap: could not install $all: apt-get failed (its last words are in *); see that there is a network and run \
./bootstrap again, or install by hand: apt-get install $packages" "bootstrap: installing $packages" demo

# What is needed can be had, the rest not: it is told once each, and make runs.
machine without-gnuplot
mkdir "$bin/packages"
script packages/cc '! grep -q bzlib'
script packages/pkg-config 'case $2 in libisal | openblas | libdeflate | liblzma | libzstd) exit 1 ;; esac'
script packages/make 'echo made "${2-all}"'
script apt-get 'case "$*" in
*libgmp-dev*) mv "${0%/*}"/packages/* "${0%/*}" ;;
*install*) echo "E: Unable to locate package" >&2; exit 100 ;;
esac'
expect 0 '' "bootstrap: installing $packages
bootstrap: ISA-L is not to be had here, and tbk does without it
bootstrap: OpenBLAS is not to be had here, and tbk does without it
bootstrap: libdeflate is not to be had here, and tbk does without it
bootstrap: xz is not to be had here, and tbk does without it
bootstrap: zstd is not to be had here, and tbk does without it
bootstrap: bzip2 is not to be had here, and tbk does without it
bootstrap: gnuplot is not to be had here, and tbk does without it
bootstrap: help2man is not to be had here, and tbk does without it
bootstrap: C++-compiler is not to be had here, and tbk does without it
bootstrap: cffi is not to be had here, and tbk does without it
bootstrap: NumPy is not to be had here, and tbk does without it
bootstrap: pytest is not to be had here, and tbk does without it
made demo" demo

# A second time nothing is missing that is needed, and nothing is installed.
expect 0 '' 'made all'

# A warning that a user's compiler has, and ours has not, ends no build; with WERROR=1 it does.
echo '#warning found here' >"$scratch/warning.h"
build_warned() {
  env -u MAKEFLAGS WERROR="$1" make BUILD="$scratch/build" CPPFLAGS="-include $scratch/warning.h" "$scratch/build/src/base/error.o" >"$scratch/log" 2>&1
}
if ! build_warned ''; then
  echo "FAILED: a warning ends the build: $(cat "$scratch/log")"
  failures=$((failures + 1))
elif ! grep -q 'found here' "$scratch/log"; then
  echo "FAILED: the compiler does not warn: $(cat "$scratch/log")"
  failures=$((failures + 1))
elif rm -r "$scratch/build" && build_warned 1; then
  echo "FAILED: a warning does not end the build with WERROR=1"
  failures=$((failures + 1))
fi

echo "bootstrap: $failures failures"
[ $failures = 0 ]
