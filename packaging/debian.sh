#!/bin/sh
# debian.sh TARBALL FOLDER - Debian's packages of a source tarball (make dist), into FOLDER. Further arguments go to dpkg-buildpackage.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
tarball=$(CDPATH='' cd -- "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
folder=$(CDPATH='' cd -- "$2" && pwd)
shift 2
for tool in dpkg-buildpackage dh; do
  command -v $tool >/dev/null || {
    echo "debian.sh: $tool is needed (packages dpkg-dev and debhelper)" >&2
    exit 3
  }
done
version=$(basename "$tarball" .tar.gz)
version=${version#tbk-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$tarball" "$scratch/tbk_$version.orig.tar.gz"
tar -xzf "$tarball" -C "$scratch"
cp -R "$here/debian" "$scratch/tbk-$version/debian"
. "$here/person.sh"
[ -z "$EMAIL" ] || sed -i "s/^Maintainer:.*/Maintainer: $NAME <$EMAIL>/" "$scratch/tbk-$version/debian/control"
(CDPATH='' cd -- "$scratch/tbk-$version" && dpkg-buildpackage -us -uc "$@")
find "$scratch" -maxdepth 1 -type f -exec cp {} "$folder" ';'
ls "$folder"
