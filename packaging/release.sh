#!/bin/sh
# release.sh --begin - refuses a release that would lack a part, or that is not of the last commit; and empties build/dist.
# release.sh - Debian's packages of the tarball, the package for npm and the page for browsers, and the sums of all that make has put
# into build/dist, signed where there is a key: by minisign with MINISIGN_KEY, the file of a secret key, else by gpg with
# GPG_KEY, or its default key.
#
# Debian's packages are built in a bookworm of their own, whose compiler and tools they then depend on.
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

begin() {
  missing=
  for command in emcc em-config npm node pandoc git "${PYTHON:-python3}"; do
    command -v "$command" >/dev/null || missing="$missing $command,"
  done
  can_make_systems || missing="$missing root with debootstrap,"
  [ -z "$missing" ] || refuse "a part would be left out: there is no${missing%,}"
  [ -z "$(git status --porcelain --untracked-files=no)" ] || refuse "found changes that are not committed: a release is of the last commit"
  . packaging/person.sh
  for value in "EMAIL=$EMAIL" "REPOSITORY=$REPOSITORY" "HOMEPAGE=$HOMEPAGE"; do
    [ -n "${value#*=}" ] || echo "release: packaging/person.sh has no ${value%=}, which packages leave out"
  done
  rm -rf build/dist
}

# Writes the sums, and signs them.
sign() {
  CDPATH='' cd -- build/dist
  rm -f SHA256SUMS.*
  find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS
  cat SHA256SUMS
  if [ -n "${MINISIGN_KEY-}" ]; then
    minisign -S -s "$MINISIGN_KEY" -m SHA256SUMS
  elif command -v gpg >/dev/null && [ -n "$(gpg --list-secret-keys ${GPG_KEY:+"$GPG_KEY"} 2>/dev/null)" ]; then
    gpg --batch --yes ${GPG_KEY:+--local-user "$GPG_KEY"} --armor --detach-sign SHA256SUMS
  else
    echo "release: SHA256SUMS is not signed: there is neither MINISIGN_KEY nor a secret key of gpg"
  fi
}

case ${1-} in
--begin) begin; exit ;;
--sign) sign; exit ;;
esac
rm -rf build/deb
cp "$tarball" build/dist
run_alone packaging/release.sh --inside
cp build/deb/*.deb build/dist
rm -rf build/web-source && mkdir build/web-source
tar -xzf "$tarball" -C build/web-source --strip-components=1
(CDPATH='' cd -- build/web-source && packaging/web/build.sh build/web)
cp build/web-source/build/dist/* build/dist
sign
