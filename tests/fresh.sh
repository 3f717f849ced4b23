#!/bin/sh
# fresh.sh SUITE... - what README tells a new user to type, on an empty Debian of each suite (bookworm, trixie).
#
# packaging/systems.sh makes the system; each test gets a copy of it. The tests are three:
#
#   a user with sudo types ./bootstrap demo and ./bootstrap check;
#   a user without sudo and without network types make and make demo, where there are a C compiler, make, pkg-config and
#   the development packages of GLib, zlib and GMP;
#   Debian's packages are built, installed and used, and lintian finds no errors in them, but that the maintainer's address is none:
#   that is for who publishes them.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
me=fresh
. packaging/systems.sh
least='gcc libc6-dev make pkg-config libglib2.0-dev zlib1g-dev libgmp-dev'

if [ "${1-}" != --inside ]; then
  require_systems
  run_alone tests/fresh.sh --inside "$@"
  exit
fi
shift
failures=0 offline=

# open_room NAME: a copy of the system, with a user and the files of the repository.
open_room() {
  room=$rooms/$suite-$1
  mkdir -p "$rooms"
  cp -a "$store/$suite" "$room"
  enter_system "$suite" "$room"
  chroot "$room" useradd --create-home --shell /bin/sh user
  copy_sources "$room/home/user/tbk"
  chroot "$room" chown -R user: /home/user/tbk
}

close_room() {
  leave_system "$room"
  rm -rf --one-file-system "$room"
}

# type_as_user COMMAND: as a new user does who has logged in. type_offline COMMAND: one who has no network.
type_as_user() {
  $offline chroot "$room" su --login --whitelist-environment=OPENBLAS_CORETYPE,OPENBLAS_L2_SIZE user \
    -c "ulimit -n 1024; CDPATH='' cd -- tbk && $1" </dev/null
}

type_offline() {
  offline='unshare --net'
  type_as_user "$1" && typed=0 || typed=$?
  offline=
  return $typed
}

fail() {
  echo "FAILED $suite: $*"
  failures=$((failures + 1))
}

# try STATUS COMMAND...: the command ends with the status; says how long it took. Its output is in $log.
try() {
  expected=$1
  shift
  log=$store/$suite-$(echo "$*" | tr -c 'a-z\n' -).log
  start=$(date +%s)
  "$@" >"$log" 2>&1 && found=0 || found=$?
  echo "$suite: $*: $(($(date +%s) - start)) s"
  [ $found -eq "$expected" ] && return
  grep -E '^FAILED|Failing: [1-9]|[1-9][0-9]* fail' "$log" | head -n 20
  tail -n 5 "$log"
  fail "$*: status $found, expected $expected; all in $log"
}

# says TEXT: the last command that was tried said it.
says() {
  grep -qF -- "$1" "$log" || fail "'$1' is not said in $log"
}

no_warnings() {
  ! grep -E '\.[ch]:[0-9]+:[0-9]+: warning:' "$log" || fail "the compiler warns"
}

check_user() {
  open_room user
  echo 'user ALL=(ALL) NOPASSWD: ALL' >"$room/etc/sudoers.d/user"
  try 0 type_as_user './bootstrap demo'
  says 'packages with what they depend on'
  says 'moves to 3'
  says 'byte for byte the same'
  says 'Type next'
  no_warnings
  [ ! -e "$room/usr/include/criterion" ] || fail "the demo has installed what only tests need"
  try 0 type_as_user './bootstrap check'
  no_warnings
  grep -i 'skipped' "$log" | sed 's/^/  /' || true
  umount "$room/dev/shm"
  try 2 type_as_user 'make check-library'
  says 'Criterion needs a folder /dev/shm'
  close_room
}

install_least() {
  install_in "$room" $least
}

check_least() {
  open_room least
  try 0 install_least
  rm "$room/usr/bin/sudo"
  for command in make 'make demo' './bootstrap demo'; do
    try 0 type_offline "$command"
    no_warnings
  done
  says 'byte for byte the same'
  try 3 type_offline './bootstrap check'
  says 'only root can'
  says '--no-install-recommends libjson-glib-dev libcriterion-dev'
  close_room
}

# Builds the packages from a tarball of the tracked files, in another folder than the user's.
build_packages() {
  version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)
  copy_sources "$room/packages/tbk-$version"
  tar -C "$room/packages" -czf "$room/packages/tbk-$version.tar.gz" "tbk-$version"
  install_in "$room" build-essential lintian equivs devscripts
  chroot "$room" sh -ec "cd /packages
    DEBIAN_FRONTEND=noninteractive apt-get build-dep -y --no-install-recommends -P nocheck ./tbk-$version/packaging
    DEB_BUILD_OPTIONS=nocheck DEB_BUILD_PROFILES=nocheck tbk-$version/packaging/debian.sh tbk-$version.tar.gz built"
}

install_packages() {
  chroot "$room" sh -ec "cd /packages/built; DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ./*.deb"
}

use_packages() {
  chroot "$room" sh -ec 'cd /home/user/tbk
    tbk projectivize data/demo.conllu.gz -o demo.conllu.gz && tbk stats demo.conllu.gz
    cd / && python3 -c "import tbk; print(tbk.projectivize([2, 0, 5, 2, 2]))"'
}

check_packages() {
  open_room packages
  try 0 build_packages
  no_warnings
  try 0 install_packages
  try 0 chroot "$room" sh -c 'lintian --fail-on error --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog /packages/built/*.changes'
  try 0 use_packages
  says '[2, 0, 2, 2, 2]'
  close_room
}

[ $# -gt 0 ] || refuse "which suite? SUITE=bookworm, SUITE=trixie"
set_proxies
for suite; do
  make_system "$suite"
  for part in ${PARTS:-user least packages}; do
    check_$part
  done
done
echo "fresh: $failures failures"
[ $failures = 0 ]
