#!/bin/sh
# times.sh - runs `make check`, and lists what takes long: lines of recipes, by the seconds that the processor worked for them;
# tests of the library, of the command line and of Python, by the seconds of the clock, which are more where others work.
#
# times.sh -c LINE: make calls it so, in place of the shell, and is answered as by the shell; what LINE took goes to a file.
set -u
if [ "${1-}" = -c ]; then
  began=$(date +%s)
  /bin/sh "$@"
  status=$?
  times >"$TBK_TIMES/took.$$"
  # The last of the two lines of `times` is of the children: 1m2.5s 0m0.7s.
  awk -v wall=$(($(date +%s) - began)) -v line="$2" 'function seconds(text, part) { split (text, part, /[ms]/); return 60 * part[1] + part[2] }
    END { gsub (/[ \n]+/, " ", line); printf "%.1f\t%d\t%s\n", seconds($1) + seconds($2), wall, substr (line, 1, 110) }' "$TBK_TIMES/took.$$" \
    >>"$TBK_TIMES/lines"
  rm -f "$TBK_TIMES/took.$$"
  exit $status
fi

here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
CDPATH='' cd -- "$here/.."
export TBK_TIMES="$PWD/build/times"
rm -rf "$TBK_TIMES"
mkdir -p "$TBK_TIMES"
echo "times.sh: make check, whose output goes to build/times/output" >&2
began=$(date +%s)
PYTEST_ADDOPTS='--durations=20 --durations-min=0.1' ${MAKE:-make} "SHELL=$here/times.sh" check >"$TBK_TIMES/output" 2>&1
status=$?

# longest NUMBER: of the lines that begin with seconds.
longest ()
{
  sort -rn | head -n "$1"
}

ended=$(date +%s)
times >"$TBK_TIMES/all"
echo "make check: status $status, $((ended - began)) s; the processor worked $(awk 'function seconds(text, part) { split (text, part, /[ms]/); return 60 * part[1] + part[2] }
  END { printf "%d", seconds($1) + seconds($2) }' "$TBK_TIMES/all") s"
printf '\nLines of recipes: seconds of the processor, seconds, line\n'
awk -F '\t' '$1 >= 1' "$TBK_TIMES/lines" | longest 40
printf '\nTests of the library: seconds\n'
sed -n 's/.*<testsuite name="\([^"]*\)".*/\1/; t suite
  s/.*<testcase name="\([^"]*\)".* time="\([0-9.]*\)".*/\2 \1/; T; G; s/\(.*\) \(.*\)\n\(.*\)/\1 \3\/\2/p; d
  :suite
  h' "$TBK_TIMES"/check-*.xml 2>/dev/null | longest 30
printf '\nTests of the command line: milliseconds\n'
cat "$TBK_TIMES/cli" 2>/dev/null | longest 20
printf '\nTests of Python\n'
sed -n '/slowest .*durations/,/^[0-9]* passed/p' "$TBK_TIMES/output" | grep -E '^[0-9.]+s ' | longest 20
exit $status
