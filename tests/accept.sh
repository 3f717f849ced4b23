#!/bin/sh
# accept.sh - what `make accept` takes for expected: tests/cli.py over a program that is made up.
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
run() {
  status=0
  "$@" >report 2>&1 || status=$?
}

# Two pages, of which one is as it should be, and the other tells other things, in two places.
mkdir -p tests/cli/data expected
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

# Nothing changes without a yes, and what differs is shown.
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
echo 'other#first not now' >without
run env TBK_WITHOUT="$PWD/without" tests/cli.py "$PWD/program" other
grep -qx 'cli: 0 commands as expected, 3 failures' report || fail "not what was left: $(cat report)"
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
