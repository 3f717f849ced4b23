#!/bin/sh
# standalone.sh ARCH... - builds program and library for each processor (x86_64, aarch64) with GLib, GMP and the libraries of
# compressed forms inside, in build/standalone/ARCH. The C library stays outside. The program stands then in build/dist, with
# its licences.
#
# A program runs with the C library it was built with, and newer ones. So it is built in a Debian system as old as the mirror
# has, bullseye; for aarch64 with its cross compiler. Where no system can be made (no root, no debootstrap) it is built for the
# processor of this machine, on this machine, whose C library may be newer.
#
# parts.tsv tells what was linked: archive, Debian's package, source package and version.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
me=standalone
. packaging/systems.sh
suite=bullseye
libraries='libglib2.0-dev libgmp-dev zlib1g-dev libdeflate-dev liblzma-dev libzstd-dev libbz2-dev libopenblas-dev'
tools='make pkg-config binutils dpkg-dev nasm'

# build_isal FOLDER: ISA-L for the system there. Debian has no static library of it; it is made from the source that Debian has.
build_isal() {
  chroot "$1" sh -ec '
    sed -n "s/^deb /deb-src /p" /etc/apt/sources.list >/etc/apt/sources.list.d/source.list
    apt-get update
    mkdir /tmp/isal
    cd /tmp/isal
    apt-get source --tar-only --only-source libisal
    tar -xf libisal_*.orig.tar.* --strip-components=1
    make -f Makefile.unx units="igzip crc" '"$isal"' lib
    cp bin/isa-l.a /usr/local/lib/libisal.a
    cp -R include /usr/local/include/isa-l
    mkdir /usr/share/doc/libisal
    cp LICENSE /usr/share/doc/libisal/copyright
    apt-cache showsrc --only-source libisal | sed -n "s/^Version: //p" | head -n 1 >/usr/share/doc/libisal/version'
}

# describe PROCESSOR: how it is built for it.
describe() {
  processor=$1
  case $1 in
  x86_64)
    system=build packages="gcc libc6-dev $libraries" isal=host_cpu=x86_64 prefix=
    ;;
  aarch64)
    system=build-arm64 foreign=arm64 prefix=aarch64-linux-gnu-
    packages="gcc-aarch64-linux-gnu libc6-dev-arm64-cross $(printf '%s:arm64 ' $libraries)"
    isal='arch=aarch64 host_cpu=aarch64 CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar'
    ;;
  *) refuse "found the processor $1, expected x86_64 or aarch64" ;;
  esac
  folder=build/standalone/$1
}

# The archives that may not stand in a shared library as they are: packaging/streams.c tells why.
mend_archives() {
  mkdir -p "$folder/static"
  "${prefix}gcc" -std=gnu11 -O2 -fPIC -c packaging/streams.c -o "$folder/static/streams.o"
  for archive in libgmp.a libbz2.a; do
    found=$("${prefix}gcc" -print-file-name=$archive)
    [ "$found" != $archive ] || continue
    "${prefix}objcopy" --redefine-sym stdin=standalone_stdin --redefine-sym stdout=standalone_stdout --redefine-sym stderr=standalone_stderr "$found" "$folder/static/$archive"
    "${prefix}ar" rD "$folder/static/$archive" "$folder/static/streams.o" 2>/dev/null
  done
}

# Without information for debuggers, whose paths differ.
build() {
  mend_archives
  ${MAKE:-make} -j"$(getconf _NPROCESSORS_ONLN)" STATIC=1 CC="${prefix}gcc" OBJCOPY="${prefix}objcopy" CFLAGS=-O3 CPPFLAGS=-I/usr/local/include \
    LDFLAGS="-L$folder/static -B/usr/local/lib" \
    BUILD="$folder" all library
  mkdir -p "$folder/stripped"
  for file in tbk libtbk.so; do
    "${prefix}strip" --strip-unneeded -o "$folder/stripped/$file" "$folder/$file"
  done
  list_parts >"$folder/parts.tsv"
  rm -rf "$folder/licences"
  mkdir "$folder/licences"
  cut -f 2 "$folder/parts.tsv" | sort -u | while read -r package; do
    cp -L "/usr/share/doc/$package/copyright" "$folder/licences/$package"
  done
}

# The archives of which the linker has taken something, as rows ARCHIVE PACKAGE SOURCE VERSION.
list_parts() {
  sed -n 's/^\([^ ]*\.a\)(.*/\1/p' "$folder"/*.map | xargs -n 1 basename | sort -u | while read -r archive; do
    if [ "$archive" = libisal.a ] && [ -e /usr/share/doc/libisal/version ]; then
      printf '%s\tlibisal\tlibisal\t%s\n' "$archive" "$(cat /usr/share/doc/libisal/version)"
    else
      package=$(dpkg-query -S "$("${prefix}gcc" -print-file-name="$archive" | xargs realpath)" "$("${prefix}gcc" -print-file-name="$archive" | xargs realpath | sed 's|^/usr||')" 2>/dev/null |
        sed 's/: .*//; q')
      dpkg-query -W -f "$archive\t\${Package}\t\${source:Package}\t\${source:Version}\n" "$package"
    fi
  done
}

case ${1:-$(uname -m)} in
--inside)
  describe "$2"
  [ -z "$prefix" ] || export PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig
  build
  ;;
--namespace)
  describe "$2"
  finish=build_isal
  furnish $suite $system $tools $packages
  mkdir -p "$rooms/system" "$folder"
  mount --bind "$store/$name" "$rooms/system"
  mkdir -p "$rooms/system/tbk"
  mount --bind "$PWD" "$rooms/system/tbk"
  enter_system $suite "$rooms/system"
  unshare --net chroot "$rooms/system" env LC_ALL=C sh /tbk/packaging/standalone.sh --inside "$2"
  ;;
*)
  for processor in "${@:-$(uname -m)}"; do
    describe "$processor"
    if can_make_systems; then
      run_alone packaging/standalone.sh --namespace "$processor"
    elif [ "$processor" = "$(uname -m)" ]; then
      echo "standalone: only root can make a $suite system, with debootstrap: built on this machine instead, for its C library or a newer one"
      prefix=
      build
    else
      refuse "only root can make the $suite system that is needed to build for $processor, with debootstrap"
    fi
    file=build/dist/tbk-$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/version.h)-linux-$processor
    mkdir -p build/dist
    cp "$folder/stripped/tbk" "$file"
    packaging/licences.sh "$folder" >"$file.licences.txt"
    echo "$file"
  done
  ;;
esac
