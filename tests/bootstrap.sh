#!/bin/sh
# bootstrap.sh - what ./bootstrap says and does where packages can be had, and where not: with a package manager that is a
# script, on a machine that has nothing else.
set -u
CDPATH='' cd -- "$(dirname "$0")/.."
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failures=0

# machine NAME: an empty machine, with the programs that every system has. Its user is not root; sudo makes him so.
machine() {
  bin=$scratch/$1
  mkdir -p "$bin" "$bin.tmp"
  for program in sh sed tr grep dirname mktemp env rm mv getconf; do
    ln -s "$(command -v $program)" "$bin/"
  done
  script id 'echo ${AS_ROOT-1000}'
  script sudo '[ "$*" = true ] || AS_ROOT=0 exec "$@"'
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

to_build='a C compiler, make, pkg-config, GLib, zlib, GMP'
packages='gcc libc6-dev make pkg-config libglib2.0-dev zlib1g-dev libgmp-dev'
useful='libisal-dev libopenblas-dev libdeflate-dev liblzma-dev libzstd-dev libbz2-dev gnuplot-nox help2man'
tests='libjson-glib-dev libcriterion-dev'
asks='bootstrap: packages are missing; sudo, which installs them, may ask for your password'
install='apt-get update && apt-get install -y --no-install-recommends'

machine without-package-manager
expect 3 "bootstrap: could not install $to_build: there is no apt-get, dnf or pacman; *" '' demo
expect 3 "bootstrap: could not install $to_build, json-glib, Criterion: there is no apt-get, dnf or pacman; *" '' check

machine without-network
script apt-cache 'exit 100'
script apt-get 'for line in 1 2 3 4 5 6 7 8 9; do echo "Err:$line failed to fetch"; echo "E: $line" >&2; done; exit 100'
expect 3 "bootstrap: could not install $to_build: apt-get failed (its last words are in *); see that there is a network and run \
./bootstrap again, or let root type: $install $packages" "$asks
bootstrap: apt-get update
bootstrap: apt-get installs
  needed: $packages" demo

# Root, who has no network either, needs no sudo.
rm "$bin/sudo"
script id 'echo 0'
expect 3 "*: apt-get failed *" 'bootstrap: apt-get update*' demo

# Who cannot become root is told what root is to type: with all that is useful where nothing is known of packages, else with what
# there is of it; and what can be done without.
machine without-root
rm "$bin/sudo"
script apt-get 'echo "this must not be run" >&2; exit 100'
script apt-cache 'exit 100'
expect 3 "bootstrap: could not install $to_build: only root can. Until then nothing can be built. Let root type this line, then \
run ./bootstrap demo again:
  $install $packages $useful" '' demo
script apt-cache 'case $2 in libisal-dev | python3-*) exit 100 ;; esac'
expect 3 "*
  $install $packages $tests ${useful#* } g++" '' check
script sudo 'exit 1'
expect 3 "bootstrap: could not install $to_build: only root can. *" "$asks" demo
script cc '! grep -q criterion'
script make 'echo made "${2-all}"'
script pkg-config '[ "$2" != json-glib-1.0 ]'
expect 3 "bootstrap: could not install json-glib, Criterion: only root can. Until then the tests cannot be built, but tbk can: \
./bootstrap demo, make, make install. *
  $install $tests *" "$asks" check
expect 0 '' 'made demo*' demo

# The tests want one Python that has all they import: one with cffi alone is not enough.
machine without-numpy
rm "$bin/sudo"
script apt-cache ''
script apt-get 'echo "this must not be run" >&2; exit 100'
script python3 'case $2 in *numpy*) exit 1 ;; esac'
expect 3 "*
  $install * python3-cffi python3-numpy python3-pytest" '' check
script python3 ''
expect 3 "*
  $install $packages $tests $useful g++" '' check

# What is needed can be had, of the rest not all: that is told, and make runs. Before, all is named that is installed, with its size.
machine without-gnuplot
mkdir "$bin/packages"
script packages/cc '! grep -q bzlib'
script packages/pkg-config 'case $2 in libisal | openblas | libdeflate | liblzma) exit 1 ;; esac'
script packages/make 'echo made "${2-all}"; [ "${2-all}" != broken ] || exit 7'
script apt-cache 'case $2 in libc6-dev | gcc | make | pkg-config | libglib2.0-dev | zlib1g-dev | libgmp-dev | libzstd-dev) ;; *) exit 100 ;; esac'
script apt-get 'case "$*" in
*--assume-no*) echo "0 upgraded, 62 newly installed, 0 to remove and 9 not upgraded.
Need to get 2392 kB/25.6 MB of archives.
After this operation, 104 MB of additional disk space will be used."; exit 1 ;;
update*) [ "$(id)" = 0 ] ;;
*libgmp-dev\ libzstd-dev) [ "$(id)" = 0 ] && mv "${0%/*}"/packages/* "${0%/*}"
  for line in 1 2 3 4 5 6 7 8 9 10; do printf "%s\n" 1 2 3 4 5; done; echo "Setting up" ;;
*install*) exit 100 ;;
esac'
expect 0 '' "$asks
bootstrap: apt-get update
bootstrap: apt-get installs 62 packages with what they depend on, 2392 kB to fetch, 104 MB on the disk
  needed: $packages
  useful: libzstd-dev
  5
bootstrap: tbk does without these, which are not to be had here: ISA-L, OpenBLAS, libdeflate, xz, bzip2, gnuplot, help2man
made demo
bootstrap: build/tbk is built. Type next, for example:
*./bootstrap check *
*make install *" demo
[ -z "$(ls "$bin.tmp")" ] || { echo "FAILED $bin: the log is left"; failures=$((failures + 1)); }

# A second time nothing is missing that is needed, and nothing is installed. make's status is that of bootstrap.
expect 0 '' 'made all
bootstrap: build/tbk is built. *' 
expect 7 '' 'made broken' broken
expect 0 '' 'made check
bootstrap: all tests passed, *' check

# From another folder, with what misleads cd.
(CDPATH='' cd -- / && CDPATH=$scratch PATH=$bin "$OLDPWD/bootstrap" demo >"$scratch/out" 2>&1) && grep -q 'made demo' "$scratch/out" || {
  echo "FAILED from another folder: $(cat "$scratch/out")"
  failures=$((failures + 1))
}

# What is needed is installed although what is useful spoils it.
machine with-broken-packages
mkdir "$bin/packages"
script packages/cc 'exit 0'
script packages/pkg-config '[ "$2" != libisal ]'
script packages/make 'echo made'
script apt-cache 'exit 0'
script apt-get 'case "$*" in
*libisal-dev* | update*) exit 100 ;;
*--assume-no*) exit 1 ;;
*libgmp-dev) mv "${0%/*}"/packages/* "${0%/*}" ;;
esac'
expect 0 '' "*
bootstrap: tbk does without these, which are not to be had here: ISA-L, gnuplot, help2man
made*" demo

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
