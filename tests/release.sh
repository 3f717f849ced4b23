#!/bin/sh
# release.sh - what `make release` has put into build/dist, tried on systems of its own, and a table of what was checked.
#
#   standalone   tests/standalone.sh; the tests of the command line; all bytes, by a second build
#   wheel        tests/wheel.py; a Debian with Python, NumPy and cffi, without compiler, GLib and network: pip installs the wheel
#                into a new environment, python/tests pass
#   aarch64      the same by QEMU: a file system with the packages, in which no script of theirs has run (TBK_CROSS_ROOTS/arm64)
#
# AGAIN=1 makes everything again, from a clone of its own, and compares SHA256SUMS.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
me=release
. packaging/systems.sh
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/version.h)
suite=bookworm
dist=build/dist

# row WHAT RESULT: a row of the table, which stands at the end.
row() {
  printf '%-44s %s\n' "$1" "$2" | tee -a "$store/table"
}

# check WHAT COMMAND...: runs it; its output stays in a file.
check() {
  what=$1 log=$store/release-$(echo "$1" | tr -c 'A-Za-z0-9_\n' -).log
  shift
  "$@" >"$log" 2>&1 && status=0 || status=$?
  case $status in
  0) row "$what" "passed: $(tail -n 1 "$log")" ;;
  *) row "$what" "FAILED ($status): $(tail -n 1 "$log"); all in $log" ;;
  esac
}

golden() {
  mkdir -p build/alone
  cp "$1" build/alone/tbk
  tests/golden/run.sh build/alone/tbk
}

# The wheel in a room: no network, no compiler, no GLib.
wheel_in_room() {
  room=$rooms/wheel
  mkdir -p "$rooms"
  cp -a "$store/$suite-python" "$room"
  mount -t proc proc "$room/proc"
  copy_sources "$room/tbk"
  mkdir -p "$room/tbk/build"
  cp $dist/treebank_kit-*-manylinux_*_x86_64.whl "$room/tbk/build"
  cp $dist/tbk-"$version"-linux-x86_64 "$room/tbk/build/tbk"
  if find "$room/usr/lib" -name 'libglib-2.0*' -o -name 'libtbk*' | grep . || [ -e "$room/usr/bin/gcc" ]; then
    echo "the room has GLib, libtbk or a compiler"
    return 1
  fi
  unshare --net chroot "$room" sh -ec 'cd /tbk
    python3 -m venv --system-site-packages /venv
    /venv/bin/pip --isolated --disable-pip-version-check install --no-index build/*.whl
    cd / && /venv/bin/python -c "import tbk; print(tbk.__file__, tbk.projectivize([2, 0, 5, 2, 2]), tbk.count([2, 0, 5, 2, 2]))"
    cd /tbk && TBK=/tbk/build/tbk /venv/bin/python -m pytest -q -p no:cacheprovider python/tests'
}

# The same under QEMU. No script of the packages has run in the root, so BLAS and LAPACK are named.
wheel_by_qemu() {
  root=$1 place=$1/tbk
  rm -rf "$place"
  copy_sources "$place"
  mkdir -p "$place/build/site" "$root/proc"
  cp $dist/tbk-"$version"-linux-aarch64 "$place/build/tbk"
  unzip -q -d "$place/build/site" $dist/treebank_kit-*-manylinux_*_aarch64.whl
  # Left out, as each takes minutes there: what trains parsers and counts calls by the thousands.
  run_by_qemu chroot "$root" env PATH=/usr/bin:/bin TBK=/tbk/build/tbk PYTHONPATH=/tbk/build/site TBK_TEST_CALLS=1000 \
    LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu/blas:/usr/lib/aarch64-linux-gnu/lapack \
    sh -ec 'cd /tbk; python3 -m pytest -q -p no:cacheprovider python/tests/test_trees.py python/tests/test_conllu.py python/tests/test_measures.py'
}

standalone_by_qemu() {
  folder=$1/tbk-alone
  mkdir -p "$folder"
  cp $dist/tbk-"$version"-linux-aarch64 "$folder/tbk"
  cp data/demo.conllu.gz "$folder"
  run_by_qemu chroot "$1" /tbk-alone/tbk projectivize /tbk-alone/demo.conllu.gz | cmp - "$folder/../tbk-expected" && echo "the bytes of the ordinary program"
}

if [ "${1-}" != --inside ]; then
  require_systems
  (CDPATH='' cd -- $dist && sha256sum -c SHA256SUMS)
  run_alone tests/release.sh --inside
  exit
fi

mount -t proc proc /proc # of this namespace: tests look for processes there
rm -f "$store/table"
check "one file, x86_64: libraries, empty system" tests/standalone.sh $dist/tbk-"$version"-linux-x86_64 build/tbk
check "one file, x86_64: tests of the command line" golden $dist/tbk-"$version"-linux-x86_64
check "wheels: what the tags promise" python3 tests/wheel.py $dist/*.whl
furnish $suite python python3 python3-venv python3-pip python3-cffi python3-numpy python3-pytest
check "wheel, x86_64: python/tests without network" wheel_in_room
root=${TBK_CROSS_ROOTS:+$TBK_CROSS_ROOTS/arm64}
if [ -d "${root:-/none}" ] && [ -e $dist/tbk-"$version"-linux-aarch64 ]; then
  build/tbk projectivize data/demo.conllu.gz >"$root/tbk-expected"
  check "one file, aarch64, by QEMU: projectivize" standalone_by_qemu "$root"
  check "wheel, aarch64, by QEMU: trees, CoNLL-U, measures" wheel_by_qemu "$root"
else
  row "aarch64" "skipped: no TBK_CROSS_ROOTS/arm64, or it was not built"
fi
if [ "${AGAIN-}" = 1 ]; then
  rm -rf "$rooms/again"
  git clone -q . "$rooms/again"
  mkdir -p "$rooms/again/build/fresh"
  mount --bind "$store" "$rooms/again/build/fresh" # the systems, which need not be made again
  check "the same bytes when made again" sh -ec "${MAKE:-make} -C '$rooms/again' release && diff $dist/SHA256SUMS '$rooms/again/build/dist/SHA256SUMS' && echo same"
fi
echo
cat "$store/table"
! grep -q FAILED "$store/table"
