#!/bin/sh
# fresh.sh SUITE... - what README tells a new user to type, on an empty Debian of each suite (bookworm, trixie).
#
# debootstrap makes the system from the mirror that apt uses here, as apt here fetches: through its proxy, with its checks of
# dates. It stays in build/fresh, with the packages that were fetched, and each test gets a copy of it. The tests are two:
#
#   a user with sudo types ./bootstrap demo and ./bootstrap check;
#   a user without sudo and without network types make and make demo, where there are a C compiler, make, pkg-config and
#   the development packages of GLib, zlib and GMP.
#
# It takes root, a network, and some minutes. All is mounted in a namespace of its own: nothing stays mounted, however it ends.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
store=$PWD/build/fresh rooms=$PWD/build/fresh/rooms
least='gcc libc6-dev make pkg-config libglib2.0-dev zlib1g-dev libgmp-dev'

refuse() {
  echo "fresh: $*" >&2
  exit 3
}

if [ "${1-}" != --inside ]; then
  [ "$(id -u)" = 0 ] || refuse "only root can make a system: sudo make check-fresh"
  for program in debootstrap unshare flock git apt-get; do
    command -v $program >/dev/null || refuse "there is no $program (apt-get install debootstrap util-linux git)"
  done
  mkdir -p "$store"
  exec 9>"$store/lock"
  flock -n 9 || refuse "another one runs in $store"
  rm -rf --one-file-system "$rooms"
  trap 'rm -rf --one-file-system "$rooms"' EXIT
  trap 'kill -KILL $inside; wait; exit 143' INT TERM HUP # unshare takes no other signal, and takes all with it
  unshare --mount --propagation private --pid --fork --kill-child=KILL tests/fresh.sh --inside "$@" &
  inside=$!
  wait $inside
  exit
fi
shift
failures=0 offline=

# The mirror of Debian's own packages that apt uses here.
find_mirror() {
  apt-get indextargets --format '$(LABEL) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    sed -n 's|^Debian main \(https*://.*\)$|\1|p' | head -n 1
}

# What apt here is told of fetching.
fetching() {
  apt-config dump | grep -E '^Acquire::(https?|Check-Date|Check-Valid-Until|Retries)\b' || true
}

set_proxies() {
  eval "$(apt-config shell http Acquire::http::Proxy https Acquire::https::Proxy)"
  [ "${http:-DIRECT}" = DIRECT ] || export http_proxy="$http"
  [ "${https:-DIRECT}" = DIRECT ] || export https_proxy="$https"
}

# The empty system, if it is not there yet.
make_system() {
  mkdir -p "$store/$suite.packages/partial"
  [ ! -d "$store/$suite" ] || return 0
  start=$(date +%s)
  mirror=$(find_mirror)
  [ -n "$mirror" ] || refuse "apt here names no mirror of Debian, or has not been asked yet (apt-get update)"
  rm -rf --one-file-system "$store/$suite.part"
  debootstrap --variant=minbase --include=sudo "$suite" "$store/$suite.part" "$mirror" >"$store/$suite.log" 2>&1 ||
    refuse "debootstrap failed: $(tail -n 3 "$store/$suite.log")"
  mv "$store/$suite.part" "$store/$suite"
  echo "$suite: debootstrap: $(($(date +%s) - start)) s"
}

# open_room NAME: a copy of the system, with a user and the files of the repository.
open_room() {
  room=$rooms/$suite-$1
  mkdir -p "$rooms"
  cp -a "$store/$suite" "$room"
  mount -t proc proc "$room/proc"
  mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$room/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$room/dev/shm"
  mount --bind "$store/$suite.packages" "$room/var/cache/apt/archives"
  cp -L /etc/resolv.conf /etc/hosts "$room/etc/"
  fetching >"$room/etc/apt/apt.conf.d/99fresh"
  chroot "$room" useradd --create-home --shell /bin/sh user
  mkdir "$room/home/user/tbk"
  git ls-files -z | tar --null --files-from=- -cf - | tar --no-same-owner -xf - -C "$room/home/user/tbk"
  chroot "$room" chown -R user: /home/user/tbk
}

close_room() {
  for place in proc dev/pts dev/shm var/cache/apt/archives; do
    umount "$room/$place" 2>/dev/null || true
  done
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
  says 'the same bytes'
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
  chroot "$room" sh -c "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $least"
}

check_least() {
  open_room least
  try 0 install_least
  rm "$room/usr/bin/sudo"
  for command in make 'make demo' './bootstrap demo'; do
    try 0 type_offline "$command"
    no_warnings
  done
  says 'the same bytes'
  try 3 type_offline './bootstrap check'
  says 'only root can'
  says '--no-install-recommends libjson-glib-dev libcriterion-dev'
  close_room
}

[ $# -gt 0 ] || refuse "which suite? SUITE=bookworm, SUITE=trixie"
set_proxies
for suite; do
  make_system
  check_user
  check_least
done
echo "fresh: $failures failures"
[ $failures = 0 ]
