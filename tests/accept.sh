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

# Transcripts: two pages, of which one is as it should be, and the other tells other things, in two places.
mkdir -p tests/cli/data
cp "$here/cli.py" "$here/transcript.py" tests
echo data >tests/cli/data/given
cat >tests/cli/same.md <<'end'
# Same

```text text/here
a	b
```

```sh
$ n=$(wc -l <text/here); cat given text/here
data
a	b
$ for i in 1 2; do
>   tbk "$i: $n\n" "" "" $i
> done
1: 1
2: 1
[status 2]
$ tbk "a\n" "tbk: b\n" "" 0 \
    && cat text/here
a
...
a	b
tbk: b
```
end
cat >tests/cli/other.md <<'end'
# Other

## First

```sh
$ tbk "new\n\n" "tbk: told\n" "" 1
old
$ tbk "x" "" "" 0
x
[no newline]
```

## Second

```sh
$ printf 'a\r\033\n'
$ tbk "tbk: no message\n" "no message\n" "" 0
$ touch .left.tmp
```
end
cp tests/cli/other.md before.md

for answer in n ''; do
  echo "$answer" >answer
  run env TBK_ACCEPT=ask tests/cli.py "$PWD/program" <answer
  [ $status = 1 ] || fail "status $status without a yes, expected 1"
  cmp before.md tests/cli/other.md || fail "changed without a yes"
done
grep -qx 'other: take what was found? \[y/N\]' report || fail "the report does not ask: $(cat report)"
for line in 'FAILED tests/cli/other.md:6: $ tbk "new\n\n" "tbk: told\n" "" 1' -old +new '+tbk: told' '+[status 1]' \
  'cli: 4 commands as expected, 4 failures'; do
  grep -qxF -e "$line" report || fail "the report lacks the line $line: $(cat report)"
done
run tests/cli.py "$PWD/program" same 'other#fir*'
[ $status = 1 ] && grep -qx 'cli: 4 commands as expected, 1 failures' report || fail "not what was chosen: $(cat report)"
run tests/cli.py "$PWD/program" none
[ $status = 1 ] || fail "status $status though nothing is named so, expected 1"
run env TBK_ACCEPT=yes tests/cli.py "$PWD/program" other
[ $status = 0 ] || fail "status $status though all was taken, expected 0: $(cat report)"
cat >expected/other.md <<'end'
# Other

## First

```sh
$ tbk "new\n\n" "tbk: told\n" "" 1
new

tbk: told
[status 1]
$ tbk "x" "" "" 0
x
[no newline]
```

## Second

```sh
$ printf 'a\r\033\n'
a␍␛
$ tbk "tbk: no message\n" "no message\n" "" 0
tbk: no message
no message
[on standard output: tbk: no message]
[no message: no message]
$ touch .left.tmp
[temporary file left: .left.tmp]
```
end
diff expected/other.md tests/cli/other.md || fail "other things were taken"

echo "accept: $failures failures"
[ $failures = 0 ]
