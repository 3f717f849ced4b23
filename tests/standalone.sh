#!/bin/sh
# standalone.sh FILE ORDINARY - the program as one file against the ordinary one. It may need the C library alone, of glibc 2.31 or
# older. In a system with nothing but that library it writes the same bytes. (What train prints has times in it; the
# model is compared.) It takes at most three per cent more instructions, where there is valgrind.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
file=$1 ordinary=$PWD/$2
export LC_ALL=C
failures=0

fail() {
  echo "FAILED $file: $*"
  failures=$((failures + 1))
}

# The libraries that glibc is made of.
others=$(readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vxE 'lib(c|m|dl|pthread)\.so\.[0-9]|ld-linux.*' || true)
[ -z "$others" ] || fail "it needs $others"
floor=$(readelf -WV "$file" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
[ "$(printf '%s\nGLIBC_2.31\n' "$floor" | sort -V | tail -n 1)" = GLIBC_2.31 ] || fail "it needs $floor"
echo "floor: $floor"

# The commands of the demo, whose outputs are files too.
commands='projectivize data/demo.conllu.gz -o out/demo.projective.conllu
show --projectivized --id=en-01 data/demo.conllu.gz
stats data/demo.conllu.gz out/demo.projective.conllu
choices --by=sentence data/demo.conllu.gz
restore out/demo.projective.conllu
projectivize data/demo.conllu.gz -o out/demo.xz
stats out/demo.xz
projectivize data/demo.conllu.gz -o out/demo.zst
stats out/demo.zst
projectivize data/demo.conllu.gz -o out/demo.gz
stats out/demo.gz
train data/demo.conllu.gz -o out/demo.model
parse -m out/demo.model data/en.conllu -o out/parsed.conllu
evaluate data/en.conllu out/parsed.conllu
help stats'

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
mkdir "$room/alone" "$room/beside"
for place in alone beside; do
  mkdir "$room/$place/data" "$room/$place/out"
  cp data/demo.conllu.gz data/en.conllu "$room/$place/data"
done
cp "$file" "$room/alone/tbk"
# The libraries of the system that it was built in, if that is there: the oldest that are to suffice.
oldest=
[ ! -d build/fresh/bullseye ] || [ "$(id -u)" != 0 ] || oldest=$PWD/build/fresh/bullseye

# in_oldest COMMAND...: there, since its links begin with /.
in_oldest() {
  ${oldest:+chroot "$oldest"} "$@"
}

ldd "$file" | grep -o '/[^ ]*' | while read -r library; do
  mkdir -p "$room/alone$(dirname "$library")"
  cp "$oldest$(in_oldest readlink -f "$library")" "$room/alone$library"
done
if [ "$(id -u)" = 0 ]; then
  echo "$commands" | {
    while read -r command; do
      chroot "$room/alone" /tbk $command >"$room/found" 2>"$room/errors" </dev/null && status=0 || status=$?
      (CDPATH='' cd -- "$room/beside" && "$ordinary" $command >"$room/expected" 2>"$room/expected_errors" </dev/null) || fail "the ordinary program fails: $command"
      [ $status = 0 ] || fail "$command: status $status: $(cat "$room/errors")"
      [ "${command%% *}" = train ] || cmp "$room/found" "$room/expected" || fail "$command: other bytes"
    done
    for name in demo.projective.conllu demo.model parsed.conllu; do
      cmp "$room/alone/out/$name" "$room/beside/out/$name" || fail "$name: other bytes"
    done
    gzip -dc "$room/alone/out/demo.gz" | cmp - "$room/alone/out/demo.projective.conllu" || fail "demo.gz"
    exit $failures
  } && echo "alone: $(echo "$commands" | wc -l) commands write the same bytes with these files beside the program: $(CDPATH='' cd -- "$room/alone" && find lib* usr -type f 2>/dev/null | tr '\n' ' ')" ||
    failures=$((failures + 1))
else
  echo "alone: skipped: only root can change the root folder"
fi

# count PROGRAM COMMAND...
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >"$room/found" </dev/null | sed -n 's/.*Collected : //p'
}

if [ "$(uname -m)" = x86_64 ] && command -v valgrind >/dev/null; then
  for copy in $(seq 20); do
    gzip -dc data/demo.conllu.gz
  done >"$room/text.conllu"
  for command in --version "projectivize -q $room/text.conllu" "stats $room/text.conllu"; do
    found=$(count "$file" $command) expected=$(count "$ordinary" $command)
    echo "${command% *}: $found instructions, the ordinary program $expected: $(awk "BEGIN { printf \"%+.1f %%\", 100 * ($found / $expected - 1) }")"
    [ $((100 * found)) -le $((103 * expected)) ] || fail "${command% *}: more than 3 % more instructions"
  done
else
  echo "instructions: skipped: there is no valgrind, or not for this processor"
fi
echo "standalone: $failures failures"
[ $failures = 0 ]
