#!/bin/sh
# release.sh - Debian's packages of the tarball, the package for npm and the page for browsers where there are tools to make them,
# and the sums of all that make has put into build/dist.
#
# Debian's packages are built in a bookworm of their own, whose compiler and tools they then depend on. Where no system can be made
# they are built on this machine, if it has the tools.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
me=packages
. packaging/dates.sh
. packaging/systems.sh
suite=bookworm
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)
tarball=build/tbk-$version.tar.gz
export DEB_BUILD_OPTIONS='nocheck noautodbgsym' DEB_BUILD_PROFILES=nocheck

# install_needed FOLDER: in the system there, what packaging/debian/control asks for.
install_needed() {
  mkdir -p "$1/needed"
  cp -R packaging/debian "$1/needed"
  chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get build-dep -y --no-install-recommends -P nocheck /needed
}

if [ "${1-}" = --inside ]; then
  finish=install_needed
  furnish $suite packages build-essential lintian
  mkdir -p "$rooms/system"
  mount --bind "$store/$suite-packages" "$rooms/system"
  enter_system $suite "$rooms/system"
  mkdir -p "$rooms/system/tbk"
  mount --bind "$PWD" "$rooms/system/tbk"
  unshare --net chroot "$rooms/system" env --chdir=/tbk packaging/debian.sh "$tarball" build/deb
  exit
fi

rm -rf build/deb
cp "$tarball" build/dist
if can_make_systems; then
  run_alone packaging/release.sh --inside
  cp build/deb/*.deb build/dist
elif command -v dpkg-buildpackage >/dev/null && (CDPATH='' cd -- packaging && dpkg-checkbuilddeps debian/control); then
  packaging/debian.sh "$tarball" build/deb
  cp build/deb/*.deb build/dist
else
  echo "release: Debian's packages are left out: no system can be made, and this one has not what they are built with"
fi
if command -v emcc >/dev/null && command -v npm >/dev/null; then
  rm -rf build/web-source && mkdir build/web-source
  tar -xzf build/tbk-"$version".tar.gz -C build/web-source --strip-components=1
  (CDPATH='' cd -- build/web-source && packaging/web/build.sh build/web)
  cp build/web-source/build/dist/* build/dist
else
  echo "release: the package for npm and the page for browsers are left out: emscripten and npm are not installed"
fi
(CDPATH='' cd -- build/dist && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS && cat SHA256SUMS)
