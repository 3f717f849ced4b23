#!/bin/sh
# standalone.sh ARCH... - builds program and library for each processor (x86_64, aarch64) with GLib, GMP and the libraries of
# compressed forms inside, in build/standalone/ARCH. The C library stays outside. The program stands then in build/dist, with
# its licences.
#
# A program runs with the C library it was built with, and newer ones. So the libraries are those of a Debian system as old as
# the mirror has, bullseye. The compiler is that of a newer one, bookworm: what GCC 10 makes of the same sources takes five per
# cent more instructions. It reads its headers and libraries from the old system, which is mounted as $sysroot. For aarch64
# it is Debian's cross compiler. Where no system can be made (no root, no debootstrap) all is built for the processor of this
# machine, on this machine, whose C library may be newer.
#
# parts.tsv tells what was linked: archive, Debian's package, source package and version.
#
# standalone.sh --tests ARCH builds the tests of the library afterwards, of the same objects, in build/standalone/ARCH. They run in
# the old system: build/fresh/bullseye-build, build/fresh/bullseye-build-arm64. Criterion needs GLib's shared library.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
me=standalone
. packaging/systems.sh
oldest=bullseye newer=bookworm
libraries='libglib2.0-dev libgmp-dev zlib1g-dev libdeflate-dev liblzma-dev libzstd-dev libbz2-dev libopenblas-dev libcriterion-dev libjson-glib-dev'
sysroot=

# prepare_libraries FOLDER: the system there as one that another one compiles for.
prepare_libraries() {
  build_isal "$1" && mend_links "$1"
}

# mend_links FOLDER: links that begin with / would lead out of the folder.
mend_links() {
  chroot "$1" find /usr /etc/alternatives -lname '/*' -exec sh -c 'for link; do ln -snrf "$(readlink "$link")" "$link"; done' sh {} +
}

# build_isal FOLDER: ISA-L for the system there. Debian has no static library of it; it is made from the source that Debian has.
build_isal() {
  chroot "$1" sh -ec '
    sed -n "s/^deb /deb-src /p" /etc/apt/sources.list >/etc/apt/sources.list.d/source.list
    apt-get update
    mkdir /usr/src/isal
    cd /usr/src/isal
    apt-get source --tar-only --only-source libisal
    tar -xf libisal_*.orig.tar.* --strip-components=1
    make -f Makefile.unx units="igzip crc" '"$isal"' lib
    cp bin/isa-l.a /usr/local/lib/libisal.a
    cp -R include /usr/local/include/isa-l
    mkdir /usr/share/doc/libisal
    cp LICENSE /usr/share/doc/libisal/copyright
    apt-cache showsrc --only-source libisal | sed -n "s/^Version: //p" | head -n 1 >/usr/share/doc/libisal/version'
}

# describe PROCESSOR: how it is built for it, and the time limit of its tests: an emulator may take a hundred times as long.
describe() {
  processor=$1
  case $1 in
  x86_64)
    role=build compiler=gcc target=x86_64-linux-gnu prefix= limit=
    packages="gcc libc6-dev $libraries" isal=host_cpu=x86_64
    ;;
  aarch64)
    foreign=arm64 role=build-arm64 compiler=gcc-aarch64-linux-gnu target=aarch64-linux-gnu prefix=aarch64-linux-gnu- limit=-DTIME_LIMIT=3600
    packages="gcc-aarch64-linux-gnu libc6-dev-arm64-cross libc6-dev:arm64 $(printf '%s:arm64 ' $libraries)"
    isal='arch=aarch64 host_cpu=aarch64 CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar'
    ;;
  *) refuse "found the processor $1, expected x86_64 or aarch64" ;;
  esac
  folder=build/standalone/$1
}

# The archives that may not stand in a shared library as they are: packaging/streams.c tells why.
mend_archives() {
  mkdir -p "$folder/static"
  $compile -std=gnu11 -O2 -fPIC -c packaging/streams.c -o "$folder/static/streams.o"
  for archive in libgmp.a libbz2.a; do
    found=$($compile -print-file-name=$archive)
    [ "$found" != $archive ] || continue
    "${prefix}objcopy" --redefine-sym stdin=standalone_stdin --redefine-sym stdout=standalone_stdout --redefine-sym stderr=standalone_stderr "$found" "$folder/static/$archive"
    "${prefix}ar" rD "$folder/static/$archive" "$folder/static/streams.o" 2>/dev/null
  done
}

# make_here ARGUMENT...
make_here() {
  ${MAKE:-make} -j"$(getconf _NPROCESSORS_ONLN)" STATIC=1 CC="$compile" OBJCOPY="${prefix}objcopy" CFLAGS=-O3 \
    CPPFLAGS="-I$sysroot/usr/local/include $limit" LDFLAGS="-L$folder/static -B$sysroot/usr/local/lib" BUILD="$folder" "$@"
}

build_tests() {
  make_here STATIC_LIBS='$(OPTIONAL_LIBS) -lglib-2.0 -lgmp -lz' TEST_PACKAGES=json-glib-1.0 "$folder/check-library" "$folder/check-gradients"
}

# Without information for debuggers, whose paths differ.
build() {
  echo "$folder: compiles program and library, which takes a minute or more"
  mend_archives
  make_here all library
  if [ "$folder/parts.tsv" -nt "$folder/tbk" ] && [ "$folder/parts.tsv" -nt "$folder/libtbk.so" ]; then
    return
  fi
  mkdir -p "$folder/stripped"
  for file in tbk libtbk.so; do
    "${prefix}strip" --strip-unneeded -o "$folder/stripped/$file" "$folder/$file"
  done
  list_parts >"$folder/parts"
  rm -rf "$folder/licences"
  mkdir "$folder/licences"
  cut -f 2 "$folder/parts" | sort -u | while read -r package; do
    for root in "$sysroot" ''; do
      ! cp -L "$root/usr/share/doc/$package/copyright" "$folder/licences/$package" 2>/dev/null || break
    done
    [ -e "$folder/licences/$package" ] || refuse "there is no licence of $package"
  done
  mv "$folder/parts" "$folder/parts.tsv" # last: a run that broke off is not taken for a whole one
}

# The archives of which the linker has taken something, as rows ARCHIVE PACKAGE SOURCE VERSION.
list_parts() {
  sed -n 's/^\([^ ]*\.a\)(.*/\1/p' "$folder"/*.map | xargs -n 1 basename | sort -u | while read -r archive; do
    if [ "$archive" = libisal.a ] && [ -e "$sysroot/usr/share/doc/libisal/version" ]; then
      printf '%s\tlibisal\tlibisal\t%s\n' "$archive" "$(cat "$sysroot/usr/share/doc/libisal/version")"
      continue
    fi
    found=$($compile -print-file-name="$archive" | xargs realpath)
    root=
    case $found in
    "$sysroot"/*) root=$sysroot ;; # else it is the compiler's own
    esac
    found=${found#"$root"}
    package=$(dpkg-query --admindir="$root/var/lib/dpkg" -S "$found" "${found#/usr}" 2>/dev/null | sed 's/: .*//; q')
    dpkg-query --admindir="$root/var/lib/dpkg" -W -f "$archive\t\${Package}\t\${source:Package}\t\${source:Version}\n" "$package"
  done
}

case ${1:-$(uname -m)} in
--inside)
  describe "$2"
  sysroot=/old
  export PKG_CONFIG_SYSROOT_DIR=$sysroot PKG_CONFIG_LIBDIR="$sysroot/usr/lib/$target/pkgconfig:$sysroot/usr/share/pkgconfig"
  compile="${prefix}gcc --sysroot=$sysroot"
  ${3:-build}
  ;;
--tests)
  require_systems
  run_alone packaging/standalone.sh --namespace "$2" build_tests
  ;;
--namespace)
  describe "$2"
  finish=prepare_libraries
  furnish $oldest $role make binutils dpkg-dev nasm $packages
  finish= foreign=
  furnish $newer $role $compiler binutils make pkg-config
  mkdir -p "$rooms/system" "$folder"
  mount --bind "$store/$name" "$rooms/system"
  mkdir -p "$rooms/system/old" "$rooms/system/tbk"
  mount --bind "$store/$oldest-$role" "$rooms/system/old"
  mount --bind "$PWD" "$rooms/system/tbk"
  enter_system $newer "$rooms/system"
  unshare --net chroot "$rooms/system" env LC_ALL=C sh /tbk/packaging/standalone.sh --inside "$2" "${3-}"
  ;;
*)
  for processor in "${@:-$(uname -m)}"; do
    describe "$processor"
    if can_make_systems; then
      run_alone packaging/standalone.sh --namespace "$processor"
    elif [ "$processor" = "$(uname -m)" ]; then
      echo "standalone: only root can make a $oldest system, with debootstrap: built on this machine instead, for its C library or a newer one"
      prefix= compile=gcc
      build
    else
      refuse "only root can make the $oldest system that is needed to build for $processor, with debootstrap"
    fi
    file=build/dist/tbk-$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)-linux-$processor
    mkdir -p build/dist
    cp "$folder/stripped/tbk" "$file"
    packaging/licences.sh "$folder" >"$file.licences.txt"
    packaging/licences.sh --sbom "$folder/parts.tsv" "the program as one file, and the library in the wheel, for Linux on $processor" >"$file.sbom.json"
    echo "$file"
  done
  ;;
esac
