# systems.sh - Debian systems to build and to test in. Scripts source it: tests/fresh.sh, tests/cross.sh, packaging/standalone.sh and others.
#
# debootstrap makes a system from the mirror that apt uses here. Its apt fetches as apt does here: through its proxy, with its
# checks of dates. Systems stay in build/fresh, with the packages that were fetched. All is mounted in a namespace of its own:
# nothing stays mounted, however a script ends.
#
# It takes root and a network. A script says in `me` how its messages begin. The repository is the working folder.
store=$PWD/build/fresh rooms=$PWD/build/fresh/rooms-$me

refuse() {
  echo "$me: $*" >&2
  exit 3
}

# can_make_systems: whether this user, with the programs that are here, can.
can_make_systems() {
  [ "$(id -u)" = 0 ] || return 1
  for program in debootstrap unshare flock git apt-get; do
    command -v $program >/dev/null || return 1
  done
}

require_systems() {
  can_make_systems || refuse "only root can make a system, and it takes debootstrap (apt-get install debootstrap util-linux git)"
}

# run_alone COMMAND...: the command in namespaces of its own; no other one of `me` may run. `rooms` are removed afterwards.
run_alone() {
  mkdir -p "$store"
  exec 9>"$store/lock-$me"
  flock -n 9 || refuse "another one runs in $store"
  rm -rf --one-file-system "$rooms"
  trap 'rm -rf --one-file-system "$rooms"' EXIT
  trap 'kill -KILL $inside; wait; exit 143' INT TERM HUP # unshare takes no other signal, and takes all with it
  unshare --mount --propagation private --pid --fork --kill-child=KILL "$@" &
  inside=$!
  wait $inside
}

# The mirror of Debian's own packages that apt uses here; or MIRROR, as one of snapshots: it and a date pin what is built with.
find_mirror() {
  [ -z "${MIRROR-}" ] || { echo "$MIRROR"; return; }
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

# make_system SUITE: the empty system, if it is not there yet.
make_system() {
  mkdir -p "$store/$1.packages/partial"
  [ ! -d "$store/$1" ] || return 0
  start=$(date +%s)
  set_proxies
  mirror=$(find_mirror)
  [ -n "$mirror" ] || refuse "apt here names no mirror of Debian, or has not been asked yet (apt-get update)"
  rm -rf --one-file-system "$store/$1.part"
  echo "$1: debootstrap makes the system in ${store#"$PWD"/}, which takes a minute or more and is kept; its log is $1.log there"
  debootstrap --variant=minbase --include=sudo "$1" "$store/$1.part" "$mirror" >"$store/$1.log" 2>&1 ||
    refuse "debootstrap failed: $(tail -n 3 "$store/$1.log"); all in $store/$1.log"
  mv "$store/$1.part" "$store/$1"
  echo "$1: debootstrap: $(($(date +%s) - start)) s"
}

# enter_system SUITE FOLDER: mounts what a system in the folder needs, with the fetched packages of the suite.
enter_system() {
  mount -t proc proc "$2/proc"
  mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$2/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$2/dev/shm"
  mount --bind "$store/$1.packages" "$2/var/cache/apt/archives"
  cp -L /etc/resolv.conf /etc/hosts "$2/etc/"
  fetching >"$2/etc/apt/apt.conf.d/99fresh"
}

leave_system() {
  for place in proc dev/pts dev/shm var/cache/apt/archives; do
    umount "$1/$place" 2>/dev/null || true
  done
}

# install_in FOLDER PACKAGE...
install_in() {
  system=$1
  shift
  chroot "$system" sh -c "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $*"
}

# furnish SUITE NAME PACKAGE...: the system SUITE-NAME, a copy of the suite's with packages, if it is not there yet. The
# command `finish`, if there is one, does the rest to its folder.
furnish() {
  suite=$1 name=$1-$2
  shift 2
  make_system "$suite"
  [ ! -d "$store/$name" ] || return 0
  start=$(date +%s)
  rm -rf --one-file-system "$store/$name.part"
  echo "$name: fetches and installs packages, which takes some minutes and is kept; the log is $name.log"
  cp -a "$store/$suite" "$store/$name.part"
  enter_system "$suite" "$store/$name.part"
  for architecture in ${foreign-}; do
    chroot "$store/$name.part" dpkg --add-architecture "$architecture"
  done
  install_in "$store/$name.part" "$@" >"$store/$name.log" 2>&1 ||
    refuse "packages cannot be installed: $(tail -n 3 "$store/$name.log"); all in $store/$name.log"
  [ -z "${finish-}" ] || $finish "$store/$name.part" >>"$store/$name.log" 2>&1 ||
    refuse "$finish failed: $(tail -n 3 "$store/$name.log"); all in $store/$name.log"
  leave_system "$store/$name.part"
  mv "$store/$name.part" "$store/$name"
  echo "$name: packages: $(($(date +%s) - start)) s"
}

# copy_sources FOLDER: the files that git tracks.
copy_sources() {
  mkdir -p "$1"
  git ls-files -z | tar --null --files-from=- -cf - | tar --no-same-owner -xf - -C "$1"
}

# run_by_qemu COMMAND...: the command, with the kernel told of QEMU for aarch64 in a namespace of its own (Linux 6.7 and newer).
run_by_qemu() {
  unshare -Urm sh -c '
    mount -t binfmt_misc none /proc/sys/fs/binfmt_misc &&
      printf %s ":tbk:M::$1:$2:$3:F" >/proc/sys/fs/binfmt_misc/register && shift 3 && exec "$@"' sh \
    '\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00' \
    '\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff' "$(command -v qemu-aarch64 || command -v qemu-aarch64-static)" "$@"
}
