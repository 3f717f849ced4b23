#!/bin/sh
# release.sh - what `make release` has put into build/dist, tried on systems of its own, and a table of what was checked.
#
#   one file     tests/standalone.sh; the tests of the command line; the tests of the library, of the same objects
#   wheel        tests/wheel.py; a Debian with Python, NumPy and cffi, without compiler, GLib and network: pip installs the wheel
#                into a new environment, python/tests and the examples of python/README.md pass
#   source       pip builds the source distribution where a compiler is, without network; the same tests of trees
#   npm          tests/web/package.sh: installed from its tarball and used under node, where npm is
#   page         the page for browsers as one file, driven in Chromium from the disk by tests/web/page, where Chromium and node are
#   packages     Debian's packages have the names of this version (PARTS=packages make check-fresh tries them)
#   aarch64      all of it by QEMU: Python in a file system with the packages, in which no script of theirs has run. It is
#                TBK_CROSS_ROOTS/arm64, or mmdebstrap makes it.
#
# AGAIN=1 makes everything again, from a clone of its own, and compares SHA256SUMS. PARTS='one_file wheel source npm page packages
# aarch64 again' names what is tried, all by default. The table keeps the rows of other parts until build/dist is another one.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
me=release
. packaging/systems.sh
. tests/suites.sh
unset TBK_CORPORA # the small tests suffice
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)
suite=bookworm
dist=build/dist
python='python3 python3-venv python3-pip python3-cffi python3-numpy python3-pytest'

# row WHAT RESULT: a row of the table, which stands at the end.
row() {
  printf '%s\t%-60s %s\n' "$part" "$1" "$2" >>"$store/table"
  printf '%-60s %s\n' "$1" "$2"
}

# check WHAT COMMAND...: runs it in a shell of its own, which keeps its variables; its output stays in a file.
check() {
  what=$1 log=$store/release-$(echo "$1" | tr -c 'A-Za-z0-9_\n' -).log
  shift
  ("$@") >"$log" 2>&1 && status=0 || status=$?
  case $status in
  0) row "$what" "passed: $(tail -n 1 "$log")" ;;
  *) row "$what" "FAILED ($status): $(tail -n 1 "$log"); all in $log" ;;
  esac
}

command_line() {
  mkdir -p build/alone
  cp "$1" build/alone/tbk
  tests/cli.py build/alone/tbk && tests/faults/run.sh build/alone/tbk
}

# The library's tests in the system that ARCH was built for.
library_in_room() {
  role=build runner=chroot
  [ "$1" = x86_64 ] || role=build-arm64 runner='run_by_qemu chroot'
  build=build/standalone/$1 room=$rooms/library-$1
  packaging/standalone.sh --tests "$1" || return 1
  mkdir -p "$room"
  mount --bind "$store/bullseye-$role" "$room"
  mkdir -p "$room/tbk"
  mount --bind "$PWD" "$room/tbk"
  mount -t proc proc "$room/proc"
  mount -t tmpfs -o mode=1777 tmpfs "$room/dev/shm"
  runner="$runner $room env --chdir=/tbk"
  library_tests=$build/check-library
  run_library_tests && $runner "$build/check-gradients" --short-filename && echo "all suites, and the gradients"
}

# open_room NAME: a copy of the system with Python, without network.
open_room() {
  room=$rooms/$1
  mkdir -p "$rooms"
  cp -a "$store/$suite-$1" "$room"
  mount -t proc proc "$room/proc"
  copy_sources "$room/tbk"
  mkdir -p "$room/tbk/build"
  cp $dist/tbk-"$version"-linux-x86_64 "$room/tbk/build/tbk"
}

# pip_in_room FILE TESTS...: a new environment, into which pip installs the file, and the tests there; README's example too.
pip_in_room() {
  cp "$1" "$room/tbk/build"
  file=$(basename "$1")
  shift
  unshare --net chroot "$room" sh -ec "cd /tbk
    python3 -m venv --system-site-packages /venv
    /venv/bin/pip --isolated --disable-pip-version-check install --no-index --no-build-isolation build/$file
    cd / && /venv/bin/python -c 'import tbk; print(tbk.__file__, tbk.projectivize([2, 0, 5, 2, 2]), tbk.count([2, 0, 5, 2, 2]))'
    cd /tbk && sed -n '/^\`\`\`python/,/^\`\`\`\$/p' python/README.md | grep -v '^\`\`\`' >/example.py
    sed -n '/^\`\`\`output/,/^\`\`\`\$/p' python/README.md | grep -v '^\`\`\`' >/example
    /venv/bin/python /example.py | diff - /example && echo 'the examples of python/README.md'
    cd /tbk && TBK=/tbk/build/tbk /venv/bin/python -m pytest -q -p no:cacheprovider $*"
}

wheel_in_room() {
  open_room python
  if find "$room/usr/lib" -name 'libglib-2.0*' -o -name 'libtbk*' | grep . || [ -e "$room/usr/bin/gcc" ]; then
    echo "the room has GLib, libtbk or a compiler"
    return 1
  fi
  pip_in_room $dist/treebank_kit-*-manylinux_*_x86_64.whl python/tests
}

source_in_room() {
  open_room compiler
  pip_in_room "$dist/treebank_kit-$version.tar.gz" python/tests/test_trees.py python/tests/test_conllu.py
}

# The page, beside the module of the package for npm, with which it is compared.
page_alone() {
  folder=$rooms/page
  mkdir -p "$folder"
  tar -xzf "$dist/treebank-kit-$version.tgz" -C "$folder" --strip-components=1
  cp "$dist/tbk-$version.html" "$folder/tbk.html"
  tests/web/page/run.sh "$folder"
}

packages_are_whole() {
  for package in tbk libtbk"${version%.*}" libtbk-dev python3-tbk; do
    dpkg-deb --info $dist/$package"_$version"*.deb >/dev/null || return 1
  done
  ! command -v lintian >/dev/null || lintian --fail-on error --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog build/deb/*.changes || return 1
  echo "four packages"
}

# A system for aarch64 with Python. No script of the packages has run, so BLAS and LAPACK are named below.
make_arm() {
  arm=${TBK_CROSS_ROOTS:-build/roots}/arm64
  [ ! -d "$arm" ] || return 0
  mkdir -p "$arm"
  set_proxies
  mmdebstrap --variant=extract --architectures=arm64 --include=python3,python3-cffi,python3-numpy,python3-pytest $suite "$arm" "$(find_mirror)"
}

# QEMU puts no limit on memory, so one test is left out.
wheel_by_qemu() {
  place=$arm/tbk
  rm -rf "$place"
  copy_sources "$place"
  mkdir -p "$place/build/site" "$arm/proc"
  cp $dist/tbk-"$version"-linux-aarch64 "$place/build/tbk"
  unzip -q -d "$place/build/site" $dist/treebank_kit-*-manylinux_*_aarch64.whl
  run_by_qemu chroot "$arm" env PATH=/usr/bin:/bin TBK=/tbk/build/tbk PYTHONPATH=/tbk/build/site TBK_TEST_CALLS=1000 \
    LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu/blas:/usr/lib/aarch64-linux-gnu/lapack \
    sh -ec 'cd /tbk; python3 -m pytest -q -p no:cacheprovider -k "not a_limit_of_memory" python/tests'
}

# The programs of this machine, but for tbk, which the kernel hands to QEMU with the C library of the system it was built in.
command_line_by_qemu() {
  libraries=$store/bullseye-build-arm64 QEMU_LD_PREFIX=$rooms/prefix
  mkdir -p "$QEMU_LD_PREFIX/lib/aarch64-linux-gnu" build/alone
  cp -L "$libraries"/lib/ld-linux-aarch64.so.1 "$QEMU_LD_PREFIX/lib"
  for name in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0; do
    cp -L "$libraries/lib/aarch64-linux-gnu/$name" "$QEMU_LD_PREFIX/lib/aarch64-linux-gnu"
  done
  cp $dist/tbk-"$version"-linux-aarch64 build/alone/tbk-aarch64
  export QEMU_LD_PREFIX
  run_by_qemu tests/cli.py build/alone/tbk-aarch64 && run_by_qemu tests/faults/run.sh build/alone/tbk-aarch64
}

again() {
  rm -rf "$rooms/again"
  git clone -q . "$rooms/again"
  mkdir -p "$rooms/again/build/fresh"
  mount --bind "$store" "$rooms/again/build/fresh" # the systems, which need not be made again
  ${MAKE:-make} -C "$rooms/again" release && diff $dist/SHA256SUMS "$rooms/again/build/dist/SHA256SUMS" &&
    echo "$(wc -l <$dist/SHA256SUMS) files with the same bytes"
}

if [ "${1-}" != --inside ]; then
  require_systems
  (CDPATH='' cd -- $dist && sha256sum -c SHA256SUMS)
  run_alone tests/release.sh --inside
  exit
fi

mount -t proc proc /proc # of this namespace: tests look for processes there
all='one_file wheel source npm page packages aarch64 again'
parts=${PARTS:-$all}
unset PARTS # it names other parts to what is called
if ! cmp -s $dist/SHA256SUMS "$store/tried"; then
  rm -f "$store/table"
  cp $dist/SHA256SUMS "$store/tried"
fi
touch "$store/table"
for part in $parts; do
  sed -i "/^$part\t/d" "$store/table"
  case $part in
  one_file)
    check "one file, x86_64: libraries, empty system, instructions" tests/standalone.sh $dist/tbk-"$version"-linux-x86_64 build/tbk
    check "one file, x86_64: tests of the command line" command_line $dist/tbk-"$version"-linux-x86_64
    check "one file, x86_64: tests of the library" library_in_room x86_64
    ;;
  wheel)
    check "wheels: what the tags promise" python3 tests/wheel.py $dist/*.whl
    furnish $suite python $python
    check "wheel, x86_64: python/tests without network" wheel_in_room
    ;;
  source)
    furnish $suite compiler $python python3-setuptools python3-wheel gcc libc6-dev make pkg-config libglib2.0-dev libgmp-dev zlib1g-dev
    check "source distribution: built by pip without network" source_in_room
    ;;
  npm)
    if [ -e $dist/treebank-kit-"$version".tgz ] && command -v npm >/dev/null; then
      check "package for npm: installed, used" tests/web/package.sh $dist/treebank-kit-"$version".tgz
    else
      row "package for npm" "skipped: it was not built, or npm is not installed"
    fi
    ;;
  page)
    if [ -e $dist/tbk-"$version".html ] && [ -e $dist/treebank-kit-"$version".tgz ] && command -v node >/dev/null &&
      { command -v chromium || command -v chromium-browser; } >/dev/null; then
      check "page for browsers: driven in Chromium from the disk" page_alone
    else
      row "page for browsers" "skipped: it was not built, or Chromium and node are not installed"
    fi
    ;;
  packages)
    check "packages: made, without errors of lintian" packages_are_whole
    ;;
  aarch64)
    make_arm
    check "one file, aarch64, by QEMU: tests of the command line" command_line_by_qemu
    check "wheel, aarch64, by QEMU: python/tests" wheel_by_qemu
    check "one file, aarch64, by QEMU: tests of the library" library_in_room aarch64
    ;;
  again)
    [ "${AGAIN-1}" != 1 ] || check "all: the same bytes when made again" again
    ;;
  *) refuse "there is no part $part" ;;
  esac
done
echo
for part in $all; do
  sed -n "s/^$part\t//p" "$store/table" | grep . || printf '%-60s %s\n' "$part" "not tried: PARTS=$part"
done
cat <<END
not tried by this: ./bootstrap and installing Debian's packages (make check-fresh); the recipes for conda-forge and Homebrew; macOS;
Windows; musl; other processors than x86_64 and aarch64
END
! grep -q FAILED "$store/table"
