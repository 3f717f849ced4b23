#!/bin/sh
# accept.sh - what `make accept` takes for expected: tests/golden/run.sh over a program that is made up.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-accept.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
CDPATH='' cd -- "$scratch"
failures=0

fail() {
  echo "FAILED $*"
  failures=$((failures + 1))
}

# The text on standard output, that on standard error, a file, the status.
cat >program <<'end'
#!/bin/sh
printf "$1"
printf "$2" >&2
printf "$3" >made
exit "$4"
end
chmod +x program
mkdir -p golden/same/files golden/other/files golden/silent golden/new golden/lost/files
cp "$here/golden/run.sh" golden
echo 'tbk "a\n" "" "b\n" 0' >golden/same/cmd
echo a >golden/same/out
echo b >golden/same/files/made
echo 'tbk "new\n" "told\n" "" 3' >golden/other/cmd
echo old >golden/other/out
echo old >golden/other/files/made
echo 'tbk "" "" "" 0' >golden/silent/cmd
echo old >golden/silent/out
echo old >golden/silent/err
echo 1 >golden/silent/status
echo 'tbk "x\n" "" "" 0' >golden/new/cmd
echo 'tbk "" "" "" 0' >golden/lost/cmd
echo old >golden/lost/files/nowhere
cp -R golden before

run() {
  status=0
  "$@" >report 2>&1 || status=$?
}

# Nothing changes without a yes, and what differs is shown.
for answer in n ''; do
  echo "$answer" >answer
  run env TBK_ACCEPT=ask golden/run.sh "$PWD/program" <answer
  [ $status = 1 ] || fail "status $status without a yes, expected 1"
  diff -r before golden || fail "changed without a yes"
done
grep -qx 'new other silent differ: take what was found? \[y/N\]' report || fail "the report does not ask: $(cat report)"
for line in '--- expected: other/out' '+++ found' '-old' '+new' '+told' 'FAILED other: status 3, expected 0'; do
  grep -qxF -e "$line" report || fail "the report lacks the line $line"
done

# One test, then all.
run env TBK_ACCEPT=yes golden/run.sh "$PWD/program" new
[ $status = 0 ] || fail "status $status though all was taken, expected 0"
[ "$(cat golden/new/out)" = x ] || fail "new/out is not there"
grep -qx old golden/other/out || fail "a test that was not named was changed"
echo y >answer
run env TBK_ACCEPT=ask golden/run.sh "$PWD/program" <answer
mkdir expected
(
  CDPATH='' cd -- golden
  for test in other silent; do
    for file in out err status files/made; do
      [ ! -e "$test/$file" ] || echo "$test/$file $(cat "$test/$file")"
    done
  done
) >found
printf '%s\n' 'other/out new' 'other/err told' 'other/status 3' 'other/files/made ' >expected/found
diff expected/found found || fail "other things were taken"

# What was taken passes; a file that is missing cannot be taken.
run golden/run.sh "$PWD/program" new other same silent
[ $status = 0 ] || fail "what was taken does not pass: $(cat report)"
run golden/run.sh "$PWD/program" lost
[ $status = 1 ] || fail "a missing file passes"

echo "accept: $failures failures"
[ $failures = 0 ]
