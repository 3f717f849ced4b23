#!/bin/sh
# release.sh ARCH... - the sums of all that make has put into build/dist, and Debian's packages, the package for npm and the
# page for browsers where there are tools to make them.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
. packaging/dates.sh
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/version.h)
cp build/tbk-"$version".tar.gz build/dist
if command -v dpkg-buildpackage >/dev/null && command -v dh >/dev/null; then
  DEB_BUILD_OPTIONS=nocheck packaging/debian.sh build/tbk-"$version".tar.gz build/deb
  cp build/deb/*.deb build/dist
else
  echo "release: Debian's packages are left out: dpkg-dev and debhelper are not installed"
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
